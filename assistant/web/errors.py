"""One shape for everything that goes wrong: a sentence, what to do, and a way back."""

from __future__ import annotations

import math
from collections.abc import Callable

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response as AnyResponse

from assistant.campaign.knowing import as_told_to
from assistant.campaign.naming import naming
from assistant.campaign.playing import Table
from assistant.kernel.errors import AssistantError, BadPack, Illegal, Malformed, Stale
from assistant.web.access import power_in

STATUS_OF_KIND: dict[str, int] = {Malformed.kind: 400, Illegal.kind: 409, Stale.kind: 409, BadPack.kind: 500}
STATUS_OF_CODE = {
    "who-are-you": 401,
    "passphrase-needed": 401,
    "not-yours": 403,
    "another-table": 403,
    "for-the-master": 403,
    "from-elsewhere": 403,
    "no-such-fight": 404,
    "no-such-pass": 404,
    "too-large": 413,
    "unknown-host": 421,
    "too-many-tries": 429,
    "too-fast": 429,
    "busy": 503,
    "unknown-campaign": 404,
    "unknown-entry": 404,
    "odds-busy": 503,
    "too-many-streams": 503,
    "damaged-database": 503,
    "database-busy": 503,
    "database-trouble": 503,
    "disk-full": 503,
    "database-gone": 503,
    "read-only": 503,
    "ledger-closed": 503,
}
RETRY_SECONDS = "10"
# Their readers are scripts, whatever they say they accept.
SCRIPTED = {"api", "health", "stream"}


class Unexpected(AssistantError):
    """A fault of ours, not of the player."""

    kind = "unexpected"


def install(app: Flask, with_way_back: Callable[[AssistantError], AssistantError]) -> None:
    """Answer every error of the app in the one shape; what is said of damage names a way back."""

    @app.before_request
    def refuse_names_that_cannot_be() -> None:
        # First of all: whatever else is wrong would be told on a page, and such a name has no pages.
        if isinstance(request.routing_exception, BadHost):
            raise request.routing_exception

    def refused(error: AssistantError) -> Response:
        # At a table people go by their names, whoever refused.
        at: Table | None = g.get("table")
        error = with_way_back(error)
        told = naming(at.kit, at.world).tell(as_told_to(at, power_in(at), error)) if at else error
        response = answer(told, status_of(told))
        if seconds := getattr(error, "seconds", 0):
            response.headers["Retry-After"] = str(math.ceil(seconds))
        return response

    def astray(error: HTTPException) -> Response | AnyResponse:
        # Redirections are exceptions too, and nothing is wrong with them.
        if error.code is None or error.code < 400:
            return error.get_response()
        # Under a name that cannot be one no page has an address that it could link to.
        if isinstance(error, BadHost):
            return answer_json(explain(error.code), error.code)
        response = answer(explain(error.code), error.code)
        if isinstance(error, MethodNotAllowed):
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return response

    def failed(error: Exception) -> Response:
        app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
        return answer(explain(500), 500)

    app.register_error_handler(AssistantError, refused)
    app.register_error_handler(HTTPException, astray)
    app.register_error_handler(Exception, failed)


def status_of(error: AssistantError) -> int:
    """The HTTP status of a refusal."""
    return STATUS_OF_CODE.get(error.code) or STATUS_OF_KIND.get(error.kind, 500)


def explain(status: int) -> AssistantError:
    """What an HTTP status means to a player."""
    match status:
        case 404:
            return Malformed(
                "no-such-page",
                "There is no page at this address.",
                do="Check the address, or go back to the start.",
            )
        case 405:
            return Malformed(
                "not-that-way", "This address cannot be used in this way.", do="Go back to the start."
            )
        case 413:
            return too_large(request.max_content_length or 0)
        case _ if status < 500:
            return not_understood()
        case _:
            return Unexpected(
                "unexpected",
                "Something went wrong inside the assistant. Everything recorded before is safe.",
                do="Try again. If it happens once more, the window in which the server runs says why.",
            )


def not_understood() -> Malformed:
    """It is not said as a browser says it."""
    return Malformed(
        "not-understood", "The assistant did not understand this request.", do="Reload and try again."
    )


def too_large(most: int) -> Malformed:
    """More was sent than is taken at once."""
    size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} kB"
    return Malformed(
        "too-large",
        f"This is larger than the {size} that the assistant takes at once.",
        do="Choose another file, or send less.",
    )


def answer(error: AssistantError, status: int) -> Response:
    """The error as a page for people, or as JSON for scripts."""
    if wants_json():
        return answer_json(error, status)
    # Whoever comes in by a door on this page wanted the page.
    wanted = request.full_path.rstrip("?") if request.method == "GET" else ""
    response = make_response(render_template("error.html", error=error, wanted=wanted), status)
    return _with_retry(response)


def answer_json(error: AssistantError, status: int) -> Response:
    """The error as JSON."""
    said: dict[str, object] = {
        "kind": error.kind,
        "code": error.code,
        "sentence": error.sentence,
        "do": error.do,
    }
    if error.faults:
        said["faults"] = [str(fault) for fault in error.faults]
    response = jsonify(error=said)
    response.status_code = status
    return _with_retry(response)


def wants_json() -> bool:
    """Whether a script reads the answer."""
    accepted = request.accept_mimetypes
    prefers_json = accepted["application/json"] > accepted["text/html"]
    # An address or a method that is not there belongs to no part of the app.
    is_scripted = request.blueprint in SCRIPTED or request.path.startswith("/api/")
    return is_scripted or prefers_json


def _with_retry(response: Response) -> Response:
    if response.status_code == 503:
        response.headers["Retry-After"] = RETRY_SECONDS
    return response
