"""The door: what is sent of a deed is held against the written table before anything is judged or done."""

from __future__ import annotations

from assistant.campaign.areas import refuse_deed_elsewhere
from assistant.campaign.permissions import Power, refuse_unless_may
from assistant.campaign.playing import Table
from assistant.campaign.rulings import RULING
from assistant.campaign.said.fights import as_may_be_fought
from assistant.campaign.said.forms import deed_form
from assistant.campaign.said.rulings import as_may_be_ruled
from assistant.campaign.said.who import FIGHTS, SEAT, Role
from assistant.kernel.codec import Json, decode, encode
from assistant.kernel.errors import Illegal
from assistant.rules.core.deed import not_yours
from assistant.rules.deeds.calling import in_one_line, is_seen
from assistant.rules.deeds.ruling import Ruling

SETUP = "setup"


def as_may_be_said(here: Table, power: Power, kind: str, setup: Json, additions: Json = None) -> Json:
    """A deed as it may be done by whoever sends it: fields of theirs as sent, fights and rulings made anew.

    What is not theirs to do or to set is refused. `additions` are figures that a fight may bring.
    """
    if not power.is_master and kind not in SEAT:
        raise not_yours(is_somebodys=False)
    # By the widest form first: what has no bounds is not looked at any further.
    deed_form(kind, "game-master").check(setup, SETUP)
    setup = as_seen(setup)
    refuse_unless_may(power, here.kit, here.world, kind, setup)
    role = role_for(here, power, kind, setup)
    deed_form(kind, role).check(setup, SETUP)
    if kind == RULING:
        return encode(as_may_be_ruled(here, power, decode(Ruling, setup)))
    return as_may_be_fought(here, power, role, kind, setup, additions) if kind in FIGHTS else setup


def as_seen(said: Json) -> Json:
    """The same with every text on one line, and nothing in it that nobody sees."""
    match said:
        case str():
            return said if is_seen(said) else in_one_line(said)
        case list():
            return [as_seen(one) for one in said]
        case dict():
            return {str(as_seen(name)): as_seen(one) for name, one in said.items()}
    return said


def role_for(here: Table, power: Power, kind: str, setup: Json) -> Role:
    """Whether a deed is sent by somebody who leads where it is done, or by a seat of theirs."""
    if not power.is_master:
        return "seat"
    if power.tables and power.commanders and kind in SEAT:
        try:
            refuse_deed_elsewhere(power.tables, here.kit, here.world, kind, setup)
        except Illegal:
            return "seat"
    return "assistant"
