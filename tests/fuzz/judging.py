"""What no answer may be, whatever was asked."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from assistant.web.api.openapi import document
from tests.fuzz.asking import Asked
from tests.fuzz.drawing import MARK

SPILLED = re.compile(
    r"Traceback \(most recent|<[\w.]+ object at 0x|<class '|\bmappingproxy\(|\bfrozenset\(|\bPosixPath\("
    r"|\b(?:Entrant|SideSetup|FightSetup|Malformed|Illegal|Stale|KeyError|TypeError|ValueError)\("
)
"""What belongs into no sentence: it is the program that speaks, not the assistant."""
NOT_NOW = {"busy", "odds-busy", "too-many-streams"}
"""Asking too much at once is refused so. A database that is damaged or gone is a fault: nobody harmed it."""
CODE = re.compile(r'<div class="trouble" data-code="([a-z-]+)">')
SHOWN = ("text/", "application/json", "image/svg")
TELLS_WHY = {"assistant.campaign.restoring"}
"""They log the cause of a refusal of somebody else's file: that is no fault of ours."""


class Log(logging.Handler):
    """Everything that any part of the program held to be wrong itself, until it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """An error, or anything with a traceback."""
        broke = record.exc_info is not None and record.name not in TELLS_WHY
        if broke or record.levelno >= logging.ERROR:
            self.lines.append(self.format(record)[-3000:])

    def close(self) -> None:
        """Nothing is heard any more."""
        logging.getLogger().removeHandler(self)
        super().close()


class Judge:
    """Knows the published document, and holds every answer against it."""

    def __init__(self, app: Flask) -> None:
        told = document(app)
        parts = {"components": told["components"]}
        self._error = Draft202012Validator({"$ref": "#/components/schemas/Error", **parts})
        self._answers: dict[str, Any] = {}
        for methods in told["paths"].values():
            for one in methods.values():
                content = one["responses"]["200"]["content"]
                if "application/json" in content:
                    schema = {**content["application/json"]["schema"], **parts}
                    self._answers[f"api.{one['operationId']}"] = Draft202012Validator(schema)
        self.log = Log()
        # All is heard at the root: what the app itself says is not printed as well.
        app.logger.handlers.clear()

    def faults(self, asked: Asked, endpoint: str, answer: TestResponse, text: str) -> Iterator[str]:
        """Everything that is wrong with an answer."""
        yield from self.log.lines
        self.log.lines.clear()
        if answer.status_code >= 500 and not self._is_not_now(answer, text):
            yield f"status {answer.status_code}: {text[:300]}"
        shown = (answer.mimetype or "").startswith(SHOWN)
        if shown and (spilled := SPILLED.search(text)):
            yield f"spilled: {text[max(0, spilled.start() - 100) : spilled.end() + 200]}"
        if answer.mimetype == "text/html" and MARK in text:
            yield f"raw: {text[max(0, text.index(MARK) - 100) :][:200]}"
        if answer.mimetype == "application/json" and asked.method != "HEAD" and answer.status_code != 304:
            yield from self._wrong_in(endpoint, answer, text)
        elif asked.path.startswith("/api/") and answer.status_code >= 400 and asked.method != "HEAD":
            yield f"not JSON: {answer.status_code} {answer.mimetype}"

    def _is_not_now(self, answer: TestResponse, text: str) -> bool:
        return answer.status_code == 503 and code_of(answer, text) in NOT_NOW

    def _wrong_in(self, endpoint: str, answer: TestResponse, text: str) -> Iterator[str]:
        try:
            said = json.loads(text, parse_constant=_no_number)
        except ValueError as error:
            yield f"no JSON: {error}"
            return
        known = self._error if answer.status_code >= 400 else self._answers.get(endpoint)
        if known is not None:
            for wrong in list(known.iter_errors(said))[:1]:
                yield f"not as the document says at {wrong.json_path}: {wrong.message[:300]}"


def code_of(answer: TestResponse, text: str) -> str:
    """Under which code something was refused, in JSON or on a page; none where neither says so."""
    if answer.mimetype == "application/json":
        said = answer.get_json(silent=True)
        error = said.get("error") if isinstance(said, dict) else None
        return str(error.get("code", "")) if isinstance(error, dict) else ""
    found = CODE.search(text)
    return found[1] if found else ""


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")
