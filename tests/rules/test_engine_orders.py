"""Orders for engines that cannot be carried out are refused, with their place in the file."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from assistant.simulate.odds_what_if import variations
from tests.rules.battles import declared, fought, one, says

WALLS: dict[str, Any] = {"fortress": "good"}
RAM = ("battering-ram", {"use": "gate"})


def refusal(game: RingOfPower, engines: dict[str, Any], *evil: dict[str, Any], **site: Any) -> Illegal:
    """How both the fight and its odds are refused."""
    setup = declared(
        game,
        [one("gondor-foot", count=3)],
        [one("uruk-hai", count=8), *evil],
        sides={"evil": {"engines": engines}},
        **site,
    )
    with pytest.raises(Illegal) as refused:
        fought(game, setup)
    with pytest.raises(Illegal) as at_odds:
        odds(game, setup, trials=10)
    assert refused.value.lines() == at_odds.value.lines()
    return refused.value


def only(found: Illegal) -> tuple[str, str]:
    (fault,) = found.faults
    return fault.at, fault.wrong


@pytest.mark.rules("ART-21")
def test_a_charge_takes_two(game: RingOfPower) -> None:
    found = refusal(game, {"engineer.1": {"use": "gate"}}, one("engineer", count=1), **WALLS)
    assert found.code == "engine-order"
    wrong = "a charge takes two, and engineer.1 has nobody with it (ART-21)"
    assert only(found) == ("sides.evil.engines.engineer.1.use", wrong)


@pytest.mark.rules("ART-21")
def test_of_two_engineers_the_first_is_told(game: RingOfPower) -> None:
    found = refusal(game, {"engineer.2": {"use": "gate"}}, one("engineer", count=2), **WALLS)
    assert found.faults[0].right == "give the order to engineer.1"


@pytest.mark.rules("ART-22")
def test_where_no_wall_is_weak_none_is_blown_up(game: RingOfPower) -> None:
    engineers = one("engineer", count=2)
    found = refusal(game, {"engineer.1": {"use": "weak-wall"}}, engineers, **WALLS)
    assert "no wall here is weak (ART-22)" in found.faults[0].wrong
    told: dict[str, Any] = {
        "sides": {"evil": {"engines": {"engineer.1": {"use": "weak-wall"}}}},
        "weak_wall": True,
        **WALLS,
    }
    blown = declared(game, [one("gondor-foot")], [engineers], **told)
    assert says(fought(game, blown), "The weak wall is broken")


@pytest.mark.rules("ART-18")
def test_all_orders_against_walls_that_are_not_there_are_told_at_once(game: RingOfPower) -> None:
    orders = {"engineer.1": {"use": "gate"}, "battering-ram": {"use": "rerolls"}}
    found = refusal(game, orders, one("engineer", count=2), one("battering-ram"))
    assert [fault.wrong.partition(": ")[2] for fault in found.faults] == [
        "no fortress is assaulted (ART-18)"
    ] * 2


@pytest.mark.parametrize(
    ("site", "why"),
    [
        ({"fortress": "evil"}, "evil holds the walls itself (ART-18)"),
        ({"fortress": "good", "breached": True}, "the walls are breached already"),
    ],
)
def test_nobody_rams_a_gate_of_his_own_or_one_that_is_broken(
    game: RingOfPower, site: dict[str, Any], why: str
) -> None:
    enforced_elsewhere = refusal(
        game, {"battering-ram": {"use": "gate"}}, one("battering-ram"), fortress="evil"
    )
    assert "evil holds the walls" in enforced_elsewhere.faults[0].wrong
    found = refusal(game, dict([RAM]), one("battering-ram"), **site)
    assert only(found) == ("sides.evil.engines.battering-ram.use", f"battering-ram cannot do that: {why}")


def test_whoever_is_no_engine_has_no_orders_of_one(game: RingOfPower) -> None:
    found = refusal(game, {"uruk-hai.1": {"use": "gate"}}, **WALLS)
    assert only(found) == ("sides.evil.engines.uruk-hai.1", "uruk-hai.1 is no engine")


def test_each_engine_has_uses_of_its_own(game: RingOfPower) -> None:
    ram = refusal(game, {"battering-ram": {"use": "hold"}}, one("battering-ram"), **WALLS)
    assert ram.faults[0].right == "say rerolls, gate, fight or wait"
    weapon = refusal(game, {"siege-catapult": {"use": "gate", "tries": 1}}, one("siege-catapult"), **WALLS)
    assert [fault.at.rpartition(".")[2] for fault in weapon.faults] == ["tries", "use"]


@pytest.mark.rules("ART-04")
def test_a_full_crew_takes_no_recruits_and_a_mumak_never(game: RingOfPower) -> None:
    full = refusal(game, {"siege-catapult": {"recruits": ["uruk-hai.1"]}}, one("siege-catapult"), **WALLS)
    wrong = "siege-catapult lacks no crew, and 1 step in (ART-04)"
    assert only(full) == ("sides.evil.engines.siege-catapult.recruits", wrong)
    beast = refusal(game, {"mumak": {"crew": 2, "recruits": ["uruk-hai.1"]}}, one("mumak"))
    assert only(beast)[0] == "sides.evil.engines.mumak.recruits"


@pytest.mark.rules("ART-18")
def test_a_ram_with_no_gate_to_run_at_is_told_why_it_waits(game: RingOfPower) -> None:
    told = fought(game, declared(game, [one("gondor-foot")], [one("battering-ram")]))
    assert says(told, "battering-ram is not used: no gate is assaulted (ART-18).")


def test_without_walls_there_is_nothing_to_ram_in_what_might_be(game: RingOfPower) -> None:
    setup = declared(
        game,
        [one("gondor-foot")],
        [one("battering-ram"), one("orc")],
        sides={"evil": {"engines": dict([RAM])}},
        **WALLS,
    )
    open_field = next(one for one in variations(game.book, setup) if one.change == "good without walls")
    assert odds(game, open_field.setup, trials=10, seed=1).trials
