"""The key of a fight is a part of its address; fights of old ledgers with other keys are reached as well."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from assistant.campaign.participants import contact_in, declared
from assistant.campaign.reached import in_address
from assistant.campaign.service import Open
from assistant.kernel.codec import encode
from assistant.rules.deeds.battles import Battle
from tests.web.table import Visitor

Come = Callable[..., Visitor]
LURTZ = "opening-1"
ODD = [
    "aaaa/bbbb",
    "what?now=1",
    "here#there",
    "100% a key",
    "//..//..",
    "a\\b&c;d'e\"",
    "äöü ✓ 12",
    "~tilde~~",
]


def of_old(master: Visitor, key: str) -> Open:
    """A fight begun when any letters could be its key."""
    at = master.at()
    deed = Battle(LURTZ, declared(at, contact_in(at, LURTZ), {}))
    begun = at.service.begin(at.campaign, deed.kind, encode(deed), actor="Ben", key=key)
    assert isinstance(begun, Open)
    return begun


def address_on(page: str, text: str) -> str:
    """Where the first such link of a page leads."""
    found = re.search(text, page)
    assert found, page
    return found[1]


@pytest.mark.parametrize(
    "key", ["aaaa/bbbb", "aaaa?bbbb", "aaaa#bbbb", "aaaa%2fbb", "with space", "a.b.c.d.e"]
)
def test_a_new_key_with_a_sign_that_addresses_do_not_carry_is_refused(key: str, come: Come) -> None:
    refused = come("saruman").post(f"contacts/{LURTZ}/fight", key=key)
    assert (refused.status_code, refused.get_json()["error"]["code"]) == (400, "bad-key")


@pytest.mark.parametrize("key", ["12345678", "K" * 64, "with-a_dash", "b6c1e0f2a7d94e53"])
def test_letters_digits_and_dashes_are_a_key(key: str, come: Come) -> None:
    begun = come("saruman").post(f"contacts/{LURTZ}/fight", key=key)
    assert begun.get_json()["open"]["id"] == key


@pytest.mark.parametrize("key", ODD)
def test_a_fight_of_old_is_reached_answered_and_called_off_by_the_links_of_the_pages(
    key: str, come: Come
) -> None:
    master = come("master")
    of_old(master, key)
    for page in ("console", "fights"):
        link = address_on(master.page(page).text, rf'href="(/c/{master.campaign}/fights/[^"]+)"')
        fight = master.client.get(link)
        assert fight.status_code == 200
    answers = address_on(fight.text, r'data-answers="([^"]+)"')
    assert master.client.post(answers, json={"step": 0, "answer": {"by": "app"}}).status_code == 200
    base = answers.removesuffix("/answers")
    stands = master.client.get(base).get_json()["open"]
    assert (stands["step"], stands["id"]) == (1, base.rpartition("/")[2])
    assert master.client.post(f"{base}/back", json={"key": "back-to-0"}).get_json()["open"]["step"] == 0
    assert master.client.delete(base).status_code == 200
    assert master.service.ledger.pendings(master.campaign) == ()


def test_a_script_finds_a_fight_of_old_where_the_state_says(come: Come) -> None:
    master = come("master")
    of_old(master, "aaaa/bbbb")
    (fight,) = master.client.get(f"/api/v1/campaigns/{master.campaign}").get_json()["fights"]
    base = f"/api/v1/campaigns/{master.campaign}/fights"
    assert master.client.get(f"{base}/{quote(fight['id'])}").status_code == 200


def test_an_old_address_of_a_key_with_a_space_still_leads_to_its_fight(come: Come) -> None:
    master = come("master")
    of_old(master, "a key of its own")
    assert "Call this fight off" in master.page("fights/a%20key%20of%20its%20own").text


def test_the_address_of_a_fight_of_old_leads_to_its_outcome_when_it_is_over(come: Come) -> None:
    master = come("master")
    at: Any = of_old(master, "aaaa/bbbb")
    base = f"/api/v1/campaigns/{master.campaign}/fights/{in_address(at.id)}"
    at = {"step": at.step, "revision": at.revision}
    while True:
        said = {"step": at["step"], "revision": at["revision"], "answer": {"by": "app"}}
        reply = master.client.post(f"{base}/answers", json=said).get_json()
        if "open" not in reply:
            break
        at = reply["open"]
    leads_to = master.page(f"fights/{in_address('aaaa/bbbb')}").headers["Location"]
    assert leads_to.endswith(f"/fought/{reply['recorded']['seq']}")


def test_no_mark_of_an_old_key_is_taken_for_a_key() -> None:
    marks = {in_address(key) for key in ODD}
    assert len(marks) == len(ODD)
    assert all(re.fullmatch(r"~[0-9a-f]{32}", mark) for mark in marks)
