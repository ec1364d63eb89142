"""ITM-RING-02, VIC-02: the Ring goes from hand to hand, home with evil, or into the fire."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.captives import has_taken_ring, place_of
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.deeds.checks import figure_in, require_running
from assistant.rules.deeds.holding import GONE, announce, give
from assistant.rules.deeds.reasons import say_why
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.ring.facts import RingPassed
from assistant.rules.scoring import for_ring
from assistant.rules.standing import where_at
from assistant.rules.table_word.facts import Overruled
from assistant.rules.victory import verdict
from assistant.rules.world import Figure, World


@deed
class PassRing(Deed):
    """ITM-RING-02, VIC-02: the Ring goes to another bearer, or into the fire."""

    bearer: FigureId | None
    destroyed: bool = False
    reason: str = ""
    """Why the table has it so where no rule would hand the Ring over, or a captive destroys it."""
    kind: Literal["pass-ring"] = "pass-ring"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        if world.war.ring.destroyed:
            raise Illegal(
                "destroyed",
                f"The Ring is destroyed, and nobody bears it any more ({enforced('VIC-02')}).",
                do="Undo that deed if it is not so.",
            )
        if self.bearer is not None and world.figures[figure_in(world, self.bearer)].condition in GONE:
            who, gone = name_of(kit, world, world.figures[self.bearer]), world.figures[self.bearer].condition
            raise Illegal(
                "cannot-bear",
                f"{who} is {'dead' if gone == 'eliminated' else gone} and bears nothing.",
                do="Name someone on the table or a captive, or bring the figure back by hand first.",
            )
        if self.destroyed:
            _require_at_the_fire(kit, world, self.reason)
        elif self.bearer is not None and not self.reason.strip():
            _require_within_reach(kit, world, world.figures[self.bearer])
        who = name_of(kit, world, world.figures[self.bearer]) if self.bearer else "Nobody"
        title = "The Ring is destroyed" if self.destroyed else f"{who} bears the Ring"
        return Opening(title, ("the Ring",), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        was = verdict(kit, desk.world)
        bearer = None if self.destroyed else self.bearer
        if why := self.reason.strip():
            desk.record(Overruled(why, (), concerns=(bearer,) if bearer else ()))
            say_why(desk, why)
        captor = self._captor(desk.world, bearer) if bearer else None
        # Who is kept somewhere keeps the Ring there too, from now on or as before.
        kept = desk.world.war.kept.get(bearer) if bearer else None
        gains = [*for_ring(kit, desk.world, kept, captor)] if kept and captor else []
        had, turn = desk.world.war.ring.bearer, desk.world.war.turn
        with_it = desk.world.war.force_of(had) if had else None
        owing = (with_it.id,) if with_it else ()
        desk.record(RingPassed(bearer, captor, kept, turn, self.destroyed, owing, before=had))
        give(kit, desk, gains)
        if bearer is not None and desk.world.figures[bearer].side == "evil":
            rule = warned("HUN-01")
            desk.say(f"Evil may not handle the Ring: it must carry off the ringbearer ({rule}).")
        announce(kit, desk, was)
        yield from ()

    def _captor(self, world: World, bearer: FigureId) -> CommanderId | None:
        """Whose captive the bearer is; a servant of evil has it for his own master."""
        force = world.war.force_of(bearer)
        if world.figures[bearer].side == "evil" and force is not None:
            return force.commander
        return world.war.captives.get(bearer)


def take_up_ring(desk: RulesDesk, taker: FigureId) -> None:
    """ITM-RING-02: one who is nobody's captive has it from now on."""
    war = desk.world.war
    desk.record(RingPassed(taker, None, None, war.turn, before=war.ring.bearer))


def ring_home(kit: Kit, desk: RulesDesk, place: PlaceId) -> None:
    """STA-01, VIC-03: the Ring is where it counts, borne by evil itself; it earns its points once."""
    ring, was, force = desk.world.war.ring, verdict(kit, desk.world), has_taken_ring(desk.world)
    assert force is not None
    assert force.commander is not None
    gains = [*for_ring(kit, desk.world, place, force.commander)]
    desk.record(RingPassed(ring.bearer, force.commander, place, desk.world.war.turn, owing=(force.id,)))
    give(kit, desk, gains)
    announce(kit, desk, was)


def _require_within_reach(kit: Kit, world: World, taker: Figure) -> None:
    """HUN-01: it is handed to somebody of good who is there; what else came of it is said with a reason."""
    do = "Say why, if your table has it so."
    if taker.side == "evil":
        rule = enforced("HUN-01")
        raise Illegal(
            "cannot-bear", f"Evil may not handle the Ring: it must carry off the ringbearer ({rule}).", do=do
        )
    bearer = world.war.ring.bearer
    there, here = (place_of(world, one) for one in (bearer or taker.id, taker.id))
    if bearer is not None and there is not None and here != there:
        who, holder = name_of(kit, world, taker), name_of(kit, world, world.figures[bearer])
        at = where_at(kit, here) if here is not None else "nowhere on the table"
        raise Illegal(
            "not-there",
            f"{who} is {at}, and {holder}, who bears the Ring, {where_at(kit, there)}.",
            do=do,
        )


def _require_at_the_fire(kit: Kit, world: World, reason: str) -> None:
    """VIC-02, HUN-01: it is destroyed only where the scenario says, by whoever bears it there and is free."""
    fires = [one.place for one in kit.scenario.ring_victories if one.winner == "good"]
    bearer = world.war.ring.bearer
    if not fires:
        return
    if bearer is None or world.figures[bearer].condition in GONE:
        if not reason.strip():
            raise Illegal(
                "no-bearer",
                f"Nobody who lives bears the Ring, to throw it into the fire ({enforced('VIC-02')}).",
                do="Say first who takes it up, or say why, if your table has it so.",
            )
        return
    force = world.war.force_of(bearer)
    if world.war.kept.get(bearer, force.inside if force else None) not in fires:
        raise Illegal(
            "not-there",
            f"The Ring can be destroyed only {where_at(kit, fires[0])} ({enforced('VIC-02')}).",
            do="Move its bearer there first.",
        )
    if world.figures[bearer].condition == "captured" and not reason.strip():
        who, rule = name_of(kit, world, world.figures[bearer]), enforced("HUN-01")
        raise Illegal(
            "captive-bearer",
            f"{who} bears the Ring and is captive: no captive throws it into the fire ({rule}).",
            do="Set the captive free first, or say why, if your table has it so.",
        )
