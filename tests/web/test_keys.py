"""The server's keys: kept from start to start, and refused in a sentence when they are damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant.kernel.errors import Malformed
from assistant.web.keys import FILE, kept_keys

SOUND = {"secret": "abc", "passphrase": "ABCD-EFGH-JKMN"}
NO_TEXTS: tuple[object, ...] = ("", "  ", "\ud800", 0, 1.5, None, True, [], {}, ["abc"])


def test_keys_are_made_once_and_kept(tmp_path: Path) -> None:
    assert kept_keys(tmp_path) == kept_keys(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "null", "5", "{}", "[" * 100_000, "\x00", json.dumps({"secret": "abc"})),
        *(json.dumps({**SOUND, name: said}) for name in SOUND for said in NO_TEXTS),
    ],
)
def test_damaged_keys_are_refused_and_deleting_them_helps(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        kept_keys(tmp_path)
    assert refused.value.code == "bad-keys"
    (tmp_path / FILE).unlink()
    assert kept_keys(tmp_path).passphrase


def test_keys_that_are_no_text_at_all_are_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Malformed, match="cannot be read as the server's keys"):
        kept_keys(tmp_path)
