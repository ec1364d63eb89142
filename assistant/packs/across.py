"""What only shows when rows are held against each other, or against another file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from assistant.kernel.errors import Fault
from assistant.packs.around import Known, anywhere
from assistant.packs.circles import circles
from assistant.packs.exclusive import exclusive
from assistant.packs.faults import Source, Step, remedy, shown
from assistant.packs.forces import ARRIVALS, check_forces, side_by_id
from assistant.packs.names import WHERE, Kind, Names
from assistant.packs.pack import Pack, rows
from assistant.rules.book import GroundKind

SHELF = "scenarios"


def across_the_book(pack: Pack, names: Names) -> Iterator[Fault]:
    """Profiles, abilities, places and tables against each other."""
    used: dict[str, str] = {}
    for source, number, row in pack.profiles():
        here = ("profile", number)
        yield from _used_twice(source, here, row, used)
        for key in ("side", "people"):
            if key not in row and key not in source.raw:
                yield source.fault(here, f"{key} is missing", f"give it here or at the top, as {key} = ...")
        if "dice" not in row and "crew" not in row:
            yield source.fault(here, "dice is missing", "give its attack dice, 0 for none, or its crew")
    yield from _each_once(pack.abilities, "ability")
    yield from _charts(pack.movement)
    used = {}
    yield from _each_once(pack.files.get("places"), "place", used=used)
    yield from _each_once(pack.scenario, "spot", used=used)
    yield from _each_once(pack.scenario, "tables")
    yield from _each_once(pack.files.get("place-rules"), "rule")
    yield from _conditions(pack, anywhere(pack, names.checked))


def _charts(source: Source) -> Iterator[Fault]:
    """Each row of the charts once, every kind of ground there, and riders who can walk."""
    yield from _each_once(source, "movement")
    yield from _each_once(source, "terrain")
    there = {row.get("id") for _, row in rows(source, "terrain")}
    missing = [kind for kind in get_args(GroundKind) if kind not in there]
    if there and missing:
        yield source.fault(
            ("terrain",), f"it leaves out {', '.join(missing)}", "add a [[terrain]] for each kind of ground"
        )
    walks = {str(row.get("id")): "on_foot" in row for _, row in rows(source, "movement")}
    for number, row in rows(source, "movement"):
        afoot = row.get("afoot")
        if isinstance(afoot, str) and not walks.get(afoot, True):
            wrong = f"its riders walk as {shown(afoot)}, which has no inches on foot"
            yield source.fault(("movement", number, "afoot"), wrong, "name a row with on_foot, such as man")


CONDITIONS: Mapping[str, Kind] = {
    "against": "people or race", "bearing": "thing", "wearing": "thing", "within": "place",
}  # fmt: skip


def _conditions(pack: Pack, known: Known) -> Iterator[Fault]:
    """Whom or what an alternative is about must exist, in this scenario or in another beside it."""
    for source, number, row in pack.profiles():
        for index, one in enumerate(_list(row.get("alternatives"))):
            kind = CONDITIONS.get(str(one.get("if"))) if isinstance(one, dict) else None
            what = one.get("what") if kind else None
            if kind and isinstance(what, str) and what not in known.get(kind, (what,)):
                here = ("profile", number, "alternatives", index, "what")
                wrong = f"unknown {kind} {shown(what)}"
                yield source.fault(here, wrong, remedy(what, known[kind], WHERE[kind]))


def across_the_scenario(pack: Pack) -> Iterator[Fault]:
    """Commanders, seats, forces and arrivals against each other and against the rosters."""
    for file, key in (
        ("commanders", "commander"), ("schedule", "event"), ("schedule", "supply"), ("victory", "award"),
        ("things", "artifact"), ("things", "power"), ("things", "people"), ("thing-rules", "rule"),
    ):  # fmt: skip
        yield from _each_once(pack.files.get(file), key)
    used: dict[str, str] = {}
    for key in ARRIVALS:
        yield from _each_once(pack.files.get("schedule"), key, used=used)
    if "commanders" in pack.files and pack.could_read("commanders"):
        yield from _commands(pack.files["commanders"])
        yield from _moving(pack.files["commanders"])
    yield from check_forces(pack)
    yield from circles(pack)
    yield from exclusive(pack)
    yield from _misplaced(pack)


def _misplaced(pack: Pack) -> Iterator[Fault]:
    """On the shelf of scenarios one is found by its folder, and known by its id: they are the same."""
    name = pack.scenario.raw.get("id") if isinstance(pack.scenario.raw, dict) else None
    if pack.folder.parent.name == SHELF and isinstance(name, str) and name != pack.folder.name:
        wrong = f"the id is {shown(name)}, but the folder {shown(pack.folder.name)}"
        yield pack.scenario.fault(("id",), wrong, "call them the same")


def _each_once(source: Source | None, key: str, *, used: dict[str, str] | None = None) -> Iterator[Fault]:
    used = {} if used is None else used
    for number, row in rows(source, key):
        if source is not None:
            yield from _used_twice(source, (key, number), row, used)


def _used_twice(
    source: Source, here: tuple[str, int], row: Mapping[str, Any], used: dict[str, str]
) -> Iterator[Fault]:
    name = row.get("id")
    if not isinstance(name, str):
        return
    before = used.setdefault(name, f"{source.file}: {here[0]}[{here[1]}]")
    if before != f"{source.file}: {here[0]}[{here[1]}]":
        yield source.fault(here, f"the id {shown(name)} is used twice", f"it is already at {before}")


def _commands(source: Source) -> Iterator[Fault]:
    """Every commander in one command, and every division of a command made of its own commanders."""
    sides = side_by_id(row for _, row in rows(source, "commander"))
    owner: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    for number, row in rows(source, "command"):
        here, ordinal = ("command", number), shown(row.get("number"))
        if ordinal in members:
            yield source.fault(here, f"there is a command {ordinal} already", "number it otherwise")
        members[ordinal] = _texts(row.get("commanders"))
        for commander in members[ordinal]:
            if commander in owner and commander in sides:
                taken = f"{shown(commander)} is in command {owner[commander]} already"
                yield source.fault(here, taken, "a commander belongs to one command")
            owner.setdefault(commander, ordinal)
        if len({sides[commander] for commander in members[ordinal] if commander in sides}) > 1:
            yield source.fault(here, "its commanders are of both sides", "a command belongs to one side")
    for number, row in rows(source, "commander") if members else ():
        if isinstance(row.get("id"), str) and row["id"] not in owner:
            yield source.fault(("commander", number), "it is in no command", "add it to a [[command]]")
    yield from _divisions(source, members)


def _divisions(source: Source, members: Mapping[str, list[str]]) -> Iterator[Fault]:
    divided: set[tuple[str, str]] = set()
    for number, row in rows(source, "split"):
        here, ordinal = ("split", number), shown(row.get("command"))
        groups = [_texts(group) for group in _list(row.get("groups"))]
        divided.add((ordinal, str(len(groups))))
        named = [commander for group in groups for commander in group]
        if ordinal not in members:
            yield _no_command(source, here, ordinal)
            continue
        for commander in dict.fromkeys(named):
            if named.count(commander) > 1:
                yield source.fault(here, f"{shown(commander)} is in two groups", "keep it in one")
            if commander not in members[ordinal]:
                yield source.fault(here, f"{shown(commander)} is not in command {ordinal}", "leave it out")
    for number, row in rows(source, "next_player"):
        here, ordinal, into = ("next_player", number), shown(row.get("command")), shown(row.get("into", 1))
        if ordinal not in members:
            yield _no_command(source, here, ordinal)
        elif into != "1" and (ordinal, into) not in divided:
            wrong = f"command {ordinal} is never divided into {into}"
            yield source.fault(here, wrong, "add a [[split]] with so many groups")


def _moving(source: Source) -> Iterator[Fault]:
    """An order of movement names everyone of its side once, and nobody else; a reading may leave some out."""
    moving = source.raw.get("moving")
    if not isinstance(moving, dict):
        return
    first, order = moving.get("first"), _texts(moving.get("order"))
    of_side = {
        row["id"]: row.get("side") for _, row in rows(source, "commander") if isinstance(row.get("id"), str)
    }
    yield from _ordered(source, ("moving", "order"), order, first, of_side)
    for number, reading in enumerate(_list(moving.get("readings"))):
        if isinstance(reading, dict):
            here = ("moving", "readings", number, "order")
            yield from _ordered(source, here, _texts(reading.get("order")), first, of_side)
    missing = [one for one, side in of_side.items() if order and side == first and one not in order]
    if missing:
        wrong = f"it leaves out {', '.join(missing)}"
        yield source.fault(("moving", "order"), wrong, f"name every commander of the {first} side, or none")


def _ordered(
    source: Source, here: tuple[Step, ...], order: list[str], first: object, of_side: Mapping[str, object]
) -> Iterator[Fault]:
    for number, commander in enumerate(order):
        if commander in order[:number]:
            yield source.fault(
                (*here, number), f"{shown(commander)} is named twice", "name each commander once"
            )
        elif of_side.get(commander, first) != first:
            wrong = f"{commander} is not of the {first} side"
            yield source.fault((*here, number), wrong, f"order only those who move first: the {first} side")


def _no_command(source: Source, here: tuple[str, int], ordinal: str) -> Fault:
    return source.fault(here, f"there is no command {ordinal}", "use the number of a [[command]]")


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [one for one in _list(value) if isinstance(one, str)]
