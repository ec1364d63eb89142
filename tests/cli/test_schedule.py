"""`assistant schedule` as clubs script it and as a game master reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant


def arrivals(document: Any, turn: int, commander: str) -> list[dict[str, Any]]:
    """A commander's arrivals on a turn, as printed."""
    (found,) = [row for row in document["turns"] if row["turn"] == turn]
    return [row for row in found["arrivals"] if row["commander"] == commander]


def test_the_document_has_the_published_shape(assistant: Assistant) -> None:
    document = assistant("schedule", "--scenario", "war-of-the-ring", "--turns", "1-20", "--json").json
    assert list(document) == ["turns"]
    assert [row["turn"] for row in document["turns"]] == list(range(1, 21))
    assert document["turns"][0]["arrivals"][0] == {
        "commander": "buhrdur",
        "source": "regular",
        "places": ["carn-dum"],
        "figures": [{"profile": "orc", "count": 2}],
        "rules": ["REI-R01"],
    }


def test_twenty_turns_are_listed_when_nobody_says_which(assistant: Assistant) -> None:
    assert len(assistant("schedule", "--json").json["turns"]) == 20


def test_one_turn_may_be_asked_for(assistant: Assistant) -> None:
    document = assistant("schedule", "--turns", "100", "--json").json
    assert [row["turn"] for row in document["turns"]] == [100]


def test_a_choice_of_figure_is_one_entry_with_one_count(assistant: Assistant) -> None:
    document = assistant("schedule", "--turns", "2", "--json").json
    assert arrivals(document, 2, "gondor-fiefdoms")[1]["figures"] == [
        {"or": ["knight-of-dol-amroth", "knight-of-gondor"], "count": 1}
    ]


def test_an_option_to_mount_has_no_figures(assistant: Assistant) -> None:
    document = assistant("schedule", "--turns", "10", "--json").json
    beast = arrivals(document, 10, "khamul")[1]
    assert (beast["source"], beast["places"], beast["figures"], beast["may_mount"]) == (
        "scheduled",
        [],
        [],
        ["khamul"],
    )


def test_events_and_choices_change_the_schedule(assistant: Assistant) -> None:
    document = assistant(
        "schedule", "--turns", "1-12", "--event", "war-of-the-ring=8", "--event", "war-of-saruman=3",
        "--choice", "saruman.fangorn=disturbed@10", "--json",
    ).json  # fmt: skip
    assert arrivals(document, 8, "gondor")[0]["figures"] == [{"profile": "gondor-foot", "count": 1}]
    assert arrivals(document, 9, "gondor")[0]["figures"] == [{"profile": "gondor-foot", "count": 2}]
    assert arrivals(document, 3, "saruman")[1]["figures"][0] == {"profile": "uruk-hai-pikeman", "count": 10}
    assert arrivals(document, 10, "saruman")[1]["figures"][-1] == {"profile": "uruk-hai", "count": 20}


def test_a_choice_goes_by_its_own_name_as_it_does_in_play(assistant: Assistant) -> None:
    short, whole = (
        assistant("schedule", "--turns", "1", "--choice", f"{name}=disturbed", "--json").json
        for name in ("fangorn", "saruman.fangorn")
    )
    assert short == whole
    twice = ("--choice", "fangorn=disturbed", "--choice", "saruman.fangorn=undisturbed")
    assistant("schedule", *twice).refused("saruman.fangorn")


def test_a_choice_without_a_turn_holds_from_the_first(assistant: Assistant) -> None:
    document = assistant("schedule", "--turns", "1", "--choice", "saruman.fangorn=disturbed", "--json").json
    assert arrivals(document, 1, "saruman")[0]["figures"] == [{"profile": "uruk-hai", "count": 2}]


def test_a_house_rule_changes_the_schedule(assistant: Assistant) -> None:
    document = assistant(
        "schedule", "--turns", "15-16", "--house-rule", "con-068=after-turn-15", "--json"
    ).json
    assert len(arrivals(document, 15, "khamul")) == 1
    assert arrivals(document, 16, "khamul")[1]["rules"] == ["REI-S07", "PPL-FELLBEAST-01", "CON-068"]


def test_a_lost_arrival_says_why(assistant: Assistant) -> None:
    document = assistant("schedule", "--turns", "2-6", "--held", "carn-dum=good@3-5", "--json").json
    assert ["lost" in arrivals(document, turn, "buhrdur")[0] for turn in range(2, 7)] == [
        False,
        True,
        True,
        True,
        False,
    ]
    assert arrivals(document, 3, "buhrdur")[0]["lost"].startswith("Carn Dûm is in enemy hands")


def test_one_turn_of_a_holding_means_from_then_on(assistant: Assistant) -> None:
    document = assistant("schedule", "--turns", "2-4", "--held", "carn-dum=good@3", "--json").json
    assert ["lost" in arrivals(document, turn, "buhrdur")[0] for turn in (2, 3, 4)] == [False, True, True]


def test_several_commanders_may_be_asked_for(assistant: Assistant) -> None:
    told = assistant("schedule", "--turns", "1-2", "--commander", "rohan", "--commander", "saruman").out
    assert "  Rohan\n" in told
    assert "  Saruman\n" in told
    assert "  Gondor\n" not in told
    refused = assistant("schedule", "--commander", "rohan", "--commander", "nobody")
    assert (refused.code, "nobody" in refused.err) == (2, True)


def test_one_commander_may_be_asked_for(assistant: Assistant) -> None:
    document = assistant("schedule", "--turns", "1-6", "--commander", "rohan", "--json").json
    assert [[row["commander"] for row in turn["arrivals"]] for turn in document["turns"]] == [
        [], ["rohan"], [], ["rohan"], [], ["rohan"],
    ]  # fmt: skip


def test_the_game_master_reads_names_places_and_losses(assistant: Assistant) -> None:
    told = assistant("schedule", "--turns", "4-5", "--commander", "goblin-king", "--held", "moria=good@5").out
    assert told.splitlines() == [
        "Turn 4",
        "  Goblin King",
        "    4 Goblins: Moria or Goblin Town. One may be a Goblin Shaman if none is in play"
        " (REI-R06, PPL-SHAMAN-01)",
        "Turn 5",
        "  Goblin King",
        "    4 Goblins: Goblin Town. One may be a Goblin Shaman if none is in play"
        " (REI-R06, PPL-SHAMAN-01, SEQ-07)",
        "    Grishnákh, 5 Orcs: Goblin Town (REI-S04, SEQ-07)",
    ]


def test_a_turn_without_arrivals_says_so(assistant: Assistant) -> None:
    assert assistant("schedule", "--turns", "1", "--commander", "rohan").out == "Turn 1: nobody arrives\n"


def test_mounts_gear_notes_and_losses_are_told(assistant: Assistant) -> None:
    told = assistant(
        "schedule", "--turns", "2-10", "--commander", "rohan", "--event", "war-of-saruman=1",
        "--held", "edoras=evil@9-9",
    ).out  # fmt: skip
    assert "Erkenbrand, Gamling with Royal Standard of Rohan, 2 Royal Guards of Rohan" in told
    assert "LOST: 1 Rider of Rohan. Once the enemy has taken Edoras" in told
    assert "At Edoras he comes mounted on Shadowfax." in assistant("schedule", "--turns", "2").out
    assert "Khamûl. May mount a fell beast from this turn on." in assistant("schedule", "--turns", "10").out


def test_a_lone_figure_may_be_the_shaman_itself(assistant: Assistant) -> None:
    told = assistant("schedule", "--turns", "1", "--commander", "saruman").out
    assert "Uruk-hai: Isengard. It may be an Uruk-hai Shaman if none is in play" in told


def test_gandalf_is_told_of_shadowfax_only_where_he_can_come_to_edoras(assistant: Assistant) -> None:
    turn = ["schedule", "--turns", "2", "--commander", "fellowship"]
    assert "Shadowfax" in assistant(*turn).out
    assert "Shadowfax" not in assistant(*turn, "--held", "edoras=evil").out
    assert "Shadowfax" not in assistant(*turn, "--house-rule", "CON-089=ten-bases").out


def test_riders_kept_back_say_since_when(assistant: Assistant) -> None:
    # Riders come on even turns; those of 12 and 14 wait until Edoras is free on turn 15.
    asked = ["schedule", "--turns", "12-15", "--commander", "rohan", "--held", "edoras=evil@11-14"]
    reading = ["--house-rule", "CON-074=stopped-until-retaken"]
    assert assistant(*asked, *reading).out.splitlines()[-2:] == [
        "    1 Rider of Rohan: Edoras. Kept back since turn 12 (REI-R16, PLC-EDORAS-03)",
        "    1 Rider of Rohan: Edoras. Kept back since turn 14 (REI-R16, PLC-EDORAS-03)",
    ]
    kept = arrivals(assistant(*asked, *reading, "--json").json, 15, "rohan")
    assert [row["kept_since"] for row in kept] == [12, 14]


def test_a_campaign_brings_its_house_rules_and_options_come_on_top(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer", "--house-rule", "CON-001=one-on-even-turns")
    asked = ["schedule", "--turns", "1-2", "--commander", "mouth-of-sauron", "--campaign", "summer", "--json"]
    document = assistant(*asked).json
    assert [len(arrivals(document, turn, "mouth-of-sauron")) for turn in (1, 2)] == [0, 1]
    document = assistant(*asked, "--house-rule", "con-001=two-every-turn").json
    assert [len(arrivals(document, turn, "mouth-of-sauron")) for turn in (1, 2)] == [1, 1]


def test_a_house_rule_settled_and_undone_in_mid_game_comes_and_goes(assistant: Assistant) -> None:
    assistant("campaign", "new", "Summer")
    asked = ["schedule", "--turns", "1", "--commander", "witch-king", "--campaign", "summer"]
    assert "2 Orcs: Minas Morgul" in assistant(*asked).out
    assistant("campaign", "house-rule", "summer", "CON-003", "one-on-odd-turns")
    assert "    1 Orc: Minas Morgul" in assistant(*asked).out
    assistant("campaign", "undo", "summer")
    assert "2 Orcs: Minas Morgul" in assistant(*asked).out


def test_a_house_rule_without_bearing_on_arrivals_is_said_beside_the_answer(assistant: Assistant) -> None:
    run = assistant("schedule", "--turns", "1", "--house-rule", "AMB-080=every-die", "--json")
    assert len(run.json["turns"]) == 1
    assert run.err == "House rule AMB-080 has no bearing on arrivals.\n"


def test_everything_wrong_with_the_options_is_said_at_once(assistant: Assistant) -> None:
    run = assistant(
        "schedule", "--turns", "soon", "--event", "war-of-the-rings=8", "--event", "war-of-saruman=x",
        "--choice", "saruman.fangorn=burnt", "--held", "edoras=god", "--commander", "rohn",
        "--house-rule", "CON-001=often", "--house-rule", "CON-777=no",
    )  # fmt: skip
    run.refused(
        "--turns: 'soon' is not a turn",
        "Did you mean 'war-of-the-ring'?",
        "--event: 'x' is not a turn",
        "There is no answer 'burnt'",
        "Did you mean 'good'?",
        "Did you mean 'rohan'?",
        "CON-001 has no reading 'often'",
        "There is no house rule 'CON-777'",
    )
    assert len(run.err.splitlines()) == 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--campaign", "nowhere"], "There is no campaign database"),
        (
            ["--house-rule", "AMB-001=full-rate", "--choice", "saruman.fangorn=undisturbed@6"],
            "saruman.fangorn is 'disturbed' from turn 1 on and can never be 'undisturbed' again",
        ),
        (
            ["--event", "aragorn-reaches-erech=6", "--event", "aragorn-takes-the-paths-of-the-dead=7"],
            "on turn 6 cannot be before 'Aragorn has taken the Paths of the Dead' on turn 7",
        ),
        (["--turns", "0-5"], "there are no turns 0-5"),
        (["--turns", "1-101"], "Turns run from 1 to 100"),
        (["--turns", "9-3"], "there are no turns 9-3"),
        (["--turns", "-3"], "'-3' is not a turn"),
        (["--turns", "soon"], "'soon' is not a turn"),
        (["--turns", "1.5"], "'1.5' is not a turn"),
        (["--turns", ""], "'' is not a turn"),
        (["--turns", "9" * 5000], "is not a turn"),
        (["--event", "war-of-the-rings=8"], "Did you mean 'war-of-the-ring'?"),
        (["--event", "war-of-the-ring"], "'war-of-the-ring' is not ID=TURN"),
        (["--event", "war-of-the-ring="], "is not ID=TURN"),
        (["--event", "war-of-the-ring=0"], "There is no turn 0"),
        (["--event", "war-of-the-ring=101"], "There is no turn 101"),
        (["--event", "war-of-the-ring=x"], "'x' is not a turn"),
        (["--event", "war-of-the-ring=-1"], "'-1' is not a turn"),
        (["--event", "war-of-the-ring=²"], "'²' is not a turn"),
        (["--event", "war-of-the-ring=3", "--event", "war-of-the-ring=4"], "war-of-the-ring is given twice"),
        (
            ["--event", "ents-destroy-isengard=3"],
            "'The ents destroy the walls of Isengard' on turn 3 cannot be while saruman.fangorn is "
            "'undisturbed'. Say when it was 'disturbed'",
        ),
        (["--choice", "saruman.fangorm=disturbed"], "Did you mean 'saruman.fangorn'?"),
        (["--choice", "saruman.fangorn=distrubed"], "Did you mean 'disturbed'?"),
        (["--choice", "saruman.fangorn=disturbed@"], "'' is not a turn"),
        (["--choice", "saruman.fangorn=disturbed@0"], "There is no turn 0"),
        (["--house-rule", "CON-68=turn-10"], "There is no house rule 'CON-68'"),
        (["--house-rule", "CON-068=turn-11"], "CON-068 has no reading 'turn-11'"),
        (["--held", "carn-dumm=good"], "Did you mean 'carn-dum'?"),
        (["--held", "carn-dum=goood"], "Did you mean 'good'?"),
        (["--held", "carn-dum=good@0"], "there are no turns 0"),
        (["--held", "carn-dum=good@5-3"], "there are no turns 5-3"),
        (["--held", "with-aragorn=evil"], "Nobody can hold With Aragorn"),
        (["--commander", "rohn"], "Did you mean 'rohan'?"),
        (["--scenario", "war-of-the-rings"], "Did you mean 'war-of-the-ring'?"),
        (["--scenario", "x" * 5000], "There is no scenario"),
        (["--scenario", ""], "There is no scenario ''"),
        (["--scenario", "../scenarios"], "There is no scenario '../scenarios'"),
        (["--nonsense"], "No such option"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_input_is_refused_with_a_useful_line(
    assistant: Assistant, arguments: list[str], said: str
) -> None:
    run = assistant("schedule", "--json", *arguments)
    run.refused(said)
    assert len(run.err.splitlines()) == 1


def test_the_same_loss_turn_after_turn_is_told_once(assistant: Assistant) -> None:
    told = assistant("schedule", "--turns", "1-4", "--commander", "buhrdur", "--held", "carn-dum=good@2")
    assert told.out == (
        "Turn 1\n  Buhrdûr\n    2 Orcs: Carn Dûm (REI-R01)\n"
        "Turn 2\n  Buhrdûr\n    LOST: 2 Orcs. Carn Dûm is in enemy hands on turn 2: lost for good. "
        "So on turns 3 and 4. (REI-R01, SEQ-07)\n"
        "Turn 3: nobody arrives\n"
        "Turn 4: nobody arrives\n"
    )
