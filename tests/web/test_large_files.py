"""Large files are taken in one by one of each, and whoever sends one holds up nobody who leads a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.campaign.passes import let_in
from assistant.campaign.service import Service
from tests.web.conftest import KEYS
from tests.web.wires import Gate, Wire

OWN = "http://127.0.0.1"
JSON = "application/json"
LARGE = 1_000_000

Besiege = Callable[..., Gate]


@pytest.fixture
def helper(service: Service) -> Callable[..., tuple[str, str]]:
    """Lets an assistant into a new game: the address for positions, and the code."""

    def enter(name: str, *, is_demo: bool = False) -> tuple[str, str]:
        campaign = service.ledger.create(name, "ring-of-power", {"scenario": "", "demo": is_demo}, key=name)
        code = let_in(service.ledger, campaign, "assistant", label="Helper").code
        return f"/api/v1/campaigns/{campaign.id}/positions", code

    return enter


def cookie_at(gate: Gate, door: str) -> str:
    return gate.wire().ask(door).hear().headers["set-cookie"].split(";")[0]


def sends(gate: Gate, path: str, cookie: str) -> Wire:
    """Somebody who is about to send a large file, and waits to be told to go on."""
    told = {"Origin": OWN, "Accept": JSON, "Content_Type": JSON, "Expect": "100-continue"}
    if path.endswith("restore"):
        told["Content_Type"] = "multipart/form-data; boundary=b"
    return gate.wire().ask(path, "POST", Cookie=cookie, Content_Length=str(LARGE), **told)


def test_the_game_masters_backup_is_taken_in_whatever_others_send(
    besieged: Besiege, helper: Callable[..., tuple[str, str]]
) -> None:
    gate = besieged()
    (path, code), (another, other) = helper("One"), helper("Two")
    mine, theirs = cookie_at(gate, f"/j/{code}"), cookie_at(gate, f"/j/{other}")
    assert sends(gate, path, mine).hear().status == 100
    # Both wait: the first of them has the place, and no second.
    sends(gate, path, mine)
    sends(gate, another, theirs)
    master = cookie_at(gate, f"/master?passphrase={KEYS.passphrase}")
    assert sends(gate, "/api/v1/restore", master).hear().status == 100


def test_nobody_has_two_places_and_the_second_file_is_told_to_come_again(besieged: Besiege) -> None:
    gate = besieged(waiting_seconds=1, uploads=5)
    master = cookie_at(gate, f"/master?passphrase={KEYS.passphrase}")
    assert sends(gate, "/api/v1/restore", master).hear().status == 100
    refused = sends(gate, "/api/v1/restore", master).hear()
    assert (refused.status, refused.code, "retry-after" in refused.headers) == (503, "busy", True)


def test_others_have_places_of_their_own_where_there_are_some(
    besieged: Besiege, helper: Callable[..., tuple[str, str]]
) -> None:
    gate = besieged(uploads=3)
    for name in ("One", "Two"):
        path, code = helper(name)
        assert sends(gate, path, cookie_at(gate, f"/j/{code}")).hear().status == 100


@pytest.mark.parametrize("is_demo", [True, False])
def test_whoever_has_a_demo_only_sends_no_large_file(
    is_demo: bool, besieged: Besiege, helper: Callable[..., tuple[str, str]]
) -> None:
    gate = besieged()
    path, code = helper("One", is_demo=is_demo)
    assert sends(gate, path, cookie_at(gate, f"/j/{code}")).hear().status == (413 if is_demo else 100)


def test_a_large_file_that_comes_too_slowly_is_not_waited_for(besieged: Besiege) -> None:
    gate = besieged(body_seconds=1, body_pace=1, upload_pace=1_000_000)
    master = cookie_at(gate, f"/master?passphrase={KEYS.passphrase}")
    wire = sends(gate, "/api/v1/restore", master)
    assert wire.hear().status == 100
    # At the pace of what is small it would be waited for until tomorrow.
    assert wire.say(b"x" * 65_536).is_hung_up()


def test_a_large_file_into_a_game_that_is_not_there_is_refused_as_any_other(besieged: Besiege) -> None:
    gate = besieged()
    assert sends(gate, "/api/v1/campaigns/nowhere/positions", "").hear().status == 401
    assert gate.answers()
