"""What was said of a fight before it began that is not as the assistant proposes: told to everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from assistant.rules.book import ProfileId
from assistant.rules.combat.proposal import proposed_order
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, Site
from assistant.rules.kit import Kit
from assistant.rules.war import Contact
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


def came_as_said(side: FightingSide) -> str:
    """That a side attacks though no move shows it: noted of the contact, for everybody to read."""
    return f"{side.capitalize()} moved into contact, as was said."


def said_otherwise(kit: Kit, met: Contact, usual: FightSetup, said: FightSetup) -> str:
    """One line on everything that was said and that no record shows; nothing if all is as proposed."""
    parts = (
        _attack(met, said.site),
        _reach(kit, usual, said),
        _ground(kit, usual.site, said.site),
        _stands(kit, usual, said),
        _changed(kit, usual, said),
        _ordered(kit, usual, said),
        _read(usual, said),
    )
    told = "; ".join(line for part in parts for line in part)
    return f"Said before the fight: {told}." if told else ""


def _attack(met: Contact, said: Site) -> Iterator[str]:
    """Who came, if that was only said when they met, and nobody says otherwise now."""
    for side in SIDES:
        if met.attacker == said.attacker == side and met.note.endswith(came_as_said(side)):
            yield f"{side} moved into contact"


def _reach(kit: Kit, usual: FightSetup, said: FightSetup) -> Iterator[str]:
    for side in SIDES:
        proposed = {one.figure: one for one in usual.side(side).figures}
        there = {one.figure: one for one in said.side(side).figures}
        if away := [one for name, one in proposed.items() if name not in there]:
            yield f"out of reach on the side of {side}: {_named(kit, away)}"
        known = {one.figure for one in usual.side(side).concerned}
        if added := [one for name, one in there.items() if name not in proposed and name in known]:
            yield f"in reach on the side of {side}: {_named(kit, added)}"
        if new := [one for name, one in there.items() if name not in known]:
            yield f"new to the table on the side of {side}: {_named(kit, new)}"


def _ground(kit: Kit, usual: Site, said: Site) -> Iterator[str]:
    if said.terrain != usual.terrain:
        yield f"the ground is {said.terrain}, not {usual.terrain}"
    if said.attacker != usual.attacker:
        yield f"{said.attacker} moved into contact" if said.attacker else "nobody moved into contact"
    if said.place != usual.place:
        yield f"it is at {kit.book.places[said.place].name}" if said.place else "it is at no place of the map"
    if said.holder != usual.holder:
        yield f"{said.holder} holds the place" if said.holder else "nobody holds the place"
    if said.resumed != usual.resumed:
        yield "it goes on from before" if said.resumed else "it begins anew"
    if said.fortress != usual.fortress:
        yield f"the walls are held by {said.fortress}" if said.fortress else "nobody holds walls"
    if said.at != usual.at:
        yield f"they fight {WHERE[said.at]}"
    for name, (yes, no) in FLAGS.items():
        if getattr(said, name) != getattr(usual, name):
            yield yes if getattr(said, name) else no


def _stands(kit: Kit, usual: FightSetup, said: FightSetup) -> Iterator[str]:
    """Who stands on other ground than the rest, or in cover."""
    # Where the ground of the whole fight is another, all are on that.
    other = said.site.terrain if said.site.terrain != usual.site.terrain else None
    for side in SIDES:
        both = [*_both(usual, said, side)]
        if covered := [new for old, new in both if new.cover and not old.cover]:
            yield f"in cover: {_named(kit, covered)}"
        elsewhere = [new for old, new in both if new.terrain != (other or old.terrain)]
        for terrain in dict.fromkeys(one.terrain for one in elsewhere):
            yield f"on {terrain}: {_named(kit, [one for one in elsewhere if one.terrain == terrain])}"


def _changed(kit: Kit, usual: FightSetup, said: FightSetup) -> Iterator[str]:
    """What else is said of figures that the record has otherwise."""
    for side in SIDES:
        known = {one.figure for one in usual.side(side).concerned}
        both = [*_both(usual, said, side)]
        for words, changed in (
            ("ensnared: {}", [new for old, new in both if new.ensnared and not old.ensnared]),
            ("not ensnared: {}", [new for old, new in both if old.ensnared and not new.ensnared]),
            ("with other things: {}", [new for old, new in both if new.bears != old.bears]),
            ("of another people: {}", [new for old, new in both if new.people != old.people]),
            ("near friends who help them: {}", [new for old, new in both if set(new.near) - set(old.near)]),
            ("changed by hand: {}", [new for old, new in both if new.by_hand and new.by_hand != old.by_hand]),
        ):
            if changed:
                yield words.format(_named(kit, changed))
        if any(new.body != old.body for old, new in both if new.figure in known):
            yield f"the forces of {side} stand as one"


def _both(usual: FightSetup, said: FightSetup, side: FightingSide) -> Iterator[tuple[Entrant, Entrant]]:
    """Each figure as it is known and as it is said; who is new is known for nothing but its profile."""
    was = {one.figure: one for one in usual.side(side).concerned}
    for one in said.side(side).figures:
        plain = Entrant(one.figure, one.profile, one.mounted, said.site.terrain)
        yield was.get(one.figure, plain), one


HIDES = {None: "is asked if it hides", True: "hides", False: "does not hide"}
ORDERS = {
    "wizardry": "wizardry", "duels": "duels", "engines": "engines", "victims": "victims",
    "captures": "captives", "extra_losses": "extra losses",
}  # fmt: skip


def _ordered(kit: Kit, usual: FightSetup, said: FightSetup) -> Iterator[str]:
    """What a side is told to do before anybody asked it."""
    for side in SIDES:
        was, now = usual.side(side), said.side(side)
        if now.hides != was.hides:
            yield f"{side} {HIDES[now.hides]}"
        given = [words for name, words in ORDERS.items() if getattr(now, name) != getattr(was, name)]
        if now.allocation and now.allocation != proposed_order(kit.book, now):
            given.append("the order of hits")
        if given:
            yield f"{side} has its orders for {join(given)}"


def _read(usual: FightSetup, said: FightSetup) -> Iterator[str]:
    """House rules that are read otherwise in this fight alone."""
    read = {
        rule: reading for rule, reading in said.house_rules.items() if usual.house_rules.get(rule) != reading
    }
    if read:
        yield f"for this fight alone {join(f'{rule} is read as {reading}' for rule, reading in read.items())}"


def _named(kit: Kit, figures: Sequence[Entrant]) -> str:
    """Lurtz and 5 Uruk-hai."""
    counted: Counter[ProfileId] = Counter(one.profile for one in figures)
    profiles = kit.book.profiles
    return join(
        profiles[kind].name if number == 1 else f"{number} {many(profiles[kind])}"
        for kind, number in counted.items()
    )
