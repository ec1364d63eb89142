"""Whatever can be done, an assistant of one table does not do it to those of the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from assistant.campaign.areas import refuse_deed_elsewhere
from assistant.campaign.passes import let_in
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.ledger.records import Campaign
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import FightSetup
from assistant.rules.core.deed import DEEDS
from assistant.rules.deeds.battles import ReportedBattle, proposed
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.reminders import due_now
from assistant.rules.standing import awaited, members, table_of
from tests.web.table import Visitor
from tests.web.test_rulings import fought

Come = Callable[..., Visitor]
Setup = Any

ABOUT_NO_TABLE = {
    "begin-game", "go-on", "say-done", "set-last-turn", "end-game", "house-rule",
    "declare", "decide", "use-power", "correct-points", "switch-reminder", "show-standings", "change-seat",
    "settle-event", "confront",
}  # fmt: skip
"""They are about the game, a commander or a player, not about anyone who stands somewhere."""


@pytest.fixture
def north(come: Come, played: Service, trial: Campaign) -> Visitor:
    """An assistant of the north table."""
    visitor = come()
    visitor.client.get(f"/j/{let_in(played.ledger, trial, 'assistant', label='n', area='north').code}")
    return visitor


def southern(visitor: Visitor) -> dict[str, Setup]:
    """Every kind of deed that is about somebody, done to those of the south table."""
    at = visitor.at()
    kit, world = at.kit, at.world
    south = [one for one in world.war.forces.values() if table_of(kit, one.place) == "south"]
    force = next(one for one in south if len(members(world, one)) > 1 and one.commander == "gondor")
    other = next(one for one in south if one.id != force.id and one.commander == "gondor")
    evil = next(
        one for one in south if one.commander and kit.scenario.commanders[one.commander].side == "evil"
    )
    figure, place = force.figures[0], PlaceId("minas-tirith")
    met = next(one for one in world.war.contacts.values() if table_of(kit, one.place) == "south")
    arrival = next(
        one for one in awaited(kit, world) if all(table_of(kit, p) == "south" for p in one.due.places)
    )
    asked = next(
        one.key for one in due_now(kit, world) if one.place and table_of(kit, PlaceId(one.place)) == "south"
    )
    return {
        "march": {"force": force.id, "place": place},
        "withdraw": {"force": force.id, "place": place},
        "ride-along": {"figures": [figure], "rider": None},
        "divide": {"force": force.id, "figures": [figure]},
        "unite": {"forces": [force.id, other.id]},
        "hand-over": {"force": force.id, "commander": None, "reason": "so it is"},
        "hide": {"force": force.id},
        "search": {"seekers": evil.id, "hidden": force.id},
        "leave-company": {"figures": [figure]},
        "set-out": {"force": force.id},
        "lift": {"force": force.id},
        "tidy": {"force": force.id},
        "shift": {"force": force.id, "way": [[1, 1]]},
        "fall-back": {"force": force.id},
        "measure": {"figures": [{"figure": figure, "spot": {"table": "south", "x": 9, "y": 9, "facing": 0}}]},
        "meet": {"good": [force.id], "evil": [evil.id], "place": force.place},
        "part": {"contact": met.id, "why": "so it is"},
        **fights_of(met.id, proposed(kit, world, met)),
        "arrive": {"arrival": arrival.key},
        "forgo": {"arrival": arrival.key},
        "take-place": {"place": place, "side": "evil"},
        "bring-home": {"captive": figure, "place": place},
        "take-along": {"captive": figure, "force": evil.id},
        "set-free": {"captive": figure},
        "pass-ring": {"bearer": figure, "reason": "so it is"},
        "heed": {"reminder": asked},
        "ruling": {"reason": "so it is", "figures": [{"figure": figure, "condition": "wounded"}]},
        "adjust": {"figures": [figure], "reason": "so it is", "condition": "wounded"},
        "add-figures": {
            "profile": "gondor-foot",
            "count": 1,
            "commander": "gondor",
            "place": place,
            "reason": "x",
        },
        "rename": {"figure": figure, "name": "Somebody"},
        "hand-thing": {"thing": "horn-of-gondor", "bearer": figure, "reason": "so it is"},
    }


def fights_of(contact: str, fight: FightSetup) -> dict[str, Setup]:
    """Every kind of deed that is a fight."""
    reported = ReportedFight(fight, winner="good", reason="so it is")
    return {
        "battle": {"contact": contact, "setup": encode(fight)},
        "reported-battle": encode(ReportedBattle(contact, reported)),
        "fight": encode(fight),
        "reported-fight": encode(reported),
    }


def test_every_kind_of_deed_is_either_about_somebody_or_about_no_table(come: Come) -> None:
    assert set(southern(come("master"))) | ABOUT_NO_TABLE == set(DEEDS)
    assert not set(southern(come("master"))) & ABOUT_NO_TABLE


def test_nothing_is_done_to_those_of_the_other_table(come: Come, north: Visitor) -> None:
    for kind, setup in southern(north).items():
        answer = north.post("deeds", kind=kind, setup=setup).get_json()
        assert answer.get("error", {}).get("code") == "another-table", (kind, answer)


@pytest.mark.parametrize("said", [{"winner": "good"}, {"figures": [{"figure": "lurtz", "condition": "fit"}]}])
def test_a_fight_of_the_other_table_is_not_overruled_by_its_number_alone(
    said: dict[str, Any], come: Come, north: Visitor
) -> None:
    seq = fought(come("master"))
    ruling = {"reason": "the die was cocked", "deed": seq, **said}
    refused = north.post("deeds", kind="ruling", setup=ruling).get_json()
    assert refused["error"]["code"] == "another-table"
    assert north.at().seen == seq


def test_who_stands_on_the_other_table_is_neither_set_out_nor_taken_back(come: Come, north: Visitor) -> None:
    master = come("master")
    force = southern(north)["set-out"]["force"]
    done = master.do("set-out", force=force)
    assert done.status_code == 200, done.get_json()
    refused = north.post("undo", seq=done.get_json()["recorded"]["seq"]).get_json()
    assert refused["error"]["code"] == "another-table"


def test_who_is_nowhere_that_anybody_knows_is_left_to_the_game_master(come: Come, north: Visitor) -> None:
    at, deeds = north.at(), southern(north)
    # As if their forces had been taken off the table.
    bare = replace(at.world, war=replace(at.world.war, forces={}))
    for kind in ("rename", "leave-company", "lift", "set-out", "tidy"):
        setup = {**deeds[kind], "force": deeds["rename"]["figure"]}
        with pytest.raises(Illegal, match="nothing says on which table this is") as refusal:
            refuse_deed_elsewhere(("north",), at.kit, bare, kind, setup)
        assert refusal.value.code == "another-table"


def test_those_of_ones_own_table_are_set_out_and_lifted(north: Visitor) -> None:
    dain = next(one.id for one in north.at().world.war.forces.values() if one.place == "erebor")
    assert north.do("set-out", force=dain).status_code == 200
    assert north.do("lift", force=dain).status_code == 200
