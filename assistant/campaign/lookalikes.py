"""Names that read alike, whatever letters they are made of, by Unicode's own list of confusables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from unicodedata import category, normalize
from unicodedata import name as name_of_sign

from confusable_homoglyphs.utils import load

from assistant.kernel.errors import Illegal
from assistant.rules.deeds.calling import RESERVED

LIST = "confusables.json"
# They leave a gap, or nothing at all, though Unicode counts them among letters and pictures.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# Unicode's Default_Ignorable_Code_Point: whatever they are counted among, nothing is drawn for them.
IGNORED = frozenset(
    chr(number)
    for first, last in (
        (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
        (0x202A, 0x202E), (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFF8),
        (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    )
    for number in range(first, last + 1)
)  # fmt: skip


def refuse_look_alikes(name: str, others: Iterable[str]) -> None:
    """Nobody is called so that it reads as somebody else's name, or as the game master's."""
    reserved = frozenset().union(*map(_masters, (form for one in RESERVED for form in (one, one.title()))))
    if reserved & _masters(name):
        raise Illegal(
            "reserved-name", f'"{name}" reads as the game master does.', do="Give the person's own name."
        )
    if like := reads_as(name, others):
        raise Illegal(
            "name-looks-alike",
            f'"{name}" reads just as "{like}" does.',
            do="Write one of them otherwise: Anna M., Anna K.",
        )


def reads_as(name: str, others: Iterable[str]) -> str:
    """The first of the others that is taken for this name; nothing where none is."""
    mine = skeletons(name)
    return next((other for other in others if mine & skeletons(other)), "")


def skeletons(name: str) -> frozenset[tuple[str, str]]:
    """What is left of a name once everything that looks alike is the same, small letters or large.

    By the eye I, l and 1 are one, and m is rn; by the letter i and L are two, whatever alphabet they are of.
    Each is compared with its like: of both together Ian would be Lan.
    """
    plain = " ".join(_seen(normalize("NFKD", name)).split())
    by_eye, by_letter = _alike(plain).casefold(), _latin(plain).casefold()
    return frozenset(one for one in (("eye", by_eye), ("letter", by_letter)) if one[1])


def _masters(name: str) -> frozenset[tuple[str, str]]:
    """A name without gaps, points and accents, which nobody hears; some signs are taken for letters."""
    plain = _seen(normalize("NFKD", name))
    heard = (_letters(plain), _letters(_latin(plain)))
    return frozenset().union(*map(skeletons, heard))


def _letters(text: str) -> str:
    return "".join(one for one in text if one.isalnum() and one not in BLANK)


def _seen(text: str) -> str:
    """The signs that are drawn, small capitals as plain letters."""
    drawn = (one for one in text if category(one) != "Cf" and one not in IGNORED)
    return "".join(" " if one in BLANK else _plain(one) for one in drawn)


def _plain(sign: str) -> str:
    letter = name_of_sign(sign, "").removeprefix(SMALL_CAPITAL)
    return letter.lower() if len(letter) == 1 else sign


def _latin(text: str) -> str:
    """Letters of other alphabets as the plain ones for which they are taken; those themselves stay."""
    return "".join(one if one.isascii() else _alike(one) for one in text)


def _alike(text: str) -> str:
    same = _same()
    return normalize("NFKD", "".join(same.get(one, one) for one in text))


@cache
def _same() -> Mapping[str, str]:
    """What each letter that is taken for others is told by: one of them, the same for all."""
    found: dict[str, str] = {}

    def end(text: str) -> str:
        while found.setdefault(text, text) != text:
            text = found[text]
        return text

    for text, others in load(LIST).items():
        for other in others:
            one, two = sorted((end(_bare(text)), end(_bare(other["c"]))), key=_fitness)
            found[two] = one
    return {text: end(text) for text in found if len(text) == 1}


def _bare(text: str) -> str:
    # The list wraps what is written from right to left in marks of its own.
    return "".join(one for one in text if category(one) != "Cf")


def _fitness(text: str) -> tuple[bool, int, str]:
    """Several plain letters stand for the one that looks like them: rn for m."""
    return (not text.isascii(), -len(text), text)
