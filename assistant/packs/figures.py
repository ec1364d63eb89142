"""Figures as a club writes them: `12 orc`, `1d6 ruffian`, `6 knight-of-gondor on foot`, `sam with rope`."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from assistant.packs.faults import finding, shown
from assistant.packs.names import check_name
from assistant.rules.arrivals import Contingent
from assistant.rules.book import ProfileId

MOST = 1000

_ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_HOW_MANY, _CARRYING = r"(?:([0-9]{1,9}|1d[36]) )?", rf"(?: with ({_ID}(?: and {_ID})*))?"
WRITTEN = rf"^{_HOW_MANY}({_ID}(?: or {_ID})*)( mounted| on foot)?{_CARRYING}$"


def _check(value: str, info: ValidationInfo) -> str:
    found = re.fullmatch(WRITTEN, value)
    if found is None:
        example = "'12 orc', 'eomer mounted', '1 knight-of-gondor or ranger' or 'denethor with palantir'"
        raise finding(f"{shown(value)} does not say which figures", lambda: f"write them like {example}")
    if found[1] and not 1 <= _number(found[1]) <= MOST:
        raise finding(
            f"there cannot be {_number(found[1])} figures of a kind", lambda: f"from 1 to {MOST} will do"
        )
    choice = found[2].split(" or ")
    for index, profile in enumerate(choice):
        check_name("profile", profile, info)
        if profile in choice[:index]:
            raise finding(f"{shown(profile)} or {profile} is no choice", lambda: "name it once")
    for thing in found[4].split(" and ") if found[4] else ():
        check_name("thing", thing, info)
    return value


def _number(text: str) -> int:
    """How many, or the most that a die can show."""
    return int(text.removeprefix("1d"))


FigureText = Annotated[str, Field(json_schema_extra={"pattern": WRITTEN}), AfterValidator(_check)]


def contingent(text: str) -> Contingent:
    """The figures a checked text speaks of."""
    found = re.fullmatch(WRITTEN, text)
    if found is None:
        raise ValueError(f"{text!r} was not checked")
    return Contingent(
        profiles=tuple(map(ProfileId, found[2].split(" or "))),
        count=_number(found[1] or "1"),
        is_rolled="d" in (found[1] or ""),
        mounted=None if found[3] is None else found[3] == " mounted",
        carries=tuple(found[4].split(" and ")) if found[4] else (),
    )
