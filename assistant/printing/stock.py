"""What is set once for all tries at a document: the units of its sections, and how they measure."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from assistant.printing.blocks import Section
from assistant.printing.flow import Setting
from assistant.printing.fonts import Cleaner
from assistant.printing.measure import Type
from assistant.printing.units import Unit, section_units, units_of


class Stock:
    """Units and their measures, kept while a sheet is tried with more on it or less, and in other sizes."""

    def __init__(self) -> None:
        self.clean = Cleaner()
        self.setting: Callable[[Type], Setting] = cache(Setting)
        self._section = cache(section_units)

    def units(self, sections: tuple[Section, ...], first: int = 0) -> tuple[Unit, ...]:
        """All sections in order, numbered from the first; the same units each time for the same section."""
        return units_of(sections, self.clean, first, self._section)
