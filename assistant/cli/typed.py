"""What people type at the table: faces as rolled, and who takes which hit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from assistant.kernel.asking import Die, count_of
from assistant.kernel.errors import Malformed
from assistant.packs.lists import plain
from assistant.rules.wording import plural_of

COUNTED = re.compile(r"([0-9])\s*:\s*([0-9]{1,9})")
SEVERAL = re.compile(r"(?P<number>[0-9]{1,4})\s+(?P<name>.+)")
MOST = 1000
Told = Callable[[str], str]
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


def owners(dice: Sequence[Die], told: Told = str) -> tuple[str, ...]:
    """Whose the dice are, in their order, with how many each has: Éomer (2), 4 Orcs; orc.1 to orc.4."""
    shares = [(figure, len([*run])) for figure, run in groupby(dice, key=lambda die: die.figure)]
    return tuple(_row(row, told) for row in _rows(shares, told))


def _rows(shares: Sequence[tuple[str, int]], told: Told) -> Iterator[list[tuple[str, int]]]:
    """Figures that stand in a row, are called or numbered alike and have as many dice each go together."""
    row: list[tuple[str, int]] = []
    for share in shares:
        if row and not _goes_on(row[-1], share, told):
            yield row
            row = []
        row.append(share)
    if row:
        yield row


def _goes_on(last: tuple[str, int], share: tuple[str, int], told: Told) -> bool:
    (before, each), (figure, dice) = last, share
    is_alike = _next_of(before) == figure or told(before) == told(figure) != figure
    return each == dice and is_alike


def _row(row: Sequence[tuple[str, int]], told: Told) -> str:
    (first, each), last = row[0], row[-1][0]
    if (named := told(", ".join(figure for figure, _ in row))) == ", ".join(figure for figure, _ in row):
        named = first if first == last else f"{first} to {last}"
    if each == 1:
        return named
    return f"{named} ({each})" if first == last else f"{named} ({each} each)"


def _next_of(figure: str) -> str:
    """After orc.1 comes orc.2; nobody comes after one without a number."""
    stem, dot, number = figure.rpartition(".")
    return f"{stem}.{int(number) + 1}" if dot and number.isascii() and number.isdigit() else ""


def read_takers(text: str, takers: Sequence[str], told: Told = str) -> tuple[str, ...]:
    """Names in the order of the hits, parted by commas or spaces; u.1*2 takes two in a row."""
    if "," in text:
        words = [word.strip() for word in text.split(",")]
    elif _one_of(text, takers, told, []) is not None:
        words = [text.strip()]
    else:
        words = re.sub(r"\s*\*\s*", "*", text).split()
    shares: list[str] = []
    for word in filter(None, words):
        found = _one_of(word, takers, told, shares)
        if found is None:
            raise Malformed("no-such-taker", f"{word!r} is not among those who may be chosen.")
        shares += found
    return tuple(shares)


def _one_of(word: str, takers: Sequence[str], told: Told, taken: Sequence[str]) -> list[str] | None:
    """Who is meant by one part of the list: a figure, perhaps several times, or so many of a kind."""
    times = SHARED.fullmatch(word.strip())
    name, number = (times["name"], int(times["times"])) if times else (word.strip(), 1)
    if name in takers:
        return [name] * min(number, MOST)
    several = None if times else SEVERAL.fullmatch(name)
    wanted = plain(several["name"] if several else name)
    alike = [one for one in takers if wanted in _called(one, told)]
    # Those who have none yet come first, in the order in which they are listed.
    alike.sort(key=taken.count)
    if several:
        return alike[: int(several["number"])] if len(alike) >= int(several["number"]) else None
    return alike[:1] * min(number, MOST) if alike else None


def _called(figure: str, told: Told) -> tuple[str, ...]:
    """One of a kind, and several, without accents; nothing where only ids are known."""
    name = told(figure)
    return (plain(name), plain(plural_of(name))) if name != figure else ()
