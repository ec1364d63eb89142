"""What was said of a fight before it began that is not as the assistant proposes: told to everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from assistant.rules.book import ProfileId
from assistant.rules.combat.setup import SIDES, Entrant, FightSetup, Site
from assistant.rules.kit import Kit
from assistant.rules.wording import join, many

# What the record knows of a place and a contact, and no commander changes alone.
KNOWN = (
    "place", "holder", "fortress", "at", "tower", "weak_wall", "breached", "darkness", "resumed",
)  # fmt: skip
FLAGS = {
    "tower": ("there is a tower", "there is no tower"),
    "darkness": ("it is dark", "it is not dark"),
    "water": ("it is beside deep water", "it is not beside deep water"),
    "breached": ("gate or wall is broken", "neither gate nor wall is broken"),
    "weak_wall": ("it is at the weak wall", "it is not at the weak wall"),
}
WHERE = {"field": "in the open", "walls": "at the walls", "tower": "at the tower"}


def is_known_otherwise(usual: Site, said: Site) -> bool:
    """Whether the ground is said to be otherwise than the record has it; who attacks may be unknown."""
    if usual.attacker is not None and said.attacker != usual.attacker:
        return True
    return any(getattr(said, name) != getattr(usual, name) for name in KNOWN)


def said_otherwise(kit: Kit, usual: FightSetup, said: FightSetup) -> str:
    """One line on everything that differs from what is proposed; nothing if all is as proposed."""
    told = join([*_reach(kit, usual, said), *_ground(usual.site, said.site), *_stands(kit, usual, said)])
    return f"Said before the fight: {told}." if told else ""


def _reach(kit: Kit, usual: FightSetup, said: FightSetup) -> Iterator[str]:
    for side in SIDES:
        proposed = {one.figure: one for one in usual.side(side).figures}
        there = {one.figure: one for one in said.side(side).figures}
        if away := [one for name, one in proposed.items() if name not in there]:
            yield f"out of reach on the side of {side}: {_named(kit, away)}"
        if added := [one for name, one in there.items() if name not in proposed]:
            yield f"in reach on the side of {side}: {_named(kit, added)}"


def _ground(usual: Site, said: Site) -> Iterator[str]:
    if said.terrain != usual.terrain:
        yield f"the ground is {said.terrain}, not {usual.terrain}"
    if said.attacker != usual.attacker:
        yield f"{said.attacker} moved into contact" if said.attacker else "nobody moved into contact"
    if said.fortress != usual.fortress:
        yield f"the walls are held by {said.fortress}" if said.fortress else "nobody holds walls"
    if said.at != usual.at:
        yield f"they fight {WHERE[said.at]}"
    for name, (yes, no) in FLAGS.items():
        if getattr(said, name) != getattr(usual, name):
            yield yes if getattr(said, name) else no


def _stands(kit: Kit, usual: FightSetup, said: FightSetup) -> Iterator[str]:
    """Who stands on other ground than the rest, or in cover."""
    for side in SIDES:
        was = {one.figure: one for one in usual.side(side).figures}
        now = [one for one in said.side(side).figures if one.figure in was]
        if covered := [one for one in now if one.cover and not was[one.figure].cover]:
            yield f"in cover: {_named(kit, covered)}"
        if said.site.terrain != usual.site.terrain:
            continue
        elsewhere = [one for one in now if one.terrain != was[one.figure].terrain]
        for terrain in dict.fromkeys(one.terrain for one in elsewhere):
            yield f"on {terrain}: {_named(kit, [one for one in elsewhere if one.terrain == terrain])}"


def _named(kit: Kit, figures: Sequence[Entrant]) -> str:
    """Lurtz and 5 Uruk-hai."""
    counted: Counter[ProfileId] = Counter(one.profile for one in figures)
    profiles = kit.book.profiles
    return join(
        profiles[kind].name if number == 1 else f"{number} {many(profiles[kind])}"
        for kind, number in counted.items()
    )
