"""Every fight of a campaign as a report tells it: who met, what was rolled, how it came out, and the luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from assistant.campaign.accounts import Told, accounts
from assistant.campaign.annals import CITED
from assistant.campaign.chronicle import turns
from assistant.campaign.naming import Naming, naming
from assistant.campaign.rulings import overruled
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign, live
from assistant.rules.book import Book
from assistant.rules.game import RingOfPower


@dataclass(frozen=True, slots=True)
class Report:
    """A fight that is over; `doubt` says why its luck can no longer be told."""

    deed: int
    when: str
    title: str
    story: tuple[str, ...]
    blows: tuple[str, ...]
    luck: tuple[str, ...]
    doubt: str = ""


def reports(service: Service, campaign: Campaign) -> tuple[Report, ...]:
    """The fights that count, in the order they were fought."""
    game = cast(RingOfPower, service.game)
    entries = live(service.ledger.entries(campaign.id))
    when = {entry.seq: turn for turn, deeds in turns(game, entries) for entry in deeds}
    names, ruled = naming(game.kit, service.world(campaign)), overruled(entries)
    return tuple(
        _report(game.book, names, told, when[told.entry.seq], ruled.get(told.entry.seq, ()))
        for told in accounts(service, campaign)
    )


def _report(book: Book, names: Naming, told: Told, when: str, ruled: Sequence[str]) -> Report:
    """One fight; the numbers of rules are for those who look a ruling up on a screen."""
    return Report(
        deed=told.entry.seq,
        when=when,
        title=told.entry.title,
        story=told.account.story(book),
        blows=tuple(CITED.sub("", names.told(line)) for line in (*ruled, *told.entry.log)),
        luck=() if told.doubt else tuple(told.account.luck().lines()),
        doubt=told.doubt,
    )
