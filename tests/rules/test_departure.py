"""After a defeat: who goes where, who is carried, who is left and who is led away. Worked by hand."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, PlaceId, Profile, ProfileId
from assistant.rules.carrying import carrying_speed
from assistant.rules.core.fact import apply
from assistant.rules.fight.facts import Carried, LeftBehind, Mending, Retreated, Stayed
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.resolve import Resolution
from tests.rules.battles import asks, declared, fought, one, says


def named(*names: str) -> tuple[FigureId, ...]:
    return tuple(map(FigureId, names))


def facts(fight: Resolution, kind: type) -> list[object]:
    return [fact for fact in fight.played.done.facts if isinstance(fact, kind)]


@pytest.mark.rules("ABL-HERO-3", "ABL-HERO-4")
@pytest.mark.parametrize(
    ("carriers", "carried", "speed"),
    [
        ("aragorn", "boromir", "half"),
        ("aragorn legolas", "boromir", "full"),
        ("aragorn", "merry", "full"),
        ("aragorn", "merry pippin", "half"),
        ("sam", "frodo", "half"),
        ("sam merry", "frodo", "full"),
        ("sam", "boromir", None),
        ("sam merry", "boromir", "half"),
    ],
)
def test_two_carry_one_at_full_speed_one_at_half_and_a_hobbit_is_half_a_figure(
    book: Book, carriers: str, carried: str, speed: str | None
) -> None:
    def profiles(names: str) -> list[Profile]:
        return [book.profiles[ProfileId(name)] for name in names.split()]

    assert carrying_speed(profiles(carriers), profiles(carried)) == speed


@pytest.mark.rules("ABL-HERO-3", "OUT-07", "OUT-08")
def test_a_beaten_hero_carries_his_wounded_friend_away_at_half_speed(game: RingOfPower) -> None:
    # Denethor (5+) and two men fall: 3 to leadership 1. Of the three left one more is lost.
    good = [one("denethor"), one("gondor-foot", count=4), one("angbor")]
    setup = declared(game, good, [one("uruk-hai", count=6)])
    dice = {"good attack": "1" * 6, "evil attack": "444111", "good defense": "111"}
    fight = fought(game, setup, dice=dice)
    assert fight.figures["denethor"] == "wounded"
    assert facts(fight, Carried) == [Carried(named("denethor"), named("angbor"), "half")]
    assert asks(fight) == ["carry", "retreat"]
    left = fought(game, setup, dice=dice, answers={"carry": "leave"})
    assert facts(left, LeftBehind) == [LeftBehind(named("denethor"))]


@pytest.mark.rules("ABL-HERO-5")
def test_where_no_character_can_walk_the_wounded_are_left_behind(game: RingOfPower) -> None:
    # Denethor fails and a man falls with him: evil 2 to leadership 1. A soldier carries nobody.
    setup = declared(game, [one("denethor"), one("gondor-foot", count=3)], [one("uruk-hai", count=4)])
    dice = {"good attack": "1111", "evil attack": "4411", "good defense": "11"}
    fight = fought(game, setup, dice=dice)
    assert facts(fight, LeftBehind) == [LeftBehind(named("denethor"))]
    assert says(fight, "Left behind")


@pytest.mark.rules("PPL-HOBBITS-01")
def test_the_victor_or_where_the_house_says_so_the_loser_decides_on_a_captive(game: RingOfPower) -> None:
    # Pippin (5+) fails: evil 1 to 0.
    dice = {"good attack": "1", "evil attack": "4", "good defense": "1"}
    for reading, seat in (("victor", "evil"), ("loser", "good")):
        setup = declared(game, [one("pippin")], [one("uruk-hai")], house={"AMB-058": reading})
        fight = fought(game, setup, dice=dice, answers={"capture": "capture"})
        question = next(request for request in fight.played.requests if request.purpose == "capture")
        assert question.seat == seat
        assert fight.figures["pippin"] == "captured"
        # One Uruk-hai carries half a figure at full speed.
        assert facts(fight, Carried) == [Carried(named("pippin"), named("uruk-hai"), "full")]


def test_captives_slow_their_captors_unless_the_house_says_otherwise(game: RingOfPower) -> None:
    # AMB-059: Merry falls to the one hit, and Pippin is the further loss after 2 to 0. Two hobbits are one
    # figure, which Lurtz alone carries at half speed; or captives slow nobody.
    for reading, speed in (("carry-rates", "half"), ("no-slowing", "full")):
        fight = fought(
            game,
            declared(game, [one("merry"), one("pippin")], [one("lurtz")], house={"AMB-059": reading}),
            dice={"good attack": "11", "evil attack": "4", "good defense": "1"},
            answers={"capture": "capture"},
        )
        assert fight.figures == {"merry": "captured", "pippin": "captured", "lurtz": "unhurt"}
        assert [fact.speed for fact in fight.played.done.facts if isinstance(fact, Carried)] == [speed]


@pytest.mark.rules("OUT-07")
@pytest.mark.parametrize(
    ("reading", "asked", "words"),
    [
        ("as-far-as-possible", True, "retreats as far as they can"),
        ("blocked", True, "finds no way out, stays"),
        ("full-move", False, "retreats a full move"),
    ],
)
def test_what_becomes_of_the_beaten_with_no_way_out(
    game: RingOfPower, reading: str, asked: bool, words: str
) -> None:
    setup = declared(game, [one("rohan-foot", count=2)], [one("goblin", count=3)], house={"AMB-033": reading})
    dice = {"good attack": "61", "evil attack": "111"}
    fight = fought(game, setup, dice=dice, answers={"retreat": "blocked"})
    assert ("retreat" in asks(fight)) == asked
    assert says(fight, f"{words} and regroups")


@pytest.mark.rules("OUT-08")
def test_each_beaten_force_goes_by_itself_and_regroups(game: RingOfPower) -> None:
    evil = [one("goblin", count=3, force="Moria"), one("orc", force="Mordor")]
    setup = declared(game, [one("rohan-foot", count=2)], evil)
    fight = fought(game, setup, dice={"good attack": "61", "evil attack": "1111"})
    # One goblin falls and one more is lost; a goblin and the orc go, each with its own force.
    assert [fact.figures for fact in fight.played.done.facts if isinstance(fact, Retreated)] == [
        named("goblin.3"),
        named("orc"),
    ]
    world = World()
    for fact in fight.played.done.facts:
        world = apply(world, fact)
    assert all(world.figures[name].regrouping for name in named("goblin.3", "orc"))


@pytest.mark.rules("ABL-VENERABLE")
@pytest.mark.effect("venerable")
def test_the_venerable_do_not_move_in_the_turn_after_a_fight(game: RingOfPower) -> None:
    fight = fought(game, declared(game, [one("dain")], [one("orc")]), dice={
        "good attack": "1", "evil attack": "1",
    })  # fmt: skip
    assert Stayed(named("dain"), "venerable") in fight.played.done.facts


@pytest.mark.rules("ABL-PARALYZE-2")
def test_the_winners_paralyzed_stay_where_they_are_for_a_turn(game: RingOfPower) -> None:
    # Imrahil (leadership 2) wins 3 to 1; the bitten man will not move.
    fight = fought(
        game,
        declared(game, [one("gondor-foot", count=2), one("imrahil")], [one("giant-spider")]),
        dice={"good attack": "44 11", "evil attack": "4", "good defense": "1", "evil defense": "11"},
    )
    assert Stayed(named("gondor-foot.1"), "paralyzed") in fight.played.done.facts


@pytest.mark.rules("HEA-02")
def test_heroes_wounded_for_a_place_of_healing_will_mend_there_if_it_is_held(game: RingOfPower) -> None:
    # Two orcs fall at Rivendell, Elladan fails: good 2 + 4 to 1, and he is to mend.
    good = [one("elladan"), one("elrond")]
    setup = declared(game, good, [one("orc", count=4)], place="rivendell", holder="good")
    dice = {"good attack": "6 66", "evil attack": "5111", "good defense": "1", "evil defense": "111"}
    fight = fought(game, setup, dice=dice)
    assert facts(fight, Mending) == [Mending(named("elladan"), PlaceId("rivendell"))]


@pytest.mark.rules("HEA-02")
def test_a_drawn_fight_leaves_a_place_of_healing_with_its_holders_and_their_heroes_mend(
    game: RingOfPower,
) -> None:
    # Elladan fells an orc and is felled: 1 to 1. Whoever came to take Rivendell mends nobody there.
    dice = {"good attack": "6", "evil attack": "51", "good defense": "1", "evil defense": "1"}
    held = declared(game, [one("elladan")], [one("orc", count=2)], place="rivendell", holder="good")
    fight = fought(game, held, dice=dice)
    assert fight.outcome.winner is None
    assert facts(fight, Mending) == [Mending(named("elladan"), PlaceId("rivendell"))]
    lost = declared(game, [one("elladan")], [one("orc", count=2)], place="rivendell", holder="evil")
    assert facts(fought(game, lost, dice=dice), Mending) == []


@pytest.mark.rules("PPL-HOBBITS-01")
def test_a_battle_file_may_say_whom_the_victor_carries_off(game: RingOfPower) -> None:
    # Merry fails against an orc's hit, 1 to 0, and nobody is there to carry him.
    def beaten(**keys: list[str]) -> Resolution:
        setup = declared(game, [one("merry")], [one("orc", count=2)], sides={"evil": keys})
        dice = {"good attack": "1", "evil attack": "51", "good defense": "1"}
        return fought(game, setup, dice=dice)

    taken, spared = beaten(captures=["merry"]), beaten(captures=[])
    assert (taken.figures["merry"], spared.figures["merry"]) == ("captured", "wounded")
    assert asks(taken) == asks(spared) == []
    # Left behind he is never slain.
    assert says(spared, "Left behind, to be captured: merry")
