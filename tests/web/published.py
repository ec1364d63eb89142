"""The published document of the API, and what it is held against."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

API = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLANKS = {"campaign": "ID", "fight": "FIGHT", "contact": "CONTACT", "code": "CODE", "seq": "SEQ"}
# Of the specification what this document uses: nothing else may stand in it.
ANY = {"type": "object"}
MEDIA = {
    "type": "object",
    "properties": {"schema": ANY},
    "required": ["schema"],
    "additionalProperties": False,
}
CONTENT = {"type": "object", "additionalProperties": MEDIA, "minProperties": 1}
TEXT = {"type": "string", "minLength": 1}
PARAMETER = {
    "type": "object",
    "properties": {"name": TEXT, "in": {"const": "path"}, "required": {"const": True}, "schema": ANY},
    "required": ["name", "in", "required", "schema"],
    "additionalProperties": False,
}
HEADERS = {
    "type": "object",
    "additionalProperties": {
        "type": "object",
        "properties": {"description": TEXT, "schema": ANY},
        "required": ["schema"],
        "additionalProperties": False,
    },
}
ANSWER = {
    "type": "object",
    "properties": {"description": TEXT, "content": CONTENT, "headers": HEADERS},
    "required": ["description"],
    "additionalProperties": False,
}
OPERATION = {
    "type": "object",
    "properties": {
        "operationId": TEXT,
        "summary": TEXT,
        "security": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "array"}}},
        "parameters": {"type": "array", "items": PARAMETER},
        "requestBody": {
            "type": "object",
            "properties": {"required": {"type": "boolean"}, "content": CONTENT},
            "required": ["content"],
            "additionalProperties": False,
        },
        "responses": {
            "type": "object",
            "patternProperties": {r"^[1-5]\d\d$": ANSWER},
            "additionalProperties": False,
            "minProperties": 1,
        },
    },
    "patternProperties": {"^x-": {}},
    "required": ["operationId", "responses"],
    "additionalProperties": False,
}
WAYS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
COOKIE = {
    "type": "object",
    "properties": {
        "type": {"const": "apiKey"},
        "in": {"enum": ["query", "header", "cookie"]},
        "name": TEXT,
        "description": TEXT,
    },
    "required": ["type", "in", "name"],
    "additionalProperties": False,
}
SHAPE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "openapi": {"type": "string", "pattern": r"^3\.1\.\d+$"},
        "info": {
            "type": "object",
            "properties": {
                "title": TEXT,
                "version": TEXT,
                "description": TEXT,
                "license": {
                    "type": "object",
                    "properties": {"name": TEXT, "identifier": TEXT},
                    "required": ["name"],
                    "additionalProperties": False,
                },
            },
            "required": ["title", "version"],
            "additionalProperties": False,
        },
        "paths": {
            "type": "object",
            "patternProperties": {
                "^/": {
                    "type": "object",
                    "properties": dict.fromkeys(WAYS, OPERATION),
                    "additionalProperties": False,
                }
            },
            "additionalProperties": False,
        },
        "components": {
            "type": "object",
            "properties": {
                "schemas": {
                    "type": "object",
                    "patternProperties": {r"^[\w.-]+$": ANY},
                    "additionalProperties": False,
                },
                "securitySchemes": {"type": "object", "additionalProperties": COOKIE},
            },
            "additionalProperties": False,
        },
    },
    "required": ["openapi", "info", "paths"],
    "additionalProperties": False,
}
Told = dict[tuple[str, str], dict[str, Any]]


def against(schema: dict[str, Any], told: dict[str, Any]) -> Draft202012Validator:
    """What holds a value against a schema of the document."""
    return Draft202012Validator({**schema, "components": told["components"]})


def body_of(operations: Told, address: str) -> dict[str, Any]:
    """What the document says of the body that is sent there."""
    found: dict[str, Any] = operations["POST", address]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    return found
