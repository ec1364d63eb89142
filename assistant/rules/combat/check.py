"""What a declared fight must hold together, whoever declared it: a battle file, a page or a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assistant.kernel.errors import Illegal
from assistant.rules.book import Book
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, other
from assistant.rules.house import check_choice
from assistant.rules.near import no_such


def check_setup(book: Book, setup: FightSetup) -> None:
    """Refuse a fight at no place, of nobody, of one figure twice, or with orders for strangers."""
    if setup.site.place is not None and setup.site.place not in book.places:
        raise Illegal("unknown-place", f"There is no place {setup.site.place!r}.")
    for rule, reading in setup.house_rules.items():
        check_choice(book.house_rules, rule, reading)
    present = {side: [entrant.figure for entrant in setup.side(side).figures] for side in SIDES}
    for side in SIDES:
        if not present[side]:
            raise Illegal("nobody-there", f"Nobody fights for {side}.", do="Name at least one figure a side.")
    for figure, times in Counter([*present["good"], *present["evil"]]).items():
        if times > 1:
            raise Illegal(
                "figure-twice", f"{figure} is named twice in this fight.", do="Name each figure once."
            )
    for side in SIDES:
        _check_orders(setup, side, {one: set(present[one]) for one in SIDES})
        _check_bearings(book, setup.side(side).figures)


def _check_orders(setup: FightSetup, side: FightingSide, present: dict[FightingSide, set[str]]) -> None:
    orders = setup.side(side)
    own = [*orders.allocation, *orders.extra_losses, *orders.wizardry, *(own for own, _ in orders.duels)]
    own += [friend for entrant in orders.figures for friend in entrant.near]
    strangers = [figure for figure in own if figure not in present[side]]
    strangers += [enemy for _, enemy in orders.duels if enemy not in present[other(side)]]
    if strangers:
        raise Illegal("not-in-the-fight", f"{strangers[0]} is named, but does not take part in this fight.")


def _check_bearings(book: Book, entrants: Sequence[Entrant]) -> None:
    """A thing nobody has heard of would change nothing, silently."""
    known = {
        alternative.what
        for profile in book.profiles.values()
        for alternative in profile.alternatives
        if alternative.condition in ("bearing", "wearing")
    }
    for entrant in entrants:
        for thing in entrant.bears:
            if thing not in known:
                raise no_such("thing", thing, sorted(known))
