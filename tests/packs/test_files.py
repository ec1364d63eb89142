"""However odd a file is, reading it does no worse than report a fault with its place."""

from pathlib import Path

import pytest

from assistant.packs.files import LARGEST, Unreadable, parse_json, parse_toml, read_text, text_of


def refused(text: str | bytes) -> str:
    """The one fault of a JSON text."""
    with pytest.raises(Unreadable) as refusal:
        parse_json(text_of(text, "b.json") if isinstance(text, bytes) else text, "b.json")
    (fault,) = refusal.value.faults
    return str(fault)


def refused_toml(text: str) -> str:
    """The one fault of a TOML text."""
    with pytest.raises(Unreadable) as refusal:
        parse_toml(text, "r.toml")
    (fault,) = refusal.value.faults
    return str(fault)


def unreadable(path: Path) -> str:
    """The one fault of a file that cannot be read."""
    with pytest.raises(Unreadable) as refusal:
        read_text(path)
    (fault,) = refusal.value.faults
    return str(fault)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert (
        unreadable(tmp_path / "no.json")
        == f"{tmp_path}/no.json: there is no such file; check its name and folder"
    )


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    assert unreadable(tmp_path) == f"{tmp_path}: this is a folder; name a file in it"


def test_a_file_below_a_file_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    assert "a/b: it cannot be read: not a directory" in unreadable(tmp_path / "a" / "b")


def test_a_name_that_no_file_can_have_is_refused() -> None:
    assert "this is not the name of a file" in unreadable(Path("a\0b"))


def test_a_name_longer_than_any_file_has_is_refused(tmp_path: Path) -> None:
    assert "it cannot be read: file name too long" in unreadable(tmp_path / ("x" * 5000))


def test_a_file_over_five_megabytes_is_not_even_parsed(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    path.write_bytes(b"[" * (LARGEST + 1))
    assert "big.json: the file is larger than 5 MB; such files need a few kilobytes" in unreadable(path)


def test_a_file_of_just_five_megabytes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.json"
    path.write_bytes(b" " * LARGEST)
    assert len(read_text(path)) == LARGEST


def test_text_in_another_encoding_is_refused_with_its_line() -> None:
    text = 'line one\n"Théoden"'.encode("latin-1")
    assert refused(text) == "b.json: line 2: this is not UTF-8 text; save it as plain text in UTF-8"


def test_a_picture_is_not_a_battle() -> None:
    assert "this is not UTF-8 text" in refused(b"\x89PNG\r\n\x1a\n\0\0")


def test_text_with_zero_bytes_is_not_text() -> None:
    assert refused(b'{"a\0": 1}') == "b.json: this is not a text file; save it as plain text in UTF-8"


def test_the_mark_that_windows_puts_before_utf_8_is_overlooked() -> None:
    assert parse_json(text_of(b'\xef\xbb\xbf{"a": 1}', "b.json"), "b.json").raw == {"a": 1}


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_an_empty_file_is_called_empty(text: str) -> None:
    assert refused(text) == "b.json: the file is empty; it must hold one object in braces"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"a": 1,}', "line 1, column 9: broken JSON: a key is missing here"),
        ('{"a": 1\n "b": 2}', "line 2, column 2: broken JSON: a comma is missing here"),
        ('{"a" 1}', "line 1, column 6: broken JSON: a colon is missing here"),
        ('{"a": }', "line 1, column 7: broken JSON: a value is missing here"),
        ('{"a": [1, 2}', "line 1, column 12: broken JSON: a comma is missing here"),
        ('{"a": "b', "line 1, column 7: broken JSON: a text begins here and never ends"),
        ('{"a": "b\nc"}', "line 1, column 9: broken JSON: a text runs over the end of its line"),
        ("{} {}", "line 1, column 4: broken JSON: there is something after the end"),
        ("{'a': 1}", "line 1, column 2: broken JSON: a key is missing here"),
    ],
)
def test_broken_json_is_reported_with_line_and_column(text: str, line: str) -> None:
    assert line in refused(text)


def test_a_key_given_twice_is_found_where_it_stands() -> None:
    text = '{"sides": {"good": 1, "evil": 2, "good": 3}, "list": [{"x": 1, "x": 1}]}'
    with pytest.raises(Unreadable) as refusal:
        parse_json(text, "b.json")
    assert [str(fault) for fault in refusal.value.faults] == [
        "b.json: sides: the key 'good' is given twice; keep one of them",
        "b.json: list[0]: the key 'x' is given twice; keep one of them",
    ]


def test_a_key_given_twice_inside_what_was_itself_given_twice_is_still_a_fault() -> None:
    assert "the key 'a' is given twice" in refused('{"a": {"b": 1, "b": 2}, "a": 1}')


def test_an_object_with_more_keys_than_anyone_would_write_is_refused() -> None:
    crowd = ",".join(f'"{number}": 1' for number in range(10_001))
    assert refused(f'{{"a": {{{crowd}}}}}') == "b.json: an object has more than 10000 keys; use far fewer"


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_a_million_brackets_are_nested_too_deep(opening: str) -> None:
    assert "nested far too deep" in refused(opening * (1_000_000 // len(opening)))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1E+400"])
def test_a_number_that_is_none_is_refused_where_it_stands(number: str) -> None:
    text = f'{{"Infinity": "NaN",\n "b": {number}}}'
    assert "b.json: line 2, column 7: this is not a number that can be counted with" in refused(text)


@pytest.mark.parametrize("digits", [19, 5_000, 1_000_000])
def test_a_number_without_end_is_refused(digits: int) -> None:
    assert "line 1, column 7: this is not a number that can be counted with" in refused(
        f'{{"a": {"9" * digits}}}'
    )


def test_a_number_of_ordinary_length_is_a_number() -> None:
    assert parse_json('{"a": 123456789012345678}', "b.json").raw == {"a": 123456789012345678}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb 2", "line 2, column 3: broken TOML: Expected '=' after a key"),
        ("a = 1\na = 2", "broken TOML: a key is given twice"),
        ("[a]\n[a]", "broken TOML: a table is given twice"),
        ("a = abc", "line 1, column 5: broken TOML: a value is missing or misspelled"),
        ('a = "b', "broken TOML: Unterminated string"),
        ('a = "b\nc"', "broken TOML: a text runs over the end of its line"),
        ("a = [1, 2", "broken TOML: a list is not closed by ]"),
        ("a = { b = 1", "broken TOML: a table is not closed by }"),
        ("a = 2026-02-30", "broken TOML: Invalid date or datetime"),
        ("= 1", "line 1, column 1: broken TOML: this is neither a key with a value nor a [table]"),
    ],
)
def test_broken_toml_is_reported_with_its_place(text: str, line: str) -> None:
    assert line in refused_toml(text)


@pytest.mark.parametrize("opening", ["[", "{a="])
def test_toml_nested_without_end_is_refused(opening: str) -> None:
    assert "nested far too deep" in refused_toml("a = " + (opening + "\n" * (opening == "[")) * 3_000)


def test_a_key_of_a_million_parts_is_refused_at_once() -> None:
    assert "line 2: the line is far too long" in refused_toml("\n" + "a." * 500_000 + "a = 1")


def test_a_toml_number_without_end_is_refused() -> None:
    assert "line 1, column 5: this is not a number that can be counted with" in refused_toml(
        "a = " + "9" * 5_000
    )
