"""What is wrong with a file, in sentences a club member can follow, with the likeliest remedy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from assistant.kernel.errors import Fault
from assistant.kernel.near import fuller, nearest
from assistant.packs.expect import Expected, expected_at

Step = str | int

LONGEST_LIST = 12
LONGEST_NAME = 60
MOST_FAULTS = 200
MOST_MEANT = 3
HUGE = 10**15
PARTICLES = ("at", "if", "when")


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read: what to call it, what it holds, and whether it is TOML or JSON."""

    file: str
    raw: Any
    is_toml: bool = True

    def fault(self, steps: Sequence[Step], wrong: str, right: str = "") -> Fault:
        """A fault at a place in this file."""
        return Fault(self.file, key_path(steps, self.raw, with_ids=self.is_toml), wrong, right)


def remedy(name: str, options: Collection[str], elsewhere: str = "") -> str:
    """What would be right: the near miss, a short list, or where to look."""
    near, longer = nearest(name, options), fuller(name, options)
    if longer and (near is None or near in longer):
        return f"did you mean {' or '.join(map(shown, longer[:MOST_MEANT]))}?"
    if near is not None:
        return f"did you mean {shown(near)}?"
    if options and (len(options) <= LONGEST_LIST or not elsewhere):
        return f"use one of: {', '.join(options)}"
    return elsewhere


def shown(value: object) -> str:
    """A value as it may stand in a sentence: short, on one line, printable."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_NAME else value[: LONGEST_NAME - 3] + "...")
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < HUGE else "a number that large"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"


def key_path(steps: Sequence[Step], raw: Any, *, with_ids: bool) -> str:
    """`profile[3] (rider-of-rohan).abilities[0]`: as far as the steps can be followed in the file."""
    path = ""
    for step in steps:
        if isinstance(step, int) and isinstance(raw, list):
            path += f"[{step}]"
            raw = raw[step] if step < len(raw) else None
            if with_ids and isinstance(raw, dict) and isinstance(named := raw.get("id"), str):
                path += f" ({_plain(named)})"
        elif isinstance(step, str) and isinstance(raw, dict):
            path += ("." if path else "") + _plain(step)
            raw = raw.get(step)
        else:
            break
    return path


def _plain(key: str) -> str:
    """A key without quotation marks where it needs none."""
    return key if key.replace("-", "").replace("_", "").isalnum() and len(key) <= LONGEST_NAME else shown(key)


def finding(wrong: str, right: Callable[[], str] = str) -> PydanticCustomError:
    """A finding of our own, raised inside a model; its remedy is sought only when it is shown."""
    return PydanticCustomError("finding", "{wrong}", {"wrong": wrong, "right": right})


def faults_in(source: Source, model: type[BaseModel], error: ValidationError) -> Iterator[Fault]:
    """Each thing a model found wrong in a file, put plainly."""
    for detail in error.errors(include_url=False):
        steps = tuple(step for step in detail["loc"] if step != "[key]")
        yield _fault(source, steps, detail, expected_at(model, steps), expected_at(model, steps[:-1]))


def listed(file: str, faults: Iterable[Fault]) -> list[Fault]:
    """The faults of one file; of a file that is wrong throughout only the first, and a word that it is."""
    found = iter(faults)
    first = list(islice(found, MOST_FAULTS))
    if next(found, None) is not None:
        first.append(Fault(file, "", "there are more faults than these", "mend them first"))
    return first


def _fault(
    source: Source, steps: tuple[Step, ...], detail: ErrorDetails, here: Expected, above: Expected
) -> Fault:
    name = _name_of(steps)
    value = detail["input"]
    words = here.words(source.is_toml)
    context: Mapping[str, Any] = detail.get("ctx", {})
    match detail["type"]:
        case "finding":
            return source.fault(steps, context["wrong"], context["right"]())
        case "missing":
            return source.fault(steps[:-1], f"{name} is missing", f"give {here.meaning or words}")
        case "extra_forbidden":
            right = remedy(name, above.keys)
            return source.fault(steps[:-1], f"unknown key {shown(steps[-1])}", right)
        case "literal_error" if isinstance(value, str):
            what = f"{shown(value)} for {name}" if name in PARTICLES else f"{name} {shown(value)}"
            return source.fault(steps, f"unknown {what}", remedy(value, here.options))
        case "string_unicode":
            return source.fault(
                steps, f"{name} has characters that cannot be printed", "use ordinary letters"
            )
        case "too_short" if not value:
            return source.fault(steps, f"{name} is empty", f"it must be {words}")
        case "too_short" | "too_long":
            return source.fault(steps, f"{name} must be {words}, not of {len(value)}")
        case _:
            return source.fault(steps, f"{name} must be {words}, not {shown(value)}")


def _name_of(steps: tuple[Step, ...]) -> str:
    """The key a sentence is about, with its number in a list."""
    if not steps:
        return "the file"
    last = steps[-1]
    return f"{_name_of(steps[:-1])}[{last}]" if isinstance(last, int) else _plain(last)
