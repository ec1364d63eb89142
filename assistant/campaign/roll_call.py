"""Who is in a force and how they are, in one line: the same on every screen and in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from assistant.kernel.ids import FigureId
from assistant.rules.book import Profile, ProfileId
from assistant.rules.kit import Kit
from assistant.rules.moving.company import is_borne
from assistant.rules.standing import is_on_table
from assistant.rules.war import Force
from assistant.rules.wording import join, many, riding
from assistant.rules.world import World

MARKS = (
    "moved",
    "fought",
    "may move again",
    "loses its move",
    "regrouping",
    "hidden",
    "in the field about it",
)
"""What is said of a force in a word; each is a term."""


def called(kit: Kit, world: World, one: FigureId) -> str:
    """One figure among many: Lurtz, Uruk-hai 3, or whatever the table calls it."""
    profile = kit.book.profiles[world.figures[one].profile]
    number = one.removeprefix(profile.id).lstrip("-")
    return world.war.names.get(one) or (f"{profile.name} {number}" if number else profile.name)


def who_line(kit: Kit, world: World, figures: Iterable[FigureId]) -> str:
    """Faramir, 4 Rangers of Ithilien, 1 Ranger of Ithilien wounded."""
    counts: Counter[tuple[ProfileId, str, str]] = Counter()
    for one in figures:
        profile = kit.book.profiles[world.figures[one].profile]
        own = world.war.names.get(one, "") if profile.is_character else ""
        counts[profile.id, own, state_of(kit, world, one)] += 1
    return join(
        _counted(kit.book.profiles[of], own, state, number) for (of, own, state), number in counts.items()
    )


def _counted(profile: Profile, own: str, state: str, number: int) -> str:
    if own or (profile.is_character and number == 1):
        return f"{own or profile.name}{state}"
    return f"{number} {profile.name if number == 1 else many(profile)}{state}"


def state_of(kit: Kit, world: World, one: FigureId) -> str:
    """Wounded, on foot, carried, in the tower: whatever is not as usual."""
    figure = world.figures[one]
    profile = kit.book.profiles[figure.profile]
    said = [] if figure.condition == "fit" else [str(figure.condition)]
    said += filter(None, [riding(profile, figure.mounted)])
    said += ["carried"] if is_borne(kit, world, figure) else []
    said += ["in the tower"] if figure.in_tower and is_on_table(figure) else []
    return f" {' and '.join(said)}" if said else ""


def marks(world: World, force: Force) -> tuple[str, ...]:
    """What a force has done this turn, or what keeps it."""
    turn = world.war.turn
    said = (
        force.moved == turn > 0,
        force.fought == turn > 0,
        force.again == turn > 0,
        force.halted == turn > 0,
        force.regrouping >= turn > 0,
        force.hidden,
        force.afield,
    )
    return tuple(word for word, holds in zip(MARKS, said, strict=True) if holds)
