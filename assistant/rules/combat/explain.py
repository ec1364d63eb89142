"""Every number of an exchange with its reasons, in lines that can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

from assistant.kernel.asking import count_of
from assistant.rules.combat.muster import PRINTED, Fighter, Save


def explain(fighters: Sequence[Fighter]) -> tuple[str, ...]:
    """One line for each sort of figure: those with the same numbers and reasons stand together."""
    sorts: dict[str, list[Fighter]] = {}
    for fighter in fighters:
        sorts.setdefault(_sort(fighter), []).append(fighter)
    return tuple(line for alike in sorts.values() for line in _lines(alike))


def _sort(fighter: Fighter) -> str:
    """What two figures must have in common to share a line: everything but who they are."""
    numbers = [getattr(fighter, field.name) for field in fields(fighter) if field.name != "me"]
    return repr((fighter.me.profile.id, fighter.me.mounted, numbers))


def _lines(alike: Sequence[Fighter]) -> Iterable[str]:
    first = alike[0]
    who = f"{first.me.profile.name} ({', '.join(fighter.me.id for fighter in alike)})"
    dice = count_of(first.dice, "die", "dice")
    strikes = f"{dice} at {first.need}+" if first.dice else "does not strike"
    life = first.lives
    lives = f"; {count_of(life.left, life.what, life.several)}" if life else ""
    yield f"{who}: {strikes}{_because(_strike_reasons(first))}; {_defense(first)}{lives}."


def _strike_reasons(fighter: Fighter) -> tuple[str, ...]:
    again = (str(fighter.again),) if fighter.again else ()
    early = fighter.strikes_first or fighter.strikes_extra
    first = (str(early),) if early else ()
    if not fighter.dice:
        return fighter.dice_reasons
    return (*_beyond_print(fighter.dice_reasons), *_beyond_print(fighter.attack_reasons), *again, *first)


def _defense(fighter: Fighter) -> str:
    if fighter.cannot_be_hit:
        return f"cannot be hit, {fighter.cannot_be_hit}"
    return ", ".join(
        f"against {_hits(carried)} {_save(save)}" if carried else f"defense {_save(save)}"
        for carried, save in fighter.saves.items()
    )


def saves(fighter: Fighter, kinds: Iterable[tuple[str, ...]]) -> str:
    """What a figure sets against these kinds of hits, in short: 5+, 6+ against axes."""
    told = {kind: _need(fighter.saves[kind]) for kind in sorted({*kinds}, key=lambda kind: (len(kind), kind))}
    if len({*told.values()}) <= 1:
        return next(iter(told.values()), "")
    return ", ".join(f"{need} against {_hits(kind)}" if kind else need for kind, need in told.items())


def _hits(carried: Sequence[str]) -> str:
    """What a kind of hit carries, each thing once however many reasons bring it."""
    return " and ".join(dict.fromkeys(name.replace("-", " ") for name in carried))


def _need(save: Save) -> str:
    return f"{save.need}+" if save.need is not None else "none"


def _save(save: Save) -> str:
    again = (str(save.again),) if save.again else ()
    spoiled = (f"success rolled again: {save.spoiled}",) if save.spoiled else ()
    fate = (f"{save.fate.condition} when it fails: {save.fate.why}",) if save.fate.why else ()
    return f"{_need(save)}{_because((*_beyond_print(save.reasons), *again, *spoiled, *fate))}"


def _beyond_print(reasons: Sequence[str]) -> tuple[str, ...]:
    """The printed number speaks for itself unless something changes it."""
    return () if len(reasons) == 1 and reasons[0].endswith(PRINTED) else tuple(reasons)


def _because(reasons: Sequence[str]) -> str:
    return f" [{'; '.join(reasons)}]" if reasons else ""
