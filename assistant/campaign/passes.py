"""Who may come into a campaign: a code for each seat, for the game master's helpers and the projector."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from assistant.campaign.service import Service
from assistant.campaign.signing import free_label, refuse_players_name
from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.records import Campaign, Pass
from assistant.ledger.store import Ledger
from assistant.rules.war import SeatHeld

Role = Literal["seat", "assistant", "projector", "game-master"]

# No letter or digit that is taken for another when it is read aloud or by bad light.
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
SHORT, LONG = 8, 16
GROUP = 4
# Two who look for the first time at once must not both issue a code for the same seat.
_issuing = threading.Lock()


def new_code(length: int = SHORT) -> str:
    """A code that nobody guesses: 8 letters are one of 850,000 million."""
    drawn = "".join(secrets.choice(LETTERS) for _ in range(length))
    return "-".join(drawn[start : start + GROUP] for start in range(0, length, GROUP))


def tidy_code(typed: str) -> str:
    """A code as it was issued, however it was typed: small letters, spaces, no hyphens."""
    letters = "".join(letter for letter in typed.upper() if letter.isalnum())
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def seat_passes(ledger: Ledger, campaign: Campaign, seats: Iterable[SeatHeld]) -> tuple[Pass, ...]:
    """The passes of a campaign; every seat and the projector have one from the first look on."""
    with _issuing:
        return _with_missing(ledger, campaign, seats)


def seat_everyone(service: Service) -> None:
    """Codes for whoever sits in a campaign made without any: a server does not wait for the first look."""
    for campaign in service.ledger.campaigns():
        if any(one.role == "seat" for one in service.ledger.passes(campaign.id)):
            continue
        # What this version cannot read is told of where somebody opens it; others are served all the same.
        with suppress(AssistantError):
            if seats := tuple(service.world(campaign).war.seats.values()):
                seat_passes(service.ledger, campaign, seats)


def _with_missing(ledger: Ledger, campaign: Campaign, seats: Iterable[SeatHeld]) -> tuple[Pass, ...]:
    held = ledger.passes(campaign.id)
    seated = {one.seat for one in held if one.role == "seat"}
    missing = [
        Pass(new_code(), campaign.id, "seat", seat.id, label=seat.player)
        for seat in seats
        if seat.id not in seated
    ]
    if not any(one.role == "projector" for one in held):
        missing.append(Pass(new_code(), campaign.id, "projector", label="Projector"))
    return (*held, *ledger.issue(missing)) if missing else held


def reissue(ledger: Ledger, campaign: Campaign, code: str) -> Pass:
    """A new code for the same; whoever came in with the old one is out at once."""
    old = _of(ledger, campaign, code)
    (fresh,) = ledger.issue(
        [replace(old, code=new_code(len(code.replace("-", ""))), issued_at="")], instead_of=[code]
    )
    return fresh


def withdraw(ledger: Ledger, campaign: Campaign, code: str) -> Pass:
    """Take a helper's code away."""
    old = _of(ledger, campaign, code)
    ledger.issue([], instead_of=[code])
    return old


def let_in(
    ledger: Ledger, campaign: Campaign, role: Role, *, label: str, area: str = "", length: int = SHORT
) -> Pass:
    """A new code for a helper, limited to one table if need be."""
    # A mark of their own, which stays when the code is replaced: their deeds are told by it, not by the name.
    mark = secrets.token_hex(4) if role == "assistant" else ""
    (fresh,) = ledger.issue([Pass(new_code(length), campaign.id, role, mark, area, label)])
    return fresh


def add_helper(
    ledger: Ledger, campaign: Campaign, seats: Collection[SeatHeld], *, label: str, area: str = ""
) -> Pass:
    """A new code for an assistant who is called as nobody else here; without a name they have a number."""
    with _issuing:
        name = free_label(label, ledger.passes(campaign.id), seats)
        refuse_players_name(name, seats)
        return let_in(ledger, campaign, "assistant", label=name, area=area)


def _of(ledger: Ledger, campaign: Campaign, code: str) -> Pass:
    found = ledger.find_pass(code)
    if found is None or found.campaign != campaign.id:
        raise Illegal(
            "no-such-pass", "That code has been replaced already.", do="Look at the list of codes again."
        )
    return found
