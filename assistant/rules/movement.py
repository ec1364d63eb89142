"""How far a figure moves: the movement chart, and what its abilities and armor change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.kernel.evidence import data, enforced
from assistant.rules.book import Crew, Move, Pace, Profile, Trait
from assistant.rules.circumstances import BORNE
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.registry import carried
from assistant.rules.house import HouseRules, profile_under


@dataclass(frozen=True, slots=True)
class Allowance:
    """Inches in clear and difficult ground, and how they came about."""

    clear: int | None
    difficult: int | None
    reasons: tuple[str, ...]


def allowance(
    profile: Profile, mounted: bool, house: HouseRules, crew: int | None = None, bears: Collection[str] = ()
) -> Allowance:
    """MOV-01, AMB-011: what the book prints for a figure stands; otherwise chart and abilities decide.

    ART-03: `crew` are those who are left to move a weapon; none named are all.
    ABL-HEAVYARMOUR: what it `bears` may slow it, also where the book prints how far it goes without.
    """
    profile = profile_under(house, profile)
    if profile.crew is not None and crew is not None and (why := _lacks_crew(profile.crew, crew, house)):
        return Allowance(None, None, (str(why),))
    bound = carried(profile, mounted, "keeps_to_roads")
    roads = tuple(str(why) for found in bound if (why := found.keeps_to_roads(profile)))
    printed = profile.printed_move
    if printed is not None and house["AMB-011"] == "printed-move" and _is_printed_for(profile, mounted):
        usual = Allowance(printed.clear, printed.difficult, ("as its chart prints it", *roads))
        return _changed(usual, *(computed(one, mounted, house) for one in (profile, _laden(profile, bears))))
    found = computed(_laden(profile, bears), mounted, house)
    return replace(found, reasons=(*found.reasons, *roads))


def usual_allowance(profile: Profile, house: HouseRules, bears: Collection[str] = ()) -> Allowance:
    """How far a figure goes as it usually goes: riders mounted, all others on foot."""
    return allowance(profile, profile.starts_mounted or profile.printed_mounted, house, bears=bears)


def kept_to_roads(pace: Pace, profiles: Iterable[Profile], house: HouseRules) -> tuple[Profile, ...]:
    """ABL-PONDEROUS: who keeps out of difficult ground that others of the same row may enter."""
    return tuple(
        one
        for one in profiles
        if one.pace.id == pace.id
        and pace.difficult is not None
        and usual_allowance(one, house).difficult is None
    )


def at_most(
    profile: Profile, mounted: bool, house: HouseRules, crew: int | None = None, bears: Collection[str] = ()
) -> Allowance:
    """ABL-SCOUTS, CON-042: how far it goes in haste; scouts double what the chart gives their kind."""
    usual = allowance(profile, mounted, house, crew, bears)
    reasons = (found.doubles_move(profile) for found in carried(profile, mounted, "doubles_move"))
    why = next(filter(None, reasons), None)
    if why is None or usual.clear is None:
        return usual
    return computed(_laden(profile_under(house, profile), bears), mounted, house, doubled=why)


def _laden(profile: Profile, bears: Collection[str]) -> Profile:
    """With what it bears as abilities of its own, where it has other numbers by that."""
    names = (one.what for one in profile.alternatives if one.condition in BORNE and one.what in bears)
    worn = tuple(map(Trait, dict.fromkeys(names)))
    return replace(profile, traits=(*profile.traits, *worn)) if worn else profile


def _changed(usual: Allowance, without: Allowance, laden: Allowance) -> Allowance:
    """What is printed, changed as what it bears changes what is computed."""
    if without == laden:
        return usual
    slowed = (why for why in laden.reasons if why not in without.reasons)
    return Allowance(
        _shifted(usual.clear, without.clear, laden.clear),
        _shifted(usual.difficult, without.difficult, laden.difficult),
        (*usual.reasons, *slowed),
    )


def _shifted(usual: int | None, before: int | None, after: int | None) -> int | None:
    return None if usual is None or before is None or after is None else usual + after - before


def _lacks_crew(crew: Crew, left: int, house: HouseRules) -> Reason | None:
    """CON-051: so many it takes to move a weapon, or all of them."""
    needed = crew.to_move if house["CON-051"] == "scenario-numbers" else crew.size
    if left >= needed:
        return None
    return Reason(f"{left} of {crew.size} crew, and {needed} move it", enforced(crew.rule))


def _is_printed_for(profile: Profile, mounted: bool) -> bool:
    """Charts print the move of a figure as it usually goes: riders mounted, all others on foot."""
    return mounted == (profile.starts_mounted or profile.printed_mounted)


def computed(profile: Profile, mounted: bool, house: HouseRules, doubled: Reason | None = None) -> Allowance:
    """MOV-12, MOV-15: one difficult rate for foot and horse, changed by what the figure can and wears.

    ABL-SCOUTS: only the distance of the chart is doubled, and told before what is added to it.
    """
    pace = _pace(profile, mounted)
    effects = carried(profile, mounted, "bars_move", "allowance")
    # What never goes on foot, a ship or an eagle, has one pace in clear ground: the chart's second column.
    chart = Move(pace.mounted if mounted or pace.on_foot is None else pace.on_foot, pace.difficult)
    base = Move(_times(chart.clear, 2), _times(chart.difficult, 2)) if doubled else chart
    clear, in_clear = _inches(base.clear, profile, house, effects, difficult=False)
    enforced("MOV-12")
    difficult, in_difficult = _inches(base.difficult, profile, house, effects, difficult=True)
    rules = " ".join(map(data, pace.rules))
    start = f'{profile.movement} {print_move(chart)}" ({rules})' if pace.moves else f"immobile ({rules})"
    twice = (f'doubled to {print_move(base)}": {doubled}',) if doubled else ()
    changes = told(in_clear, in_difficult, both=None not in (clear, difficult))
    return Allowance(clear, difficult, (start, *twice, *changes))


def told(
    clear: Iterable[Modifier | Reason], difficult: Iterable[Modifier | Reason], *, both: bool = True
) -> tuple[str, ...]:
    """Each change once; one that counts in one kind of ground only, where it goes in both, says in which."""
    where = {False: dict.fromkeys(clear), True: dict.fromkeys(difficult)}
    changes = dict.fromkeys((*where[False], *where[True]))
    return tuple(
        f"{one} in {'difficult' if one in where[True] else 'clear'} ground"
        if both and (one in where[False]) != (one in where[True])
        else str(one)
        for one in changes
    )


def _times(inches: int | None, times: int) -> int | None:
    return None if inches is None else inches * times


def _pace(profile: Profile, mounted: bool) -> Pace:
    """Riders who have lost what carried them walk as its row says."""
    pace = profile.pace
    return pace.afoot if pace.afoot is not None and not mounted and profile.dismounted is not None else pace


def _inches(
    base: int | None, profile: Profile, house: HouseRules, effects: Iterable[Effect], *, difficult: bool
) -> tuple[int | None, Sequence[Modifier | Reason]]:
    if base is None:
        return None, ()
    bars: list[Reason] = []
    changes: list[Modifier] = []
    for effect in effects:
        if why := effect.bars_move(profile, difficult):
            bars.append(why)
        changes += effect.allowance(profile, difficult, house)
    if bars:
        return None, bars
    return max(0, base + sum(change.amount for change in changes)), changes


def print_move(move: Move | Allowance) -> str:
    """10/7, with a dash where the figure may not go."""
    return "/".join("-" if inches is None else str(inches) for inches in (move.clear, move.difficult))
