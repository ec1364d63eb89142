"""What many deeds must make sure of first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Profile, ProfileId
from assistant.rules.effects.registry import carried
from assistant.rules.kit import Kit
from assistant.rules.names import names_of
from assistant.rules.near import no_such
from assistant.rules.standing import is_on_table, members
from assistant.rules.war import Force, ForceId, Phase
from assistant.rules.world import OFF_TABLE, ON_THEIR_FEET, Condition, Figure, World

PHASE_NAMES: dict[Phase, str] = {
    "set-up": "set-up",
    "start": "turn start",
    "movement": "movement",
    "combat": "combat",
    "over": "the end",
}


def require_running(world: World) -> None:
    """The game has begun and is not over."""
    if world.war.phase == "set-up":
        raise Illegal("not-begun", "The game has not begun.", do="Seat the players and begin it first.")
    require_not_over(world)


def require_not_over(world: World) -> None:
    """Whoever won has won by what was recorded: nothing of it changes before the end is undone."""
    if world.war.phase == "over":
        raise Illegal("over", "The game is over.", do="Undo its end to go on playing.")


def require_phase(world: World, what: str, *phases: Phase) -> None:
    """SEQ-03: each thing has its phase."""
    require_running(world)
    if world.war.phase not in phases:
        when = " or ".join(PHASE_NAMES[one] for one in phases)
        now = PHASE_NAMES[world.war.phase]
        raise Illegal(
            "wrong-phase",
            f"{what} in {when}, and this is {now} ({enforced('SEQ-03')}).",
            do="Go on to that phase, or set it right by hand.",
        )


def force_in(world: World, force: ForceId) -> Force:
    """A force that is there."""
    if force not in world.war.forces:
        raise no_such("force", force, world.war.forces)
    return world.war.forces[force]


def living_force(world: World, force: ForceId) -> Force:
    """A force with anyone left in it."""
    found = force_in(world, force)
    if not members(world, found):
        raise Illegal(
            "nobody-left", f"Nobody is left of {found.name}.", do="Restore figures by hand if that is wrong."
        )
    return found


def require_members(world: World, force: Force, figures: Iterable[FigureId]) -> None:
    """Figures of this force who are on the table."""
    present = {one.id for one in members(world, force)}
    for figure in figures:
        if figure not in present:
            raise no_such("figure in this force", figure, sorted(present))


def require_free(world: World, force: Force) -> None:
    """MOV-13: who has met an enemy stays until that is fought out."""
    if world.war.contact_of(force.id) is not None:
        raise Illegal(
            "in-contact",
            f"{force.does('has', 'have')} met the enemy ({enforced('MOV-13')}).",
            do="Fight it out, or say that they do not meet after all.",
        )


def require_begun(world: World, force: Force) -> None:
    """FEL-06: who stands in the battle before anything else does nothing before it."""
    met = world.war.contact_of(force.id)
    if met is not None and met.is_opening:
        raise Illegal(
            "in-contact",
            f"{force.does('stands', 'stand')} in the battle that comes before anything else "
            f"({enforced('FEL-06')}).",
            do="Fight it out first, or say that they do not meet after all.",
        )


def commander_in(kit: Kit, commander: CommanderId) -> CommanderId:
    """A commander of the scenario."""
    if commander not in kit.scenario.commanders:
        raise no_such("commander", commander, kit.scenario.commanders)
    return commander


def figure_in(world: World, figure: FigureId) -> FigureId:
    """A figure that ever came into play."""
    if figure not in world.figures:
        raise no_such("figure", figure, world.figures)
    return figure


def lost_for_good(profile: Profile, who: str) -> Illegal | None:
    """ABL-ETHEREAL: whoever has nothing to come back by is not dispersed."""
    if any(found.comes_back for mounted in (True, False) for found in carried(profile, mounted)):
        return None
    return Illegal(
        "not-dispersed",
        f"{who} cannot be dispersed: only wraiths and their like come back ({enforced('ABL-ETHEREAL')}).",
        do="Say slain instead.",
    )


def never_dispersed(kit: Kit, world: World, figures: Iterable[FigureId]) -> Iterator[Illegal]:
    """ABL-ETHEREAL: those of a campaign who would be lost for good, a refusal for each kind."""
    kinds: dict[ProfileId, list[Figure]] = {}
    for one in filter(None, map(world.figures.get, figures)):
        kinds.setdefault(one.profile, []).append(one)
    for profile, alike in kinds.items():
        refusal = lost_for_good(kit.book.profiles[profile], names_of(kit, world, alike))
        if refusal is not None:
            yield refusal


def nowhere(
    kit: Kit, world: World, figures: Iterable[FigureId], condition: Condition | None
) -> Illegal | None:
    """Who comes back to the table of a game under way stands somewhere: whoever fell in no force does not."""
    if condition is None or condition in OFF_TABLE or world.war.phase == "set-up":
        return None
    gone = [one for one in map(world.figures.get, figures) if one is not None and not is_on_table(one)]
    # Who is freed where he is kept stands there; nobody serves a weapon in a cell.
    kept = world.war.kept if condition in ON_THEIR_FEET else {}
    lost = [one for one in gone if world.war.force_of(one.id) is None and one.id not in kept]
    if not lost:
        return None
    verb = "is" if len(lost) == 1 else "are"
    return Illegal(
        "nowhere",
        f"{names_of(kit, world, lost)} {verb} in no force, and nobody knows at which place.",
        do="Set it right by hand, and say at which place.",
    )


def place_in(kit: Kit, place: PlaceId) -> PlaceId:
    """A place or spot of the scenario."""
    known = {**kit.scenario.place_names, **kit.scenario.spots}
    if place not in known:
        raise no_such("place", place, known)
    return place
