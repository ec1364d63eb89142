"""Campaigns and facts that an earlier version wrote are read by this one, and must be by every later one.

`saves/first-running-game.jsonl` is an export of the first version that ran whole games; the second has the
kinds of deeds that the first is without, the measured one those of a measured table, the settled one
what the game master settles by word, that of captives one who is taken along again, one has the day's
last turn, and one those who stay beside the ringbearer; `saves/facts.jsonl` has one stored example of every
kind of fact.
None is ever written anew: a later version adds to them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.campaign.chronicle import chronicle
from assistant.campaign.service import Service
from assistant.kernel.ids import FigureId
from assistant.ledger.exchange import import_campaign
from assistant.rules.core.deed import DEEDS
from assistant.rules.core.fact import KINDS
from assistant.rules.game import RingOfPower
from assistant.rules.reminders import due_now

SAVES = Path(__file__).parent / "saves"
FACTS = [json.loads(line) for line in (SAVES / "facts.jsonl").read_text("utf-8").splitlines()]


def read(clerk: Service, name: str) -> Any:
    """A game that was exported long ago, as it stands."""
    kept = import_campaign(clerk.ledger, SAVES / f"{name}-running-game.jsonl")
    assert clerk.ledger.verify(kept.id) == ()
    return clerk.world(kept)


def test_the_first_running_game_is_read_and_told_as_it_was_played(clerk: Service) -> None:
    kept = import_campaign(clerk.ledger, SAVES / "first-running-game.jsonl")
    assert (kept.head, clerk.ledger.verify(kept.id)) == (34, ())
    world, told = clerk.world(kept), chronicle(clerk, kept)
    war = world.war
    assert (war.turn, war.phase, war.ending.how) == (2, "over", "agreement")
    assert len(world.figures) == 536
    assert sum(one.condition == "eliminated" for one in world.figures.values()) == 5
    assert (world.figures[FigureId("faramir")].condition, war.names["orc-31"]) == ("wounded", "Grishnákh")
    assert (war.ring.bearer, war.seats["seat-2"].player, war.seats["seat-2"].dice) == (
        "sam",
        "Ben",
        "by-hand",
    )
    assert (war.holder("osgiliath"), war.total("khamul"), war.total("witch-king")) == ("evil", 0, 1)
    assert (war.riding, war.silenced) == ({"gimli": "legolas"}, ("carrying",))
    assert war.force_of(FigureId("eomer")) == war.force_of(FigureId("theoden"))
    assert war.force_of(FigureId("ranger-2")).place == "minas-tirith"
    assert [one.title for one in told.chapters] == ["Turn 1", "Turn 2"]


def test_the_second_running_game_is_read_as_it_was_played(clerk: Service) -> None:
    world = read(clerk, "second")
    war = world.war
    assert (war.turn, war.phase, war.events) == (1, "movement", {"war-of-saruman": 1})
    assert war.choices["saruman.fangorn"].value == "disturbed"
    assert war.choices["boromir company"].value == "left"
    assert (war.kept, war.arrivals["orcs-of-carn-dum@1"]) == ({"pippin": "isengard"}, "postponed")
    assert (world.figures[FigureId("merry")].condition, world.figures[FigureId("y1")].condition) == (
        "fit",
        "fit",
    )


def test_the_measured_running_game_is_read_as_it_was_played(clerk: Service) -> None:
    war = read(clerk, "measured").war
    spot = war.spots[FigureId("eomer")]
    assert (spot.table, spot.x, spot.y) == ("south", 36_000, 52_000)
    assert FigureId("theoden") not in war.spots
    assert war.force_of(FigureId("frodo")).hidden
    assert war.force_of(FigureId("saruman")).regrouping == 2


def test_the_running_game_beside_the_ring_is_read_as_it_was_played(clerk: Service) -> None:
    world = read(clerk, "beside")
    war = world.war
    # Frodo came to Edoras on turn 1: who was there as turn 2 began has been with him since.
    assert (war.turn, war.phase, war.beside["theoden"]) == (3, "start", 2)
    (tempted,) = (one for one in due_now(clerk.game.kit, world) if one.about == "corrupting")  # type: ignore[attr-defined]
    assert "theoden" in tempted.figures
    assert (war.names["orc-3"], war.force_of(FigureId("theodred")).commander) == ("Snaga", "gondor")
    assert (war.holder("isengard"), war.total("saruman"), war.captives) == ("good", -5, {})
    assert war.force_of(FigureId("merry")).place == "isengard"


def test_the_settled_running_game_is_read_as_it_was_played(clerk: Service) -> None:
    war = read(clerk, "settled").war
    assert (war.standings_shown, war.things["anduril"], war.events) == (True, "boromir", {})
    assert war.captives == {"merry": "saruman"}


def test_the_running_game_of_captives_is_read_as_it_was_played(clerk: Service) -> None:
    war = read(clerk, "captives").war
    assert (war.captives, war.kept) == ({"frodo": "khamul", "sam": "khamul"}, {"frodo": "dol-guldur"})
    assert (war.ring.bearer, war.ring.kept_at, war.total("khamul")) == ("sam", None, 70)


def test_the_running_game_with_a_last_turn_is_read_as_it_was_played(clerk: Service) -> None:
    assert read(clerk, "last-turn").war.last_turn == 18


def test_there_is_a_kept_deed_of_every_kind() -> None:
    stored = {
        json.loads(line).get("kind")
        for save in SAVES.glob("*-running-game.jsonl")
        for line in save.read_text("utf-8").splitlines()
    }
    assert set(DEEDS) - stored == set(), "keep a save that has such a deed"


def test_there_is_an_example_of_every_kind_of_fact() -> None:
    assert KINDS.keys() - {one["kind"] for one in FACTS} == set(), "add a stored example to saves/facts.jsonl"


def keeps(again: object, stored: object) -> bool:
    """Whether everything stored is still there; what a later version knows besides does not matter."""
    if isinstance(stored, dict) and isinstance(again, dict):
        return all(name in again and keeps(again[name], value) for name, value in stored.items())
    if isinstance(stored, list) and isinstance(again, list):
        return len(stored) == len(again) and all(map(keeps, again, stored))
    return again == stored


@pytest.mark.parametrize("stored", FACTS, ids=lambda one: str(one["kind"]))
def test_a_fact_as_it_was_stored_is_read_and_keeps_all_that_was_said(
    stored: dict[str, Any], game: RingOfPower
) -> None:
    assert keeps(game.encode_fact(game.decode_fact(stored)), stored)
