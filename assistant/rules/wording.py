"""Figures in sentences: one Rider of Rohan, two Riders of Rohan, and how several are strung together."""

from __future__ import annotations

import re
from collections.abc import Iterable

from assistant.rules.book import Profile

# A name is made plural at its first noun: Knights of Gondor, Orc Shamans on Warg.
AFTER_THE_NOUN = re.compile(r" (?:of|on|in|the|with) ")
WITHOUT_PLURAL = ("-hai", "foot", "cavalry", "militia", "rim", "men")
UNCOUNTED = ("armor",)
# The head of a force's name: of Orcs from Carn Dûm, Scouts (north) and Raiders 2 the first word.
AFTER_THE_HEAD = re.compile(r" (?:of|on|in|the|with|from|at|to|under) | \(|, | \d+$")
# What ends in s is mostly several, but not Legolas, a Fortress or Thranduil's; some peoples end otherwise.
SEVERAL = re.compile(r"([^aious'’]s|-hai|akil|foot|cavalry|militia|rim|men)$", re.IGNORECASE)
SEVERAL_AT_FIRST = re.compile(r"(?!1 )\d+ ")
ENDINGS = (
    (r"(?<!sha)(m)an$", r"\1en"),
    (r"(?<=el)f$", "ves"),
    (r"(?<=dwar)f$", "ves"),
    (r"(?<=[^aeiou])y$", "ies"),
    (r"(ss|x|ch|sh)$", r"\1es"),
    (r"(?<=s)$", ""),
    (r"$", "s"),
)


def join(words: Iterable[str], last: str = "and") -> str:
    """One, two and three."""
    said = list(words)
    return f" {last} ".join([*([", ".join(said[:-1])] if len(said) > 1 else []), *said[-1:]])


def riding(profile: Profile, mounted: bool | None) -> str:
    """Said where it is not as usual: on foot of who rides in print, mounted of who does not; else nothing."""
    if mounted is None or mounted == profile.starts_mounted:
        return ""
    return "mounted" if mounted else "on foot"


def one_such(thing: str) -> str:
    """A pony, heavy armor, Shadowfax: what goes by a name of its own or by the mass takes no article."""
    return thing if thing[:1].isupper() or thing.endswith(UNCOUNTED) else f"a {thing}"


def plural_of(name: str) -> str:
    """Riders of Rohan, Uruk-hai, Wood Elves: as one would write it in English."""
    parted = AFTER_THE_NOUN.search(name)
    noun, rest = (name[: parted.start()], name[parted.start() :]) if parted else (name, "")
    if noun.casefold().endswith(WITHOUT_PLURAL):
        return name
    ending, instead = next(one for one in ENDINGS if re.search(one[0], noun, re.IGNORECASE))
    return re.sub(ending, instead, noun, count=1, flags=re.IGNORECASE) + rest


def is_plural(name: str) -> bool:
    """Whether a name is of several: Riders of Rohan, 6 Uruk-hai, Frodo and Sam; not The Host of Orcs."""
    head = AFTER_THE_HEAD.split(name.strip())[0]
    return bool(SEVERAL_AT_FIRST.match(head) or " and " in head or SEVERAL.search(head))


def many(profile: Profile) -> str:
    """What several figures of a profile are called."""
    return profile.plural or plural_of(profile.name)


def counted(profile: Profile, number: int) -> str:
    """Éomer, 1 Rider of Rohan, 3 Riders of Rohan: only who goes by a name of his own needs no number."""
    if number == 1:
        return profile.name if profile.is_character else f"1 {profile.name}"
    return f"{number} {many(profile)}"
