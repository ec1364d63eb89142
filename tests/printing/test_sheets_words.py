"""What the sheets say under other readings, and which house rules a chart speaks of."""

from __future__ import annotations

import pytest

from assistant.packs.catalogue import house_rules
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_charts import chart, merged_chart
from assistant.printing.sheets_list import FOR_ALL, fitted_chart
from assistant.printing.sheets_words import worded
from assistant.rules.arrivals import CommanderId
from tests.printing.material import EVIL, WAR, chart_of, commander, material, plain, rows, shipped, words


def everything() -> str:
    """The words of every sheet under the default readings, as they are written."""
    made, arrivals = shipped()
    sheets = [make(made, arrivals) for make in FOR_ALL.values()]
    sheets += [chart(made, arrivals, one) for one in WAR.commanders]
    return " ".join(map(words, sheets))


def test_the_words_that_a_reading_replaces_stand_on_some_sheet() -> None:
    said = everything()
    lost = [
        (one.under.rule, default)
        for one in WAR.wordings
        for default, _ in one.say
        if plain(default) not in said
    ]
    assert lost == []


@pytest.mark.parametrize(
    ("name", "chosen", "said", "unsaid"),
    [
        ("mouth-of-sauron", {"CON_066": "five-turns"}, "Back after 5 turns", "Back after 4 turns"),
        ("mouth-of-sauron", {"CON_068": "after-turn-15"}, "From turn 16", "From turn 10"),
        ("mouth-of-sauron", {"CON_070": "six-inches"}, '6" from the Black Gate', '3" from the Black Gate'),
        ("mouth-of-sauron", {"CON_071": "two-inches"}, 'within 2" of wall', 'within 4" of wall'),
        (
            "saruman",
            {"AMB_047": "when-orthanc-falls"},
            "lost only when Orthanc falls",
            "lost when the walls fall",
        ),
    ],
)
def test_the_body_of_a_chart_follows_the_reading(
    name: str, chosen: dict[str, str], said: str, unsaid: str
) -> None:
    found = words(chart_of(name, **chosen))
    assert said in found
    assert unsaid not in found


def test_the_checklist_follows_the_reading() -> None:
    made = material(CON_066="five-turns")
    found = words(worded(FOR_ALL["checklist"](made, coming(made)), made))
    assert "returns 5 turns later" in found


def test_what_a_chart_follows_is_named_and_not_told_again() -> None:
    found = words(chart_of("mouth-of-sauron", CON_066="five-turns"))
    assert "(CON-066)." in found.partition("What stands on this chart follows ")[2]
    assert "5 turns after dispersal" not in found


def test_a_question_of_poison_is_asked_only_of_those_who_have_it() -> None:
    assert "AMB-080" in words(chart_of("sulladan", AMB_080="every-die"))
    assert "AMB-080" not in words(chart_of("rohan", AMB_080="every-die"))


@pytest.mark.parametrize("rule", ["CON_062", "CON_091"])
def test_questions_of_the_rulebooks_lists_stand_on_no_chart(rule: str) -> None:
    chosen = {"CON_062": "nine-dice", "CON_091": "six-minions"}[rule]
    assert "House rules" not in words(chart_of("saruman", **{rule: chosen}))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_left_out_for_a_house_rule(paper: str) -> None:
    made = material(AMB_018="terror-again")
    laid = fitted_chart(made, coming(made), commander("saruman"), "letter" if paper == "letter" else "a4")
    said = plain(" ".join(item.text for side in laid.sides for item in side.items if item.kind == "text"))
    for place in ("Fangorn.", "Helm's Deep.", "Edoras."):
        assert place in said


def test_wizardry_is_explained_where_somebody_has_it_and_nowhere_else() -> None:
    assert "1d6 + Wz each" in words(chart_of("saruman"))
    assert "Wz" not in words(chart_of("rohan"))


def test_terror_is_explained_to_whoever_rides_a_fell_beast() -> None:
    assert "Terror. Enemies it hits" in words(chart_of("khamul"))


def test_the_fellowship_reads_where_hobbits_get_armor_and_which_the_main_bases_are() -> None:
    said = words(chart_of("fellowship"))
    assert "Sam, Merry and Pippin armor there or at Edoras" in said
    assert "Main bases of good: Rivendell" in said


def test_goblins_without_defense_have_one_in_caves() -> None:
    # Burrowers defend 1 better there, and none counts as 7: 6+.
    assert "– (6+ in caves)" in words(chart_of("goblin-king"))


def test_limits_of_other_commanders_stand_on_no_chart() -> None:
    assert "Fornost" not in words(chart_of("witch-king"))
    assert "their base" not in words(chart_of("sulladan"))
    assert "orcs, trolls" not in words(chart_of("king-of-khand"))


def test_a_war_that_two_commands_may_declare_is_one_box() -> None:
    made, arrivals = shipped()
    both = (commander("sulladan"), commander("king-of-khand"))
    assert words(merged_chart(made, arrivals, both)).count("Declare the War of the Ring") == 1


def test_the_star_is_explained() -> None:
    assert "A star by a turn: some of yours arrive." in words(chart_of("saruman"))


def test_sharkey_has_one_box_and_one_number_of_ruffians() -> None:
    said = words(chart_of("saruman"))
    assert said.count("12 ruffians") == 1
    assert "12 (6) × Ruffian" not in said


def test_the_king_of_khand_comes_in_his_chariot() -> None:
    assert "King of Khand mounted" not in words(chart_of("king-of-khand"))


def test_numbers_follow_where_the_table_adds_what_is_in_brackets() -> None:
    # AMB-012: heavy armor makes 3+ of Gondor foot's 4+; elite knights strike at 2+ at best, as before.
    armies = {row[0]: row for row in rows(chart_of("gondor-fiefdoms", AMB_012="added-on-top"), "Armies")}
    assert armies["Gondor Foot"][3] == "3+"
    assert armies["Knight of Dol Amroth"][2] == "2+"
    # Haradrim foot without armor have no 7+ to roll.
    south = {row[0]: row for row in rows(chart_of("sulladan", AMB_012="added-on-top"), "Armies")}
    assert south["Haradrim Foot"][3] == "–"
    said = words(chart_of("sulladan", AMB_012="added-on-top"))
    assert "What is in brackets is counted in the numbers." in said
    assert "(AMB-012)." in said.partition("What stands on this chart follows ")[2]


def test_house_rules_are_told_with_accents_and_in_one_spelling() -> None:
    told = [text for one in house_rules().values() for text in (one.topic, one.why, *one.readings.values())]
    for word in ("defence", "armour", "Khamul", "Grima", "Buhrdur", "Theoden", "Lothlorien", "Barad Dur"):
        assert not [text for text in told if word in text], word


@pytest.mark.rules("CON-085")
@pytest.mark.parametrize("name", EVIL)
def test_where_the_ring_wins_has_one_answer_on_each_sheet(name: CommanderId) -> None:
    # Rulebook lines 424, 425, 669 and 703: home, or Barad-dûr and Isengard.
    at_home = words(chart_of(name, CON_085="home-base"))
    others = " (another minion, not you)" if name == "saruman" else ""
    home = f"a home base of its captor{others}"
    assert f"Evil wins by bringing the Ring to {home} or by holding 5 main bases" in at_home
    assert "Ring to Barad-dûr" not in at_home
    assert "brings the ring here wins" not in at_home
    there = words(chart_of(name, CON_085="barad-dur"))
    assert f"Evil wins by bringing the Ring to Barad-dûr{others} or" in there
    assert "Capture the Ring and bring it to Barad-dûr, or Saruman to Isengard" in there
    assert "the Ring and bring it to your home base" not in there
    assert "to the captor's home base" not in there
