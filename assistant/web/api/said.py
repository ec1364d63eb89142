"""What may be said of deeds, answers and battles, as parts of the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from assistant.campaign.said.forms import answer_form, answer_forms, deed_schema, kinds_said
from assistant.kernel.forms import Either, Record, Schema, Text
from assistant.packs.schema import schemas
from assistant.web.api.answers import part

LONGEST_SEAL = 64


def deed_part(kind: str) -> str:
    """What the part is called that tells the `setup` of a deed."""
    return f"deed.{kind}"


def by_kind() -> Schema:
    """The body of a deed besides its fields: what each kind of deed may say."""
    kinds = kinds_said("game-master")
    ways = [{"properties": {"kind": {"const": one}, "setup": part(deed_part(one))}} for one in kinds]
    return {"oneOf": ways}


@cache
def said_parts() -> Mapping[str, Schema]:
    """Every part that a body is told with, by its name."""
    deeds = {deed_part(kind): told_deed(kind) for kind in kinds_said("game-master")}
    sealed = Either(tuple(map(with_seal, answer_forms().values())))
    return {**deeds, "Answer": answer_form().schema(), "SealedAnswer": sealed.schema(), **battle_parts()}


def told_deed(kind: str) -> Schema:
    """What the game master may say of a deed; what seats may say of it is marked."""
    whole = deed_schema(kind)
    of_seats = deed_schema(kind, "seat")["properties"] if kind in kinds_said("seat") else {}
    fields = {
        name: {**one, "x-least-role": "seat" if name in of_seats else "assistant"}
        for name, one in whole["properties"].items()
    }
    return {**whole, "properties": fields}


def with_seal(answer: Any) -> Record:
    """An answer of a quick fight as it was handed out, which comes back with the next one."""
    return Record({**answer.fields, "seal": Text(LONGEST_SEAL)}, answer.needed)


def battle_parts() -> dict[str, Schema]:
    """A battle as in a battle file; its parts stand beside it, as references of the document lead there."""
    battle = schemas()["battle"]
    names = {name: f"Battle{name.removesuffix('Row')}" for name in battle["$defs"]}
    spelled = json.dumps({"Battle": battle, **{names[name]: one for name, one in battle["$defs"].items()}})
    for name, called in names.items():
        spelled = spelled.replace(f'"#/$defs/{name}"', f'"#/components/schemas/{called}"')
    told: dict[str, Schema] = json.loads(spelled)
    for name in ("$defs", "$schema"):
        del told["Battle"][name]
    return told
