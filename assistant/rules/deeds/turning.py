"""SEQ-03: a turn runs start, movement, combat; commanders say when they are done, the game master goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from assistant.kernel.asking import count_of
from assistant.kernel.codec import Json, encode
from assistant.kernel.errors import Illegal, Stale
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.combat.setup import SIDES
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed
from assistant.rules.core.resources import TURN
from assistant.rules.deeds.arriving import is_choice, told
from assistant.rules.deeds.checks import require_running
from assistant.rules.deeds.last_turn import past_the_last
from assistant.rules.effects.keepers import as_kept
from assistant.rules.effects.ring_nearness import beside_bearer
from assistant.rules.fight.facts import LeftTower, Readied
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForcesMarked, MarchFollowed
from assistant.rules.marches import BROKEN_OFF, arriving, idle
from assistant.rules.names import names_of
from assistant.rules.near import no_such
from assistant.rules.order import moves_ahead
from assistant.rules.reminders import UPKEEP, owed_now
from assistant.rules.schedule import Due
from assistant.rules.standing import (
    awaited,
    cannot_wait,
    is_put_off,
    members,
    place_name,
    side_of,
    waited_for,
    with_figures,
)
from assistant.rules.turn.facts import ArrivalHandled, CommandersDone, PhaseBegan
from assistant.rules.victory import verdict
from assistant.rules.war import PHASES, Force, ForceId, Phase, War
from assistant.rules.wording import join
from assistant.rules.world import Figure, World

MOST_NAMED = 4
"""Of more who are waited for the number says enough; the lists say who."""
NAMES: dict[Phase, str] = {
    "set-up": "Set-up",
    "start": "Turn start",
    "movement": "Movement",
    "combat": "Combat",
    "over": "The end",
}


def after(war: War) -> tuple[int, Phase]:
    """The turn and phase that come next."""
    if war.phase == "combat":
        return war.turn + 1, PHASES[0]
    return war.turn, PHASES[PHASES.index(war.phase) + 1]


@deed
class GoOn(Deed):
    """The next phase begins; `anyway` although something is left to do, which then waits or is skipped.

    Whoever says which turn and phase they mean to end does not end another one that has begun meanwhile.
    """

    anyway: bool = False
    turn: int | None = None
    phase: Phase | None = None
    kind: Literal["go-on"] = "go-on"
    under_way: tuple[str, ...] = ()
    """What nobody has finished, by title; never stored."""

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        self._require_meant(world.war)
        left = (*left_to_do(kit, world), *still_open(self.under_way))
        if left and not self.anyway:
            raise Illegal(
                "left-to-do",
                f"Before {NAMES[after(world.war)[1]].lower()}: {'; '.join(left)}.",
                do=at_stake(kit, world, self.under_way)
                or "Do that first, or go on anyway: nothing is lost by it.",
            )
        turn, phase = after(world.war)
        if turn > kit.scenario.turns:
            raise Illegal(
                "no-more-turns",
                f"The turn record ends with turn {kit.scenario.turns}.",
                do="End the game by agreement, or because time is up.",
            )
        return Opening(f"Turn {turn}: {NAMES[phase]}", (TURN, *self._awaits(world)), self._told())

    def _told(self) -> Json:
        """As it always was: what it was meant for is what it did."""
        return {"anyway": self.anyway, "kind": self.kind}

    def _require_meant(self, war: War) -> None:
        meant = (self.turn or war.turn, self.phase or war.phase)
        if meant != (war.turn, war.phase):
            raise Stale(
                "phase-over",
                f"That phase is over already: it is turn {war.turn}, {NAMES[war.phase].lower()} now.",
                do="Look how it stands, and go on if you still mean it.",
            )

    def _awaits(self, world: World) -> tuple[ForceId, ...]:
        """Nobody who is still asked about a move is left behind by the phase, unless it goes on anyway."""
        return tuple(world.war.forces) if world.war.phase == "movement" and not self.anyway else ()

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        turn, phase = after(desk.world.war)
        owed = _owed(kit, desk.world)
        if desk.world.war.phase == "start":
            _put_off(kit, desk)
        if desk.world.war.phase == "movement":
            _break_off(kit, desk)
        for fact in (*arriving(kit, desk.world),):
            desk.record(fact)
        if phase == "start":
            _end_turn(desk)
            _come_out(kit, desk)
        if owed:
            desk.say(f"Left undone: {'; '.join(owed)}.")
        desk.record(PhaseBegan(turn, phase, beside_bearer(kit, desk.world) if phase == "start" else ()))
        desk.say(f"Turn {turn}: {NAMES[phase].lower()} ({enforced('SEQ-03')}).")
        if phase == "start":
            _check_victory(kit, desk)
        yield from ()


def left_to_do(kit: Kit, world: World) -> Iterator[str]:
    """What ought to be finished before the next phase, or at least be heard of."""
    yield from unfinished(kit, world)
    if owed := owed_to(kit, world):
        yield f"due and not seen to: {owed}"


def still_open(under_way: Sequence[str]) -> Iterator[str]:
    """What somebody has begun and nobody has finished, by title."""
    if under_way:
        yield f"still under way: {join(under_way)}"


def owed_to(kit: Kit, world: World) -> str:
    """What the rules demand before the phase ends, the first few by name; nothing if all is seen to."""
    owed = _owed(kit, world)
    more = f" and {len(owed) - MOST_NAMED} more" if len(owed) > MOST_NAMED else ""
    return f"{', '.join(owed[:MOST_NAMED])}{more}"


def owed_by_kind(kit: Kit, world: World) -> Mapping[str, tuple[str, ...]]:
    """The same in full, as the titles of the rules that demand it sort it."""
    found: dict[str, tuple[str, ...]] = {}
    for one in owed_now(as_kept(kit, world), world):
        kind = UPKEEP[one.about].title
        found[kind] = (*found.get(kind, ()), one.title)
    return found


def unfinished(kit: Kit, world: World) -> Iterator[str]:
    """What a phase is there for and nobody has done; what else is due may be passed over in haste."""
    scenario = kit.scenario
    if won := verdict(kit, world):
        yield f"a victory of {won.winner or 'both sides'} is not confirmed ({enforced('SEQ-05')})"
    match world.war.phase:
        case "start":
            yield from unfought(world)
            waiting = [
                one
                for one in awaited(kit, world)
                if not (one.due.lost or one.due.shut or is_choice(one.due) or is_put_off(world, one))
            ]
            if waiting:
                verb = "arrival is" if len(waiting) == 1 else "arrivals are"
                yield f"{len(waiting)} {verb} not placed"
        case "movement":
            if waiting_for := waited_for(kit, world):
                yield f"{_whoever(kit, world, waiting_for)} not done moving"
        case "combat":
            yield from unfought(world)
            for one in _at_sea(kit, world):
                who = f"{scenario.commanders[one.commander].name}: {told(kit, one.figures)}"
                yield f"{who} must land now or be lost ({enforced('NAV-03')})"
            yield from past_the_last(world)
        case _:
            return


def _owed(kit: Kit, world: World) -> tuple[str, ...]:
    """What the rules demand before the phase ends, in the words of the list."""
    return tuple(one.title.rstrip("?.") for one in owed_now(as_kept(kit, world), world))


def _whoever(kit: Kit, world: World, waiting: Sequence[CommanderId]) -> str:
    """Few commanders are named; of many it is told how many people must be asked."""
    names = [kit.scenario.commanders[one].name for one in waiting]
    if len(names) <= MOST_NAMED:
        return f"{join(names)} {'is' if len(names) == 1 else 'are'}"
    players = {seat.id for one in waiting if (seat := world.war.seat_of(one))}
    return f"{count_of(len(players), 'player', 'players')} {'is' if len(players) == 1 else 'are'}"


def at_stake(kit: Kit, world: World, under_way: Sequence[str] = ()) -> str:
    """What whoever goes on all the same gives away; nothing if all of it only waits."""
    stakes: list[str] = []
    if verdict(kit, world):
        stakes.append("End the game by victory. If you go on anyway, the game goes on.")
    if any(past_the_last(world)):
        stakes.append("End the game because time is up. If you go on anyway, another turn is played.")
    if world.war.phase == "combat" and _at_sea(kit, world):
        stakes.append("Let them land first. If you go on anyway, they are lost for good.")
    if _owed(kit, world):
        stakes.append("See to what is due, or skip it. If you go on anyway, it is left undone.")
    if under_way:
        stakes.append(
            "Finish what is under way, or call it off. If you go on anyway, what this phase asks lapses."
        )
    return " ".join(stakes)


def _at_sea(kit: Kit, world: World) -> tuple[Due, ...]:
    """NAV-03: those who are lost with the end of the turn unless they land."""
    due = (one.due for one in awaited(kit, world))
    return tuple(one for one in due if cannot_wait(kit, one) and not (one.lost or is_choice(one)))


def unfought(world: World) -> Iterator[str]:
    """CMB-01: contacts of this turn or an earlier one; a draw just fought goes on only next turn."""
    due = [one for one in world.war.contacts.values() if one.turn <= world.war.turn]
    if world.war.phase != "combat":
        due = [one for one in due if one.turn < world.war.turn]
    if due:
        yield f"{len(due)} contact{'s are' if len(due) > 1 else ' is'} not fought"


def _put_off(kit: Kit, desk: RulesDesk) -> None:
    """SEQ-07: what the enemy's hold forbids is lost; what nobody had time to place only waits."""
    for one in awaited(kit, desk.world):
        if one.due.lost:
            desk.record(ArrivalHandled(one.key, "lost", one.due.lost, one.due.owing))
            owner = kit.scenario.commanders[one.due.commander].name
            desk.say(f"Lost to {owner}: {told(kit, one.due.figures)}. {one.due.lost}")
        elif one.key not in desk.world.war.arrivals:
            desk.record(ArrivalHandled(one.key, "postponed", "the table was busy"))


def _break_off(kit: Kit, desk: RulesDesk) -> None:
    """WAR-03, WAR-10: who does not go on with a march of its own counts from now on as any other."""
    for march, force, figures in (*idle(kit, desk.world),):
        desk.record(MarchFollowed(figures, BROKEN_OFF))
        counts, cited = force.agrees("counts", "count"), ", ".join(map(warned, march.rules))
        idles = f"{force.does('has', 'have')} not marched on to {place_name(kit, march.to)}"
        desk.say(f"{idles}, and {counts} towards the limit ({cited}).")


def _end_turn(desk: RulesDesk) -> None:
    """OUT-08: those who regrouped or rested this turn are ready for the next."""
    turn, world = desk.world.war.turn, desk.world
    rested = [force for force in world.war.forces.values() if force.regrouping <= turn]
    ready = tuple(one.id for force in rested for one in members(world, force) if _is_rested(force, one, turn))
    if ready:
        desk.record(Readied(ready))
        enforced("OUT-08")
    if marked := tuple(force.id for force in rested if force.regrouping):
        desk.record(ForcesMarked(marked, "regrouping", 0))


def _come_out(kit: Kit, desk: RulesDesk) -> None:
    """TOW-04: who is in a tower that nobody besieges any more comes out without a fight."""
    world = desk.world
    for force in world.war.forces.values():
        inside = tuple(one.id for one in members(world, force) if one.in_tower)
        if not inside:
            continue
        side = side_of(kit, world, force)
        there = (one for one in world.war.at(force.place) if side_of(kit, world, one) != side)
        if not any(members(world, one) for one in there):
            desk.record(LeftTower(inside))
            names = names_of(kit, world, [world.figures[one] for one in inside])
            tower = f"the tower of {place_name(kit, force.place)}"
            desk.say(f"Out of {tower}, where no enemy is left: {names} ({enforced('TOW-04')}).")


def _is_rested(force: Force, one: Figure, turn: int) -> bool:
    """Whoever was beaten or held in a fight of this very turn rests through the whole of the next."""
    if one.fought_in == turn and not force.regrouping:
        return False
    return one.regrouping or one.stays


def _check_victory(kit: Kit, desk: RulesDesk) -> None:
    """SEQ-05: the first step of a turn; the game master confirms what is found."""
    found = verdict(kit, desk.world, at_turn_start=True)
    enforced("SEQ-05")
    if found is not None:
        desk.say(f"Victory: {found.words} The game master confirms it.")


@deed
class SayDone(Deed):
    """SEQ-04: commanders are done with the phase, or are not after all."""

    commanders: tuple[CommanderId, ...]
    done: bool = True
    kind: Literal["say-done"] = "say-done"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        for one in self.commanders:
            if one not in kit.scenario.commanders:
                raise no_such("commander", one, kit.scenario.commanders)
        names = self._names(kit, world)
        verb = "done" if self.done else "not done after all"
        phase = NAMES[world.war.phase].lower()
        return Opening(
            f"{names}: {verb} with {phase} of turn {world.war.turn}", self.commanders, encode(self)
        )

    def _names(self, kit: Kit, world: World) -> str:
        """Everyone, everyone else, all of evil, or by name: no long list where few words say it."""
        playing = with_figures(kit, world)
        named = {one for one in self.commanders if one in playing}
        if playing and named.issuperset(playing):
            return "Everyone"
        if self.done and len(named) > 1 and named.issuperset(waited_for(kit, world)):
            return "Everyone else"
        for side in SIDES:
            whole = {one for one in playing if kit.scenario.commanders[one].side == side}
            if len(whole) > 1 and named == whole:
                return f"All of {side}"
        return ", ".join(kit.scenario.commanders[one].name for one in self.commanders)

    @property
    def _early(self) -> tuple[CommanderId, ...]:
        """Who may be done too soon; who takes that back is not."""
        return self.commanders if self.done else ()

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(CommandersDone(self.commanders, self.done))
        enforced("SEQ-04")
        if not waited_for(kit, desk.world):
            desk.say("All are done.")
        for line in dict.fromkeys(line for one in self._early for line in moves_ahead(kit, desk.world, one)):
            desk.say(line)
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return self.commanders
