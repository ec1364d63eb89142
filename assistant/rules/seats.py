"""Who commands what, for any number of players: the players' list from the top, then the leftovers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.book import Side
from assistant.rules.house import HouseRules
from assistant.rules.near import no_such
from assistant.rules.scenario import Command, NextPlayer, Scenario

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Chair:
    """One player's place at the table: a side, its commanders, and who sits there if anyone said."""

    player: int
    side: Side
    commands: tuple[CommanderId, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Seating:
    """All chairs in the order of the players' list, and the wishes that could not be met."""

    chairs: tuple[Chair, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """A player who would like a command."""

    name: str
    commander: CommanderId


def seats(scenario: Scenario, players: int, *, house: HouseRules, wishes: Sequence[Wish] = ()) -> Seating:
    """SCN-03, SCN-04: fill the list from the top; leftovers go to those of the side with the least to do."""
    growth = in_force(scenario.next_players, house) or tuple(
        NextPlayer(command.number) for command in scenario.commands
    )
    if not FEWEST <= players <= len(growth):
        raise Illegal(
            "wrong-number-of-players",
            f"There are seats for {FEWEST} to {len(growth)} players, not for {players}.",
            do="More players than that share a command.",
        )
    steps = growth[:players]
    for rule in (rule for step in steps for rule in step.rules):
        enforced(rule)
    groups = [group for command in scenario.commands for group in _groups(scenario, command, steps, house)]
    sides = [_side(scenario, group) for group in groups]
    _hand_out_leftovers(scenario, groups, sides)
    chairs = tuple(
        Chair(number, side, tuple(group))
        for number, (side, group) in enumerate(zip(sides, groups, strict=True), start=1)
    )
    return _seated(scenario, chairs, wishes)


def _groups(
    scenario: Scenario, command: Command, steps: Sequence[NextPlayer], house: HouseRules
) -> Iterable[list[CommanderId]]:
    """The chairs a command makes: none, one, or as many as it is divided into."""
    into = max((step.into for step in steps if step.command == command.number), default=0)
    if into <= 1:
        return [list(command.commanders)] * into
    for split in in_force(scenario.splits, house):
        if split.command == command.number and len(split.groups) == into:
            for rule in split.rules:
                enforced(rule)
            return [list(group) for group in split.groups]
    raise LookupError(f"command {command.number} was not checked for a division into {into}")


def _side(scenario: Scenario, group: Sequence[CommanderId]) -> Side:
    return scenario.commanders[group[0]].side


def _hand_out_leftovers(scenario: Scenario, groups: list[list[CommanderId]], sides: list[Side]) -> None:
    """Down the list, each to the player of its side with the fewest commanders; of equals, the upper one."""
    for command in scenario.commands:
        taken = {commander for group in groups for commander in group}
        left = [commander for commander in command.commanders if commander not in taken]
        if left:
            enforced("SCN-03")
            eligible = [group for group, side in zip(groups, sides, strict=True) if side == command.side]
            min(eligible, key=len).extend(left)


def _seated(scenario: Scenario, chairs: tuple[Chair, ...], wishes: Sequence[Wish]) -> Seating:
    """Names on chairs: each wish in turn, and those who come too late on what is left of their side."""
    _check_wishes(scenario, wishes, len(chairs))
    seated = {chair.player: chair for chair in chairs}
    late: list[Wish] = []
    for wish in wishes:
        chair = next(chair for chair in seated.values() if wish.commander in chair.commands)
        if chair.name:
            late.append(wish)
        else:
            seated[chair.player] = replace(chair, name=wish.name)
    notes = []
    for wish in late:
        holder = next(chair for chair in seated.values() if wish.commander in chair.commands)
        free = [chair for chair in seated.values() if not chair.name]
        chair = next((one for one in free if one.side == holder.side), free[0])
        seated[chair.player] = replace(chair, name=wish.name)
        notes.append(_told(scenario, wish, holder, chair))
    return Seating(tuple(seated.values()), tuple(notes))


def _told(scenario: Scenario, wish: Wish, holder: Chair, given: Chair) -> str:
    wished = scenario.commanders[wish.commander].name
    names = ", ".join(scenario.commanders[commander].name for commander in given.commands)
    return f"{wish.name} wished for {wished}, whom {holder.name} commands at this table; given {names}."


def _check_wishes(scenario: Scenario, wishes: Sequence[Wish], players: int) -> None:
    wished: dict[CommanderId, str] = {}
    names: set[str] = set()
    for wish in wishes:
        if wish.commander not in scenario.commanders:
            raise no_such("commander", wish.commander, scenario.commanders)
        if wish.name in names:
            raise Illegal("wished-twice", f"{wish.name} has two wishes.", do="Keep one of them.")
        if (other := wished.get(wish.commander)) is not None:
            commander = scenario.commanders[wish.commander].name
            raise Illegal(
                "wish-contested",
                f"{other} and {wish.name} both wish for {commander}.",
                do="Only one can have it: let the other choose again.",
            )
        names.add(wish.name)
        wished[wish.commander] = wish.name
    if len(wishes) > players:
        raise Illegal(
            "more-wishes-than-players",
            f"{len(wishes)} people have wishes and {players} play.",
            do="Name as many as there are players, or seat more.",
        )
