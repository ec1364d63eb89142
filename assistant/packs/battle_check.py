"""What only shows when the parts of a battle file are held against each other.

It walks the file as read, so that one misspelled key does not hide what else is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.kernel.errors import Fault
from assistant.kernel.ids import RuleId
from assistant.kernel.near import nearest
from assistant.packs.battle_model import MOST_FIGURES
from assistant.packs.faults import Source, Step, remedy, shown
from assistant.rules.book import Book, ProfileId
from assistant.rules.combat.check import has_use_for, known_bearings
from assistant.rules.combat.setup import SIDES, FightingSide, Site, other
from assistant.rules.effects.mounts import STEEDS

Steps = tuple[Step, ...]


@dataclass(slots=True)
class _Roll:
    """Who is on a side: single names with the place they stand at, and how many of each counted id."""

    names: dict[str, Steps] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)

    def may_have(self, name: str) -> bool:
        """Whether someone of this name is there, or would be if the file were mended."""
        return name in self.names or name in self.doubtful or re.sub(r"\.\d+$", "", name) in self.doubtful


def expand(name: str, count: int) -> tuple[str, ...]:
    """`r` three times is r.1, r.2 and r.3."""
    return tuple(f"{name}.{number}" for number in range(1, count + 1))


def check_battle(source: Source, book: Book) -> Iterator[Fault]:
    """Every fault between the parts of a battle file."""
    yield from _readings(source, book)
    rolls = {side: _Roll() for side in SIDES}
    everyone: dict[str, Steps] = {}
    for side in SIDES:
        yield from _muster(source, book, side, rolls[side], everyone)
    for side in SIDES:
        yield from _orders(source, side, rolls)


def check_site(source: Source, site: Site) -> Iterator[Fault]:
    """Walls and towers must be there before anyone fights at them."""
    if site.at != "field" and site.fortress is None:
        yield source.fault(
            ("site", "at"),
            f"nobody holds a fortress to fight at its {site.at}",
            "name who holds it",
        )
    elif site.at == "tower" and not site.tower:
        yield source.fault(("site", "at"), "there is no tower to fight at", "add tower: true")


def _readings(source: Source, book: Book) -> Iterator[Fault]:
    for rule, reading in _table(source.raw, "house_rules").items():
        house = book.house_rules.get(RuleId(rule))
        if house is not None and isinstance(reading, str) and reading not in house.readings:
            wrong = f"{rule} has no reading {shown(reading)}"
            yield source.fault(("house_rules", rule), wrong, remedy(reading, tuple(house.readings)))


def _muster(
    source: Source, book: Book, side: FightingSide, roll: _Roll, everyone: dict[str, Steps]
) -> Iterator[Fault]:
    """Call the roll of a side: names used twice, too many figures, riders of what cannot be ridden."""
    total = 0
    for number, figure in enumerate(_list(_side(source, side), "figures")):
        here: Steps = ("sides", side, "figures", number)
        name = figure.get("id") if isinstance(figure, dict) else None
        if not isinstance(name, str):
            continue
        count = figure.get("count", 1)
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_FIGURES:
            roll.doubtful.add(name)
            continue
        total += count
        if total > MOST_FIGURES:
            roll.doubtful.add(name)
            continue
        names = expand(name, count) if "count" in figure else (name,)
        if "count" in figure:
            roll.counted.setdefault(name, count)
        yield from _used_twice(source, names, here, everyone)
        for one in names:
            roll.names[one] = everyone.setdefault(one, here)
        yield from _mount(source, book, figure, here)
        yield from _people(source, book, figure, here)
        yield from _bears(source, book, figure, here)
        yield from _reach(source, figure, here, count)
    if total > MOST_FIGURES:
        wrong = f"the {side} side has {total} figures"
        yield source.fault(("sides", side, "figures"), wrong, f"{MOST_FIGURES} a side at most")


def _used_twice(
    source: Source, names: tuple[str, ...], here: Steps, everyone: Mapping[str, Steps]
) -> Iterator[Fault]:
    twice = next((name for name in names if name in everyone), None)
    if twice is not None:
        _, side, _, number = everyone[twice]
        right = f"it is already at sides.{side}.figures[{number}]; give each figure its own"
        yield source.fault((*here, "id"), f"the id {shown(twice)} is used twice", right)


def _mount(source: Source, book: Book, figure: Mapping[str, Any], here: Steps) -> Iterator[Fault]:
    profile = book.profiles.get(ProfileId(str(figure.get("profile"))))
    if figure.get("mounted") is not True or profile is None or profile.starts_mounted:
        return
    if profile.kind in ("artillery", "creature"):
        what = "a weapon" if profile.kind == "artillery" else "a creature"
        wrong = f"{profile.name} is {what} and cannot be mounted"
        yield source.fault((*here, "mounted"), wrong, "leave the key out")
    elif not profile.can_be_mounted:
        wrong = f"{profile.name} cannot ride" if profile.is_character else f"{profile.name} has no mount"
        yield source.fault((*here, "mounted"), wrong, "leave the key out")


def _bears(source: Source, book: Book, figure: Mapping[str, Any], here: Steps) -> Iterator[Fault]:
    """A thing nobody has heard of, or that its bearer cannot use."""
    profile = book.profiles.get(ProfileId(str(figure.get("profile"))))
    known = known_bearings(book)
    for number, thing in enumerate(_list(figure, "bears")):
        at: Steps = (*here, "bears", number)
        if not isinstance(thing, str) or profile is None:
            continue
        if thing not in known:
            wrong = f"{shown(thing)} is nothing that changes a fight"
            yield source.fault(at, wrong, remedy(thing, tuple(sorted(known))))
        elif not has_use_for(profile, thing):
            wrong = f"{profile.name} has no use for {shown(thing)} in a fight"
            yield source.fault(at, wrong, "leave it out, or give it to who can use it")
        elif thing in STEEDS and figure.get("mounted") is False:
            wrong = f"{profile.name} has {shown(thing)} and does not ride it"
            yield source.fault(at, wrong, "leave out mounted: false, or this")


def _reach(source: Source, figure: Mapping[str, Any], here: Steps, count: int) -> Iterator[Fault]:
    """CMB-02: no more are in reach than there are."""
    in_reach = figure.get("in_reach")
    if isinstance(in_reach, int) and not isinstance(in_reach, bool) and in_reach > count:
        wrong = f"{in_reach} are in reach of {count}"
        yield source.fault((*here, "in_reach"), wrong, f"{count} at most")


def _people(source: Source, book: Book, figure: Mapping[str, Any], here: Steps) -> Iterator[Fault]:
    """A figure may be of another people only if its line serves that one as well."""
    profile = book.profiles.get(ProfileId(str(figure.get("profile"))))
    people = figure.get("people")
    if profile is None or not isinstance(people, str) or people in (profile.people, *profile.also):
        return
    wrong = f"{profile.name} is never of the people {shown(people)}"
    yield source.fault((*here, "people"), wrong, remedy(people, (profile.people, *profile.also)))


def _orders(source: Source, side: FightingSide, rolls: Mapping[FightingSide, _Roll]) -> Iterator[Fault]:
    """Everyone who is named in a side's decisions must be there, and once."""
    own, enemy = rolls[side], rolls[other(side)]
    raw = _side(source, side)
    for key in ("allocation", "extra_losses"):
        here: Steps = ("sides", side, key)
        named: set[str] = set()
        for number, name in enumerate(_list(raw, key)):
            yield from _present(source, (*here, number), name, own, side)
            if isinstance(name, str) and name in named:
                yield source.fault((*here, number), f"{shown(name)} is named twice", "name each figure once")
            named |= {name} if isinstance(name, str) else set()
    for key in ("victims", "captures"):
        for number, name in enumerate(_list(raw, key)):
            yield from _present(source, ("sides", side, key, number), name, enemy, other(side))
    for name in _table(raw, "wizardry"):
        yield from _present(source, ("sides", side, "wizardry", name), name, own, side)
    for name, engine in _table(raw, "engines").items():
        here = ("sides", side, "engines", name)
        yield from _present(source, here, name, own, side)
        for number, recruit in enumerate(_list(engine, "recruits") if isinstance(engine, dict) else ()):
            yield from _present(source, (*here, "recruits", number), recruit, own, side)
    for number, figure in enumerate(_list(raw, "figures")):
        for at, name in enumerate(_list(figure, "near") if isinstance(figure, dict) else ()):
            yield from _present(source, ("sides", side, "figures", number, "near", at), name, own, side)
    yield from _duels(source, side, own, enemy)


def _duels(source: Source, side: FightingSide, own: _Roll, enemy: _Roll) -> Iterator[Fault]:
    dueling: set[str] = set()
    for number, pair in enumerate(_list(_side(source, side), "duels")):
        here: Steps = ("sides", side, "duels", number)
        if not isinstance(pair, list) or len(pair) != 2:
            continue
        yield from _present(source, (*here, 0), pair[0], own, side)
        yield from _present(source, (*here, 1), pair[1], enemy, other(side))
        if isinstance(pair[0], str):
            if pair[0] in dueling:
                yield source.fault((*here, 0), f"{shown(pair[0])} duels twice", "one duel for each wizard")
            dueling.add(pair[0])


def _present(source: Source, here: Steps, name: Any, roll: _Roll, side: FightingSide) -> Iterator[Fault]:
    """A fault if nobody of this name is on the side."""
    if not isinstance(name, str) or roll.may_have(name):
        return
    if name in roll.counted:
        first, last = f"{name}.1", f"{name}.{roll.counted[name]}"
        right = f"write {shown(first)}" if first == last else f"name them one by one, {first} to {last}"
    else:
        near = nearest(name, roll.names)
        right = f"did you mean {shown(near)}?" if near else "name a figure listed under figures"
    yield source.fault(here, f"no figure {shown(name)} on the {side} side", right)


def _side(source: Source, side: FightingSide) -> Mapping[str, Any]:
    return _table(_table(source.raw, "sides"), side)


def _table(raw: Any, key: str) -> Mapping[str, Any]:
    found = raw.get(key) if isinstance(raw, dict) else None
    return found if isinstance(found, dict) else {}


def _list(raw: Mapping[str, Any], key: str) -> list[Any]:
    found = raw.get(key)
    return found if isinstance(found, list) else []
