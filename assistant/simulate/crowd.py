"""A crowd of bots that plays the running game: everything due is answered, and much else is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from assistant.kernel.asking import Answer, Request
from assistant.kernel.errors import AssistantError, Illegal
from assistant.rules.agenda import Agenda, agenda
from assistant.rules.core.deed import stored_kind
from assistant.rules.core.fact import Fact
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.turning import GoOn, SayDone
from assistant.rules.effects.keepers import as_kept
from assistant.rules.kit import Kit
from assistant.rules.reminders import Reminder, due_now
from assistant.rules.standing import Awaited, awaited, in_play, members
from assistant.rules.war import Force, ForceId
from assistant.rules.world import World
from assistant.simulate.bots import Whim
from assistant.simulate.crowd_measuring import MeasuringWhims
from assistant.simulate.crowd_roster import Roster, Witnessed
from assistant.simulate.crowd_scenes import Scene
from assistant.simulate.crowd_tally import Tally, faults_of, faults_of_reversal
from assistant.simulate.crowd_whims import Whims

# How likely each is: an arrival put off, a reminder skipped, a deed taken back, something set right by hand.
PUT_OFF, SKIPPED, TAKEN_BACK, BY_HAND, TRIED = 0.1, 0.15, 0.02, 0.02, 0.6
FROM_PAPER = 0.6
"""How often a game is taken over in the middle."""
MOST_QUESTIONS = 500
MOST_LOOKS = 200
"""So often what is due is looked at in one phase; a list that never ends is a dead end."""


class Ground(Protocol):
    """Whoever keeps the game that the crowd plays."""

    @property
    def world(self) -> World:
        """How the game stands."""

    def do(self, deed: Any, answers: Callable[[Request], Answer]) -> tuple[Fact, ...]:
        """A whole deed, with someone who answers everything; what it recorded."""

    def undo(self) -> bool:
        """Take some deed back; whether there was one that nothing later stands on."""

    def redo(self) -> bool:
        """Let some undone deed count again."""


class DeadEnd(Exception):
    """Nobody can go on."""


@dataclass
class Crowd:
    """All commanders at once, without sense but within the rules."""

    kit: Kit
    ground: Ground
    random: Random
    tally: Tally = field(default_factory=Tally)
    roster: Roster = field(init=False)

    def __post_init__(self) -> None:
        self.roster = Roster.of(self.world)

    @property
    def world(self) -> World:
        return self.ground.world

    @property
    def whims(self) -> Whims:
        return Whims(self.kit, self.world, self.random)

    @property
    def measuring(self) -> MeasuringWhims:
        return MeasuringWhims(self.kit, self.world, self.random)

    def agenda(self) -> Agenda:
        return agenda(self.kit, self.world)

    def set_scene(self) -> None:
        """Now and then a table that has played on paper goes on from there."""
        if self.random.random() < FROM_PAPER:
            self._try(Scene(self.kit, self.world, self.random).deeds())

    # ---- a turn --------------------------------------------------------------------------------------

    def play(self, turns: int) -> int:
        """So many turns, or fewer if someone wins; returns how many were played."""
        for played in range(turns):
            if not self.turn():
                return played + 1
        return turns

    def turn(self) -> bool:
        """Start, movement, combat; whether the game goes on."""
        for phase in (self.start, self.movement, self.combat):
            if self._is_won(self.agenda()):
                return False
            phase()
            self._go_on()
        self.tally.turns += 1
        return True

    def start(self) -> None:
        """Arrivals, reminders, wars and choices."""
        # Some things are seen to before the first fight.
        self._heed()
        self._fight()
        due = awaited(self.kit, self.world)
        self.tally.faults += self.roster.forgotten(self.world, due)
        for one in due:
            self._see_in(one)
        self._heed()
        self._try(self.whims.politics())

    def movement(self) -> None:
        """Everyone moves in turn, says so, and sometimes thinks better of it."""
        self._heed()
        for commander in in_play(self.kit, self.world):
            for force in [one.id for one in self.whims.forces_of(commander)]:
                if (now := self._still(force)) is not None:
                    self._try(self.whims.marching(now))
                if (now := self._still(force)) is not None:
                    self._try(self.measuring.moving(now))
                self._meddle()
            self.attempt(SayDone((commander,)))
            if self.random.random() < TAKEN_BACK:
                self.attempt(SayDone((commander,), done=False))
        self._try(self.measuring.meeting())
        self._try(self.whims.meeting())
        self._heed()

    def _still(self, force: ForceId) -> Force | None:
        """A force with anyone in it: its arrival may have been taken back meanwhile, or it joined others."""
        now = self.world.war.forces.get(force)
        return now if now is not None and members(self.world, now) else None

    def combat(self) -> None:
        """Contacts are fought, the beaten go back, places fall, captives are brought home."""
        self._heed()
        self._fight()
        self._try(self.measuring.beaten())
        self._try(self.whims.aftermath())
        self._heed()

    def _fight(self) -> None:
        for known in tuple(self.world.war.contacts):
            # Those who met may be others by now: between two fights a force may have joined another.
            if (contact := self.world.war.contacts.get(known)) is not None:
                self._try(self.whims.fighting(contact))
                self._meddle()

    def _go_on(self) -> None:
        """On to the next phase, which must always be possible."""
        was = (self.world.war.turn, self.world.war.phase)
        if not self.attempt(GoOn()):
            self.attempt(GoOn(anyway=True))
        if (self.world.war.turn, self.world.war.phase) == was:
            raise DeadEnd(f"turn {was[0]} cannot leave {was[1]}")

    def _is_won(self, seen: Agenda) -> bool:
        """Whether someone has won and the game is over."""
        if seen.verdict is None:
            return self.world.war.phase == "over"
        self.tally.victories[seen.verdict.words] += 1
        return self.attempt(EndGame("victory"))

    # ---- what is due ---------------------------------------------------------------------------------

    def _see_in(self, one: Awaited) -> None:
        if one.due.lost:
            self.attempt(Forgo(one.key, "lost"))
            return
        if one.due.shut:
            return
        if self.random.random() < PUT_OFF:
            self.attempt(Forgo(one.key, "lost" if one.due.optional else "postponed"))
            return
        for deed in self.whims.arriving(one):
            if self.attempt(deed):
                return
        if not self.attempt(Arrive(one.key)):
            self.tally.stranded[one.due.id] += 1

    def _heed(self) -> None:
        """Every reminder is answered; what an answer makes due is answered too."""
        for _ in range(MOST_LOOKS):
            # As every screen shows it: a place without its keeper heals nobody.
            due = due_now(as_kept(self.kit, self.world), self.world)
            if not due:
                return
            self._answer(due[0])
        raise DeadEnd(f"reminders never end: {due[0].key}")

    def _answer(self, one: Reminder) -> None:
        self.tally.reminders[one.about] += 1
        how = "skipped" if self.random.random() < SKIPPED else "done"
        if not self.attempt(Heed(one.key, how)):  # type: ignore[arg-type]
            raise DeadEnd(f"the reminder {one.key} can be neither done nor skipped")

    # ---- deeds ---------------------------------------------------------------------------------------

    def attempt(self, deed: Any) -> bool:
        """A deed that may be refused before it begins, but never afterwards."""
        before, player = self.world, _Patient(Whim(self.random), self.tally)
        try:
            facts = self.ground.do(deed, player)
        except AssistantError as refusal:
            # Whatever has asked a question must end; several refusals at once are refusals too.
            if player.replies or not (isinstance(refusal, Illegal) or refusal.code == "several-faults"):
                raise
            self.tally.refusals[refusal.code] += 1
            return False
        self.tally.deeds[stored_kind(deed)] += 1
        seen = Witnessed(self.kit, before, self.world, deed, facts, tuple(player.replies))
        self.tally.faults += faults_of(seen, self.roster)
        return True

    def _try(self, proposals: Iterator[Any]) -> None:
        for deed in proposals:
            self.attempt(deed)

    def _meddle(self) -> None:
        """Now and then something is taken back, put back, or set right by hand."""
        if self.random.random() < BY_HAND:
            self._try(self.whims.by_hand())
        is_undone = self.random.random() < TAKEN_BACK and self._reversed("undo", self.ground.undo)
        if is_undone and self.random.random() < TRIED:
            self._reversed("redo", self.ground.redo)

    def _reversed(self, what: str, change: Callable[[], bool]) -> bool:
        before = self.world
        if not change():
            return False
        self.tally.deeds[what] += 1
        self.tally.faults += faults_of_reversal(before, self.world, what, self.roster)
        return True


@dataclass
class _Patient:
    """Answers for a long time, but not for ever, counts what was asked, and knows what it answered."""

    answers: Callable[[Request], Answer]
    tally: Tally
    replies: list[tuple[Request, Answer]] = field(default_factory=list)

    def __call__(self, request: Request) -> Answer:
        if len(self.replies) >= MOST_QUESTIONS:
            raise DeadEnd(f"no end after {MOST_QUESTIONS} questions: {request.why}")
        self.tally.questions[f"{request.kind} {request.purpose}"] += 1
        self.replies.append((request, self.answers(request)))
        return self.replies[-1][1]
