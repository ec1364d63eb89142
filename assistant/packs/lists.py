"""Figures as people type them: `12 uruk-hai, Lurtz`, `eight Rohirrim on foot`, `3 elves near Elrond`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import count

from assistant.kernel.codec import Json
from assistant.kernel.errors import Fault, Malformed
from assistant.packs.faults import shown
from assistant.rules.book import Book, Profile, ProfileId
from assistant.rules.combat.check import known_bearings
from assistant.rules.combat.helping import helps_the_near
from assistant.rules.effects.mounts import STEEDS
from assistant.rules.wording import join, many, plural_of

MOST = 1000
MOST_SUGGESTED = 6
# Words of so few letters say nothing about whom somebody means.
SHORT = 3
WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBERS = (
    {word: number for number, word in enumerate(WORDS, 1)}
    | {word: 10 * number for number, word in enumerate(TENS, 2)}
    | {
        f"{ten}{between}{one}": 10 * tens + ones
        for tens, ten in enumerate(TENS, 2)
        for ones, one in enumerate(WORDS[:9], 1)
        for between in "- "
    }
    | {"a": 1, "an": 1, "dozen": 12, "a dozen": 12}
)
_COUNT = rf"[0-9]+|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
PARTED = re.compile(r"[,;+\n]")
# An `and` parts two figures; of what stands after `with` it parts the things borne.
WITH = " with "
# Whom they stand near; `and near` names one more.
NEAR = re.compile(r"\s+(?:and\s+)?near\s+", re.IGNORECASE)
# What stands after `on` or `in` carries them, if it is no part of their name.
CARRIED = re.compile(r"(?P<name>.+?)\s+(?:on|in)\s+(?:(?:an?|his|her|their)\s+)?(?P<mount>.+)", re.IGNORECASE)
RIDDEN = re.compile(r"(?:horse|warg|camel|chariot)s?|horseback")
CREW = re.compile(rf"(?P<crew>{_COUNT})\s+crew(?:m[ae]n)?", re.IGNORECASE)
# How they come may stand before the name as well, or in brackets after it: `6 foot Swan Knights`.
AHEAD = re.compile(
    rf"(?P<count>(?:(?:{_COUNT})\s+)*)(?P<how>foot|mounted|armou?red)\s+(?P<rest>.+)", re.IGNORECASE
)
SAID_AHEAD = {"foot": "{} on foot", "mounted": "{} mounted", "armored": "{} with heavy armor"}
BRACKETED = re.compile(r"\s*\((?:with\s+)?(?P<thing>[^()]+)\)", re.IGNORECASE)
JOINED = re.compile(r"\s+(?:and|&)\s+(?!near\b)", re.IGNORECASE)
LISTED = re.compile(
    # Only after digits may the x stand close: "2x orc", but an axeman is no "a x eman".
    rf"(?:(?:(?P<reach>{_COUNT})\s+of\s+)?(?P<count>{_COUNT})(?:(?<=[0-9])\s*[x×*]\s*|\s+[x×*]\s+|\s+))?\s*"
    r"(?P<name>.+?)"
    r"(?:\s*[x×*]\s*(?P<times>[0-9]+))?(?:\s+(?P<how>on foot|mounted))?"
    r"(?:\s+(?P<cover>in cover))?(?:\s+with\s+(?P<things>.+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """One part of a list: which figures, how many, how many of them have an enemy in reach, how they come."""

    profile: ProfileId
    number: int | None = None
    in_reach: int | None = None
    mounted: bool | None = None
    bears: tuple[str, ...] = ()
    cover: bool = False
    near: tuple[ProfileId, ...] = ()
    """Friends of the same list they stand near enough to be helped by."""
    typed: str = field(default="", compare=False)
    """What was typed, where that is only a part of the name."""


@dataclass(frozen=True)
class Names:
    """Everything a figure of the book may be called."""

    book: Book

    @cached_property
    def forms(self) -> dict[str, dict[ProfileId, None]]:
        """Names in plain letters, singular and plural, and the profiles that go by them."""
        found: dict[str, dict[ProfileId, None]] = {}
        for profile in self.book.profiles.values():
            for name in _names(profile):
                found.setdefault(plain(name), {})[profile.id] = None
        return found

    def has(self, name: str) -> bool:
        """Whether this is all that somebody is called."""
        return name in self.book.profiles or plain(name) in self.forms

    def meant(self, name: str, *, several: bool = False) -> tuple[ProfileId, ...]:
        """The profiles that somebody who typed this may mean: by the whole name, else by words of it.

        Of several the army is meant, if it may be, and not its leaders.
        """
        found = self._meant(name)
        army = tuple(one for one in found if not self.book.profiles[one].is_character)
        several |= any(plain(name) in _peoples(one.race)[1:] for one in self.book.profiles.values())
        return army if several and army and not self.has(name) else found

    def _meant(self, name: str) -> tuple[ProfileId, ...]:
        if (known := ProfileId(name)) in self.book.profiles:
            return (known,)
        typed = plain(name)
        if exactly := self.forms.get(typed):
            return tuple(exactly)
        words = set(typed.split())
        partly = (ids for form, ids in self.forms.items() if words and words <= set(form.split()))
        found = dict.fromkeys(profile for ids in partly for profile in ids)
        # A word of one name only means that; else it may be what a whole race is called.
        return tuple(found) if len(found) == 1 else tuple(dict.fromkeys((*found, *self._of_race(typed))))

    def _of_race(self, typed: str) -> Iterator[ProfileId]:
        for one in self.book.profiles.values():
            if typed in _peoples(one.race):
                yield one.id

    def is_plural(self, name: str, profile: ProfileId) -> bool:
        """Whether this can only mean several of them."""
        found = self.book.profiles[profile]
        pairs = [(found.name, many(found)), *((one, plural_of(one)) for one in _singular(found))]
        return any(plain(name) == plain(plural) != plain(single) for single, plural in pairs)

    def akin(self, name: str) -> tuple[ProfileId, ...]:
        """Soldiers whose name shares a word with what was typed, where nothing fits."""
        words = {word for word in plain(name).split() if len(word) > SHORT}
        shared = (ids for form, ids in self.forms.items() if words & set(form.split()))
        found = dict.fromkeys(profile for ids in shared for profile in ids)
        return tuple(one for one in found if self.book.profiles[one].kind == "army")

    def near(self, name: str) -> ProfileId | None:
        """The likeliest of all when nothing fits."""
        close = get_close_matches(plain(name)[:60], [*self.forms], n=1, cutoff=0.6)
        return next(iter(self.forms[close[0]])) if close else None


def _peoples(race: str) -> tuple[str, str, str]:
    """What one and several of a race are called, with the plural that people try first."""
    return plain(race), plain(plural_of(race)), plain(f"{race}s")


def _names(profile: Profile) -> Iterator[str]:
    yield from (profile.name, many(profile))
    for name in _singular(profile):
        yield from (name, plural_of(name))


def _singular(profile: Profile) -> tuple[str, ...]:
    return profile.id.replace("-", " "), *profile.also_called


def plain(name: str) -> str:
    """Small letters without accents, hyphens or apostrophes: `Khazâd Guard` is `khazad guard`."""
    letters = unicodedata.normalize("NFKD", name.replace("'", "").replace("’", ""))
    words = re.sub(r"[^a-z0-9]+", " ", letters.encode("ascii", "ignore").decode().lower()).split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)


def read_list(text: str, book: Book, where: str = "") -> tuple[Listed, ...]:
    """The figures of a list; refuses with everything that is wrong in it at once."""
    listed, faults = parse_list(text, book, where)
    if faults:
        raise refusal(faults)
    return listed


def read_figures(text: str, book: Book) -> list[Json]:
    """A list as the figures of a battle file."""
    return figure_rows(read_list(text, book))


def refusal(faults: Sequence[Fault]) -> Malformed:
    """Lists that cannot be read."""
    return Malformed(
        "unreadable-figures",
        "The list cannot be read.",
        do="Write it like: eomer, 3 riders of Rohan",
        faults=faults,
    )


def parse_list(text: str, book: Book, where: str = "") -> tuple[tuple[Listed, ...], list[Fault]]:
    """What could be read of a list, and all that could not."""
    names = Names(book)
    listed: list[Listed] = []
    faults: list[Fault] = []
    for part in parts(text):
        who, friends = _beside(part)
        found = LISTED.fullmatch(_in_order(who, names))
        if found is None:
            faults.append(
                Fault(where, "", f"{shown(part)} is not a figure", "write it like 3 riders of Rohan")
            )
            continue
        faults += (Fault(where, shown(part), wrong, right) for wrong, right in _wrong_numbers(found))
        near, strangers = _friends(friends, names)
        faults += (Fault(where, shown(part), wrong, right) for wrong, right in strangers)
        name, things, carried = _parted(found, names)
        number = number_of(found)
        meant = names.meant(name, several=number is not None and number > 1)
        if len(meant) != 1:
            faults.append(Fault(where, "", *_unclear(name, meant, names)))
        elif carried and not book.profiles[meant[0]].can_be_mounted:
            faults.append(Fault(where, shown(part), f"{book.profiles[meant[0]].name} has no mount"))
        elif number is None and names.is_plural(name, meant[0]):
            faults.append(Fault(where, "", f"how many {name} are there?", f"write 3 {name}"))
        else:
            wrong_crew = [*_wrong_crew(book.profiles[meant[0]], things)]
            faults += (Fault(where, shown(part), wrong, right) for wrong, right in wrong_crew)
            one = _listed(
                book.profiles[meant[0]], found, [thing for thing in things if not CREW.fullmatch(thing)]
            )
            one = replace(one, near=near, typed="" if names.has(name) else name)
            listed.append(_mounted(one, carried, book) if carried else one)
    faults += (Fault(where, *wrong) for wrong in _vain_nearness(listed, book)) if not faults else ()
    return tuple(listed), faults


def _beside(part: str) -> tuple[str, list[str]]:
    """A part of a list without the friends they stand near, and these."""
    who, *friends = NEAR.split(part)
    if friends:
        friends[-1], bearing, things = friends[-1].partition(WITH)
        who += f"{bearing}{things}"
    return who, friends


def _in_order(who: str, names: Names) -> str:
    """`6 foot Swan Knights` and `Trebuchet (3 crew)` as lists have it, unless somebody has such a name."""
    who = BRACKETED.sub(rf"{WITH}\g<thing>", who)
    ahead = AHEAD.fullmatch(who)
    if ahead is None or names.meant(f"{ahead['how']} {ahead['rest']}".partition(WITH)[0]):
        return who
    told = SAID_AHEAD[ahead["how"].lower().replace("our", "or")]
    return f"{ahead['count']}{told.format(ahead['rest'])}"


def _friends(named: Sequence[str], names: Names) -> tuple[tuple[ProfileId, ...], list[tuple[str, str]]]:
    found = [(name, names.meant(name)) for name in named]
    unclear = [_unclear(name, meant, names) for name, meant in found if len(meant) != 1]
    return tuple(meant[0] for _, meant in found if len(meant) == 1), unclear


def _vain_nearness(listed: Sequence[Listed], book: Book) -> Iterator[tuple[str, str, str]]:
    """Nearness to someone who is not there, or who helps nobody by it, would change nothing, silently."""
    for at, one in enumerate(listed):
        for friend in one.near:
            name, here = book.profiles[friend].name, f"near {book.profiles[friend].name}"
            there = [listed[other] for other in _others(friend, at, listed)]
            if not there:
                yield here, f"{name} is not in this list", f"name {name} as well"
            elif not any(helps_the_near(book.profiles[friend], other.bears) for other in there):
                yield here, f"{name} helps nobody by standing near", "leave it out"


def _others(friend: ProfileId, at: int, listed: Sequence[Listed]) -> list[int]:
    """Which other parts of a list speak of such a friend."""
    return [number for number, one in enumerate(listed) if number != at and one.profile == friend]


def _parted(found: re.Match[str], names: Names) -> tuple[str, list[str], str]:
    """Their name, what they bear, and what carries them; what belongs to a name stays with it."""
    name = str(found["name"])
    things = re.split(r"\s+and\s+|\s*&\s*", found["things"]) if found["things"] else []
    if things and names.has(f"{name}{WITH}{found['things']}"):
        return f"{name}{WITH}{found['things']}", [], ""
    borne = CARRIED.fullmatch(name)
    if borne is None or names.meant(name):
        return name, things, ""
    mount = "-".join(plain(borne["mount"]).split())
    is_mount = RIDDEN.fullmatch(mount) is not None or mount in STEEDS
    return (borne["name"], things, mount) if is_mount else (name, things, "")


def _mounted(one: Listed, mount: str, book: Book) -> Listed:
    """On a steed with a name of its own, or on any other."""
    bears = (*one.bears, mount) if mount in known_bearings(book) else one.bears
    return replace(one, mounted=True, bears=bears)


def _wrong_crew(profile: Profile, things: Sequence[str]) -> Iterator[tuple[str, str]]:
    """ART-02: a weapon comes with its whole crew; that it has lost some stands in a battle file."""
    for found in filter(None, map(CREW.fullmatch, things)):
        size = profile.crew.size if profile.crew else 0
        if _number(found["crew"]) != size:
            have = f"{profile.name} has a crew of {size}" if size else f"{profile.name} has no crew"
            right = "with fewer it is fought from a battle file, under engines" if size else "leave it out"
            yield have, right


def parts(text: str) -> Iterator[str]:
    """A list parted by commas, semicolons, lines or `and`."""
    for part in PARTED.split(text):
        figures, bearing, things = part.partition(WITH)
        *others, last = JOINED.split(figures)
        for one in (*others, f"{last}{bearing}{things}"):
            if one.strip():
                yield " ".join(one.split())


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    return NUMBERS[text.lower()] if text.lower() in NUMBERS else int(text[:9])


def number_of(found: re.Match[str]) -> int | None:
    """How many a part of a list speaks of, if it says so."""
    return _number(found["count"] or found["times"])


def _wrong_numbers(found: re.Match[str]) -> Iterator[tuple[str, str]]:
    if found["count"] and found["times"]:
        yield "it is counted twice", "keep one of the numbers"
    number = number_of(found)
    reach = _number(found["reach"])
    if number is not None and not 1 <= number <= MOST:
        yield f"the count must be a whole number from 1 to {MOST}, not {number}", ""
    if reach is not None and number is not None and reach > number:
        yield f"{reach} of {number} cannot be in reach", f"at most {number}"


def _listed(profile: Profile, found: re.Match[str], things: Sequence[str]) -> Listed:
    borne = ("-".join(plain(thing).split()) for thing in things)
    return Listed(
        profile.id,
        number=number_of(found),
        in_reach=_number(found["reach"]),
        mounted=None if found["how"] is None else found["how"].lower() == "mounted",
        bears=tuple(thing for thing in borne if thing not in profile.always_has),
        cover=found["cover"] is not None,
    )


def _unclear(name: str, meant: Sequence[ProfileId], names: Names) -> tuple[str, str]:
    if meant:
        some = join(meant[:MOST_SUGGESTED], "or") if len(meant) <= MOST_SUGGESTED else ""
        return (
            f"{shown(name)} may be any of {len(meant)} figures",
            f"write {some}" if some else f"say more, such as {meant[0]}",
        )
    if 0 < len(akin := names.akin(name)) <= MOST_SUGGESTED:
        return f"nobody is called {shown(name)}", f"write {join(akin, 'or')}"
    near = names.near(name)
    right = f"did you mean {shown(near)}?" if near else "`assistant roster export` lists them all"
    return f"nobody is called {shown(name)}", right


def figure_rows(listed: Sequence[Listed], taken: Collection[str] = ()) -> list[Json]:
    """A list as the figures of a battle file; ids are profiles, numbered where one is taken."""
    rows: list[Json] = []
    used = set(taken)
    ids: list[list[Json]] = []
    for one in listed:
        name = next(
            name for n in count(1) if (name := one.profile if n == 1 else f"{one.profile}-{n}") not in used
        )
        used.add(name)
        row: dict[str, Json] = {"id": name, "profile": one.profile}
        if one.number is not None:
            row["count"] = one.number
        if one.in_reach is not None:
            row["in_reach"] = one.in_reach
        if one.mounted is not None:
            row["mounted"] = one.mounted
        if one.bears:
            row["bears"] = list(one.bears)
        if one.cover:
            row["cover"] = True
        ids.append([name] if one.number is None else [f"{name}.{n}" for n in range(1, one.number + 1)])
        rows.append(row)
    for at, (one, found) in enumerate(zip(listed, rows, strict=True)):
        friends = [other for friend in one.near for other in _others(friend, at, listed)]
        if friends and isinstance(found, dict):
            found["near"] = [name for other in friends for name in ids[other]]
    return rows
