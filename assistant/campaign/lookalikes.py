"""Names that read alike, whatever letters they are made of, by Unicode's own list of confusables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from unicodedata import category, normalize

from confusable_homoglyphs.utils import load

from assistant.kernel.errors import Illegal
from assistant.rules.deeds.calling import RESERVED

LIST = "confusables.json"
# They leave a gap, or nothing at all, though Unicode counts them among letters and pictures.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def refuse_look_alikes(name: str, others: Iterable[str]) -> None:
    """Nobody is called so that it reads as somebody else's name, or as the game master's."""
    if reads_as(_letters(name), map(_letters, RESERVED)):
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


def skeletons(name: str) -> frozenset[str]:
    """What is left of a name once everything that looks alike is the same, small letters or large."""
    plain = " ".join(_seen(normalize("NFKD", name)).split())
    return frozenset(one for form in (plain, plain.casefold()) if (one := _alike(_alike(form).casefold())))


def _letters(name: str) -> str:
    """A name without gaps, points and accents, which nobody hears."""
    return "".join(one for one in normalize("NFKD", name) if one.isalnum() and one not in BLANK)


def _seen(text: str) -> str:
    return "".join(" " if one in BLANK else one for one in text if category(one) != "Cf")


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
