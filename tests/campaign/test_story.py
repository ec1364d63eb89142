"""The story of a fight: a few plain sentences from its facts."""

from __future__ import annotations

from assistant.campaign.story import in_short, story
from assistant.kernel.asking import Answer, Choose, Chosen, Request
from assistant.kernel.ids import FigureId
from assistant.rules.table_word.facts import Correction, Overruled
from assistant.rules.world import World
from assistant.simulate.answerers import accepting
from assistant.simulate.resolve import Resolution, resolve_with
from tests.support import Fights


def told(fought: Resolution, fights: Fights) -> list[str]:
    return list(story(fights.game.book, fought.setup, fought.played.done.facts))


def worked(fights: Fights) -> Resolution:
    return fights(
        "eomer, 3 rider-of-rohan",
        "9 uruk-hai, lurtz",
        dice={
            "good attack": "1 2 3 3 4 4 5 6",
            "evil attack": "1 2 3 3 4 4 5 6 6 1",
            "good defense": "4 23 1 5",
            "evil defense": "1 2 3 4 4 6",
        },
        good_allocation=["rider-of-rohan.1", "rider-of-rohan.2", "rider-of-rohan.3", "eomer"],
    )


def test_the_worked_example_is_told_in_six_sentences(fights: Fights) -> None:
    # Five Uruk-hai and one rider fall, 5 + 2 against 1 + 1; one of the five left is lost in defeat.
    assert told(worked(fights), fights) == [
        "Éomer and three Riders of Rohan met nine Uruk-hai and Lurtz.",
        "Good lost one Rider of Rohan; one Rider of Rohan lost the mount.",
        "Evil lost five Uruk-hai.",
        "Good won by 7 to 2.",
        "In defeat evil also lost one Uruk-hai.",
        "Evil retreated a full move with three Uruk-hai and Lurtz.",
    ]


def test_in_short_who_fell_comes_before_who_also_fell_in_defeat(fights: Fights) -> None:
    # The same fight on the projector: "also" is said after what it adds to.
    fought = worked(fights)
    assert list(in_short(fights.game.book, fought.setup, fought.played.done.facts)) == [
        "Good won by 7 to 2.",
        "Good lost one Rider of Rohan; one Rider of Rohan lost the mount.",
        "Evil lost five Uruk-hai.",
        "In defeat evil also lost one Uruk-hai.",
        "Evil retreated a full move with three Uruk-hai and Lurtz.",
    ]


def test_walls_darkness_and_a_place_are_part_of_it(fights: Fights) -> None:
    fought = fights(
        "2 rohan-foot", "3 orc", place="helms-deep", holder="good", darkness=True,
        dice={"good attack": "1111", "evil attack": "111"},
    )  # fmt: skip
    first, *_, last = told(fought, fights)
    assert first == "Three Orcs attacked the walls at Helm's Deep, held by two Rohan Foot, in darkness."
    assert last == "It was a draw, 0 to 0."


def test_walls_that_fall_are_told_with_those_who_escape(fights: Fights) -> None:
    # Two sixes hit; the foot is lost, Erkenbrand wounded. Evil 2 + 0 beats good's leadership of 1.
    fought = fights(
        "erkenbrand on foot, rohan-foot", "4 orc", fortress="good", tower=True,
        good_allocation=["rohan-foot", "erkenbrand"],
        dice={"good attack": "1111", "evil attack": "6611", "good defense": "11"},
    )  # fmt: skip
    said = told(fought, fights)
    assert "Good lost one Rohan Foot; Erkenbrand was wounded." in said
    assert "The walls fell; Erkenbrand reached the tower." in said


def test_a_duel_is_told_with_its_loser(fights: Fights) -> None:
    # 6 + 3 against 1 + 2: Saruman does not strike.
    fought = fights(
        "gandalf-the-white", "saruman", good_duels=[["gandalf-the-white", "saruman"]],
        dice={"good duel": "6", "evil duel": "1", "good attack": "11"},
    )  # fmt: skip
    assert "Gandalf the White neutralised Saruman in a duel." in told(fought, fights)


def test_a_fight_won_by_leadership_alone_says_so(fights: Fights) -> None:
    # Nobody hits anybody, also not on the rider's second try: 0 + 2 for Éomer against 0.
    dice = {"good attack": "11 11", "good attack_reroll": "11", "evil attack": "1"}
    fought = fights("eomer, rider-of-rohan", "orc", dice=dice)
    assert "Good won by 2 to 0, by leadership alone." in told(fought, fights)


def test_a_side_that_is_wiped_out_has_lost_everyone(fights: Fights) -> None:
    fought = fights("eomer", "2 orc", dice={"good attack": "66", "evil attack": "11", "evil defense": "11"})
    assert "Evil lost two Orcs, everyone it had." in told(fought, fights)


def test_a_ruling_is_told_with_its_reason(fights: Fights) -> None:
    fought = worked(fights)
    ruling = Overruled("the die was cocked", (Correction(FigureId("eomer"), "wounded", mounted=False),), 1)
    sentences = story(fights.game.book, fought.setup, (*fought.played.done.facts, ruling))
    assert sentences[-1] == (
        "The game master ruled otherwise: Éomer is wounded and on foot (the die was cocked)."
    )


def test_a_ruling_on_one_of_many_names_them_as_people_do(fights: Fights) -> None:
    fought = worked(fights)
    both = tuple(Correction(FigureId(f"uruk-hai.{number}"), "fit") for number in (1, 2))
    ruling = Overruled("two dice were hidden", both, 1)
    sentences = story(fights.game.book, fought.setup, (*fought.played.done.facts, ruling))
    assert sentences[-1] == "The game master ruled otherwise: two Uruk-hai are fit (two dice were hidden)."


def test_those_who_were_called_are_in_the_story(fights: Fights) -> None:
    def calling(request: Request) -> Answer:
        if isinstance(request, Choose) and request.purpose == "call":
            return Chosen("call")
        return accepting(lambda roll: (6,) * len(roll.dice))(request)

    fought = resolve_with(fights.game, fights.setup("gandalf-the-white", "2 orc"), calling, World())
    assert told(fought, fights)[1] == "Gandalf the White called, and Eagles came."


def test_powers_that_have_struck_are_no_losses(fights: Fights) -> None:
    # Ten sixes of the eagles and two of Gandalf's fell both orcs; the eagles are gone again.
    def calling(request: Request) -> Answer:
        if isinstance(request, Choose) and request.purpose == "call":
            return Chosen("call")
        return accepting(lambda roll: (6 if roll.purpose == "attack" else 1,) * len(roll.dice))(request)

    fought = resolve_with(fights.game, fights.setup("gandalf-the-white", "2 orc"), calling, World())
    said = told(fought, fights)
    assert "Evil lost two Orcs, everyone it had." in said
    assert not any("dispersed" in sentence for sentence in said)


def test_an_ambush_is_told_with_those_it_felled(fights: Fights) -> None:
    # Two sentinels strike first: both hit, one orc falls, and the other misses.
    fought = fights(
        "2 elf-sentinel", "2 orc", dice={"good attack": "66", "evil defense": "16", "evil attack": "1"}
    )
    assert told(fought, fights)[1] == "An ambush felled one Orc before any blow could be struck back."


def test_the_paralyzed_of_the_winners_will_recover(fights: Fights) -> None:
    # The foot fails against the spider's 6, the spider against his 6: 1 + 3 for Aragorn beats 1.
    fought = fights(
        "aragorn, gondor-foot", "giant-spider", good_allocation=["gondor-foot", "aragorn"],
        dice={"good attack": "116 1", "evil attack": "6", "good defense": "1", "evil defense": "1"},
    )  # fmt: skip
    said = told(fought, fights)
    assert "Good lost nobody outright; one Gondor Foot was paralyzed." in said
    assert "One Gondor Foot, paralyzed, will recover but not move next turn." in said


def test_the_paralyzed_are_lost_in_a_draw(fights: Fights) -> None:
    # Nobody leads: the foot is paralyzed, the orc slain, and that is a draw.
    fought = fights(
        "gondor-foot", "giant-spider, orc", evil_allocation=["orc", "giant-spider"],
        dice={"good attack": "6", "evil attack": "6 1", "good defense": "1", "evil defense": "1"},
    )  # fmt: skip
    said = told(fought, fights)
    assert "It was a draw, 1 to 1." in said
    assert "One Gondor Foot, paralyzed, was lost." in said


def test_a_beaten_hero_who_was_paralyzed_is_wounded(fights: Fights) -> None:
    # Legolas misses and fails his defense: 0 against 1. By AMB-027 a good character is wounded.
    fought = fights(
        "legolas", "giant-spider", dice={"good attack": "1", "evil attack": "6", "good defense": "1"}
    )
    assert fought.figures["legolas"] == "wounded"
    line = "Wounded while paralyzed: legolas (ABL-PARALYZE-2), hero (ABL-HERO-2)."
    assert line in fought.played.done.log
    assert "Legolas, paralyzed, was wounded." in told(fought, fights)


def test_a_crew_and_a_gate_are_part_of_the_story(fights: Fights) -> None:
    # 6 + 6 smash the gate, so the walls help nobody: one foot at 4+ hits the ballista's crew of three.
    fought = fights(
        "gondor-foot", "battering-ram, siege-ballista", fortress="good",
        evil_engines={"battering-ram": {"use": "gate"}},
        evil_allocation=["siege-ballista", "battering-ram"],
        dice={"evil special": "66", "good attack": "6", "evil attack": "111", "evil defense": "1"},
    )  # fmt: skip
    said = told(fought, fights)
    assert "One Battering Ram broke the gate." in said
    assert "Evil lost nobody; one Siege Ballista lost one of its crew." in said


def test_a_brood_is_told_last(fights: Fights) -> None:
    # The queen misses and is missed; her die of 6 is a 3 of the d3.
    fought = fights(
        "gondor-foot", "spider-queen",
        dice={"good attack": "1", "evil attack": "1111", "evil special": "6"},
    )  # fmt: skip
    assert told(fought, fights)[-1] == "Three Spider Swarms came forth."
