"""Before a fight: what a commander may say of it alone, and that everybody hears it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from assistant.campaign.evidence import Myself, had_a_hand
from assistant.kernel.codec import encode
from assistant.ledger.records import Entry
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES
from assistant.rules.deeds.battles import Battle, proposed
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def amon_hen(at: Visitor) -> str:
    """Boromir against Lurtz and his scouts: the first contact of the war."""
    return next(iter(at.at().world.war.contacts))


def figures(at: Visitor) -> list[str]:
    here, contact = at.at(), amon_hen(at)
    setup = proposed(here.kit, here.world, here.world.war.contacts[contact])
    return [str(one.figure) for side in SIDES for one in setup.side(side).figures]


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


def test_whom_a_commander_leaves_out_of_reach_is_the_first_line_of_the_fight_for_everybody(
    come: Come,
) -> None:
    saruman = come("saruman")
    there = [one for one in figures(saruman) if "uruk-hai-scout" not in one][:99]
    scouts = [one for one in figures(saruman) if "uruk-hai-scout" in one]
    opened = saruman.post(f"contacts/{amon_hen(saruman)}/fight", figures=[*there, *scouts[:9]]).get_json()[
        "open"
    ]
    said = opened["log"][0]
    assert said == "Said before the fight: out of reach on the side of evil: 3 Uruk-hai Scouts."
    fellowship = come("fellowship").reads(f"fights/{opened['id']}")
    assert f'<p class="said-before">{said}</p>' in fellowship


def test_a_fight_as_it_is_proposed_says_nothing_of_its_own(come: Come) -> None:
    saruman = come("saruman")
    opened = saruman.post(f"contacts/{amon_hen(saruman)}/fight").get_json()["open"]
    assert not any(line.startswith("Said before") for line in opened["log"])


@pytest.mark.parametrize(
    "site",
    [{"fortress": "evil"}, {"tower": True}, {"darkness": True}, {"breached": True}, {"weak_wall": True}],
)
def test_walls_and_darkness_are_not_for_a_commander_to_say(come: Come, site: dict[str, Any]) -> None:
    saruman, master = come("saruman"), come("master")
    path = f"contacts/{amon_hen(saruman)}/fight"
    refused = saruman.post(path, site=site)
    assert error(refused) == (403, "for-the-master")
    assert "for the game master to say" in refused.get_json()["error"]["sentence"]
    assert not saruman.at().service.ledger.pendings(saruman.campaign)
    opened = master.post(path, site=site)
    assert opened.get_json()["open"]["log"][0].startswith("Said before the fight: ")


def test_the_ground_one_stands_on_is_said_by_who_stands_there_and_told(come: Come) -> None:
    saruman = come("saruman")
    opened = saruman.post(f"contacts/{amon_hen(saruman)}/fight", site={"terrain": "woods"}).get_json()["open"]
    assert "the ground is woods, not" in opened["log"][0]


def test_the_page_of_a_commander_shows_walls_and_darkness_and_does_not_ask_for_them(come: Come) -> None:
    saruman, master = come("saruman"), come("master")
    page = saruman.page(f"contacts/{amon_hen(saruman)}").text
    assert 'data-site="terrain"' in page
    assert 'data-site="darkness"' not in page
    assert "Nobody holds walls here." in page
    assert 'data-site="darkness"' in master.page(f"contacts/{amon_hen(saruman)}").text


def test_a_deed_is_signed_by_whoever_began_it_and_whoever_answered(come: Come) -> None:
    saruman, fellowship, master = come("saruman"), come("fellowship"), come("master")
    opened = master.post(f"contacts/{amon_hen(saruman)}/fight").get_json()
    # The commanders answer what is theirs, each on their own phone.
    while "open" in opened:
        at = opened["open"]
        who = saruman if "saruman" in at["asked"] else fellowship
        given = {"answer": {"by": "app"}, "step": at["step"], "revision": at["revision"]}
        opened = who.post(f"fights/{at['id']}/answers", **given).get_json()
    war = saruman.at().world.war
    names = {one.player for one in war.seats.values() if {"saruman", "fellowship"} & {*one.commanders}}
    actor = opened["recorded"]["actor"]
    assert actor.startswith("game master, ")
    assert all(name in actor for name in names)


def test_no_seat_brings_another_place_or_holder_into_a_fight_by_way_of_the_api(come: Come) -> None:
    saruman = come("saruman")
    here, contact = saruman.at(), amon_hen(saruman)
    setup = proposed(here.kit, here.world, here.world.war.contacts[contact])
    for forged in ({"place": PlaceId("isengard")}, {"holder": "evil"}, {"resumed": True}):
        battle = Battle(contact, replace(setup, site=replace(setup.site, **forged)))
        told: Any = encode(battle)
        del told["kind"]
        assert error(saruman.do("battle", **told)) == (403, "for-the-master"), forged
    assert not saruman.at().service.ledger.pendings(saruman.campaign)


def test_a_seat_that_two_share_is_not_one_of_them() -> None:
    shared = Entry(
        "march", "To Bree", "Merry and Pippin", {}, [], [], [],
        campaign="x", seq=1, key="k", at="", previous="", hash="",
    )  # fmt: skip
    assert not had_a_hand(shared, Myself(names=("Merry",)))
    assert had_a_hand(shared, Myself(names=("Merry and Pippin",)))
