"""Arrivals of the commanders with simple tables, what events bring them, and what is refused."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.scenario import Scenario
from assistant.rules.schedule import Choice
from tests.rules.arriving import EVEN, ODD, TWENTY, Course, each, figures

# ---- The others, in peace ----


@pytest.mark.parametrize(
    ("commander", "table"),
    [
        ("buhrdur", each(TWENTY, "2 orc")),
        ("easterling-king", each(TWENTY, "1 easterling-foot")),
        ("king-of-khand", each(TWENTY, "1 khand-foot")),
        ("high-elves", each(EVEN, "1 armored-elf")),
        ("wood-elves", each(ODD, "1 wood-elf")),
        ("fellowship", {2: ["1 gandalf-the-white"]}),
        (
            "goblin-king",
            {**each(TWENTY, "4 goblin"), 5: ["4 goblin", "1 grishnakh + 5 orc"]},
        ),
        (
            # A ranger on every third turn: 3, 6, 9, 12, 15, 18.
            "eriador",
            {
                **each(TWENTY, "1 hobbit"),
                **each((3, 6, 9, 12, 15, 18), "1 hobbit", "1 ranger"),
            },
        ),
        # An option to mount brings no figures.
        ("khamul", {**each(TWENTY, "2 orc"), 10: ["2 orc", ""]}),
        (
            "witch-king",
            {
                **each(TWENTY, "2 orc"),
                10: ["2 orc", ""],
                12: ["2 orc", "1 siege-catapult + 3 warg-rider"],
                15: ["2 orc", "30 orc"],
            },
        ),
        (
            "mouth-of-sauron",
            {
                **each(TWENTY, "2 orc"),
                10: ["2 orc", ""],
                12: ["2 orc", "1 bolt-shooter + 3 warg-rider"],
                15: ["2 orc", "1 troll-chieftain + 10 orc"],
            },
        ),
    ],
)
def test_everybody_else_in_peace(course: Course, commander: str, table: dict[int, list[str]]) -> None:
    assert course.of(commander) == table


def test_everyone_who_arrives_has_a_table_here(course: Course) -> None:
    worked_out = {"rohan", "gondor", "gondor-fiefdoms", "dwarves", "sulladan", "saruman"}
    others = {
        "buhrdur", "easterling-king", "king-of-khand", "high-elves", "wood-elves", "fellowship",
        "goblin-king", "eriador", "khamul", "witch-king", "mouth-of-sauron",
    }  # fmt: skip
    assert {one.commander for one in course.dues()} == worked_out | others == set(course.war.commanders)


# ---- What the wars and deeds bring to the others ----


@pytest.mark.parametrize(
    ("event", "arrival", "delay", "brings"),
    [
        ("war-of-the-ring", "cavalry-of-khand", 0, "1 khand-chieftain + 8 khand-cavalry"),
        ("war-of-the-ring", "king-of-khand", 2, "1 king-of-khand + 3 khand-chariot + 6 khand-foot"),
        (
            "war-of-the-ring",
            "host-of-the-black-gate",
            1,
            "24 morannon-orc + 3 orc-tracker + 1 orc-taskmaster + 1 orc-drummer",
        ),
        (
            "war-of-the-ring",
            "black-numenoreans",
            1,
            "10 orc + 3 orc-tracker + 9 black-numenorean + 5 morgul-knight",
        ),
        ("war-of-the-north", "wolves-of-carn-dum", 0, "3 warg-rider + 10 orc"),
        (
            "war-of-the-north",
            "host-of-the-easterlings",
            0,
            "1 easterling-chieftain + 30 easterling-foot + 5 easterling-kataphract",
        ),
        ("war-of-the-north", "haldir", 1, "1 haldir + 5 armored-elf"),
        ("war-of-the-north", "host-of-dol-guldur", 1, "30 orc"),
        (
            "aragorn-reaches-helms-deep-or-edoras",
            "grey-company",
            1,
            "1 elladan + 1 elrohir + 1 halbarad + 2 ranger",
        ),
        ("aragorn-reaches-helms-deep-or-edoras", "woses", 1, "1 ghan-buri-ghan + 10 wose"),
        ("aragorn-reaches-erech", "army-of-the-dead", 1, "10 army-of-the-dead"),
        ("two-hobbits-enter-fangorn", "ents", 0, "1 ents"),
        ("gandalf-calls-the-eagles", "eagles", 0, "1 eagles"),
        # Half of 12 ruffians, for Fangorn stands.
        ("saruman-below-two-armies", "sharkey", 0, "1 sharkey + 1 worm + 6 ruffian"),
    ],
)
def test_an_event_brings_its_arrival_on_time(
    war: Scenario, event: str, arrival: str, delay: int, brings: str
) -> None:
    for turn in (1, 5, 12):
        one = Course(war, {event: turn}).one(arrival)
        assert (one.turn, one.source, figures(one)) == (turn + delay, "event", brings)


def test_without_its_event_nothing_comes_of_it(course: Course) -> None:
    assert [one for one in course.dues() if one.source == "event"] == []


def test_gandalf_may_come_to_any_good_base_and_to_edoras(course: Course) -> None:
    assert course.one("gandalf").places == (
        "rivendell", "lothlorien", "thranduils-palace", "erebor", "iron-hills", "grey-havens", "shire",
        "helms-deep", "minas-tirith", "dol-amroth", "edoras",
    )  # fmt: skip


def test_a_fell_beast_is_an_offer_to_its_rider(course: Course) -> None:
    one = course.one("fell-beast-of-the-dark-marshal")
    assert (one.turn, one.commander, one.figures, one.may_mount) == (
        10,
        "mouth-of-sauron",
        (),
        ("dark-marshal",),
    )


def test_a_shaman_may_be_taken_in_place_of_a_goblin(course: Course) -> None:
    assert {one.instead for one in course.dues() if one.id == "goblins-of-the-mountains"} == {
        ("goblin-shaman",)
    }


def test_the_march_to_the_black_gate_is_asked_for_until_the_war_of_the_ring(war: Scenario) -> None:
    notes = {
        one.turn: one.note
        for one in Course(war, {"war-of-the-ring": 9}).dues()
        if one.id in ("first-host-of-harad", "second-host-of-harad")
    }
    assert notes[5].startswith("Straight to the Black Gate")
    assert notes[10] == ""


# ---- Refusals ----


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ({"war-of-the-rings": 3}, "There is no event 'war-of-the-rings'. Did you mean 'war-of-the-ring'?"),
        ({"war-of-the-ring": 0}, "There is no turn 0. Turns run from 1 to 100."),
        ({"war-of-the-ring": 101}, "There is no turn 101. Turns run from 1 to 100."),
    ],
)
def test_an_event_that_cannot_have_happened_is_refused(
    war: Scenario, events: dict[str, int], said: str
) -> None:
    with pytest.raises(Illegal) as refusal:
        Course(war, events).dues()
    assert str(refusal.value) == said


@pytest.mark.parametrize(
    ("key", "choice", "said"),
    [
        (
            "saruman.fangorm",
            Choice("disturbed"),
            "There is no choice 'saruman.fangorm'. Did you mean 'saruman.fangorn'?",
        ),
        (
            "saruman.fangorn",
            Choice("disturbd"),
            "There is no answer 'disturbd'. Did you mean 'disturbed'?",
        ),
        ("saruman.fangorn", Choice("disturbed", 0), "There is no turn 0. Turns run from 1 to 100."),
    ],
)
def test_a_choice_nobody_has_is_refused(war: Scenario, key: str, choice: Choice, said: str) -> None:
    with pytest.raises(Illegal) as refusal:
        Course(war, choices={key: choice}).dues()
    assert str(refusal.value) == said


def test_a_turn_that_is_not_on_the_record_is_refused(course: Course) -> None:
    with pytest.raises(Illegal, match="There is no turn 101"):
        course.dues(range(99, 102))
