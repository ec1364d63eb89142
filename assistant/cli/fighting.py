"""Where a fight in the terminal is kept: in a campaign's ledger, or in the air."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

import click

from assistant.campaign.accounts import account_of
from assistant.campaign.naming import naming_of
from assistant.campaign.service import Open, Service, new_key
from assistant.campaign.story import Account
from assistant.cli.common import actor, aside, same_instance
from assistant.kernel.asking import Answer, count_of
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal, ReplayDiverged
from assistant.kernel.procedure import Done, Waiting, advance, play
from assistant.ledger.records import Campaign, Entry, Pending
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import FightSetup
from assistant.rules.core.fact import Fact
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.simulate.answerers import in_turn


@dataclass(frozen=True, slots=True)
class Finished:
    """The fight is over; what is no fight, or was evaded, has no account of blows."""

    log: tuple[str, ...]
    closing: str
    account: Account | None = None


class Table(Protocol):
    """A fight under way, whoever keeps it."""

    @property
    def told(self) -> Callable[[str], str]:
        """How a line of the log, or an option, is said at this table."""

    def standing(self) -> Open | Finished:
        """The question it stands at, or its end."""

    def answer(self, step: int, answer: Answer) -> None:
        """Answer the question shown as `step`."""

    def back(self) -> None:
        """Take back the last answer."""

    def leave(self) -> str:
        """Walk away; says what becomes of the fight."""


@dataclass(slots=True)
class LooseFight:
    """A fight that nobody records."""

    game: RingOfPower
    setup: FightSetup
    answers: list[Answer] = field(default_factory=list)

    @property
    def told(self) -> Callable[[str], str]:
        """Characters by their names; others of a sort go by the numbers they are told apart by."""
        return naming_of(self.game.book, self.setup).of_characters().told

    def standing(self) -> Open | Finished:
        at = advance(self.game.fight(self.setup), World(), self.game.apply, self.answers)
        if isinstance(at, Done):
            played = play(self.game.fight(self.setup), World(), self.game.apply, in_turn(self.answers))
            return Finished(self._log(at), "The fight is over.", Account.of(self.setup, played))
        request = replace(at.request, why=self.told(at.request.why))
        return Open("", "", request, at.step, self._log(at))

    def _log(self, at: Waiting[Fact] | Done[Fact, Outcome]) -> tuple[str, ...]:
        return tuple(map(naming_of(self.game.book, self.setup, at.facts).of_characters().told, at.log))

    def answer(self, step: int, answer: Answer) -> None:
        advance(self.game.fight(self.setup), World(), self.game.apply, [*self.answers, answer])
        self.answers.append(answer)

    def back(self) -> None:
        self.answers.pop()

    def leave(self) -> str:
        return "The fight is given up."


def under_way(service: Service, campaign: Campaign, number: int) -> Pending:
    """One of the fights that are not over, by its place on the campaign's list."""
    pendings = service.ledger.pendings(campaign.id)
    if not pendings:
        raise Illegal(
            "no-open-fight",
            f"No fight is under way in {campaign.name}.",
            do="Begin one: give a battle file, or --good and --evil.",
        )
    if number > len(pendings):
        raise Illegal(
            "no-such-fight",
            f"{count_of(len(pendings), 'fight is', 'fights are')} under way in {campaign.name}.",
            do="See `assistant campaign show`.",
        )
    return pendings[number - 1]


def resumed(service: Service, campaign: Campaign, pending: Pending) -> Open:
    """Where it stands; if the rules have changed meanwhile, the way on is offered."""
    try:
        return service.resume(pending.id)
    except ReplayDiverged as changed:
        click.echo(f"The rules have changed since this began: {pending.title}.\n{changed.sentence}", err=True)
        with aside():
            is_wanted = click.confirm(f"Take it back to what can still be used, before step {changed.step}?")
        if is_wanted:
            return service.rewind(pending.id)
        number = 1 + [one.id for one in service.ledger.pendings(campaign.id)].index(pending.id)
        here = f"{campaign.id}{same_instance()}"
        raise Illegal(
            "not-taken-back",
            "It waits as it is.",
            do=f"To enter how it came out at the table instead: assistant campaign call-off {here} "
            f"--open {number}, then: assistant campaign enter {here}",
        ) from changed


@dataclass(slots=True)
class AtCampaign:
    """A fight in a campaign: every answer is kept, so it can be gone on with after any interruption."""

    service: Service
    campaign: Campaign
    at: Open | Entry
    go_on: str = ""
    """What goes on with it, where that is another command than a fight's own."""
    told: Callable[[str], str] = str
    """How a line of the log is said at this table."""

    @classmethod
    def sit_down(
        cls, service: Service, campaign: Campaign, setup: FightSetup | None, number: int = 1
    ) -> AtCampaign:
        """Begin a new fight, or go on with the one under way."""
        if setup is not None:
            begun = service.begin(campaign, "fight", encode(setup), actor=actor(), key=new_key())
            return cls(service, campaign, begun)
        return cls(service, campaign, resumed(service, campaign, under_way(service, campaign, number)))

    def standing(self) -> Open | Finished:
        if isinstance(self.at, Open):
            request = replace(self.at.request, why=self.told(self.at.request.why))
            return replace(self.at, request=request, log=tuple(map(self.told, self.at.log)))
        closing = f"Recorded as deed {self.at.seq} of {self.campaign.name}: {self.at.title}."
        told = account_of(self.service, self.at)
        return Finished(tuple(map(self.told, self.at.log)), closing, told.account if told else None)

    def answer(self, step: int, answer: Answer) -> None:
        assert isinstance(self.at, Open)
        self.at = self.service.answer(self.at.id, step, answer, revision=self.at.revision)

    def back(self) -> None:
        assert isinstance(self.at, Open)
        self.at = self.service.take_back(self.at.id, revision=self.at.revision)

    def leave(self) -> str:
        fight = f"assistant fight --campaign {self.campaign.id}{same_instance()}"
        return f"It is kept; go on with: {self.go_on or fight}"
