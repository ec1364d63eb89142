"""What the table is asked to confirm as soon as figures stand where it matters: one answer each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.captives import can_keep, captor_of, guards_of, has_taken_ring, is_unguarded, place_of
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.declaring import come_about
from assistant.rules.deeds.holding import (
    GONE,
    bring_home,
    claim,
    claimed,
    come_back,
    follow_parts,
    holder_name,
    set_free,
    take_place,
)
from assistant.rules.deeds.ring_passing import ring_home, take_up_ring
from assistant.rules.deeds.spoils import GAME_MASTER, take_captive
from assistant.rules.effects.regions import is_within, lies_in
from assistant.rules.holdings import Change, changes, returned
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.noticing import noticed, who_reached
from assistant.rules.reminders import Reminder, Upkeep, upkeep
from assistant.rules.scoring import homes_of, ring_goals, unclaimed
from assistant.rules.standing import members, place_name, side_of, where_at
from assistant.rules.tenures import lasting
from assistant.rules.victory import ring_wins_at
from assistant.rules.war import Force, ForceId, Stay
from assistant.rules.wording import join
from assistant.rules.world import Figure, World

STAY, NOBODY = "stay", "nobody"


@upkeep("holders", "Who holds a place", phase=None)
class Holders(Upkeep):
    """VIC-05, VIC-07, SEQ-07: only one side stands at a place that the other held."""

    is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for one in changes(kit, world):
            yield Reminder(
                key=f"{self.name} {one.place} {one.side} {' '.join(one.forces)}@{_occasion(world, one)}",
                about=self.name,
                title=f"{holder_name(one.side)} holds {place_name(kit, one.place)} now",
                commander=None,
                rules=_why_held(one),
                place=one.place,
                note=f"{_when_held(kit, world, one)}{_taken_by(kit, one)}",
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        change = next(one for one in changes(kit, desk.world) if one.place == reminder.place)
        if change.whole is not None:
            follow_parts(kit, desk, change, change.whole)
        else:
            take_place(kit, desk, change.place, change.side, change.by)
        yield from ()


def _occasion(world: World, change: Change) -> str:
    """Asked anew once a place has changed hands since, or they have left it and come back."""
    places = (change.place, *(change.whole.parts if change.whole else ()))
    times = sum(row.place in places for row in lasting(world.war.tenures))
    came = max((world.war.came.get(ForceId(one), 0) for one in change.forces), default=0)
    return f"{times}-{came}"


@upkeep("back-home", "Who is back in a place", phase=None)
class BackHome(Upkeep):
    """PLC-EDORAS-03: arrivals that waited for somebody to be back in a place come again."""

    comes_by_itself = brings_figures = is_owed = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for place, figures in returned(kit, world):
            names = join(name_of(kit, world, world.figures[one]) for one in figures)
            yield self.each_turn(
                world,
                place,
                title=f"{names} {'is' if len(figures) == 1 else 'are'} back {where_at(kit, place)}",
                commander=None,
                rules=(RuleId("PLC-EDORAS-03"),),
                figures=figures,
                place=place,
                note="What was kept away until then comes again.",
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        come_back(kit, desk, reminder.here)
        desk.say(f"{reminder.title} ({enforced('PLC-EDORAS-03')}).")
        yield from ()


@upkeep("takers", "Whose points for a place", phase=None)
class Takers(Upkeep):
    """STA-03: a place that earns points was taken, and nobody has said by whom."""

    is_of_its_holder = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for place in unclaimed(kit, world):
            yield Reminder(
                key=f"{self.name} {place}@{_taking(world, place)}",
                about=self.name,
                title=f"Who took {place_name(kit, place)}?",
                commander=None,
                rules=(RuleId("STA-03"),),
                place=place,
                note="Several who took it together are named by hand.",
                deed=f"It is said who took {place_name(kit, place)}",
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        minions = [one.id for one in kit.scenario.commanders.values() if one.side == "evil"]
        why = f"{reminder.title} The points are theirs."
        # Nobody first: points are not given away by a mere Enter.
        answer = yield from desk.choose(GAME_MASTER, "credit", why, (NOBODY, *minions), asked("STA-03"))
        if answer != NOBODY:
            place, by = reminder.here, (CommanderId(answer),)
            desk.title = claimed(kit, place, by)
            claim(kit, desk, place, by)


def _taking(world: World, place: PlaceId) -> str:
    """Asked anew of each time that evil took a place, also on one turn."""
    since = world.war.holdings[place].since
    rows = [row for row in lasting(world.war.tenures) if row.place == place and row.side == "evil"]
    times = sum(row.first >= since for row in rows)
    return f"{since}-{times}" if times > 1 else f"{since}"


@upkeep("ring-dropped", "The Ring without a bearer", phase=None)
class RingDropped(Upkeep):
    """ITM-RING-02, HUN-01: its bearer is gone; who of those there takes it up, and nobody of evil may.

    Where it is kept or was led after its captive bearer's death, it waits for somebody who comes there.
    """

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        bearer = world.war.ring.bearer
        if world.war.ring.destroyed or not kit.scenario.ring_victories:
            return
        if bearer is not None and world.figures[bearer].condition not in GONE:
            return
        if _at_hand(world) is not None and not self._able(kit, world, ()):
            return
        who = f"{name_of(kit, world, world.figures[bearer])} is gone" if bearer else "Nobody bears the Ring"
        yield Reminder(
            key=f"{self.name} {bearer or NOBODY}@{world.war.turn}",
            about=self.name,
            title=f"{who}: who takes {'up the Ring' if bearer else 'it up'}?",
            commander=None,
            rules=(RuleId("HUN-01"),),
            figures=(bearer,) if bearer else (),
            deed="Who takes up the Ring",
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        able, why = self._able(kit, desk.world, reminder.figures), reminder.title
        answer = yield from desk.choose(GAME_MASTER, "bearer", why, (*able, NOBODY), asked("HUN-01"))
        if answer == NOBODY:
            desk.say("The Ring lies where it fell.")
            return
        figure = FigureId(answer)
        take_up_ring(desk, figure)
        desk.title = f"{name_of(kit, desk.world, desk.world.figures[figure])} bears the Ring"
        desk.say(f"{desk.title}.")

    def _able(self, kit: Kit, world: World, fallen: Sequence[FigureId]) -> tuple[FigureId, ...]:
        """Those who stood with the fallen or are where it lies, or all persons where nobody did."""
        forces = filter(None, (world.war.force_of(one) for one in fallen))
        near = [one.id for force in forces for one in members(world, force) if one.side != "evil"]
        there = _at_hand(world)
        persons = [
            one.id
            for each in (world.war.forces.values() if there is None else there)
            for one in members(world, each)
            if one.side != "evil" and kit.book.profiles[one.profile].is_character
        ]
        return tuple(near or persons)


def _at_hand(world: World) -> tuple[Force, ...] | None:
    """HUN-01: who is where evil keeps the Ring, or where its captive bearer was led when he died."""
    ring = world.war.ring
    if ring.kept_at is not None:
        return world.war.within(ring.kept_at)
    led_by = world.war.force_of(ring.bearer) if ring.bearer and ring.captor else None
    if led_by is None:
        return None
    return tuple(one for one in world.war.at(led_by.place) if one.afield == led_by.afield)


def _why_held(change: Change) -> tuple[RuleId, ...]:
    """By whoever stands there; AMB-048: or by its parts, as they are read now."""
    under = change.whole.under if change.whole else None
    return (under.rule if under else RuleId("SEQ-07"),)


def _when_held(kit: Kit, world: World, change: Change) -> str:
    if change.whole is not None:
        parts = join(place_name(kit, one) for one in change.whole.parts)
        return f"It goes with {parts}, as that is read now."
    is_walled = kit.book.places[change.place].is_fortress and world.war.holder(change.place) is not None
    walls = ", and its walls have fallen" if is_walled else ""
    return f"Confirm it if their figures are in the place itself{walls}."


def _taken_by(kit: Kit, change: Change) -> str:
    """STA-03: whose points they are is seen before it is confirmed, and can be set right by hand."""
    names = join(kit.scenario.commanders[one].name for one in change.by if change.side == "evil")
    return f" It is taken by {names}." if names else ""


@upkeep("captives-home", "Captives brought home", phase=None)
class CaptivesHome(Upkeep):
    """STA-01, STA-02, VIC-03, VIC-04: the force with a captive stands where that counts."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for captive in world.war.captives:
            place, captor = place_of(world, captive), captor_of(kit, world, captive)
            guards = guards_of(kit, world, captive)
            if place is None or captive in world.war.kept or is_unguarded(kit, world, captive):
                continue
            if (guards is not None and guards.afield) or not can_keep(kit, world, captor, place):
                continue
            if lies_in(kit, place, _goals(kit, world, captive, captor)):
                who = name_of(kit, world, world.figures[captive])
                yield self.each_turn(
                    world,
                    f"{captive} {place}",
                    title=f"{who} is brought to {place_name(kit, place)}",
                    commander=captor,
                    rules=_rules(world, captive),
                    figures=(captive,),
                    place=place,
                )

        yield from self._ring(kit, world)

    def _ring(self, kit: Kit, world: World) -> Iterator[Reminder]:
        """Where the table has given the Ring to a servant of evil, his force brings it home."""
        ring, force = world.war.ring, has_taken_ring(world)
        if force is None or force.commander is None or force.afield or ring.bearer is None:
            return
        goals = _goals(kit, world, ring.bearer, force.commander)
        can_stay = can_keep(kit, world, force.commander, force.place)
        if can_stay and ring.kept_at != force.place and lies_in(kit, force.place, goals):
            yield self.each_turn(
                world,
                f"{ring.bearer} {force.place}",
                title=f"The Ring is brought to {place_name(kit, force.place)}",
                commander=force.commander,
                rules=_rules(world, ring.bearer),
                figures=(ring.bearer,),
                place=force.place,
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        if reminder.figures[0] in desk.world.war.captives:
            bring_home(kit, desk, reminder.figures[0], reminder.here)
        else:
            ring_home(kit, desk, reminder.here)
        yield from ()


def _goals(kit: Kit, world: World, captive: FigureId, captor: CommanderId) -> tuple[PlaceId, ...]:
    """Where it earns points that it has not earned before, or wins."""
    ring, been = world.war.ring, world.war.been.get(captive, ())
    goals = _not_yet(kit, homes_of(kit, world, captor), captor, been)
    if ring.bearer == captive:
        earns = _not_yet(kit, ring_goals(kit, world, captor), captor, ring.been)
        goals = (*goals, *earns, *ring_wins_at(kit, world, captor))
    return goals


def _not_yet(
    kit: Kit, homes: Sequence[PlaceId], captor: CommanderId, been: Sequence[Stay]
) -> tuple[PlaceId, ...]:
    """Those of a captor's homes in no part of which it has been kept for him."""
    stays = [one.place for one in been if one.by == captor]
    return tuple(home for home in homes if not any(is_within(kit, place, home) for place in stays))


def _rules(world: World, captive: FigureId) -> tuple[RuleId, ...]:
    rules = ("STA-01", "HUN-01") if world.war.ring.bearer == captive else ("STA-02",)
    return tuple(map(RuleId, rules))


@upkeep("captives-taken", "Whose captives", phase=None)
class CaptivesTaken(Upkeep):
    """STA-02: someone is captive, and nobody has said in whose hands."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for figure in world.figures.values():
            if figure.condition == "captured" and figure.id not in world.war.captives:
                options = self._captors(kit, world, figure)
                if options:
                    yield self.each_turn(
                        world,
                        figure.id,
                        title=f"{name_of(kit, world, figure)} is captive: in whose hands",
                        deed=f"{name_of(kit, world, figure)} is captive",
                        commander=None,
                        rules=(RuleId("STA-02"),),
                        figures=(figure.id,),
                    )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        captors = self._captors(kit, desk.world, desk.world.figures[figure])
        options = [force.id for force in captors]
        why = f"{reminder.title}?"
        answer = yield from desk.choose(GAME_MASTER, "captor", why, options, asked("STA-02"))
        guards = next(force for force in captors if force.id == answer)
        take_captive(desk, figure, guards)
        who = name_of(kit, desk.world, desk.world.figures[figure])
        desk.title = f"{who} is in the hands of {guards.name} {where_at(kit, guards.place)}"
        desk.say(f"{desk.title}.")

    def _captors(self, kit: Kit, world: World, figure: Figure) -> tuple[Force, ...]:
        """The enemy's forces where the captive is, or all where nobody knows; who fought last comes first."""
        place = place_of(world, figure.id)
        enemies = [
            force
            for force in world.war.forces.values()
            if force.commander is not None
            and side_of(kit, world, force) not in (figure.side, "uncontrolled")
            and members(world, force)
        ]
        enemies.sort(key=lambda force: -force.fought)
        return tuple(force for force in enemies if force.place == place) or tuple(enemies)


@upkeep("captives-freed", "Captives set free", phase=None)
class CaptivesFreed(Upkeep):
    """STA-02: nobody guards a captive any longer."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for captive in world.war.captives:
            if is_unguarded(kit, world, captive):
                who = name_of(kit, world, world.figures[captive])
                yield self.each_turn(
                    world,
                    captive,
                    title=f"{who} is free again: nobody guards the captive",
                    commander=None,
                    rules=(RuleId("STA-02"),),
                    figures=(captive,),
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        set_free(kit, desk, reminder.figures[0])
        yield from ()


@upkeep("events", "What has come about", phase=None)
class Events(Upkeep):
    """REI-E03, REI-E17..E21: figures stand where an event waits for them."""

    brings_figures = is_owed = True
    # Should they leave with nothing said, nobody would know any more that they were there.
    comes_first = True

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for event in noticed(kit, world):
            yield self.each_turn(
                world,
                event.id,
                title=event.name,
                commander=None,
                rules=event.rules,
                figures=who_reached(kit, world, event),
                given={"event": event.id},
            )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        event, war = EventId(reminder.word("event")), desk.world.war
        # A table that skipped it said that it had not come about by then.
        skipped = (
            on for on in range(1, war.turn) if war.heeded.get(f"{self.name} {event}@{on}") == "skipped"
        )
        yield from come_about(kit, desk, event, not_before=max(skipped, default=0) + 1)
