"""What the API answers and how it refuses: the document, docs/api.md and the server agree."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from assistant.web import create_app
from assistant.web.api.answers import ANSWERS, PARTS
from assistant.web.api.bodies import COMMANDS
from assistant.web.errors import STATUS_OF_CODE, STATUS_OF_KIND
from assistant.web.limits import Limits
from tests.web.conftest import KEYS
from tests.web.published import API, Told, against
from tests.web.table import Visitor, code_of

Come = Callable[..., Visitor]
SHOWN = re.compile(r"(?:^    POST (/api/v1\S*)\n(?:    .+\n)+\n)?^((?:    .*\n)+)", re.MULTILINE)
IN_QUOTES = re.compile(r"`([^`]*)`|^    (.*)$", re.MULTILINE)


# ---- answers -------------------------------------------------------------------------------------------


def shown() -> Iterator[dict[str, Any]]:
    """Every answer that docs/api.md shows, without what it leaves out."""
    for block in re.findall(r"(?:^    .*\n)+", API.read_text("utf-8"), re.MULTILINE):
        if block.startswith("    {"):
            yield without_dots(json.loads(block))


def without_dots(value: Any) -> Any:
    """JSON without the places where the page says `...`."""
    if isinstance(value, dict):
        return {name: without_dots(one) for name, one in value.items() if name != "..."}
    if isinstance(value, list):
        return [without_dots(one) for one in value if one != "..."]
    return value


def names(schema: Any) -> Iterator[str]:
    """The fields that a schema names."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        schema = [*schema.values()]
    if isinstance(schema, list):
        for one in schema:
            yield from names(one)


@pytest.mark.parametrize("answer", [*shown()], ids=lambda answer: next(iter(answer)))
def test_every_answer_that_the_page_shows_is_one_of_the_document(
    answer: dict[str, Any], told: dict[str, Any]
) -> None:
    known = [*ANSWERS.values(), told["components"]["schemas"]["Error"]]
    assert any(against(one, told).is_valid(answer) for one in known)


def test_the_page_shows_answers_at_all() -> None:
    assert len([*shown()]) >= 9


def test_every_field_of_an_answer_and_of_a_command_is_told_on_the_page() -> None:
    page = " ".join(one or other for one, other in IN_QUOTES.findall(API.read_text("utf-8")))
    told = set(re.findall(r"\w+", page))
    said = {name for one in COMMANDS.values() if one is not COMMANDS["quick.step"] for name in one.fields}
    # The shape of errors stands in docs/errors.md.
    answered = {*names({**ANSWERS, "api.openapi": {}}), *names({**PARTS, "Error": {}})}
    assert (said | answered) - told == set()


# ---- refusals ------------------------------------------------------------------------------------------


def refusals(operations: Told, method: str, path: str) -> set[str]:
    return {status for status in operations[method, path]["responses"] if status >= "400"}


def test_every_status_of_a_refusal_is_told_at_some_address(operations: Told) -> None:
    known = {*map(str, (*STATUS_OF_CODE.values(), *STATUS_OF_KIND.values()))}
    assert {status for one in operations for status in refusals(operations, *one)} == known


@pytest.mark.parametrize("who", ["", "projector", "rohan", "assistant", "master"])
@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize(
    "headers", [{}, {"Host": "elsewhere.example"}, {"Origin": "http://elsewhere.example"}]
)
def test_every_address_refuses_only_as_it_is_told(
    who: str, is_there: bool, headers: dict[str, str], come: Come, told: dict[str, Any]
) -> None:
    visitor = come(who)
    blanks = {"campaign": visitor.campaign if is_there else "nowhere", "seq": "1"}
    known = against(told["components"]["schemas"]["Error"], told)
    for path, methods in told["paths"].items():
        at = re.sub(r"\{(\w+)\}", lambda one: blanks.get(one[1], "nobody"), path)
        for method, one in methods.items():
            said: Any = None if method == "get" else {}
            answer = visitor.client.open(at, method=method.upper(), headers=headers, json=said)
            assert str(answer.status_code) in one["responses"], (method, path)
            if answer.status_code >= 400:
                known.validate(answer.get_json())


def test_only_what_is_for_anyone_is_never_refused_for_who_asks(operations: Told) -> None:
    for (method, path), one in operations.items():
        assert ("401" in refusals(operations, method, path)) == (one["x-least-role"] != "anyone")


def test_an_address_that_asks_to_wait_says_how_long(come: Come, operations: Told) -> None:
    told = operations["POST", "/api/v1/campaigns/ID/deeds"]["responses"]
    assert {status for status, one in told.items() if "headers" in one} == {"429", "503"}
    here = come()
    app = create_app(
        here.service, addresses=[], keys=KEYS, limits=Limits(deeds_at_once=1, deeds_per_minute=1)
    )
    (campaign,) = here.service.ledger.campaigns()
    client = app.test_client()
    client.get(f"/j/{code_of(here.service, campaign, 'rohan')}")
    rohan = Visitor(client, here.service, here.campaign)
    statuses = {(answer := rohan.do("lift", force="nobody")).status_code for _ in range(3)}
    assert 429 in statuses
    assert answer.headers["Retry-After"].isdigit()


def test_the_document_says_where_it_may_be_the_same_still(operations: Told) -> None:
    assert [path for (_, path), one in operations.items() if "304" in one["responses"]] == [
        "/api/v1/openapi.json"
    ]
