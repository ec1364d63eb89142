"""What a declared fight must hold together, whoever declared it: a battle file, a page or a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from assistant.kernel.errors import Fault, Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book, Profile
from assistant.rules.circumstances import BORNE
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, other
from assistant.rules.effects.mounts import STEEDS
from assistant.rules.effects.registry import things, users_of, wanted_with
from assistant.rules.house import HouseRules, check_choice, profile_under
from assistant.rules.near import no_such


def check_setup(book: Book, setup: FightSetup) -> None:
    """Refuse a fight at no place, of nobody, of one figure twice, or with orders for strangers."""
    if setup.site.place is not None and setup.site.place not in book.places:
        raise Illegal("unknown-place", f"There is no place {setup.site.place!r}.", at="site.place")
    for rule, reading in setup.house_rules.items():
        check_choice(book.house_rules, rule, reading)
    present = {side: [entrant.figure for entrant in setup.side(side).everyone] for side in SIDES}
    for side in SIDES:
        if not setup.side(side).figures:
            raise Illegal("nobody-there", f"Nobody fights for {side}.", do="Name at least one figure a side.")
    for figure, times in Counter([*present["good"], *present["evil"]]).items():
        if times > 1:
            raise Illegal(
                "figure-twice", f"{figure} is named twice in this fight.", do="Name each figure once."
            )
    fighting = {side: {entrant.figure for entrant in setup.side(side).figures} for side in SIDES}
    for side in SIDES:
        _check_orders(setup, side, fighting)
        _check_bearings(book, setup.side(side).everyone)
        _check_crews(book, setup, side)


def _check_orders(
    setup: FightSetup, side: FightingSide, present: Mapping[FightingSide, set[FigureId]]
) -> None:
    """Everyone whom an order names takes part; the first who does not is told with the place."""
    orders, enemies = setup.side(side), present[other(side)]
    also_there = {entrant.figure for entrant in orders.everyone}
    own, foes = zip(*orders.duels, strict=True) if orders.duels else ((), ())
    near = [friend for entrant in orders.figures for friend in entrant.near]
    named: list[tuple[str, Iterable[FigureId], Collection[FigureId]]] = [
        ("allocation", orders.allocation, present[side]),
        ("wizardry", orders.wizardry, present[side]),
        ("engines", orders.engines, present[side]),
        ("duels", own, present[side]),
        ("extra_losses", orders.extra_losses, also_there),
        ("figures.near", near, also_there),
        ("victims", orders.victims, enemies),
        ("captures", orders.captures or (), enemies),
        ("duels", foes, enemies),
    ]
    for key, figures, there in named:
        for figure in figures:
            if figure not in there:
                wrong, right = f"{figure} does not take part in this fight", "name figures of this fight"
                raise Illegal(
                    "not-in-the-fight",
                    f"{figure} is named, but does not take part in this fight.",
                    faults=[Fault("", f"sides.{side}.{key}", wrong, right)],
                )


def _check_crews(book: Book, setup: FightSetup, side: FightingSide) -> None:
    """ART-02: nobody comes with more crew than they have."""
    house = HouseRules(book.house_rules, setup.house_rules)
    for entrant in setup.side(side).figures:
        service = setup.side(side).engines.get(entrant.figure)
        if service is None or service.crew is None or entrant.profile not in book.profiles:
            continue
        crew = profile_under(house, book.profiles[entrant.profile]).crew
        if crew is None or service.crew > crew.size:
            have = f"has a crew of {crew.size}" if crew else "has no crew"
            wrong = f"{entrant.figure} {have}, and {service.crew} are named"
            right = f"{crew.size} at most" if crew else "leave the key out"
            at = f"sides.{side}.engines.{entrant.figure}.crew"
            raise Illegal("no-such-crew", f"{wrong}.", faults=[Fault("", at, wrong, right)])


def _check_bearings(book: Book, entrants: Sequence[Entrant]) -> None:
    """A thing nobody has heard of, or that its bearer cannot use, would change nothing, silently."""
    known = known_bearings(book)
    for entrant in entrants:
        profile = book.profiles.get(entrant.profile)
        for thing in entrant.bears if profile else ():
            if thing not in known:
                raise no_such("thing", thing, sorted(known))
            if profile and not has_use_for(profile, thing):
                raise Illegal(
                    "no-use-for-it",
                    f"{entrant.figure} ({profile.name}) has no use for {thing} in a fight.",
                    do="Leave it out, or name who bears it.",
                )
            if thing in STEEDS and not entrant.mounted:
                raise Illegal(
                    "steed-not-ridden",
                    f"{entrant.figure} has {thing} and does not ride it.",
                    do="Leave out that it is on foot, or that it has one.",
                )


def has_use_for(profile: Profile, thing: str) -> bool:
    """Whether bearing a thing can make a difference to such a figure."""
    if any(one.what == thing for one in profile.alternatives if one.condition in BORNE):
        return True
    return all(has_use_for(profile, needed) for needed in wanted_with(thing)) and any(
        not names or {profile.race, profile.people} & names for names in users_of(thing)
    )


def usable(profile: Profile, mounted: bool, things: Iterable[str]) -> tuple[str, ...]:
    """Of all that a figure has with it, what may matter in a fight."""
    return tuple(
        thing for thing in things if has_use_for(profile, thing) and (mounted or thing not in STEEDS)
    )


def known_bearings(book: Book) -> frozenset[str]:
    """Whatever makes a difference to who bears it in a fight."""
    return things() | {
        alternative.what
        for profile in book.profiles.values()
        for alternative in profile.alternatives
        if alternative.condition in BORNE
    }
