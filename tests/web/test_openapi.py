"""The API is told for programs: the document is drawn from the program, and says what docs/api.md says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator, ValidationError

from assistant.campaign.said.hints import LONGEST_OF_MANY
from assistant.web.api.answers import ANSWERS, FILES
from assistant.web.api.bodies import COMMANDS
from assistant.web.api.openapi import document
from assistant.web.routes import ROUTES
from tests.web.published import API, SHAPE, Told, against
from tests.web.table import Visitor

ROW = re.compile(r"^\| `(\w+) (/api/v1[^`]*)` \| (.*) \| ([a-z ]+) \|$", re.MULTILINE)
EXAMPLE = re.compile(r"^    (POST) (/api/v1\S*)\n((?:    .*\n)+)", re.MULTILINE)
IN_A_ROW = re.compile(r"`(\{.*?\})`")
Come = Callable[..., Visitor]


def plain(text: str) -> str:
    """A sentence without its marks, as two texts may be compared."""
    return text.replace("`", "").rstrip(".").casefold()


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Every schema of the document."""
    if isinstance(value, dict):
        if isinstance(value.get("schema"), dict):
            yield value["schema"]
        for one in value.values():
            yield from schemas(one)
    elif isinstance(value, list):
        for one in value:
            yield from schemas(one)


def refs(value: Any) -> Iterator[str]:
    """Every reference in the document."""
    if isinstance(value, dict):
        yield from (one for name, one in value.items() if name == "$ref")
        value = [*value.values()]
    if isinstance(value, list):
        for one in value:
            yield from refs(one)


# ---- the document itself -------------------------------------------------------------------------------


def test_every_schema_of_the_document_is_one_and_every_reference_leads_somewhere(
    told: dict[str, Any],
) -> None:
    parts = told["components"]["schemas"]
    for schema in [*schemas(told["paths"]), *parts.values()]:
        Draft202012Validator.check_schema(schema)
    assert set(refs(told)) == {f"#/components/schemas/{name}" for name in parts}


def test_the_document_has_the_shape_that_openapi_asks_for(told: dict[str, Any]) -> None:
    assert told["openapi"].startswith("3.1.")
    assert told["info"]["title"]
    assert told["info"]["version"]
    for path, methods in told["paths"].items():
        blanks = re.findall(r"\{(\w+)\}", path)
        for method, one in methods.items():
            assert method in ("get", "post", "delete")
            assert [each["name"] for each in one.get("parameters", [])] == blanks
            assert all(each["in"] == "path" and each["required"] for each in one.get("parameters", []))
            assert ("requestBody" in one) == (method == "post")
            assert all(re.fullmatch(r"[1-5]\d\d", status) for status in one["responses"])
            assert all(each["description"] for each in one["responses"].values())
    names = [one["operationId"] for methods in told["paths"].values() for one in methods.values()]
    assert len(names) == len(set(names))


def test_the_whole_document_is_openapi_3_1_by_its_own_schema(told: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(SHAPE)
    Draft202012Validator(SHAPE).validate(told)


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda told: told.update(openapi="3.0.0"),
        lambda told: told["info"].pop("version"),
        lambda told: told["paths"].update(nowhere={}),
        lambda told: told["paths"]["/api/v1/quick"]["post"].pop("responses"),
        lambda told: told["paths"]["/api/v1/quick"]["post"]["responses"]["200"].pop("description"),
        lambda told: told["paths"]["/api/v1/quick"]["post"].update(said="nothing"),
        lambda told: told["components"]["securitySchemes"]["cookie"].update({"in": "the jar"}),
    ],
)
def test_the_schema_of_openapi_finds_what_is_wrong(
    spoiled: Callable[[dict[str, Any]], Any], told: dict[str, Any]
) -> None:
    spoiled(told)
    with pytest.raises(ValidationError):
        Draft202012Validator(SHAPE).validate(told)


def test_whoever_has_the_document_is_told_that_it_is_still_the_same(app: Flask) -> None:
    client = app.test_client()
    mark = client.get("/api/v1/openapi.json").headers["ETag"]
    assert client.get("/api/v1/openapi.json", headers={"If-None-Match": mark}).status_code == 304


# ---- beside the code and docs/api.md -------------------------------------------------------------------


def test_every_address_of_the_api_is_in_the_document_and_tells_its_body_and_its_answer(app: Flask) -> None:
    addresses = {rule.endpoint for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")}
    posted = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if rule.endpoint in addresses and "POST" in (rule.methods or ())
    }
    assert posted == {one for one in COMMANDS if one.startswith("api.")}
    assert addresses == {*ANSWERS, *FILES}
    assert addresses == {one for one in ROUTES if one.startswith("api.")}
    assert all(one["summary"] for methods in document(app)["paths"].values() for one in methods.values())


def test_the_document_tells_every_rule_below_the_api_in_every_way_of_asking(
    app: Flask, told: dict[str, Any]
) -> None:
    rules = [one for one in app.url_map.iter_rules() if one.rule.startswith("/api/")]
    ways = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", one.rule), method.lower())
        for one in rules
        for method in (one.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert ways == {(path, method) for path, methods in told["paths"].items() for method in methods}
    assert len(ways) > 30


def test_the_page_and_the_document_name_the_same_addresses_the_same_people_and_the_same_ends(
    operations: Told,
) -> None:
    rows = {(method, path): (does, who) for method, path, does, who in ROW.findall(API.read_text("utf-8"))}
    assert rows.keys() == operations.keys()
    for address, (does, who) in rows.items():
        assert operations[address]["x-least-role"] == who.replace(" ", "-")
        assert plain(does).startswith(plain(operations[address]["summary"])), address


def examples() -> Iterator[tuple[str, str, str]]:
    """Every body that docs/api.md shows, with its method and address."""
    page = API.read_text("utf-8")
    yield from EXAMPLE.findall(page)
    for method, path, does, _ in ROW.findall(page):
        yield from ((method, path, body) for body in IN_A_ROW.findall(does))


def written(path: str) -> str:
    """The address of an example as the table writes it."""
    for is_like, blank in (
        ("/campaigns/[a-z]+", "ID"),
        ("/fights/[0-9a-f]+", "FIGHT"),
        ("/contacts/[0-9]+-[0-9]+", "CONTACT"),
    ):
        path = re.sub(is_like, f"{is_like[: is_like.index('/', 1)]}/{blank}", path)
    return path


@pytest.mark.parametrize(("method", "path", "body"), [*examples()])
def test_every_body_that_the_page_shows_is_one_that_the_document_allows(
    method: str, path: str, body: str, operations: Told, told: dict[str, Any]
) -> None:
    schema = operations[method, written(path)]["requestBody"]["content"]["application/json"]["schema"]
    # The page says once for all that a command has a key.
    keyless = {**schema, "required": [one for one in schema.get("required", []) if one != "key"]}
    against(keyless, told).validate(json.loads(body))


def test_the_page_shows_bodies_at_all() -> None:
    assert len([*examples()]) >= 12


# ---- at the door ---------------------------------------------------------------------------------------


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"weather": "rain"}, "unknown-field"),
        ({"kind": "k" * 121}, "too-long"),
        ({"setup": {"note": "n" * (LONGEST_OF_MANY + 1)}}, "too-long"),
        ({"kind": "meet", "setup": {"note": "n" * 201}}, "too-long"),
        ({"setup": {"note": "\ud800"}}, "bad-field"),
        ({"setup": {"\udfff": 1}}, "bad-field"),
        ({"setup": {"forces": ["f"] * 2001}}, "too-many"),
        ({"setup": {"x": 1.5}}, "bad-field"),
        ({"setup": {"x": 2**60}}, "bad-field"),
        ({"key": "aaaa/bbbb"}, "bad-key"),
        ({"seen": "all"}, "bad-field"),
    ],
)
def test_what_is_too_much_or_unknown_is_refused_before_anything_is_done(
    said: dict[str, Any], expected: str, come: Come
) -> None:
    rohan = come("rohan")
    before = rohan.at().seen
    refused = rohan.post("deeds", **{"kind": "say-done", "setup": {"kind": "say-done"}, **said})
    assert code(refused) == (400, expected)
    assert rohan.at().seen == before


def test_a_number_that_is_none_is_refused(come: Come) -> None:
    rohan = come("rohan")
    for number in ("NaN", "Infinity", "1e400"):
        body = f'{{"kind": "say-done", "setup": {{"x": {number}}}, "key": "not-a-number"}}'
        path = f"/api/v1/campaigns/{rohan.campaign}/deeds"
        refused = rohan.client.post(path, data=body, content_type="application/json")
        assert code(refused) == (400, "bad-field")


def test_the_bodies_of_a_step_of_a_quick_fight_are_held_against_a_form_too(app: Flask) -> None:
    refused = app.test_client().post(
        "/quick/step", json={"battle": {}, "nonsense": 1}, headers={"Accept": "application/json"}
    )
    assert code(refused) == (400, "unknown-field")
