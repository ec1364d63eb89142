"""FEL-01, FEL-09, FEL-10: companies: who belongs to one, what that gives, and that nobody returns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assistant.kernel.evidence import enforced, warned
from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.remembering import remembered
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Profile, Trait
from assistant.rules.core.resources import membership_of
from assistant.rules.kit import Kit
from assistant.rules.scenario import People
from assistant.rules.standing import is_on_table
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.world import Figure, World

TRAIT = "company"
LEFT, JOINED = "left", "joined"


@dataclass(frozen=True, slots=True)
class Company:
    """A company of the scenario: whose it is, how many may belong to it, and the ability they have by it."""

    name: str
    commanders: tuple[CommanderId, ...]
    most: int
    ability: str
    rules: tuple[RuleId, ...]
    guests: tuple[str, ...] = ()
    """Profiles that go as its members do while its commander has them, and are never counted among them."""


def companies(kit: Kit) -> tuple[Company, ...]:
    """Those of the scenario."""
    return _companies(kit.scenario.peoples)


@remembered
def _companies(peoples: tuple[People, ...]) -> tuple[Company, ...]:
    return tuple(
        Company(
            people.name,
            people.commanders,
            int(given["figures"]),
            str(given["ability"]),
            people.rules,
            tuple(str(given.get("guests", "")).split()),
        )
        for people in peoples
        for trait in people.traits
        if trait.name == TRAIT and (given := dict(trait.params))
    )


def company_of(kit: Kit, world: World, figure: Figure) -> Company | None:
    """The company a figure belongs to: its commander's, if its profile or an agreement says so."""
    force = world.war.force_of(figure.id)
    if force is None or not is_on_table(figure):
        return None
    said = world.war.choices.get(membership_of(figure.id))
    for one in companies(kit):
        belongs = said.value == JOINED if said else _has(kit.book.profiles[figure.profile], one)
        if belongs and force.commander in one.commanders:
            return one
    return None


def members_of(kit: Kit, world: World, company: Company) -> tuple[Figure, ...]:
    """FEL-01: all who belong to a company now."""
    found = tuple(one for one in world.figures.values() if company_of(kit, world, one) == company)
    enforced("FEL-01")
    return found


def as_it_marches(kit: Kit, world: World, figure: Figure) -> Profile:
    """FEL-09: a figure's profile with the ability of its company, or without that of one it is not in."""
    profile = kit.book.profiles[figure.profile]
    if figure.people:
        profile = replace(profile, people=figure.people, also=())
    mine = company_of(kit, world, figure) or _host_of(kit, world, figure)
    for one in companies(kit):
        if one == mine and not _has(profile, one):
            profile = _with_ability(profile, one)
        elif one != mine and _has(profile, one):
            traits = tuple(trait for trait in profile.traits if trait.name != one.ability)
            profile = replace(profile, traits=traits)
    return profile


def as_listed(peoples: tuple[People, ...], listed: Sequence[Profile]) -> tuple[Profile, ...]:
    """PPL-GOLLUM-06: those of a list as they go together; a guest among members goes as they do."""
    found = list(listed)
    for company in _companies(peoples):
        if any(_has(one, company) for one in listed):
            for number, one in enumerate(found):
                if one.id in company.guests and not _has(one, company):
                    enforced("PPL-GOLLUM-06")
                    found[number] = _with_ability(one, company)
    return tuple(found)


def _with_ability(profile: Profile, company: Company) -> Profile:
    return replace(profile, traits=(*profile.traits, Trait(company.ability)))


def _host_of(kit: Kit, world: World, figure: Figure) -> Company | None:
    """PPL-GOLLUM-06: the company whose guest a figure is."""
    force = world.war.force_of(figure.id)
    for one in companies(kit):
        if force is not None and figure.profile in one.guests and force.commander in one.commanders:
            enforced("PPL-GOLLUM-06")
            return one
    return None


def _has(profile: Profile, company: Company) -> bool:
    return any(trait.name == company.ability for trait in profile.traits)


def leaving(world: World, figures: Iterator[FigureId] | tuple[FigureId, ...]) -> Iterator[ChoiceMade]:
    """FEL-10: what is recorded of those who leave their company: for good."""
    for one in figures:
        yield ChoiceMade(membership_of(one), LEFT, world.war.turn)


def overfull(kit: Kit, world: World) -> Iterator[str]:
    """FEL-01: a company with more than may belong to it; the table has the last word."""
    for one in companies(kit):
        if (number := len(members_of(kit, world, one))) > one.most:
            most = f"at most {one.most} belong to it ({warned('FEL-01')})"
            yield f"That makes {number} in {one.name}, and {most}."
