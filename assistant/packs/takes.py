"""What a rule may be told: its parameters, each declared in words beside the rule itself.

A declaration reads `[optional ][several ]sort[ or sort...]`; a sort is a range (`0 to 60`), a word for what
it names (`place`, `profile`, ...), a closed list (`one of entering assault`), or `text`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, get_args

from pydantic import AfterValidator

from assistant.packs.faults import finding, remedy, shown
from assistant.packs.names import KINDS, WHERE, Kind
from assistant.rules.book import Kind as FigureKind
from assistant.rules.book import Side, Terrain

OPTIONAL, SEVERAL, EITHER, LISTED, FREE = "optional ", "several ", " or ", "one of ", "text"
RANGE = re.compile(r"(-?[0-9]{1,4}) to (-?[0-9]{1,4})")
CLOSED: Mapping[str, tuple[str, ...]] = {
    "side": get_args(Side),
    "kind": get_args(FigureKind),
    "terrain": get_args(Terrain),
}
EXAMPLE = "write it like '0 to 60', 'place', 'several profile' or 'optional one of entering assault'"

Problem = tuple[str, str]
"""What is wrong, and what would be right."""


@dataclass(frozen=True, slots=True)
class Takes:
    """One declared parameter."""

    is_optional: bool = False
    is_several: bool = False
    low: int | None = None
    high: int | None = None
    kinds: tuple[Kind, ...] = ()
    words: tuple[str, ...] = ()
    is_text: bool = False

    @property
    def is_number(self) -> bool:
        return self.low is not None

    def in_words(self) -> str:
        """`a whole number from 0 to 60`, `a place`, `one of tower, citadel`."""
        sorts = [f"a whole number from {self.low} to {self.high}"] if self.is_number else []
        sorts += [f"the id of {_a(kind)}" for kind in self.kinds]
        sorts += [f"one of {', '.join(self.words)}"] if self.words else []
        sorts += ["text"] if self.is_text else []
        return " or ".join(sorts) + (", or several with spaces between" if self.is_several else "")

    def problems(self, name: str, value: object, known: Mapping[Kind, Collection[str]]) -> Iterator[Problem]:
        """What is wrong with a value; a kind that is not in `known` is not checked."""
        if isinstance(value, int) and not isinstance(value, bool) and self.low is not None:
            if not self.low <= value <= (self.high or 0):
                yield f"{name} must be {self.in_words()}, not {value}", ""
        elif not isinstance(value, str) or not (self.kinds or self.words or self.is_text):
            yield f"{name} must be {self.in_words()}, not {shown(value)}", ""
        else:
            for word in value.split(" ") if self.is_several else [value]:
                yield from self._unknown(name, word, known)

    def _unknown(self, name: str, word: str, known: Mapping[Kind, Collection[str]]) -> Iterator[Problem]:
        if self.is_text or word in self.words or any(word in known.get(kind, (word,)) for kind in self.kinds):
            return
        options = dict.fromkeys(
            (*self.words, *(option for kind in self.kinds for option in known.get(kind, ())))
        )
        what = self.kinds[0] if self.kinds else name
        yield (
            f"unknown {what} {shown(word)}",
            remedy(word, options, WHERE[self.kinds[0]] if self.kinds else ""),
        )


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def parse(declared: str) -> Takes:
    """A declaration as data; raises a finding if it cannot be understood."""
    rest = declared.removeprefix(OPTIONAL)
    many = rest.removeprefix(SEVERAL)
    found: dict[str, Any] = {"kinds": (), "words": ()}
    for sort in many.split(EITHER):
        if number := RANGE.fullmatch(sort):
            found["low"], found["high"] = int(number[1]), int(number[2])
            if found["low"] > found["high"]:
                raise finding(f"{shown(sort)} is no range", lambda: "the lower number comes first")
        elif sort.startswith(LISTED):
            found["words"] += tuple(sort.removeprefix(LISTED).split())
        elif sort in CLOSED:
            found["words"] += CLOSED[sort]
        elif sort in KINDS:
            found["kinds"] += (sort,)
        elif sort == FREE:
            found["is_text"] = True
        else:
            right = remedy(sort, (*CLOSED, *KINDS, FREE), EXAMPLE)
            raise finding(f"{shown(declared)} does not say what it takes", partial(str, right))
    return Takes(rest != declared, many != rest, **found)


def _declared(value: str) -> str:
    parse(value)
    return value


Declaration = Annotated[str, AfterValidator(_declared)]
