"""Every rule that a file uses is told what it needs, and nothing it does not know.

It walks the files as read, so that each fault names its own key and none hides another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic_core import PydanticCustomError

from assistant.kernel.errors import Fault
from assistant.packs.around import Known, anywhere
from assistant.packs.faults import Source, Step, remedy, shown
from assistant.packs.names import Names
from assistant.packs.pack import Pack, Raw, rows
from assistant.packs.takes import Takes, parse

OWN_KEYS = ("name", "when")
NUMBER = Takes(is_optional=True, low=-999, high=999)
WORDS = Takes(is_optional=True, is_text=True)
EITHER = Takes(is_optional=True, low=-999, high=999, is_text=True)
PLACEHOLDER = re.compile(r"\{(?:([a-z0-9-]+)\.)?([a-z_]+)\}")

Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Kindred:
    """The rules of one file: what each takes, what it is told if nothing else is said, and who uses them."""

    source: Source
    key: str
    takes: Mapping[str, Mapping[str, Takes]]
    usual: Mapping[str, Mapping[str, Any]]


def check_parameters(pack: Pack, names: Names) -> Iterator[Fault]:
    """Abilities of profiles and rules of places and things, and the texts that quote their numbers."""
    known = names.checked
    shared = anywhere(pack, known)
    abilities = _kindred(pack.abilities, "ability", pack)
    yield from _declared(abilities, shared)
    for source, number, row in pack.profiles():
        for here, listed in _listed(("profile", number), row, "abilities"):
            yield from _uses(source, here, listed, abilities, shared)
    for file, rules_file, keys in (
        ("places", "place-rules", ("place",)),
        ("things", "thing-rules", ("artifact", "power", "people")),
    ):
        rules = _kindred(pack.files.get(rules_file), "rule", pack)
        yield from _declared(rules, known)
        for key in keys:
            for number, row in pack.rows(file, key):
                here = (key, number)
                for at, used in _listed(here, row, "effects"):
                    yield from _uses(pack.files[file], at, used, rules, known)
                numbers = _numbers(row, rules)
                if all(name in rules.takes for name, _ in numbers if name):
                    yield from _quoted(pack.files[file], here, row, numbers)


def _listed(here: Steps, row: Raw, key: str) -> Iterator[tuple[Steps, object]]:
    """A row's own rules, and those it has under a reading of a house rule."""
    yield (*here, key), row.get(key)
    house = row.get("house")
    for number, variant in enumerate(house if isinstance(house, list) else ()):
        if isinstance(variant, dict):
            yield (*here, "house", number, key), variant.get(key)


def _kindred(source: Source | None, key: str, pack: Pack) -> Kindred:
    """What the rules of a file take: as declared there, else as the program has it."""
    takes: dict[str, Mapping[str, Takes]] = {
        name: _of_effect(fields) for name, fields in pack.effects.items()
    }
    usual: dict[str, Mapping[str, Any]] = {}
    for _, row in rows(source, key):
        name = str(row.get("id"))
        takes[name] = {**takes.get(name, {}), **_parsed(row.get("takes"))}
        usual[name] = row["usual"] if isinstance(row.get("usual"), dict) else {}
    return Kindred(source or Source("", {}), key, takes, usual)


def _of_effect(fields: Collection[str]) -> dict[str, Takes]:
    """An effect knows only whether a field is a number; every field has a value of its own."""
    types = fields if isinstance(fields, Mapping) else dict.fromkeys(fields, int)
    return {name: NUMBER if kind is int else WORDS for name, kind in types.items()}


def _parsed(declared: object) -> dict[str, Takes]:
    """The declarations that can be understood; the others have their fault already."""
    found: dict[str, Takes] = {}
    for name, text in declared.items() if isinstance(declared, dict) else ():
        try:
            found[name] = parse(text) if isinstance(text, str) else EITHER
        except PydanticCustomError:
            found[name] = EITHER
    return found


def _declared(rules: Kindred, known: Known) -> Iterator[Fault]:
    """Usual values must be what is declared."""
    for number, row in rows(rules.source, rules.key):
        name, here = str(row.get("id")), (rules.key, number)
        takes = rules.takes.get(name, {})
        usual = rules.usual.get(name, {})
        yield from _told(rules.source, (*here, "usual"), name, usual, takes, known)
        yield from _quoted(rules.source, here, row, {(name, key): value for key, value in usual.items()})


def _uses(source: Source, here: Steps, listed: object, rules: Kindred, known: Known) -> Iterator[Fault]:
    """Each use of a rule, by its name alone or as a table."""
    for number, use in enumerate(listed if isinstance(listed, list) else ()):
        table = {"name": use} if isinstance(use, str) else use if isinstance(use, dict) else {}
        name = table.get("name")
        if not isinstance(name, str) or name not in rules.takes:
            continue
        told = {key: value for key, value in table.items() if key not in OWN_KEYS}
        takes, usual = rules.takes[name], rules.usual.get(name, {})
        yield from _told(source, (*here, number), name, told, takes, known)
        for parameter, wanted in takes.items():
            if not (wanted.is_optional or parameter in told or parameter in usual):
                yield source.fault(
                    (*here, number), f"{name} needs {parameter}", f"give it {wanted.in_words()}"
                )


def _told(
    source: Source, here: Steps, name: str, told: Mapping[str, Any], takes: Mapping[str, Takes], known: Known
) -> Iterator[Fault]:
    for parameter, value in told.items():
        if parameter not in takes:
            wrong = f"{name} has no parameter {shown(parameter)}"
            yield source.fault(
                here, wrong, remedy(parameter, takes, "declare it with takes where the rule stands")
            )
        elif isinstance(value, int | str) and not isinstance(value, bool):
            for wrong, right in takes[parameter].problems(parameter, value, known):
                yield source.fault((*here, parameter), wrong, right)


def _numbers(row: Raw, rules: Kindred) -> dict[tuple[str, str], object]:
    """The numbers a row's text may quote, by rule and parameter: the first that has it speaks."""
    found: dict[tuple[str, str], object] = {
        ("", "tower_room"): row.get("tower_room"),
        ("", "uses"): row.get("uses"),
    }
    effects = row.get("effects")
    for use in effects if isinstance(effects, list) else ():
        name = use if isinstance(use, str) else use.get("name") if isinstance(use, dict) else None
        if isinstance(name, str):
            own = use if isinstance(use, dict) else {}
            for key, value in {**rules.usual.get(name, {}), **own}.items():
                found.setdefault((name, key), value)
    return found


def _quoted(
    source: Source, here: Steps, row: Raw, numbers: Mapping[tuple[str, str], object]
) -> Iterator[Fault]:
    """A text that quotes a number must find it."""
    for steps, line in _texts(here, row):
        for rule, parameter in PLACEHOLDER.findall(line) if isinstance(line, str) else ():
            if quoted(rule, parameter, numbers) is None:
                asked = f"{rule}.{parameter}" if rule else parameter
                options = [key for _, key in numbers] + [".".join(pair) for pair in numbers if pair[0]]
                yield source.fault(steps, f"no effect here has {shown(asked)}", remedy(asked, options))


def _texts(here: Steps, row: Raw) -> Iterator[tuple[Steps, object]]:
    text = row.get("text")
    if isinstance(text, list):
        yield from (((*here, "text", number), line) for number, line in enumerate(text))
    else:
        yield (*here, "text"), text
    yield (*here, "short"), row.get("short")


def filled(text: str, numbers: Mapping[tuple[str, str], object]) -> str:
    """A checked text with the numbers it quotes."""
    return PLACEHOLDER.sub(lambda found: str(quoted(found[1] or "", found[2], numbers)), text)


def quoted(rule: str, parameter: str, numbers: Mapping[tuple[str, str], object]) -> object:
    """The number a text quotes as {parameter} or {rule.parameter}; none if there is no such."""
    fitting = (value for (of, key), value in numbers.items() if key == parameter and rule in ("", of))
    return next((value for value in fitting if value is not None), None)
