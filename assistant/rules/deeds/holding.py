"""Places change hands, the Ring and captives are brought home, points are corrected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.captives import can_keep, captor_of, guards_of, owner_of, place_of
from assistant.rules.confidences import earned, said
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed
from assistant.rules.deeds.checks import commander_in, place_in, require_running
from assistant.rules.deeds.letting_go import regain_ring
from assistant.rules.deeds.recruiting import form
from assistant.rules.effects.regions import is_tower
from assistant.rules.fight.facts import Recovered, Suffered
from assistant.rules.holdings import (
    Change,
    awaiting,
    consequences,
    is_kept_from,
    places_taken,
    standing_at,
    takers_at,
    wholes_of,
)
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.near import no_such
from assistant.rules.places.facts import PlaceClaimed, PlaceTaken
from assistant.rules.ring.facts import CaptiveTaken, RingPassed
from assistant.rules.scenario import Whole
from assistant.rules.scoring import for_captive, for_place, for_ring, standings, unclaimed
from assistant.rules.standing import place_name
from assistant.rules.turn.facts import PointsGiven
from assistant.rules.victory import Verdict, verdict, watch
from assistant.rules.war import Points
from assistant.rules.wording import join
from assistant.rules.world import Condition, World

GONE: tuple[Condition, ...] = ("eliminated", "dispersed")


@deed
class TakePlace(Deed):
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
        if is_kept_from(kit, world, self.place, self.side):
            raise self._kept(kit)
        for one in self.by:
            if kit.scenario.commanders[commander_in(kit, one)].side != self.side:
                name = kit.scenario.commanders[one].name
                raise Illegal("wrong-side", f"{name} is not of {self.side}.")
        takers = tuple(dict.fromkeys(self.by)) or takers_at(kit, world, self.place, self.side)
        frozen = replace(self, by=takers)
        title = f"{holder_name(self.side)} holds {place_name(kit, self.place)}"
        if is_claim:
            title = claimed(kit, self.place, takers)
        taken = places_taken(kit, world, self.place, self.side)
        return Opening(title, tuple(dict.fromkeys((self.place, *taken))), encode(frozen))

    def _kept(self, kit: Kit) -> Illegal:
        """It does not fall: the tower by no reading, the place about it by one."""
        where = place_name(kit, self.place)
        if is_tower(kit, self.place):
            why = f"{where} is not taken while anyone is in it ({enforced('PLC-ISENGARD-02')})."
            return Illegal("tower-holds-out", why, do="Say so once nobody is in it.")
        return Illegal(
            "tower-holds-out",
            f"{where} does not fall while anyone is in its tower, which no assault takes (AMB-047).",
            do="Say so once nobody is in the tower, or read AMB-047 as falling with the walls.",
        )

    def _held(self, kit: Kit, world: World) -> Illegal:
        """Nothing changes: since when it is theirs, and by whom, if anyone took it."""
        held, where = world.war.holdings[self.place], place_name(kit, self.place)
        takers = join(kit.scenario.commanders[one].name for one in held.by)
        how = f", taken by {takers}" if takers else ""
        since = f"since turn {held.since}{how}" if held.since else "from the beginning"
        return Illegal(
            "held-already",
            f"{holder_name(self.side)} holds {where} already, {since}.",
            do="Nothing changes. Correct the points if somebody else should have them.",
        )

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        if desk.world.war.holder(self.place) == self.side:
            claim(kit, desk, self.place, self.by)
        else:
            take_place(kit, desk, self.place, self.side, self.by)
        yield from ()


def holder_name(side: Side) -> str:
    """Who holds a place, as a sentence begins."""
    return "Nobody" if side == "uncontrolled" else side.capitalize()


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
    before, was = _ways_to_win(kit, desk.world), verdict(kit, desk.world)
    taken = places_taken(kit, desk.world, place, side)
    for part in taken:
        _change_hands(kit, desk, part, side, by)
    for part in taken:
        for whole, now, takers in wholes_of(kit, desk.world, part):
            # With a part one wins the whole for his own side or leaves it to nobody, never to the other.
            if now in (side, "uncontrolled") and desk.world.war.holder(whole.place) != now:
                enforced("AMB-048")
                _change_hands(kit, desk, whole.place, now, takers, whole.parts)
    _tell_of_victory(kit, desk, before, was)


def follow_parts(kit: Kit, desk: RulesDesk, change: Change, whole: Whole) -> None:
    """AMB-048: a base goes with its parts as they are read now; whose those are does not change."""
    before, was = _ways_to_win(kit, desk.world), verdict(kit, desk.world)
    enforced("AMB-048")
    reading = (whole.under.rule,) if whole.under else ()
    _change_hands(kit, desk, change.place, change.side, change.by, (*whole.parts, *reading), is_reading=True)
    _tell_of_victory(kit, desk, before, was)


def _ways_to_win(kit: Kit, world: World) -> Sequence[str]:
    return [one.words for one in watch(kit, world)]


def _tell_of_victory(kit: Kit, desk: RulesDesk, before: Sequence[str], was: Verdict | None) -> None:
    """How far each side is now, where that is new."""
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
    parts: Sequence[str] = (),
    is_reading: bool = False,
) -> None:
    was = desk.world.war.holder(place)
    _, forces = standing_at(kit, desk.world, place).get(side, ((), ()))
    awaits = awaiting(kit, desk.world, place, side)
    desk.record(PlaceTaken(place, side, tuple(by), desk.world.war.turn, (*forces, *parts), awaits))
    desk.say(f"{holder_name(side)} holds {place_name(kit, place)}.")
    if was is None:
        return
    gains = for_place(kit, desk.world, place, side, by)
    # What was read to and fro is paid for once.
    give(kit, desk, [one for one in gains if not (is_reading and _is_paid(desk.world, one.points))])
    if place in unclaimed(kit, desk.world):
        desk.say(f"Nobody has the points for it yet: say who took {place_name(kit, place)}.")
    for line in consequences(kit, desk.world, place, side):
        desk.say(line)


def _is_paid(world: World, points: Points) -> bool:
    """Whether somebody has the same points for the same reason already."""
    why = (points.commander, points.award, points.reason)
    return any(one.points for one in world.war.points if (one.commander, one.award, one.reason) == why)


def come_back(kit: Kit, desk: RulesDesk, place: PlaceId) -> None:
    """PLC-EDORAS-03: somebody is back for whom arrivals have waited; whose the place is does not change."""
    held = desk.world.war.holdings[place]
    awaits = awaiting(kit, desk.world, place, held.side)
    desk.record(PlaceTaken(place, held.side, held.by, desk.world.war.turn, awaits=awaits))


@deed
class BringHome(Deed):
    """STA-01, STA-02: a captive, perhaps the ringbearer, is brought to a place and kept there."""

    captive: FigureId
    place: PlaceId
    kind: Literal["bring-home"] = "bring-home"
    done_by: ClassVar[By] = "owner"

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
        captor = kit.scenario.commanders[captor_of(kit, world, self.captive)]
        guards = guards_of(kit, world, self.captive)
        if guards is not None and guards.afield:
            raise Illegal(
                "not-there",
                f"{guards.does('stands', 'stand')} in the field about {where}, not in it.",
                do="Move the force with the captive in first.",
            )
        if not can_keep(kit, world, captor.id, self.place):
            raise Illegal(
                "not-held",
                f"Nobody can be kept at {where}: {captor.side} does not hold it ({enforced('HUN-01')}).",
                do="The force leads its captives along until it comes to such a place.",
            )
        return Opening(f"{captor.name} brings {who} to {where}", (self.captive,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        bring_home(kit, desk, self.captive, self.place)
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return [world.war.captives.get(self.captive)]


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


@deed
class SetFree(Deed):
    """A captive is free again and back under its own commander."""

    captive: FigureId
    kind: Literal["set-free"] = "set-free"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        _require_captive(world, self.captive)
        who = name_of(kit, world, world.figures[self.captive])
        return Opening(f"{who} is free", (self.captive,), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        set_free(kit, desk, self.captive)
        yield from ()

    def owners(self, kit: Kit, world: World) -> Owners:
        return [world.war.captives.get(self.captive)]


def set_free(kit: Kit, desk: RulesDesk, captive: FigureId) -> None:
    """Where it was held it stands by itself; the Ring, if it has it, is nobody's booty any longer."""
    place, figure = place_of(desk.world, captive), desk.world.figures[captive]
    desk.record(CaptiveTaken(captive, None, owing=_held_by(kit, desk.world, captive)))
    desk.record(Recovered((captive,)))
    if figure.hurt:
        desk.record(Suffered((captive,), "wounded", "not healed in captivity"))
        desk.say(f"{name_of(kit, desk.world, figure)} is wounded still ({enforced('ABL-HERO')}).")
    if place is not None:
        form(kit, desk, owner_of(kit, desk.world, captive), place, (captive,))
    regain_ring(desk, captive)


def _held_by(kit: Kit, world: World, captive: FigureId) -> tuple[str, ...]:
    """What its freedom rests on: the place where it was kept, or the fate of those who led it."""
    if (place := world.war.kept.get(captive)) is not None:
        return (place,)
    guards = guards_of(kit, world, captive)
    return (guards.id, *(one for one in guards.figures if one != captive)) if guards else ()


def _require_captive(world: World, figure: FigureId) -> None:
    if figure not in world.war.captives:
        raise no_such("captive", figure, world.war.captives)


@deed
class CorrectPoints(Deed):
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


def announce(kit: Kit, desk: RulesDesk, was: Verdict | None) -> None:
    """A victory met by this very deed is told at once, and only then; the game master confirms it."""
    found = verdict(kit, desk.world)
    if found is not None and (was is None or was.winner != found.winner):
        desk.say(f"Victory: {found.words} The game master confirms it.")
