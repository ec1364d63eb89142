"""Whose figures stand on a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_source import Material
from assistant.rules.arrivals import CommanderId, Contingent
from assistant.rules.book import Profile, ProfileId
from assistant.rules.starts import starts


def members(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> tuple[Profile, ...]:
    """Every figure these commanders have or may get, those on the table first, under the house rules."""
    found = dict.fromkeys(
        (
            *_own(material, arrivals, commanders),
            *_guardians(material, commanders),
            *_on_their_charts(material, commanders),
        )
    )
    return tuple(map(material.figure, found))


def _profiles(figures: Iterable[Contingent]) -> Iterator[ProfileId]:
    return (profile for one in figures for profile in one.profiles)


def _own(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> Iterator[ProfileId]:
    """At the start or by arrival."""
    for start in starts(material.scenario, house=material.house, seats=material.seats):
        if start.commander in commanders:
            yield from _profiles(start.figures)
    for one in arrivals:
        if one.commander in commanders:
            yield from (*_profiles(one.figures), *one.instead, *one.may_mount)


def _guardians(material: Material, commanders: Sequence[CommanderId]) -> Iterator[ProfileId]:
    """What fights for them at their own bases, such as a river."""
    for commander in (material.scenario.commanders[one] for one in commanders):
        for place in commander.home:
            for trait in material.book.places[place].traits:
                params = dict(trait.params)
                if params.get("against") not in (None, commander.side) and "profile" in params:
                    yield ProfileId(str(params["profile"]))


def _on_their_charts(material: Material, commanders: Sequence[CommanderId]) -> Iterator[ProfileId]:
    """Figures they may get, meet or use as options, though no list of theirs brings them."""
    for commander in commanders:
        yield from material.scenario.commanders[commander].charted_figures
