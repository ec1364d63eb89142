"""A quick fight for anyone: the page keeps it, the server says where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.table import Visitor

Come = Callable[..., Visitor]


@pytest.fixture
def nobody(come: Come) -> FlaskClient:
    """A browser that has joined nothing."""
    return come().client


def battle(good: Any = None, evil: Any = None, **site: Any) -> dict[str, Any]:
    return {
        "site": site,
        "sides": {
            "good": {"figures": good or [{"id": "eomer", "profile": "eomer"}]},
            "evil": {"figures": evil or [{"id": "uruk", "profile": "uruk-hai", "count": 4}]},
        },
    }


def ask(client: FlaskClient, **body: Any) -> Any:
    return client.post("/api/v1/quick", json=body)


def test_anyone_fights_a_quick_fight_to_its_end(nobody: FlaskClient) -> None:
    reply = ask(nobody, battle=battle()).get_json()
    assert (reply["answers"], reply["open"]["step"]) == ([], 0)
    while "open" in reply:
        reply = ask(nobody, battle=battle(), answers=reply["answers"], answer={"by": "app"}).get_json()
    assert reply["finished"]["story"][0].startswith("Éomer met four Uruk-hai")
    assert reply["finished"]["luck"]["good"]["hits"]["app"]["dice"] > 0


def test_the_same_answers_lead_to_the_same_place(nobody: FlaskClient) -> None:
    first = ask(nobody, battle=battle(), answers=[], answer={"by": "app"}).get_json()
    assert ask(nobody, battle=battle(), answers=first["answers"]).get_json() == first


def test_a_step_is_taken_back_by_leaving_the_last_answer_out(nobody: FlaskClient) -> None:
    begun = ask(nobody, battle=battle()).get_json()
    ask(nobody, battle=battle(), answers=[], answer={"by": "app"})
    assert ask(nobody, battle=battle(), answers=[]).get_json() == begun


def test_its_log_is_told_in_names(nobody: FlaskClient) -> None:
    reply = ask(nobody, battle=battle(), answers=[], answer={"by": "app"}).get_json()
    assert any("4 Uruk-hai" in line for line in reply["open"]["log"])
    assert not any("uruk." in line or "eomer" in line for line in reply["open"]["log"])


def test_its_odds_are_told_without_fighting(nobody: FlaskClient) -> None:
    found = ask(nobody, battle=battle(terrain="woods"), odds=True, what_if=True).get_json()["odds"]
    assert sum(found["win"].values()) == pytest.approx(1)
    assert found["what_if"]


def test_with_the_odds_comes_whom_it_matters_to_stand_near(nobody: FlaskClient) -> None:
    elves: list[dict[str, Any]] = [{"id": one, "profile": one} for one in ("elrond", "arwen")]
    elves.append({"id": "elf", "profile": "armored-elf", "count": 3})
    found = ask(nobody, battle=battle(good=elves), odds=True).get_json()["near"]
    helped = ["arwen", "armored-elf"]
    assert found == [{"side": "good", "helper": "elrond", "name": "Elrond", "inches": 2, "helps": helped}]
    assert ask(nobody, battle=battle(), odds=True).get_json()["near"] == []


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({}, "no-fight"),
        ({"battle": []}, "no-fight"),
        ({"battle": {"sides": {}}}, None),
        ({"battle": battle(good=[{"id": "x", "profile": "nobody-knows"}])}, None),
        ({"battle": battle(evil=[{"id": "o", "profile": "orc", "count": 10_000}])}, "too-many-figures"),
        ({"battle": battle(evil=[{"id": "o", "profile": "orc", "count": 10**15}])}, "too-many-figures"),
        ({"battle": battle(), "answers": "all"}, "bad-field"),
        ({"battle": battle(), "answers": [{"kind": "rolled"}] * 500}, "too-many"),
        ({"battle": battle(), "answers": [{"kind": "rolled", "faces": [9]}]}, None),
        ({"battle": battle(), "answers": [], "answer": {"kind": "sung"}}, None),
        ({"battle": battle(), "answers": [], "answer": {"by": "hand", "faces": [1] * 90}}, None),
    ],
)
def test_what_cannot_be_fought_is_refused_in_a_sentence(
    sent: dict[str, Any], expected: str | None, nobody: FlaskClient
) -> None:
    refused = ask(nobody, **sent)
    assert refused.status_code in (400, 409)
    assert refused.get_json()["error"]["sentence"]
    assert expected is None or refused.get_json()["error"]["code"] == expected


def test_the_page_lists_everyone_who_can_be_picked(nobody: FlaskClient) -> None:
    page = nobody.get("/quick").text
    assert all(name in page for name in ("Lurtz", "uruk-hai", "Fight"))


def test_the_page_draws_the_step_it_stands_at(nobody: FlaskClient) -> None:
    reply = nobody.post("/quick/step", json={"battle": battle(), "answers": [], "name": "abc"}).get_json()
    assert "Roll 2 dice. You need 3 or more." in reply["drawn"]
    assert reply["is_over"] is False


def test_a_page_of_another_site_cannot_use_it(nobody: FlaskClient) -> None:
    headers = {"Origin": "http://elsewhere.example"}
    refused = nobody.post("/api/v1/quick", json={"battle": battle()}, headers=headers)
    assert refused.status_code == 403
