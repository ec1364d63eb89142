"""The form of a type: what its values may be when they are said from outside, always with bounds."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Union

from assistant.kernel.forms import (
    LONGEST_ID,
    LONGEST_NAME,
    LONGEST_TEXT,
    Either,
    Flag,
    Form,
    Listed,
    Named,
    Nothing,
    Number,
    OneOf,
    Text,
)

NAMES = ("name", "player")
"""Fields that hold what somebody or something is called."""
IDS = ("contact", "arrival", "about", "power", "choice", "seat", "id", "table", "thing")
"""Fields that name something of the record, though their type does not say so."""
OF_MANY = ("reminder",)
"""Fields that name what is due by the ids of all whom it is about."""
MOST_OF_A_FORCE = 2000
LONGEST_OF_MANY = MOST_OF_A_FORCE * (LONGEST_ID + 1)
MOST_TOGETHER = 200
MOST_POINTS = 200
FARTHEST = 10_000_000
"""Thousandths of an inch: no table is as long."""
MOST_COUNTED = 1000
NUMBERS: Mapping[str, Number] = {
    **dict.fromkeys(("x", "y"), Number(-FARTHEST, FARTHEST)),
    "facing": Number(-360_000, 360_000),
    "turn": Number(0, MOST_COUNTED),
    "points": Number(-100_000, 100_000),
    "deed": Number(0),
    **dict.fromkeys(("count", "crew", "crews", "tries"), Number(0, MOST_COUNTED)),
    **dict.fromkeys(("dice", "attack", "defense"), Number(-100, 100)),
}
MOST_BY_HAND = 5
NUMBERS_OF: Mapping[str, Mapping[str, Number]] = {
    "ByHand": dict.fromkeys(("dice", "attack", "defense"), Number(-MOST_BY_HAND, MOST_BY_HAND)),
}
"""Numbers that have bounds of their own in one record."""
LISTS: Mapping[str, int] = {
    **dict.fromkeys(("way", "before"), MOST_POINTS),
    **dict.fromkeys(("forces", "good", "evil", "seats", "commanders", "by", "bears"), MOST_TOGETHER),
}

Nested = Callable[[type[Any]], Form]


def form_of(hint: Any, name: str, nested: Nested, record: str = "") -> Form:
    """The form of a field of this type and name in a record; records within it are made by `nested`."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, typing.NewType):
        return Text(LONGEST_ID, least=1)
    if origin in (Union, types.UnionType):
        return _either(parts, name, nested)
    if origin is typing.Literal:
        return OneOf(parts)
    if origin is tuple:
        return _listed(parts, name, nested)
    if origin is not None and issubclass(origin, Mapping):
        return Named(form_of(parts[1], name, nested), _key(parts[0]), MOST_OF_A_FORCE)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return nested(hint)
    return NUMBERS_OF.get(record, {}).get(name) or _plain(hint, name)


def _either(parts: tuple[Any, ...], name: str, nested: Nested) -> Form:
    others = [form_of(part, name, nested) for part in parts if part is not type(None)]
    return Either((Nothing(), *others) if len(others) < len(parts) else tuple(others))


def _listed(parts: tuple[Any, ...], name: str, nested: Nested) -> Form:
    """As many as there are of one kind, or so many that stand together, such as a point."""
    if parts[-1] is Ellipsis:
        return Listed(form_of(parts[0], name, nested), LISTS.get(name, MOST_OF_A_FORCE))
    if len(set(parts)) > 1:
        raise TypeError(f"{name}: the parts of a fixed list are alike")
    item = Number(-FARTHEST, FARTHEST) if parts[0] is int else form_of(parts[0], name, nested)
    return Listed(item, len(parts), len(parts))


def _key(hint: Any) -> Text:
    """What the names of a mapping may be."""
    known = typing.get_args(hint) if typing.get_origin(hint) is typing.Literal else ()
    return Text(LONGEST_ID, least=1, pattern="|".join(known))


def _plain(hint: Any, name: str) -> Form:
    if hint is bool:
        return Flag()
    if hint is int:
        return NUMBERS.get(name, Number())
    if hint is str:
        return Text(_room(name))
    raise TypeError(f"{name}: there is no form for {hint}")


def _room(name: str) -> int:
    """How many letters a field has room for, by its name."""
    rooms = ((NAMES, LONGEST_NAME), (IDS, LONGEST_ID), (OF_MANY, LONGEST_OF_MANY))
    return next((most for names, most in rooms if name in names), LONGEST_TEXT)
