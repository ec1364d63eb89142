"""A server that keeps something of each request is found out, and ours keeps nothing."""

from __future__ import annotations

import pytest
from flask import Response, request

from tests.fuzz.asking import Asked
from tests.fuzz.conftest import Begin
from tests.fuzz.keeping import OF_A_PAGE, OF_A_REQUEST, least_kept
from tests.fuzz.playing import Run

WINDOW = 100
METHODS = pytest.mark.parametrize(
    ("method", "most", "size"), [("GET", OF_A_PAGE, 8_000), ("POST", OF_A_REQUEST, 20_000)]
)


def kept_of_each(run: Run, method: str, most: int) -> float:
    """Bytes that stay of a page that is always the same, or of a command that is refused."""

    def ask() -> None:
        for _ in range(WINDOW):
            path = f"/api/v1/campaigns/{run.hall.campaign.id}/undo" if method == "POST" else "/rules"
            run.ask(Asked(run.hall.master, method, path, body=b"[]", kind="application/json"))

    return least_kept(run, WINDOW, most, ask)


@METHODS
def test_our_server_keeps_nothing_of_a_request(method: str, most: int, size: int, begin: Begin) -> None:
    assert kept_of_each(begin(8), method, most) <= most


@METHODS
def test_a_server_that_leaks_is_found_out(
    method: str, most: int, size: int, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, kept = begin(8), []

    def leak(response: Response) -> Response:
        if request.method == method:
            kept.append(b"x" * size)
        return response

    monkeypatch.setattr("tests.fuzz.keeping.WINDOWS", 3)
    run.hall.app.after_request_funcs.setdefault(None, []).append(leak)
    assert most < kept_of_each(run, method, most) < size * 2
