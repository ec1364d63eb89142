"""What is due now, numbered, and what else may be done; the same agenda that every other screen reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from assistant.campaign.wording import figures_text
from assistant.ledger.records import Pending
from assistant.rules.agenda import Agenda, Declaration
from assistant.rules.arrivals import Supply
from assistant.rules.core.resources import arrival_of, contact_of, reminder_of, use_of
from assistant.rules.deeds.arriving import may_come_instead
from assistant.rules.effects.campaign_powers import parts_of
from assistant.rules.kit import Kit
from assistant.rules.reminders import Reminder
from assistant.rules.scenario import Power
from assistant.rules.schedule import Due
from assistant.rules.standing import Awaited, cannot_wait, is_put_off, where_at
from assistant.rules.victory import Verdict
from assistant.rules.war import Contact
from assistant.rules.wording import join
from assistant.rules.world import World

About = Pending | Verdict | Contact | Awaited | Reminder | Declaration | Supply | Power
Kind = Literal["must", "may"]


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list: whether it waits or is only possible, in which words, and what it is."""

    kind: Kind
    says: str
    about: About

    @property
    def key(self) -> str:
        """The same as long as it is the same thing that is due."""
        match self.about:
            case Verdict():
                return "victory"
            case Pending(id=one) | Contact(id=one) | Power(id=one):
                return f"{type(self.about).__name__} {one}"
            case Awaited(key=one) | Reminder(key=one) | Supply(key=one):
                return f"{type(self.about).__name__} {one}"
            case Declaration():
                return f"{self.about.commander} {self.about.event}"

    @property
    def hold(self) -> str:
        """The name by which it is held while somebody sees to it."""
        match self.about:
            case Contact(id=one):
                return contact_of(one)
            case Power(id=one):
                return use_of(one)
            case Reminder(key=one):
                return reminder_of(one)
            case Awaited(key=one):
                return arrival_of(one)
            case Declaration(event=one) | Supply(key=one):
                return one
            case Pending() | Verdict():
                return ""


def items(kit: Kit, world: World, now: Agenda, pendings: tuple[Pending, ...]) -> tuple[Item, ...]:
    """Everything on the agenda in the order in which a table sees to it; what is under way is due once."""
    held = {name for pending in pendings for name in pending.holds}
    due = (*_musts(kit, world, now, pendings), *_mays(kit, now), *_waiting(kit, world, now))
    return tuple(one for one in due if one.hold not in held)


def _musts(kit: Kit, world: World, now: Agenda, pendings: tuple[Pending, ...]) -> Iterator[Item]:
    for pending in pendings:
        yield Item("must", f"Under way: {under_way_text(kit, world, pending)}", pending)
    if now.verdict is not None:
        confirm = " Confirm it." if now.is_whole else ""
        yield Item("must", f"Victory: {now.verdict.words}{confirm}", now.verdict)
    for contact in unfought(now, pendings):
        yield Item("must", f"Contact: {contact_text(kit, world, contact)}", contact)
    # Few, and some of them only for now: before the long list of those who come.
    for reminder in now.reminders:
        yield Item("must", reminder_text(kit, reminder), reminder)
    for one in now.arrivals:
        if one.due.shut or is_put_off(world, one):
            continue
        waits = f" (since turn {one.due.turn})" if one.due.turn < now.turn else ""
        yield Item("must", f"{coming_text(kit, world, one.due)}{waits}", one)


def unfought(now: Agenda, pendings: Iterable[Pending]) -> tuple[Contact, ...]:
    """The contacts whose fight is not under way yet."""
    held = {name for pending in pendings for name in pending.holds}
    return tuple(one for one in now.contacts if contact_of(one.id) not in held)


def _mays(kit: Kit, now: Agenda) -> Iterator[Item]:
    for declaration in now.declarations:
        who = kit.scenario.commanders[declaration.commander].name
        yield Item("may", f"{who} may declare the {declaration.name}.", declaration)
    for choice in now.choices:
        yield Item(
            "may", f"{choice.name} Yes ({choice.full}) or no ({choice.scarce}), once for good.", choice
        )
    for power in now.powers:
        if not _is_listed(kit, now, power):
            who = kit.scenario.commanders[power.commander].name
            yield Item("may", f"{who}: {power.name}. {power.text}", power)


def _waiting(kit: Kit, world: World, now: Agenda) -> Iterator[Item]:
    """What the table has put off for this turn can still be placed; who finds no way in waits for one."""
    for one in now.arrivals:
        if one.due.shut:
            yield Item("may", coming_text(kit, world, one.due), one)
        elif is_put_off(world, one):
            yield Item("may", f"{coming_text(kit, world, one.due)}: put off until turn {now.turn + 1}", one)


def _is_listed(kit: Kit, now: Agenda, power: Power) -> bool:
    """Whether its box is ticked by a declaration or a choice that stands on the list itself."""
    declared = {(one.event, one.commander) for one in now.declarations}
    chosen = {one.key for one in now.choices}
    for part, given in parts_of(power):
        decided = part.decides(kit, power, given)
        if (part.brings(kit, power, given), power.commander) in declared or (
            decided and decided[0] in chosen
        ):
            return True
    return False


def contact_text(kit: Kit, world: World, contact: Contact) -> str:
    """Boromir against Lurtz at Amon Hen (what the table notes about it)."""
    note = f" ({contact.note})" if contact.note else ""
    return f"{who_met(kit, world, contact)}{note}"


def who_met(kit: Kit, world: World, contact: Contact) -> str:
    """Boromir against Lurtz at Amon Hen: the name of a fight, from the meeting to its end."""
    sides = [
        join(world.war.forces[one].name for one in side if one in world.war.forces)
        for side in (contact.good, contact.evil)
    ]
    return f"{sides[0]} against {sides[1]} {where_at(kit, contact.place)}"


def under_way_text(kit: Kit, world: World, pending: Pending) -> str:
    """A fight by the name that its contact had in every list before; any other deed by its title."""
    met = (one for one in world.war.contacts.values() if contact_of(one.id) in pending.holds)
    return next((who_met(kit, world, one) for one in met), pending.title)


def coming_text(kit: Kit, world: World, one: Due) -> str:
    """As it stands now: without an exchange that is refused while another of that kind is in play."""
    return arrival_text(kit, one if may_come_instead(kit, world, one) else replace(one, instead=()))


def foreseen_text(kit: Kit, world: World, one: Due) -> str:
    """SEQ-07: as it would come if nothing changed until its turn; until then nothing is lost."""
    if not one.lost or one.turn <= world.war.turn:
        return coming_text(kit, world, one)
    why = one.lost.replace(f" on turn {one.turn}", " now").replace(": lost for good.", ".")
    who = kit.scenario.commanders[one.commander].name
    return f"Would be lost to {who} if nothing changes: {_coming_figures(kit, one)}. {why}"


def _coming_figures(kit: Kit, one: Due) -> str:
    return join(figures_text(each, kit.book, kit.scenario) for each in one.figures)


def arrival_text(kit: Kit, one: Due) -> str:
    """Gondor: 2 Gondor Foot at Minas Tirith."""
    who = kit.scenario.commanders[one.commander].name
    figures = _coming_figures(kit, one)
    if not one.figures:
        return _right_text(kit, who, one)
    if one.lost:
        return f"Lost to {who}: {figures}. {one.lost}"
    if one.shut:
        return f"{who}: {figures}, due on turn {one.turn}. {one.shut}"
    where = "by sea" if cannot_wait(kit, one) else where_at(kit, *one.places)
    choices = "".join(
        [
            ", or mounted" if one.may_mount else "",
            f", or {join(kit.book.profiles[each].name for each in one.instead)} instead"
            if one.instead
            else "",
            ", if they wish" if one.optional else "",
        ]
    )
    note = f" ({one.note})" if one.note else ""
    note += " (they land on the turn they come, or are lost)" if cannot_wait(kit, one) else ""
    return f"{who}: {figures} {where}{choices}{note}"


def _right_text(kit: Kit, who: str, one: Due) -> str:
    """Mouth of Sauron: Dark Marshal may mount a fell beast from this turn on."""
    names = join((kit.book.profiles[each].name for each in one.may_mount), "or")
    said = f"{names} {one.note[:1].lower()}{one.note[1:]}" if names else one.note
    return said if names == who else f"{who}: {said}"


def reminder_text(kit: Kit, reminder: Reminder) -> str:
    """What is due, who sees to it and by which rules."""
    who = f"{kit.scenario.commanders[reminder.commander].name}: " if reminder.commander else ""
    note = f" {reminder.note}" if reminder.note.endswith(".") else ""
    stop = "." if note and not reminder.title.endswith((".", "?")) else ""
    return f"{who}{reminder.title}{stop}{note} ({', '.join(reminder.rules)})"


def numbered(listed: tuple[Item, ...], wanted: Callable[[Item], bool]) -> Iterator[str]:
    """Lines of the list with the numbers that commands take."""
    for number, item in enumerate(listed, 1):
        if wanted(item):
            yield f"  {number:>2}. {item.says}"
