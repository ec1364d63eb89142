"""Who may know of a deed: a fight is everybody's to read, any other theirs who did it, and who lead."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.campaign.accounts import SETUPS
from assistant.campaign.evidence import had_a_hand, read_evidence
from assistant.campaign.permissions import Power, who_answers
from assistant.campaign.playing import Table
from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.reads import pending_closed
from assistant.ledger.records import Actor, Entry, Pending
from assistant.rules.confidences import heard


def may_read(power: Power, deed: Entry) -> bool:
    """Whether somebody may read of what was done: fights are seen by the whole table, and told to it."""
    return power.is_master or deed.kind in SETUPS or had_a_hand(deed, power.me)


def may_follow(here: Table, power: Power, pending: Pending) -> bool:
    """Whether somebody may look on while a deed asks: whoever has a part in it, or in what it holds."""
    if power.is_master or pending.kind in SETUPS or _has_signed(power, pending):
        return True
    forces = [one for one in here.world.war.forces.values() if one.commander in power.commanders]
    own = {str(one.id) for one in forces} | {str(figure) for one in forces for figure in one.figures}
    return not own.isdisjoint(pending.holds) or _is_asked(here, power, pending)


def _has_signed(power: Power, pending: Pending) -> bool:
    signed = (Actor(one.by, one.who) for one in read_evidence(pending.answers) if one.by)
    return any(map(power.me.is_one_of, (Actor(pending.actor, pending.who), *signed)))


def _is_asked(here: Table, power: Power, pending: Pending) -> bool:
    try:
        request = here.service.resume(pending.id).request
    except AssistantError:
        # What the rules no longer ask, or what is over by now, waits for nobody.
        return False
    asked = who_answers(here.kit, here.world, pending, request)
    return not set(power.commanders).isdisjoint(asked)


def followed(here: Table, power: Power, pending: Pending) -> Pending:
    """A deed under way, for somebody who may look on; for all others it is not there."""
    if not may_follow(here, power, pending):
        raise pending_closed()
    return pending


def read(here: Table, power: Power, seq: int) -> Entry:
    """What was done by its number, for somebody who may read of it; for all others it is not there."""
    found = here.service.ledger.entry(here.campaign.id, seq) if 0 < seq <= here.seen else None
    if found is None or not may_read(power, found):
        raise Illegal(
            "unknown-entry", f"There is no fight {seq} in this game.", do="Look at the list of fights."
        )
    return found


def heard_by(here: Table, power: Power, log: Iterable[str]) -> tuple[str, ...]:
    """Of what was said in a deed, what somebody may hear: points and the Ring are not for everybody."""
    return tuple(log if power.is_master else heard(here.kit, here.world.war, log, power.commanders))


def as_told_to(here: Table, power: Power, error: AssistantError) -> AssistantError:
    """A refusal without the name of a deed of which whoever reads it may not know."""
    deed = error.names
    is_known = may_read(power, deed) if isinstance(deed, Entry) else True
    if isinstance(deed, Pending):
        is_known = may_follow(here, power, deed)
    if not is_known:
        error.sentence = error.unnamed
    return error
