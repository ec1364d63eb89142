"""The game master's word on a fight that was recorded: whom it concerns is looked up, never believed."""

from __future__ import annotations

from dataclasses import replace

from assistant.campaign import history
from assistant.campaign.corrections import as_overruled
from assistant.campaign.permissions import Power, refuse_unless_leads
from assistant.campaign.playing import Table
from assistant.rules.deeds.calling import in_one_line
from assistant.rules.deeds.ruling import Ruling


def as_may_be_ruled(here: Table, power: Power, ruling: Ruling) -> Ruling:
    """A ruling with everybody it concerns; those rule on a fight who lead where its figures are."""
    if ruling.deed is not None:
        fought = here.service.ledger.entry(here.campaign.id, ruling.deed)
        refuse_unless_leads(power, here.kit, here.world, history.touched(here.game, fought))
    return as_overruled(here.service, here.campaign, replace(ruling, reason=in_one_line(ruling.reason)))
