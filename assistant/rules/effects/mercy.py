"""Who was left behind wounded lies at the mercy of every minion whose figures are there."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.evidence import enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.holding import give
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.spoils import take_captive
from assistant.rules.effects.regions import is_never_taken
from assistant.rules.effects.registry import carried, overrides
from assistant.rules.fight.facts import Suffered
from assistant.rules.kit import Kit
from assistant.rules.names import name_of
from assistant.rules.reminders import Reminder, Upkeep, rules, upkeep
from assistant.rules.retreats import is_beaten
from assistant.rules.scoring import for_slain
from assistant.rules.standing import members, side_of
from assistant.rules.sways import why_spared
from assistant.rules.vicinity import in_each_others_reach
from assistant.rules.war import Force, all_do
from assistant.rules.world import Figure, World

SPARE, SLAY, CAPTURE = "spare", "slay", "capture"
NOBODY = "nobody"


@upkeep("mercy", "The wounded at the enemy's mercy", phase="combat")
class Mercy(Upkeep):
    """ABL-HERO-5: who was left behind may be slain, or captured where that applies."""

    def due(self, kit: Kit, world: World) -> Iterator[Reminder]:
        for force in world.war.forces.values():
            there = members(world, force)
            alone = not any(one.condition == "fit" for one in there)
            for one in there:
                is_helpless = one.left_behind or (alone and one.condition == "wounded")
                if (
                    is_helpless
                    and not self._is_safe(kit, one, force)
                    and not self._is_guarded(kit, world, force)
                ):
                    yield from self._asked_of_each(kit, world, one, force)

    def _is_safe(self, kit: Kit, one: Figure, force: Force) -> bool:
        """TOW-03: whether he is in a tower that nobody ever takes."""
        return one.in_tower and is_never_taken(kit, force.place)

    def _asked_of_each(self, kit: Kit, world: World, one: Figure, force: Force) -> Iterator[Reminder]:
        """Any enemy there may have him: each commander is asked, until one takes him."""
        theirs: dict[CommanderId | None, list[Force]] = {}
        for enemy in self._enemies(kit, world, force):
            theirs.setdefault(enemy.commander, []).append(enemy)
        name, turn, heeded = f"{self.name} {one.id}", f"@{world.war.turn}", world.war.heeded
        own = {by: f"{name} {by or NOBODY}{turn}" for by in theirs}
        left = [by for by in theirs if own[by] not in heeded]
        # In older games only the first of them was asked, by a key that names nobody: it stays the first's.
        first = f"{name}{turn}"
        if first in heeded and not any(key.startswith(f"{name} ") and key.endswith(turn) for key in heeded):
            left = left[1:]
        for by in left:
            is_first = first not in heeded and by == left[0]
            are_there = all_do([*{enemy.name: enemy for enemy in theirs[by]}.values()], "is", "are")
            in_tower = " in the tower" if one.in_tower else ""
            yield Reminder(
                key=first if is_first else own[by],
                about=self.name,
                title=f"{name_of(kit, world, one)} lies wounded{in_tower}, and {are_there} there",
                commander=by,
                rules=rules("ABL-HERO-5", *(("TOW-03",) if in_tower else ())),
                figures=(one.id,),
                place=force.place,
                also=(own[by],) if is_first else (),
                note="Safe unless it is assaulted, and nobody in it can fight." if in_tower else "",
            )

    def _enemies(self, kit: Kit, world: World, force: Force) -> tuple[Force, ...]:
        """Those in reach who may harm him: not the beaten, nor whom a rule keeps from him."""
        own = side_of(kit, world, force)
        return tuple(
            other
            for other in self._able(kit, world, force)
            if side_of(kit, world, other) not in (own, "uncontrolled")
            and not why_spared(kit, world, other, force)
        )

    def _is_guarded(self, kit: Kit, world: World, force: Force) -> bool:
        """Whether friends stand by who can fight: then nobody has left him behind."""
        own = side_of(kit, world, force)
        return any(
            side_of(kit, world, other) == own and not other.hidden and other.id != force.id
            for other in self._able(kit, world, force)
        )

    def _able(self, kit: Kit, world: World, force: Force) -> Iterator[Force]:
        """OUT-08: forces in reach that can fight in the open and were not beaten."""
        for other in world.war.forces.values():
            is_fit = any(one.condition == "fit" and not one.in_tower for one in members(world, other))
            if is_fit and not is_beaten(world, other) and in_each_others_reach(kit, world, force, other):
                yield other

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        victim = desk.world.figures[figure]
        who = name_of(kit, desk.world, victim)
        options = (SPARE, CAPTURE if _may_be_taken(kit, victim) else SLAY)
        reach = ". Assault it" if victim.in_tower else ", within reach"
        why = f"{reminder.title}{reach}: {' or '.join(options)}?"
        seat = seat_for(reminder.commander)
        done = yield from desk.choose(seat, self.name, why, options, *reminder.rules)
        if done == SPARE:
            desk.title = f"{who} is spared"
            desk.say(f"{desk.title}.")
        elif done == SLAY:
            desk.record(Suffered((figure,), "eliminated", "left behind"))
            desk.title = f"{who} is slain{self._by_assault(victim)}"
            self._reward(kit, desk, reminder, victim)
        else:
            # Looked for before he is taken: a captive stands nowhere from which anybody is in reach.
            guards = self._guards(kit, desk.world, reminder)
            desk.record(Suffered((figure,), "captured", "left behind"))
            desk.title = f"{who} is captured{self._by_assault(victim)}"
            desk.say(f"{desk.title} ({enforced('ABL-HERO-5')}).")
            if guards is not None:
                take_captive(desk, figure, guards)

    def _by_assault(self, victim: Figure) -> str:
        """TOW-05: a tower is taken as walls are; where nobody can fight, without a blow."""
        return f" in the tower, which is taken ({enforced('TOW-05')})" if victim.in_tower else ""

    def _reward(self, kit: Kit, desk: RulesDesk, reminder: Reminder, victim: Figure) -> None:
        desk.say(f"{desk.title} ({enforced('ABL-HERO-5')}).")
        if reminder.commander:
            give(kit, desk, [*for_slain(kit, desk.world, (victim,), reminder.commander)])

    def _guards(self, kit: Kit, world: World, reminder: Reminder) -> Force | None:
        """The force of whoever takes him that is in reach."""
        force = world.war.force_of(reminder.figures[0])
        enemies = self._enemies(kit, world, force) if force else ()
        return next((one for one in enemies if one.commander == reminder.commander), None)


def _may_be_taken(kit: Kit, one: Figure) -> bool:
    """PPL-HOBBITS-01: whether it is taken alive, never slain."""
    found = carried(kit.book.profiles[one.profile], one.mounted)
    return any(overrides(effect, "may_be_captured") for effect in found)
