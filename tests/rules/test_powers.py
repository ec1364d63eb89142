"""Powers that are called, strike and are gone; and those who choose whom they strike. Worked by hand."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal, Malformed
from assistant.rules.core.fact import apply
from assistant.rules.fight.facts import Called, Retreated
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from tests.rules.battles import asks, declared, first, fought, one, says


@pytest.mark.rules("PPL-EAGLES-01", "PPL-EAGLES-03")
@pytest.mark.effect("eagle-friend")
def test_gandalf_calls_the_eagles_once_in_the_game(game: RingOfPower) -> None:
    # Called, they strike with 10 dice at 2+; Gandalf has 2 more at 3+. Ten hits on three orcs without a save.
    setup = declared(game, [one("gandalf-the-white")], [one("orc", count=3)])
    dice = {"good attack": "11 2222222222", "evil attack": "111", "evil defense": "1" * 10}
    fight = fought(game, setup, dice=dice, answers={"call": "call"})
    assert asks(fight)[0] == "call"
    assert all(fight.figures[f"orc.{number}"] == "eliminated" for number in (1, 2, 3))
    world = World()
    for fact in fight.played.done.facts:
        world = apply(world, fact)
    assert world.called == ("eagles",)
    later = declared(game, [one("gandalf-the-white")], [one("orc", id="other")])
    assert "call" not in asks(fought(game, later, world=world))


def test_eagles_listed_beside_gandalf_have_been_called(game: RingOfPower) -> None:
    setup = declared(game, [one("gandalf-the-white"), one("eagles")], [one("orc")])
    fight = fought(game, setup)
    assert "call" not in asks(fight)
    assert [fact.what for fact in fight.played.done.facts if isinstance(fact, Called)] == ["eagles"]
    world = apply(World(), next(fact for fact in fight.played.done.facts if isinstance(fact, Called)))
    with pytest.raises(Illegal) as refused:
        fought(game, setup, world=world)
    assert refused.value.code == "called-before"


@pytest.mark.rules("PPL-EAGLES-02")
@pytest.mark.effect("scatters-ethereals")
def test_wraiths_are_gone_before_the_eagles_strike(game: RingOfPower) -> None:
    # The ringwraith and the shade never roll; by the narrower reading the shade stays.
    good, evil = [one("eagles"), one("rohan-foot")], [one("ringwraith"), one("shade"), one("orc")]
    fight = fought(game, declared(game, good, evil))
    assert (fight.figures["ringwraith"], fight.figures["shade"]) == ("dispersed", "dispersed")
    assert [die.figure for die in first(fight, "evil", "attack").dice] == ["orc"]
    narrow = fought(game, declared(game, good, evil, house={"CON-087": "ringwraiths-only"}))
    assert [die.figure for die in first(narrow, "evil", "attack").dice] == ["shade", "orc"]


@pytest.mark.rules("PPL-EAGLES-02", "OUT-01")
def test_a_wraith_driven_off_before_the_fight_neither_leads_nor_duels_nor_counts(game: RingOfPower) -> None:
    # The Witch-king alone, who would lead with 3: nobody is left to strike. 0 + 0 for evil, 0 + 2 for good.
    setup = declared(game, [one("gandalf-the-white"), one("eagles")], [one("witch-king")])
    fight = fought(game, setup, dice={})
    assert "duel" not in asks(fight)
    assert fight.figures["witch-king"] == "dispersed"
    assert (fight.outcome.evil.total, fight.outcome.good.casualties_inflicted) == (0, 0)
    assert fight.outcome.winner == "good"


@pytest.mark.rules("PPL-EAGLES-02")
def test_a_duel_with_a_wraith_who_was_driven_off_is_not_fought(game: RingOfPower) -> None:
    good = [one("gandalf-the-white"), one("eagles")]
    duels = {"good": {"duels": [["gandalf-the-white", "witch-king"]]}}
    fight = fought(game, declared(game, good, [one("witch-king")], sides=duels), dice={})
    assert fight.figures["witch-king"] == "dispersed"


@pytest.mark.rules("PPL-HASHARIN-02")
def test_a_hasharin_who_has_struck_is_gone_before_the_others_strike(game: RingOfPower) -> None:
    # His four dice miss. The foot's hit at 4+ can only fall on the Uruk-hai, who fails: he and the Hasharin.
    setup = declared(game, [one("gondor-foot")], [one("hasharin"), one("uruk-hai")])
    dice = {"evil attack": "1111 1", "good attack": "6", "evil defense": "1"}
    fight = fought(game, setup, dice=dice)
    assert fight.figures["uruk-hai"] == "eliminated"
    assert fight.outcome.good.casualties_inflicted == 2


@pytest.mark.rules("PPL-EAGLES-03")
@pytest.mark.effect("strike-only")
def test_what_only_strikes_takes_no_hit_and_neither_wins_nor_loses(game: RingOfPower) -> None:
    # Eagles alone: the orcs have nobody to strike and roll nothing; two of three fall, and nobody has won.
    setup = declared(game, [one("eagles")], [one("orc", count=3)])
    fight = fought(game, setup, dice={"good attack": "2211111111", "evil defense": "11"})
    assert (fight.outcome.winner, fight.outcome.retreats) == (None, None)
    assert fight.outcome.good.casualties_inflicted == 2
    assert fight.figures["eagles"] == "dispersed"


def test_kills_of_a_power_count_for_the_side_it_helps_and_it_does_not_retreat(game: RingOfPower) -> None:
    # Huorns hit twice with 20 dice at 4+ and fell two of five orcs; the orcs fell the only man: 2 to 1.
    huorns = [one("rohan-foot"), one("huorns")]
    dice = {"good attack": "1" + "44" + "1" * 18, "evil attack": "51111", "good defense": "1"}
    dice |= {"evil defense": "11"}
    won = fought(game, declared(game, huorns, [one("orc", count=5)]), dice=dice)
    assert (won.outcome.winner, won.outcome.good.casualties_inflicted) == ("good", 2)
    # Beaten, they are not among the further losses and do not retreat.
    quiet = {"good attack": "1" * 21, "evil attack": "51111", "good defense": "1"}
    lost = fought(game, declared(game, huorns, [one("orc", count=5)]), dice=quiet)
    assert (lost.outcome.winner, lost.outcome.extra_losses) == ("evil", ())
    assert not any(isinstance(fact, Retreated) for fact in lost.played.done.facts)


def test_where_the_house_fights_powers_in_full_they_can_be_hit_and_beaten(game: RingOfPower) -> None:
    # AMB-077: Huorns have no defense, so one hit is the end of them.
    setup = declared(game, [one("huorns")], [one("orc")], house={"AMB-077": "full-combat"})
    fight = fought(game, setup, dice={"good attack": "1" * 20, "evil attack": "5"})
    assert (fight.outcome.winner, fight.figures["huorns"]) == ("evil", "eliminated")


@pytest.mark.rules("PPL-DEADARMY-01", "PPL-DEADARMY-02")
@pytest.mark.effect("oath-of-the-dead")
def test_aragorn_calls_the_dead_with_anduril(game: RingOfPower) -> None:
    # 10 figures of 3 dice at 2+ beside Aragorn's 3; without the sword he is not asked.
    king = one("aragorn", bears=["anduril", "oath-of-the-dead"])
    called = fought(game, declared(game, [king], [one("orc")]), answers={"call": "call"})
    assert len(first(called, "good", "attack").dice) == 33
    few = declared(game, [king], [one("orc")], house={"AMB-057": "three-dice"})
    assert len(first(fought(game, few, answers={"call": "call"}), "good", "attack").dice) == 6
    oath = one("aragorn", bears=["oath-of-the-dead"])
    assert "call" not in asks(fought(game, declared(game, [oath], [one("orc")])))


@pytest.mark.rules("PLC-FANGORN-06")
@pytest.mark.effect("target-order")
def test_ents_strike_uruk_hai_first_then_orcs_then_goblins(game: RingOfPower) -> None:
    # Four hits: both Uruk-hai, the orc, the goblin; the wild man, listed first, is spared.
    evil = [one("wild-man-of-dunland"), one("goblin"), one("orc"), one("uruk-hai", count=2)]
    fight = fought(game, declared(game, [one("ents")], evil), dice={
        "good attack": "2222111111", "evil defense": "1 11",
    })  # fmt: skip
    assert fight.figures["wild-man-of-dunland"] == "unhurt"
    assert fight.outcome.good.casualties_inflicted == 4


@pytest.mark.rules("PPL-WATCHER-01")
def test_the_watcher_strikes_the_ringbearer_first(game: RingOfPower) -> None:
    # One hit: Sam, listed first, is spared, and Frodo who bears the ring must defend at 2+.
    good = [one("sam"), one("frodo", bears=["one-ring"])]
    fight = fought(game, declared(game, good, [one("watcher-in-the-water")]), dice={
        "good attack": "11", "evil attack": "4111", "good defense": "2",
    })  # fmt: skip
    assert says(fight, "2 for frodo (2+)")


@pytest.mark.rules("PLC-CIRITHUNGOL-07")
@pytest.mark.effect("picks-her-prey")
def test_shelob_sets_upon_one_and_all_may_strike_her(game: RingOfPower) -> None:
    # Three dice in her lair, two hits: both on Sam, whom she picks; Frodo strikes her all the same.
    setup = declared(game, [one("frodo"), one("sam")], [one("shelob")], place="shelobs-lair", terrain="caves")
    fight = fought(
        game,
        setup,
        dice={"good attack": "11", "evil attack": "441", "good defense": "51"},
        answers={"victim": "sam"},
    )
    assert says(fight, "5 1 for sam (5+)")


@pytest.mark.rules("PPL-HASHARIN-01")
def test_a_hasharin_falls_upon_one_whom_he_touches(game: RingOfPower) -> None:
    fight = fought(game, declared(game, [one("rohan-foot", count=2)], [one("hasharin")]))
    assert "victim" in asks(fight)


@pytest.mark.rules("ABL-ASSASSIN")
def test_an_assassin_left_to_himself_strikes_at_the_best_leader(game: RingOfPower) -> None:
    # All dice hit. Aragorn leads better than Angbor, and no foot soldier is worth it.
    setup = declared(game, [one("rohan-foot", count=2), one("angbor"), one("aragorn")], [one("hasharin")])
    assert says(fought(game, setup), "hasharin strikes at aragorn")


@pytest.mark.rules("ABL-ASSASSIN")
def test_a_battle_file_says_whom_the_assassin_strikes_at(game: RingOfPower) -> None:
    good, evil = [one("rohan-foot", count=2), one("aragorn")], [one("hasharin")]
    setup = declared(game, good, evil, sides={"evil": {"victims": ["rohan-foot.2"]}})
    fight = fought(game, setup)
    assert says(fight, "hasharin strikes at rohan-foot.2")
    assert "victim" not in asks(fight)


def test_a_victim_who_is_not_there_is_a_fault_of_the_battle_file(game: RingOfPower) -> None:
    with pytest.raises(Malformed) as refused:
        declared(game, [one("rohan-foot")], [one("hasharin")], sides={"evil": {"victims": ["hasharin"]}})
    assert "sides.evil.victims[0]" in str([fault.at for fault in refused.value.faults])


@pytest.mark.rules("PLC-MORIA-14")
@pytest.mark.effect("weaker-outside")
def test_the_balrog_is_weaker_outside_moria(game: RingOfPower) -> None:
    # 4 dice at 3+, defense 3+; outside 3 dice at 4+, defense 4+.
    home = fought(game, declared(game, [one("rohan-foot", count=4)], [one("balrog")], place="moria"))
    assert [die.need for die in first(home, "evil", "attack").dice] == [3, 3, 3, 3]
    away = fought(game, declared(game, [one("rohan-foot", count=4)], [one("balrog")]))
    assert [die.need for die in first(away, "evil", "attack").dice] == [4, 4, 4]
    assert first(away, "evil", "defense").dice[0].need == 4


@pytest.mark.rules("PPL-GRIMA-07")
@pytest.mark.effect("worms-revenge")
def test_worm_may_slay_sharkey_when_he_has_lost(game: RingOfPower) -> None:
    # Two ruffians fall, 2 to 0 + 1; of the four left one more is lost. Then 4 slays Sharkey, 3 does not.
    evil = [one("ruffian", count=4), one("sharkey"), one("worm")]
    setup = declared(game, [one("rohan-foot", count=3)], evil)
    dice = {"good attack": "441", "evil attack": "111111", "evil special": "4"}
    assert fought(game, setup, dice=dice).figures["sharkey"] == "eliminated"
    assert fought(game, setup, dice={**dice, "evil special": "3"}).figures["sharkey"] == "unhurt"


@pytest.mark.rules("PPL-GRIMA-07")
def test_worm_may_slay_sharkey_in_the_tower_to_which_they_fled_from_the_walls(game: RingOfPower) -> None:
    # Two ruffians fail at 6+ behind walls: 2 to 0 + 1. The walls fall, and in the tower 4 slays Sharkey.
    evil = [one("ruffian", count=4), one("sharkey"), one("worm")]
    setup = declared(game, [one("rohan-foot", count=3)], evil, fortress="evil", tower=True)
    dice = {
        "good attack": "441",
        "evil attack": "11111111 11 11",
        "evil defense": "55",
        "evil special": "4",
    }
    fight = fought(game, setup, dice=dice)
    assert fight.outcome.walls_fell
    assert (fight.figures["sharkey"], fight.figures["worm"]) == ("eliminated", "unhurt")
