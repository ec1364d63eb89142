"""What charts say of swords, doubled moves, crews, Sharkey and Huorns, held against the rulebook's lines."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from assistant.campaign.playing import Table as Game
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_charts import chart
from assistant.printing.sheets_now import Now, now_of
from assistant.printing.sheets_source import Material
from assistant.printing.sheets_table import checklist
from assistant.printing.sheets_words import worded
from assistant.rules.book import ProfileId
from tests.printing.material import chart_of, commander, material, plain, rows, shipped, words

# The demo, which has many things handed out by its ninth turn.
from tests.printing.test_sheets_now import game as game
from tests.printing.test_sheets_now import now as now

FIGURES = ("Characters and armies", "Characters", "Armies")


def figures(made: Material, name: str) -> dict[str, tuple[str, ...]]:
    """The rows of numbers on a commander's chart, by the name of the figure without its marks."""
    sheet = chart(made, coming(made), commander(name))
    titles = {one.title for page in sheet.pages for one in page.sections}
    return {
        re.sub(r"[#*†]", "", row[0]): tuple(map(plain, row[1:]))
        for table in FIGURES
        if table in titles
        for row in rows(sheet, table)
    }


def settled(value: str) -> Material:
    """A game whose Saruman has decided about Fangorn."""
    return replace(
        material(),
        now=Now(9, False, (), frozenset(), frozenset(), (), (), choices=(("saruman.fangorn", value),)),
    )


@pytest.mark.rules("PRF-N01")
def test_whoever_has_the_sword_is_printed_with_its_numbers_and_the_others_beside_them(now: Material) -> None:
    # Lines 778 to 780 and 1383: with Andúril Aragorn's attack is 3+ and his leadership 4.
    dice, attack, defense, move, leads, _, special = figures(now, "fellowship")["Aragorn"]
    assert (dice, attack, defense, move, leads) == ("3", "3+", "4+", "10 / 9", "4")
    assert "has Andúril (without: attack 4+, Ld 3)" in special
    said = plain(words(chart(now, coming(now), commander("fellowship"))))
    assert "Aragorn with Andúril" in said


def test_before_he_has_the_sword_its_numbers_stand_beside_his_own() -> None:
    _, attack, *_, special = figures(material(), "fellowship")["Aragorn"]
    assert attack == "4+"
    assert "with Andúril: attack 3+, Ld 4" in special


def test_who_has_heavy_armor_on_is_printed_with_its_defense_and_its_slower_move(
    game: Game, now: Material
) -> None:
    # Line 780: he may have heavy armor; it gives +1 to defense and takes an inch.
    war = replace(game.world.war, things={**game.world.war.things, "heavy-armor": "aragorn"})
    found = replace(now, now=now_of(game.kit, replace(game.world, war=war)))
    _, _, defense, move, *_, special = figures(found, "fellowship")["Aragorn"]
    assert (defense, move) == ("3+", "9 / 8")
    assert "defense 4+" in special
    assert "move 10 / 9" in special


@pytest.mark.rules("FEL-09", "ABL-SCOUTS")
def test_the_doubled_moves_of_the_fellowship_are_printed() -> None:
    # Lines 665, 71: base distance twice; a tracker's 2" in difficult ground count once (CON-042).
    hasty = {
        name: re.findall(r"haste (\d+ / \d+)", row[-1])[0]
        for name, row in figures(material(), "fellowship").items()
        if "haste" in row[-1]
    }
    assert hasty == {
        "Boromir": "20 / 14",
        "Merry / Pippin": "16 / 14",
        "Aragorn": "20 / 16",
        "Gimli": "16 / 14",
        "Legolas": "20 / 14",
        "Frodo": "16 / 14",
        "Sam": "16 / 14",
        "Gandalf the White": "20 / 14",
    }


@pytest.mark.rules("ABL-SCOUTS")
@pytest.mark.parametrize("figure", ["Uruk-hai Scout", "Lurtz"])
def test_scouts_go_twenty_and_sixteen_and_not_twice_what_trackers_go(figure: str) -> None:
    # Lines 71 and 283: twice the base distance for the ground entered, 10 and 7; the tracker's 2" come to it.
    row = figures(material(), "saruman")[figure]
    assert row[3] == "10 / 9"
    assert "Scouts: haste 20 / 16" in row[-1]


def test_every_figure_that_hastens_has_the_number_on_every_chart_it_is_on(now: Material) -> None:
    book = material().book
    fast = {
        book.profiles[ProfileId(one)].name
        for one, profile in book.profiles.items()
        if any(trait.name in ("scouts", "make-haste") for trait in profile.traits)
    }
    for name in now.scenario.commanders:
        for who, row in figures(now, name).items():
            if fast & {*who.split(" / ")}:
                assert "haste" in row[-1], (name, who)


def test_sharkey_is_what_saruman_becomes(now: Material) -> None:
    # Line 583: they are replaced, and 12 ruffians come within 6".
    for made in (material(), now):
        said = plain(words(chart(made, coming(made), commander("saruman"))))
        assert "he becomes Sharkey, Gríma becomes Worm, and 12 ruffians" in said
        assert "Sharkey, Worm and" not in said


@pytest.mark.rules("ART-21")
def test_of_engineers_who_come_halved_it_is_said_that_one_alone_sets_off_nothing() -> None:
    # Lines 227, 570, 963: two with the bomb, one while Fangorn is left alone, and two serve one charge.
    for made in (material(), settled("undisturbed")):
        (line,) = (one for one in coming(made) if "Engineer" in one.what)
        assert "It takes 2 of them to use the demolition charge." in line.notes
    (line,) = (one for one in coming(settled("disturbed")) if "Engineer" in one.what)
    assert not line.notes
    assert "A crew of 2, no fewer, blows up a gate" in plain(words(chart_of("saruman")))


def test_huorns_strike_evil_inside_fangorn_which_is_named(now: Material) -> None:
    before = "Once Fangorn is despoiled they strike evil inside it in every combat phase"
    assert before in plain(words(checklist(*shipped())))
    after = plain(words(worded(checklist(now, coming(now)), now)))
    assert "They strike evil inside Fangorn in every combat phase" in after
    assert "evil inside it" not in after
