"""Frozen dataclasses to JSON and back: by field, with `kind` telling the members of a union apart."""

from __future__ import annotations

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar, Union

from assistant.kernel.asking import Answer
from assistant.kernel.errors import Malformed

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
T = TypeVar("T")


def encode(value: object, *, slim: bool = False) -> Json:
    """The JSON of a dataclass, tuple, mapping or plain value; slim, without fields that are as usual."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        held = ((field, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {
            field.name: encode(item, slim=slim) for field, item in held if not slim or item != field.default
        }
    if isinstance(value, tuple | list):
        return [encode(item, slim=slim) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encode(item, slim=slim) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} has no JSON form")


def decode(expected: Any, value: Json) -> Any:
    """The value of the expected type that this JSON stands for; anything else is malformed."""
    return decoder(expected)(value)


Decoder = Callable[[Json], Any]


@cache
def decoder(expected: Any) -> Decoder:
    """What decodes one type, for those who read many."""
    read = _decoder(expected)

    def told(value: Json) -> Any:
        try:
            return read(value)
        except _Misfit as misfit:
            raise Malformed("bad-record", str(misfit)) from None

    return told


def decode_kind(kinds: Mapping[str, type], value: Json) -> Any:
    """The record of one of these kinds that this JSON stands for; the same mapping is asked each time."""
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in kinds:
        raise Malformed("bad-record", f"{str(value)[:80]!r} is not of a kind known here: {', '.join(kinds)}.")
    return decoder(kinds[kind])(value)


class _Misfit(Exception):
    """A value that is not what it should be, and the way to it from the outside in."""

    def __init__(self, wanted: str, value: object) -> None:
        super().__init__()
        self.wanted, self.value = wanted, value
        self.way: list[str] = []

    def __str__(self) -> str:
        at = f"`{'.'.join(self.way)}`: " if self.way else ""
        return f"{at}{str(self.value)[:80]!r} is not {self.wanted}."


@cache
def _decoder(expected: Any) -> Decoder:
    """What reads a type, worked out once: a campaign of thousands of facts is read in one go."""
    if isinstance(expected, typing.NewType):
        return _decoder(expected.__supertype__)
    origin = typing.get_origin(expected)
    if origin in (Union, types.UnionType):
        return _union(expected, typing.get_args(expected))
    if origin is typing.Literal:
        return _literal(expected, typing.get_args(expected))
    if origin is tuple:
        return _tuple(typing.get_args(expected))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(expected, typing.get_args(expected)[1])
    if dataclasses.is_dataclass(expected) and isinstance(expected, type):
        return _dataclass(expected)
    return _plain(expected, type(None) if expected is None else expected)


def _plain(expected: Any, wanted: type) -> Decoder:
    def read(value: Json) -> Any:
        if type(value) is wanted:
            return value
        raise _not(expected, value)

    return read


def _literal(expected: Any, options: tuple[Any, ...]) -> Decoder:
    def read(value: Json) -> Any:
        if value in options:
            return value
        raise _not(expected, value)

    return read


def _mapping(expected: Any, item: Any) -> Decoder:
    read_item = _decoder(item)

    def read(value: Json) -> Any:
        if not isinstance(value, dict):
            raise _not(expected, value)
        try:
            return {key: read_item(held) for key, held in value.items()}
        except _Misfit as misfit:
            raise _found(misfit, ((key, read_item, held) for key, held in value.items())) from None

    return read


def _union(expected: Any, members: tuple[Any, ...]) -> Decoder:
    dataclass_members: list[Any] = [member for member in members if dataclasses.is_dataclass(member)]
    by_kind = {kind_of(member): _decoder(member) for member in dataclass_members}
    others = [_decoder(member) for member in members if not dataclasses.is_dataclass(member)]
    may_be_none = type(None) in members

    def read(value: Json) -> Any:
        if value is None and may_be_none:
            return None
        if isinstance(value, dict):
            # Members without a kind of their own are told apart by having none.
            kind = value.get("kind")
            if (kind is None or isinstance(kind, str)) and kind in by_kind:
                return by_kind[kind](value)
            if kind is not None:
                raise _not(expected, value)
        for member in others:
            try:
                return member(value)
            except _Misfit:
                continue
        raise _not(expected, value)

    return read


def _tuple(parts: tuple[Any, ...]) -> Decoder:
    if len(parts) == 2 and parts[1] is Ellipsis:
        read_item = _decoder(parts[0])

        def read(value: Json) -> Any:
            if not isinstance(value, list):
                raise _Misfit("a list", value)
            try:
                return tuple([read_item(item) for item in value])
            except _Misfit as misfit:
                raise _found(misfit, ((str(at), read_item, item) for at, item in enumerate(value))) from None

        return read
    readers = [_decoder(part) for part in parts]

    def read_each(value: Json) -> Any:
        if isinstance(value, list) and len(value) == len(readers):
            return tuple([one(item) for one, item in zip(readers, value, strict=True)])
        raise _Misfit(f"a list of {len(readers)}", value)

    return read_each


def _dataclass(expected: type) -> Decoder:
    readers: dict[str, Decoder] = {}
    fields = dataclasses.fields(expected)

    def read(value: Json) -> Any:
        # Filled at first use: a type may speak of itself.
        if not readers:
            hints = typing.get_type_hints(expected)
            readers.update({field.name: _decoder(hints[field.name]) for field in fields})
        if not isinstance(value, dict):
            raise _not(expected, value)
        try:
            return expected(**{name: readers[name](item) for name, item in value.items()})
        except _Misfit as misfit:
            raise _found(misfit, ((name, readers[name], item) for name, item in value.items())) from None
        except KeyError:
            stranger = sorted(value.keys() - readers.keys())[0]
            raise _Misfit(f"a part of {_words(expected)}", stranger) from None
        except TypeError:
            lacks = ", ".join(f"`{name}`" for name in _wanted(expected) if name not in value)
            raise _Misfit(
                f"{_words(expected)}: it lacks {lacks}" if lacks else _words(expected), value
            ) from None

    return read


def kind_of(member: Any) -> Any:
    """The name under which a record is stored: the default of its `kind`."""
    return next((field.default for field in dataclasses.fields(member) if field.name == "kind"), None)


def _wanted(expected: Any) -> Iterator[str]:
    """The fields that a record must have."""
    for field in dataclasses.fields(expected):
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            yield field.name


def _found(misfit: _Misfit, parts: Iterable[tuple[str, Decoder, Json]]) -> _Misfit:
    """Which part does not fit: looked for only once something does not, so that reading stays quick."""
    for name, read, held in parts:
        try:
            read(held)
        except _Misfit as inner:
            inner.way.insert(0, name)
            return inner
    return misfit


def _not(expected: Any, value: object) -> _Misfit:
    return _Misfit(_words(expected), value)


WORDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", type(None): "nothing"}


def _words(expected: Any) -> str:
    """What a type is called among people."""
    if isinstance(expected, typing.NewType):
        return _words(expected.__supertype__)
    origin = typing.get_origin(expected)
    if origin is typing.Literal:
        return f"one of: {', '.join(map(str, typing.get_args(expected)))}"
    if origin in (Union, types.UnionType):
        # What may be missing as well comes last, whatever the order of the type.
        members = sorted(typing.get_args(expected), key=lambda member: member is type(None))
        kinds = [str(kind_of(one)) for one in members if dataclasses.is_dataclass(one) and kind_of(one)]
        others = [_words(one) for one in members if not (dataclasses.is_dataclass(one) and kind_of(one))]
        return " or ".join([f"of a kind known here: {', '.join(kinds)}"] * bool(kinds) + others)
    if origin is tuple:
        return "a list"
    if origin is not None and issubclass(origin, Mapping):
        return "an object with names"
    if expected in WORDS:
        return WORDS[expected]
    kind = kind_of(expected) if dataclasses.is_dataclass(expected) else None
    name = str(kind or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", expected.__name__).lower())
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def decode_answer(value: Json) -> Answer:
    """An answer that was stored or sent."""
    answer: Answer = decode(Answer, value)
    return answer
