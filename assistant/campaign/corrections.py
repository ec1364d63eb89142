"""The game master's corrections: a fight entered as it came out, and a result overruled with a reason."""

from __future__ import annotations

from dataclasses import replace

from assistant.campaign.history import counting_deed
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Entry, Signed
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.fight.facts import FightEnded


def report(service: Service, campaign: Campaign, fight: ReportedFight, *, actor: Signed, key: str) -> Entry:
    """Record a fight that is over."""
    return _at_once(service, campaign, "reported-fight", fight, actor, key)


def overrule(service: Service, campaign: Campaign, ruling: Ruling, *, actor: Signed, key: str) -> Entry:
    """Record the game master's word: on one fight and its figures, or on any figures."""
    return _at_once(service, campaign, "ruling", as_overruled(service, campaign, ruling), actor, key)


def as_overruled(service: Service, campaign: Campaign, ruling: Ruling) -> Ruling:
    """A ruling with everybody it concerns: those of a fight that counts, or whom it names."""
    if ruling.deed is not None:
        ruling = replace(ruling, concerns=who_fought(service, campaign, ruling.deed))
        strangers = [one.figure for one in ruling.figures if one.figure not in ruling.concerns]
        if strangers:
            raise Illegal(
                "not-in-the-fight",
                f"{strangers[0]} did not take part in deed {ruling.deed}.",
                do="Leave the number of the deed out to rule on any figure.",
            )
    elif ruling.winner is not None:
        raise Illegal("no-such-deed", "Which fight was won otherwise?", do="Give the number of the deed.")
    return ruling


def who_fought(service: Service, campaign: Campaign, seq: int) -> tuple[FigureId, ...]:
    """Everyone in a fight that counts."""
    entry = counting_deed(service.ledger.entries(campaign.id), seq)
    facts = [service.game.decode_fact(fact) for fact in entry.facts]
    ended = next((fact for fact in facts if isinstance(fact, FightEnded)), None)
    if ended is None:
        raise Illegal(
            "not-a-fight",
            f"Deed {seq} ({entry.title}) is no fight.",
            do="Undo it instead, or rule on figures without naming a deed.",
        )
    return ended.fought


def _at_once(
    service: Service, campaign: Campaign, kind: str, deed: ReportedFight | Ruling, actor: Signed, key: str
) -> Entry:
    """Deeds of the game master's word ask nothing, and are recorded as they begin."""
    entry = service.begin(campaign, kind, encode(deed), actor=actor, key=key)
    assert isinstance(entry, Entry)
    return entry
