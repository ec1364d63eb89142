"""What a running game has settled, lost or used up, as its sheets show it: the demo on its ninth turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.campaign.playing import Table as Game
from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Boxes, Table
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_charts import chart
from assistant.printing.sheets_now import now_of
from assistant.printing.sheets_source import Material
from assistant.printing.sheets_table import checklist, reinforcements, status_record
from tests.printing.material import chart_of, commander, rows, section, shipped, words
from tests.printing.test_sheets_now import game as game
from tests.printing.test_sheets_now import now as now


def test_who_has_the_ring_or_a_stone_is_told_to_its_owner_alone(now: Material) -> None:
    bearers = {
        "fellowship": "Frodo with the One Ring",
        "saruman": "Saruman with palantír",
        "gondor": "Denethor with palantír",
    }
    for name in ("fellowship", "saruman", "gondor", "khamul", "rohan"):
        said = words(chart(now, coming(now), commander(name)))
        assert [one for one in bearers.values() if one in said] == [
            bearers[name] for name in (name,) if name in bearers
        ]


def test_the_slain_are_named_and_the_taken_with_their_captor(now: Material) -> None:
    # The demo: Boromir fell at Amon Hen, and two hobbits were carried off.
    said = words(chart(now, coming(now), commander("fellowship")))
    assert "Lost: Boromir." in said
    assert "Merry, taken by Saruman, kept at Isengard" in said


@pytest.mark.rules("WAR-05", "WAR-08")
@pytest.mark.parametrize("name", ["rohan", "dwarves"])
def test_a_rate_that_a_war_has_changed_is_simply_the_rate(now: Material, name: str) -> None:
    # Both wars have begun: that of Saruman on turn 3, that of the North on turn 5.
    before, after = (
        [row for row in rows(sheet, "Reinforcements") if row[0].startswith("Every")]
        for sheet in (chart_of(name), chart(now, coming(now), commander(name)))
    )
    assert any("from the next on" in row[1] for row in before)
    assert not any("from the next on" in row[1] for row in after)
    assert before != after


def test_the_checklist_ticks_the_spell_on_radagast_as_saruman_does(now: Material) -> None:
    lists = (block for one in checklist(now, coming(now)).pages[0].sections for block in one.blocks)
    [radagast] = [one for one in lists if isinstance(one, Boxes) and "Radagast" in f"{one.label}{one.note}"]
    assert (radagast.number, radagast.ticked) == (4, 1)


@pytest.mark.rules("PPL-RADAGAST-01")
def test_after_the_fourth_turn_what_is_left_of_the_spell_on_radagast_is_struck(now: Material) -> None:
    sheets = (checklist(now, coming(now)), chart(now, coming(now), commander("saruman")))
    for sheet in sheets:
        blocks = (block for page in sheet.pages for part in page.sections for block in part.blocks)
        [spell] = [one for one in blocks if isinstance(one, Boxes) and "Radagast" in one.label]
        assert (spell.number, spell.ticked, spell.struck) == (4, 1, True)


@pytest.mark.rules("WAR-14", "WAR-16")
def test_the_creeping_darkness_has_a_box_for_each_of_its_five_turns(now: Material) -> None:
    # Released on turn 7, it has reached 24 inches on turn 9: its third turn.
    assert now.now is not None

    def boxes(made: Material) -> tuple[int, int]:
        powers = section(chart(made, coming(made), commander("mouth-of-sauron")), "Powers: tick when used")
        [dark] = [one for one in powers.blocks if isinstance(one, Boxes) and "darkness" in one.label]
        assert dark.note.endswith("Tick its turns.")
        return dark.number, dark.ticked

    assert boxes(now) == (5, 0)
    assert boxes(replace(now, now=replace(now.now, used=(("creeping-darkness", 3),)))) == (5, 3)


@pytest.mark.parametrize(("released", "ticked"), [(9, 1), (7, 3), (2, 5)])
def test_the_turns_of_the_darkness_are_counted_from_its_release(
    game: Game, released: int, ticked: int
) -> None:
    world = game.world
    war = replace(world.war, powers={**world.war.powers, "creeping-darkness": (released,)})
    found = now_of(game.kit, replace(world, war=war))
    assert found is not None
    assert found.uses(("creeping-darkness",)) == ticked


@pytest.mark.rules("REI-E17")
def test_rangers_wear_heavy_armor_only_where_an_arrival_brings_it() -> None:
    # Rulebook line 598: two of them, to Aragorn.
    armored = {
        name
        for name in ("fellowship", "gondor", "eriador")
        for page in chart_of(name).pages
        for one in page.sections
        for table in one.blocks
        if isinstance(table, Table)
        for row in table.rows
        if row[0].startswith("Ranger") and "heavy" in row[-1]
    }
    assert armored == {"fellowship"}


@pytest.mark.rules("STA-11")
def test_a_deed_that_earns_none_of_a_table_anything_has_no_row_there() -> None:
    tables = [
        one for one in section(status_record(shipped()[0]), "Tally here").blocks if isinstance(one, Table)
    ]
    pelargir = [any("Pelargir" in row[0] for row in one.rows) for one in tables]
    assert pelargir == [True, False]


def test_the_fell_beasts_stand_once_in_the_calendar() -> None:
    said = words(reinforcements(*shipped()))
    assert said.count("fell beast from this turn on") == 3
    assert "he flies" not in said


def test_a_reading_a_chart_follows_is_named_by_its_topic() -> None:
    made, _ = shipped()
    topic = made.book.house_rules[RuleId("CON-066")].topic
    said = words(chart_of("mouth-of-sauron", CON_066="five-turns"))
    assert f"What stands on this chart follows {topic[:1].lower()}{topic[1:]} (CON-066)." in said
