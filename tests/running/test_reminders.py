"""What is due is told once, done, skipped or switched off, and says by which rule it exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from assistant.kernel.asking import Die
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import Place, PlaceId, Trait
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.reminding import Heed, SwitchReminder
from assistant.rules.effects import mercy as general
from assistant.rules.fight.facts import Suffered
from assistant.rules.game import RingOfPower
from assistant.rules.reminders import UPKEEP, Params, due_as, due_now
from tests.running.table import Running

EFFECTS_PAGE = Path(__file__).resolve().parents[2] / "docs" / "effects.md"


@pytest.fixture
def resting(game_on: Running) -> Running:
    """Arwen, wounded on turn 1, has rested in Rivendell for a turn."""
    hurt = Suffered((FigureId("arwen"),), "wounded", "for the test")
    game_on.world = game_on.game.apply(game_on.world, hurt)
    return game_on.go_to(3)


def test_what_is_done_is_not_told_again(resting: Running) -> None:
    resting.confirm("Arwen recovers at Rivendell")
    assert resting.told("healing") == []


def test_what_is_skipped_is_not_told_again_this_turn_and_nothing_happens(resting: Running) -> None:
    resting.confirm("Arwen recovers at Rivendell", how="skipped")
    assert resting.titles[-1] == "Skipped: Arwen recovers at Rivendell"
    assert resting.told("healing") == []
    assert resting.world.figures[FigureId("arwen")].condition == "wounded"
    assert resting.go_to(4).told("healing") == ["Arwen recovers at Rivendell"]


def test_a_kind_of_reminder_is_switched_off_for_the_game_and_on_again(resting: Running) -> None:
    resting.do(SwitchReminder("healing", on=False))
    assert resting.titles[-1] == 'The reminder "The wounded recover" is off'
    assert resting.told("healing") == []
    resting.do(SwitchReminder("healing", on=True))
    assert resting.told("healing") == ["Arwen recovers at Rivendell"]


def test_an_unknown_kind_is_refused(resting: Running) -> None:
    with pytest.raises(Illegal, match="no kind of reminder 'heeling'"):
        resting.do(SwitchReminder("heeling", on=False))


def test_what_is_not_due_cannot_be_done(resting: Running) -> None:
    with pytest.raises(Illegal, match="not due any more"):
        resting.do(Heed("healing elrond@3"))


def test_each_says_by_which_rule_and_whose_it_is(resting: Running) -> None:
    (one,) = [one for one in due_now(resting.game.kit, resting.world) if one.about == "healing"]
    assert (one.rules, one.commander) == (("HEA-01",), "high-elves")


def test_what_is_due_is_found_by_its_key_alone(resting: Running) -> None:
    kit, world = resting.game.kit, resting.world
    due = due_now(kit, world)
    assert due
    assert [due_as(kit, world, one.key) for one in due] == [*due]
    assert due_as(kit, world, "nothing@1") is None


def test_nothing_is_due_before_a_game_has_begun(war: RingOfPower) -> None:
    assert due_now(war.kit, war.set_up({})) == ()


# ---- the example in the documentation --------------------------------------------------------------------


@pytest.fixture
def documented(war: RingOfPower) -> Iterator[Running]:
    """A game in which the documented example is in force at the Fords of Isen."""
    found = re.search(r'^    @upkeep\("lurking".*?(?=^\S)', EFFECTS_PAGE.read_text("utf-8"), re.M | re.S)
    assert found is not None
    exec(dedent(found[0]), {**vars(general), "Die": Die, "Place": Place, "Params": Params})
    fords = PlaceId("fords-of-isen")
    place = war.book.places[fords]
    lurking = replace(place, traits=(*place.traits, Trait("lurks", params=(("fails_on", 2),))))
    yield Running.begun(
        RingOfPower(replace(war.book, places={**war.book.places, fords: lurking}), war.scenario)
    )
    del UPKEEP["lurking"]


def test_the_documented_example_of_a_place_rule_works(documented: Running) -> None:
    force = documented.stand("grima", "isengard").go_to(1, "movement").force_with("eomer")
    documented.do(March(force.id, PlaceId("fords-of-isen")))
    (title,) = documented.told("lurking")
    spared = documented.copy().confirm(title, (3,))
    assert len(spared.world.war.heeded) == 1
    documented.confirm(title, (2,))
    assert documented.said == ["eomer is lost (2)."]
    assert documented.told("lurking") == []


@pytest.mark.effect("events")
@pytest.mark.rules("SEQ-06", "REI-E17", "REI-E18")
def test_what_brings_figures_is_not_switched_off_for_none_may_be_lost_unseen(game_on: Running) -> None:
    with pytest.raises(Illegal, match=r"What has come about: figures come by it.*\(SEQ-06\)") as refused:
        game_on.do(SwitchReminder("events", on=False))
    assert refused.value.do == "Skip it for this turn instead."
    # A game in which it was switched off by an earlier version is told all the same.
    game_on.set_war(silenced=("events",)).stand("aragorn", "edoras")
    game_on.confirm("Aragorn reaches Helm's Deep or Edoras").go_to(2)
    assert game_on.due("woses").due.turn == 2
