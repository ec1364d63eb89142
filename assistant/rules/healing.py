"""Healing: where the wounded recover, and when; and when the dispersed come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Book, Place, Profile, Side
from assistant.rules.combat.fight import RulesDesk
from assistant.rules.facts import Recovered
from assistant.rules.house import HouseRules
from assistant.rules.places_of_healing import is_place_of_healing

HEALED_AFTER = 1
RETURN_AFTER = {"five-turns": 5, "four-turns": 4}


@dataclass(frozen=True, slots=True)
class Patient:
    """A wounded figure in a place: since which turn it has lain still there, and who is with it."""

    figure: FigureId
    place: Place
    holder: Side | None
    since: int
    """The turn it came, or was wounded, or last moved or fought here."""
    companions: tuple[Profile, ...] = ()
    defended: bool = False
    """HEA-02: whether it was wounded while defending this very place."""


def is_healed(patient: Patient, profile: Profile, turn: int, house: HouseRules) -> bool:
    """HEA-01, HEA-02: after one full turn of rest; its defenders, if their side still holds the place.

    Whose enemy holds it is healed by nobody there, wherever the wound was taken.
    """
    if not is_place_of_healing(patient.place, profile, patient.companions, house):
        return False
    is_lost = patient.holder not in (None, profile.side)
    if is_lost or (patient.defended and patient.holder != profile.side):
        enforced("HEA-02")
        return False
    enforced("HEA-02" if patient.defended else "HEA-01")
    return turn - patient.since > HEALED_AFTER


def heal(
    desk: RulesDesk, book: Book, house: HouseRules, patients: Sequence[Patient], turn: int
) -> Procedure[tuple[FigureId, ...]]:
    """HEA-01, HEA-02: whoever is due at the start of this turn recovers."""
    healed: list[FigureId] = []
    for patient in patients:
        figure = desk.world.figures[patient.figure]
        if figure.condition == "wounded" and is_healed(patient, book.profiles[figure.profile], turn, house):
            rule = enforced("HEA-02" if patient.defended else "HEA-01")
            desk.say(f"{patient.figure} is healed at {patient.place.name} ({rule}).")
            healed.append(patient.figure)
    if healed:
        desk.record(Recovered(tuple(healed)))
    yield from ()
    return tuple(healed)


def return_turn(dispersed_in: int, house: HouseRules) -> int:
    """ABL-ETHEREAL-2, CON-066: the first turn in which a dispersed figure may be back."""
    enforced("ABL-ETHEREAL-2")
    return dispersed_in + RETURN_AFTER[house["CON-066"]]
