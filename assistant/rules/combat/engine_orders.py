"""Orders for engines that cannot be carried out are refused before the fight, all of them at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.kernel.errors import Fault, Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, Service, Site, other
from assistant.rules.effects.hooks import Charge
from assistant.rules.effects.registry import in_play

OF_A_RAM = ("rerolls", "gate", "fight", "wait")
OF_A_CHARGE = ("hold", "gate", "weak-wall")
AGAINST_WALLS = ("rerolls", "gate", "weak-wall")

Wrong = tuple[str, str, str]
"""The key that is wrong, what is wrong with it, and what would be right."""


def check_engines(fight: Fight) -> None:
    """ART-04, ART-18, ART-21, ART-22: refuse what an engine, or whoever is taken for one, cannot do."""
    if not any(fight.orders(side).engines for side in SIDES):
        return
    faults: list[Fault] = []
    for side in SIDES:
        engines = _Engines(fight.declared(), side)
        for figure, service in fight.orders(side).engines.items():
            at = f"sides.{side}.engines.{figure}"
            told = engines.misused(figure, service)
            faults += (Fault("", f"{at}.{key}" if key else at, wrong, right) for key, wrong, right in told)
    if faults:
        raise Illegal("engine-order", f"{faults[0].wrong}.", do=f"{faults[0].right}.", faults=faults)


@dataclass(frozen=True, slots=True)
class _Engines:
    """The engines of a side before the fight."""

    scene: Scene
    side: FightingSide

    @property
    def site(self) -> Site:
        return self.scene.site

    def misused(self, figure: FigureId, service: Service) -> Iterator[Wrong]:
        """All that is wrong with what is told of a figure."""
        one = next(one for one in self.scene.hosts[self.side].combatants if one.id == figure)
        rams = any(found.rams(one, self.scene) for found in in_play(one, self.scene))
        charge = self._charge(one)
        if one.profile.crew is None and not rams and charge is None:
            yield "", f"{figure} is no engine", "leave it out"
            return
        if service.recruits and one.profile.kind != "artillery":
            rule = enforced("ART-04")
            yield "recruits", f"nobody steps in for the crew of {figure} ({rule})", "leave them out"
        if service.tries and not rams:
            yield "tries", f"{figure} is no ram", "leave the key out"
        if service.use is None:
            return
        able: tuple[str, ...] = OF_A_RAM if rams else OF_A_CHARGE if charge else ()
        if service.use not in able:
            what = "a ram" if rams else "a charge" if charge else "neither a ram nor a charge"
            right = f"say {', '.join(able[:-1])} or {able[-1]}" if able else "leave the key out"
            yield "use", f"{figure} is {what}, and no use of it is {service.use!r}", right
        elif service.use in AGAINST_WALLS and (why := self._no_walls(service.use)):
            yield "use", f"{figure} cannot do that: {why}", f"say {able[-1] if rams else able[0]}, or nothing"
        elif charge and service.use != "hold":
            yield from self._alone(one, charge)

    def _charge(self, one: Combatant) -> Charge | None:
        return next(
            filter(None, (found.blows_up(one, self.scene) for found in in_play(one, self.scene))), None
        )

    def _no_walls(self, use: str) -> str:
        """ART-18, ART-22: why there is nothing here to use it against."""
        if self.site.at == "field" or self.site.fortress is None:
            return f"no fortress is assaulted ({enforced('ART-18')})"
        if self.site.fortress != other(self.side):
            return f"{self.side} holds the walls itself ({enforced('ART-18')})"
        if self.site.breached:
            return "the walls are breached already"
        if use == "weak-wall" and not self.site.weak_wall:
            return f"no wall here is weak ({enforced('ART-22')})"
        return ""

    def _alone(self, one: Combatant, charge: Charge) -> Iterator[Wrong]:
        """ART-21: a charge takes two, and the first of them is told."""
        if charge.lit_by_anyone:
            return
        bearers = [each.id for each in self.scene.hosts[self.side].combatants if self._charge(each)]
        place, rule = bearers.index(one.id), enforced("ART-21")
        if place % 2:
            first = bearers[place - 1]
            yield "use", f"{one.id} lights the charge of {first} ({rule})", f"give the order to {first}"
        elif place + 1 == len(bearers):
            yield (
                "use",
                f"a charge takes two, and {one.id} has nobody with it ({rule})",
                "say hold, or nothing",
            )
