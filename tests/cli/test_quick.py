"""`assistant quick`: any two lists against each other."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Assistant

README = Path(__file__).resolve().parents[2] / "README.md"

LISTS = ("quick", "12 uruk-hai, lurtz", "8 rohirrim, eomer")


def test_two_lists_fight_and_the_story_and_the_luck_are_told(assistant: Assistant) -> None:
    result = assistant(*LISTS, "--seed", 3, "--terrain", "woods")
    assert result.code == 0
    first, *luck = result.out.splitlines()
    assert first.startswith("Eight Riders of Rohan and Éomer met 12 Uruk-hai and Lurtz in the woods. Good ")
    assert [line.split(":")[0] for line in luck] == ["Good", "Good", "Evil", "Evil"]


def test_the_same_seed_fights_the_same_fight(assistant: Assistant) -> None:
    assert assistant(*LISTS, "--seed", 5).out == assistant(*LISTS, "--seed", 5).out


def test_the_order_of_the_lists_does_not_matter(assistant: Assistant) -> None:
    swapped = ("quick", LISTS[2], LISTS[1])
    assert assistant(*swapped, "--seed", 5).out == assistant(*LISTS, "--seed", 5).out


def test_with_json_it_is_the_result_of_resolve_with_story_and_luck(assistant: Assistant) -> None:
    found = assistant(*LISTS, "--seed", 3, "--json").json
    assert set(found) == {"winner", "retreats", "score", "figures", "extra_losses", "log", "story", "luck"}
    assert len(found["figures"]) == 22
    assert set(found["luck"]["good"]["hits"]) == {"app", "hand"}


def test_the_log_comes_before_the_story(assistant: Assistant) -> None:
    out = assistant(*LISTS, "--seed", 3, "--log").out
    assert out.index("Good strikes with") < out.index("Eight Riders of Rohan")


def test_walls_belong_to_a_side_or_to_one_of_the_lists(assistant: Assistant) -> None:
    by_side = assistant("quick", "5 orcs", "3 rohan foot", "--seed", 1, "--fortress", "good")
    by_list = assistant("quick", "5 orcs", "3 rohan foot", "--seed", 1, "--fortress", "second")
    assert "attacked the walls, held by three Rohan Foot" in by_side.out
    assert by_side.out == by_list.out


def test_a_place_brings_its_walls_to_whoever_holds_it(assistant: Assistant) -> None:
    out = assistant("quick", "5 orcs", "3 rohan foot", "--place", "helms-deep", "--fortress", "good").out
    assert out.startswith("Five Orcs attacked the walls at Helm's Deep, held by three Rohan Foot.")


def test_odds_instead_of_a_fight(assistant: Assistant) -> None:
    result = assistant("quick", "aragorn with anduril", "5 orcs", "--odds")
    assert result.out.startswith("Good 100 %")
    assert assistant("quick", "aragorn", "5 orcs", "--odds", "--json").json["exact"] is True


def test_two_of_a_side_may_fight_each_other_and_it_is_said(assistant: Assistant) -> None:
    result = assistant("quick", "5 orcs", "5 orcs", "--seed", 1)
    assert result.code == 0
    assert result.err == "Orcs fight here in the place of good.\n"
    assert result.out.startswith("Five Orcs met five Orcs.")


def test_every_fault_of_both_lists_is_told_at_once(assistant: Assistant) -> None:
    result = assistant("quick", "5 orcz, 3 guards", "6 goblinz, 0 trolls")
    result.refused(
        "the first list: nobody is called 'orcz'; did you mean 'orc'?",
        "the first list: 'guards' may be any of",
        "the second list: nobody is called 'goblinz'",
        "'0 trolls': the count must be a whole number from 1 to 1000",
    )
    assert len(result.err.splitlines()) == 4


def test_a_missing_list_is_asked_for_until_it_can_be_read(assistant: Assistant) -> None:
    result = assistant("quick", "gandalf", "--seed", 1, typed="3 lurzz\n\n3 orcs\n")
    assert result.code == 0
    assert "nobody is called 'lurzz'; did you mean 'lurtz'?" in result.err
    assert result.out.startswith("Gandalf the White met three Orcs.")


@pytest.mark.parametrize("words", ["ask", "by hand", "by-hand"])
def test_dice_rolled_by_hand_are_asked_for_and_counted_as_such(assistant: Assistant, words: str) -> None:
    result = assistant("quick", "eomer", "2 orcs", "--dice", words, typed="35\n12\n\n12\n")
    assert result.code == 0
    # Two dice at 3+ are 1.3 hits, and 3 and 5 are two.
    assert "Good: 2 hits of 2 dice rolled by hand, 1.3 expected (+0.7)." in result.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("orc", "eomer", "--dice", "ask", "--seed", "1"), "go with neither --seed"),
        (("orc", "eomer", "--dice", "loaded"), "loaded"),
        (("orc", " , "), "The second list names nobody"),
        (("orc", "eomer with excalibur"), "excalibur"),
        (("orc", "eomer", "--place", "helms-depp"), "did you mean 'helms-deep'"),
        (("orc", "eomer", "--house-rule", "CON-999=x"), "CON-999"),
        (("orc", "trebuchet mounted"), "cannot be mounted"),
        (("balrog mounted", "eomer"), "Balrog cannot ride"),
        (("3 trolls mounted", "eomer"), "Troll has no mount"),
    ],
)
def test_what_cannot_be_fought_is_refused(
    assistant: Assistant, arguments: tuple[str, ...], said: str
) -> None:
    assistant("quick", *arguments).refused(said)


def test_characters_who_hide_and_are_not_found_do_not_fight(assistant: Assistant) -> None:
    # Those in elven cloaks are found on 6, by trackers on 5; with this seed they roll 2.
    result = assistant("quick", "frodo, sam", "3 orc-tracker", "--hides", "first", "--seed", 3, "--log")
    assert (
        "Evil searches, 2 (5+) [6+ elven cloaks (ITM-CLOAKS-01); +1 tracker (ABL-TRACKER-2)]: not found"
        in result.out
    )
    assert "Frodo and Sam met three Orc Trackers" in result.out
    assert "Those who kept out of sight were not found, and there was no fight." in result.out


def test_bullies_do_not_attack_those_they_do_not_outnumber(assistant: Assistant) -> None:
    lists = ("quick", "4 rohan foot", "2 ruffians", "--seed", 1)
    assert assistant(*lists, "--attacker", "first").code == 0
    assistant(*lists, "--attacker", "second").refused("will not move into this fight")


def test_figures_in_cover_are_said_to_be_so_in_the_list(assistant: Assistant) -> None:
    # Faramir, 4+, defends on 2 in cover by his footnote.
    log = assistant("quick", "Faramir in cover", "1 orc", "--seed", 1, "--log").out
    assert "Faramir: 1 die at 3+; defense 2+" in log


QUICK = re.findall(
    r"^    \$ assistant (quick .*)\n((?:    (?!\$).*\n)+)", README.read_text(encoding="utf-8"), re.M
)


@pytest.mark.parametrize(("typed", "shown"), QUICK, ids=["fight", "siege"])
def test_the_quick_fights_of_the_readme_come_out_as_it_shows(
    assistant: Assistant, typed: str, shown: str
) -> None:
    done = assistant(*shlex.split(typed))
    told = " ".join(f"{done.err} {done.out}".split())
    for part in shown.split("..."):
        assert " ".join(part.split()) in told


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("24 Harad foot", "24 Haradrim Foot"),
        ("5 Harad cavalry", "Five Haradrim Cavalry"),
        ("Harad chieftain on horse", "Harad Chieftain"),
        ("10 Corsairs of Umbar", "Ten Corsairs"),
        ("8 men of Gondor", "Eight Gondor Foot"),
        ("5 Gondor militia foot", "Five Gondor Militia"),
        ("4 Rohan Royal Guard cavalry", "Four Royal Guards of Rohan"),
        ("6 rangers of Gondor", "Six Rangers"),
        ("Gothmog on warg", "Gothmog"),
        ("King of Khand in Chariot", "King of Khand"),
        ("siege catapult with 3 crew", "One Siege Catapult"),
        ("2 engineers with bomb", "Two Engineers"),
        ("5 dwarves", "Five Dwarf Warriors"),
        ("Gandalf on Shadowfax", "Gandalf the White"),
        ("thirteen orcs", "13 Orcs"),
        ("forty-two orcs", "42 Orcs"),
    ],
)
def test_figures_are_known_by_what_people_call_them(assistant: Assistant, typed: str, read: str) -> None:
    result = assistant("quick", typed, "3 goblins", "--seed", 1)
    assert result.code == 0
    assert f"{read} met three Goblins." in result.out or f"Three Goblins met {read}." in result.out
    assert "is read as" not in result.err


def test_who_sits_on_what_is_mounted_on_it(assistant: Assistant) -> None:
    # A fell beast brings terror.
    horse = assistant("quick", "Khamul on horse", "3 rohan foot", "--seed", 1, "--json").json
    assert horse["figures"]["khamul"] != "eliminated"
    beast = assistant("quick", "Witch King on a fell beast", "3 rohan foot", "--seed", 1, "--log").out
    assert "fell-beast" in beast or "terror of the fell beast" in beast


def test_whoever_is_named_by_a_part_of_the_name_is_told(assistant: Assistant) -> None:
    assert (
        "'Sauron' is read as Mouth of Sauron." in assistant("quick", "Sauron", "3 goblins", "--seed", 1).err
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hobbits", "how many hobbits are there?"),
        ("siege catapult with 2 crew", "Siege Catapult has a crew of 3"),
        ("orc with 2 crew", "Orc has no crew"),
    ],
)
def test_what_a_list_leaves_open_is_asked(assistant: Assistant, typed: str, said: str) -> None:
    assistant("quick", typed, "3 goblins").refused(said)


ROHAN, ISENGARD = "8 rohan foot, theoden", "20 uruk-hai, siege ballista"


@pytest.mark.rules("FOR-03", "FOR-04")
def test_whoever_is_attacked_at_a_place_holds_it(assistant: Assistant) -> None:
    # Rohan foot 1 die and 5+, behind walls 2 dice and 4+; a palisade gives them 4+ only.
    deep = assistant("quick", ROHAN, ISENGARD, "--place", "helms-deep", "--attacker", "second", "--log").out
    assert "8 Rohan Foot: 2 dice at 4+ [1 die printed; doubled: fortress (FOR-03)]" in deep
    assert "Siege Ballista: 3 dice" in deep
    edoras = assistant("quick", ROHAN, ISENGARD, "--place", "edoras", "--attacker", "evil", "--log").out
    assert "8 Rohan Foot: 1 die at 4+; defense 4+ [5+ printed; +1 Edoras (PLC-EDORAS-01)]" in edoras


def test_a_fortress_that_nobody_is_said_to_hold_is_told_of_or_asked_about(assistant: Assistant) -> None:
    told = assistant("quick", ROHAN, ISENGARD, "--place", "helms-deep").err
    assert told == (
        "Nobody is said to hold Helm's Deep, so its defenses help neither side: "
        "say --fortress first or second, or --attacker.\n"
    )
    assert assistant("quick", ROHAN, ISENGARD, "--place", "lake-town").err == ""
    asked = assistant(
        "quick", ROHAN, ISENGARD, "--place", "helms-deep", "--dice", "ask", typed="good\nquit\n"
    ).out
    assert "Who holds Helm's Deep? (good, evil, nobody)" in asked


@pytest.mark.rules("ABL-MINERS", "ABL-BURROWER-2")
def test_a_place_has_its_own_ground_unless_another_is_said(assistant: Assistant) -> None:
    def log(*more: str) -> str:
        return assistant("quick", "3 dwarf warriors", "3 goblins", "--place", "moria", "--log", *more).out

    assert "2 dice at 4+ [1 die printed; doubled: miners (ABL-MINERS)]" in log()
    assert "+1 burrower (ABL-BURROWER-2)" in log()
    assert "miners" not in log("--terrain", "clear")


@pytest.mark.parametrize(
    "command", [("quick", ROHAN, ISENGARD), ("fight", "--good", ROHAN, "--evil", ISENGARD)]
)
def test_a_tower_needs_walls_to_stand_in(assistant: Assistant, command: tuple[str, ...]) -> None:
    refused = assistant(*command, "--tower")
    assert refused.code == 2
    assert refused.err.startswith("A tower stands in a fortress, and nobody holds one here.")


@pytest.mark.rules("MAG-05")
def test_wizards_spend_their_points_in_a_quick_fight_and_it_is_said(assistant: Assistant) -> None:
    who, said = ("quick", "gandalf the white", "3 orcs", "--seed", 1), "spends wizardry, 3 on dice (MAG-05)."
    assert assistant(*who).out.splitlines()[-1] == f"Gandalf the White {said}"
    assert assistant(*who, "--log").out.startswith(f"Gandalf the White {said}")
    assert assistant(*who, "--json").json["assumed"] == [f"Gandalf the White {said}"]
    assert f"Counted: Gandalf the White {said}" in assistant(*who, "--odds").out


def test_nobody_who_typed_a_list_is_told_of_places_in_a_file(assistant: Assistant) -> None:
    refused = assistant("quick", "sam with anduril", "orc")
    assert refused.code == 2
    assert refused.err.startswith("the lists: Sam has no use for 'anduril' in a fight")
    assert "sides." not in refused.err


def test_frodo_fights_with_sting_and_phial_said_or_not(assistant: Assistant) -> None:
    said, unsaid = (
        assistant("quick", who, "shelob", "--seed", 1) for who in ("frodo with sting and phial", "frodo")
    )
    assert said.code == 0
    assert said.out == unsaid.out
