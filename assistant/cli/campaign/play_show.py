"""What the game master looks at: where the game stands, forces, figures, places, points, and what comes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from assistant.campaign.aims import aims
from assistant.campaign.clock import clock, foretold
from assistant.campaign.due import Item, coming_text, foreseen_text
from assistant.campaign.naming import naming
from assistant.campaign.prisoners import prisoners
from assistant.campaign.roll_call import marks, state_of, who_line
from assistant.campaign.wording import thing_name
from assistant.cli.campaign.play_sitting import Sitting
from assistant.kernel.asking import count_of
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.clock import moment_of
from assistant.ledger.records import Entry
from assistant.ledger.seen import seen
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.captives import captives_in
from assistant.rules.deeds.stillness import pace
from assistant.rules.deeds.things import borne
from assistant.rules.deeds.turning import NAMES
from assistant.rules.effects import darkness
from assistant.rules.holdings import is_minded
from assistant.rules.kit import Kit
from assistant.rules.limits import said_of, strains
from assistant.rules.names import name_of, names_of
from assistant.rules.standing import (
    Awaited,
    cannot_wait,
    census,
    forces_of,
    is_put_off,
    members,
    place_name,
    where_at,
)
from assistant.rules.war import Force
from assistant.rules.wording import join
from assistant.rules.world import World

MOST_HISTORY = 15


def where(sitting: Sitting) -> Iterator[str]:
    """Turn, phase, clock, who is waited for, and what is due."""
    yield heading(sitting)
    if sitting.world.war.phase == "over":
        yield from standings_lines(sitting)
        return
    yield from clock_lines(sitting)
    yield from backup_lines(sitting)
    yield from weather_lines(sitting)
    yield from waiting_lines(sitting)
    yield from due_lines(sitting, briefly=sitting.world.war.phase != "start")


def heading(sitting: Sitting) -> str:
    """Turn 3: Movement."""
    war = sitting.world.war
    if war.phase == "set-up":
        return "The game has not begun."
    if war.ending is not None and war.phase == "over":
        return f"The game is over on turn {war.turn}: {war.ending.words}"
    return f"Turn {war.turn}: {NAMES[war.phase]}."


def clock_lines(sitting: Sitting) -> Iterator[str]:
    """When the turn began, and when a later one will end at this pace."""
    time = clock(sitting.service.ledger.entries(sitting.campaign.id))
    if time is None or sitting.world.war.phase == "over":
        return
    said = f"The turn began at {_at(time.turn_began)}"
    later = foretold(sitting.world.war, sitting.kit.scenario.turns)
    ends = time.ends(later, datetime.now(UTC))
    yield f"{said}; at this pace turn {later} ends at {_at(ends)}." if ends else f"{said}."


def day_lines(sitting: Sitting, turn: int | None = None) -> Iterator[str]:
    """The clock of the turn and of the day, and when the turn asked for ends at this pace."""
    time = clock(sitting.service.ledger.entries(sitting.campaign.id))
    if time is None:
        yield "The clock begins with the first turn."
        return
    yield from time.lines(datetime.now(UTC), turn or foretold(sitting.world.war, sitting.kit.scenario.turns))


def backup_lines(sitting: Sitting) -> Iterator[str]:
    """That the last turn's end brought no copy of the game, while that is so."""
    if trouble := sitting.service.backup_trouble:
        yield f"{trouble} The game itself is kept. Make room, then copy it with: assistant campaign backup"


def weather_lines(sitting: Sitting) -> Iterator[str]:
    """The darkness while it lasts, and who may be farther from home than their war allows."""
    now = sitting.agenda()
    if dark := now.darkness:
        yield darkness.said_of(sitting.kit, dark)
    for one in now.strains:
        # Who they are is told by `limits`: this stands above every phase.
        yield said_of(sitting.kit, sitting.world, one, briefly=True)


def _at(moment: datetime) -> str:
    return moment.astimezone().strftime("%H:%M")


def waiting_lines(sitting: Sitting) -> Iterator[str]:
    """Who is waited for, where that is asked."""
    waiting, world = sitting.agenda().waiting, sitting.world
    if world.war.phase != "movement":
        return
    if not waiting:
        yield "All are done moving."
    elif world.war.done:
        names = [sitting.kit.scenario.commanders[one].name for one in waiting]
        yield f"Waited for: {join(names)}."
    else:
        first = sitting.kit.scenario.commanders[waiting[0]].name
        yield f"Nobody is done yet; {first} moves first."


def due_lines(sitting: Sitting, *, briefly: bool = False) -> Iterator[str]:
    """What waits, numbered, and how much else is possible; `briefly` without arrivals that may wait."""
    listed = sitting.relist()
    musts = [item for item in listed if item.kind == "must"]
    late = [item for item in musts if briefly and _may_wait(sitting.kit, item)]
    yield f"Due now: {count_of(len(musts), 'thing', 'things')}." if musts else "Nothing is due."
    yield from sitting.show([item for item in musts if item not in late])
    if late:
        yield f"  {count_of(len(late), 'arrival waits; `due` lists it', 'arrivals wait; `due` lists them')}."
    if more := len(listed) - len(musts):
        yield f"Also possible: {count_of(more, 'thing', 'things')}; `may` lists them."


def _may_wait(kit: Kit, item: Item) -> bool:
    """NAV-03: whether this is an arrival that is not lost by waiting."""
    return isinstance(item.about, Awaited) and not cannot_wait(kit, item.about.due)


def may_lines(sitting: Sitting) -> Iterator[str]:
    """What may be done, numbered."""
    listed = sitting.relist()
    yield "Possible now:"
    yield from sitting.show([item for item in listed if item.kind == "may"])


# ---- forces and figures --------------------------------------------------------------------------------


def force_line(kit: Kit, world: World, force: Force) -> str:
    """gondor-18: Faramir at Ithilien, 8 figures (moved)."""
    there = members(world, force)
    return (
        f"{force.id}: {force.name} {where_at(kit, force.place)}, "
        f"{count_of(len(there), 'figure', 'figures')}{_marked(world, force)}"
    )


def _marked(world: World, force: Force) -> str:
    said = marks(world, force)
    return f" ({', '.join(said)})" if said else ""


def force_lines(sitting: Sitting, forces: Iterable[Force]) -> Iterator[str]:
    """Forces with anyone left in them, one a line."""
    kit, world = sitting.kit, sitting.world
    lines = [f"  {force_line(kit, world, force)}" for force in forces if members(world, force)]
    yield from lines or ["  No forces."]


def force_in_full(sitting: Sitting, force: Force) -> Iterator[str]:
    """A force with everyone in it and how far it goes."""
    kit, world = sitting.kit, sitting.world
    yield force_line(kit, world, force)
    if force.commander:
        yield f"  Commander: {kit.scenario.commanders[force.commander].name}"
    yield f"  Goes {pace(kit, world, force)}"
    yield f"  {who_line(kit, world, [one.id for one in members(world, force)])}"
    if led := captives_in(world, force):
        yield f"  Leads away {names_of(kit, world, [world.figures[one] for one in led])}"


def figure_lines(sitting: Sitting, one: FigureId) -> Iterator[str]:
    """One figure: what it is, how it is, and where."""
    kit, world = sitting.kit, sitting.world
    figure = world.figures[one]
    name = world.war.names.get(one) or kit.book.profiles[figure.profile].name
    state = state_of(kit, world, one) or " fit"
    yield f"{one}: {name} of {figure.side},{state}"
    if captor := world.war.captives.get(one):
        held = next(held for held in prisoners(kit, world) if held.figure == one)
        yield f"  Captive of {kit.scenario.commanders[captor].name}, {held.where}"
        for taker, _ in held.takers:
            yield f"  `lead {one} with {taker}` takes the captive along again"
    elif force := world.war.force_of(one):
        yield f"  In {force_line(kit, world, force)}"
    if things := _bears(kit, world, one):
        yield f"  Bears {join(things)}"
    if (rider := world.war.riding.get(one)) is not None:
        yield f"  Rides with {name_of(kit, world, world.figures[rider])}"


def _bears(kit: Kit, world: World, one: FigureId) -> list[str]:
    """What a figure bears, by name; the Ring is with whoever has it now, not with whose list names it."""
    ring = {way.thing for way in kit.scenario.ring_victories}
    named = [thing_name(it, kit.book, kit.scenario) for it in borne(world, one) if it not in ring]
    return ["the Ring", *named] if world.war.ring.bearer == one else named


# ---- places, points, what comes ------------------------------------------------------------------------


def place_lines(sitting: Sitting, place: PlaceId) -> Iterator[str]:
    """Who holds a place, and who is there."""
    world = sitting.world
    holding = world.war.holdings.get(place)
    held = f"held by {holding.side} since turn {holding.since}" if holding else "held by nobody"
    if place in sitting.kit.book.places and not is_minded(sitting.kit, world, place):
        held = "no rule asks who holds it"
    yield f"{place_name(sitting.kit, place)}: {held}"
    yield from force_lines(sitting, world.war.at(place))


def places_lines(sitting: Sitting) -> Iterator[str]:
    """Who holds what."""
    world = sitting.world
    for side in ("good", "evil"):
        names = [
            place_name(sitting.kit, place) + (f" (turn {one.since})" if one.since else "")
            for place, one in world.war.holdings.items()
            if one.side == side and is_minded(sitting.kit, world, place)
        ]
        yield f"{side.capitalize()} holds {join(sorted(names)) or 'nothing'}."


def standings_lines(sitting: Sitting) -> Iterator[str]:
    """The minions by their points, and how far each way to win has come."""
    now = sitting.agenda()
    for commander, points in now.standings:
        yield f"  {points:>4}  {sitting.kit.scenario.commanders[commander].name}"
    for aim in aims(sitting.kit, now.progress):
        yield f"  {aim.who}. {aim}."
    counted = census(sitting.world)
    yield f"  Figures: {join(f'{number} {where}' for where, number in counted.items() if number)}."


def commander_lines(sitting: Sitting, commander: CommanderId) -> Iterator[str]:
    """A commander: who plays him, where his forces stand, and his points if he earns any."""
    war, known = sitting.world.war, sitting.kit.scenario.commanders[commander]
    seat = war.seat_of(commander)
    yield f"{known.name} of {known.side}, {f'played by {seat.player}' if seat else 'played by nobody'}"
    if commander in war.done:
        yield "  Done with this phase"
    yield from force_lines(sitting, forces_of(sitting.world, commander))
    if commander in [one for one, _ in sitting.agenda().standings]:
        yield from points_lines(sitting, commander)


def points_lines(sitting: Sitting, commander: CommanderId) -> Iterator[str]:
    """One commander's points, each with its reason."""
    war = sitting.world.war
    yield f"{sitting.kit.scenario.commanders[commander].name}: {war.total(commander)} status points"
    for one in war.points:
        if one.commander == commander:
            yield f"  turn {one.turn}: {one.points:+} {one.reason}"


def coming_lines(sitting: Sitting) -> Iterator[str]:
    """What was put off or finds no way in, and the next turns' arrivals as things stand."""
    turn, kit, world = 0, sitting.kit, sitting.world
    arrivals = sitting.agenda().arrivals
    for says, waiting in (
        (f"Put off until turn {world.war.turn + 1}:", [one for one in arrivals if is_put_off(world, one)]),
        ("Without a way in:", [one for one in arrivals if one.due.shut and not is_put_off(world, one)]),
    ):
        if waiting:
            yield says
            yield from (f"  {coming_text(kit, world, one.due)}" for one in waiting)
    for one in sitting.agenda().coming:
        if one.turn != turn:
            turn = one.turn
            yield f"Turn {turn}:"
        yield f"  {foreseen_text(kit, world, one)}"


def limits_lines(sitting: Sitting) -> Iterator[str]:
    """What binds commanders until their wars are declared."""
    now = sitting.agenda()
    for limit in now.limits:
        yield f"  Until {sitting.kit.scenario.events[limit.until].name}: {limit.text}"
        for one in strains(sitting.kit, sitting.world):
            # Where nobody has measured, nobody at home is no news.
            if one.limit == limit and (one.away or not one.unsaid):
                yield f"    {said_of(sitting.kit, sitting.world, one)}"
    ban = darkness.ban_of(sitting.kit, now.darkness) if now.darkness else ""
    if ban:
        yield f"  {ban}"
    if not now.limits and not ban:
        yield "Nobody is bound."


def seats_lines(sitting: Sitting) -> Iterator[str]:
    """Who plays what, and how they roll."""
    known = sitting.kit.scenario.commanders
    for seat in sitting.world.war.seats.values():
        names = join(known[one].name for one in seat.commanders)
        yield f"  {seat.id}: {seat.player} of {seat.side}, {names}; dice {seat.dice.replace('-', ' ')}"


def history_lines(sitting: Sitting, number: int) -> Iterator[str]:
    """The newest deeds."""
    from assistant.campaign.history import history

    told = naming(sitting.kit, sitting.world).told
    for line in history(sitting.service.ledger.entries(sitting.campaign.id))[-number:]:
        undone = "" if line.counts else "  (undone)"
        yield seen(f"{line.entry.seq:>4}. {told(line.told)}{undone}  {_signed(line.entry)}")


def deed_lines(sitting: Sitting, seq: int) -> Iterator[str]:
    """One deed with its log."""
    from assistant.campaign.history import history

    lines, told = history(sitting.service.entries(sitting.campaign)), naming(sitting.kit, sitting.world).told
    found = next((one for one in lines if one.entry.seq == seq), None)
    if found is None:
        raise Illegal("no-such-deed", f"There is no deed {seq}.", do="`history` lists them.")
    yield seen(f"{seq}. {told(found.entry.title)}  {_signed(found.entry)}")
    yield from (f"   {seen(told(line))}" for line in found.account)


def _signed(entry: Entry) -> str:
    """Who did it, and when."""
    moment = moment_of(entry.at)
    return f"({entry.actor}, {_at(moment)})" if moment else f"({entry.actor})"
