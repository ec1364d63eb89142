"""Values as nobody means them: by type, by schema, changed at one spot, or nasty from the start."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Literal, Union

MARK = "<img src=x onerror=fuzz>"
"""What would be seen raw in a page that trusts what it shows."""
DEEP = 60
NASTY: Sequence[Any] = (
    *(None, True, False, 0, -1, 1, 7, 2**31, 2**53, 2**63, -(2**63), 10**30, 1.5, -0.0, math.nan, math.inf),
    *("", " ", "\t\n", "\x00", "\x1b[31m", "\ud800", "é" * 60, "‮abc", "x" * 61, "x" * 201, "x" * 5000),
    *(
        MARK,
        "'; DROP TABLE entry; --",
        "../../etc/passwd",
        "%00",
        "%2e%2e",
        "{{7*7}}",
        "a/b?c#d",
        "NaN",
        "null",
    ),
    *("all", "seat-1", "good", "evil", "0", "-1", "1e9", "ｇａｍｅ master", "constructor", "__class__"),
    *([], {}, [[]], [None], {"": ""}, {"kind": "nothing"}, {"kind": []}, ["x"] * 2500, [0] * 300),
)
PARTS: Sequence[str] = (
    *("x", "0", "-1", "1", "99999999999999999999", "%00", "%2F", "..%2f..", "%ff", "%F0%9F%90%89", "a" * 300),
    *(
        "south",
        "north",
        "roster",
        "chronicle",
        ".",
        "..%5c",
        "%0d%0aX:1",
        "é",
        "%22%3Cb%3E",
        "{}",
        "[",
        "%5B",
        "~",
    ),
)
WORDS = ("wait for it", "home", "x", "the bridge is ours", MARK)
Pools = Mapping[str, Sequence[Any]]


@dataclasses.dataclass
class Drawer:
    """Draws from one source of chance, and from the names that live in the game at the moment."""

    random: Random
    pools: Pools

    def nasty(self) -> Any:
        """A value that hardly anybody expects."""
        if self.random.random() < 0.03:
            return json.loads("[" * DEEP + "]" * DEEP)
        return copy.deepcopy(self.random.choice(NASTY))

    def name(self, kind: str) -> Any:
        """A living name of a kind; of any kind where there is none."""
        pool = self.pools.get(kind) or self.pools[self.random.choice([*self.pools])]
        return self.random.choice(pool) if pool else "nobody"

    def part(self, kind: str) -> str:
        """A part of an address."""
        return str(self.name(kind)) if self.random.random() < 0.8 else self.random.choice(PARTS)

    def few(self, draw: Callable[[], Any], most: int = 4) -> list[Any]:
        """So many of one kind."""
        return [draw() for _ in range(self.random.randint(0, most))]

    # ---- by type ---------------------------------------------------------------------------------------

    def of_type(self, kind: Any, name: str = "") -> Any:
        """JSON that a dataclass, or what is in one, could be read from."""
        origin, inside = typing.get_origin(kind), typing.get_args(kind)
        if isinstance(kind, typing.NewType):
            return self.name(kind.__name__)
        if origin in (Union, types.UnionType):
            return self.of_type(self.random.choice(inside), name)
        if origin is Literal:
            return self.random.choice(inside)
        if origin is tuple:
            many = len(inside) == 2 and inside[1] is Ellipsis
            draw = self.few(lambda: self.of_type(inside[0], name)) if many else []
            return draw if many else [self.of_type(one, name) for one in inside]
        if origin is not None and issubclass(origin, Mapping):
            return dict(self.few(lambda: (str(self.of_type(inside[0])), self.of_type(inside[1]))))
        if dataclasses.is_dataclass(kind):
            hints = typing.get_type_hints(kind)
            fields = (
                one for one in dataclasses.fields(kind) if self.random.random() < 0.8 or _is_needed(one)
            )
            return {one.name: self.of_type(hints[one.name], one.name) for one in fields}
        return self._plain(kind, name)

    def _plain(self, kind: Any, name: str) -> Any:
        if kind is bool:
            return self.random.random() < 0.5
        if kind is int:
            return self.random.choice((0, 1, 2, 3, 5, 9, 12, self.random.randint(-5, 60_000)))
        if kind is str:
            return self.random.choice(WORDS) if self.random.random() < 0.4 else self.name(name)
        return None

    # ---- by schema -------------------------------------------------------------------------------------

    def of_schema(self, schema: Mapping[str, Any], name: str = "") -> Any:
        """JSON that a schema of the published document allows."""
        if "anyOf" in schema:
            return self.of_schema(self.random.choice(schema["anyOf"]), name)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                most = min(4, schema.get("maxItems", 4))
                return self.few(lambda: self.of_schema(schema["items"], name), most)
            case "string":
                return self._text(schema, name)
            case "integer":
                some = (0, 1, 2, 5, schema["minimum"], schema["maximum"], self.name("seq"))
                return self.random.choice(some)
            case "boolean":
                return self.random.random() < 0.5
            case "null":
                return None
        return self.random.choice(({"by": "app"}, {}, self.nasty()))

    def _object(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        needed = schema.get("required", ())
        fields = schema.get("properties", {})
        found = {
            name: self.of_schema(one, name)
            for name, one in fields.items()
            if name in needed or self.random.random() < 0.5
        }
        if isinstance(more := schema.get("additionalProperties"), dict):
            found |= dict(self.few(lambda: (str(self.name("")), self.of_schema(more))))
        return found

    def _text(self, schema: Mapping[str, Any], name: str) -> str:
        if name == "key":
            return self.key()
        drawn = self.random.choice(WORDS) if self.random.random() < 0.2 else str(self.name(name))
        return drawn[: schema.get("maxLength", 60)]

    def key(self) -> str:
        """A key of a command; now and then one that was used before."""
        if self.random.random() < 0.03:
            return f"again-and-again-{self.random.randint(1, 9)}"
        return f"{self.random.getrandbits(64):016x}"

    # ---- changed ---------------------------------------------------------------------------------------

    def changed(self, value: Any, times: int = 1) -> Any:
        """The same with something else at a spot or two."""
        whole = [copy.deepcopy(value)]
        for _ in range(times):
            holder, at = self.random.choice([*_spots(whole)])
            self._change(holder, at)
        return whole[0]

    def _change(self, holder: Any, at: Any) -> None:
        match self.random.randrange(5):
            case 0 if isinstance(holder, dict):
                del holder[at]
            case 1 if isinstance(holder, dict):
                holder[str(self.nasty())[:60]] = self.nasty()
            case 2:
                holder[at] = self.name("")
            case 3 if isinstance(holder[at], list) and holder[at]:
                holder[at] = holder[at] * self.random.choice((2, 2, 3, 50))
            case _:
                holder[at] = self.nasty()

    # ---- shaken ----------------------------------------------------------------------------------------

    def shaken(self, value: Any, times: int = 1) -> Any:
        """The same with something alike at a spot or two: wrong, if at all, only when it is done."""
        whole = [copy.deepcopy(value)]
        for _ in range(times):
            if self.random.random() < 0.2:
                self._move(whole)
                continue
            holder, at = self.random.choice([*_spots(whole)])
            holder[at] = self._alike(holder[at], str(at) if isinstance(holder, dict) else "")
        return whole[0]

    def _move(self, whole: Any) -> None:
        """What stands in one list stands in another, or in both: somebody on the other side."""
        found = [holder[at] for holder, at in _spots(whole)]
        lists = [one for one in found if isinstance(one, list) and any(isinstance(row, dict) for row in one)]
        if len(lists) > 1:
            there, here = self.random.sample(lists, 2)
            at = self.random.randrange(len(there))
            row = there.pop(at) if self.random.random() < 0.5 else there[at]
            # A copy: a row that holds the other list would hold itself, and JSON has no words for that.
            here.append(copy.deepcopy(row))

    def _alike(self, value: Any, name: str) -> Any:
        match value:
            case bool():
                return not value
            case int():
                return max(0, value + self.random.choice((-2, -1, 1, 1, 2, 7)))
            case str():
                return str(self._another(value, name))
            case list() if value:
                return self._reordered(value)
            case dict() if value:
                left = self.random.choice([*value])
                return {key: one for key, one in value.items() if key != left}
        return value

    def _another(self, value: str, name: str) -> Any:
        """Another of the pool that the name is of; else of one in which the value is."""
        if name in self.pools:
            return self.name(name)
        pool = next((one for one in self.pools.values() if value in one), (value,))
        return self.random.choice(pool)

    def _reordered(self, value: list[Any]) -> list[Any]:
        """Shuffled, without one, or with one of them twice."""
        one = self.random.choice(value)
        match self.random.randrange(3):
            case 0:
                return self.random.sample(value, len(value))
            case 1:
                return [*value, copy.deepcopy(one)]
        found = [*value]
        found.remove(one)
        return found


def _is_needed(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a value at which something else could stand, with what holds it."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        within = [*holder.items()] if isinstance(holder, dict) else [*enumerate(holder)]
        found += ((holder, at) for at, _ in within)
        waiting += (one for _, one in within if isinstance(one, list | dict))
    return found
