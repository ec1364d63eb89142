"""What is due is done or skipped, and a kind of reminder is switched off or on."""

from __future__ import annotations

from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed
from assistant.rules.core.resources import reminder_of
from assistant.rules.deeds.checks import require_running
from assistant.rules.deeds.contacts import end_without_foes
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.reminders import UPKEEP, Reminder, due_as, rule_of
from assistant.rules.turn.facts import PointsGiven, ReminderHeeded, ReminderSwitched
from assistant.rules.war import PHASES, Heeded, Phase
from assistant.rules.world import World


@deed
class Heed(Deed):
    """Something due is seen to, or the table lets it be."""

    reminder: str
    how: Heeded = "done"
    kind: Literal["heed"] = "heed"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        one = _find(kit, world, self.reminder)
        title = one.deed or one.title if self.how == "done" else f"Skipped: {one.deed or one.title}"
        holds = (reminder_of(one.key), *one.figures, *UPKEEP[one.about].holds(world))
        return Opening(title, holds, encode(self))

    def lapses_with(self, phase: Phase) -> bool:
        """Whether it is out of time when a phase begins: what no phase is for lasts until the turn ends."""
        rule = rule_of(self.reminder)
        return phase == PHASES[0] or (rule is not None and rule.phase is not None)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        one = _find(kit, desk.world, self.reminder)
        grounds, before = _grounds(kit, desk.world, one), len(desk.facts)
        for rule in one.rules:
            asked(rule)
        borne = tuple(thing for thing, by in desk.world.war.things.items() if by in one.figures)
        if self.how == "done":
            yield from UPKEEP[one.about].perform(kit, desk, one)
            end_without_foes(kit, desk)
        done = desk.facts[before:]
        # STA-05: what somebody bears may be part of what he was worth.
        worth = borne if any(isinstance(fact, PointsGiven) for fact in done) else ()
        owing = (*grounds, *worth) if done or UPKEEP[one.about].is_of_its_holder else ()
        for key in (one.key, *one.also):
            desk.record(ReminderHeeded(key, self.how, owing))

    def owners(self, kit: Kit, world: World) -> Owners:
        return [one.commander] if (one := due_as(kit, world, self.reminder)) else []


def _grounds(kit: Kit, world: World, one: Reminder) -> tuple[str, ...]:
    """What happens to figures rests on their having come where they are, and on who holds that place."""
    forces = (world.war.force_of(figure) for figure in one.figures)
    places = (one.place,) if one.place in kit.book.places else ()
    return tuple(dict.fromkeys((*(force.id for force in forces if force is not None), *places)))


@deed
class SwitchReminder(Deed):
    """A kind of reminder is off for this game, or on again."""

    about: str
    on: bool
    kind: Literal["switch-reminder"] = "switch-reminder"

    def plan(self, kit: Kit, world: World) -> Opening:
        if self.about not in UPKEEP:
            raise no_such("kind of reminder", self.about, UPKEEP)
        if UPKEEP[self.about].brings_figures and not self.on:
            raise Illegal(
                "brings-figures",
                f"{UPKEEP[self.about].title}: figures come by it, and none may be lost unseen "
                f"({enforced('SEQ-06')}).",
                do="Skip it for this turn instead.",
            )
        title = f'The reminder "{UPKEEP[self.about].title}" is {"on" if self.on else "off"}'
        if self.on != (self.about in world.war.silenced):
            raise Illegal("nothing-changes", f"{title} already.", do="Nothing is to be done.")
        return Opening(title, (reminder_of(self.about),), encode(self))

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        desk.record(ReminderSwitched(self.about, self.on))
        yield from ()


def _find(kit: Kit, world: World, key: str) -> Reminder:
    found = due_as(kit, world, key)
    if found is None:
        # Without the list: what is due for others is not for everybody to know.
        raise Illegal(
            "no-longer-due", "That is not due any more, or not yet.", do="Look at the list of what is due."
        )
    return found
