"""Whatever the rules say is read out in names: figures counted by kind, characters by name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import assistant.rules
from assistant.campaign.naming import Naming
from assistant.campaign.views.phrases import STEPS
from assistant.campaign.views.question import Option, answered, good_faces, question, shares, throws
from assistant.kernel.asking import Allocate, Choose, Chosen, Die, Item, Roll, Rolled, Taker
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import RuleId, Seat
from assistant.rules.book import Line, Profile, ProfileId

GOOD = Seat("good")


def profile(name: str, kind: str = "army") -> Profile:
    slug = ProfileId(name.lower().replace(" ", "-"))
    line = Line(1, 4, 5)
    return Profile(slug, name, "evil", "isengard", "orc", kind, line)  # type: ignore[arg-type]


URUK, LURTZ = profile("Uruk-hai"), profile("Lurtz", "character")
SCOUT, WRAITH = profile("Warg Rider"), profile("Ringwraith", "character")
NAMES = Naming(
    {
        "lurtz": LURTZ,
        **{f"uruk-hai-{number}": URUK for number in range(1, 5)},
        **{f"warg-rider-{number}": SCOUT for number in range(1, 3)},
        "ringwraith": WRAITH,
        "ringwraith-1": WRAITH,
    },
    called={"uruk-hai-4": "Old Snaga"},
    others={"amon-hen": "Amon Hen", "rohan": "Rohan"},
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Eliminated: uruk-hai-1, uruk-hai-2, lurtz (DEF-02).", "Eliminated: 2 Uruk-hai and Lurtz (DEF-02)."),
        ("Wounded: lurtz, hero (ABL-HERO-2).", "Wounded: Lurtz, hero (ABL-HERO-2)."),
        ("Rolls: 5 for lurtz (4+), 4 for uruk-hai-1 (5+).", "Rolls: 5 for Lurtz (4+), 4 for Uruk-hai (5+)."),
        ("lurtz and others follow rohan, uruk-hai-1.", "Lurtz and others follow Rohan and 1 Uruk-hai."),
        ("Uruk-hai (uruk-hai-1, uruk-hai-2): 1 die at 4+.", "2 Uruk-hai: 1 die at 4+."),
        ("Lurtz (lurtz): 1 die at 4+; defense 4+.", "Lurtz: 1 die at 4+; defense 4+."),
        ("Off the table: warg-rider-1 and warg-rider-2.", "Off the table: 2 Warg Riders."),
        ("uruk-hai-4 runs.", "Old Snaga runs."),
        ("ringwraith, ringwraith-1 return at amon-hen.", "2 Ringwraiths return at Amon Hen."),
        ("Evil rolls 6 4 1: 2 hits (CMB-10).", "Evil rolls 6 4 1: 2 hits (CMB-10)."),
        ("no other rohan figures in the force", "no other Rohan figures in the force"),
        ("House rule AMB-088 (one-round) was not asked.", "House rule AMB-088 (one-round) was not asked."),
    ],
)  # fmt: skip
def test_a_sentence_of_the_rules_is_told_in_names(said: str, told: str) -> None:
    assert NAMES.told(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Eliminated: uruk-hai-1, uruk-hai-2, lurtz.", "Eliminated: Uruk-hai 1–2 and Lurtz."),
        ("uruk-hai-1, uruk-hai-3, warg-rider-1", "Uruk-hai 1, Uruk-hai 3 and Warg Rider 1"),
        ("Uruk-hai (uruk-hai-1, uruk-hai-2, uruk-hai-3): 1 die.", "Uruk-hai 1–3: 1 die."),
        ("1 for uruk-hai-2 (5+), 4 for uruk-hai-2 (5+)", "1 for Uruk-hai 2 (5+), 4 for Uruk-hai 2 (5+)"),
        ("uruk-hai-2, uruk-hai-1, warg-rider-2", "Uruk-hai 2, Uruk-hai 1 and Warg Rider 2"),
        ("1 guard and 7 more lost to guard, 7", "1 guard and 7 more lost to guard, 7"),
    ],
)  # fmt: skip
def test_where_each_is_told_apart_those_of_a_kind_have_numbers(said: str, told: str) -> None:
    mistakable = {"guard": URUK, "7": URUK}
    assert replace(NAMES, profiles={**NAMES.profiles, **mistakable}).numbered().told(said) == told


def test_a_refusal_is_told_in_names() -> None:
    refused = NAMES.tell(
        Illegal("twice-before-once", "uruk-hai-1 cannot take a second while lurtz has none.")
    )
    assert refused.sentence == "Uruk-hai cannot take a second while Lurtz has none."


def test_dice_are_gathered_by_what_they_need_and_say_whose_they_are_in_order() -> None:
    dice = (
        Die("lurtz", 4), Die("lurtz", 4), Die("uruk-hai-1", 5), Die("uruk-hai-2", 5), Die("warg-rider-1", 4),
    )  # fmt: skip
    asked = question(Roll(GOOD, "attack", "to hit", dice, (RuleId("CMB-12"),)), NAMES)
    assert [one.sentence for one in asked.handfuls] == [
        "Roll 3 dice. You need 4 or more.",
        "Roll 2 dice. You need 5 or more.",
    ]
    assert asked.handfuls[0].whose == ("Lurtz (2 dice)", "Warg Rider")
    assert (asked.handfuls[0].dice, asked.number) == ((0, 1, 4), 5)
    assert asked.handfuls[1].names == ("Uruk-hai", "Uruk-hai")


def test_a_sort_stands_once_in_a_handful_however_its_dice_are_listed() -> None:
    dice = tuple(Die(one, 4) for one in ("uruk-hai-1", "warg-rider-1", "uruk-hai-2", "lurtz", "warg-rider-2"))
    roll = Roll(GOOD, "attack", "to hit", dice)
    (handful,) = question(roll, NAMES).handfuls
    assert handful.whose == ("2 Uruk-hai", "2 Warg Riders", "Lurtz")
    # Typed and shown in that order, dealt back to the places where they were asked.
    assert handful.dice == (0, 2, 1, 4, 3)
    (throw,) = throws(roll, Rolled((1, 2, 3, 4, 5)), NAMES)
    assert [one.face for one in throw.faces] == [1, 3, 2, 5, 4]


def test_who_rolls_all_dice_of_a_handful_is_named_without_a_number() -> None:
    (alone,) = question(Roll(GOOD, "attack", "to hit", (Die("lurtz", 3), Die("lurtz", 3))), NAMES).handfuls
    assert (alone.sentence, alone.whose) == ("Roll 2 dice. You need 3 or more.", ("Lurtz",))


@pytest.mark.parametrize(
    ("purpose", "label", "notes"),
    [
        ("attack", "", ()),
        ("attack", "misses again", ("Misses are rolled again.",)),
        ("attack", "axes, terror, ones again", ("Ones are rolled again.", "Hits come with axes and terror.")),
        # A die is rolled again once at most.
        ("attack_reroll", "axes, misses again", ("Hits come with axes.",)),
    ],
)
def test_what_sets_dice_apart_is_told_in_sentences(purpose: str, label: str, notes: tuple[str, ...]) -> None:
    (handful,) = question(Roll(GOOD, purpose, "to hit", (Die("lurtz", 4, label),)), NAMES).handfuls
    assert handful.notes == notes


def test_why_dice_are_rolled_again_is_a_sentence() -> None:
    roll = Roll(GOOD, "attack_reroll", "again, elite (ABL-ELITE)", (Die("lurtz", 4),))
    assert question(roll, NAMES).why == "Rolled again: elite (ABL-ELITE)."


def test_of_figures_that_nobody_tells_apart_one_is_offered() -> None:
    figures = ("uruk-hai-1", "uruk-hai-2", "uruk-hai-4", "ringwraith", "ringwraith-1", "nobody-else")
    asked = question(Choose(GOOD, "remounting", "Who?", figures), NAMES)
    assert [(one.value, one.says) for one in asked.options] == [
        ("uruk-hai-1", "Uruk-hai, one of 2"),
        ("uruk-hai-4", "Old Snaga"),
        ("ringwraith", "Ringwraith"),
        ("ringwraith-1", "Ringwraith"),
        ("nobody-else", "Nobody"),
    ]


def test_before_anybody_is_chosen_one_chooses_nobody_and_later_nobody_else() -> None:
    first = Choose(GOOD, "remounting", "Who?", ("lurtz", "nobody-else"))
    for asked, says in ((first, "Nobody"), (replace(first, goes_on=True), "Nobody else")):
        assert question(asked, NAMES).options[-1] == Option("nobody-else", says)
        assert answered(asked, Chosen("nobody-else"), NAMES) == says


def test_every_step_that_the_rules_name_has_a_title() -> None:
    asking = re.compile(r"desk\.(?:roll|choose|allocate)\(\s*[^,\"]+, *\s*\"([a-z_-]+)\"")
    rules = Path(assistant.rules.__file__).parent
    named = {found for file in rules.rglob("*.py") for found in asking.findall(file.read_text("utf-8"))}
    assert len(named) > 20
    assert named <= set(STEPS)


@pytest.mark.parametrize(
    ("purpose", "need", "faces"),
    [
        ("attack", 7, (6,)),
        ("attack", 3, (3, 4, 5, 6)),
        ("defense", 1, (2, 3, 4, 5, 6)),
        ("defense", 7, ()),
        ("special", 5, (5, 6)),
        ("duel", None, ()),
    ],
)
def test_faces_are_good_by_the_same_reading_as_in_the_fight(
    purpose: str, need: int | None, faces: tuple[int, ...]
) -> None:
    assert good_faces(purpose, need) == faces


def test_options_are_called_as_the_table_calls_them() -> None:
    asked = question(Choose(GOOD, "duel", "Whom does lurtz challenge?", ("nobody", "ringwraith")), NAMES)
    assert [one.says for one in asked.options] == ["Nobody", "Ringwraith"]
    assert asked.why == "Whom does Lurtz challenge?"


def test_takers_who_are_alike_stand_together_and_the_proposal_is_counted() -> None:
    takers = (Taker("lurtz"), Taker("uruk-hai-1"), Taker("uruk-hai-2"), Taker("uruk-hai-3", holds=1))
    given = ("uruk-hai-1", "uruk-hai-2", "lurtz", "uruk-hai-3")
    items = (Item("ringwraith"),) * 3 + (Item("ringwraith", ("axe",)),)
    asked = question(Allocate(GOOD, "hits", "give out 4 hits", items, takers, given), NAMES)
    assert [(one.says, one.holds) for one in asked.takers] == [
        ("Lurtz", 0),
        ("2 Uruk-hai", 0),
        ("Uruk-hai", 1),
    ]
    assert asked.items == ("Hit", "Hit", "Hit", "Hit, axe")
    assert tuple(shares(given, NAMES)) == ("3 Uruk-hai: 1 each", "Lurtz: 1")


def test_a_throw_shows_which_dice_were_good_and_which_lay_on_the_table() -> None:
    roll = Roll(GOOD, "defense", "to defend", (Die("lurtz", 4), Die("uruk-hai-1", 4)))
    (throw,) = throws(roll, Rolled((4, 1), by_hand=True, by_app=(1,)), NAMES)
    assert [(one.face, one.is_good, one.by_hand) for one in throw.faces] == [
        (4, True, True),
        (1, False, False),
    ]
    assert (throw.says, throw.need) == ("1 saved", "4+")
