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
from assistant.web.errors import STATUS_OF_CODE
from tests.fuzz.asking import Asked
from tests.fuzz.drawing import MARK

SPILLED = re.compile(
    r"Traceback \(most recent|<[\w.]+ object at 0x|<class '|\bmappingproxy\(|\bfrozenset\(|\bPosixPath\("
    r"|\b(?:Entrant|SideSetup|FightSetup|Malformed|Illegal|Stale|KeyError|TypeError|ValueError)\("
)
"""What belongs into no sentence: it is the program that speaks, not the assistant."""
NOT_NOW = {code for code, status in STATUS_OF_CODE.items() if status == 503}
SHOWN = ("text/", "application/json", "image/svg")


class Log(logging.Handler):
    """Everything that the program held to be wrong itself."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record)[-3000:])


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
        app.logger.handlers[:] = [self.log]
        app.logger.propagate = False

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
        if answer.status_code != 503:
            return False
        return answer.mimetype != "application/json" or json.loads(text)["error"]["code"] in NOT_NOW

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


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")
