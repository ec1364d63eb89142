"""A contact before it is fought: who of each force is in reach, and what is special about the ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from assistant.campaign.evidence import NOBODY, Myself
from assistant.campaign.history import undoable
from assistant.campaign.naming import Naming, naming
from assistant.campaign.permissions import Power, may_undo
from assistant.campaign.playing import Table
from assistant.campaign.roll_call import who_line
from assistant.campaign.said.fights import may_order
from assistant.campaign.views.fights import may_begin
from assistant.campaign.wording import thing_name
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Entry
from assistant.rules.book import Place
from assistant.rules.combat.helping import helpers_by_figure
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, Site, other
from assistant.rules.core.resources import contact_of
from assistant.rules.deeds.battles import proposed
from assistant.rules.deeds.contacts import is_fought_now
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.standing import is_measured, members, place_name, side_of, where_at
from assistant.rules.sways import why_withdraws
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.wording import join, many
from assistant.rules.world import Condition

WHY_NOT: Mapping[Condition, str] = {
    "wounded": "wounded, ABL-HERO",
    "paralyzed": "paralyzed, ABL-PARALYZE",
    "serving": "serving a weapon, ART-04",
}
IN_TOWER = "in the tower, TOW-03"


@dataclass(frozen=True, slots=True)
class Row:
    """Figures that are alike: told by their number, or a character by name."""

    says: str
    figures: tuple[str, ...]
    is_alone: bool
    marks: tuple[str, ...]
    mounted: bool
    helpers: tuple[tuple[str, str], ...] = ()
    """Friends who help those that stand near them, by id and name; the table says who does."""

    @property
    def key(self) -> str:
        """The same as long as the row speaks of the same figures."""
        return f"{self.figures[0]} {len(self.figures)}"


@dataclass(frozen=True, slots=True)
class ForceRows:
    """A force in the contact."""

    id: str
    name: str
    commander: str
    rows: tuple[Row, ...]
    cannot_fight: str


@dataclass(frozen=True, slots=True)
class ContactView:
    """What is asked before a fight begins, with the proposal filled in."""

    id: str
    place: str
    where: str
    note: str
    sides: Mapping[FightingSide, tuple[ForceRows, ...]]
    site: Site
    has_walls: bool
    has_tower: bool
    may_join: tuple[FightingSide, ...]
    """FRC-01: sides of which nobody measured whether their forces stand together as one."""
    may_hide: tuple[FightingSide, ...]
    orders: tuple[FightingSide, ...]
    """The sides that whoever looks at it speaks for."""
    hides: tuple[FightingSide, ...]
    may_begin: bool
    is_now: bool
    fight: str
    declared: int | None = None
    """The deed by which whoever looks at it said that they met, and may take back."""

    @property
    def key(self) -> str:
        """The same as long as the form asks about the same figures on the same ground."""
        rows = [row.key for side in SIDES for force in self.sides[side] for row in force.rows]
        asked = repr((rows, self.site, self.hides, self.may_begin, self.is_now))
        return f"{self.id} {sha256(asked.encode()).hexdigest()[:12]}"


def contact_view(here: Table, power: Power, contact: Contact, me: Myself = NOBODY) -> ContactView:
    """The participants as the assistant proposes them."""
    setup = proposed(here.kit, here.world, contact)
    place: Place | None = here.kit.book.places.get(contact.place)
    pendings = here.service.ledger.pendings(here.campaign.id)
    return ContactView(
        contact.id,
        place_name(here.kit, contact.place),
        where_at(here.kit, contact.place),
        contact.note,
        {side: tuple(_forces(here, power, setup, side, contact)) for side in SIDES},
        setup.site,
        bool(place and place.is_fortress),
        bool(place and place.has_tower),
        tuple(side for side in SIDES if _may_join(here, contact, side)),
        tuple(side for side in SIDES if _may_hide(here, setup, side)),
        tuple(side for side in SIDES if power.is_master or may_order(here, power, contact, side)),
        tuple(side for side in SIDES if setup.side(side).hides),
        may_begin(here, power, contact),
        is_fought_now(here.world, contact),
        next((one.id for one in pendings if contact_of(contact.id) in one.holds), ""),
        _declared(here, contact, me),
    )


def _declared(here: Table, contact: Contact, me: Myself) -> int | None:
    """The number of one's own deed that brought these together, while it may be undone."""
    if me == NOBODY:
        return None
    deeds = (
        one
        for one in undoable(here.service.entries(here.campaign))
        if one.kind == "meet" and may_undo(one, me)
    )
    return next((one.seq for one in deeds if _brings(here, one, contact)), None)


def _brings(here: Table, deed: Entry, contact: Contact) -> bool:
    facts = (here.service.game.decode_fact(fact) for fact in deed.facts)
    return any(isinstance(fact, ForcesMet) and fact.contact.id == contact.id for fact in facts)


def _may_join(here: Table, contact: Contact, side: FightingSide) -> bool:
    forces = [here.world.war.forces[one] for one in contact.on(side)]
    return len(forces) > 1 and not all(is_measured(here.world, one) for one in forces)


def _may_hide(here: Table, setup: FightSetup, side: FightingSide) -> bool:
    """CMB-04: characters by themselves, who are not the attackers; FEL-06: nor in the first fight."""
    if setup.side(side).hides is False:
        return False
    profiles = [here.kit.book.profiles[one.profile] for one in setup.side(side).figures]
    return bool(profiles) and all(one.is_character for one in profiles) and setup.site.attacker != side


def _forces(
    here: Table, power: Power, setup: FightSetup, side: FightingSide, contact: Contact
) -> Iterator[ForceRows]:
    names = naming(here.kit, here.world)
    enemies = [here.world.war.forces[one] for one in contact.on(other(side))]
    helpers = helpers_of(here, setup, side)
    for force_id in contact.good if side == "good" else contact.evil:
        force = here.world.war.forces[force_id]
        able = [one for one in setup.side(side).figures if one.force == force.id]
        commander = here.kit.scenario.commanders[force.commander].name if force.commander else "nobody"
        # Why somebody keeps out of this fight alone may be a secret of his side.
        may_know = power.is_master or force.commander in power.commanders
        yield ForceRows(
            force.id,
            force.name,
            commander,
            tuple(_rows(here, able, names, helpers)),
            "; ".join(_cannot_fight(here, setup, force, names, enemies if may_know else ())),
        )


def _cannot_fight(
    here: Table, setup: FightSetup, force: Force, names: Naming, enemies: Sequence[Force]
) -> Iterator[str]:
    """Dáin (wounded, ABL-HERO): those of a force who are out of it, with the reason and its rule.

    Without enemies nothing is told of who takes no part in a fight with just these.
    """
    fighting = {one.figure for side in SIDES for one in setup.side(side).figures}
    reasons: dict[str, list[FigureId]] = {}
    for one in members(here.world, force):
        if one.condition != "fit":
            reasons.setdefault(WHY_NOT.get(one.condition, one.condition), []).append(one.id)
        elif one.in_tower and one.id not in fighting:
            reasons.setdefault(IN_TOWER, []).append(one.id)
        elif enemies and (why := why_withdraws(here.kit, here.world, one, enemies)):
            reasons.setdefault(f"{why.source}, {why.rule}", []).append(one.id)
    return (f"{join(names.several(figures))} ({reason})" for reason, figures in reasons.items())


def helpers_of(here: Table, setup: FightSetup, side: FightingSide) -> Mapping[str, tuple[str, ...]]:
    """For each figure of a side, the friends who would help it if it stood near them, and not otherwise."""
    readings = {**here.world.house_rules, **setup.house_rules}
    return helpers_by_figure(here.kit.book, replace(setup, house_rules=readings), side)


def _rows(
    here: Table, entrants: Sequence[Entrant], names: Naming, helpers: Mapping[str, tuple[str, ...]]
) -> Iterator[Row]:
    alike: dict[tuple[object, ...], list[Entrant]] = {}
    for one in entrants:
        who = one.figure if names.is_alone(one.figure) else one.profile
        alike.setdefault((who, one.mounted, one.bears), []).append(one)
    # Characters first: they are ticked one by one, and matter most.
    for same in sorted(alike.values(), key=lambda some: not names.is_alone(some[0].figure)):
        first = same[0]
        alone = names.is_alone(first.figure)
        profile = here.kit.book.profiles[first.profile]
        can_ride = profile.dismounted is not None or first.mounted
        things = [thing_name(one, here.kit.book, here.kit.scenario) for one in first.bears]
        yield Row(
            names.one(first.figure) if alone else (many(profile) if len(same) > 1 else profile.name),
            tuple(one.figure for one in same),
            alone,
            (*(["mounted" if first.mounted else "on foot"] if can_ride else []), *things),
            first.mounted,
            tuple((one, names.one(one)) for one in helpers.get(first.figure, ())),
        )


@dataclass(frozen=True, slots=True)
class ForceAt:
    """A force that could meet another."""

    id: ForceId
    name: str
    place: str
    place_id: str
    who: str
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """Forces of both sides at one place."""

    place: str
    where: str
    place_id: str
    good: tuple[ForceAt, ...]
    evil: tuple[ForceAt, ...]


@dataclass(frozen=True, slots=True)
class MeetView:
    """Who may be declared in contact: those at one place first, then any."""

    together: tuple[Pair, ...]
    good: tuple[ForceAt, ...]
    evil: tuple[ForceAt, ...]
    orders: tuple[FightingSide, ...]
    """The sides of which whoever looks at it may say that they moved into contact."""


def meet_view(here: Table, power: Power) -> MeetView:
    """The forces that are free to fight this turn."""
    war = here.world.war
    free: dict[str, list[ForceAt]] = {"good": [], "evil": [], "uncontrolled": []}
    for force in war.forces.values():
        if members(here.world, force) and force.fought != war.turn and war.contact_of(force.id) is None:
            free[side_of(here.kit, here.world, force)].append(_at(here, power, force))
    # Who belongs to nobody fights on whichever side the table puts them.
    good, evil = (tuple(free[side] + free["uncontrolled"]) for side in SIDES)
    together = tuple(
        Pair(place_name(here.kit, place), where_at(here.kit, place), place, *_there(place, good, evil))
        for place in dict.fromkeys(force.place for force in war.forces.values())
        if all(_there(place, tuple(free["good"]), tuple(free["evil"])))
    )
    own = {here.kit.scenario.commanders[one].side for one in power.commanders}
    return MeetView(together, good, evil, tuple(side for side in SIDES if power.is_master or side in own))


def _there(
    place: str, good: Sequence[ForceAt], evil: Sequence[ForceAt]
) -> tuple[tuple[ForceAt, ...], tuple[ForceAt, ...]]:
    first, second = (tuple(one for one in some if one.place_id == place) for some in (good, evil))
    return first, second


def _at(here: Table, power: Power, force: Force) -> ForceAt:
    who = who_line(here.kit, here.world, [one.id for one in members(here.world, force)])
    mine = power.is_master or force.commander in power.commanders
    return ForceAt(force.id, force.name, place_name(here.kit, force.place), force.place, who, mine)
