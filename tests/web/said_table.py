"""The table of what may be said of every deed, as docs/api.md prints it.

python -m tests.web.said_table      writes it into the page anew
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assistant.campaign.said.forms import answer_forms
from assistant.campaign.said.hints import form_of
from assistant.campaign.said.who import ANSWERS, DEEDS_SAID, PARTS, TAGS, Fields
from assistant.kernel.asking import Answer
from assistant.kernel.forms import Either, Flag, Form, Listed, Named, Nothing, Number, OneOf, Text
from assistant.rules.core.deed import STORED_AS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BEGIN, END = "<!-- what may be said begins -->", "<!-- what may be said ends -->"
WORDS = {"seat": "seat", "assistant": "assistant", "record": "nobody"}


@dataclasses.dataclass(frozen=True, slots=True)
class _Part:
    """A record within another, which has lines of its own."""

    name: str

    def check(self, value: Any, at: str) -> None:
        raise NotImplementedError

    def schema(self) -> Any:
        raise NotImplementedError


def parts() -> dict[str, type[Any]]:
    """Every record that stands within a deed, by the name of its type."""
    found: dict[str, type[Any]] = {}
    waiting = [*STORED_AS.values()]
    while waiting:
        stored = waiting.pop()
        for hint in typing.get_type_hints(stored).values():
            for one in _within(hint):
                if one.__name__ not in found:
                    found[one.__name__] = one
                    waiting.append(one)
    return found


def _within(hint: Any) -> Iterator[type[Any]]:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        yield hint
    for part in typing.get_args(hint):
        yield from _within(part)


def in_words(form: Form) -> str:
    """What a form takes, for people."""
    match form:
        case _Part(name=name):
            return f"[{name}]"
        case Text(most=most):
            return f"text, {most} letters"
        case Number(least=least, most=most):
            return f"number, {least} to {most}" if most < 2**53 else "number"
        case Flag():
            return "yes or no"
        case OneOf(options=options):
            return ", ".join(f"`{one}`" for one in options)
        case Listed(item=item, most=most, least=least):
            many = f"{most}" if least == most else f"up to {most}"
            return f"{many} of: {in_words(item)}"
        case Named(value=value, most=most):
            return f"up to {most} by id: {in_words(value)}"
        case Either(forms=forms):
            return " or ".join(in_words(one) for one in forms if not isinstance(one, Nothing)) + (
                ", or null" if any(isinstance(one, Nothing) for one in forms) else ""
            )
    raise TypeError(type(form).__name__)


def rows(title: str, stored: type[Any], fields: Fields) -> Iterator[str]:
    """A line for every field of a record."""
    hints = typing.get_type_hints(stored)
    for one in dataclasses.fields(stored):
        if one.name in TAGS:
            continue
        form = form_of(hints[one.name], one.name, lambda part: _Part(part.__name__), title)
        if title in answer_forms():
            form = typing.cast(Any, answer_forms()[title]).fields[one.name]
        yield f"| {title} | `{one.name}` | {in_words(form)} | {WORDS[fields[one.name]]} |"


def lines() -> Iterator[str]:
    """The whole table: deeds, the records within them, and answers."""
    yield from ["| deed | field | what it may be | who may set it |", "| --- | --- | --- | --- |"]
    for kind in sorted(STORED_AS):
        yield from rows(f"`{kind}`", STORED_AS[kind], DEEDS_SAID[kind])
    yield from ["", "| part | field | what it may be | who may set it |", "| --- | --- | --- | --- |"]
    for name, stored in sorted(parts().items()):
        yield from rows(f"[{name}]", stored, PARTS[name])
    yield from ["", "| answer | field | what it may be | who may set it |", "| --- | --- | --- | --- |"]
    for stored in typing.get_args(Answer):
        kind = stored.__name__.lower()
        yield from rows(kind, stored, ANSWERS[kind])


def written(page: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([f"{before}{BEGIN}", "", *lines(), "", f"{END}{after}"])


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
