"""Places change hands, the Ring and captives are brought home, points are corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.captives import captor_of, guards_of, has_taken_ring, owner_of, place_of
from assistant.rules.deeds.checks import commander_in, figure_in, place_in, require_running
from assistant.rules.deeds.deed import RulesDesk
from assistant.rules.deeds.letting_go import regain_ring
from assistant.rules.deeds.recruiting import form
from assistant.rules.facts import Overruled, Recovered, Suffered
from assistant.rules.holdings import consequences, places_taken, standing_at, takers_at, wholes_of
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.near import no_such
from assistant.rules.scoring import for_captive, for_place, for_ring, standings, unclaimed
from assistant.rules.standing import place_name, where_at
from assistant.rules.victory import Verdict, verdict, watch
from assistant.rules.war import Points
from assistant.rules.war_facts import CaptiveTaken, PlaceClaimed, PlaceTaken, PointsGiven, RingPassed
from assistant.rules.wording import join
from assistant.rules.world import Condition, Figure, World

GONE: tuple[Condition, ...] = ("eliminated", "dispersed")


@dataclass(frozen=True, slots=True)
class TakePlace:
    """A place is in the hands of a side; who took it together shares what it earns."""

    place: PlaceId
    side: Side
    by: tuple[CommanderId, ...] = ()
    kind: Literal["take-place"] = "take-place"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        place_in(kit, self.place)
        if self.place in kit.scenario.spots:
            raise Illegal("cannot-be-held", f"{place_name(kit, self.place)} is no place that can be held.")
        is_claim = bool(self.by) and self.side == "evil" and self.place in unclaimed(kit, world)
        if world.war.holder(self.place) == self.side and not is_claim:
            raise self._held(kit, world)
        for one in self.by:
            if kit.scenario.commanders[commander_in(kit, one)].side != self.side:
                name = kit.scenario.commanders[one].name
                raise Illegal("wrong-side", f"{name} is not of {self.side}.")
        frozen = replace(self, by=self.by or takers_at(kit, world, self.place, self.side))
        title = f"{self.side.capitalize()} holds {place_name(kit, self.place)}"
        if is_claim:
            title = claimed(kit, self.place, self.by)
        taken = places_taken(kit, world, self.place, self.side)
        return Opening(title, tuple(dict.fromkeys((self.place, *taken))), encode(frozen))

    def _held(self, kit: Kit, world: World) -> Illegal:
        """Nothing changes: since when it is theirs, and by whom, if anyone took it."""
        held, where = world.war.holdings[self.place], place_name(kit, self.place)
        takers = join(kit.scenario.commanders[one].name for one in held.by)
        how = f", taken by {takers}" if takers else ""
        since = f"since turn {held.since}{how}" if held.since else "from the beginning"
        return Illegal(
            "held-already",
            f"{self.side.capitalize()} holds {where} already, {since}.",
            do="Nothing changes. Correct the points if somebody else should have them.",
        )

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        if desk.world.war.holder(self.place) == self.side:
            claim(kit, desk, self.place, self.by)
        else:
            take_place(kit, desk, self.place, self.side, self.by)
        yield from ()


def claimed(kit: Kit, place: PlaceId, by: Sequence[CommanderId]) -> str:
    """Saruman and Khamûl took Bree."""
    return f"{join(kit.scenario.commanders[one].name for one in by)} took {place_name(kit, place)}"


def claim(kit: Kit, desk: RulesDesk, place: PlaceId, by: Sequence[CommanderId]) -> None:
    """STA-03: it is said afterwards who took a place, and they have the points for it."""
    held = desk.world.war.holdings[place]
    desk.record(PlaceClaimed(place, tuple(by)))
    give(kit, desk, [*for_place(kit, desk.world, place, held.side, by)])


def take_place(kit: Kit, desk: RulesDesk, place: PlaceId, side: Side, by: Sequence[CommanderId]) -> None:
    """A place is a side's now, and so perhaps the base it is a part of; points, losses, victory follow."""
    before, was = [one.words for one in watch(kit, desk.world)], verdict(kit, desk.world)
    for part in places_taken(kit, desk.world, place, side):
        _change_hands(kit, desk, part, side, by)
        for whole, now, takers in wholes_of(kit, desk.world, part):
            # Whoever takes a part can win the whole for his own side, never for the other.
            if desk.world.war.holder(whole.place) != now == side:
                enforced("AMB-048")
                _change_hands(kit, desk, whole.place, now, takers, whole.parts)
    for one in watch(kit, desk.world):
        if one.words not in before:
            desk.say(f"{one.winner.capitalize()}: {one.words}.")
    announce(kit, desk, was)


def _change_hands(
    kit: Kit,
    desk: RulesDesk,
    place: PlaceId,
    side: Side,
    by: Sequence[CommanderId],
    parts: Sequence[PlaceId] = (),
) -> None:
    was = desk.world.war.holder(place)
    _, forces = standing_at(kit, desk.world, place).get(side, ((), ()))
    desk.record(PlaceTaken(place, side, tuple(by), desk.world.war.turn, (*forces, *parts)))
    desk.say(f"{side.capitalize()} holds {place_name(kit, place)}.")
    if was is None:
        return
    give(kit, desk, [*for_place(kit, desk.world, place, side, by)])
    if place in unclaimed(kit, desk.world):
        desk.say(f"Nobody has the points for it yet: say who took {place_name(kit, place)}.")
    for line in consequences(kit, desk.world, place, side):
        desk.say(line)


@dataclass(frozen=True, slots=True)
class BringHome:
    """STA-01, STA-02: a captive, perhaps the ringbearer, is brought to a place and kept there."""

    captive: FigureId
    place: PlaceId
    kind: Literal["bring-home"] = "bring-home"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        place_in(kit, self.place)
        _require_captive(world, self.captive)
        who = name_of(kit, world, world.figures[self.captive])
        where = place_name(kit, self.place)
        if place_of(world, self.captive) not in (None, self.place):
            raise Illegal(
                "not-there", f"{who} is not at {where}.", do="Move the force with the captive there."
            )
        if world.war.kept.get(self.captive) == self.place:
            raise Illegal("kept-already", f"{who} is kept at {where} already.")
        captor = kit.scenario.commanders[captor_of(kit, world, self.captive)].name
        return Opening(f"{captor} brings {who} to {where}", (self.captive,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        bring_home(kit, desk, self.captive, self.place)
        yield from ()


def bring_home(kit: Kit, desk: RulesDesk, captive: FigureId, place: PlaceId) -> None:
    """Points for whoever brings it; if it has the Ring, the turns in which that is kept begin."""
    war, was = desk.world.war, verdict(kit, desk.world)
    captor, figure = captor_of(kit, desk.world, captive), desk.world.figures[captive]
    gains = [*for_captive(kit, desk.world, figure, place, captor)]
    guards = guards_of(kit, desk.world, captive)
    desk.record(CaptiveTaken(captive, captor, place, (guards.id,) if guards else ()))
    if war.ring.bearer == captive:
        gains += for_ring(kit, desk.world, place, captor)
        desk.record(RingPassed(captive, captor, place, war.turn))
    give(kit, desk, gains)
    announce(kit, desk, was)


@dataclass(frozen=True, slots=True)
class SetFree:
    """A captive is free again and back under its own commander."""

    captive: FigureId
    kind: Literal["set-free"] = "set-free"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        _require_captive(world, self.captive)
        who = name_of(kit, world, world.figures[self.captive])
        return Opening(f"{who} is free", (self.captive,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        set_free(kit, desk, self.captive)
        yield from ()


def set_free(kit: Kit, desk: RulesDesk, captive: FigureId) -> None:
    """Where it was held it stands by itself; the Ring, if it has it, is nobody's booty any longer."""
    place, figure = place_of(desk.world, captive), desk.world.figures[captive]
    desk.record(CaptiveTaken(captive, None))
    desk.record(Recovered((captive,)))
    if figure.hurt:
        desk.record(Suffered((captive,), "wounded", "not healed in captivity"))
        desk.say(f"{name_of(kit, desk.world, figure)} is wounded still ({enforced('ABL-HERO')}).")
    if place is not None:
        form(kit, desk, owner_of(kit, desk.world, captive), place, (captive,))
    regain_ring(desk, captive)


def _require_captive(world: World, figure: FigureId) -> None:
    if figure not in world.war.captives:
        raise no_such("captive", figure, world.war.captives)


@dataclass(frozen=True, slots=True)
class PassRing:
    """ITM-RING-02, VIC-02: the Ring goes to another bearer, or into the fire."""

    bearer: FigureId | None
    destroyed: bool = False
    reason: str = ""
    """Why the table has it so where no rule would hand the Ring over, or a captive destroys it."""
    kind: Literal["pass-ring"] = "pass-ring"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if self.bearer is not None and world.figures[figure_in(world, self.bearer)].condition in GONE:
            who, gone = name_of(kit, world, world.figures[self.bearer]), world.figures[self.bearer].condition
            raise Illegal(
                "cannot-bear",
                f"{who} is {'dead' if gone == 'eliminated' else gone} and bears nothing.",
                do="Name someone on the table or a captive, or bring the figure back by hand first.",
            )
        if self.destroyed:
            _require_at_the_fire(kit, world, self.reason)
        elif self.bearer is not None and not self.reason.strip():
            _require_within_reach(kit, world, world.figures[self.bearer])
        who = name_of(kit, world, world.figures[self.bearer]) if self.bearer else "Nobody"
        title = "The Ring is destroyed" if self.destroyed else f"{who} bears the Ring"
        return Opening(title, ("the Ring",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        was = verdict(kit, desk.world)
        bearer = None if self.destroyed else self.bearer
        if why := self.reason.strip():
            desk.record(Overruled(why, (), concerns=(bearer,) if bearer else ()))
            desk.say(f"By hand: {why}")
        captor = self._captor(desk.world, bearer) if bearer else None
        # Who is kept somewhere keeps the Ring there too, from now on or as before.
        kept = desk.world.war.kept.get(bearer) if bearer else None
        gains = [*for_ring(kit, desk.world, kept, captor)] if kept and captor else []
        had = desk.world.war.ring.bearer
        with_it = desk.world.war.force_of(had) if had else None
        owing = (with_it.id,) if with_it else ()
        desk.record(RingPassed(bearer, captor, kept, desk.world.war.turn, self.destroyed, owing))
        give(kit, desk, gains)
        if bearer is not None and desk.world.figures[bearer].side == "evil":
            rule = warned("HUN-01")
            desk.say(f"Evil may not handle the Ring: it must carry off the ringbearer ({rule}).")
        announce(kit, desk, was)
        yield from ()

    def _captor(self, world: World, bearer: FigureId) -> CommanderId | None:
        """Whose captive the bearer is; a servant of evil has it for his own master."""
        force = world.war.force_of(bearer)
        if world.figures[bearer].side == "evil" and force is not None:
            return force.commander
        return world.war.captives.get(bearer)


def ring_home(kit: Kit, desk: RulesDesk, place: PlaceId) -> None:
    """STA-01, VIC-03: the Ring is where it counts, borne by evil itself; it earns its points once."""
    ring, was, force = desk.world.war.ring, verdict(kit, desk.world), has_taken_ring(desk.world)
    assert force is not None
    assert force.commander is not None
    gains = [*for_ring(kit, desk.world, place, force.commander)]
    desk.record(RingPassed(ring.bearer, force.commander, place, desk.world.war.turn, owing=(force.id,)))
    give(kit, desk, gains)
    announce(kit, desk, was)


def _require_within_reach(kit: Kit, world: World, taker: Figure) -> None:
    """HUN-01: it is handed to somebody of good who is there; what else came of it is said with a reason."""
    do = "Say why, if your table has it so."
    if taker.side == "evil":
        rule = enforced("HUN-01")
        raise Illegal(
            "cannot-bear", f"Evil may not handle the Ring: it must carry off the ringbearer ({rule}).", do=do
        )
    bearer = world.war.ring.bearer
    there, here = (place_of(world, one) for one in (bearer or taker.id, taker.id))
    if bearer is not None and there is not None and here != there:
        who, holder = name_of(kit, world, taker), name_of(kit, world, world.figures[bearer])
        at = where_at(kit, here) if here is not None else "nowhere on the table"
        raise Illegal(
            "not-there",
            f"{who} is {at}, and {holder}, who bears the Ring, {where_at(kit, there)}.",
            do=do,
        )


def _require_at_the_fire(kit: Kit, world: World, reason: str) -> None:
    """VIC-02, HUN-01: it is destroyed only where the scenario says, by whoever bears it there and is free."""
    fires = [one.place for one in kit.scenario.ring_victories if one.winner == "good"]
    bearer = world.war.ring.bearer
    if bearer is None or not fires:
        return
    force = world.war.force_of(bearer)
    if world.war.kept.get(bearer, force.inside if force else None) not in fires:
        raise Illegal(
            "not-there",
            f"The Ring can be destroyed only {where_at(kit, fires[0])} ({enforced('VIC-02')}).",
            do="Move its bearer there first.",
        )
    if world.figures[bearer].condition == "captured" and not reason.strip():
        who, rule = name_of(kit, world, world.figures[bearer]), enforced("HUN-01")
        raise Illegal(
            "captive-bearer",
            f"{who} bears the Ring and is captive: no captive throws it into the fire ({rule}).",
            do="Set the captive free first, or say why, if your table has it so.",
        )


@dataclass(frozen=True, slots=True)
class CorrectPoints:
    """Points given or taken by the game master's word, with a reason."""

    commander: CommanderId
    points: int
    reason: str
    kind: Literal["correct-points"] = "correct-points"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        commander_in(kit, self.commander)
        if not self.points or not self.reason.strip():
            raise Illegal("no-reason", "Say how many points, and why.", do="Give both.")
        name = kit.scenario.commanders[self.commander].name
        if self.commander not in [one for one, _ in standings(kit, world)]:
            raise Illegal(
                "no-minion",
                f"{name} earns no status points: only the minions of evil do ({enforced('STA-11')}).",
                do="Name a minion.",
            )
        return Opening(f"{name}: {earned(self.points)}, {self.reason}", (), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        turn = desk.world.war.turn
        desk.record(PointsGiven(Points(self.commander, self.points, "", self.reason.strip(), turn)))
        yield from ()


def give(kit: Kit, desk: RulesDesk, gains: Sequence[PointsGiven]) -> None:
    """Points as they are earned, told one by one."""
    for given in gains:
        desk.record(given)
        desk.say(said(kit, given.points))


def said(kit: Kit, points: Points) -> str:
    """Saruman: +20 status points, Helm's Deep taken."""
    return f"{kit.scenario.commanders[points.commander].name}: {earned(points.points)}, {points.reason}."


def earned(points: int) -> str:
    """+1 status point, -20 status points."""
    return f"{points:+} status point{'' if abs(points) == 1 else 's'}"


def announce(kit: Kit, desk: RulesDesk, was: Verdict | None) -> None:
    """A victory met by this very deed is told at once, and only then; the game master confirms it."""
    found = verdict(kit, desk.world)
    if found is not None and (was is None or was.winner != found.winner):
        desk.say(f"Victory: {found.words} The game master confirms it.")
