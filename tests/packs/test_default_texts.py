"""What a house rule says by default is what is played: its words beside the data that follow them."""

from __future__ import annotations

import re

import pytest

from assistant.kernel.ids import RuleId
from assistant.packs.catalogue import house_rules, plain
from assistant.packs.load import load_both
from assistant.rules.arrivals import Arrival, CommanderId
from assistant.rules.book import Book, PlaceId, ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.scenario import Scenario

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_NAME, LONGEST_WHY, LAST_LINE = 28, 160, 2436


@pytest.fixture(scope="module")
def both() -> tuple[Book, Scenario]:
    return load_both(effects=parameters())


def default_of(rule: str) -> str:
    """What the default reading says, in one spelling."""
    found = house_rules()[RuleId(rule)]
    return plain(found.readings[found.default])


def arrival(war: Scenario, name: str) -> Arrival:
    [found] = [one for one in war.arrivals if one.id == name]
    return found


def test_every_house_rule_is_a_switch_with_short_names_a_reason_and_lines() -> None:
    for rule in house_rules().values():
        assert len(rule.readings) in (2, 3), rule.id
        assert all(NAME.fullmatch(name) and len(name) <= LONGEST_NAME for name in rule.readings), rule.id
        assert all(text.strip() for text in rule.readings.values()), rule.id
        assert len(set(rule.readings.values())) == len(rule.readings), rule.id
        assert rule.topic, rule.id
        assert rule.why.isprintable(), rule.id
        assert 0 < len(rule.why) <= LONGEST_WHY, rule.id
        lines = [int(line) for line in re.findall(r"[0-9]+", rule.lines)]
        assert lines, rule.id
        assert 1 <= min(lines) <= max(lines) <= LAST_LINE, rule.id


def test_men_of_dale_come_on_even_turns_to_dale_or_lake_town(both: tuple[Book, Scenario]) -> None:
    men = arrival(both[1], "men-of-dale")
    assert default_of("CON-005") == "1 man on even turns, at dale or lake-town"
    assert men.rhythm is not None
    assert [turn for turn in range(1, 7) if men.rhythm.falls_on(turn)] == [2, 4, 6]
    assert (men.places, men.figures[0].count) == (("dale", "lake-town"), 1)


def test_a_knight_of_either_kind_comes_to_dol_amroth_on_even_turns(both: tuple[Book, Scenario]) -> None:
    knight = arrival(both[1], "knights-of-dol-amroth")
    said = default_of("CON-006")
    assert all(words in said for words in ("of dol amroth or of gondor", "owner", "even turns at dol amroth"))
    assert knight.figures[0].profiles == ("knight-of-dol-amroth", "knight-of-gondor")
    assert knight.rhythm is not None
    assert (knight.rhythm.first, knight.rhythm.every, knight.places) == (2, 2, ("dol-amroth",))


def test_two_kinds_of_evil_men_may_enter_minas_morgul(both: tuple[Book, Scenario]) -> None:
    book, war = both
    said = default_of("CON-076")
    assert "black numenoreans and morgul knights may enter" in said
    assert "other evil men may not while any wraith is in play" in said
    [closed] = [
        dict(trait.params)
        for trait in book.places[PlaceId("minas-morgul")].traits
        if trait.name == "closed-to"
    ]
    assert (closed["side"], closed["in_play_race"]) == ("evil", "wraith")
    assert closed["spared_profile"] == "black-numenorean morgul-knight"
    arriving = {
        profile
        for one in war.arrivals
        if PlaceId("minas-morgul") in one.places
        for figures in one.figures
        for profile in figures.profiles
        if book.profiles[profile].race == "man"
    }
    assert arriving == {"black-numenorean", "morgul-knight"}


def test_the_silent_watchers_duel_with_wizardry_nought(both: tuple[Book, Scenario]) -> None:
    assert default_of("AMB-042") == "they duel as wizards of wizardry 0, on a plain die"
    [watchers] = [
        dict(trait.params)
        for trait in both[0].places[PlaceId("cirith-ungol")].traits
        if trait.name == "silent-watchers"
    ]
    assert (watchers["wizardry"], watchers["helper_wizardry"]) == (0, 2)


def test_home_bases_are_those_of_the_charts(both: tuple[Book, Scenario]) -> None:
    said = default_of("AMB-062")
    assert all(words in said for words in ("have two", "rohan helm's deep", "sulladan none"))
    homes = {name: len(one.home) for name, one in both[1].commanders.items()}
    two = {name for name, number in homes.items() if number > 1}
    assert two == {"mouth-of-sauron", "goblin-king", "high-elves", "wood-elves", "dwarves"}
    assert {name for name, number in homes.items() if not number} == {"sulladan", "fellowship"}
    assert both[1].commanders[CommanderId("rohan")].home == ("helms-deep",)


def test_every_fortress_but_the_easterling_city_has_a_tower(both: tuple[Book, Scenario]) -> None:
    said = default_of("AMB-087")
    assert "every fortress but easterling city, for characters only" in said
    assert "helm's deep and minas tirith also take 6 army figures" in said
    walls = {place.id: place for place in both[0].places.values() if place.is_fortress}
    assert {name for name, place in walls.items() if not place.has_tower} == {"easterling-city"}
    room = {name: place.tower_room for name, place in walls.items() if place.tower_room}
    assert room == {"helms-deep": 6, "minas-tirith": 6}


def test_four_lines_double_when_their_war_begins(both: tuple[Book, Scenario]) -> None:
    said = default_of("CON-007")
    assert all(
        words in said for words in ("minas tirith man", "pelargir man", "dwarf warrior", "rohan's rid")
    )
    doubling = {one.id for one in both[1].arrivals if one.doubling}
    assert doubling == {"men-of-minas-tirith", "men-of-pelargir", "dwarf-warriors", "riders-of-edoras"}


def test_the_northern_limit_leaves_saruman_and_the_goblin_king_free(both: tuple[Book, Scenario]) -> None:
    assert "saruman and the goblin king are free" in default_of("AMB-065")
    [limit] = [one for one in both[1].limits if one.under and one.under.reading == "same-exemption"]
    minions = {name for name, one in both[1].commanders.items() if one.side == "evil"}
    # Sulladan has no base to be far from.
    assert minions - set(limit.commanders) == {"saruman", "goblin-king", "sulladan"}


def test_dwarf_warriors_come_to_either_stronghold(both: tuple[Book, Scenario]) -> None:
    assert default_of("AMB-086") == "at the lonely mountain or in the iron hills, as the owner chooses"
    assert arrival(both[1], "dwarf-warriors").places == ("erebor", "iron-hills")


def test_two_engineers_serve_the_bomb_and_a_shaman_only_defends(both: tuple[Book, Scenario]) -> None:
    book = both[0]
    assert default_of("CON-055") == "the 2 engineers who come with the bomb are its crew"
    assert book.carriers["bomb"] == 2
    assert default_of("CON-094") == "a shaman rolls defense and makes no attacks"
    shaman = book.profiles[ProfileId("uruk-hai-shaman")]
    assert (shaman.line.attack, shaman.line.defense) == (None, 5)
