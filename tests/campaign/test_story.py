"""The story of a fight: a few plain sentences from its facts."""

from __future__ import annotations

from assistant.campaign.story import story
from assistant.kernel.asking import Answer, Choose, Chosen, Request
from assistant.kernel.ids import FigureId
from assistant.rules.facts import Correction, Overruled
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
        "In defeat evil lost one Uruk-hai more.",
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


def test_those_who_were_called_are_in_the_story(fights: Fights) -> None:
    def calling(request: Request) -> Answer:
        if isinstance(request, Choose) and request.purpose == "call":
            return Chosen("call")
        return accepting(lambda roll: (6,) * len(roll.dice))(request)

    fought = resolve_with(fights.game, fights.setup("gandalf-the-white", "2 orc"), calling, World())
    assert told(fought, fights)[1] == "Gandalf the White called, and Eagles came."
