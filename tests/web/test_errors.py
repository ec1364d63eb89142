"""Whatever goes wrong: a sentence, what to do, and a way back."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from assistant.kernel.errors import AssistantError, BadPack, Fault, Illegal, Malformed, Stale
from assistant.web.errors import STATUS_OF_CODE, STATUS_OF_KIND, explain
from tests.web.conftest import KEYS
from tests.web.table import Visitor

AS_JSON = {"Accept": "application/json"}
AS_BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def failing(app: Flask, error: Exception) -> Any:
    """The game master's browser on an app with a page that always fails."""

    def fail() -> str:
        raise error

    app.add_url_rule("/fails", view_func=fail)
    client = app.test_client()
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    return client


def test_a_wrong_address_gets_a_page_with_a_way_back(app: Flask) -> None:
    answer = app.test_client().get("/nowhere", headers=AS_BROWSER)
    assert answer.status_code == 404
    assert "There is no page at this address." in answer.text
    assert 'href="/"' in answer.text
    assert "Not Found" not in answer.text


def test_a_wrong_address_gets_json_if_a_script_asks(app: Flask) -> None:
    answer = app.test_client().get("/nowhere", headers=AS_JSON)
    assert answer.status_code == 404
    assert answer.get_json() == {
        "error": {
            "kind": "malformed",
            "code": "no-such-page",
            "sentence": "There is no page at this address.",
            "do": "Check the address, or go back to the start.",
        }
    }


def test_a_wrong_method_says_which_ones_are_right(app: Flask) -> None:
    answer = app.test_client().delete("/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert "cannot be used in this way" in answer.text


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Malformed("bad-dice", "Eight dice were asked for.", do="Type eight."), 400),
        (Illegal("held", "Éomer is in a fight.", do="Finish it."), 409),
        (Stale("answered-already", "Someone was faster.", do="Look again."), 409),
        (Illegal("unknown-campaign", "There is no campaign X.", do="See the list."), 404),
        (Malformed("damaged-database", "The file is damaged.", do="Restore it."), 503),
        (BadPack("bad-pack", "The pack has faults.", do="Mend them."), 500),
    ],
)
def test_a_refusal_keeps_its_sentence_and_gets_a_fitting_status(
    app: Flask, error: AssistantError, status: int
) -> None:
    client = failing(app, error)
    page = client.get("/fails", headers=AS_BROWSER)
    assert page.status_code == status
    assert error.sentence in page.text
    assert error.do in page.text
    told = client.get("/fails", headers=AS_JSON).get_json()["error"]
    assert told == {"kind": error.kind, "code": error.code, "sentence": error.sentence, "do": error.do}


def test_every_fault_of_a_pack_is_listed(app: Flask) -> None:
    faults = [Fault("a.toml", "line 3", "no such people"), Fault("b.toml", "line 9", "no such place")]
    client = failing(app, BadPack("bad-pack", "The pack has faults.", faults=faults))
    assert "b.toml: line 9: no such place" in client.get("/fails").text
    assert len(client.get("/fails", headers=AS_JSON).get_json()["error"]["faults"]) == 2


def test_an_unexpected_failure_is_calm_to_the_player_and_exact_in_the_log(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    client = failing(app, ZeroDivisionError("the secret detail"))
    with caplog.at_level(logging.ERROR):
        answer = client.get("/fails", headers=AS_BROWSER)
    assert answer.status_code == 500
    assert "Something went wrong inside the assistant." in answer.text
    for secret in ("Traceback", "ZeroDivisionError", "the secret detail"):
        assert secret not in answer.text
        assert secret in caplog.text
    assert client.get("/fails", headers=AS_JSON).get_json()["error"]["code"] == "unexpected"


def test_error_pages_carry_the_same_headers_as_others(app: Flask) -> None:
    headers = app.test_client().get("/nowhere").headers
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in headers["Content-Security-Policy"]


def test_a_number_that_no_database_has_room_for_is_no_deed(come: Callable[..., Visitor]) -> None:
    master, huge = come("master"), "9" * 23
    assert master.page(f"fought/{huge}").status_code == 404
    refused = master.post(f"fought/{huge}/ruling", reason="a slip of the finger", winner="good")
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (404, "unknown-entry")


def test_the_page_of_errors_has_every_code_with_its_status() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "errors.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d{3}) \| (.*) \|$", page.partition("## Over the web")[2], re.MULTILINE)
    listed = {
        code: int(status)
        for status, told in rows
        for code in re.findall(r"`([a-z]+(?:-[a-z]+)+|busy|unexpected)`", told)
    }
    others = {explain(status).code: status for status in (404, 405, 500)}
    assert listed == {**STATUS_OF_CODE, **others}
    assert {status for status, _ in rows} == set(map(str, (*listed.values(), *STATUS_OF_KIND.values())))
