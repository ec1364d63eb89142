"""Captives as every screen tells of them: who has them, where they are, and what they are worth at home."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.ids import FigureId, RuleId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.captives import captor_of, guards_of, may_take_along, owner_of, place_of
from assistant.rules.effects.regions import lies_in
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.scoring import awards_on, for_captive, homes_of
from assistant.rules.standing import place_name, where_at
from assistant.rules.war import ForceId
from assistant.rules.wording import join
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Prisoner:
    """A captive: of whom, in whose hands, and what is to be had for bringing it home."""

    figure: FigureId
    name: str
    captor: CommanderId
    owner: CommanderId | None
    force: ForceId | None
    """The force that leads it away; none where it is kept already."""
    where: str
    """Led away by Lurtz at Amon Hen; kept at Isengard."""
    worth: str
    """20 points at Isengard, or nothing where nobody pays for it."""
    home: PlaceId | None
    """The home it stands at, where it can be brought in now."""
    takers: tuple[tuple[ForceId, str], ...]
    """The forces that may take it along again from where it is kept, with their names."""
    rules: tuple[RuleId, ...]
    may: bool = True
    """Whether anything is done with it: while the game lasts, and by somebody who leads where it is."""
    is_ours: bool = False
    """Whether only its captor reads of it, who need not be told his own name."""

    def says(self, kit: Kit) -> str:
        """Merry: captive of Saruman, led away by Lurtz at Amon Hen."""
        whose = "" if self.is_ours else f" of {kit.scenario.commanders[self.captor].name}"
        return f"{self.name}: captive{whose}, {self.where}"


def prisoners(kit: Kit, world: World) -> tuple[Prisoner, ...]:
    """Everybody who is captive now."""
    return tuple(_prisoner(kit, world, one) for one in world.war.captives)


def _prisoner(kit: Kit, world: World, one: FigureId) -> Prisoner:
    captor, guards, place = captor_of(kit, world, one), guards_of(kit, world, one), place_of(world, one)
    at = f" {where_at(kit, place)}" if place else ""
    is_kept = one in world.war.kept
    points = {home: _points(kit, world, one, home, captor) for home in homes_of(kit, world, captor)}
    paid = {home: number for home, number in points.items() if number}
    return Prisoner(
        one,
        name_of(kit, world, world.figures[one]),
        captor,
        owner_of(kit, world, one),
        guards.id if guards and not is_kept else None,
        f"kept{at}" if is_kept else f"led away by {guards.name}{at}" if guards else f"held{at}",
        "" if is_kept else _worth(kit, paid),
        place if lies_in(kit, place, points) and not is_kept else None,
        tuple((force.id, force.name) for force in may_take_along(world, one)),
        tuple(rule for award in awards_on(kit, world, "captive-home") for rule in award.rules)
        if paid
        else (),
        may=world.war.ending is None,
    )


def _points(kit: Kit, world: World, one: FigureId, home: PlaceId, captor: CommanderId) -> int:
    return sum(each.points.points for each in for_captive(kit, world, world.figures[one], home, captor))


def _worth(kit: Kit, paid: dict[PlaceId, int]) -> str:
    """20 points at Isengard; homes that pay the same are told together."""
    by_points = {
        number: [home for home, points in paid.items() if points == number] for number in paid.values()
    }
    return " and ".join(
        f"{number} points at {join((place_name(kit, home) for home in homes), 'or')}"
        for number, homes in sorted(by_points.items(), reverse=True)
    )
