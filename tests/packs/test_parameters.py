"""A rule says what it can be told, and whoever uses it is held to that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from assistant.packs.load import load_both
from assistant.rules.book import PlaceId, ProfileId, Trait

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

LEASH = """
[[ability]]
id = "leash"
title = "Bound"
text = "Stays within {inches}\\" of the place named."
[ability.takes]
place = "place"
inches = "0 to 60"
part = "optional one of citadel tower"
with = "optional several race"
[ability.usual]
inches = 3
"""
GUARD = "rosters/rohan.toml: profile[0] (guard)"


@pytest.fixture
def leashed(pack: Pack) -> Pack:
    """A sound scenario with an ability that takes parameters."""
    pack.write("rosters/abilities.toml", LEASH)
    return pack


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ('place = "brree"', "[0].place: unknown place 'brree'; did you mean 'bree'?"),
        ('plce = "bree", place = "bree"', "[0]: leash has no parameter 'plce'; did you mean 'place'?"),
        ("place = 3", "[0].place: place must be the id of a place, not 3"),
        (
            'place = "bree", inches = 61',
            "[0].inches: inches must be a whole number from 0 to 60, not 61",
        ),
        (
            'place = "bree", inches = "near"',
            "[0].inches: inches must be a whole number from 0 to 60, not 'near'",
        ),
        ('place = "bree", part = "towr"', "[0].part: unknown part 'towr'; did you mean 'tower'?"),
        ('place = "bree", with = "man mna"', "[0].with: unknown race 'mna'; did you mean 'man'?"),
        ("inches = 4", "[0]: leash needs place; give it the id of a place"),
    ],
)
def test_an_ability_told_the_wrong_thing_gets_one_line(leashed: Pack, told: str, line: str) -> None:
    leashed.profile(abilities=f'[{{ name = "leash", {told} }}]')
    assert leashed.lines() == [f"{GUARD}.abilities{line}"]


def test_an_ability_by_its_name_alone_lacks_what_it_needs(leashed: Pack) -> None:
    leashed.profile(abilities='["leash"]')
    assert leashed.lines() == [f"{GUARD}.abilities[0]: leash needs place; give it the id of a place"]


def test_all_wrong_parameters_are_told_at_once(leashed: Pack) -> None:
    leashed.profile(abilities='[{ name = "leash", place = "brree", inches = 99, part = "roof" }]')
    assert [line.split(":")[1] for line in leashed.lines()] == [
        f" profile[0] (guard).abilities[0].{key}" for key in ("place", "inches", "part")
    ]


def test_what_a_profile_does_not_say_is_as_usual(leashed: Pack) -> None:
    leashed.profile(abilities='[{ name = "leash", place = "bree" }]')
    trait = Trait("leash", params=(("inches", 3), ("place", "bree")))
    assert leashed.load().profiles[ProfileId("guard")].traits == (trait,)


def test_a_text_quotes_the_usual_number(leashed: Pack) -> None:
    leashed.profile()
    assert leashed.load().abilities["leash"].text == 'Stays within 3" of the place named.'


def test_a_text_that_quotes_no_number_there_is_a_fault(leashed: Pack) -> None:
    leashed.profile()
    leashed.write("rosters/abilities.toml", LEASH.replace("{inches}", "{inhces}"))
    assert leashed.lines() == [
        "rosters/abilities.toml: ability[0] (leash).text: no effect here has 'inhces'; did you mean 'inches'?"
    ]


@pytest.mark.parametrize(
    ("declared", "line"),
    [
        (
            "plce",
            "'plce' does not say what it takes; did you mean 'place'?",
        ),
        (
            "9 to 3",
            "'9 to 3' is no range; the lower number comes first",
        ),
    ],
)
def test_a_declaration_must_be_understood(pack: Pack, declared: str, line: str) -> None:
    pack.profile()
    ability = f'[[ability]]\nid = "bound"\ntitle = "B"\ntext = "B."\ntakes = {{ where = "{declared}" }}'
    pack.write("rosters/abilities.toml", ability)
    assert pack.lines() == [f"rosters/abilities.toml: ability[0] (bound).takes.where: {line}"]


def test_usual_values_are_held_to_the_declaration(leashed: Pack) -> None:
    leashed.profile()
    leashed.write("rosters/abilities.toml", LEASH.replace("inches = 3", "inches = 300"))
    assert leashed.lines() == [
        "rosters/abilities.toml: ability[0] (leash).usual.inches: "
        "inches must be a whole number from 0 to 60, not 300"
    ]


def test_a_rule_without_a_declaration_takes_nothing(pack: Pack) -> None:
    pack.write("place-rules.toml", '[[rule]]\nid = "flood"\ntitle = "Flood"\ntext = "Water."')
    pack.write(
        "places.toml", '[[place]]\nid = "bree"\nname = "Bree"\neffects = [{ name = "flood", dice = 5 }]'
    )
    assert pack.lines() == [
        "places.toml: place[0] (bree).effects[0]: flood has no parameter 'dice'; "
        "declare it with takes where the rule stands"
    ]


THINGS = """
[[artifact]]
id = "anduril"
name = "Andúril"
text = "Bright."

[[power]]
id = "dark"
name = "Darkness"
commander = "saruman"
text = "It spreads {inches}\\" a turn for {spreads.turns} turns."
effects = [{ name = "spreads", from = "bree", inches = 8 }]
"""
THING_RULES = """
[[rule]]
id = "spreads"
title = "Spreads"
text = "It spreads."
usual = { turns = 5 }
[rule.takes]
from = "place"
inches = "1 to 60"
turns = "1 to 30"
after = "optional event"
by = "optional commander"
"""


@pytest.fixture
def dark(whole: Pack) -> Pack:
    """A sound scenario with a power that has a rule."""
    whole.write("things.toml", THINGS)
    whole.write("thing-rules.toml", THING_RULES)
    return whole


def test_a_power_carries_its_numbers_and_its_text_quotes_them(dark: Pack) -> None:
    assert dark.lines() == []
    _, scenario = load_both(dark.folder, effects={"shelter": ("defense",)})
    (power,) = scenario.powers
    assert power.text == 'It spreads 8" a turn for 5 turns.'
    assert power.traits == (Trait("spreads", params=(("from", "bree"), ("inches", 8), ("turns", 5))),)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("spreads\"", "spread\"", ".effects[0].name: unknown thing rule 'spread'; did you mean 'spreads'?"),
        ("= 8", "= 80", ".effects[0].inches: inches must be a whole number from 1 to 60, not 80"),
        (
            "inches = 8",
            'inches = 8, after = "wr"',
            ".effects[0].after: unknown event 'wr'; did you mean 'war'?",
        ),
        (
            "inches = 8",
            'inches = 8, by = "sarumann"',
            ".effects[0].by: unknown commander 'sarumann'; did you mean 'saruman'?",
        ),
        ("{inches}", "{inch}", ".text: no effect here has 'inch'; did you mean 'inches'?"),
    ],
)  # fmt: skip
def test_a_power_told_the_wrong_thing_gets_one_line(dark: Pack, before: str, after: str, line: str) -> None:
    assert before in THINGS
    dark.write("things.toml", THINGS.replace(before, after))
    assert dark.lines() == ["things.toml: power[0] (dark)" + line]


def test_a_place_quotes_the_numbers_of_its_rules(pack: Pack) -> None:
    keep = 'id = "keep"\nname = "Keep"\ntower = true\ntower_room = 6'
    effects = '[{ name = "shelter", defense = 2 }]'
    text = '["Those inside have +{defense}, and {tower_room} find room in the tower."]'
    pack.write("places.toml", f"[[place]]\n{keep}\neffects = {effects}\ntext = {text}")
    assert pack.load().places[PlaceId("keep")].text == (
        "Those inside have +2, and 6 find room in the tower.",
    )


def test_a_rule_of_a_place_under_a_reading_is_checked_like_its_own(pack: Pack) -> None:
    effects = '[{ name = "shelter", defence = 1 }]'
    house = f'house = [{{ rule = "CON-072", reading = "eight-named", effects = {effects} }}]'
    text = (pack.folder / "places.toml").read_text(encoding="utf-8")
    pack.write("places.toml", text.replace('id = "bree"', f'id = "bree"\n{house}', 1))
    assert pack.lines() == [
        "places.toml: place[0] (bree).house[0].effects[0]: shelter has no parameter 'defence'; "
        "did you mean 'defense'?"
    ]
