"""Fights that are sent whole: made anew from the record and what may be said of them, never believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from assistant.campaign.participants import added_by_hand, contact_in, declared, whole
from assistant.campaign.permissions import Power
from assistant.campaign.playing import Table
from assistant.campaign.said.newcomers import refuse_unless_confirmed
from assistant.campaign.said.who import PARTS, Role, Who
from assistant.kernel.codec import Json, decode, encode
from assistant.kernel.errors import Illegal
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup
from assistant.rules.deeds.battles import proposed
from assistant.rules.war import Contact

Raw = Mapping[str, Json]
WITHIN: Mapping[str, tuple[str, ...]] = {
    "battle": ("setup",),
    "reported-battle": ("report", "fight"),
    "fight": (),
    "reported-fight": ("fight",),
}
"""Where the fight stands in a deed."""
SEATS_SITE = ("terrain", "water", "attacker")


def as_may_be_fought(
    here: Table, power: Power, role: Role, kind: str, setup: Json, additions: Json = None
) -> Json:
    """A deed with the fight that whoever sends it may begin; what is said against the record is refused."""
    deed = cast(dict[str, Json], setup)
    raw = deed
    for part in WITHIN[kind]:
        raw = cast(dict[str, Json], raw[part])
    met = contact_in(here, str(deed["contact"])) if "contact" in deed else None
    fight: FightSetup = decode(FightSetup, raw)
    if role == "seat" and met is not None:
        made = _of_a_seat(here, power, met, raw, fight)
    else:
        refuse_unless_confirmed(here, deed, fight, additions)
        # The turn of a fight that nothing on record brought about is said with it, and of no other.
        made = _of_who_leads(here, met, raw, fight if kind == "fight" else replace(fight, turn=None))
    return _put_back(deed, WITHIN[kind], encode(made))


def _put_back(deed: dict[str, Json], way: tuple[str, ...], fight: Json) -> Json:
    if not way:
        return fight
    return {**deed, way[0]: _put_back(cast(dict[str, Json], deed[way[0]]), way[1:], fight)}


# ---- what a seat says ----------------------------------------------------------------------------------


def _of_a_seat(here: Table, power: Power, met: Contact, raw: Raw, fight: FightSetup) -> FightSetup:
    """Who is in reach, the ground they stand on and whether one's own hide; all else is as on record.

    That nothing is said of whether the others hide says nothing.
    """
    made = declared(here, met, _said(here, power, met, raw, fight))
    as_made = [_encoded(made), _encoded(whole(here, met, made))]
    _refuse_twice(one for side in SIDES for one in fight.side(side).figures)
    for side in SIDES:
        known = [_by_figure(one, side) for one in as_made]
        for row in _rows(raw, side):
            name = str(row["figure"])
            if name not in known[0]:
                raise Illegal(
                    "wrong-side",
                    f"{name} does not fight on the side of {side}.",
                    do="Name it on its own side.",
                )
            _refuse_otherwise(row, [one[name] for one in known], "Entrant", f"{side}.figures.{name}")
        orders = {
            name: one
            for name, one in _object(raw, side).items()
            if name != "hides" or one is not None or may_order(here, power, met, side)
        }
        _refuse_otherwise(orders, [_object(one, side) for one in as_made], "SideSetup", side)
    _refuse_otherwise(_object(raw, "site"), [_object(one, "site") for one in as_made], "Site", "site")
    _refuse_otherwise(raw, as_made, "FightSetup", "")
    return made


def _said(here: Table, power: Power, met: Contact, raw: Raw, fight: FightSetup) -> dict[str, Json]:
    """Of a whole fight only what a seat may say of it."""
    usual, site = proposed(here.kit, here.world, met), _object(raw, "site")
    figures: list[Json] = [
        {"figure": one.figure, "terrain": one.terrain, "cover": one.cover, "near": [*one.near]}
        for side in SIDES
        for one in fight.side(side).figures
    ]
    hides: dict[str, Json] = {
        side: fight.side(side).hides
        for side in SIDES
        if "hides" in _object(raw, side) and may_order(here, power, met, side)
    }
    together: list[Json] = [
        side for side in SIDES if _stands_as_one(fight.side(side).figures, usual.side(side).figures)
    ]
    ground = {name: site[name] for name in SEATS_SITE if name in site}
    return {"figures": figures, "site": ground, "hides": hides, "together": together}


def may_order(here: Table, power: Power, met: Contact, side: FightingSide) -> bool:
    """Whether somebody has forces on a side of a contact, and so a say in what it does."""
    return any(here.world.war.forces[one].commander in power.commanders for one in met.on(side))


def _stands_as_one(said: Iterable[Entrant], usual: Iterable[Entrant]) -> bool:
    """FRC-01: whether the forces of a side are said to be one, though nobody measured that."""
    known = {one.figure: one.body for one in usual}
    bodies = {one.body for one in said}
    return len(bodies) == 1 and bodies != {""} and bodies != {known.get(one.figure) for one in said}


def _refuse_twice(figures: Iterable[Entrant]) -> None:
    seen = set[str]()
    for one in figures:
        if one.figure in seen:
            raise Illegal(
                "figure-twice", f"{one.figure} is named twice in this fight.", do="Name each figure once."
            )
        seen.add(one.figure)


def _refuse_otherwise(raw: Raw, made: Iterable[Raw], part: str, at: str) -> None:
    """Refuse what is said otherwise than it was made; what is left out, or empty, says nothing."""
    for name, value in raw.items():
        if name in ("good", "evil", "site", "figures") or value in ([], {}):
            continue
        if not any(_fits(value, one[name]) for one in made):
            raise _otherwise(PARTS[part][name], f"{at}.{name}".lstrip("."))


def _otherwise(who: Who, at: str) -> Illegal:
    if who == "seat":
        return Illegal(
            "not-yours", f"`{at}` is for those to say whom it is about.", do="Leave it out, or ask them."
        )
    if who == "assistant":
        return Illegal(
            "for-the-master",
            f"`{at}` is not as on record, and for the game master to change.",
            do="Leave it out, or ask at the game master's table.",
        )
    return Illegal("from-the-record", f"`{at}` is not as the record makes it.", do="Leave it out.")


def _fits(said: Json, made: Json) -> bool:
    """Whether something says nothing else than what was made; fields may be left out."""
    if isinstance(said, dict) and isinstance(made, dict):
        return all(name in made and _fits(one, made[name]) for name, one in said.items())
    if isinstance(said, list) and isinstance(made, list):
        return len(said) == len(made) and all(map(_fits, said, made))
    return type(said) is type(made) and said == made


# ---- what those say who lead ---------------------------------------------------------------------------


def _of_who_leads(here: Table, met: Contact | None, raw: Raw, fight: FightSetup) -> FightSetup:
    """All that the game master says; who stands by and who is behind walls is the record's."""
    usual = proposed(here.kit, here.world, met) if met else None
    made = fight
    for side in SIDES:
        orders = replace(
            fight.side(side),
            figures=tuple(replace(one, force="", is_told=False) for one in fight.side(side).figures),
            reserve=(),
            inside=(),
            perhaps_inside=(),
            outside=(),
            is_asked=usual is not None and usual.side(side).is_asked,
        )
        made = made.with_side(side, orders)
    as_made = [_encoded(made), _encoded(whole(here, met, made) if met else made)]
    for side in SIDES:
        known = [_by_figure(one, side) for one in as_made]
        for row in _rows(raw, side):
            added_by_hand(row)
            kept = {name: row[name] for name in ("force", "is_told") if name in row}
            figure = str(row["figure"])
            _refuse_otherwise(kept, [one[figure] for one in known], "Entrant", f"{side}.figures.{figure}")
        sides = [_object(one, side) for one in as_made]
        _refuse_otherwise(_of_the_record(_object(raw, side), "SideSetup"), sides, "SideSetup", side)
    _refuse_otherwise(_of_the_record(raw, "FightSetup"), as_made, "FightSetup", "")
    return made


def _of_the_record(raw: Raw, part: str) -> Raw:
    return {name: value for name, value in raw.items() if PARTS[part][name] == "record"}


# ---- the fight as JSON ---------------------------------------------------------------------------------


def _encoded(fight: FightSetup) -> Raw:
    return cast(Raw, encode(fight))


def _object(raw: Raw, name: str) -> Raw:
    return cast(Raw, raw.get(name, {}))


def _rows(raw: Raw, side: str) -> Iterator[Raw]:
    return iter(cast(list[Raw], _object(raw, side).get("figures", [])))


def _by_figure(raw: Raw, side: str) -> dict[str, Raw]:
    return {str(row["figure"]): row for row in _rows(raw, side)}
