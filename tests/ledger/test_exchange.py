"""Campaigns as text files: equal after the journey, refused as a whole when damaged."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal, Malformed
from assistant.ledger.exchange import export_campaign, import_campaign
from assistant.ledger.records import Campaign, Draft
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
drafts = st.builds(
    Draft,
    kind=texts,
    title=texts,
    actor=texts,
    setup=json_values,
    answers=st.lists(json_values, max_size=3),
    facts=st.lists(json_values, max_size=3),
    log=st.lists(texts, max_size=3),
    rules_version=texts,
    pack_hash=texts,
    who=st.lists(texts, max_size=2).map(tuple),
)


def exported(ledger: Ledger, campaign_id: str, path: Path) -> Path:
    with path.open("wb") as file:
        export_campaign(ledger, campaign_id, file)
    return path


@pytest.fixture
def export(ledger: Ledger, campaign: Campaign, deed: MakeDraft, tmp_path: Path) -> Path:
    """The file of a campaign with three entries, one of them an undo."""
    ledger.append(campaign.id, deed("Éomer rides"), key="k1")
    ledger.append(campaign.id, deed("Lurtz falls"), key="k2")
    ledger.append(campaign.id, deed("Undo", facts=[], undoes=2), key="k3")
    return exported(ledger, campaign.id, tmp_path / "spring.jsonl")


def refused(ledger: Ledger, path: Path) -> tuple[str, ...]:
    """The faults for which a file is refused, and proof that nothing of it was taken in."""
    before = ledger.campaigns()
    with pytest.raises(Malformed) as refusal:
        import_campaign(ledger, path, as_name="A copy")
    assert refusal.value.code == "bad-export"
    assert refusal.value.faults
    assert ledger.campaigns() == before
    return tuple(str(fault).removeprefix(f"{path}: ") for fault in refusal.value.faults)


def rewritten(path: Path, number: int, **changes: object) -> Path:
    """The file with some fields of one line replaced."""
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = json.dumps(json.loads(lines[number - 1]) | changes)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_an_imported_campaign_equals_the_exported_one(
    ledger: Ledger, campaign: Campaign, export: Path, tmp_path: Path
) -> None:
    with Ledger.open(tmp_path / "other.sqlite") as other:
        assert import_campaign(other, export) == ledger.campaign(campaign.id)
        assert other.entries(campaign.id) == ledger.entries(campaign.id)
        assert other.verify(campaign.id) == ()
        assert exported(other, campaign.id, tmp_path / "back").read_bytes() == export.read_bytes()


@settings(max_examples=25, deadline=None)
@given(st.lists(drafts, max_size=4), st.dictionaries(texts, json_values, max_size=3))
def test_whatever_is_written_survives_the_journey(written: list[Draft], setup: dict[str, Json]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home, away = Path(folder) / "home.sqlite", Path(folder) / "away.sqlite"
        with Ledger.open(home) as ledger, Ledger.open(away) as other:
            campaign = ledger.create("War", "toy", setup, key="new")
            for n, draft in enumerate(written):
                ledger.append(campaign.id, draft, key=f"k{n}")
            arrived = import_campaign(other, exported(ledger, campaign.id, Path(folder) / "war.jsonl"))
            assert arrived == ledger.campaign(campaign.id)
            assert other.entries(campaign.id) == ledger.entries(campaign.id)
            assert ledger.verify(campaign.id) == other.verify(campaign.id) == ()


@pytest.mark.parametrize("at", ["", "yesterday", "2026-11-18", "2026-11-18T10:00:00", "0001-01-01T00:00:00Z"])
def test_an_entry_that_was_written_at_no_moment_is_refused(ledger: Ledger, export: Path, at: str) -> None:
    assert refused(ledger, rewritten(export, 3, at=at))[0].startswith('line 3: "at" is no moment')


def test_a_campaign_that_was_made_at_no_moment_is_refused(ledger: Ledger, export: Path) -> None:
    assert refused(ledger, rewritten(export, 1, created_at="once"))[0].startswith(
        'line 1: "created_at" is no'
    )


def test_an_imported_campaign_goes_on_from_its_last_entry(
    export: Path, deed: MakeDraft, tmp_path: Path
) -> None:
    with Ledger.open(tmp_path / "other.sqlite") as other:
        campaign = import_campaign(other, export)
        entry = other.append(campaign.id, deed("And on"), key="k4", expect=3)
        assert entry.previous == campaign.head_hash
        assert other.verify(campaign.id) == ()


def test_a_campaign_without_entries_can_travel(ledger: Ledger, campaign: Campaign, tmp_path: Path) -> None:
    path = exported(ledger, campaign.id, tmp_path / "empty.jsonl")
    with Ledger.open(tmp_path / "other.sqlite") as other:
        assert import_campaign(other, path) == campaign


def test_a_campaign_that_is_already_here_is_refused(ledger: Ledger, campaign: Campaign, export: Path) -> None:
    with pytest.raises(
        Illegal, match='already here as "spring-convention", with the same 3 entries'
    ) as refusal:
        import_campaign(ledger, export)
    assert refusal.value.code == "already-here"
    assert len(ledger.campaigns()) == 1


def test_of_several_with_the_same_past_the_one_that_is_just_the_same_is_named(
    ledger: Ledger, campaign: Campaign, export: Path
) -> None:
    # A copy's id may come before that of the campaign itself.
    ledger.adopt(campaign, ledger.entries(campaign.id)[:2], as_name="After Amon Hen")
    with pytest.raises(Illegal, match='already here as "spring-convention", with the same 3 entries'):
        import_campaign(ledger, export)


def test_a_campaign_that_has_gone_on_is_named_before_its_copies(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, export: Path
) -> None:
    ledger.adopt(campaign, ledger.entries(campaign.id)[:2], as_name="After Amon Hen")
    ledger.append(campaign.id, deed("Gimli comes"), key="k4")
    with pytest.raises(Illegal, match=r'as "spring-convention", with 4 entries \(the file has 3\)'):
        import_campaign(ledger, export)


def test_a_copy_under_another_name_keeps_the_chain(ledger: Ledger, campaign: Campaign, export: Path) -> None:
    copy = import_campaign(ledger, export, as_name="What if")
    assert (copy.id, copy.name) == ("what-if", "What if")
    assert copy.head_hash == ledger.campaign(campaign.id).head_hash
    assert [replace(entry, campaign=campaign.id) for entry in ledger.entries(copy.id)] == list(
        ledger.entries(campaign.id)
    )
    assert ledger.verify(copy.id) == ()


def test_two_campaigns_created_alike_are_not_taken_for_one(
    ledger: Ledger, campaign: Campaign, tmp_path: Path
) -> None:
    with Ledger.open(tmp_path / "other.sqlite") as other:
        twin = other.create(campaign.name, campaign.game, campaign.setup, key="new-1")
        path = exported(other, twin.id, tmp_path / "twin.jsonl")
    assert import_campaign(ledger, path).id == "spring-convention-2"


def test_what_is_under_way_stays_at_home(
    ledger: Ledger, campaign: Campaign, export: Path, tmp_path: Path
) -> None:
    ledger.begin(campaign.id, kind="fight", title="Unfinished", actor="red", setup={}, base_seq=3)
    again = exported(ledger, campaign.id, tmp_path / "again.jsonl")
    assert again.read_bytes() == export.read_bytes()


def test_the_file_can_be_read_by_a_person(export: Path) -> None:
    lines = export.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith('{"format": "ring-of-power-campaign", "version": 1, "id": "spring-convention"')
    assert lines[1].startswith('{"seq": 1, "at": "')
    assert "Éomer rides" in lines[1]
    assert json.loads(lines[-1])["entries"] == 3


def test_a_file_saved_by_a_windows_editor_is_still_read(export: Path, tmp_path: Path) -> None:
    text = export.read_text(encoding="utf-8").replace("\n", "\r\n")
    export.write_bytes(b"\xef\xbb\xbf" + text.encode())
    with Ledger.open(tmp_path / "other.sqlite") as other:
        assert import_campaign(other, export).head == 3


def test_a_missing_file_is_refused(ledger: Ledger, tmp_path: Path) -> None:
    assert refused(ledger, tmp_path / "none.jsonl") == (
        "the file cannot be read (No such file or directory)",
    )


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_is_refused(ledger: Ledger, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    assert refused(ledger, path) == ("line 1: the file is empty",)


def test_a_binary_file_is_refused(ledger: Ledger, tmp_path: Path) -> None:
    path = tmp_path / "photo.jsonl"
    path.write_bytes(b"text\n\xff\xd8\xff\xe0" + bytes(range(256)))
    assert refused(ledger, path) == ("line 2: this is not text, but binary data",)


@pytest.mark.parametrize("content", ["Dear Bilbo,\nhow are you?\n", "SQLite format 3\0", "[" * 100_000])
def test_a_file_that_is_not_json_is_refused_at_its_first_line(
    ledger: Ledger, tmp_path: Path, content: str
) -> None:
    path = tmp_path / "letter.jsonl"
    path.write_text(content, encoding="utf-8")
    (fault,) = refused(ledger, path)
    assert fault.startswith("line 1: this is not JSON")


@pytest.mark.parametrize("content", ['{"name": "package"}', '{"format": "other", "version": 1}', "[]", "7"])
def test_json_of_another_program_is_refused(ledger: Ledger, tmp_path: Path, content: str) -> None:
    path = tmp_path / "package.json"
    path.write_text(content, encoding="utf-8")
    (fault,) = refused(ledger, path)
    assert fault.startswith("line 1: this is not a")


def test_a_newer_version_is_refused(ledger: Ledger, export: Path) -> None:
    assert refused(ledger, rewritten(export, 1, version=3)) == (
        "line 1: the version is 3; this assistant reads version 1 and 2",
    )


def test_a_file_of_the_first_version_is_read_as_it_was_written(ledger: Ledger, export: Path) -> None:
    old = import_campaign(ledger, rewritten(export, 1, version=1), as_name="From before")
    assert ledger.verify(old.id) == ()
    assert all(entry.who == () for entry in ledger.entries(old.id))


def test_where_nobody_is_known_but_by_name_older_assistants_read_the_file(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, tmp_path: Path
) -> None:
    def version() -> int:
        file = exported(ledger, campaign.id, tmp_path / "version.jsonl")
        return int(json.loads(file.read_text(encoding="utf-8").splitlines()[0])["version"])

    ledger.append(campaign.id, deed(answers=[{"asked": "x", "by": "Anna"}]), key="k1")
    assert version() == 1
    ledger.append(campaign.id, deed(answers=[{"asked": "x", "by": "Anna", "who": ["seat 3"]}]), key="k2")
    assert version() == 2


def test_who_did_it_is_told_in_the_file_and_vouched_for(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, tmp_path: Path
) -> None:
    ledger.append(campaign.id, deed(who=("seat 3",)), key="k1")
    file = exported(ledger, campaign.id, tmp_path / "who.jsonl")
    assert '"actor": "red", "who": ["seat 3"]' in file.read_text(encoding="utf-8")
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["version"] == 2
    assert ledger.entries(import_campaign(ledger, file, as_name="Copy").id)[0].who == ("seat 3",)
    assert refused(ledger, rewritten(file, 2, who=["seat 4"])) == (
        "line 2: Entry 1 was altered after it was written.",
    )
    assert refused(ledger, rewritten(file, 2, who=[4])) == (
        'line 2: "who" is of the wrong kind; it lists who it was',
    )


@pytest.mark.parametrize("kept", [1, 2, 3, 4])
def test_a_file_that_breaks_off_between_lines_is_refused(ledger: Ledger, export: Path, kept: int) -> None:
    lines = export.read_text(encoding="utf-8").splitlines(keepends=True)
    export.write_text("".join(lines[:kept]), encoding="utf-8")
    faults = refused(ledger, export)
    assert f"line {kept}: the file breaks off here; its last line is an end line" in faults


def test_a_file_that_breaks_off_anywhere_is_refused(ledger: Ledger, export: Path) -> None:
    whole = export.read_bytes().rstrip(b"\n")
    for size in range(0, len(whole), 97):
        export.write_bytes(whole[:size])
        refused(ledger, export)


def test_a_flipped_bit_is_refused(ledger: Ledger, campaign: Campaign, export: Path) -> None:
    whole = export.read_bytes()
    name_and_id = whole.index(b'"game"')
    for place in range(name_and_id, len(whole) - 1, 41):
        export.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        refused(ledger, export)


def test_a_line_that_is_not_json_is_named(ledger: Ledger, export: Path) -> None:
    lines = export.read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2].replace(",", ";", 1)
    export.write_text("\n".join(lines), encoding="utf-8")
    (fault,) = refused(ledger, export)
    assert fault.startswith("line 3: this is not JSON")


@pytest.mark.parametrize(
    ("line", "changes", "sentence"),
    [
        (1, {"setup": {"gold": 9}}, "line 1: the campaign's game, setup, date or origin was altered"),
        (1, {"setup": []}, 'line 1: "setup" is of the wrong kind'),
        (1, {"name": "\ud800"}, "line 1: This cannot be written down as JSON"),
        (2, {"title": "Forged"}, "line 2: Entry 1 was altered after it was written."),
        (2, {"facts": ["\ud800"]}, "line 2: Entry 1 was altered after it was written."),
        (2, {"facts": "none"}, 'line 2: "facts" is of the wrong kind'),
        (2, {"seq": True}, 'line 2: "seq" is of the wrong kind'),
        (2, {"log": [1]}, 'line 2: "log" is of the wrong kind; it lists sentences'),
        (2, {"log": 5}, 'line 2: "log" is of the wrong kind'),
        (2, {"bonus": 1}, 'line 2: "bonus" does not belong here'),
        (3, {"seq": 7}, "line 3: Entries 2 to 6 are missing."),
        (3, {"key": "k1"}, "line 3: Entry 2 has the same key as entry 1."),
        (3, {"previous": "x"}, "line 3: Entry 2 does not follow from what stands before it."),
        (4, {"undoes": 8}, "line 4: Entry 3 takes back entry 8, which is not there."),
        (5, {"entries": 4}, "line 5: the file has 3 entries, and its end says 4"),
        (5, {"hash": "x"}, "line 5: the last hash is not that of the last entry"),
        (5, {"entries": "3"}, 'line 5: "entries" is of the wrong kind'),
    ],
)
def test_a_changed_line_is_refused_with_its_number(
    ledger: Ledger, export: Path, line: int, changes: dict[str, Any], sentence: str
) -> None:
    faults = refused(ledger, rewritten(export, line, **changes))
    assert any(fault.startswith(sentence) for fault in faults), faults


def test_a_field_that_is_missing_is_named(ledger: Ledger, export: Path) -> None:
    lines = export.read_text(encoding="utf-8").splitlines()
    fields = json.loads(lines[1])
    del fields["actor"]
    lines[1] = json.dumps(fields)
    export.write_text("\n".join(lines), encoding="utf-8")
    assert refused(ledger, export) == ('line 2: "actor" is missing',)


def test_lines_in_another_order_are_refused(ledger: Ledger, export: Path) -> None:
    first, *entries, last = export.read_text(encoding="utf-8").splitlines()
    export.write_text("\n".join([first, entries[1], entries[0], entries[2], last]), encoding="utf-8")
    assert "line 3: Entry 1 stands after entry 2." in refused(ledger, export)


def test_lines_after_the_end_are_refused(ledger: Ledger, export: Path) -> None:
    text = export.read_text(encoding="utf-8")
    export.write_text(text + text.splitlines()[-1], encoding="utf-8")
    assert "line 5: there are lines after the end" in refused(ledger, export)


def test_refusals_speak_no_python(ledger: Ledger, export: Path) -> None:
    lines = export.read_text(encoding="utf-8").splitlines()
    for spoiled in ("[" * 100_000, "{'a': 1}", '{"a": '):
        export.write_text("\n".join([lines[0], spoiled, *lines[2:]]), encoding="utf-8")
        (fault,) = refused(ledger, export)
        assert fault.startswith("line 2: this is not JSON")
        assert not any(word in fault for word in ("Expecting", "recursion", "char ", "delimiter"))
