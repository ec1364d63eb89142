"""What a model expects at a place in a file, in words, read off the model itself."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

HYPHENATED = r"^[a-z0-9]+(-[a-z0-9]+)*$"


@dataclass(frozen=True, slots=True)
class Expected:
    """The type at a place, its limits, and what it is for."""

    type: Any
    limits: tuple[Any, ...] = ()
    meaning: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that may stand here, if it is a table of known keys."""
        bare = self.bare
        return tuple(fields_of(bare)) if _is_model(bare.type) else ()

    @property
    def options(self) -> tuple[str, ...]:
        """The words that may stand here, if they are a closed list."""
        bare = self.bare
        return tuple(map(str, get_args(bare.type))) if get_origin(bare.type) is Literal else ()

    @property
    def bare(self) -> Expected:
        """The same without its wrapping of annotations and of `None`."""
        if get_origin(self.type) is Annotated:
            inner, *more = get_args(self.type)
            return Expected(inner, (*self.limits, *_flat(more)), self.meaning).bare
        if get_origin(self.type) in (Union, types.UnionType):
            first = next(member for member in get_args(self.type) if member is not type(None))
            return Expected(first, self.limits, self.meaning).bare
        return self

    @property
    def may_be_null(self) -> bool:
        """Whether nothing is a legal value."""
        return type(None) in get_args(self.type)

    def words(self, is_toml: bool) -> str:
        """`a whole number from 0 to 30`."""
        words = self._words(is_toml)
        return f"{words} or null" if self.may_be_null and not is_toml else words

    def _words(self, is_toml: bool) -> str:
        bare = self.bare
        if bare.options:
            return f"one of {', '.join(bare.options)}"
        if bare.type is bool:
            return "true or false"
        if bare.type is int:
            return "a whole number" + _from_to(bare.limit(Ge, "ge"), bare.limit(Le, "le"))
        if bare.type is str:
            return bare._text()
        if get_origin(bare.type) is list:
            return "a list" + _of_entries(bare.limit(MinLen, "min_length"), bare.limit(MaxLen, "max_length"))
        if words := getattr(bare.type, "in_words", ""):
            return str(words)
        return "a table of keys" if is_toml else "an object in braces"

    def _text(self) -> str:
        if any(getattr(limit, "pattern", None) == HYPHENATED for limit in self.limits):
            return "lower-case words joined by hyphens"
        low, high = self.limit(MinLen, "min_length"), self.limit(MaxLen, "max_length")
        return "text" if high is None else f"text of {low or 0} to {high} characters"

    def limit(self, kind: type, name: str) -> int | None:
        """A limit of this kind, if there is one."""
        return next((getattr(limit, name) for limit in self.limits if isinstance(limit, kind)), None)


NOTHING = Expected(type(None))


def expected_at(model: type[BaseModel], steps: Sequence[str | int]) -> Expected:
    """Follow keys and list numbers down through a model."""
    here = Expected(model)
    for step in steps:
        here = _below(here.bare, step)
    return here


def fields_of(here: Expected) -> Mapping[str, FieldInfo]:
    """A model's fields by the keys they have in a file."""
    fields: Mapping[str, FieldInfo] = here.type.model_fields
    return {field.alias or name: field for name, field in fields.items()}


def _below(here: Expected, step: str | int) -> Expected:
    if _is_model(here.type):
        field = fields_of(here).get(str(step))
        if field is None:
            return NOTHING
        return Expected(field.annotation, tuple(_flat(field.metadata)), field.description or "")
    inner = get_args(here.type)
    return Expected(inner[-1]) if get_origin(here.type) in (list, dict) else NOTHING


def _flat(limits: Iterable[Any]) -> list[Any]:
    return [one for limit in limits for one in (limit.metadata if isinstance(limit, FieldInfo) else (limit,))]


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _from_to(low: int | None, high: int | None) -> str:
    if low is None:
        return "" if high is None else f" up to {high}"
    return f" of at least {low}" if high is None else f" from {low} to {high}"


def _of_entries(low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return f" of {low}"
    if low and high:
        return f" of {low} to {high}"
    if high:
        return f" of at most {high}"
    return f" of at least {low}" if low else ""
