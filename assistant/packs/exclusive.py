"""Rows of which a table has one: none of them may be missing, or hold twice, under any reading."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from assistant.kernel.errors import Fault
from assistant.kernel.ids import RuleId
from assistant.packs.catalogue import house_rules
from assistant.packs.faults import Source, shown
from assistant.packs.pack import Pack, Raw, rows

ONE_OF_A_KIND = ("stars", "status_record")

Numbered = tuple[int, Raw]
Reading = Mapping[str, str]


def exclusive(pack: Pack) -> Iterator[Fault]:
    """Records, bases of several places and deeds of one name: each as one row under every reading."""
    source = pack.files.get("victory")
    if source is None:
        return
    for key in ONE_OF_A_KIND:
        found = tuple(rows(source, key))
        yield from _twice(source, key, found)
        yield from _never(source, key, found)
    for place in _values(source, "whole", "place"):
        yield from _twice(
            source, "whole", [one for one in rows(source, "whole") if _of(one, "place") == place]
        )
    deeds = _values(source, "award", "name", "only")
    for deed in deeds:
        yield from _twice(
            source, "award", [one for one in rows(source, "award") if _of(one, "name", "only") == deed]
        )


def _of(one: Numbered, *keys: str) -> str:
    return repr([one[1].get(key) for key in keys])


def _values(source: Source, key: str, *columns: str) -> Collection[str]:
    return dict.fromkeys(_of(one, *columns) for one in rows(source, key))


def _twice(source: Source, key: str, found: Sequence[Numbered]) -> Iterator[Fault]:
    """The second of two rows that hold at the same table."""
    for index, (number, row) in enumerate(found):
        for before, other in found[:index]:
            if _can_both_hold(row, other):
                wrong = f"it can hold together with {key}[{before}]"
                yield source.fault(
                    (key, number), wrong, "give each of them `under` another reading of one rule"
                )
                break


def _can_both_hold(row: Raw, other: Raw) -> bool:
    first, second = _under(row), _under(other)
    return all(second.get(rule, reading) == reading for rule, reading in first.items())


def _never(source: Source, key: str, found: Sequence[Numbered]) -> Iterator[Fault]:
    """A choice of readings under which none of the rows holds."""
    unders = [_under(row) for _, row in found]
    known = house_rules()
    unique = dict.fromkeys(RuleId(rule) for under in unders for rule in under)
    named = [rule for rule in unique if rule in known]
    for readings in product(*(known[rule].readings for rule in named)):
        chosen: dict[str, str] = dict(zip(named, readings, strict=True))
        if unders and not any(under.items() <= chosen.items() for under in unders):
            said = " and ".join(f"{rule} as {shown(reading)}" for rule, reading in chosen.items())
            yield source.fault((key,), f"none holds where a table reads {said}", "add a row for it")


def _under(row: Raw) -> dict[str, str]:
    under = row.get("under")
    return {str(under.get("rule")): str(under.get("reading"))} if isinstance(under, dict) else {}
