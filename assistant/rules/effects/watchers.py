"""PLC-CIRITHUNGOL-13, PLC-CIRITHUNGOL-14: watchers at a gate contest who passes, and raise the alarm."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Place, PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.things import bearers
from assistant.rules.effects.hazards import given_at
from assistant.rules.effects.regions import is_in
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForcesMarked
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import members, side_of
from assistant.rules.war import Force
from assistant.rules.wording import join
from assistant.rules.world import World

PASSES_OR_NOT = ("not-now", "passes")
HIGHEST = 6


@upkeep("watchers", "Watchers at the gate", phase="movement", trait="silent-watchers")
class Watchers(Upkeep):
    """PLC-CIRITHUNGOL-13: whoever of a side goes in or out duels them as if they were wizards."""

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        for force in world.war.within(place.id):
            if members(world, force) and side_of(kit, world, force) == given["side"]:
                yield self.each_turn(
                    world,
                    force.id,
                    title=f"{force.name} at {place.name}: past the Watchers into or out of fort and tower?",
                    commander=force.commander,
                    rules=rules("PLC-CIRITHUNGOL-13"),
                    figures=force.figures,
                    place=place.id,
                    deed=f"{force.name} and the Watchers of {place.name}",
                )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (given,) = given_at(kit, reminder.here, self.trait)
        force = desk.world.war.force_of(reminder.figures[0])
        assert force is not None
        seat, rule = seat_for(force.commander), asked("PLC-CIRITHUNGOL-13")
        if (yield from desk.choose(seat, self.name, reminder.title, PASSES_OR_NOT, rule)) == PASSES_OR_NOT[0]:
            desk.say(f"{force.does('does', 'do')} not pass the Watchers.")
            return
        wizardry, because = _wizardry(kit, desk.world, force, given)
        die = Die(reminder.figures[0], reasons=(f"+{wizardry} {because}",) if wizardry else ())
        why = f"{force.does('duels', 'duel')} the Watchers" + (f", +{wizardry} {because}" if wizardry else "")
        (own,) = yield from desk.roll(seat, self.name, why, [die], rule)
        first, *_ = map(CommanderId, str(given["alarms"]).split())
        strength = yield from _strength(kit, desk, first, given)
        why = f"The Watchers{f', +{strength} wizardry' if strength else ''}"
        (theirs,) = yield from desk.roll(seat_for(first), self.name, why, [Die("watchers")], rule)
        mine, against = own + wizardry, theirs + strength
        passes = force.agrees("it passes", "they pass")
        desk.say(f"{force.name} {mine}, the Watchers {against}: {passes} either way ({enforced(rule)}).")
        if against > mine:
            _alarm(kit, desk, given)


def _wizardry(kit: Kit, world: World, force: Force, given: Params) -> tuple[int, str]:
    """ITM-PHIAL-02: the best wizard of the force, or what a thing counts for against such buildings."""
    there = members(world, force)
    profiles = [kit.book.profiles[one.profile] for one in there if one.condition == "fit"]
    best = max(((one.wizardry or 0, one.name) for one in profiles), default=(0, ""))
    helper = int(given["helper_wizardry"])
    if helper > best[0] and any(one.id in bearers(world, str(given["helped_by"])) for one in there):
        return helper, f"{given['helped_by']} ({enforced('ITM-PHIAL-02')})"
    return best


def _strength(kit: Kit, desk: RulesDesk, owner: CommanderId, given: Params) -> Procedure[int]:
    """AMB-042: a plain die, unless the table gives them some wizardry."""
    if kit.house(desk.world)["AMB-042"] == "plain-die":
        return int(given["wizardry"])
    options = tuple(map(str, range(HIGHEST)))
    ask = "With how much wizardry do the Watchers duel?"
    return int((yield from desk.choose(seat_for(owner), "watchers", ask, options, asked("AMB-042"))))


def _alarm(kit: Kit, desk: RulesDesk, given: Params) -> None:
    """PLC-CIRITHUNGOL-14: those named may at once move once more with all they have in the region."""
    world, region = desk.world, PlaceId(str(given["region"]))
    called = str(given["alarms"]).split()
    free = tuple(
        force.id
        for force in world.war.forces.values()
        if force.commander in called
        and members(world, force)
        and is_in(kit, force, region)
        and world.war.contact_of(force.id) is None
    )
    names = join([kit.scenario.commanders[CommanderId(one)].name for one in called])
    if free:
        desk.record(ForcesMarked(free, "again", world.war.turn))
    desk.say(f"The alarm: {names} may move their figures there at once ({enforced('PLC-CIRITHUNGOL-14')}).")
