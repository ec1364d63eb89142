"""Who fights: those in reach, those who will not, those who hide and are searched for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.packs.load import load_book
from assistant.rules.book import Book, ProfileId, Trait
from assistant.rules.core.fact import apply
from assistant.rules.effects.registry import parameters
from assistant.rules.fight.facts import Dismounted, Retreated
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.resolve import Resolution
from tests.rules.battles import asks, declared, first, fought, one, says

RIDERS = [one("eomer"), one("rider-of-rohan", id="r", count=3)]
# The rulebook's dice, with the tenth that its text forgets.
EXAMPLE = {
    "good attack": "12 33 44 56",
    "evil attack": "123344566 1",
    "good defense": "4 23 1 5",
    "evil defense": "123446",
}


@pytest.mark.rules(
    "CMB-01", "CMB-02", "CMB-03", "CMB-06", "CMB-07", "CMB-13", "CMB-14", "ALC-02", "ALC-04",
    "DEF-06", "OUT-02", "OUT-09", "OUT-11",
)  # fmt: skip
def test_of_sixteen_uruk_hai_nine_are_in_reach_and_all_seventeen_retreat(game: RingOfPower) -> None:
    # 4 fight 10. Eight dice at 3+ hit six times, ten at 4+ five times (Éomer has no furious charge).
    # Six hits on six Uruk-hai spare Lurtz; five hits on four riders double on the first.
    # Five Uruk-hai fall; rider 1 fails 2 and 3 and perishes, rider 2 fails 1 and is unhorsed, no casualty.
    # Good 5 + 2 = 7, evil 1 + 1 = 2. Of the five left from the fight one more is lost; 16 + 1 - 6 retreat.
    uruks = [one("uruk-hai", id="u", count=16, in_reach=9), one("lurtz")]
    orders = {"good": {"allocation": ["r.1", "r.2", "r.3", "eomer"]}}
    fight = fought(game, declared(game, RIDERS, uruks, sides=orders), dice=EXAMPLE)
    assert says(fight, "4 of 4 for good, 10 of 17 for evil")
    assert (fight.outcome.good.total, fight.outcome.evil.total) == (7, 2)
    assert fight.outcome.extra_losses == ("u.6",)
    gone = next(fact for fact in fight.played.done.facts if isinstance(fact, Retreated))
    assert len(gone.figures) == 11


def test_where_the_whole_force_is_counted_twelve_left_lose_two(game: RingOfPower) -> None:
    # AMB-025: 17 less 5 fallen are 12; rounded up, 2 more are lost.
    uruks = [one("uruk-hai", id="u", count=16, in_reach=9), one("lurtz")]
    setup = declared(game, RIDERS, uruks, house={"AMB-025": "whole-force"})
    fight = fought(game, setup, dice={**EXAMPLE, "good defense": "4 2 3 1 5"})
    assert len(fight.outcome.extra_losses) == 2


@pytest.mark.rules("OUT-01")
def test_a_leader_out_of_reach_still_leads_his_force(game: RingOfPower) -> None:
    uruks = [one("uruk-hai", count=2), one("lurtz", in_reach=0)]
    fight = fought(game, declared(game, [one("rohan-foot", count=2)], uruks))
    assert fight.outcome.evil.leadership == 1


@pytest.mark.rules("CMB-09", "CMB-15")
def test_every_soldier_of_an_army_has_three_numbers_whatever_his_weapon() -> None:
    # 1 die, attack 4+, defense 5+: with bow, spear or sword.
    line = load_book(effects=parameters()).profiles[ProfileId("uruk-hai")].line
    assert (line.dice, line.attack, line.defense) == (1, 4, 5)


@pytest.mark.rules("CMB-08", "ABL-AMBUSH")
def test_ambushers_strike_before_anyone_strikes_back(game: RingOfPower) -> None:
    # The stalker (5+) fells the only man, who does not strike: he rolls no attack die.
    setup = declared(game, [one("rohan-foot")], [one("morgul-stalker")])
    fight = fought(game, setup, dice={"evil attack": "5", "good defense": "1"})
    assert fight.figures["rohan-foot"] == "eliminated"


@pytest.mark.rules("CMB-04", "CMB-05")
def test_characters_who_hide_are_found_on_four(game: RingOfPower) -> None:
    setup = declared(game, [one("merry"), one("pippin")], [one("orc", count=2)], attacker="evil")
    hidden = fought(game, setup, dice={"evil special": "3"}, answers={"hide": "hide"})
    assert asks(hidden) == ["hide", "search"]
    assert (hidden.outcome.evaded, hidden.outcome.winner) == ("good", None)
    found = fought(
        game,
        setup,
        dice={"evil special": "4", "good attack": "11", "evil attack": "11"},
        answers={"hide": "hide"},
    )
    assert found.outcome.evaded is None


def test_an_enemy_may_let_hidden_characters_go(game: RingOfPower) -> None:
    setup = declared(game, [one("frodo")], [one("orc")], sides={"good": {"hides": True}})
    assert fought(game, setup, dice={}, answers={"search": "let-them-go"}).outcome.evaded == "good"


@pytest.mark.rules("CMB-04")
def test_soldiers_do_not_hide_and_nobody_hides_behind_walls(game: RingOfPower) -> None:
    setup = declared(game, [one("frodo"), one("hobbit")], [one("orc")], sides={"good": {"hides": True}})
    with pytest.raises(Illegal) as refused:
        fought(game, setup)
    assert refused.value.code == "cannot-hide"
    walls = declared(game, [one("faramir")], [one("orc")], attacker="evil", fortress="good")
    assert "hide" not in asks(fought(game, walls))


@pytest.mark.rules("ABL-TRACKER-2")
@pytest.mark.effect("tracker")
def test_a_tracker_finds_those_who_hide_on_three(game: RingOfPower) -> None:
    setup = declared(game, [one("merry")], [one("orc-tracker", count=2)], sides={"good": {"hides": True}})
    assert first(fought(game, setup), "evil", "special").dice[0].need == 3


def stealthy(book: Book) -> RingOfPower:
    """No figure has stealth; give it to the rangers of the North."""
    ranger = book.profiles[ProfileId("ranger")]
    hidden = replace(ranger, traits=(*ranger.traits, Trait("stealth")))
    return RingOfPower(replace(book, profiles={**book.profiles, hidden.id: hidden}))


@pytest.mark.rules("ABL-STEALTH")
@pytest.mark.effect("stealth")
def test_the_stealthy_are_not_attacked_before_they_are_spotted(book: Book) -> None:
    game = stealthy(book)
    good, evil = [one("ranger")], [one("orc")]
    unseen = fought(game, declared(game, good, evil), dice={"evil special": "3"})
    assert unseen.outcome.evaded == "good"
    own = declared(game, good, evil, house={"AMB-022": "own-spotting-roll"})
    assert fought(game, own, dice={}).outcome.evaded == "good"
    assert fought(game, own, answers={"spot": "spotted"}).outcome.evaded is None
    nobody = declared(game, good, evil, house={"AMB-022": "unused"})
    assert fought(game, nobody).outcome.evaded is None


@pytest.mark.rules("ABL-BULLIES", "PPL-RUFFIANS-01")
@pytest.mark.effect("bullies")
def test_bullies_attack_only_fewer_than_themselves_or_hobbits(game: RingOfPower) -> None:
    ruffians = [one("ruffian", count=2)]
    for men in (2, 3):
        with pytest.raises(Illegal) as refused:
            fought(game, declared(game, [one("rohan-foot", count=men)], ruffians, attacker="evil"))
        assert refused.value.code == "will-not-attack"
    fought(game, declared(game, [one("rohan-foot")], ruffians, attacker="evil"))
    fought(game, declared(game, [one("hobbit", count=3)], ruffians, attacker="evil"))
    fought(game, declared(game, [one("rohan-foot", count=3)], ruffians, attacker="good"))


@pytest.mark.rules("ABL-BULLIES-2")
def test_where_the_house_makes_no_exception_bullies_fear_many_hobbits(game: RingOfPower) -> None:
    setup = declared(
        game,
        [one("hobbit", count=3)],
        [one("ruffian", count=2)],
        attacker="evil",
        house={"CON-060": "no-exception"},
    )
    with pytest.raises(Illegal):
        fought(game, setup)


def test_forces_fight_as_one_or_in_pairs(game: RingOfPower) -> None:
    good = [one("eomer", force="Éomer"), one("rohan-foot", force="Helm")]
    together = fought(game, declared(game, good, [one("orc", count=30)]), dice=None)
    assert together.outcome.evaded is None
    with pytest.raises(Illegal) as refused:
        fought(game, declared(game, good, [one("orc")], house={"AMB-034": "one-per-pair"}))
    assert refused.value.code == "one-pair-at-a-time"


def after(fight: Resolution, world: World) -> World:
    for fact in fight.played.done.facts:
        world = apply(world, fact)
    return world


def test_no_figure_fights_twice_in_one_turn(game: RingOfPower) -> None:
    setup = declared(game, [one("rohan-foot")], [one("orc")], turn=3)
    drawn = fought(game, setup, dice={"good attack": "1", "evil attack": "1"})
    world = after(drawn, World())
    with pytest.raises(Illegal) as refused:
        fought(game, setup, world=world)
    assert refused.value.code == "fought-already"
    later = declared(game, [one("rohan-foot")], [one("orc")], turn=4)
    fought(game, later, world=world)


@pytest.mark.rules("OUT-10")
def test_whoever_has_lost_his_mount_comes_to_the_next_fight_on_foot(game: RingOfPower) -> None:
    # A rider on foot has 1 die, mounted 2.
    setup = declared(game, [one("rider-of-rohan")], [one("orc")])
    quiet = {"good attack": "11", "good attack_reroll": "11", "evil attack": "1"}
    world = after(fought(game, setup, dice=quiet), World())
    world = apply(world, Dismounted((next(iter(world.figures)),)))
    assert len(first(fought(game, setup, world=world), "good", "attack").dice) == 1
