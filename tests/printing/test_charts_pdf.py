"""The charts as printed: the words read out of the PDFs equal the rulebook typed a second time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import get_args

import pytest
from pypdf import PdfReader

from assistant.printing.draw import draw
from assistant.printing.layout import lay_out
from assistant.printing.proof import faults
from assistant.printing.render import render
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_charts import CHARTS, chart, merged_chart
from assistant.printing.sheets_list import FOR_ALL, Player, documents, fitted_chart
from assistant.printing.side import Paper
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from tests.printing.material import (
    BOOK,
    COMMANDERS,
    WAR,
    commander,
    material,
    plain,
    second_pass,
    shipped,
)

PAPERS: tuple[Paper, ...] = get_args(Paper)
NASTY = '<b>"Bold"</b> & <img src="file:///etc/passwd"> \N{DRAGON FACE} ' + "x" * 360
RHYTHMS = {
    (1, 1): "Every turn",
    (1, 5): "Every turn from turn 5",
    (2, 1): "Every odd turn",
    (2, 2): "Every even turn",
    (3, 3): "Every 3rd turn",
}
DELAYS = {"0": "that turn", "1": "the turn after", "2": "2 turns after"}
CALLED = {"army-of-the-dead", "eagles"}
MARKS = r"#?\*?†?"


def read(pdf: bytes) -> list[str]:
    """The text of each page, with single spaces."""
    return [plain(page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


@cache
def pages(name: CommanderId, paper: Paper) -> list[str]:
    """A chart as it is printed."""
    made, arrivals = shipped()
    return read(draw(fitted_chart(made, arrivals, name, paper)))


def said(name: CommanderId, paper: Paper = "a4") -> str:
    return " ".join(pages(name, paper))


def rows_of(table: str, name: CommanderId) -> list[dict[str, str]]:
    return [row for row in second_pass(table) if row["commander"] == name]


def names(profiles: str) -> str:
    """`a|b` as it is printed."""
    return " or ".join(BOOK.profiles[ProfileId(one)].name for one in profiles.split("|"))


def counted(row: dict[str, str]) -> str:
    """12 × Orc, or fewer in brackets; a lone character has no number."""
    who = re.escape(names(row["profile"]))
    kinds = {BOOK.profiles[ProfileId(one)].kind for one in row["profile"].split("|")}
    is_alone = row["count"] == "1" and not kinds & {"army", "artillery"}
    return who if is_alone else rf"{row['count']}(?: \(\d+\))? × {who}"


def box_of(row: dict[str, str]) -> str | None:
    """The words beside the box to tick of what a commander may call, instead of a line among the arrivals."""
    return next((power.text for power in WAR.powers if row["rule"] in power.rules), None)


def own_profiles(name: CommanderId) -> Iterator[str]:
    for table in ("starts", "regular", "scheduled", "events"):
        for row in rows_of(table, name):
            yield from (one for one in row["profile"].split("|") if one)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_a_chart_is_two_flawless_sides(name: CommanderId, paper: Paper) -> None:
    made, arrivals = shipped()
    layout = fitted_chart(made, arrivals, name, paper)
    assert len(layout.sides) == 2
    assert layout.missing == ()
    assert faults(layout) == ()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_both_sides_carry_the_name_and_the_footer(name: CommanderId, paper: Paper) -> None:
    for page in pages(name, paper):
        assert WAR.commanders[name].name in page
        assert shipped()[0].footer in page


@pytest.mark.rules(*(rule for rules in CHARTS.values() for rule in rules))
def test_every_chart_of_the_rulebook_is_printed() -> None:
    made, arrivals = shipped()
    assert {name for name in COMMANDERS if fitted_chart(made, arrivals, name, "a4").sides} == set(CHARTS)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_starting_figure_is_printed_with_its_place(name: CommanderId, paper: Paper) -> None:
    text = said(name, paper)
    by_place: dict[str, list[dict[str, str]]] = {}
    for row in rows_of("starts", name):
        by_place.setdefault(row["place"], []).append(row)
    for place, starting in by_place.items():
        lines = re.findall(rf"{re.escape(WAR.place_names[PlaceId(place)])}: (.*?\.)(?= |$)", text)
        assert lines, place
        for row in starting:
            assert any(re.search(counted(row), line) for line in lines), row


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_rate_is_printed(name: CommanderId, paper: Paper) -> None:
    text = said(name, paper)
    for row in rows_of("regular", name):
        when = RHYTHMS[int(row["every"]), int(row["first"])]
        assert re.search(rf"{when} {counted(row)}", text), row


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_everything_that_comes_by_turn_is_printed(name: CommanderId, paper: Paper) -> None:
    text = said(name, paper)
    for row in rows_of("scheduled", name):
        lines = re.findall(rf"Turn {row['turn']} (.*?)(?=Turn \d|declared:|Armies|Characters)", text)
        if not row["profile"]:
            # A right that nobody comes with is a power.
            assert re.search(rf"Fell beast\. From turn {row['turn']} .*? may mount a fell beast", text), row
            continue
        who = counted(row)
        assert any(re.search(who, line) for line in lines), row


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_everything_that_comes_by_event_is_printed(name: CommanderId, paper: Paper) -> None:
    text = said(name, paper)
    for row in rows_of("events", name):
        if row["profile"] in CALLED:
            assert BOOK.profiles[ProfileId(row["profile"])].name in text
            continue
        if (box := box_of(row)) is not None:
            number = "1d6" if row["note"].startswith("1d6") else row["count"]
            who = names(row["profile"])
            assert (who if number == "1" else f"{number} {who.lower()}s") in box
            assert box in text
            continue
        lines = re.findall(rf"{DELAYS[row['delay']]} (.*?)(?=declared:|Armies|Characters)", text)
        assert any(re.search(counted(row), line) for line in lines), row


@pytest.mark.parametrize("name", COMMANDERS)
def test_every_place_of_arrival_is_printed(name: CommanderId) -> None:
    text = said(name)
    for table in ("regular", "scheduled", "events"):
        for row in rows_of(table, name):
            places = [WAR.place_names[PlaceId(one)] for one in row["places"].split("|") if one]
            if len(places) > 4:
                assert "Any main base of good or Edoras" in text
            elif row["profile"] not in CALLED:
                told = box_of(row) or text
                assert all(place in text or place.split(" of ")[0].lower() in told for place in places), row


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_the_numbers_of_every_figure_are_those_of_the_rulebook(name: CommanderId, paper: Paper) -> None:
    text = said(name, paper)
    lines = {row["id"]: row for row in second_pass("profiles")}
    checked = 0
    for profile in dict.fromkeys(own_profiles(name)):
        if profile in lines:
            assert re.search(numbers_of(lines[profile]), text), lines[profile]
            checked += 1
    assert checked


def numbers_of(row: dict[str, str]) -> str:
    """A figure's line as it is printed, with others of the same numbers beside its name."""
    who = re.escape(BOOK.profiles[ProfileId(row["id"])].name)
    attack = target(row["default_attack"] or row["attack"])
    dice = (row["default_dice"] or row["dice"]) if attack != "–" else "–"
    defense = target(row["default_defense"] or row["defense"])
    # What it has under some condition may stand in brackets behind it.
    line = rf"\b{who}{MARKS}(?: / [^+–]+?)? {dice} {re.escape(attack)} {re.escape(defense)}(?: \([^)]*\))?"
    if row["move_clear"] or row["move_difficult"]:
        line += f" {row['move_clear'] or '–'} / {row['move_difficult'] or '–'}"
    return line


def target(number: str) -> str:
    return f"{number}+" if number not in ("", "-") else "–"


@pytest.mark.parametrize("name", COMMANDERS)
def test_every_dismounted_line_is_printed(name: CommanderId) -> None:
    text = said(name)
    own = set(own_profiles(name))
    for row in second_pass("profiles"):
        foot = row["default_dismounted"] or row["dismounted"]
        if row["id"] in own and foot:
            dice, attack, defense = foot.split("/")
            dice = dice if attack != "-" else "–"
            assert f"{dice} / {target(attack)} / {target(defense)}" in text, row


@pytest.mark.parametrize("name", COMMANDERS)
def test_leadership_and_wizardry_are_printed(name: CommanderId) -> None:
    text = said(name)
    own = set(own_profiles(name))
    # Who has no wizards has no column for them.
    has_wizards = " Wz " in text
    assert has_wizards or not any(row["wizardry"] for row in second_pass("profiles") if row["id"] in own)
    for row in second_pass("profiles"):
        if row["id"] in own and row["leadership"]:
            # A line may end after a hyphen.
            leads = plain(f"{row['leadership']} {row['scope']}").replace("-", "- ?")
            leads += f" {row['wizardry'] or '–'}" if has_wizards else ""
            assert re.search(rf"{numbers_of(row)}(?: [^A-Z]*?)? {leads}", text), row


@pytest.mark.parametrize("name", COMMANDERS)
def test_every_status_point_is_printed(name: CommanderId) -> None:
    if WAR.commanders[name].side == "evil":
        text = said(name)
        assert re.search(r"50 Capture the Ring", text)
        assert re.search(r"10 Capture a hobbit", text)
        assert re.search(r"20 Take a good citadel", text)
        assert re.search(r"\b1 Eliminate a good army figure", text)
        assert re.search(r"Ld \+ 5 Eliminate a good character", text)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_power_is_printed(name: CommanderId, paper: Paper) -> None:
    text = said(name, paper)
    missing = [power.id for power in WAR.powers if power.commander == name and power.text not in text]
    assert missing == []


def is_printed(text: str, on: list[str]) -> bool:
    """Whether a text stands on one page, or begins on the first and goes on overleaf."""
    words = text.split()
    torn = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return any(text in page for page in on) or any(a in on[0] and b in on[1] for a, b in torn)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_place_a_commander_needs_is_told_on_the_chart(name: CommanderId, paper: Paper) -> None:
    text = said(name, paper)
    found = WAR.commanders[name]
    for place in (BOOK.places[one] for one in (*found.home, *found.charted_places)):
        told = (plain(" ".join(place.text)), plain(place.short))
        assert place.name in text, place.id
        assert any(one and is_printed(one, pages(name, paper)) for one in told), place.id
    assert "see the sheet of places" not in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_the_turns_run_to_a_hundred_on_every_chart(name: CommanderId, paper: Paper) -> None:
    made, arrivals = shipped()
    front = fitted_chart(made, arrivals, name, paper).sides[0]
    turns = [int(item.text) for item in front.items if item.kind == "turn"]
    assert turns == list(range(1, 101))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", COMMANDERS)
def test_no_type_on_a_chart_is_smaller_than_nine_points(name: CommanderId, paper: Paper) -> None:
    made, arrivals = shipped()
    layout = fitted_chart(made, arrivals, name, paper)
    assert min(item.size for side in layout.sides for item in side.items if item.text) >= 9


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", [*FOR_ALL, "blank"])
def test_every_other_sheet_can_be_printed(sheet: str, paper: Paper) -> None:
    for document in documents(sheet, material()):
        assert all(page.strip() for page in read(document.make(paper)))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_merged_chart_is_flawless(paper: Paper) -> None:
    made, arrivals = shipped()
    minions = tuple(map(commander, ("witch-king", "king-of-khand", "sulladan")))
    layout = lay_out(merged_chart(made, arrivals, minions, "Ben"), paper)
    assert faults(layout) == ()
    assert layout.missing == ()


def test_the_same_chart_is_the_same_bytes() -> None:
    made, arrivals = shipped()
    name = commander("saruman")
    once, again = (draw(fitted_chart(made, arrivals, name, "a4")) for _ in range(2))
    assert once == again


@pytest.mark.parametrize("name", ["saruman", "fellowship", "mouth-of-sauron"])
def test_a_chart_with_many_changed_house_rules_takes_a_third_side_at_most(name: str) -> None:
    chosen = {
        rule.id: next(reading for reading in rule.readings if reading != rule.default)
        for rule in BOOK.house_rules.values()
        if rule.id in ("CON-002", "CON-068", "CON-071", "CON-084", "AMB-077", "AMB-078", "AMB-079")
    }
    made = material(**{rule.replace("-", "_"): reading for rule, reading in chosen.items()})
    (document,) = documents("charts", made, (commander(name),))
    found = read(document.make("letter"))
    assert len(found) <= 3
    assert "AMB-078" in " ".join(found)


def test_text_that_users_write_is_printed_as_it_is() -> None:
    made, _ = shipped()
    gondor = commander("gondor")
    changed = replace(WAR.commanders[gondor], objectives=(NASTY,))
    war = replace(made.scenario, commanders={**WAR.commanders, gondor: changed})
    spoiled = replace(made, scenario=war)
    (document,) = documents("charts", spoiled, (gondor,))
    text = "".join(read(document.make("a4"))).replace(" ", "")
    assert '<b>"Bold"</b>&<imgsrc="file:///etc/passwd">' in text
    assert "x" * 360 in text
    assert "root:" not in text


def test_a_name_of_four_hundred_letters_does_not_stop_a_chart() -> None:
    made, _ = shipped()
    players = (Player((commander("gondor"), commander("rohan")), NASTY),)
    (document,) = documents("charts", made, (), players)
    assert len(read(document.make("letter"))) >= 2


def test_a_chart_that_can_never_fit_takes_more_sides_rather_than_fail() -> None:
    made, _ = shipped()
    gondor = commander("gondor")
    long = replace(
        WAR.commanders[gondor],
        objectives=tuple(f"Objective {number}. {'word ' * 80}" for number in range(60)),
    )
    spoiled = replace(made, scenario=replace(made.scenario, commanders={**WAR.commanders, gondor: long}))
    (document,) = documents("charts", spoiled, (gondor,))
    found = read(document.make("a4"))
    assert len(found) > 2
    assert "Objective 59." in " ".join(found)


def test_other_arrivals_under_a_house_rule_reach_the_paper() -> None:
    made = material(CON_009="turn-above")
    name = commander("sulladan")
    text = " ".join(read(render(chart(made, coming(made), name), "a4")))
    assert "Turn 2 Harad Foot Chieftain" in text
