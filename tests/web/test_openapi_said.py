"""What may be said of deeds, answers and battles: the document, docs/api.md and the door agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from assistant.campaign.said.forms import answer_forms, check_answer, kinds_said
from assistant.campaign.said.who import DEEDS_SAID
from assistant.kernel.errors import AssistantError
from tests.web.published import API, Told, against, body_of
from tests.web.table import Visitor

Come = Callable[..., Visitor]
DEEDS = "/api/v1/campaigns/ID/deeds"
SAID = re.compile(r"^\| `?\[?([\w-]+)\]?`? \| `(\w+)` \| (.*) \| (seat|assistant|nobody) \|$", re.MULTILINE)
FIELDS = SAID.findall(API.read_text("utf-8"))
DEED_FIELDS = [row for row in FIELDS if row[0] in kinds_said("game-master")]
ANSWER_FIELDS = [row for row in FIELDS if row[0] in answer_forms()]


def in_words(schema: dict[str, Any]) -> str:
    """A schema in the words of the page."""
    if "anyOf" in schema:
        some = [in_words(one) for one in schema["anyOf"] if one != {"type": "null"}]
        return " or ".join(some) + (", or null" if len(some) < len(schema["anyOf"]) else "")
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    match schema["type"]:
        case "string":
            return f"text, {schema['maxLength']} letters"
        case "integer":
            has_bounds = schema["maximum"] < 2**53
            return f"number, {schema['minimum']} to {schema['maximum']}" if has_bounds else "number"
        case "boolean":
            return "yes or no"
        case "array":
            most, item = schema["maxItems"], in_words(schema["items"])
            return f"{most} of: {item}" if most == schema["minItems"] else f"up to {most} of: {item}"
    if schema.get("additionalProperties"):
        return f"up to {schema['maxProperties']} by id: {in_words(schema['additionalProperties'])}"
    return "a part"


def test_the_document_says_of_every_field_of_a_deed_what_the_page_says(told: dict[str, Any]) -> None:
    for deed, field, may_be, who in DEED_FIELDS:
        fields = told["components"]["schemas"][f"deed.{deed}"]["properties"]
        if who == "nobody":
            assert field not in fields, deed
        else:
            assert in_words(fields[field]) == re.sub(r"\[\w+\]", "a part", may_be), (deed, field)
            assert fields[field]["x-least-role"] == who, (deed, field)


def test_the_page_and_the_document_know_the_same_deeds_with_the_same_fields(told: dict[str, Any]) -> None:
    page = {(f"deed.{deed}", field) for deed, field, _, who in DEED_FIELDS if who != "nobody"}
    parts = told["components"]["schemas"]
    deeds = {name: one for name, one in parts.items() if name.startswith("deed.")}
    assert page == {
        (name, field) for name, one in deeds.items() for field in one["properties"] if field != "kind"
    }
    assert len(deeds) > 40


def test_the_document_says_of_every_field_of_an_answer_what_the_page_says(told: dict[str, Any]) -> None:
    ways = {
        one["properties"]["kind"]["enum"][0]: one["properties"]
        for one in told["components"]["schemas"]["Answer"]["anyOf"]
        if "kind" in one["properties"]
    }
    assert {(kind, name) for kind, one in ways.items() for name in one if name != "kind"} == {
        (kind, field) for kind, field, _, _ in ANSWER_FIELDS
    }
    for kind, field, may_be, _ in ANSWER_FIELDS:
        assert in_words(ways[kind][field]) == may_be


@pytest.mark.parametrize(
    ("kind", "setup", "is_allowed"),
    [
        ("say-done", {"kind": "say-done"}, False),
        ("say-done", {"kind": "say-done", "commanders": ["rohan"], "done": False}, True),
        ("say-done", {"kind": "say-done", "commanders": ["rohan"], "note": "no such field"}, False),
        ("say-done", {"kind": "say-done", "commanders": ["rohan"], "done": 2**70}, False),
        ("say-done", {"kind": "march", "force": "rohan-1", "place": "isengard"}, False),
        ("march", {"kind": "march", "force": "rohan-1", "place": "isengard"}, True),
        ("march", {"kind": "march", "force": "rohan-1"}, False),
        ("march", {"kind": "march", "force": "rohan-1", "place": "isengard", "overruled": "o" * 201}, False),
        ("fly", {"kind": "fly"}, False),
    ],
)
def test_the_document_allows_of_a_deed_what_the_door_lets_in(
    kind: str, setup: dict[str, Any], is_allowed: bool, operations: Told, told: dict[str, Any], come: Come
) -> None:
    body = {"kind": kind, "setup": setup, "key": "a-key-of-its-own"}
    assert against(body_of(operations, DEEDS), told).is_valid(body) == is_allowed
    refused = come("master").post("deeds", **body).status_code == 400 or kind not in DEEDS_SAID
    assert refused != is_allowed


@pytest.mark.parametrize(
    ("answer", "is_allowed"),
    [
        ({"by": "app"}, True),
        ({"by": "hand", "faces": [3, None]}, True),
        ({"by": "hand", "faces": [7]}, False),
        ({"by": "the devil"}, False),
        ({"kind": "rolled", "faces": [3, 5]}, True),
        ({"kind": "rolled", "faces": [3, 5], "luck": "good"}, False),
        ({"kind": "sung", "faces": []}, False),
    ],
)
def test_the_document_allows_the_answers_that_are_read(
    answer: dict[str, Any], is_allowed: bool, operations: Told, told: dict[str, Any]
) -> None:
    try:
        check_answer(answer)
        is_read = True
    except AssistantError:
        is_read = False
    schema = body_of(operations, "/api/v1/campaigns/ID/fights/FIGHT/answers")
    assert is_read == is_allowed
    assert against(schema, told).is_valid({"answer": answer, "step": 0}) == is_allowed


def test_a_quick_fight_sends_what_the_document_says_and_gets_it_back(
    come: Come, operations: Told, told: dict[str, Any]
) -> None:
    client, schema = come().client, against(body_of(operations, "/api/v1/quick"), told)
    sides: dict[str, Any] = {"good": {"figures": [{"id": "eomer", "profile": "eomer"}]}}
    sides["evil"] = {"figures": [{"id": "uruk", "profile": "uruk-hai", "count": 4}]}
    body: dict[str, Any] = {"battle": {"sides": sides}, "answers": [], "answer": {"by": "app"}}
    for _ in range(4):
        schema.validate(body)
        said = client.post("/api/v1/quick", json=body).get_json()
        body["answers"] = said["answers"]
    assert not schema.is_valid({"battle": {"sides": sides, "weather": "rain"}})
    assert not schema.is_valid({"battle": {"sides": {"good": sides["good"]}}})
