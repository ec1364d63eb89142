"""A fight as a deed: figures come as they stand, newcomers are brought to the table first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Book
from assistant.rules.combat import combat
from assistant.rules.combat.check import check_setup
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, Service, Site, other
from assistant.rules.core.deed import Deed, RulesDesk, stored_as
from assistant.rules.core.facts import Enlisted
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.kit import Kit
from assistant.rules.sways import hidden_from
from assistant.rules.wording import counted, join
from assistant.rules.world import Figure, World


@stored_as("fight", FightSetup, lambda setup: Combat(setup))
@dataclass(frozen=True, slots=True)
class Combat(Deed):
    """A whole fight between two sides."""

    setup: FightSetup

    def plan(self, kit: Kit, world: World) -> Opening:
        check_setup(kit.book, self.setup)
        fight = as_they_stand(self.setup, kit.book, world)
        _refuse_strangers_inside(fight, world)
        names = {side: fight.side(side).figures for side in SIDES}
        place = kit.book.places[fight.site.place].name if fight.site.place else None
        title = f"{_roll_call(kit.book, names['good'])} against {_roll_call(kit.book, names['evil'])}"
        holds = tuple(entrant.figure for side in SIDES for entrant in fight.side(side).concerned)
        # The fight reads its own setup only: a reading changed while it goes on does not change it.
        frozen = encode(replace(fight, house_rules={**world.house_rules, **fight.house_rules}))
        return Opening(f"{title} at {place}" if place else title, holds, frozen)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[Outcome]:
        check_setup(kit.book, self.setup)
        present = as_they_stand(self.setup, kit.book, desk.world)
        enlist(desk, kit.book, present)
        hidden = _hidden(kit, desk.world, present)
        for figure, enemies in hidden.items():
            # Everybody may read this: what hides it is told to those who may know.
            desk.say(f"Hits of {', '.join(sorted(enemies))} cannot fall on {figure}.")
        return (yield from combat(desk, kit.book, present, hidden))


def _hidden(kit: Kit, world: World, setup: FightSetup) -> Mapping[FigureId, frozenset[FigureId]]:
    """Those who fight while some of their enemies do not see them, with these."""
    fighters = {side: [world.figures[one.figure] for one in setup.side(side).figures] for side in SIDES}
    found = {side: hidden_from(kit, world, fighters[side], fighters[other(side)]) for side in SIDES}
    return {**found["good"], **found["evil"]}


def _refuse_strangers_inside(setup: FightSetup, world: World) -> None:
    """FOR-06: what the fall of walls does, it does to figures on record, and to those as they are."""
    for side in SIDES:
        for one in (*setup.side(side).inside, *setup.side(side).perhaps_inside):
            known = world.figures.get(one.figure)
            if known is None or known.profile != one.profile:
                raise Illegal(
                    "not-in-the-fight",
                    f"{one.figure} is said to be behind the walls, and is not there.",
                    do="Leave that figure out.",
                )


def enlist(desk: RulesDesk, book: Book, setup: FightSetup) -> None:
    """Bring those to the table who were not there before."""
    newcomers = tuple(
        newcomer(book, setup, side, entrant)
        for side in SIDES
        for entrant in setup.side(side).everyone
        if entrant.figure not in desk.world.figures
    )
    if newcomers:
        desk.record(Enlisted(newcomers))


def newcomer(book: Book, setup: FightSetup, side: FightingSide, entrant: Entrant) -> Figure:
    """ART-02, ART-19: a figure new to the table, with the crew and the tries that are told of it."""
    service = setup.side(side).engines.get(entrant.figure, Service())
    profile = profile_under(HouseRules(book.house_rules, setup.house_rules), book.profiles[entrant.profile])
    lost = profile.crew.size - service.crew if profile.crew and service.crew is not None else 0
    return Figure(
        entrant.figure, side, entrant.profile, entrant.mounted, lives_lost=lost, tries=service.tries
    )


def as_they_stand(setup: FightSetup, book: Book, world: World) -> FightSetup:
    """Figures already on the table come as they are; whoever cannot fight is refused."""
    sides = {
        side: replace(
            setup.side(side),
            figures=tuple(_as_it_stands(one, side, book, world) for one in setup.side(side).figures),
            reserve=tuple(_as_it_stands(one, side, book, world) for one in setup.side(side).reserve),
        )
        for side in SIDES
    }
    breached = setup.site.breached or setup.site.place in world.breached
    site = replace(setup.site, breached=breached)
    for side in SIDES:
        for one in sides[side].everyone:
            _check_tower(one, site, world)
    return replace(setup, good=sides["good"], evil=sides["evil"], site=site)


def _check_tower(entrant: Entrant, site: Site, world: World) -> None:
    """TOW-03: characters in a tower are safe unless that is assaulted."""
    known = world.figures.get(entrant.figure)
    if known is not None and known.in_tower and site.at == "walls":
        raise Illegal(
            "in-the-tower",
            f"{entrant.figure} is in the tower, and safe unless it is assaulted ({enforced('TOW-03')}).",
            do="Fight at the tower, or in the field if it came out.",
        )


def _as_it_stands(entrant: Entrant, side: FightingSide, book: Book, world: World) -> Entrant:
    if entrant.profile not in book.profiles:
        raise Illegal("unknown-profile", f"{entrant.figure}: there is no profile {entrant.profile!r}.")
    known = world.figures.get(entrant.figure)
    if known is None:
        return entrant
    # Figures nobody controls fight on whichever side the table puts them.
    if known.profile != entrant.profile or known.side not in (side, "uncontrolled"):
        raise Illegal(
            "another-figure",
            f"{entrant.figure} is already on the table as {known.profile} of {known.side}.",
            do="Give the new figure another id.",
        )
    if known.condition != "fit":
        raise Illegal("cannot-fight", f"{entrant.figure} is {known.condition} and cannot fight.")
    if entrant.mounted and not known.mounted:
        # A mount once lost is lost, whatever the profile says.
        enforced("OUT-10")
    if entrant.is_told and entrant.mounted != known.mounted:
        how, as_said = ("mounted", "on foot") if known.mounted else ("on foot", "mounted")
        raise Illegal(
            "comes-otherwise",
            f"{entrant.figure} is {how} on the table, not {as_said}.",
            do=f"Leave out that it is {as_said}.",
        )
    return replace(entrant, mounted=known.mounted, is_told=False)


def _roll_call(book: Book, entrants: Sequence[Entrant]) -> str:
    """Éomer and 3 Riders of Rohan: profiles in listed order with their number."""
    counts = Counter(entrant.profile for entrant in entrants)
    names = [counted(book.profiles[one], number) for one, number in counts.items()]
    if len(names) > 3:
        names = [*names[:2], f"{len(names) - 2} other kinds"]
    return join(names)
