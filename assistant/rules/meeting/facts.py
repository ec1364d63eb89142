"""Forces met, and had done with each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from assistant.rules.book import Side
from assistant.rules.core.draft import Draft, WarDraft
from assistant.rules.core.fact import Fact, fact
from assistant.rules.core.resources import TURN, contact_of
from assistant.rules.numbering import new_contact, number_of_contact
from assistant.rules.war import Contact


@fact
class ForcesMet(Fact):
    """Forces came into contact and must fight."""

    contact: Contact
    kind: Literal["forces-met"] = "forces-met"

    def write(self, world: Draft) -> None:
        war = world.war
        contact = _unlike_others(war, self.contact)
        war.met = max(war.met + 1, number_of_contact(contact.id))
        war.contacts[contact.id] = contact

    def changes(self) -> tuple[str, ...]:
        return (contact_of(self.contact.id), *self.contact.good, *self.contact.evil)

    def without_words(self) -> ForcesMet:
        return replace(self, contact=replace(self.contact, note=""))


@fact
class ContactEnded(Fact):
    """A contact was fought out, or is none any more."""

    contact: str
    why: str
    evaded: Side | None = None
    """Who hid and was not found."""
    owing: tuple[str, ...] = ()
    """Of a fight: the things it was fought with, and the power or the snare it was fought under."""
    kind: Literal["contact-ended"] = "contact-ended"

    def write(self, world: Draft) -> None:
        world.war.contacts.pop(self.contact, None)

    def changes(self) -> tuple[str, ...]:
        return (contact_of(self.contact),)

    def rests_on(self) -> tuple[str, ...]:
        return (TURN, *self.owing)


def _unlike_others(war: WarDraft, contact: Contact) -> Contact:
    """Others may have met while the deed was under way that gave the same name: these get the next one."""
    known = war.contacts.get(contact.id)
    if known is None or not {*known.good, *known.evil}.isdisjoint((*contact.good, *contact.evil)):
        return contact
    return replace(contact, id=new_contact(war.met, contact.turn))
