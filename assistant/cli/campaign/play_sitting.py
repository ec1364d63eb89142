"""A game master's sitting at the running game: what deeds are done through, and the list they refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import click

from assistant.campaign.due import About, Item, items, numbered
from assistant.campaign.naming import Naming, naming
from assistant.campaign.service import Open, Service, new_key
from assistant.cli.asking import Dice
from assistant.cli.campaign.play_names import Meaning, find_first
from assistant.cli.common import actor
from assistant.cli.fight import walk
from assistant.cli.fighting import AtCampaign, resumed
from assistant.kernel.asking import Request, Roll
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.seen import seen
from assistant.rules.agenda import Agenda, agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.game import RingOfPower
from assistant.rules.kit import Kit
from assistant.rules.standing import Awaited
from assistant.rules.war import SeatHeld
from assistant.rules.world import World

WhoseDice = Literal["seats", "ask", "app"]
GO_ON = "assistant campaign play"
T = TypeVar("T", bound=About)


class Quit(Exception):
    """The game master gets up; everything is kept."""


@dataclass
class Sitting:
    """One campaign at the terminal."""

    service: Service
    campaign: Campaign
    game: RingOfPower
    dice: WhoseDice = "seats"
    listed: tuple[Item, ...] = field(default=())
    shown: frozenset[tuple[int, str]] = frozenset()
    """What of the list stood on the screen under which number: only that may be meant by a number."""

    @property
    def kit(self) -> Kit:
        return self.game.kit

    @property
    def world(self) -> World:
        world: World = self.service.world(self.campaign)
        return world

    @property
    def meaning(self) -> Meaning:
        """Names as they are understood now."""
        return Meaning(self.kit, self.world)

    def agenda(self) -> Agenda:
        """What is on the table's agenda now."""
        return agenda(self.kit, self.world)

    # ---- the numbered list ---------------------------------------------------------------------------

    def items(self) -> tuple[Item, ...]:
        """The list as it would be numbered now."""
        return items(self.kit, self.world, self.agenda(), self.service.ledger.pendings(self.campaign.id))

    def relist(self) -> tuple[Item, ...]:
        """Number the list anew; commands mean these numbers until the next time."""
        self.listed = self.items()
        self.shown &= {*_numbers(self.listed, self.listed)}
        return self.listed

    def show(self, items: Sequence[Item]) -> Iterator[str]:
        """Lines of the list with the numbers that commands take from now on."""
        self.shown |= {*_numbers(self.listed, items)}
        yield from numbered(self.listed, lambda item: item in items)

    def numbered(self, text: str, *kinds: type[Any]) -> About:
        """What stands under a number of the list that was shown, or goes by words of its line."""
        number = text.strip().rstrip(".")
        if number.isascii() and number.isdigit():
            return self._under(int(number))
        able = [one for one in self.items() if not kinds or isinstance(one.about, kinds)]
        if not able:
            raise Illegal("not-listed", "Nothing of that kind is due.", do="`due` shows the list.")
        try:
            key = find_first("thing", text, _by_urgency(able), lambda key: self._line(key, able))
        except Illegal as error:
            if error.code == "which-one":
                raise
            # The list itself is long, and one word away.
            says = f"Nothing on the list goes by {text.strip()!r}."
            raise Illegal("not-listed", says, do="`due` and `may` show it.") from error
        return next(one.about for one in able if one.key == key)

    def _line(self, key: str, able: Sequence[Item]) -> str:
        """A line of the list where it is told among others: its number, if it has one, may be meant then."""
        one = next(item for item in able if item.key == key)
        number = next((number for number, known in _numbers(self.listed, self.listed) if known == key), None)
        if number is None:
            return one.says
        self.shown |= {(number, key)}
        return f"{number}. {one.says}"

    def _under(self, number: int) -> About:
        if not 1 <= number <= len(self.listed):
            raise Illegal("not-listed", f"There is no number {number} on the list.", do="`due` shows it.")
        item = self.listed[number - 1]
        if (number, item.key) not in self.shown:
            raise Illegal(
                "not-listed",
                f"Number {number} was not on the screen, so nothing is done.",
                do=f"`{'may' if item.kind == 'may' else 'due'}` shows it; then it can be meant.",
            )
        now = next((one for one in self.items() if one.key == item.key), None)
        if now is None:
            raise Illegal(
                "no-longer-due", f"{number} is no longer due ({item.says}).", do="`due` lists anew."
            )
        return now.about

    def expect(self, text: str, kind: type[T]) -> T:
        """The same, which must be something of one kind."""
        about = self.numbered(text, kind)
        if not isinstance(about, kind):
            raise Illegal("something-else", f"{text.strip()} is something else on the list.", do="See `due`.")
        return about

    # ---- deeds ---------------------------------------------------------------------------------------

    def do(self, deed: Any, *, quietly: bool = False, key: str = "") -> Entry | None:
        """Do a deed: what asks nothing is told at once, the rest is walked through question by question."""
        setup = encode(deed)
        begun = self.service.begin(self.campaign, deed.kind, setup, actor=actor(), key=key or new_key())
        if isinstance(begun, Open):
            self.go_on(begun.id)
            return None
        if not quietly:
            tell(begun, naming(self.kit, self.world))
        return begun

    def go_on(self, pending: str) -> None:
        """Stand at the question of a deed under way, and go on from there."""
        at = resumed(self.service, self.campaign, self.service.ledger.pending(pending))
        told = naming(self.kit, self.world).told
        number = [one.id for one in self.service.ledger.pendings(self.campaign.id)].index(pending) + 1
        again = "resume" if number == 1 else f"resume {number}"
        walk(AtCampaign(self.service, self.campaign, at, again, told), self._dice_of(), self.game.book)

    def _dice_of(self) -> Callable[[Request], Dice]:
        """Whether a roll is typed: as the seats of those who roll have it, if nobody said otherwise."""
        if self.dice != "seats":
            fixed = self.dice
            return lambda _: fixed
        return lambda request: (
            "ask" if any(seat.dice == "by-hand" for seat in self._rolling(request)) else "app"
        )

    def _rolling(self, request: Request) -> tuple[SeatHeld, ...]:
        """The seats whose figures a handful is rolled for; anybody's where that is not known."""
        war = self.world.war
        if seat := war.seat_of(CommanderId(request.seat)):
            return (seat,)
        figures = [FigureId(die.figure) for die in request.dice] if isinstance(request, Roll) else []
        forces = [force for one in dict.fromkeys(figures) if (force := war.force_of(one)) is not None]
        owners = [seat for force in forces if force.commander and (seat := war.seat_of(force.commander))]
        return tuple(owners) or tuple(war.seats.values())


def _numbers(listed: Sequence[Item], items: Sequence[Item]) -> Iterator[tuple[int, str]]:
    for number, item in enumerate(listed, 1):
        if item in items:
            yield number, item.key


def _by_urgency(listed: Sequence[Item]) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """What waits before what may come on, and that before what is only possible."""
    ranks: tuple[dict[str, tuple[str, ...]], ...] = ({}, {}, {})
    for one in listed:
        rank = 2 if one.kind == "may" else 1 if isinstance(one.about, Awaited) else 0
        ranks[rank][one.key] = (one.says,)
    return ranks


def tell(entry: Entry, names: Naming) -> None:
    """A deed that is done: its number, its name, and what it brought."""
    click.echo(seen(f"{entry.seq}. {names.told(entry.title)}."))
    for line in map(names.told, entry.log):
        # What the title says is not said again.
        if line.partition(" (")[0].rstrip(".") not in entry.title:
            click.echo(f"   {seen(line)}")
