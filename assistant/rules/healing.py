"""Healing: where the wounded recover, and when; and when the dispersed come back."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.book import Place, Profile, Side
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


def return_turn(dispersed_in: int, house: HouseRules) -> int:
    """ABL-ETHEREAL-2, CON-066: the first turn in which a dispersed figure may be back."""
    enforced("ABL-ETHEREAL-2")
    return dispersed_in + RETURN_AFTER[house["CON-066"]]
