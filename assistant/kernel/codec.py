"""Frozen dataclasses to JSON and back: by field, with `kind` telling the members of a union apart."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, Union

from assistant.kernel.asking import Answer, Request
from assistant.kernel.errors import Malformed

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
T = TypeVar("T")


def encode(value: object) -> Json:
    """The JSON of a dataclass, tuple, mapping or plain value."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} has no JSON form")


def decode(expected: Any, value: Json) -> Any:
    """The value of the expected type that this JSON stands for; anything else is malformed."""
    if isinstance(expected, typing.NewType):
        return decode(expected.__supertype__, value)
    origin = typing.get_origin(expected)
    if origin in (Union, types.UnionType):
        return _decode_union(typing.get_args(expected), value)
    if origin is typing.Literal:
        if value in typing.get_args(expected):
            return value
    elif origin is tuple:
        return _decode_tuple(typing.get_args(expected), value)
    elif origin is not None and issubclass(origin, Mapping):
        _, item = typing.get_args(expected)
        if isinstance(value, dict):
            return {key: decode(item, held) for key, held in value.items()}
    elif dataclasses.is_dataclass(expected) and isinstance(expected, type):
        return _decode_dataclass(expected, value)
    elif expected is None or expected is type(None):
        if value is None:
            return None
    elif type(value) is expected:
        return value
    raise _not(expected, value)


def _decode_union(members: tuple[Any, ...], value: Json) -> Any:
    if isinstance(value, dict) and "kind" in value:
        for member in members:
            if dataclasses.is_dataclass(member) and _kind_of(member) == value["kind"]:
                return decode(member, value)
        raise _not(members, value)
    for member in members:
        if not dataclasses.is_dataclass(member):
            try:
                return decode(member, value)
            except Malformed:
                continue
    raise _not(members, value)


def _decode_tuple(parts: tuple[Any, ...], value: Json) -> tuple[Any, ...]:
    if isinstance(value, list):
        if len(parts) == 2 and parts[1] is Ellipsis:
            return tuple(decode(parts[0], item) for item in value)
        if len(parts) == len(value):
            return tuple(decode(part, item) for part, item in zip(parts, value, strict=True))
    raise _not(parts, value)


def _decode_dataclass(expected: type, value: Json) -> Any:
    hints = _hints(expected)
    if not isinstance(value, dict) or (unknown := value.keys() - hints.keys()):
        raise _not(expected, value if not isinstance(value, dict) else sorted(unknown)[0])
    try:
        return expected(**{name: decode(hints[name], item) for name, item in value.items()})
    except TypeError:
        raise _not(expected, value) from None


@cache
def _hints(expected: type) -> dict[str, Any]:
    return typing.get_type_hints(expected)


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
