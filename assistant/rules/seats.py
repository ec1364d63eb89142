"""Who commands what, for any number of players: the players' list from the top, then the leftovers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.kernel.errors import Illegal, refuse_all
from assistant.kernel.evidence import enforced
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.book import Side
from assistant.rules.house import HouseRules
from assistant.rules.near import no_such
from assistant.rules.scenario import Command, NextPlayer, Scenario
from assistant.rules.wording import join

FEWEST = 2

Group = tuple[CommanderId, ...]


@dataclass(frozen=True, slots=True)
class Chair:
    """One player's place at the table: a side, its commanders, and who sits there if anyone said."""

    player: int
    side: Side
    commands: Group
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
    """SCN-03, SCN-04: fill the list from the top; leftovers go to those of the side with the least to do.

    Wishes decide who gets which leftovers; only those that cannot be met together are met in turn.
    """
    refuse_all(_refusals(scenario, wishes, players))
    steps = _steps(scenario, players, house)
    for rule in (rule for step in steps for rule in step.rules):
        enforced(rule)
    table = _Table(scenario, players, house, _first_groups(scenario, steps, house))
    granted, refused = table.weighed(wishes)
    chairs, names = table.dealt(granted)
    notes = []
    for wish, rivals in refused:
        free = [number for number in range(players) if number not in names]
        wished_side = scenario.commanders[wish.commander].side
        given = next((number for number in free if table.sides[number] == wished_side), free[0])
        names[given] = wish.name
        notes.append(f"{table.why_not(wish, rivals)} Given {table.named(chairs[given])}.")
    return Seating(
        tuple(
            Chair(number + 1, table.sides[number], tuple(chairs[number]), names.get(number, ""))
            for number in range(players)
        ),
        tuple(notes),
    )


def _from_to(fewest: int, most: int) -> str:
    return f"{fewest} to {most}" if most > fewest else str(most)


def wishes_of(scenario: Scenario, typed: Iterable[tuple[str, str]]) -> list[Wish]:
    """Who wishes for whom: the id or name of a commander, or of a command for whoever of it is free.

    Part of a name will do where only one commander has it.
    """
    called = [(name, text, _called(scenario, text)) for name, text in typed]
    wished = {commander for _, _, commander in called}
    found: list[Wish] = []
    for name, text, commander in called:
        if commander is None:
            group = _command_called(scenario, text)
            commander = next((one for one in group if one not in wished), group[0])
            wished.add(commander)
        found.append(Wish(name, commander))
    return found


def _called(scenario: Scenario, text: str) -> CommanderId | None:
    """The commander of this id or name, however it is written."""
    if text in scenario.commanders:
        return CommanderId(text)
    said = _plainly(text)
    return next(
        (one.id for one in scenario.commanders.values() if said in (_plainly(one.name), _plainly(one.id))),
        None,
    )


def _command_called(scenario: Scenario, text: str) -> Group:
    said = _plainly(text)
    groups = (one.commanders for one in scenario.commands if _plainly(one.name) == said)
    return next(groups, None) or (_partly_called(scenario, text),)


def _partly_called(scenario: Scenario, text: str) -> CommanderId:
    """The only commander whose name has all these words; several are no answer."""
    words = set(_plainly(text).split())
    found = [
        one
        for one in scenario.commanders.values()
        if words and words <= {*_plainly(one.name).split(), *_plainly(one.id).split()}
    ]
    if len(found) > 1:
        raise Illegal(
            "unclear-commander",
            f"{text!r} can be {join((one.name for one in found), 'or')}.",
            do="Write the name in full.",
        )
    return found[0].id if found else CommanderId(text)


def _plainly(text: str) -> str:
    """`King of Khand` and `king-of-khand` are one name."""
    return " ".join(text.casefold().replace("-", " ").split())


def _steps(scenario: Scenario, players: int, house: HouseRules) -> tuple[NextPlayer, ...]:
    """What each player brings, from the first to the last of so many."""
    growth = _growth(scenario, house)
    if not FEWEST <= players <= len(growth):
        too_few, too_many = f"Name {FEWEST} players or more.", "More players than that share a command."
        raise Illegal(
            "wrong-number-of-players",
            f"There are seats for {_from_to(FEWEST, len(growth))} players, not for {players}.",
            do=too_few if players < FEWEST else too_many,
        )
    return growth[:players]


def _growth(scenario: Scenario, house: HouseRules) -> tuple[NextPlayer, ...]:
    every_command = tuple(NextPlayer(command.number) for command in scenario.commands)
    return in_force(scenario.next_players, house) or every_command


def _first_groups(scenario: Scenario, steps: Sequence[NextPlayer], house: HouseRules) -> list[Group]:
    """The chairs the list makes, before any leftovers are handed out."""
    return [group for command in scenario.commands for group in _groups(scenario, command, steps, house)]


def _groups(
    scenario: Scenario, command: Command, steps: Sequence[NextPlayer], house: HouseRules
) -> Iterable[Group]:
    """The chairs a command makes: none, one, or as many as it is divided into."""
    into = max((step.into for step in steps if step.command == command.number), default=0)
    if into <= 1:
        return [command.commanders] * into
    for split in in_force(scenario.splits, house):
        if split.command == command.number and len(split.groups) == into:
            for rule in split.rules:
                enforced(rule)
            return split.groups
    raise LookupError(f"command {command.number} was not checked for a division into {into}")


@dataclass(frozen=True, slots=True)
class _Table:
    """The chairs as the list makes them, and how leftovers and wishes go with them."""

    scenario: Scenario
    players: int
    house: HouseRules
    firsts: list[Group]

    @property
    def sides(self) -> list[Side]:
        return [self._side(group[0]) for group in self.firsts]

    def weighed(self, wishes: Sequence[Wish]) -> tuple[list[Wish], list[tuple[Wish, list[Wish]]]]:
        """The wishes that can be met together, the earlier ones first; the others with what bars them."""
        granted: list[Wish] = []
        refused: list[tuple[Wish, list[Wish]]] = []
        for wish in wishes:
            if rivals := self._rivals(wish, granted):
                refused.append((wish, rivals))
            else:
                granted.append(wish)
        return granted, refused

    def _rivals(self, wish: Wish, granted: Sequence[Wish]) -> list[Wish]:
        """Those of the granted wishes that leave no room for one more.

        Any chair of a side can take any of its leftovers, so wishes agree as long as no two are for one
        indivisible group and no side has more wishes than chairs.
        """
        together = self._beside(wish.commander, granted)
        for other in granted:
            if other.commander in together:
                return [other]
        side = self._side(wish.commander)
        of_side = [one for one in granted if self._side(one.commander) == side]
        return of_side if len(of_side) == self.sides.count(side) else []

    def _beside(self, commander: CommanderId, granted: Sequence[Wish]) -> Group:
        """Those whom the list seats with a commander, or hands out only together with them."""
        wished = {commander, *(one.commander for one in granted)}
        return next(group for group in (*self.firsts, *self._leftovers(wished)) if commander in group)

    def _leftovers(self, apart: set[CommanderId]) -> list[Group]:
        """What the list leaves over, by command; divided only where wishes ask for several of one command."""
        taken = {commander for group in self.firsts for commander in group}
        found: list[Group] = []
        for command in self.scenario.commands:
            left = tuple(one for one in command.commanders if one not in taken)
            found += self._divided(command, left, apart) if len(apart.intersection(left)) > 1 else [left]
        return [group for group in found if group]

    def _divided(self, command: Command, left: Group, apart: set[CommanderId]) -> list[Group]:
        """By the smallest printed division that puts those wished for apart; whole if there is none."""
        splits = [
            split for split in in_force(self.scenario.splits, self.house) if split.command == command.number
        ]
        for split in sorted(splits, key=lambda split: len(split.groups)):
            if all(len(apart.intersection(group)) <= 1 for group in split.groups):
                return [tuple(one for one in group if one in left) for group in split.groups]
        return [left]

    def dealt(self, granted: Sequence[Wish]) -> tuple[list[list[CommanderId]], dict[int, str]]:
        """All commanders on chairs and the names of those granted a wish.

        The usual deal stands if it suits everybody; otherwise what is wished for is handed out first.
        """
        chairs, names = self._deal(()), dict[int, str]()
        for wish in granted:
            names.setdefault(_chair_of(chairs, wish), wish.name)
        if len(names) == len(granted):
            return chairs, names
        chairs = self._deal(granted)
        return chairs, {_chair_of(chairs, wish): wish.name for wish in granted}

    def _deal(self, wishes: Sequence[Wish]) -> list[list[CommanderId]]:
        """Each leftover to the player of its side with the fewest commanders; of equals, the upper one."""
        chairs = [list(group) for group in self.firsts]
        wished = {wish.commander for wish in wishes}
        claimed = {number for number, group in enumerate(self.firsts) if wished.intersection(group)}
        leftovers = self._leftovers(wished)
        for group in sorted(leftovers, key=lambda group: not wished.intersection(group)):
            enforced("SCN-03")
            side = self._side(group[0])
            is_wished = bool(wished.intersection(group))
            eligible = [
                number
                for number, of in enumerate(self.sides)
                if of == side and not (is_wished and number in claimed)
            ]
            given = min(eligible, key=lambda number: len(chairs[number]))
            chairs[given].extend(group)
            if is_wished:
                claimed.add(given)
        return chairs

    def why_not(self, wish: Wish, rivals: Sequence[Wish]) -> str:
        """Which wishes stood in the way, and why they cannot be met together."""
        wished, other = self._name(wish.commander), rivals[0]
        if other.commander in self._beside(wish.commander, rivals):
            apart = self._apart_from(wish.commander, other.commander)
            when = f"; they are apart from {apart} players on" if apart else ""
            return (
                f"{wish.name} wished for {wished} and {other.name} for {self._name(other.commander)}: with "
                f"{self.players} players that is one seat{when}."
            )
        number = "only one seat" if len(rivals) == 1 else f"only {len(rivals)} seats"
        return (
            f"{wish.name} wished for {wished}: with {self.players} players {self._side(wish.commander)} has "
            f"{number}, and {' and '.join(one.name for one in rivals)} wished first."
        )

    def _apart_from(self, one: CommanderId, other: CommanderId) -> int | None:
        """The smallest number of players at which the list itself has two commanders on different chairs."""
        growth = _growth(self.scenario, self.house)
        for players in range(self.players + 1, len(growth) + 1):
            groups = _first_groups(self.scenario, growth[:players], self.house)
            if not any(one in group and other in group for group in groups):
                return players
        return None

    def named(self, commanders: Iterable[CommanderId]) -> str:
        return ", ".join(map(self._name, commanders))

    def _side(self, commander: CommanderId) -> Side:
        return self.scenario.commanders[commander].side

    def _name(self, commander: CommanderId) -> str:
        return self.scenario.commanders[commander].name


def _chair_of(chairs: Sequence[Sequence[CommanderId]], wish: Wish) -> int:
    return next(number for number, group in enumerate(chairs) if wish.commander in group)


def _refusals(scenario: Scenario, wishes: Sequence[Wish], players: int) -> Iterable[Illegal]:
    """What makes no sense about the wishes."""
    wished: dict[CommanderId, str] = {}
    names: set[str] = set()
    for wish in wishes:
        if wish.commander not in scenario.commanders:
            yield no_such("commander", wish.commander, scenario.commanders)
            continue
        if wish.name in names:
            yield Illegal("wished-twice", f"{wish.name} has two wishes.", do="Keep one of them.")
        elif (other := wished.get(wish.commander)) is not None:
            yield Illegal(
                "wish-contested",
                f"{other} and {wish.name} both wish for {scenario.commanders[wish.commander].name}.",
                do="Only one can have it: let the other choose again.",
            )
        names.add(wish.name)
        wished.setdefault(wish.commander, wish.name)
    if len(names) > players >= FEWEST:
        yield Illegal(
            "more-wishes-than-players",
            f"{len(names)} people have wishes and {players} play.",
            do="Name as many as there are players, or seat more.",
        )
