"""Bots at a campaign: every deed goes through the service into the ledger, as a table's would."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from assistant.campaign import history
from assistant.campaign.replay import replay
from assistant.campaign.service import Open, Service, fold, new_key
from assistant.kernel.asking import Answer, Request
from assistant.kernel.codec import Json, encode
from assistant.kernel.errors import Illegal
from assistant.ledger.records import Campaign, Entry, live
from assistant.rules.core.deed import stored_kind
from assistant.rules.core.fact import Fact
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules
from assistant.rules.seats import seats
from assistant.rules.turn.facts import PointsGiven
from assistant.rules.war import SeatHeld
from assistant.rules.world import World
from assistant.simulate.crowd import Crowd
from assistant.simulate.crowd_tally import Tally, total
from assistant.simulate.crowd_whims import readings

Table = Callable[[], AbstractContextManager[Service]]
"""Where a game is played: a ledger of its own, for every turn's end copies and checks a whole ledger."""
BOT = "bots"
STEP_BY_STEP = 0.03
"""How often a deed is answered question by question, each time by a service that knows nothing yet."""


@dataclass
class AtCampaign:
    """The ground of a crowd: one campaign of a service."""

    service: Service
    campaign: Campaign
    random: Random
    _seen: World | None = None

    @property
    def world(self) -> World:
        """Looked up once after each change: bots look far more often than they act."""
        if self._seen is None:
            self._seen = self.service.world(self.campaign)
        return self._seen

    def do(self, deed: Any, answers: Callable[[Request], Answer]) -> tuple[Fact, ...]:
        kind, setup, self._seen = stored_kind(deed), encode(deed), None
        if self.random.random() >= STEP_BY_STEP:
            entry = self.service.record(self.campaign, kind, setup, answers, actor=BOT, key=new_key())
            return self._facts(entry)
        at = self.service.begin(self.campaign, kind, setup, actor=BOT, key=new_key())
        while isinstance(at, Open):
            # As after a power cut: only what the ledger holds is known.
            fresh = Service(self.service.ledger, self.service.game)
            at = fresh.answer(at.id, at.step, answers(fresh.resume(at.id).request))
        return self._facts(at)

    def _facts(self, entry: Entry) -> tuple[Fact, ...]:
        return tuple(map(self.service.game.decode_fact, entry.facts))

    def undo(self) -> bool:
        deeds = [entry.seq for entry in live(self._entries()) if entry.undoes is None and entry.seq > 1]
        wanted = None if self.random.random() < 0.5 else self.random.choice(deeds[-10:])
        return self._changed(history.undo, wanted)

    def redo(self) -> bool:
        return self._changed(history.redo, None)

    def _entries(self) -> Any:
        return self.service.entries(self.campaign)

    def _changed(self, change: Any, seq: int | None) -> bool:
        was = self.world.war
        try:
            change(self.service, self.campaign, seq, actor=BOT, key=new_key())
        except Illegal:
            return False
        finally:
            self._seen = None
        # A turn that was left is not gone back to: bots have no memory of what they did in it.
        if (self.world.war.turn, self.world.war.phase) != (was.turn, was.phase):
            other = history.redo if change is history.undo else history.undo
            other(self.service, self.campaign, None, actor=BOT, key=new_key())
            self._seen = None
            return False
        return True

    # ---- what must hold at the end -------------------------------------------------------------------

    def faults(self) -> Iterator[str]:
        """Whether replay is play, the fold is the world, and points are the sum of their reasons."""
        for again in replay(self.service, self.campaign):
            if again.difference:
                yield f"deed {again.entry.seq} ({again.entry.title}) replays otherwise: {again.difference}"
        game = self.service.game
        entries = live(self._entries())
        folded = fold(game, game.set_up(self.campaign.setup), entries)
        if folded != self.world:
            yield "the fold of all deeds is not the world that was played in"
        facts = (game.decode_fact(fact) for entry in entries for fact in entry.facts)
        given = [fact.points for fact in facts if isinstance(fact, PointsGiven)]
        if tuple(given) != tuple(self.world.war.points):
            yield "the points are not those that were given"
        for one in {points.commander for points in given}:
            if self.world.war.total(one) != sum(each.points for each in given if each.commander == one):
                yield f"the points of {one} are not the sum of their reasons"


def seating(game: RingOfPower, players: int) -> tuple[SeatHeld, ...]:
    """Seats for so many bots."""
    chairs = seats(game.scenario, players, house=HouseRules(game.book.house_rules, {})).chairs
    return tuple(
        SeatHeld(f"seat-{one.player}", f"Bot {one.player}", one.side, one.commands) for one in chairs
    )


def play_games(
    table: Table,
    game: RingOfPower,
    turns: int,
    seed: int,
    *,
    longest: int = 25,
    told: Callable[[Tally], None] = lambda _: None,
    enough: Callable[[], bool] = lambda: False,
) -> Tally:
    """Play games until so many turns are played, each at a table of its own, to its end or for so long."""
    tallies: list[Tally] = []
    while (left := turns - sum(one.turns for one in tallies)) > 0 and not enough():
        number = len(tallies) + 1
        with table() as service:
            tallies.append(_play_game(service, game, seed, number, min(left, longest)))
        told(tallies[-1])
    return total(tallies)


def _play_game(service: Service, game: RingOfPower, seed: int, number: int, turns: int) -> Tally:
    """One game, and whatever went wrong in it."""
    random = Random(f"{seed} {number}")
    setup: dict[str, Json] = {
        "scenario": game.scenario.id,
        "house_rules": dict(readings(game.book.house_rules, seed, number)),
    }
    campaign = service.new(f"Bots {number}", setup, key=new_key())
    ground = AtCampaign(service, campaign, random)
    crowd = Crowd(game.kit, ground, random)
    crowd.tally.games = 1
    try:
        crowd.attempt(BeginGame(seating(game, random.randint(2, 17))))
        crowd.set_scene()
        crowd.play(turns)
        crowd.tally.faults += ground.faults()
    except Exception as crash:
        where = traceback.extract_tb(crash.__traceback__)[-1]
        at = f"{Path(where.filename).name}:{where.lineno}"
        crowd.tally.faults.append(f"game {number}, turn {ground.world.war.turn}: {crash!r} at {at}")
        # A game that breaks on its first turn must not be begun for ever.
        crowd.tally.turns = max(crowd.tally.turns, 1)
    return crowd.tally
