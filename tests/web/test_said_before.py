"""Before a fight: what a commander may say of it alone, and that everybody hears it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from assistant.campaign.evidence import Myself, had_a_hand
from assistant.kernel.codec import encode
from assistant.kernel.ids import FigureId
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


# ---- who moved into contact, and who hides -------------------------------------------------------------


def force(at: Visitor, figure: str) -> str:
    found = at.at().world.war.force_of(FigureId(figure))
    assert found is not None
    return str(found.id)


def set_down(master: Visitor, *figures: str) -> None:
    """Hobbits stand beside Gorbag while forces move, and nobody has moved."""
    while master.at().world.war.phase != "movement":
        for contact in master.at().world.war.contacts:
            assert master.do("part", contact=contact, why="for the test").status_code == 200
        assert master.do("go-on", anyway=True).status_code == 200
    there: dict[str, Any] = {"commander": "fellowship", "place": "cirith-ungol", "reason": "for the test"}
    assert master.do("adjust", figures=[*figures], **there).status_code == 200


def beside_gorbag(at: Visitor) -> dict[str, Any]:
    return {"good": [force(at, "frodo")], "evil": [force(at, "gorbag")], "place": "cirith-ungol"}


def to_combat(master: Visitor) -> str:
    """The last contact, when it is to be fought."""
    while master.at().world.war.phase != "combat":
        assert master.do("go-on", anyway=True).status_code == 200
    return [*master.at().world.war.contacts][-1]


@pytest.mark.parametrize(("who", "named"), [("witch-king", "good"), ("fellowship", "evil")])
def test_no_seat_says_that_the_enemy_moved_into_contact(who: str, named: str, come: Come) -> None:
    set_down(come("master"), "frodo", "sam")
    seat = come(who)
    refused = seat.do("meet", **beside_gorbag(seat), attacker=named)
    assert error(refused) == (403, "for-the-master")
    assert not seat.at().world.war.contacts


def test_orc_armor_is_not_seen_through_by_saying_that_the_hobbits_attack(come: Come) -> None:
    master, minion = come("master"), come("witch-king")
    set_down(master, "frodo", "sam")
    at = master.do("use-power", power="orc-armor").get_json()
    while "open" in at:
        step = {"step": at["open"]["step"], "revision": at["open"]["revision"]}
        worn = next(one for one in at["open"]["request"]["options"] if one in ("frodo", "sam"))
        given = {"kind": "chosen", "option": worn}
        at = master.post(f"fights/{at['open']['id']}/answers", answer=given, **step).get_json()
    meet = beside_gorbag(minion)
    assert error(minion.do("meet", **meet)) == (409, "spared")
    assert error(minion.do("meet", **meet, attacker="good")) == (403, "for-the-master")
    # That they attack is for the hobbits to say.
    assert come("fellowship").do("meet", **meet, attacker="good").status_code == 200


def test_a_seat_says_that_its_own_side_came_and_everybody_reads_it(come: Come) -> None:
    master, fellowship, minion = come("master"), come("fellowship"), come("witch-king")
    set_down(master, "frodo", "sam")
    done = fellowship.do("meet", **beside_gorbag(fellowship), attacker="good")
    assert done.get_json()["recorded"]["log"][-1] == "Good moved into contact, as was said."
    contact = to_combat(master)
    assert "Good moved into contact, as was said." in minion.reads("fights")
    opened = minion.post(f"contacts/{contact}/fight").get_json()["open"]
    assert opened["log"][0] == "Said before the fight: good moved into contact."


def test_who_came_by_the_record_is_not_said_otherwise(come: Come) -> None:
    master, fellowship = come("master"), come("fellowship")
    set_down(master, "frodo", "sam")
    meet = beside_gorbag(fellowship)
    home: dict[str, Any] = {"place": "minas-morgul", "reason": "for the test"}
    assert master.do("adjust", figures=["gorbag"], **home).status_code == 200
    assert (
        come("witch-king").do("march", force=force(master, "gorbag"), place="cirith-ungol").status_code == 200
    )
    meet["evil"] = [force(master, "gorbag")]
    assert error(fellowship.do("meet", **meet, attacker="good")) == (403, "for-the-master")
    assert fellowship.do("meet", **meet).status_code == 200
    assert [one.attacker for one in master.at().world.war.contacts.values()] == ["evil"]


def test_when_a_fight_begins_too_a_seat_says_only_that_its_own_side_came(come: Come) -> None:
    master, minion = come("master"), come("witch-king")
    set_down(master, "frodo", "sam")
    assert minion.do("meet", **beside_gorbag(minion)).status_code == 200
    path = f"contacts/{to_combat(master)}/fight"
    assert error(minion.post(path, site={"attacker": "good"})) == (403, "for-the-master")
    assert not minion.service.ledger.pendings(minion.campaign)
    opened = minion.post(path, site={"attacker": "evil"}).get_json()["open"]
    assert opened["log"][0] == "Said before the fight: evil moved into contact."


def test_the_pages_offer_a_commander_what_it_may_say_of_its_own_side(come: Come) -> None:
    master, minion, fellowship = come("master"), come("witch-king"), come("fellowship")
    set_down(master, "frodo", "sam")
    good, evil = '<option value="good"', '<option value="evil"'
    assert [(one in minion.page("meet").text) for one in (good, evil)] == [False, True]
    assert [(one in master.page("meet").text) for one in (good, evil)] == [True, True]
    assert minion.do("meet", **beside_gorbag(minion)).status_code == 200
    page = f"contacts/{to_combat(master)}"
    assert [(one in minion.page(page).text) for one in (good, evil)] == [False, True]
    assert 'data-hides="good"' not in minion.page(page).text
    assert "They may hide. They say so when the fight begins." in minion.page(page).text
    assert 'data-hides="good"' in fellowship.page(page).text
    assert 'data-hides="good"' in master.page(page).text


def test_an_empty_field_says_nothing_of_whether_the_others_hide(come: Come) -> None:
    master, minion = come("master"), come("witch-king")
    set_down(master, "frodo", "sam")
    assert come("fellowship").do("hide", force=force(master, "frodo")).status_code == 200
    told: dict[str, Any] = {"attacker": "evil", "overruled": "for the test"}
    assert master.do("meet", **beside_gorbag(master), **told).status_code == 200
    contact = to_combat(master)
    assert "They hide." in minion.page(f"contacts/{contact}").text
    opened = minion.post(f"contacts/{contact}/fight", hides={"good": None})
    assert opened.status_code == 200, opened.text
    # They hide as before, and nobody hears otherwise.
    assert not any(
        line.startswith("Said before") and "hide" in line for line in opened.get_json()["open"]["log"]
    )


def test_a_seat_that_two_share_is_not_one_of_them() -> None:
    shared = Entry(
        "march", "To Bree", "Merry and Pippin", {}, [], [], [],
        campaign="x", seq=1, key="k", at="", previous="", hash="",
    )  # fmt: skip
    assert not had_a_hand(shared, Myself(names=("Merry",)))
    assert had_a_hand(shared, Myself(names=("Merry and Pippin",)))
