"""Other numbers by what one bears, where one stands, whom one faces and who is near."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.game import RingOfPower
from assistant.simulate.resolve import Resolution
from tests.rules.battles import Rows, declared, first, fought, one
from tests.support import Fights


def fight(game: RingOfPower, good: Rows, evil: Rows, **site: Any) -> Resolution:
    """A fight in which every die shows six."""
    return fought(game, declared(game, good, evil, **site))


@pytest.mark.rules("ITM-ANDURIL-02")
def test_anduril_sharpens_aragorns_attack_and_his_leading(game: RingOfPower) -> None:
    # 3 dice at 4+, leadership 3; bearing Anduril 3+ and 4.
    plain = fight(game, [one("aragorn")], [one("orc")])
    assert [die.need for die in first(plain, "good", "attack").dice] == [4, 4, 4]
    assert plain.outcome.good.leadership == 3
    armed = fight(game, [one("aragorn", bears=["anduril"])], [one("orc")])
    assert [die.need for die in first(armed, "good", "attack").dice] == [3, 3, 3]
    assert armed.outcome.good.leadership == 4


@pytest.mark.rules("ITM-DURINSAXE-02")
def test_durins_axe_is_a_magic_weapon(game: RingOfPower) -> None:
    # A dwarf chieftain 4+ strikes at 3+ with it, and a ringwraith would now be slain.
    dwarf = one("dwarf-chieftain", bears=["durins-axe"])
    told = fight(game, [dwarf], [one("ringwraith")])
    assert first(told, "good", "attack").dice[0].need == 3
    assert any("slain by a magic weapon" in line for line in told.played.done.log)


@pytest.mark.rules("PRF-GC29")
def test_sting_is_keener_where_orcs_goblins_or_spiders_are(game: RingOfPower) -> None:
    # Frodo 5+, against orcs 4+.
    assert first(fight(game, [one("frodo")], [one("uruk-hai")]), "good", "attack").dice[0].need == 5
    assert first(fight(game, [one("frodo")], [one("orc")]), "good", "attack").dice[0].need == 4


@pytest.mark.rules("ITM-PHIAL-01")
@pytest.mark.effect("phial")
def test_the_phial_adds_two_to_all_rolls_against_spiders(game: RingOfPower) -> None:
    # Frodo against a giant spider: Sting 4+ and the phial 2 more: 2+.
    told = fight(game, [one("frodo")], [one("giant-spider")])
    assert first(told, "good", "attack").dice[0].need == 2


@pytest.mark.rules("ABL-SAILORS")
@pytest.mark.effect("sailors")
def test_corsairs_strike_better_by_the_water(game: RingOfPower) -> None:
    far = fight(game, [one("orc")], [one("corsair")])
    near = fight(game, [one("orc")], [one("corsair")], water=True)
    assert first(far, "evil", "attack").dice[0].need == 5
    assert first(near, "evil", "attack").dice[0].need == 4


@pytest.mark.rules("PPL-BEREGOND-02")
@pytest.mark.effect("beregond-guard")
def test_a_hobbit_near_beregond_has_one_more_die(game: RingOfPower) -> None:
    beside = fight(game, [one("pippin", near=["beregond"]), one("beregond")], [one("orc")])
    assert [die.figure for die in first(beside, "good", "attack").dice] == ["pippin", "pippin", "beregond"]
    apart = fight(game, [one("pippin"), one("beregond")], [one("orc")])
    assert len(first(apart, "good", "attack").dice) == 2


@pytest.mark.rules("PPL-ELROND-03")
@pytest.mark.effect("elrond-lore")
def test_elves_near_elrond_roll_failed_defense_again(game: RingOfPower) -> None:
    told = fight(game, [one("wood-elf", near=["elrond"]), one("elrond")], [one("orc")])
    line = next(line for line in told.played.done.log if line.startswith("Wood Elf"))
    assert "failures rolled again: elven lore (PPL-ELROND-03)" in line


@pytest.mark.rules("PPL-GALADRIEL-02")
@pytest.mark.effect("galadriel-light")
def test_elves_in_lothlorien_roll_misses_again_while_the_lady_is_there(fights: Fights) -> None:
    # One wood elf in Lothlórien misses with 2 and rolls again.
    dice = {"good attack": "2", "good attack_reroll": "1", "evil attack": "1"}
    fights("wood-elf, galadriel", "orc", place="lothlorien", holder="good", dice=dice)


@pytest.mark.rules("PPL-SHELOB-01")
@pytest.mark.effect("spider-lair")
def test_shelob_has_three_times_her_dice_at_home(fights: Fights) -> None:
    assert len(fights.first_roll("sam", "shelob", "evil", place="shelobs-lair").dice) == 3
    assert len(fights.first_roll("sam", "shelob", "evil").dice) == 1


@pytest.mark.rules("PPL-DRUMMERS-01", "PPL-DRUMMERS-02")
@pytest.mark.effect("drums")
def test_the_drum_of_moria_gives_each_goblin_one_more_die_once(fights: Fights) -> None:
    # Two goblins and both drummers: 2 dice each. With one drummer, or in the field, 1 each.
    deep = fights.first_roll("dwarf-warrior", "2 goblin, 2 goblin-drummer", "evil", place="moria")
    assert len(deep.dice) == 8
    lone = fights.first_roll("dwarf-warrior", "2 goblin, goblin-drummer", "evil", place="moria")
    assert len(lone.dice) == 3
    field = fights.first_roll("dwarf-warrior", "2 goblin, 2 goblin-drummer", "evil")
    assert len(field.dice) == 4


def test_arwen_has_wizardry_in_rivendell_alone(fights: Fights) -> None:
    keys: dict[str, Any] = {"good_wizardry": {"arwen": {"dice": 1}}}
    assert len(fights.first_roll("arwen", "orc", "good", place="rivendell", **keys).dice) == 2
    with pytest.raises(Illegal, match="has 0 wizardry"):
        fights.first_roll("arwen", "orc", "good", **keys)


@pytest.mark.rules("PPL-HOBBITS-01")
def test_the_victor_is_asked_whether_to_carry_a_wounded_hobbit_off(fights: Fights) -> None:
    # Merry (5+) fails; Lurtz wins 2 to 0 and leaves him, the first option.
    told = fights("merry", "lurtz", dice={"good attack": "1", "evil attack": "4", "good defense": "1"})
    assert told.figures["merry"] == "wounded"
    ask = next(request for request in told.played.requests if request.purpose == "capture")
    assert (ask.seat, ask.options) == ("evil", ("leave", "capture"))  # type: ignore[union-attr]
