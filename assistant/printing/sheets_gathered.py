"""What stands on the chart of some commanders, gathered once however it is set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_uppercase

from assistant.printing.blocks import Section
from assistant.printing.sheets_arrivals import Coming, of_commanders
from assistant.printing.sheets_figures import figure_tables, starred
from assistant.printing.sheets_legend import told_with_bearers
from assistant.printing.sheets_lore import Lore, lore
from assistant.printing.sheets_members import members, owners, reasons
from assistant.printing.sheets_source import Material
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Profile, ProfileId


@dataclass(frozen=True)
class Told:
    """All that stands on a chart of one commander or several, however it is set."""

    material: Material
    arrivals: tuple[Coming, ...]
    commanders: tuple[CommanderId, ...]
    profiles: tuple[Profile, ...]
    lore: Lore

    @cached_property
    def figures(self) -> tuple[Section, ...]:
        """The tables of numbers."""
        return self._figures()

    @cached_property
    def figures_in_short(self) -> tuple[Section, ...]:
        """The same without the names of what the entries of those who have it tell."""
        stars = starred(self.material, self.profiles)
        return self._figures(told_with_bearers(self.material, self.profiles, stars, self.lore))

    def _figures(self, left_out: Sequence[str] = ()) -> tuple[Section, ...]:
        why = reasons(self.material, self.arrivals, self.commanders, self.lore.powers)
        return figure_tables(self.material, self.profiles, why, self._whose, left_out=left_out)

    @property
    def letters(self) -> Mapping[CommanderId, str]:
        """What stands for each command where there are several."""
        return dict(zip(self.commanders, ascii_uppercase, strict=False)) if len(self.commanders) > 1 else {}

    @property
    def _whose(self) -> Mapping[ProfileId, str]:
        """The letters of the commands that have each figure."""
        if not self.letters:
            return {}
        found = owners(self.material, self.arrivals, self.commanders)
        return {one: "".join(self.letters[who] for who in found[one]) for one in found}


def gather(material: Material, arrivals: Sequence[Coming], commanders: tuple[CommanderId, ...]) -> Told:
    """What these commanders have, may get and need to know."""
    if material.now:
        material = replace(material, now=material.now.on_chart_of(commanders))
    own = {one: members(material, arrivals, (one,)) for one in commanders}
    return Told(
        material,
        of_commanders(arrivals, commanders),
        commanders,
        members(material, arrivals, commanders),
        lore(material, arrivals, own),
    )
