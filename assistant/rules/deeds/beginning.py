"""The game begins: seats are taken, starting forces stand at their places, and the first contact waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import data, enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.core.fact import Fact
from assistant.rules.deeds.recruiting import enlist, form
from assistant.rules.effects.ring_nearness import beside_bearer
from assistant.rules.kit import Kit
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.places.facts import PlaceTaken
from assistant.rules.ring.facts import RingPassed, ThingPassed
from assistant.rules.scenario import Start
from assistant.rules.starts import starts
from assistant.rules.turn.facts import PhaseBegan, SeatsTaken
from assistant.rules.war import Contact, Force, SeatHeld
from assistant.rules.world import World


@deed
class BeginGame(Deed):
    """SCN-19: the players sit down and deploy."""

    seats: tuple[SeatHeld, ...]
    kind: Literal["begin-game"] = "begin-game"

    def plan(self, kit: Kit, world: World) -> Opening:
        if world.war.phase != "set-up" or world.war.seats:
            raise Illegal("begun-already", "This game has begun already.", do="Undo its beginning first.")
        _check_seats(self.seats, kit)
        return Opening(f"The game begins with {len(self.seats)} players", ("turn",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        house = kit.house(desk.world)
        desk.record(SeatsTaken(self.seats))
        groups = tuple(seat.commanders for seat in self.seats)
        for start in starts(kit.scenario, house=house, seats=groups):
            _deploy(kit, desk, start)
        for fact in _first_holdings(kit, desk.world):
            desk.record(fact)
        for artifact in kit.scenario.artifacts:
            if artifact.bearer:
                desk.record(ThingPassed(artifact.id, artifact.bearer))
        _give_the_ring(kit, desk)
        _first_contacts(kit, desk)
        desk.record(PhaseBegan(1, "start", beside_bearer(kit, desk.world)))
        desk.say(f"{len(desk.world.figures)} figures stand at their places ({enforced('SCN-19')}).")
        yield from ()


def _check_seats(seats: tuple[SeatHeld, ...], kit: Kit) -> None:
    known = kit.scenario.commanders
    seated = [one for seat in seats for one in seat.commanders]
    for commander in seated:
        if commander not in known:
            raise Illegal("unknown-commander", f"There is no commander {commander!r}.")
        if seated.count(commander) > 1:
            raise Illegal("seated-twice", f"{known[commander].name} is given to two players.")
    if missing := [known[one].name for one in known if one not in seated]:
        raise Illegal(
            "nobody-commands",
            f"Nobody commands {', '.join(missing)}.",
            do="Give every commander to a player; `assistant seats` proposes how.",
        )


def _deploy(kit: Kit, desk: RulesDesk, start: Start) -> None:
    """A starting force at its place; one without a place waits for its own rule."""
    if start.place is None:
        return
    for rule in start.rules:
        data(rule)
    figures = enlist(kit, desk, start.commander, start.figures)
    form(kit, desk, start.commander, start.place, figures)


def _first_holdings(kit: Kit, world: World) -> Iterator[Fact]:
    """Whoever stands at a place holds it; a home or a main base is its owner's, even if empty."""
    held: dict[PlaceId, PlaceTaken] = {}
    for commander in kit.scenario.commanders.values():
        for place in commander.home:
            held[place] = PlaceTaken(place, commander.side, (commander.id,), 0)
    for conquest in kit.scenario.conquests:
        side: Side = "good" if conquest.winner == "evil" else "evil"
        for place in (*conquest.all_of, *conquest.any_of):
            held.setdefault(place, PlaceTaken(place, side, (), 0))
    for force in world.war.forces.values():
        if force.commander is None or force.place in kit.scenario.spots:
            continue
        owner = kit.scenario.commanders[force.commander]
        held.setdefault(force.place, PlaceTaken(force.place, owner.side, (owner.id,), 0))
    for place, owners in _mustering_places(kit).items():
        sides = {kit.scenario.commanders[one].side for one in owners}
        if len(sides) == 1:
            held.setdefault(place, PlaceTaken(place, sides.pop(), tuple(owners), 0))
    yield from held.values()


def _mustering_places(kit: Kit) -> dict[PlaceId, list[CommanderId]]:
    """SEQ-07: where figures are due who come only to what is theirs; nobody need take it first."""
    found: dict[PlaceId, list[CommanderId]] = {}
    for arrival in kit.scenario.arrivals:
        for place in arrival.places if arrival.needs_control else ():
            if place not in kit.scenario.spots and arrival.commander not in found.setdefault(place, []):
                found[place].append(arrival.commander)
    return found


def _give_the_ring(kit: Kit, desk: RulesDesk) -> None:
    """ITM-RING-01: whoever the scenario makes its bearer."""
    for victory in kit.scenario.ring_victories:
        bearer = desk.world.war.things.get(victory.thing)
        if bearer and FigureId(bearer) in desk.world.figures:
            desk.record(RingPassed(FigureId(bearer), None, None, 0))
            data("ITM-RING-01")
            return


def _first_contacts(kit: Kit, desk: RulesDesk) -> None:
    """FEL-04, FEL-06, CON-083: forces the scenario sets down in contact fight before the first turn."""
    house = kit.house(desk.world)
    enforced("CON-083"), enforced("AMB-051")
    for number, meeting in enumerate(in_force(kit.scenario.first_contacts, house), 1):
        wanted = [meeting.good]
        if meeting.joined_by is not None and house["AMB-051"] == "may-join":
            wanted.append(meeting.joined_by)
        good = tuple(force.id for one in wanted if (force := _force_with(desk.world, meeting.place, one)))
        evil = _force_with(desk.world, meeting.place, meeting.evil)
        if good and evil:
            contact = Contact(f"opening-{number}", good, (evil.id,), meeting.place, 0, meeting.note, "evil")
            desk.record(ForcesMet(contact))
            for rule in meeting.rules:
                enforced(rule)
            desk.say(meeting.note)


def _force_with(world: World, place: PlaceId, profile: ProfileId) -> Force | None:
    """The force at a place that someone is in."""
    there = world.war.at(place)
    return next((one for one in there if any(world.figures[f].profile == profile for f in one.figures)), None)
