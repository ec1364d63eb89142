"""What follows from how a game stands: who is on the table, who is waited for, what is due to arrive."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.remembering import remembered
from assistant.rules.almanac import due_until, name_on
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.commanding import move_order
from assistant.rules.core.resources import number_of
from assistant.rules.kit import Kit
from assistant.rules.scenario import Scenario
from assistant.rules.schedule import Due, only_where
from assistant.rules.war import Force
from assistant.rules.wording import join
from assistant.rules.world import OFF_TABLE, Figure, World

PREVIEWED = 3
MOST, MOST_IF_ALLOWED = 1, 2
"""How many of a kind of which there are few may be in play."""
IN_NO_FORCE = "in no force"
SAY_WHERE = ("Anywhere ", "Outside ", "Inside ", "Near ", "Between ", "Within ", "With ", "In ", "On ")
"""How names of places begin that need no "at" before them."""


def is_on_table(figure: Figure) -> bool:
    """Neither dead nor dispersed nor carried off."""
    return figure.condition not in OFF_TABLE


def members(world: World, force: Force) -> tuple[Figure, ...]:
    """Those of a force who are on the table, in its order."""
    # Asked more often than anything else, so in as few steps as it takes.
    known = world.figures
    return tuple([figure for one in force.figures if (figure := known[one]).condition not in OFF_TABLE])


def can_hide(kit: Kit, world: World, force: Force) -> bool:
    """CMB-04: characters by themselves."""
    return all(kit.book.profiles[one.profile].is_character for one in members(world, force))


def still_in(world: World, force: Force) -> tuple[Figure, ...]:
    """Who of a force has not moved this turn and may, whoever has joined them."""
    own = ((one, world.war.marks_of(force, (one.id,))) for one in members(world, force))
    return tuple(one for one, its in own if max(its.moved, its.regrouping, its.halted) < world.war.turn)


def is_measured(world: World, force: Force) -> bool:
    """Whether everyone of a force who is on the table has been measured."""
    return all(one.id in world.war.spots for one in members(world, force))


def side_of(kit: Kit, world: World, force: Force) -> Side:
    """Its commander's side, or that of its figures where nobody controls it."""
    if force.commander is not None:
        return kit.scenario.commanders[force.commander].side
    return world.figures[force.figures[0]].side


def forces_of(world: World, commander: CommanderId) -> tuple[Force, ...]:
    """A commander's forces with anyone left in them."""
    return tuple(
        force for force in world.war.forces.values() if force.commander == commander and members(world, force)
    )


def place_name(kit: Kit, place: PlaceId) -> str:
    """A place or spot as people call it."""
    if place in kit.scenario.spots:
        return kit.scenario.spots[place].name
    return kit.scenario.place_names.get(place, place)


def table_of(kit: Kit, place: PlaceId) -> str | None:
    """The table on which a place is, or a spot that the map shows; none for what is only described."""
    if (known := kit.book.places.get(place)) is not None:
        return known.table
    sheet = kit.scenario.atlas.sheet_of(place)
    return (sheet.inset_of or sheet.id) if sheet else None


def where_at(kit: Kit, *places: PlaceId) -> str:
    """At Edoras or Helm's Deep; outside the west gate of Moria, where a name says by itself where it is."""
    names = [place_name(kit, one) for one in places]
    said = [f"{one[0].lower()}{one[1:]}" if one.startswith(SAY_WHERE) else f"at {one}" for one in names]
    return join((*said[:1], *(one.removeprefix("at ") for one in said[1:])), "or")


def new_ids(world: World, profile: ProfileId, is_unique: bool, count: int) -> tuple[FigureId, ...]:
    """The next free names of a kind: `orc-17`; the first of a person is called by the name alone."""
    found: list[FigureId] = []
    if is_unique and FigureId(profile) not in world.figures:
        found.append(FigureId(profile))
    number = 0
    while len(found) < count:
        number += 1
        if (name := FigureId(f"{profile}-{number}")) not in world.figures:
            found.append(name)
    return tuple(found)


# ---- the order of play ---------------------------------------------------------------------------------


def in_play(kit: Kit, world: World) -> tuple[CommanderId, ...]:
    """SCN-20, SCN-21: the commanders somebody plays, evil first, in the scenario's order."""
    seated = {one for seat in world.war.seats.values() for one in seat.commanders}
    listed = (*move_order(kit.scenario, kit.house(world)), *kit.scenario.commanders)
    order = tuple(one for one in dict.fromkeys(listed) if one in seated)
    first = kit.scenario.moves_first
    enforced("SCN-20"), enforced("SCN-21")
    return tuple(sorted(order, key=lambda one: kit.scenario.commanders[one].side != first))


def with_figures(kit: Kit, world: World) -> tuple[CommanderId, ...]:
    """The commanders in play who have anyone on the table, in the order in which they act."""
    able = {force.commander for force in world.war.forces.values() if members(world, force)}
    return tuple(one for one in in_play(kit, world) if one in able)


def waited_for(kit: Kit, world: World) -> tuple[CommanderId, ...]:
    """SEQ-04: who has figures and is not done with the phase, in the order in which they act."""
    return tuple(one for one in with_figures(kit, world) if one not in world.war.done)


# ---- arrivals ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Awaited:
    """An arrival that is due and not yet dealt with, under the name it is recorded by."""

    key: str
    due: Due


def awaited(kit: Kit, world: World) -> tuple[Awaited, ...]:
    """SEQ-06: everything due up to now that nobody has placed; what was put off is still there."""
    enforced("SEQ-06")
    found = due_until(kit, world, world.war.turn)
    known = {key for key, _ in found}
    came = _came_once(world)
    return tuple(
        Awaited(key, _as_it_stands(kit, world, one))
        for key, one in found
        if (key not in world.war.arrivals or world.war.arrivals[key] == "postponed")
        and not _has_come(world, known, one)
        and not (one.source != "regular" and (one.id, bool(one.lost)) in came)
        and not _has_struck(world, one)
        and not _is_riderless(world, one)
    )


def _came_once(world: World) -> frozenset[tuple[str, bool]]:
    """Where a rule was read anew: what was placed or told lost, on whichever turn it was due then.

    In older games a new reading could bring those who had been due by the former one on another turn.
    """
    if not world.war.reread:
        return frozenset()
    handled = (key for key, how in world.war.arrivals.items() if how != "postponed")
    return frozenset((key.partition("@")[0], key.endswith("!")) for key in handled)


def _has_come(world: World, known: Collection[str], one: Due) -> bool:
    """SEQ-07: whether all of them were placed before that befell which stops them now.

    Older games called those who were kept back by the turn they came on.
    """
    if not one.lost and one.kept_since is None:
        return False
    names = {name_on(one.id, turn) for turn in (one.kept_since, one.turn) if turn is not None}
    return any(name not in known and world.war.arrivals.get(name) == "placed" for name in names)


def is_put_off(world: World, one: Awaited) -> bool:
    """Whether the table has said that they do not come this turn: they wait, and are due on the next."""
    return world.war.put_off.get(one.key) == world.war.turn


def _as_it_stands(kit: Kit, world: World, one: Due) -> Due:
    """With the numbers that dice have brought; who comes by sea and has not landed on the turn is lost.

    They come by the readings that the table has chosen: none of these is taken back once they are there.
    """
    chosen = (rule for rule in one.read_by if rule in world.house_rules)
    one = replace(one, owing=tuple(dict.fromkeys((*one.owing, *chosen))))
    if (rolled := world.war.choices.get(number_of(one.id))) is not None:
        number = int(rolled.value)
        figures = (
            replace(each, count=number, is_rolled=False) if each.is_rolled else each for each in one.figures
        )
        one = replace(one, figures=tuple(figures))
    is_named = bool(one.places)
    one = _with_whom_they_replace(kit, world, _as_many_as_may_be(kit, world, _at_home(kit, one)))
    if one.note_until in world.war.events:
        one = replace(one, note="")
    why = cannot_wait(kit, one)
    if why and one.turn < world.war.turn and not one.lost:
        return replace(one, lost=why, rules=(*one.rules, enforced("NAV-03")))
    if one.lost:
        return one
    return _where_still_open(kit, world, _with_whom_they_come(kit, world, one), is_named=is_named)


def _at_home(kit: Kit, one: Due) -> Due:
    """AMB-086: for whom no place is named, one of their commander's homes is."""
    home = kit.scenario.commanders[one.commander].home
    return replace(one, places=home) if one.figures and not one.places else one


def room_for(kit: Kit, world: World, kinds: Collection[ProfileId]) -> int:
    """PPL-SHAMAN-04, CON-095: how many more may come into play of kinds of which there are only so many."""
    most = MOST_IF_ALLOWED if kit.house(world)["CON-095"] == "two-allowed" else MOST
    enforced("CON-095")
    there = sum(one.profile in kinds and is_on_table(one) for one in world.figures.values())
    return max(0, most - there)


def _as_many_as_may_be(kit: Kit, world: World, one: Due) -> Due:
    """PPL-SHAMAN-04: without those of whom enough are in play; the others come all the same."""
    few = [each for each in one.figures if set(each.profiles) <= _few_of_a_kind(kit.scenario)]
    gone = [each for each in few if room_for(kit, world, each.profiles) < each.count]
    coming = tuple(each for each in one.figures if each not in gone)
    if not gone or not coming:
        return one
    rule, names = enforced("PPL-SHAMAN-04"), join(_names(kit, each.profiles) for each in gone)
    why = f"{names} does not come: one is in play already ({rule})."
    return replace(one, figures=coming, note=f"{one.note} {why}".strip(), rules=(*one.rules, rule))


@remembered
def _few_of_a_kind(scenario: Scenario) -> frozenset[ProfileId]:
    """Those who may come in place of others: of their kinds no more than so many are in play."""
    return frozenset(profile for one in scenario.arrivals for profile in one.instead)


def _with_whom_they_replace(kit: Kit, world: World, one: Due) -> Due:
    """REI-E03, PPL-GRIMA-06: the first of them replace others, and nobody replaces the dead."""
    pairs = [*zip(one.replaces, one.figures, strict=False)]
    dead = {old for old, _ in pairs if _have_died(world, (old,))}
    if not dead:
        return one
    left = [(old, new) for old, new in pairs if old not in dead]
    told = (f"{_names(kit, new.profiles)} takes the place of {_names(kit, (old,))}." for old, new in left)
    figures = (*(new for _, new in left), *one.figures[len(pairs) :])
    gone = f"{_names(kit, sorted(dead))} is dead, and nobody takes that place."
    return replace(
        one,
        figures=figures or one.figures,
        replaces=tuple(old for old, _ in left),
        note=" ".join((*told, gone)),
        lost=one.lost or ("" if figures else gone),
    )


def _have_died(world: World, profiles: Collection[ProfileId]) -> bool:
    known = [one.condition for one in world.figures.values() if one.profile in profiles]
    return bool(known) and all(condition == "eliminated" for condition in known)


def _names(kit: Kit, profiles: Sequence[ProfileId]) -> str:
    return join(kit.book.profiles[one].name for one in profiles)


def _where_still_open(kit: Kit, world: World, one: Due, *, is_named: bool) -> Due:
    """SEQ-07: a place that fell after their turn takes nobody in while the enemy has it; they wait for it."""
    side = kit.scenario.commanders[one.commander].side

    def is_open(place: PlaceId) -> bool:
        return world.war.holder(place) in (None, side)

    if one.shut:
        return one
    if one.needs_control and one.places and not any(map(is_open, one.places)) and not cannot_wait(kit, one):
        why = _why_shut(kit, one, is_named=is_named)
        return replace(one, shut=why, rules=(*one.rules, enforced("SEQ-07")))
    return only_where(kit.scenario, one, is_open, "now")


def beside(kit: Kit, world: World, place: PlaceId) -> Force | None:
    """The force of the figure that a spot is beside, if it is on the table."""
    spot = kit.scenario.spots.get(place)
    if spot is None or spot.beside is None:
        return None
    names = by_any_name(kit, spot.beside)
    those = (one for one in world.figures.values() if one.profile in names and is_on_table(one))
    figure = next(those, None)
    return world.war.force_of(figure.id) if figure else None


def by_any_name(kit: Kit, profile: ProfileId) -> tuple[ProfileId, ...]:
    """REI-E03: a figure, and whoever takes its place."""
    takings = (zip(one.replaces, one.figures, strict=False) for one in kit.scenario.arrivals)
    after = (coming.profiles for pairs in takings for old, coming in pairs if old == profile)
    return (profile, *chain.from_iterable(after))


def _with_whom_they_come(kit: Kit, world: World, one: Due) -> Due:
    """SEQ-07: who comes to somebody, wherever that one stands, finds no place while nobody is there."""
    hosts = [spot.beside for place in one.places if (spot := kit.scenario.spots.get(place)) and spot.beside]
    if one.strikes or not hosts or len(hosts) < len(one.places):
        return one
    if any(beside(kit, world, place) for place in one.places):
        return one
    return replace(one, shut=_why_alone(kit, world, hosts), rules=(*one.rules, enforced("SEQ-07")))


def _why_alone(kit: Kit, world: World, hosts: Sequence[ProfileId]) -> str:
    name = join((kit.book.profiles[who].name for who in hosts), "or")
    given_up = "the game master gives them up, and may add them by hand elsewhere."
    if all(_have_died(world, by_any_name(kit, who)) for who in hosts):
        return f"They come only to {name}, who is dead: {given_up}"
    return f"They come only to {name}, who is not on the table: so they wait, or {given_up}"


def _why_shut(kit: Kit, one: Due, *, is_named: bool) -> str:
    names = [place_name(kit, place) for place in one.places]
    held, free = ("is", "it is") if len(names) == 1 else ("are", "one of them is")
    why = "now, but not on their turn" if is_named else "now, and no other place is named for them"
    return (
        f"{join(names)} {held} in enemy hands {why}: so they wait, and are not lost. "
        f"They come once {free} free again; or the game master gives them up, and may add them by hand "
        "elsewhere."
    )


def cannot_wait(kit: Kit, one: Due) -> str:
    """NAV-03: why those who come by sea are lost unless they land on their turn; nothing for all others."""
    spots = [kit.scenario.spots[place] for place in one.places if place in kit.scenario.spots]
    return next((spot.barred for spot in spots if spot.lands and spot.barred), "")


def _has_struck(world: World, one: Due) -> bool:
    """Whether those who only strike have been called in a fight already."""
    return one.strikes and all(profile in world.called for each in one.figures for profile in each.profiles)


def riders(world: World, one: Due) -> tuple[FigureId, ...]:
    """Who is on the table and may ride what arrives."""
    return tuple(
        figure.id
        for figure in world.figures.values()
        if figure.profile in one.may_mount and is_on_table(figure)
    )


def _is_riderless(world: World, one: Due) -> bool:
    """A mount without figures of its own waits unseen until somebody is there to ride it."""
    return not one.figures and bool(one.may_mount) and not riders(world, one)


def preview(kit: Kit, world: World, turns: int = PREVIEWED) -> tuple[Due, ...]:
    """What the next turns bring as things stand now."""
    last = min(world.war.turn + turns, kit.scenario.turns)
    return tuple(_at_home(kit, one) for _, one in due_until(kit, world, last) if one.turn > world.war.turn)


# ---- counting ------------------------------------------------------------------------------------------


def census(world: World) -> Mapping[str, int]:
    """Every figure that ever came into play, by where it is now; nothing is lost or counted twice."""
    counts = {"on the table": 0, "dead": 0, "captive": 0, "dispersed": 0, IN_NO_FORCE: 0}
    for figure in world.figures.values():
        counts[_whereabouts(world, figure)] += 1
    return counts


def _whereabouts(world: World, figure: Figure) -> str:
    match figure.condition:
        case "eliminated":
            return "dead"
        case "captured":
            return "captive"
        case "dispersed":
            return "dispersed"
        case _:
            return "on the table" if world.war.force_of(figure.id) else IN_NO_FORCE


def figures_of(world: World, forces: Iterable[Force]) -> Iterator[Figure]:
    """Everyone on the table in these forces."""
    for force in forces:
        yield from members(world, force)
