"""What each reading of an open question changes about arrivals."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.scenario import Scenario
from assistant.rules.schedule import Choice
from tests.rules.arriving import Course, figures

FIRST_HOST = "1 harad-foot-chieftain + 1 mumak + 12 haradrim-foot"
SECOND_HOST = "1 sulladan + 1 harad-chieftain + 1 mumak + 12 haradrim-foot + 4 haradrim-cavalry"
WILD_MEN = "12 wild-man-of-dunland"
HALF_A_TRAIN = "4 uruk-hai-berserker + 1 engineer + 1 battering-ram"


@pytest.mark.parametrize(
    ("rule", "reading", "commander", "changed"),
    [
        ("CON-001", "one-on-even-turns", "mouth-of-sauron", {1: None, 2: ["1 orc"], 3: None, 4: ["1 orc"]}),
        ("CON-003", "one-on-odd-turns", "witch-king", {1: ["1 orc"], 2: None, 3: ["1 orc"], 4: None}),
        (
            "CON-004",
            "one-every-sixth-turn",
            "dwarves",
            {1: None, 2: ["1 man-of-dale"], 6: ["1 dwarf-warrior", "1 man-of-dale"], 7: None},
        ),
        ("CON-005", "none", "dwarves", {2: ["1 dwarf-warrior"], 4: ["1 dwarf-warrior"]}),
        ("CON-006", "gondor-knight", "gondor-fiefdoms", {2: ["1 gondor-foot", "1 knight-of-gondor"]}),
        # The quarter rate alone leaves the other arrivals whole; the half rate is 1 on every turn.
        ("CON-008", "quarter-rate", "saruman", {1: ["1 uruk-hai"], 2: None, 5: ["1 uruk-hai", WILD_MEN]}),
        (
            "CON-008",
            "half-rate",
            "saruman",
            {1: ["1 uruk-hai"], 2: ["1 uruk-hai"], 12: ["1 uruk-hai", HALF_A_TRAIN]},
        ),
        ("AMB-001", "full-rate", "saruman", {1: ["2 uruk-hai"], 5: ["2 uruk-hai", WILD_MEN]}),
        ("AMB-002", "from-turn-two", "buhrdur", {1: None, 2: ["2 orc"]}),
        ("AMB-002", "from-turn-two", "wood-elves", {1: None, 3: ["1 wood-elf"]}),
        # Lost turn cells read downwards: the first host on turn 2, the second on 5.
        (
            "CON-009",
            "turn-above",
            "sulladan",
            {2: [FIRST_HOST], 5: ["1 haradrim-foot", SECOND_HOST], 10: ["1 haradrim-foot"]},
        ),
        ("CON-032", "more-scouts-arrive", "saruman", {1: ["1 uruk-hai/uruk-hai-scout"]}),
        ("CON-068", "after-turn-15", "khamul", {10: ["2 orc"], 16: ["2 orc", ""]}),
        ("AMB-006", "militia", "gondor", {1: ["1 gondor-militia"]}),
    ],
)
def test_a_house_rule_changes_the_table(
    war: Scenario, rule: str, reading: str, commander: str, changed: dict[int, list[str] | None]
) -> None:
    default = Course(war).of(commander)
    chosen = Course(war, house={rule: reading}).of(commander)
    assert {turn: chosen.get(turn) for turn in changed} == changed
    assert any(default.get(turn) != rows for turn, rows in changed.items())


@pytest.mark.parametrize(
    ("rule", "reading", "events", "arrival", "turns"),
    [
        ("CON-010", "same-turn", {"war-of-the-ring": 8}, "forlong-and-angbor", [8]),
        ("CON-012", "two-turns-after", {"war-of-the-ring": 8}, "second-fleet-of-umbar", [10]),
        ("CON-013", "two-arrivals", {"war-of-the-ring": 8}, "dwarf-king-again", [10]),
        ("CON-013", "two-arrivals", {"war-of-the-north": 8}, "dwarf-king", [8]),
        ("CON-014", "after-ring-war", {"war-of-the-ring": 8}, "wolves-of-carn-dum", [10]),
        ("CON-014", "after-ring-war", {"war-of-the-north": 8}, "wolves-of-carn-dum", []),
        ("CON-015", "ring-war", {"war-of-the-ring": 8}, "host-of-the-easterlings", [8]),
        ("CON-016", "after-ring-war", {"war-of-the-ring": 8}, "haldir", [10]),
        ("CON-017", "some-at-anfalas", {"war-of-the-ring": 8}, "knights-of-anfalas", [10]),
        ("CON-018", "left-out", {"war-of-the-north": 8}, "host-of-dol-guldur", []),
        ("CON-018", "left-out", {"aragorn-reaches-helms-deep-or-edoras": 8}, "woses", []),
        ("CON-018", "left-out", {"saruman-below-two-armies": 8}, "sharkey", []),
        ("CON-086", "after-the-paths", {"aragorn-takes-the-paths-of-the-dead": 8}, "army-of-the-dead", [9]),
        # What comes at once with a war comes with the next turn start instead; the rest as before.
        ("AMB-003", "next-turn-start", {"war-of-saruman": 8}, "pikes-of-isengard", [9]),
        ("AMB-003", "next-turn-start", {"war-of-saruman": 8}, "erkenbrand", [9]),
        ("AMB-003", "next-turn-start", {"war-of-the-ring": 8}, "imrahil", [10]),
        ("AMB-003", "next-turn-start", {"gandalf-calls-the-eagles": 8}, "eagles", [8]),
    ],
)
def test_a_house_rule_moves_what_an_event_brings(
    war: Scenario, rule: str, reading: str, events: dict[str, int], arrival: str, turns: list[int]
) -> None:
    assert Course(war, events, house={rule: reading}).turns_of(arrival) == turns


@pytest.mark.parametrize(
    ("rule", "reading", "arrival", "places"),
    [
        ("CON-002", "gate-or-barad-dur", "troll-chieftain", ("black-gate", "barad-dur")),
        ("CON-011", "dol-amroth", "forlong-and-angbor", ("dol-amroth",)),
        ("CON-016", "after-ring-war", "haldir", ("lothlorien",)),
    ],
)
def test_a_house_rule_moves_an_arrival_elsewhere(
    war: Scenario, rule: str, reading: str, arrival: str, places: tuple[str, ...]
) -> None:
    one = Course(war, {"war-of-the-ring": 8}, house={rule: reading}).one(arrival)
    assert one.places == places
    assert rule in one.rules


def test_gandalf_may_be_kept_to_the_ten_bases(war: Scenario) -> None:
    places = Course(war, house={"CON-089": "ten-bases"}).one("gandalf").places
    assert len(places) == 10
    assert "edoras" not in places


def test_dwarves_without_a_place_of_their_own_come_anywhere(war: Scenario) -> None:
    dues = Course(war, house={"AMB-086": "no-place-named"}).dues()
    assert {one.places for one in dues if one.id == "dwarf-warriors"} == {()}


def test_doubling_may_cover_every_line(war: Scenario) -> None:
    # Men of Dale and knights carry no footnote; read widely they double as well, on their even turns.
    course = Course(war, {"war-of-the-north": 5, "war-of-the-ring": 5}, house={"CON-007": "all-lines"})
    assert course.of("dwarves")[6] == ["2 dwarf-warrior", "2 man-of-dale"]
    assert course.of("dwarves")[7] == ["2 dwarf-warrior"]
    assert course.of("gondor-fiefdoms")[8] == ["2 gondor-foot", "2 knight-of-dol-amroth/knight-of-gondor"]


def test_fell_beasts_may_be_for_any_wraith_of_the_mouth(war: Scenario) -> None:
    one = Course(war, house={"CON-069": "commander-or-wraith"}).one("fell-beast-of-the-dark-marshal")
    assert one.may_mount == ("mouth-of-sauron", "dark-marshal", "shadow-lord")


def test_imrahil_may_leave_the_men_of_anfalas_at_home(war: Scenario) -> None:
    course = Course(war, {"war-of-the-ring": 8}, house={"CON-017": "some-at-anfalas"})
    assert figures(course.one("imrahil")) == "1 imrahil + 6 knight-of-dol-amroth"
    assert figures(course.one("knights-of-anfalas")) == "5 knight-of-gondor + 3 gondor-foot"
    assert course.one("knights-of-anfalas").places == ("anfalas",)


def test_sharkey_may_come_without_ruffians(war: Scenario) -> None:
    course = Course(war, {"saruman-below-two-armies": 8}, house={"CON-093": "one-roll-once"})
    assert figures(course.one("sharkey")) == "1 sharkey + 1 worm"


def test_who_has_come_to_erech_has_also_taken_the_paths(war: Scenario) -> None:
    # The Dead may be called the turn after the Paths, which he took at the latest on turn 6, with Erech.
    course = Course(war, {"aragorn-reaches-erech": 6}, house={"CON-086": "after-the-paths"})
    assert course.turns_of("army-of-the-dead") == [7]


def test_the_paths_alone_bring_nobody_where_erech_is_asked_for(war: Scenario) -> None:
    course = Course(war, {"aragorn-takes-the-paths-of-the-dead": 4})
    assert course.turns_of("army-of-the-dead") == []


def test_a_saruman_who_despoils_from_the_start_can_never_stop_again(war: Scenario) -> None:
    course = Course(
        war, choices={"saruman.fangorn": Choice("undisturbed", 6)}, house={"AMB-001": "full-rate"}
    )
    with pytest.raises(Illegal, match="can never be 'undisturbed' again"):
        course.dues()


def test_a_saruman_who_never_despoils_has_the_low_rate_whatever_the_table_takes_as_normal(
    war: Scenario,
) -> None:
    course = Course(war, choices={"saruman.fangorn": Choice("undisturbed")}, house={"AMB-001": "full-rate"})
    assert course.turns_of("uruk-hai-of-isengard") == [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
