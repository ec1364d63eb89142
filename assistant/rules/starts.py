"""The forces on the table when the game begins, under the readings the table has chosen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.house import HouseRules
from assistant.rules.scenario import Scenario, Start, StartReading

Groups = Collection[Collection[CommanderId]]


def starts(scenario: Scenario, *, house: HouseRules, seats: Groups = ()) -> tuple[Start, ...]:
    """SCN-19: every starting force; `seats` are the commanders each player has, where that matters."""
    enforced("SCN-19")
    return tuple(_as_read(start, house, seats) for start in in_force(scenario.starts, house))


def _as_read(start: Start, house: HouseRules, seats: Groups) -> Start:
    for reading in start.readings:
        if house[reading.rule] == reading.reading and _applies(reading, start, seats):
            start = replace(
                start,
                commander=reading.commander or start.commander,
                place=reading.place or start.place,
                figures=start.figures if reading.figures is None else reading.figures,
                note=start.note if reading.note is None else reading.note,
                rules=(*start.rules, reading.rule),
            )
    return start


def _applies(reading: StartReading, start: Start, seats: Groups) -> bool:
    """CON-031: some forces change hands only where their two commanders are different players."""
    if not reading.when_split:
        return True
    mine = next((seat for seat in seats if start.commander in seat), ())
    return bool(mine) and reading.commander not in mine
