"""`assistant way`: turns from place to place by the rules of whoever goes."""

from __future__ import annotations

import shutil
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

import pytest

from assistant.packs.where import home

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Assistant


@pytest.mark.parametrize(
    ("start", "end", "who", "least", "most"),
    [
        ("isengard", "helms-deep", "20 uruk-hai, lurtz", 2, 2),
        ("edoras", "minas-tirith", "12 rider-of-rohan", 3, 3),
        ("minas-morgul", "osgiliath", "12 orc", 1, 1),
        ("dol-guldur", "lothlorien", "30 orc", 2, 3),
        ("carn-dum", "shire", "24 orc", 5, 7),
        ("south-road", "black-gate", "12 harad-foot, 1 mumak", 5, 7),
        ("rauros-east-bank", "cracks-of-doom", "frodo, sam", 9, 12),
        # A tamed guide counts as one of the Fellowship, and is as fast as they are.
        ("rauros-east-bank", "cracks-of-doom", "frodo, sam, gollum", 9, 12),
    ],
)
@pytest.mark.rules("TER-09")
def test_marches_of_the_war_take_as_many_turns_as_planned(
    assistant: Assistant, start: str, end: str, who: str, least: int, most: int
) -> None:
    assert least <= assistant("way", start, end, who, "--json").json["turns"] <= most


def test_the_answer_says_how_fast_by_which_way_and_where_each_turn_ends(assistant: Assistant) -> None:
    run = assistant("way", "isengard", "helms-deep", "20 uruk-hai, lurtz")
    assert run.out.startswith('Isengard to Helm\'s Deep: 2 turns (10" in clear ground, 7" in difficult).\n')
    assert "By Fords of Isen, Great West Road.\n" in run.out
    assert run.out.count("  turn ") == 2


@pytest.mark.rules("MOV-06")
def test_chariots_keep_out_of_difficult_ground(assistant: Assistant) -> None:
    riding = assistant("way", "rivendell", "lake-town", "3 khand-chariot", "--json").json
    walking = assistant("way", "rivendell", "lake-town", "khand-foot", "--json").json
    assert riding["inches"]["difficult"] is None
    assert "high-pass-road" in walking["over"]
    assert "high-pass-road" not in riding["over"]
    assert riding["turns"] > walking["turns"]


def test_in_the_druadan_forest_only_theodens_men_leave_the_road(assistant: Assistant) -> None:
    led = assistant("way", "eastfold", "druadan-forest", "theoden, 4 rider-of-rohan", "--json").json
    assert led["turns"] is not None
    through = assistant("way", "edoras", "minas-tirith", "8 gondor-foot", "--json").json
    assert "druadan-wood" not in through["over"]


def test_an_army_does_not_cross_the_emyn_muil_but_characters_do(assistant: Assistant) -> None:
    frodo = assistant("way", "rauros-east-bank", "dead-marshes", "frodo, sam", "--json").json
    assert "razor-hills" in frodo["over"]
    orcs = assistant("way", "black-gate", "amon-hen", "12 orc", "--json").json
    assert "razor-hills" not in orcs["over"]


def test_inch_by_inch_under_the_other_reading(assistant: Assistant) -> None:
    capped = assistant("way", "carn-dum", "fornost", "24 orc", "--json").json
    fair = assistant(
        "way", "carn-dum", "fornost", "24 orc", "--json", "--house-rule", "AMB-029=pro-rata"
    ).json
    assert fair["turns"] <= capped["turns"]


@pytest.mark.rules("PPL-ORCDRUMMER-01")
def test_drums_speed_a_march_on_every_other_turn_only(assistant: Assistant) -> None:
    # From Carn Dûm over open moor: 9 inches on the first turn, 8 on the second.
    run = assistant("way", "carn-dum", "shire", "24 orc, orc-drummer")
    assert '(9" in clear ground, 7" in difficult; by turns 8")' in run.out
    stops = [
        (at["x"], at["y"])
        for at in assistant("way", "carn-dum", "shire", "orc-drummer", "--json").json["stops"]
    ]
    legs = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(stops[:4])]
    assert legs[0] <= 8 < legs[1] <= 9.1


def test_a_place_that_is_not_on_the_map_is_refused(assistant: Assistant) -> None:
    assistant("way", "isengart", "edoras", "4 orc").refused(
        "'isengart' lies nowhere", "did you mean 'isengard'?"
    )


@pytest.mark.parametrize(
    ("start", "end"), [("Isengard", "Helm's Deep"), ("ISENGARD", "helms deep"), ("isengard", "Helm’s Deep")]
)
def test_places_are_taken_by_the_names_that_the_assistant_shows(
    assistant: Assistant, start: str, end: str
) -> None:
    run = assistant("way", start, end, "lurtz")
    assert run.out.startswith("Isengard to Helm's Deep: ")


@pytest.mark.parametrize(
    ("start", "end", "who", "why"),
    [
        pytest.param(
            "minas-tirith", "osgiliath", "beregond", "Beregond may not leave Minas Tirith: ",
            marks=pytest.mark.rules("PPL-BEREGOND-01"),
        ),
        pytest.param(
            "lothlorien", "fangorn", "galadriel, 4 armored-elf", "Galadriel may not leave Lothlórien: ",
            marks=pytest.mark.rules("PPL-GALADRIEL-01"),
        ),
        pytest.param(
            "erebor", "dol-guldur", "dain", 'Dáin stays within 12" of Erebor (Lonely Mountain): ',
            marks=pytest.mark.rules("PPL-DAIN-01"),
        ),
    ],
)  # fmt: skip
def test_whoever_is_bound_to_a_place_is_named_with_every_way_that_leads_away(
    assistant: Assistant, start: str, end: str, who: str, why: str
) -> None:
    assert f"\nMind: {why}" in assistant("way", start, end, who).out
    (told,) = assistant("way", start, end, who, "--json").json["bound"]
    assert told.startswith(why)


def test_within_the_length_of_a_leash_nobody_is_warned(assistant: Assistant) -> None:
    assert "Mind" not in assistant("way", "erebor", "dale", "dain").out


def test_whoever_does_not_move_gets_nowhere(assistant: Assistant) -> None:
    assistant("way", "outside-moria", "rivendell", "watcher-in-the-water").refused("do not get anywhere")


def test_a_list_nobody_can_read_is_refused(assistant: Assistant) -> None:
    assistant("way", "isengard", "edoras", "4 orks of nowhere").refused("orks of nowhere")


def test_some_words_of_a_name_bring_all_the_places_that_have_them(assistant: Assistant) -> None:
    assistant("way", "rauros", "minas-tirith", "orc").refused(
        "'rauros' lies nowhere", "did you mean 'falls-of-rauros' or 'rauros-east-bank'?"
    )


@pytest.mark.rules("PLC-PATHSOFTHEDEAD-02")
@pytest.mark.parametrize(
    ("start", "end", "who"),
    [("edoras", "stone-of-erech", "6 rohan-foot"), ("dol-amroth", "edoras", "3 gondor-foot")],
)
def test_no_army_is_led_through_the_paths_of_the_dead(
    assistant: Assistant, start: str, end: str, who: str
) -> None:
    found = assistant("way", start, end, who, "--json").json
    assert "dead-mens-road" not in found["over"]
    assert [one["place"] for one in found["shunned"]] == ["paths-of-the-dead"]


@pytest.mark.rules("PLC-PATHSOFTHEDEAD-01")
def test_aragorn_with_anduril_leads_rangers_through_the_paths_of_the_dead(assistant: Assistant) -> None:
    through = assistant("way", "edoras", "stone-of-erech", "aragorn with anduril, 3 ranger", "--json").json
    assert "dead-mens-road" in through["over"]
    without = assistant("way", "edoras", "stone-of-erech", "aragorn, 3 ranger", "--json").json
    assert "dead-mens-road" not in without["over"]


def test_who_asks_for_the_paths_themselves_is_told_that_they_are_deadly(assistant: Assistant) -> None:
    told = assistant("way", "edoras", "paths-of-the-dead", "6 rohan-foot").out
    assert "Mind: they would not come out of Paths of the Dead" in told


@pytest.mark.rules("PLC-CARADHRAS-06")
def test_nobody_hastens_over_caradhras(assistant: Assistant) -> None:
    # In haste Gandalf would go 14" over the pass; at a man's 7" the High Pass is as quick.
    found = assistant("way", "rivendell", "lothlorien", "gandalf-the-white", "--json").json
    assert "redhorn-pass" not in found["over"]
    # From the foot of the pass he has no other way: 7" a turn, as a man who is no scout.
    hasty = assistant("way", "caradhras", "lothlorien", "gandalf-the-white", "--json").json
    slow = assistant("way", "caradhras", "lothlorien", "gondor-foot", "--json").json
    assert hasty["turns"] == slow["turns"]


@pytest.mark.parametrize(
    ("start", "end", "who", "why"),
    [
        pytest.param(
            "bree", "fornost", "5 rohan-foot", "Rohan Foot may not enter Fornost: ",
            marks=pytest.mark.rules("PLC-FORNOST-01"),
        ),
        pytest.param(
            "osgiliath", "dead-marshes", "20 uruk-hai", "Uruk-hai may not enter Dead Marshes: ",
            marks=pytest.mark.rules("PLC-DEADMARSHES-01"),
        ),
        pytest.param(
            "black-gate", "emyn-muil", "5 gondor-foot", "Gondor Foot may not enter Emyn Muil: ",
            marks=pytest.mark.rules("PLC-EMYNMUIL-01"),
        ),
        pytest.param(
            "moria-west-gate", "caradhras", "5 rider-of-rohan", "Rider of Rohan may not enter Caradhras: ",
            marks=pytest.mark.rules("MNT-01"),
        ),
    ],
)  # fmt: skip
def test_who_may_not_enter_a_place_is_told_so_and_not_that_he_arrives(
    assistant: Assistant, start: str, end: str, who: str, why: str
) -> None:
    told = assistant("way", start, end, who).out
    assert why in told
    assert "  turn " not in told
    found = assistant("way", start, end, who, "--json").json
    assert found["turns"] is None
    assert found["barred"]


@pytest.mark.rules("PLC-FORNOST-01")
def test_who_stands_where_he_may_not_be_is_told_so_and_finds_his_way_out(assistant: Assistant) -> None:
    told = assistant("way", "fornost", "carn-dum", "5 rohan-foot").out
    assert told.startswith("Fornost to Carn Dûm: 2 turns")
    assert "Mind: Rohan Foot may not enter Fornost: closed to such figures (PLC-FORNOST-01)" in told
    assert "gates" not in told
    assert "Paths of the Dead" not in told


def test_only_what_stands_in_the_way_is_named_where_there_is_none(assistant: Assistant) -> None:
    # Into Mordor an army has the Black Gate or Minas Morgul; no other gate, and no deadly road, leads there.
    told = assistant("way", "osgiliath", "gorgoroth", "12 gondor-foot").out
    assert "there is no way for them" in told
    (line,) = (line for line in told.split("\n") if line.startswith("Enemies keep the gates"))
    assert "Minas Morgul" in line
    assert "Isengard" not in line
    assert "Dol Guldur" not in line
    assert "Paths of the Dead" not in told


def test_friends_come_in_by_the_gate(assistant: Assistant) -> None:
    # Minas Tirith has walls of 4.8" about 52.1,31.4 and its gate looks east: from the west one goes round.
    knights = assistant("way", "dol-amroth", "minas-tirith", "6 knight-of-dol-amroth", "--json").json
    end = knights["stops"][-1]
    assert hypot(end["x"] - 52.1, end["y"] - 31.4) < 4.8
    assert any(hypot(at["x"] - 56.9, at["y"] - 31.9) < 1.2 for at in knights["line"])
    # From Edoras to the northern gate of Helm's Deep it is more than 10".
    assert assistant("way", "edoras", "helms-deep", "6 rohan-foot", "--json").json["turns"] == 2


def test_enemies_halt_an_inch_from_walls_that_are_shut(assistant: Assistant) -> None:
    # The walls of Helm's Deep are 3.9" about 15.2,45.9, and 0.3" thick.
    end = assistant("way", "isengard", "helms-deep", "20 uruk-hai", "--json").json["stops"][-1]
    assert 3.9 < hypot(end["x"] - 15.2, end["y"] - 45.9) <= 3.9 + 0.15 + 1


@pytest.mark.parametrize(
    ("start", "end", "who", "waits"),
    [
        ("rauros-east-bank", "cracks-of-doom", "frodo, sam", ("Emyn Muil", "Dead Marshes", "Cirith Ungol")),
        ("bree", "carn-dum", "5 rohan-foot", ("Carn Dûm",)),
    ],
)
def test_the_dangers_of_the_places_on_the_way_are_told(
    assistant: Assistant, start: str, end: str, who: str, waits: tuple[str, ...]
) -> None:
    told = assistant("way", start, end, who).out
    for place in waits:
        assert f"\nMind: {place}: " in told
    (by,) = (line for line in told.split("\n") if line.startswith("By "))
    assert all(place in by for place in waits if place != "Carn Dûm")


@pytest.mark.rules("PLC-PATHSOFTHEDEAD-01")
def test_who_goes_round_the_paths_of_the_dead_is_told_who_may_pass_them(assistant: Assistant) -> None:
    told = assistant("way", "edoras", "stone-of-erech", "aragorn, legolas, gimli").out
    assert "No way leads them through Paths of the Dead: " in told
    assert "Andúril" in told


def test_a_fitted_scenario_can_be_asked_and_drawn(assistant: Assistant, tmp_path: Path) -> None:
    # A copy in which Bree lies beyond Weathertop.
    ours = tmp_path / "ours"
    shutil.copytree(home() / "scenarios" / "war-of-the-ring", ours)
    tables = (ours / "tables.toml").read_text(encoding="utf-8")
    moved = tables.replace('"bree", table = "north", at = "54,36.8"', '"bree", table = "north", at = "68,45"')
    assert moved != tables
    (ours / "tables.toml").write_text(moved, encoding="utf-8")
    here = assistant("way", "weathertop", "bree", "4 ranger", "--json").json
    there = assistant("way", "weathertop", "bree", "4 ranger", "--scenario", str(ours), "--json").json
    assert here["line"][-1] != there["line"][-1]
    drawn = [tmp_path / "here.svg", tmp_path / "there.svg"]
    assistant("map", "--table", "north", "-o", str(drawn[0]))
    assistant("map", "--table", "north", "--scenario", str(ours), "-o", str(drawn[1]))
    assert drawn[0].read_text(encoding="utf-8") != drawn[1].read_text(encoding="utf-8")
