"""A palantír that ensnares, the loss of someone dear, and those who do not stand alone."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.kernel.asking import Roll
from assistant.kernel.ids import FigureId
from assistant.rules.book import ProfileId
from assistant.rules.game import RingOfPower
from assistant.rules.world import Condition, Figure, World
from tests.rules.battles import declared, first, fought, one, says


@pytest.mark.rules("ITM-PALANTIR-03")
@pytest.mark.effect("ensnared")
def test_those_of_a_commander_ensnared_again_fight_worse(game: RingOfPower) -> None:
    # Uruk-hai 4+ and 5+: ensnared 5+ and 6+. The one beside them, of another commander, is as ever.
    evil = [one("uruk-hai", ensnared=True), one("uruk-hai", id="free")]
    fight = fought(game, declared(game, [one("rohan-foot", count=2)], evil))
    assert {die.figure: die.need for die in first(fight, "evil", "attack").dice} == {"uruk-hai": 5, "free": 4}
    assert {die.figure: die.need for die in first(fight, "evil", "defense").dice} == {
        "uruk-hai": 6,
        "free": 5,
    }


@pytest.mark.rules("ITM-PALANTIR-03")
@pytest.mark.effect("ensnared")
def test_or_they_have_a_die_less_where_the_house_reads_it_so(game: RingOfPower) -> None:
    # AMB-056: Saruman has 2 dice at 3+; ensnared one at 3+, and he defends as ever.
    def dice(**keys: Any) -> list[int | None]:
        house = {"AMB-056": "one-die-fewer"}
        setup = declared(game, [one("rohan-foot")], [one("saruman", **keys)], house=house)
        return [die.need for die in first(fought(game, setup), "evil", "attack").dice]

    assert len(dice(ensnared=True)) == len(dice()) - 1
    assert set(dice(ensnared=True)) == set(dice())


@pytest.mark.rules("PPL-ARWEN-03")
@pytest.mark.effect("bereaved")
def test_aragorn_leads_worse_once_arwen_has_been_slain(game: RingOfPower) -> None:
    # Leadership 3, and 1 after her death; while she is only wounded it stays 3.
    def leads(condition: Condition) -> int:
        arwen = Figure(FigureId("arwen"), "good", ProfileId("arwen"), mounted=False, condition=condition)
        setup = declared(game, [one("aragorn")], [one("orc")])
        return fought(game, setup, world=World({arwen.id: arwen})).outcome.good.leadership

    assert [leads("fit"), leads("wounded"), leads("eliminated")] == [3, 3, 1]


@pytest.mark.rules("PPL-DENETHOR-02")
@pytest.mark.effect("commanded-by")
def test_in_minas_tirith_denethor_commands_though_aragorn_leads_better(game: RingOfPower) -> None:
    # Aragorn has 3 and Denethor 1; outside the city, or without him, Aragorn leads.
    def leads(*good: str, **site: Any) -> int:
        ours = [*map(one, good), one("gondor-foot")]
        setup = declared(game, ours, [one("orc")], **site)
        return fought(game, setup).outcome.good.leadership

    city = {"place": "minas-tirith", "holder": "good"}
    assert leads("aragorn", "denethor", **city) == 1
    assert leads("aragorn", **city) == 3
    assert leads("aragorn", "denethor") == 3
    assert leads("aragorn", "denethor", place="minas-tirith", holder="evil") == 3


@pytest.mark.rules("PPL-SHAMAN-03")
@pytest.mark.effect("shaman")
def test_a_shaman_by_himself_is_removed_when_the_enemy_comes(game: RingOfPower) -> None:
    alone = fought(game, declared(game, [one("rohan-foot")], [one("goblin-shaman")]))
    assert alone.figures["goblin-shaman"] == "eliminated"
    assert not any(isinstance(request, Roll) for request in alone.played.requests)
    assert alone.outcome.good.casualties_inflicted == 0


def test_a_shaman_among_others_stands_and_one_in_a_force_of_his_own_does_not(game: RingOfPower) -> None:
    # Both fight beside three goblins, but the second shaman came as a force by himself.
    evil = [
        one("goblin", count=3, force="horde"),
        one("goblin-shaman", id="among", force="horde"),
        one("goblin-shaman", id="apart", force="shaman"),
    ]
    fight = fought(game, declared(game, [one("rohan-foot")], evil))
    assert says(fight, "Removed: apart, a shaman does not stand alone (PPL-SHAMAN-03).")
    assert not says(fight, "Removed: among")


@pytest.mark.rules("PLC-HELMSDEEP-04")
@pytest.mark.effect("sally-when-lost")
def test_who_loses_the_hornburg_is_not_lost_but_must_sally(game: RingOfPower) -> None:
    # Nobody falls, and Gothmog leads by 2: evil wins. In the tower both foot live, on the walls neither.
    def ends(at: str) -> set[str]:
        setup = declared(
            game,
            [one("rohan-foot", count=2)],
            [one("gothmog")],
            place="helms-deep",
            holder="good",
            at=at,
            tower=at == "tower",
        )
        dice = {
            "good attack": "1111",
            "evil attack": "1" * len(first(fought(game, setup), "evil", "attack").dice),
        }
        fight = fought(game, setup, dice=dice)
        assert fight.outcome.winner == "evil"
        return {fight.figures["rohan-foot.1"], fight.figures["rohan-foot.2"]}

    assert ends("tower") == {"unhurt"}
    assert ends("walls") == {"eliminated"}
