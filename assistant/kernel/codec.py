"""Frozen dataclasses to JSON and back: by field, with `kind` telling the members of a union apart."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar, Union

from assistant.kernel.asking import Answer, Request
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
    return _decoder(expected)(value)


Decoder = Callable[[Json], Any]


def decoder(expected: Any) -> Decoder:
    """What decodes one type, for those who read many."""
    return _decoder(expected)


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
        if isinstance(value, dict):
            return {key: read_item(held) for key, held in value.items()}
        raise _not(expected, value)

    return read


def _union(expected: Any, members: tuple[Any, ...]) -> Decoder:
    dataclass_members: list[Any] = [member for member in members if dataclasses.is_dataclass(member)]
    by_kind = {_kind_of(member): _decoder(member) for member in dataclass_members}
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
            except Malformed:
                continue
        raise _not(expected, value)

    return read


def _tuple(parts: tuple[Any, ...]) -> Decoder:
    if len(parts) == 2 and parts[1] is Ellipsis:
        read_item = _decoder(parts[0])

        def read(value: Json) -> Any:
            if isinstance(value, list):
                return tuple([read_item(item) for item in value])
            raise _not(parts, value)

        return read
    readers = [_decoder(part) for part in parts]

    def read_each(value: Json) -> Any:
        if isinstance(value, list) and len(value) == len(readers):
            return tuple([one(item) for one, item in zip(readers, value, strict=True)])
        raise _not(parts, value)

    return read_each


def _dataclass(expected: type) -> Decoder:
    readers: dict[str, Decoder] = {}

    def read(value: Json) -> Any:
        # Filled at first use: a type may speak of itself.
        if not readers:
            readers.update({name: _decoder(hint) for name, hint in typing.get_type_hints(expected).items()})
        if not isinstance(value, dict):
            raise _not(expected, value)
        try:
            return expected(**{name: readers[name](item) for name, item in value.items()})
        except KeyError:
            raise _not(expected, sorted(value.keys() - readers.keys())[0]) from None
        except TypeError:
            raise _not(expected, value) from None

    return read


def _kind_of(member: Any) -> object:
    return next((field.default for field in dataclasses.fields(member) if field.name == "kind"), None)


def _not(expected: Any, value: object) -> Malformed:
    return Malformed("bad-record", f"{str(value)[:80]!r} is not {getattr(expected, '__name__', expected)}.")


def decode_request(value: Json) -> Request:
    """A question that was stored or sent."""
    request: Request = decode(Request, value)
    return request


def decode_answer(value: Json) -> Answer:
    """An answer that was stored or sent."""
    answer: Answer = decode(Answer, value)
    return answer
