"""What people type at the table: faces as rolled, and who takes which hit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from assistant.kernel.asking import Die, count_of
from assistant.kernel.errors import Malformed

COUNTED = re.compile(r"([0-9])\s*:\s*([0-9]{1,9})")
SHARED = re.compile(r"(?P<name>.+?)\s*\*\s*(?P<times>[0-9]{1,9})")


def read_faces(text: str, dice: int) -> tuple[int, ...]:
    """Faces run together (133456), or a count of each face (1:2 6:1)."""
    text = text.strip()
    if ":" in text:
        faces = _counted(text)
    else:
        digits = re.sub(r"[\s,]+", "", text)
        if not (digits.isascii() and digits.isdigit()):
            raise Malformed(
                "unreadable-dice",
                f"{text!r} is not a roll.",
                do="Type the faces run together, like 133456, or a count of each, like 1:1 3:2 4:1 5:1 6:1.",
            )
        faces = tuple(map(int, digits))
    if wrong := [face for face in faces if not 1 <= face <= 6]:
        raise Malformed("dice-face", f"A die shows 1 to 6, not {wrong[0]}.")
    if len(faces) != dice:
        needed = count_of(dice, "die is", "dice are")
        raise Malformed("dice-count", f"{needed} rolled here and {len(faces)} came.")
    return faces


def _counted(text: str) -> tuple[int, ...]:
    if COUNTED.sub("", text).strip(" ,"):
        raise Malformed(
            "unreadable-dice", f"{text!r} is not a count of faces.", do="Write it like 1:2 4:3 6:1."
        )
    pairs = [(int(face), int(times)) for face, times in COUNTED.findall(text)]
    if any(times > 10_000 for _, times in pairs):
        raise Malformed("dice-count", "Nobody has so many dice.")
    return tuple(face for face, times in pairs for _ in range(times))


def owners(dice: Sequence[Die]) -> tuple[str, ...]:
    """Whose the dice are, in their order, with how many each has: eomer (2), orc.1 to orc.4."""
    shares = [(figure, len([*run])) for figure, run in groupby(dice, key=lambda die: die.figure)]
    return tuple(_row(row) for row in _rows(shares))


def _rows(shares: Sequence[tuple[str, int]]) -> Iterator[list[tuple[str, int]]]:
    """Numbered figures that stand in a row and have as many dice each go together."""
    row: list[tuple[str, int]] = []
    for share in shares:
        if row and (_next_of(row[-1][0]), row[-1][1]) != share:
            yield row
            row = []
        row.append(share)
    if row:
        yield row


def _row(row: Sequence[tuple[str, int]]) -> str:
    (first, each), last = row[0], row[-1][0]
    if first == last:
        return first if each == 1 else f"{first} ({each})"
    return f"{first} to {last}" if each == 1 else f"{first} to {last} ({each} each)"


def _next_of(figure: str) -> str:
    """After orc.1 comes orc.2; nobody comes after one without a number."""
    stem, dot, number = figure.rpartition(".")
    return f"{stem}.{int(number) + 1}" if dot and number.isascii() and number.isdigit() else ""


def read_takers(text: str, takers: Sequence[str]) -> tuple[str, ...]:
    """Names in the order of the hits, parted by commas or spaces; u.1*2 takes two in a row."""
    if "," in text:
        words = [word.strip() for word in text.split(",")]
    else:
        words = re.sub(r"\s*\*\s*", "*", text).split()
    shares: list[str] = []
    for word in filter(None, words):
        times = SHARED.fullmatch(word)
        name, number = (times["name"], int(times["times"])) if times else (word, 1)
        if name not in takers:
            raise Malformed("no-such-taker", f"{name!r} is not among those who may be chosen.")
        shares += [name] * min(number, 1000)
    return tuple(shares)
