"""`assistant campaign`: a campaign from its making to its restoring."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Assistant, Run


@pytest.fixture
def played(assistant: Assistant) -> Assistant:
    """The command, with a campaign in which Éomer has beaten two orcs."""
    assert assistant("campaign", "new", "Summer convention").code == 0
    fought = assistant(
        "fight", "--good", "eomer", "--evil", "2 orc", "--campaign", "summer-convention",
        typed="35\n12\n\n12\n",
    )  # fmt: skip
    assert "Recorded as deed 1" in fought.out
    return assistant


def conditions(assistant: Assistant) -> dict[str, str]:
    """How the figures of the campaign stand."""
    shown = assistant("campaign", "show", "summer-convention", "--json").json
    return {figure["id"]: figure["condition"] for figure in shown["figures"]}


AFTER = {"eomer": "fit", "orc.1": "eliminated", "orc.2": "eliminated"}


def test_a_campaign_is_made_and_listed(assistant: Assistant) -> None:
    assert "No campaigns yet" in assistant("campaign", "list").out
    made = assistant("campaign", "new", "Summer convention")
    assert made.out == "Summer convention is ready. Its id is summer-convention.\n"
    assert "summer-convention  Summer convention  (no deeds yet)" in assistant("campaign", "list").out
    listed = assistant("campaign", "list", "--json").json
    assert [(one["id"], one["deeds"]) for one in listed["campaigns"]] == [("summer-convention", 0)]


def test_listing_makes_no_database(assistant: Assistant, tmp_path: Path) -> None:
    assert assistant("campaign", "list", "--json").json == {"campaigns": []}
    assert not (tmp_path / "instance").exists()


def test_the_same_name_twice_makes_two_campaigns_and_the_same_key_one(assistant: Assistant) -> None:
    ids = [assistant("campaign", "new", "Summer", "--json").json["id"] for _ in range(2)]
    assert len(set(ids)) == 2
    keyed = [assistant("campaign", "new", "Autumn", "--key", "k", "--json").json["id"] for _ in range(2)]
    assert len(set(keyed)) == 1


def test_a_campaign_is_shown_with_its_history_and_figures(played: Assistant) -> None:
    shown = played("campaign", "show", "Summer convention")
    assert "1. Éomer against 2 Orcs" in shown.out
    assert "eomer: eomer of good, fit, mounted" in shown.out
    assert "orc.1: orc of evil, eliminated" in shown.out
    assert conditions(played) == AFTER


def test_one_deed_is_shown_blow_by_blow(played: Assistant) -> None:
    assert "Good rolls 3 5: 2 hits" in played("campaign", "show", "summer-convention", "--deed", 1).out
    entry = played("campaign", "show", "summer-convention", "--deed", 1, "--json").json
    assert (entry["seq"], entry["kind"]) == (1, "fight")
    played("campaign", "show", "summer-convention", "--deed", 9).refused("no deed 9")


def test_undo_and_redo(played: Assistant) -> None:
    undone = played("campaign", "undo", "summer-convention")
    assert undone.out == "Undo 1: Éomer against 2 Orcs. It is as if it had not been done.\n"
    assert conditions(played) == {}
    assert "(undone)" in played("campaign", "show", "summer-convention").out
    redone = played("campaign", "redo", "summer-convention")
    assert redone.out == "Redo 1: Éomer against 2 Orcs. It counts again.\n"
    assert conditions(played) == AFTER


def test_a_retried_undo_undoes_nothing_more(played: Assistant) -> None:
    first = played("campaign", "undo", "summer-convention", "--key", "k")
    assert played("campaign", "undo", "summer-convention", "--key", "k").out == first.out
    played("campaign", "undo", "summer-convention").refused("nothing to undo")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("undo", "summer-convention", "7"), "no deed 7"),
        (("undo", "summer-convention", "one"), "one"),
        (("redo", "summer-convention"), "nothing to redo"),
        (("undo", "winter"), "winter"),
        (("show", "winter"), "winter"),
        (("export", "winter"), "winter"),
        (("replay", "winter"), "winter"),
        (("verify", "winter"), "winter"),
        (("new", "  "), "name"),
        (("new", "Autumn", "--house-rule", "CON-067"), "CON-068=turn-10"),
        (("new", "Autumn", "--house-rule", "CON-999=x"), "CON-999"),
        (("new", "Autumn", "--house-rule", "CON-067=never"), "hit-by-it"),
        (("house-rule", "summer-convention", "CON-067", "never"), "hit-by-it"),
        (("house-rule", "summer-convention", "CON-67", "hit-by-it"), "CON-067"),
        (("import", "nowhere.jsonl"), "nowhere.jsonl"),
        (("restore", "nowhere.sqlite"), "nowhere.sqlite"),
        (("new",), "NAME"),
        (("burn", "summer-convention"), "burn"),
    ],
)
def test_what_cannot_be_done_is_refused(played: Assistant, arguments: tuple[str, ...], said: str) -> None:
    played("campaign", *arguments).refused(said)
    assert conditions(played) == AFTER


def test_without_a_database_each_command_says_so(assistant: Assistant) -> None:
    for command in ("show", "export", "replay", "verify"):
        assistant("campaign", command, "summer").refused("no campaign database")
    assistant("campaign", "backup").refused("no campaign database")


def test_verify_and_replay_find_nothing_wrong(played: Assistant) -> None:
    verified = played("campaign", "verify")
    assert (verified.code, verified.out) == (0, "All is as it was written.\n")
    assert played("campaign", "verify", "summer-convention").code == 0
    replayed = played("campaign", "replay", "summer-convention")
    assert replayed.code == 0
    assert replayed.out.startswith("1 deed")


def test_a_fight_under_way_is_called_off(played: Assistant) -> None:
    played(
        "fight", "--good", "eomer", "--evil", "troll", "--campaign", "summer-convention", typed="35\nquit\n"
    )  # fmt: skip
    called_off = played("campaign", "call-off", "summer-convention")
    assert "Éomer against 1 Troll" in called_off.out
    assert conditions(played) == AFTER
    played("campaign", "call-off", "summer-convention").refused("No fight is under way")


def test_a_house_rule_is_settled_and_undone(played: Assistant) -> None:
    settled = played("campaign", "house-rule", "summer-convention", "con-067", "hit-by-it")
    assert settled.out == "House rule CON-067: hit-by-it. The assistant follows it from now on.\n"
    assert played("campaign", "undo", "summer-convention").code == 0
    assert conditions(played) == AFTER


def test_settling_on_the_same_reading_again_records_nothing(played: Assistant) -> None:
    played("campaign", "house-rule", "summer-convention", "con-067", "hit-by-it")
    before = played("campaign", "show", "summer-convention", "--json").json["head"]
    again = played("campaign", "house-rule", "summer-convention", "CON-067", "hit-by-it")
    again.refused("CON-067 reads hit-by-it already.")
    assert played("campaign", "show", "summer-convention", "--json").json["head"] == before


def test_a_house_rule_that_only_the_table_applies_says_so(played: Assistant) -> None:
    left = played("scenario", "house-rules", "--only", "recorded", "--json").json["house_rules"]
    for printed, says in ((False, "Recorded;"), (True, "Recorded, and the sheets say it so;")):
        rule = next(one for one in left if one["printed"] is printed)
        other = next(reading for reading in rule["readings"] if reading != rule["default"])
        settled = played("campaign", "house-rule", "summer-convention", rule["id"], other)
        assert settled.out == f"House rule {rule['id']}: {other}. {says} the table applies it.\n"


def test_all_faults_of_a_new_campaigns_house_rules_are_said_at_once(assistant: Assistant) -> None:
    run = assistant(
        "campaign", "new", "Autumn", "--house-rule", "CON-067=never", "--house-rule", "CON-999=x",
        "--house-rule", "CON-068=turn-10", "--house-rule", "con-068=after-turn-15",
    )  # fmt: skip
    run.refused("CON-067 has no reading 'never'", "no house rule 'CON-999'", "CON-068 is given twice")
    assert len(run.err.splitlines()) == 3
    assert assistant("campaign", "list", "--json").json["campaigns"] == []


def test_a_campaign_begins_with_the_house_rules_it_is_given(assistant: Assistant) -> None:
    made = assistant("campaign", "new", "Autumn", "--house-rule", "con-067=hit-by-it")
    assert made.code == 0


def test_a_campaign_is_exported_and_imported_elsewhere(played: Assistant, tmp_path: Path) -> None:
    file = tmp_path / "summer.jsonl"
    exported = played("campaign", "export", "summer-convention", "-o", file)
    assert str(file) in exported.out
    assert played("campaign", "export", "summer-convention").out == file.read_text(encoding="utf-8")
    other = ("--instance", tmp_path / "elsewhere")
    assert "Summer convention is here" in played("campaign", "import", file, *other).out
    there = played("campaign", "show", "summer-convention", "--json", *other).json
    here = played("campaign", "show", "summer-convention", "--json").json
    assert there == here


def test_a_campaign_that_is_here_already_is_imported_only_as_a_copy(
    played: Assistant, tmp_path: Path
) -> None:
    file = tmp_path / "summer.jsonl"
    played("campaign", "export", "summer-convention", "-o", file)
    played("campaign", "import", file).refused(
        'already here as "summer-convention", with the same 1 entry.', "with --as NAME"
    )
    assert "Its id is a-copy" in played("campaign", "import", file, "--as", "A copy").out


def test_a_damaged_export_is_refused(played: Assistant, tmp_path: Path) -> None:
    file = tmp_path / "summer.jsonl"
    played("campaign", "export", "summer-convention", "-o", file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("eliminated", "wounded"), encoding="utf-8")
    played("campaign", "import", file, "--as", "Damaged").refused("summer.jsonl")
    assert len(played("campaign", "list", "--json").json["campaigns"]) == 1


def test_a_backup_is_restored_and_what_was_there_is_kept(played: Assistant) -> None:
    backed_up = played("campaign", "backup")
    written = backed_up.out.removeprefix("Backed up to ").removesuffix(".\n")
    played("campaign", "undo", "summer-convention")
    assert conditions(played) == {}
    restored = played("campaign", "restore", written)
    assert f"Restored from {written}." in restored.out
    assert "What was there before is kept in" in restored.out
    assert conditions(played) == AFTER


def test_a_file_that_is_no_database_is_not_restored(played: Assistant, tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.sqlite"
    rubbish.write_bytes(b"not a database at all" * 100)
    played("campaign", "restore", rubbish).refused("rubbish.sqlite")
    assert conditions(played) == AFTER


def test_a_damaged_database_is_told_and_not_a_traceback(played: Assistant, tmp_path: Path) -> None:
    database = tmp_path / "instance" / "campaigns.sqlite"
    database.write_bytes(b"\x00" * 5000)
    for command in ("list", "verify", "new Autumn"):
        played("campaign", *command.split()).refused("campaigns.sqlite")


def test_a_folder_that_is_a_file_is_refused(assistant: Assistant, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assistant("campaign", "new", "Summer", "--instance", tmp_path / "file").refused("file")


def test_all_json_is_one_document(played: Assistant) -> None:
    runs: list[Run] = [
        played("campaign", "new", "Autumn", "--json"),
        played("campaign", "list", "--json"),
        played("campaign", "show", "summer-convention", "--json"),
    ]
    for run in runs:
        assert isinstance(json.loads(run.out), dict)
        assert (run.code, run.err) == (0, "")


def test_a_name_without_end_is_refused_with_a_sentence(assistant: Assistant) -> None:
    assistant("campaign", "new", "x" * 500).refused("60 letters at most, and this one has 500")
    assert assistant("campaign", "new", "x" * 60).code == 0


@pytest.mark.parametrize("name", ["Summer\nfair", "Summer\tfair", "Summer\u200bfair", "\x1b[31mred"])
def test_a_name_is_one_line_that_can_be_seen(assistant: Assistant, name: str) -> None:
    assistant("campaign", "new", name).refused("one line", "Leave out line breaks")


def test_an_export_writes_over_a_file_only_by_force(played: Assistant, tmp_path: Path) -> None:
    file = tmp_path / "precious.jsonl"
    file.write_text("precious", encoding="utf-8")
    played("campaign", "export", "summer-convention", "-o", file).refused("already there", "--force")
    assert file.read_text(encoding="utf-8") == "precious"
    assert played("campaign", "export", "summer-convention", "-o", file, "--force").code == 0
    assert "ring-of-power-campaign" in file.read_text(encoding="utf-8")


def test_an_export_says_which_fight_is_not_part_of_it(played: Assistant, tmp_path: Path) -> None:
    played(
        "fight", "--good", "theoden", "--evil", "3 goblins", "--campaign", "summer-convention", typed="quit\n"
    )
    exported = played("campaign", "export", "summer-convention", "-o", tmp_path / "s.jsonl")
    assert exported.err == "Still under way, and not part of the file: Théoden against 3 Goblins.\n"


def test_a_backup_that_is_no_database_is_refused_in_plain_words(played: Assistant, tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.sqlite"
    rubbish.write_bytes(b"not a database at all" * 100)
    refused = played("campaign", "restore", rubbish)
    refused.refused("is damaged, or is not a campaign database")
    assert "file is not" not in refused.err
