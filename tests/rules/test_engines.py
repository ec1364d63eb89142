"""Engines of war and what they do to walls (lines 207-227)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from assistant.kernel.asking import Allocate, Answer, Choose, Chosen, Request, Roll
from assistant.kernel.ids import FigureId
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.effects.hooks import Brood, Effect
from assistant.rules.effects.registry import EFFECTS, effect
from assistant.rules.fight.facts import GateTried, WallsBroken
from assistant.rules.world import World
from assistant.simulate.answerers import accepting
from assistant.simulate.resolve import Resolution, resolve_with
from tests.support import Fights

SIEGE = "2 orc, battering-ram"


@pytest.mark.rules("ART-05")
@pytest.mark.effect("siege-weapon")
@pytest.mark.parametrize(
    ("weapon", "dice"),
    [
        pytest.param("siege-ballista", 3, marks=pytest.mark.rules("ART-08")),
        pytest.param("siege-catapult", 6, marks=pytest.mark.rules("ART-11")),
    ],
)
def test_heavy_weapons_shoot_into_a_fortress_or_out_of_one_and_not_in_the_field(
    fights: Fights, weapon: str, dice: int
) -> None:
    # An orc has 1 die: alone in the field, with the weapon at the walls, all doubled behind them.
    force = f"orc, {weapon}"
    assert len(fights.first_roll("gondor-foot", force, "evil").dice) == 1
    assert len(fights.first_roll("gondor-foot", force, "evil", fortress="good").dice) == 1 + dice
    assert len(fights.first_roll("gondor-foot", force, "evil", fortress="evil").dice) == 2 + 2 * dice
    assert len(fights.first_roll("gondor-foot", force, "evil", fortress="good", at="field").dice) == 1


@pytest.mark.rules("ART-05")
def test_two_rules_of_one_reason_stand_in_one_bracket(fights: Fights) -> None:
    fight = fights("gondor-foot", "siege-ballista, orc", dice={"good attack": "1", "evil attack": "1"})
    assert any("no fortress is assaulted (ART-05, ART-08)" in line for line in fight.played.done.log)


@pytest.mark.rules("ART-14")
@pytest.mark.effect("garrison-weapon")
def test_a_trebuchet_shoots_only_from_the_fortress_it_garrisons(fights: Fights) -> None:
    # Besieging or in the field the foot's one die is all; inside, 2 of the foot and 12 of the trebuchet.
    force = "gondor-foot, trebuchet"
    assert len(fights.first_roll(force, "orc", "good").dice) == 1
    assert len(fights.first_roll(force, "orc", "good", fortress="evil").dice) == 1
    assert len(fights.first_roll(force, "orc", "good", fortress="good").dice) == 14


def test_a_bolt_shooter_shoots_in_the_field_too(fights: Fights) -> None:
    roll = fights.first_roll("gondor-foot", "bolt-shooter", "evil")
    assert [die.need for die in roll.dice] == [3, 3, 3]


@pytest.mark.rules("PLC-MINASTIRITH-03")
@pytest.mark.effect("no-engines")
def test_no_engine_but_a_ram_is_of_use_against_the_citadel_of_minas_tirith(fights: Fights) -> None:
    keys = {"place": "minas-tirith", "holder": "good"}
    force = "orc, siege-catapult"
    assert len(fights.first_roll("angbor", force, "evil", **keys).dice) == 7
    assert len(fights.first_roll("angbor", force, "evil", at="tower", **keys).dice) == 1
    fight = fights(
        "angbor",
        SIEGE,
        at="tower",
        evil_engines={"battering-ram": {"use": "gate"}},
        dice={"evil special": "11", "good attack": "11", "evil attack": "11"},
        **keys,
    )
    assert GateTried(FigureId("battering-ram")) in fight.played.done.facts


@pytest.mark.rules("ART-18")
@pytest.mark.effect("ram", "beside-a-ram")
def test_a_ram_lets_four_attackers_roll_their_misses_again(fights: Fights) -> None:
    # Six orcs strike at 5+; orcs 1 to 4 roll their ones again: 5 and 6 hit. The foot saves a 3 and a 3 at 3+.
    fight = fights(
        "gondor-foot",
        "6 orc, battering-ram",
        fortress="good",
        dice={
            "evil attack": "111111",
            "evil attack_reroll": "5611",
            "good attack": "11",
            "good defense": "33",
        },
    )
    (helped,) = (
        one for one in fight.played.requests if isinstance(one, Allocate) and one.purpose == "engine"
    )
    assert helped.proposal == ("orc.1", "orc.2", "orc.3", "orc.4")


@pytest.mark.rules("ART-18")
@pytest.mark.effect("ram", "beside-a-ram")
def test_every_ram_helps_four_others(fights: Fights) -> None:
    # Line 225: ten orcs and three rams: four, four and the two who are left, so that all ten roll again.
    fight = fights(
        "gondor-foot",
        "10 orc, 3 battering-ram",
        fortress="good",
        dice={"evil attack": "1" * 10, "evil attack_reroll": "1" * 10, "good attack": "11"},
    )
    helped = [one.proposal for one in fight.played.requests if isinstance(one, Allocate)]
    assert helped == [
        ("orc.1", "orc.2", "orc.3", "orc.4"),
        ("orc.5", "orc.6", "orc.7", "orc.8"),
        ("orc.9", "orc.10"),
    ]


@pytest.mark.rules("ART-18")
def test_more_rams_than_attackers_help_nobody_twice(fights: Fights) -> None:
    # Four orcs roll four misses again, and not once more: the second ram has nobody left to help.
    fight = fights(
        "gondor-foot",
        "4 orc, 2 battering-ram",
        fortress="good",
        dice={"evil attack": "1111", "evil attack_reroll": "1111", "good attack": "11"},
    )
    assert any("battering-ram.2 helps nobody" in line for line in fight.played.done.log)


@pytest.mark.rules("ART-19")
def test_eleven_on_two_dice_smashes_the_gate(fights: Fights) -> None:
    # 5 and 6 are 11. The walls help no more: the foot has one die at 4+ and saves at 4+.
    fight = fights(
        "gondor-foot",
        SIEGE,
        fortress="good",
        evil_engines={"battering-ram": {"use": "gate"}},
        dice={"evil special": "56", "good attack": "1", "evil attack": "51", "good defense": "4"},
    )
    assert WallsBroken(None, "gate", (FigureId("battering-ram"),)) in fight.played.done.facts
    assert fight.figures["gondor-foot"] == "unhurt"


@pytest.mark.rules("ART-19")
def test_every_later_try_at_the_gate_is_two_easier(fights: Fights) -> None:
    def broken(special: str, tries: int, attack: str) -> bool:
        fight = fights(
            "gondor-foot",
            SIEGE,
            fortress="good",
            evil_engines={"battering-ram": {"use": "gate", "tries": tries}},
            dice={"evil special": special, "good attack": attack, "evil attack": "11"},
        )
        return any(isinstance(fact, WallsBroken) for fact in fight.played.done.facts)

    # 10 is too little at first; 4 + 5 + 2 is 11 at the second try, 3 + 4 + 4 at the third.
    assert not broken("46", 0, attack="11")
    assert broken("45", 1, attack="1")
    assert not broken("33", 2, attack="11")
    assert broken("34", 2, attack="1")


@pytest.mark.rules("ART-20")
def test_the_crew_may_drop_the_ram_and_fight(fights: Fights) -> None:
    # Two orcs and 4 Uruk-hai: six dice; the ram is gone and nobody's casualty.
    fight = fights(
        "gondor-foot",
        SIEGE,
        fortress="good",
        evil_engines={"battering-ram": {"use": "fight"}},
        dice={"good attack": "11", "evil attack": "11 1111"},
    )
    assert fight.figures["battering-ram"] == "eliminated"
    assert fight.figures["battering-ram.crew.4"] == "unhurt"
    assert fight.outcome.winner is None


@pytest.mark.rules("ART-20")
def test_the_crew_may_drop_the_ram_in_the_field_too_and_nothing_else(fights: Fights) -> None:
    # Caught in the open: one man against the two orcs and the 4 Uruk-hai, or the two orcs alone.
    dropped = fights(
        "gondor-foot",
        SIEGE,
        evil_engines={"battering-ram": {"use": "fight"}},
        dice={"good attack": "1", "evil attack": "11 1111"},
    )
    assert dropped.figures["battering-ram"] == "eliminated"
    kept = fights("gondor-foot", SIEGE, dice={"good attack": "1", "evil attack": "11"})
    (asked,) = (one for one in kept.played.requests if isinstance(one, Choose) and one.purpose == "engine")
    assert (asked.options, asked.why) == (("wait", "fight"), "battering-ram: drop it and fight, or wait?")


@pytest.mark.rules("ART-17")
@pytest.mark.effect("full-crew")
def test_a_ram_without_its_whole_crew_is_of_no_use(fights: Fights) -> None:
    fight = fights(
        "gondor-foot",
        "battering-ram, gothmog",
        fortress="good",
        evil_engines={"battering-ram": {"crew": 3}},
        dice={"good attack": "11", "evil attack": "11"},
    )
    (asked,) = (one for one in fight.played.requests if isinstance(one, Choose) and one.purpose == "engine")
    assert asked.options == ("wait", "fight")


def blown(fights: Fights, special: str, house: Mapping[str, str] | None = None) -> Resolution:
    """A charge set off at the gate that one of Gondor's foot defends, with one die if it breaks."""
    return fights(
        "gondor-foot",
        "2 engineer, orc",
        fortress="good",
        evil_engines={"engineer.1": {"use": "gate"}},
        house=house,
        dice={"evil special": special, "good attack": "1" if special >= "3" else "11", "evil attack": "1"},
    )


@pytest.mark.rules("ART-21", "ART-22", "ART-23")
@pytest.mark.effect("demolition")
def test_a_charge_breaks_the_gate_on_three_or_more_and_kills_its_crew(fights: Fights) -> None:
    # The foot without walls has one die.
    fight = blown(fights, "3")
    assert (
        WallsBroken(None, "gate", (FigureId("engineer.1"), FigureId("engineer.2"))) in fight.played.done.facts
    )
    assert fight.figures["engineer.1"] == fight.figures["engineer.2"] == "eliminated"


@pytest.mark.rules("ART-23")
def test_whoever_dies_by_their_own_charge_counts_for_the_enemy_only_where_all_such_do(fights: Fights) -> None:
    # Nobody hits anyone: 0 to 0, a draw. By the other reading of AMB-093 two engineers count: 2 to 0.
    assert blown(fights, "3").outcome.good.casualties_inflicted == 0
    assert blown(fights, "3", house={"AMB-093": "both-count"}).outcome.good.casualties_inflicted == 2


@pytest.mark.rules("ART-23")
def test_a_charge_that_fails_kills_its_crew_all_the_same(fights: Fights) -> None:
    fight = blown(fights, "2")
    assert not any(isinstance(fact, WallsBroken) for fact in fight.played.done.facts)
    assert fight.figures["engineer.2"] == "eliminated"


@pytest.mark.rules("ART-21")
def test_one_engineer_needs_another_or_anyone_by_another_reading(fights: Fights) -> None:
    # CON-055: by the book's core text any figure may light it; two orcs, the owner takes the first.
    alone = fights.first_roll("gondor-foot", "engineer, 2 orc", "evil", fortress="good")
    assert alone.purpose == "attack"
    fight = fights(
        "gondor-foot",
        "engineer, 2 orc",
        fortress="good",
        evil_engines={"engineer": {"use": "gate"}},
        house={"CON-055": "engineer-and-special"},
        dice={"evil special": "3", "good attack": "1", "evil attack": "1"},
    )
    assert fight.figures["orc.1"] == "eliminated"
    assert fight.figures["engineer"] == "eliminated"


@pytest.mark.rules("ART-22")
def test_a_charge_breaches_only_a_wall_that_is_called_weak(fights: Fights) -> None:
    def options(**keys: Any) -> tuple[str, ...]:
        setup = fights.setup("gondor-foot", "2 engineer", **keys)
        fight = resolve_with(fights.game, setup, accepting(lambda roll: (1,) * len(roll.dice)), World())
        (asked,) = (
            one for one in fight.played.requests if isinstance(one, Choose) and one.purpose == "charge"
        )
        return asked.options

    assert options(fortress="good") == ("hold", "gate")
    assert options(fortress="good", weak_wall=True) == ("hold", "gate", "weak-wall")
    assert options(place="helms-deep", holder="good") == ("hold", "gate", "weak-wall")


def test_what_a_breach_changes_the_table_decides(fights: Fights) -> None:
    # Asked, it may leave the walls as they are: the foot keeps two dice.
    setup = fights.setup(
        "gondor-foot", SIEGE, fortress="good", evil_engines={"battering-ram": {"use": "gate"}}
    )
    taking = accepting(lambda roll: (6,) * len(roll.dice))

    def answer(request: Request) -> Answer:
        if isinstance(request, Choose) and request.purpose == "breach":
            return Chosen("walls-still-help")
        return taking(request)

    fight = resolve_with(fights.game, setup, answer, World())
    strikes = [one for one in fight.played.requests if isinstance(one, Roll) and one.seat == "good"]
    assert len(strikes[0].dice) == 2


def test_a_ram_helps_figures_at_the_gate_and_no_other_engine(fights: Fights) -> None:
    # Two orcs and a ballista strike; of them only the orcs may roll again.
    fight = fights(
        "gondor-foot",
        "2 orc, siege-ballista, battering-ram",
        fortress="good",
        dice={"evil attack": "11 111", "evil attack_reroll": "11", "good attack": "11"},
    )
    (helped,) = (
        one for one in fight.played.requests if isinstance(one, Allocate) and one.purpose == "engine"
    )
    assert helped.proposal == ("orc.1", "orc.2")


@pytest.mark.rules("ART-18")
def test_those_whom_a_ram_helps_are_no_rams(fights: Fights) -> None:
    # Listed first, the ram helps orcs 1 to 4 to strike: one question, one choice of whom, no run at the gate.
    fight = fights(
        "gondor-foot",
        "battering-ram, 6 orc",
        fortress="good",
        dice={"evil attack": "111111", "evil attack_reroll": "1111", "good attack": "11"},
    )
    engines = [one for one in fight.played.requests if one.purpose == "engine"]
    assert [type(one) for one in engines] == [Choose, Allocate]


def test_an_effect_that_reaches_friends_may_not_make_them_what_its_holder_is() -> None:
    with pytest.raises(TypeError, match="would make them speak to spawns"):

        @effect("brood-mother")
        class BroodMother(Effect):
            def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
                return True

            def spawns(self, me: Combatant, scene: Scene) -> Brood | None:
                return None

    assert "brood-mother" not in EFFECTS
