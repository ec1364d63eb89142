"""The whole API as one OpenAPI document, drawn from its addresses, who may ask, the forms and the answers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify, request
from werkzeug.routing import Rule

import assistant
from assistant.kernel.forms import LONGEST_ID
from assistant.web.api.answers import ANSWERS, FILES, PARTS, Schema, part
from assistant.web.api.bodies import COMMANDS
from assistant.web.api.once import LOOKING
from assistant.web.api.said import by_kind, said_parts
from assistant.web.routes import ROUTES

DIALECT = "3.1.0"
BLANK = re.compile(r"<(?:(\w+):)?(\w+)>")
REFUSALS = {
    "400": "What was sent is not as it must be.",
    "401": "Nobody knows who asks.",
    "403": "This is not for whoever asks.",
    "404": "There is no such thing.",
    "409": "The rules, or what has changed since, do not allow it.",
    "413": "It is larger than what is taken at once.",
    "421": "The server does not go by the name that it was called by.",
    "429": "It was asked too often: ask again after `Retry-After` seconds.",
    "500": "A fault of the program, or of a scenario's files.",
    "503": "Not now: ask again after `Retry-After` seconds.",
}
ANYWHERE = ("400", "421", "500", "503")
"""How everything may be refused."""
TO_WAIT = ("429", "503")
"""What says when to ask again."""
CONDITIONAL = ("api.openapi",)
RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}


def add(pages: Blueprint) -> None:
    """`GET /openapi.json`."""

    @pages.get("/openapi.json")
    def openapi() -> Response:
        """This API, told for programs."""
        response = jsonify(document(current_app))
        # It changes with the program alone, so whoever has it asks only whether it is still the same.
        response.headers["Cache-Control"] = "no-cache"
        response.add_etag()
        response.make_conditional(request)
        return response


def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an app."""
    paths: dict[str, dict[str, Any]] = {}
    for rule, method in addresses(app):
        told = operation(app, rule, method)
        paths.setdefault(BLANK.sub(r"{\2}", rule.rule), {})[method.lower()] = told
    return {
        "openapi": DIALECT,
        "info": {
            "title": "The Ring of Power assistant",
            "version": assistant.__version__,
            "description": "Everything the pages do, and a club's own script may do the same.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {**PARTS, **said_parts()},
            "securitySchemes": {
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": app.config.get("SESSION_COOKIE_NAME", "session"),
                    "description": "Set by `GET /j/CODE` with the code of a seat, or by the passphrase.",
                }
            },
        },
    }


def addresses(app: Flask) -> Iterator[tuple[Rule, str]]:
    """Every address of the API with each way of asking."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("api."):
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield rule, method


def operation(app: Flask, rule: Rule, method: str) -> dict[str, Any]:
    """One address asked in one way: who may, what is sent, and what comes back."""
    who = ROUTES.get(rule.endpoint, "game-master")
    told: dict[str, Any] = {
        "operationId": rule.endpoint.removeprefix("api."),
        "summary": (inspect.getdoc(app.view_functions[rule.endpoint]) or "").partition("\n")[0],
        "x-least-role": who,
        "security": [] if who == "anyone" else [{"cookie": []}],
        "responses": {**answers(rule.endpoint), **refused(refusals(rule, method, who))},
    }
    if blanks := BLANK.findall(rule.rule):
        told["parameters"] = [parameter(kind, name) for kind, name in blanks]
    if method == "POST":
        told["requestBody"] = sent(rule.endpoint)
    return told


def parameter(kind: str, name: str) -> dict[str, Any]:
    """A blank of an address."""
    number: Schema = {"type": "integer", "minimum": 0}
    text: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_ID}
    return {"name": name, "in": "path", "required": True, "schema": number if kind == "int" else text}


def sent(endpoint: str) -> dict[str, Any]:
    """The body of a command."""
    command = COMMANDS[endpoint]
    schema = {**command.schema(), **(by_kind() if endpoint == "api.deed" else {})}
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if command.takes_file:
        file: Schema = {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]}
        content["multipart/form-data"] = {"schema": file}
    return {"required": not command.may_be_empty, "content": content}


def answers(endpoint: str) -> dict[str, Any]:
    """What comes back when all is well."""
    if kind := FILES.get(endpoint):
        return {"200": {"description": "The file.", "content": {kind: {"schema": {"type": "string"}}}}}
    told = {"200": {"description": "Done.", "content": {"application/json": {"schema": ANSWERS[endpoint]}}}}
    if endpoint in CONDITIONAL:
        told["304"] = {"description": "It is still the one that `If-None-Match` names."}
    return told


def refusals(rule: Rule, method: str, who: str) -> Iterator[str]:
    """The statuses with which one address, asked in one way, may refuse."""
    blanks, is_command = rule.arguments, method != "GET"
    yield from ANYWHERE
    if who != "anyone":
        yield "401"
    if who != "anyone" or is_command:
        yield "403"
    if blanks:
        yield "404"
    if blanks or is_command:
        yield "409"
    if method == "POST":
        yield "413"
    # The pace of each seat is counted by campaign.
    if is_command and "campaign" in blanks and rule.endpoint not in LOOKING:
        yield "429"


def refused(statuses: Iterable[str]) -> dict[str, Any]:
    """What comes back when it is not."""
    shape = {"application/json": {"schema": part("Error")}}
    return {
        one: {
            "description": REFUSALS[one],
            "content": shape,
            **({"headers": RETRY_AFTER} if one in TO_WAIT else {}),
        }
        for one in sorted(statuses)
    }
