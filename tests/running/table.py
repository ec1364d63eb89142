"""How tests play a running game: deeds in, the world and what was said out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.kernel.asking import Allocate, Allocated, Answer, Choose, Chosen, Request, Roll, Rolled
from assistant.kernel.codec import encode
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import play
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import FightingSide
from assistant.rules.core.deed import stored_kind
from assistant.rules.deeds.battles import ReportedBattle, proposed
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.house import HouseRules
from assistant.rules.reminders import due_now
from assistant.rules.seats import seats
from assistant.rules.standing import Awaited, awaited
from assistant.rules.war import Force, Heeded, SeatHeld
from assistant.rules.world import Condition, World


def seating(game: RingOfPower, players: int = 10) -> tuple[SeatHeld, ...]:
    """As the rulebook's list seats so many players."""
    chairs = seats(game.scenario, players, house=HouseRules(game.book.house_rules, {})).chairs
    return tuple(
        SeatHeld(f"seat-{one.player}", f"Player {one.player}", one.side, one.commands) for one in chairs
    )


@dataclass
class Running:
    """A game under way; every deed is stored, read again and folded as the ledger would."""

    game: RingOfPower
    world: World
    said: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)

    @classmethod
    def begun(cls, game: RingOfPower, players: int = 10, house: Mapping[str, str] | None = None) -> Running:
        """Everyone seated and deployed, at the start of turn 1."""
        running = cls(game, game.set_up({"house_rules": dict(house or {})}))
        running.do(BeginGame(seating(game, players)))
        return running

    def copy(self) -> Running:
        return Running(self.game, self.world)

    def do(self, deed: Any, *answers: object) -> Running:
        """Do a deed; answers are faces, an option, or takers, in the order of its questions."""
        left = list(answers)
        kind = stored_kind(deed)
        opening = self.game.opening(kind, encode(deed), self.world)
        start = self.game.start(kind, opening.setup)
        played = play(start, self.world, self.game.apply, lambda request: _answer(request, left))
        assert not left, f"nobody asked for {left}"
        for fact in played.done.facts:
            self.world = self.game.apply(self.world, self.game.decode_fact(self.game.encode_fact(fact)))
        self.said = list(played.done.log)
        self.titles.append(played.done.title or opening.title)
        return self

    def go_to(self, turn: int, phase: str = "start") -> Running:
        """On to a phase of a turn; what is due and not done waits."""
        while (self.world.war.turn, self.world.war.phase) != (turn, phase):
            assert self.world.war.turn <= turn, f"turn {turn} {phase} is past"
            self.do(GoOn(anyway=True))
        return self

    def force(self, commander: str, place: str) -> Force:
        """A commander's first force at a place."""
        return next(force for force in self.world.war.at(PlaceId(place)) if force.commander == commander)

    def force_with(self, figure: str) -> Force:
        """The force a figure is in."""
        found = self.world.war.force_of(FigureId(figure))
        assert found is not None, f"{figure} is in no force"
        return found

    def report(
        self, contact: str, ends: Mapping[str, Condition], *answers: object, winner: FightingSide
    ) -> Running:
        """A contact fought out at the table, with what became of some."""
        setup = proposed(self.game.kit, self.world, self.world.war.contacts[contact])
        fallen = {FigureId(figure): condition for figure, condition in ends.items()}
        loser: FightingSide = "evil" if winner == "good" else "good"
        left = any(one.figure not in fallen for one in setup.side(loser).figures)
        fight = ReportedFight(setup, fallen, winner=winner, retreats=loser if left else None)
        return self.do(ReportedBattle(contact, fight), *answers)

    def meet(self, good: str, evil: str, place: str) -> str:
        """Two forces, each known by a figure in it, are in contact at a place; the contact's name."""
        for figure in (good, evil):
            self.stand(figure, place)
        both = (self.force_with(good).id,), (self.force_with(evil).id,)
        self.do(Meet(*both, PlaceId(place)))
        return list(self.world.war.contacts)[-1]

    def stand(self, figure: str, place: str) -> Running:
        """Put the force of a figure at a place, as the game master may by hand."""
        force = replace(self.force_with(figure), place=PlaceId(place))
        return self.set_war(forces={**self.world.war.forces, force.id: force})

    def told(self, about: str) -> list[str]:
        """The reminders of a kind that are due now, by their titles."""
        return [one.title for one in due_now(self.game.kit, self.world) if one.about == about]

    def confirm(self, title: str, *answers: object, how: Heeded = "done") -> Running:
        """See to what is due, or skip it."""
        key = next(one.key for one in due_now(self.game.kit, self.world) if one.title == title)
        return self.do(Heed(key, how), *answers)

    def due(self, arrival: str) -> Awaited:
        """An arrival that waits to be placed, the earliest of its name."""
        return next(one for one in awaited(self.game.kit, self.world) if one.due.id == arrival)

    def points(self, commander: str) -> int:
        return self.world.war.total(CommanderId(commander))

    def set_war(self, **changes: Any) -> Running:
        """Put the game into a state that would take long to play to."""
        self.world = replace(self.world, war=replace(self.world.war, **changes))
        return self


def _answer(request: Request, left: list[object]) -> Answer:
    assert left, f"nothing is left to answer: {request.why}"
    given = left.pop(0)
    match request:
        case Roll():
            assert isinstance(given, Iterable)
            assert not isinstance(given, str)
            return Rolled(tuple(given))
        case Choose():
            return Chosen(str(given))
        case Allocate():
            if given == "as proposed":
                return Allocated(request.proposal)
            assert isinstance(given, Iterable)
            assert not isinstance(given, str)
            return Allocated(tuple(given))
