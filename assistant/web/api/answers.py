"""How the answers of the API look, as JSON Schemas by address; what may be in them beside is left open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
OBJECT: Schema = {"type": "object"}


def listed(item: Schema) -> Schema:
    """So many of one kind."""
    return {"type": "array", "items": item}


def holding(**fields: Schema) -> Schema:
    """An object with all of these."""
    return {"type": "object", "properties": fields, "required": [*fields]}


def perhaps(schema: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [{"type": "null"}, schema]}


def part(name: str) -> Schema:
    """One of the parts that stand once in the document."""
    return {"$ref": f"#/components/schemas/{name}"}


PARTS: Mapping[str, Schema] = {
    "Error": holding(
        error={
            **holding(kind=TEXT, code=TEXT, sentence=TEXT, do=TEXT),
            "properties": {
                "kind": {"enum": ["malformed", "illegal", "stale", "bad-pack", "unexpected"]},
                "code": TEXT,
                "sentence": TEXT,
                "do": TEXT,
                "faults": listed(TEXT),
            },
        }
    ),
    "Campaign": holding(id=TEXT, name=TEXT, head=NUMBER),
    "Entry": holding(
        seq=NUMBER,
        kind=TEXT,
        title=TEXT,
        actor=TEXT,
        at=TEXT,
        log=listed(TEXT),
        undoes=perhaps(NUMBER),
    ),
    "Open": holding(
        id=TEXT,
        title=TEXT,
        step=NUMBER,
        revision=NUMBER,
        request=holding(kind={"enum": ["roll", "choose", "allocate"]}),
        asked=listed(TEXT),
        mine=FLAG,
        log=listed(TEXT),
    ),
    "Seat": holding(id=TEXT, player=TEXT, side=TEXT, commanders=listed(TEXT), names=listed(TEXT), dice=TEXT),
    "Pass": holding(code=TEXT, role=TEXT, seat=TEXT, area=TEXT, label=TEXT),
    "Rule": {
        **holding(id=TEXT, title=TEXT, text=TEXT, lines=TEXT),
        "properties": {
            **dict.fromkeys(("id", "title", "text", "lines"), TEXT),
            "readings": listed(holding(name=TEXT, text=TEXT, usual=FLAG)),
        },
    },
}

RECORDED = holding(recorded=part("Entry"))
OPEN = holding(open=part("Open"))
EITHER: Schema = {"anyOf": [RECORDED, OPEN]}
SEATS = {"seats": listed(part("Seat")), "notes": listed(TEXT)}
MADE = holding(campaign=part("Campaign"), **SEATS, go=TEXT)
QUICK: Schema = {
    "anyOf": [
        holding(answers=listed(OBJECT), open=holding(step=NUMBER, request=OBJECT, log=listed(TEXT))),
        holding(answers=listed(OBJECT), finished=holding(story=listed(TEXT), luck=OBJECT, log=listed(TEXT))),
        holding(odds=OBJECT, near=listed(OBJECT)),
    ]
}
STATE = holding(
    campaign=part("Campaign"),
    turn=NUMBER,
    phase=TEXT,
    commanders=listed(TEXT),
    waiting=listed(TEXT),
    seats=listed(OBJECT),
    forces=listed(OBJECT),
    contacts=listed(OBJECT),
    holdings=OBJECT,
    due=listed(holding(key=TEXT, kind=TEXT, says=TEXT)),
    standings={"type": "array"},
    fights=listed(holding(id=TEXT, title=TEXT, kind=TEXT)),
)

ANSWERS: Mapping[str, Schema] = {
    "api.openapi": holding(openapi=TEXT, info=OBJECT, paths=OBJECT),
    "api.demo": holding(campaign=part("Campaign"), go=TEXT),
    "api.seating": holding(**SEATS),
    "api.found_campaign": MADE,
    "api.begin": MADE,
    "api.restore": holding(taken=listed(holding(id=TEXT, name=TEXT, how=TEXT, said=TEXT))),
    "api.campaign": STATE,
    "api.deed": {"anyOf": [{**RECORDED, "required": ["recorded", "told"]}, OPEN]},
    "api.undo": RECORDED,
    "api.redo": RECORDED,
    "api.arrivals": holding(placed=listed(NUMBER), said=TEXT),
    "api.rule": part("Rule"),
    "api.term": holding(id=TEXT, title=TEXT, text=TEXT, rules=listed(part("Rule"))),
    "api.quick": QUICK,
    "api.contact_odds": holding(odds=OBJECT, setup=OBJECT),
    "api.contact_fight": EITHER,
    "api.contact_report": EITHER,
    "api.measure": RECORDED,
    "api.set_out": holding(said=TEXT, done=NUMBER, left=listed(TEXT), waiting=NUMBER, more=perhaps(OBJECT)),
    "api.fight": OPEN,
    "api.answer": EITHER,
    "api.back": OPEN,
    "api.rewind": OPEN,
    "api.call_off": holding(called_off=TEXT),
    "api.ruling": RECORDED,
    "api.back_up": holding(backup=TEXT),
    "api.what_if": holding(campaign=part("Campaign"), go=TEXT),
    "api.let_in": holding(**{"pass": part("Pass")}),
    "api.reissue": holding(**{"pass": part("Pass")}),
    "api.rescue": holding(backup=TEXT, go=TEXT),
    "api.withdraw": holding(withdrawn=TEXT),
}
FILES: Mapping[str, str] = {"api.positions": "text/csv", "api.export": "application/x-ndjson"}
"""What is answered with a file, and of which kind."""
