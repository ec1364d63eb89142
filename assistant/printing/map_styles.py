"""The style sheet of the map, read for paper: which colours and strokes an element of the drawing has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from assistant.maps.style import style

Style = dict[str, str]
INHERITED = ("fill", "stroke", "opacity", "fill-opacity", "stroke-width", "font-weight", "font-style")


@dataclass(frozen=True, slots=True)
class Compound:
    """`path`, `.force.good`: the tag and classes that one element must have."""

    tag: str
    classes: frozenset[str]

    def fits(self, tag: str, classes: frozenset[str]) -> bool:
        return self.tag in ("", tag) and self.classes <= classes


@dataclass(frozen=True, slots=True)
class Rule:
    """Declarations, and the way down to the elements they are for."""

    way: tuple[Compound, ...]
    said: tuple[tuple[str, str], ...]

    def fits(self, line: Sequence[tuple[str, frozenset[str]]]) -> bool:
        """Whether the last of a line of elements is meant, the others in order above it."""
        if not self.way[-1].fits(*line[-1]):
            return False
        above = list(self.way[:-1])
        for element in reversed(line[:-1]):
            if above and above[-1].fits(*element):
                above.pop()
        return not above


@cache
def rules() -> tuple[tuple[Rule, ...], Mapping[str, str]]:
    """All rules that hold on white paper, weakest first, and the colours they speak of."""
    plain = re.sub(r"@(?:media|container)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", style())
    found: list[Rule] = []
    colours: dict[str, str] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
        said = [part.partition(":")[::2] for part in body.split(";") if ":" in part]
        colours |= {name: value for name, value in said if name.startswith("--")}
        for selector in selectors.split(","):
            way = tuple(_compound(part) for part in selector.split())
            found.append(Rule(way, tuple((name.strip(), value.strip()) for name, value in said)))
    for name in ("--map-paper", "--map-earth", "--map-floor"):
        colours[name] = "#ffffff"
    weight = {rule: sum(len(one.classes) + bool(one.tag) / 10 for one in rule.way) for rule in found}
    return tuple(sorted(found, key=lambda rule: weight[rule])), colours


def _compound(text: str) -> Compound:
    tag, *classes = text.split(".")
    return Compound(tag, frozenset(classes))


@cache
def style_of(line: tuple[tuple[str, frozenset[str]], ...]) -> Mapping[str, str]:
    """What the rules say of the last of a line of elements."""
    known, colours = rules()
    found: Style = {}
    for rule in known:
        if rule.fits(line):
            found |= dict(rule.said)
    return {
        name: re.sub(r"var\((--[\w-]+)\)", lambda match: colours.get(match[1], "#000"), value)
        for name, value in found.items()
    }
