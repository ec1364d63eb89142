"""Who takes part in a fight and where, as a screen or a script says it: the rest is as proposed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast, get_args

from assistant.campaign.naming import naming
from assistant.campaign.playing import Table
from assistant.campaign.said.hints import MOST_BY_HAND
from assistant.kernel.codec import Json, decode
from assistant.kernel.errors import Illegal, Malformed
from assistant.kernel.ids import FigureId
from assistant.rules.book import TERRAINS, ProfileId, Terrain
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import SIDES, ByHand, Entrant, FightingSide, FightSetup, Position, Site
from assistant.rules.deeds.battles import as_fought, proposed
from assistant.rules.deeds.fighting import as_they_stand
from assistant.rules.deeds.reporting import ReportedFight, refuse_unless_it_follows
from assistant.rules.near import no_such
from assistant.rules.standing import members
from assistant.rules.war import Contact
from assistant.rules.world import World

FLAGS = ("tower", "darkness", "water", "breached", "weak_wall")
Said = Mapping[str, Json]


def contact_in(here: Table, contact: str) -> Contact:
    """A contact of this campaign."""
    if contact not in here.world.war.contacts:
        raise no_such("contact", contact, here.world.war.contacts)
    return here.world.war.contacts[contact]


def declared(here: Table, contact: Contact, said: Said) -> FightSetup:
    """The fight as it was said to be: `figures` in reach, `hides`, `together` and the `site`."""
    setup = found = proposed(here.kit, here.world, contact)
    setup = replace(setup, site=_site(setup.site, _object(said, "site")))
    if setup.site.terrain != found.site.terrain:
        setup = setup.on_ground(setup.site.terrain)
    if (reach := _reach(said)) is not None:
        known = {one.figure for side in SIDES for one in setup.side(side).figures}
        if stranger := next((one for one in reach if one not in known), None):
            raise Illegal(
                "not-in-the-fight",
                f"{naming(here.kit, here.world).words(stranger)} is in none of the forces that have met, "
                "or cannot fight.",
                do="Leave that figure out, or let it join one of the forces first.",
            )
        for side in SIDES:
            figures = tuple(
                _entrant(one, reach[one.figure]) for one in setup.side(side).figures if one.figure in reach
            )
            setup = setup.with_side(side, replace(setup.side(side), figures=figures))
    for name, hides in _object(said, "hides").items():
        if name not in SIDES or not (hides is None or isinstance(hides, bool)):
            raise _wrong("hides", '{"good": true} or {"evil": true}')
        setup = setup.with_side(name, replace(setup.side(name), hides=hides))
    for side in _list_of_sides(said, "together"):
        setup = setup.together(side)
    return with_proposals(here.kit.book, setup)


def _list_of_sides(said: Said, name: str) -> tuple[FightingSide, ...]:
    given = said.get(name, [])
    if not isinstance(given, list) or not all(one in SIDES for one in given):
        raise _wrong(name, '["good"], ["evil"] or both')
    return tuple(side for side in SIDES if side in given)


def whole(here: Table, contact: Contact, setup: FightSetup) -> FightSetup:
    """The fight as it would begin: with the campaign's readings, who stands by, and walls as they are."""
    full = as_fought(here.kit, here.world, contact, setup)
    present = as_they_stand(full, here.kit.book, here.world)
    return replace(present, house_rules={**here.world.house_rules, **present.house_rules})


def as_known(here: Table, setup: FightSetup) -> World:
    """Of the table only what bears on one fight: those in it as they are, and powers called before."""
    names = (one.figure for side in SIDES for one in setup.side(side).concerned)
    return World({name: here.world.figures[name] for name in names}, called=here.world.called)


def at_hand(here: Table) -> frozenset[ProfileId]:
    """Whom the sides have on the table, and fit to fight."""
    return frozenset(
        one.profile
        for force in here.world.war.forces.values()
        for one in members(here.world, force)
        if one.condition == "fit"
    )


def reported(here: Table, contact: Contact, said: Said) -> ReportedFight:
    """A battle that was fought at the table, as it is typed in."""
    setup = declared(here, contact, said)
    rest = {
        name: said[name]
        for name in ("ends", "dismounted", "winner", "retreats", "how", "walls_fell", "reason")
        if name in said
    }
    found: ReportedFight = replace(decode(ReportedFight, {"fight": _ENCODED, **rest}), fight=setup)
    refuse_unless_it_follows(here.kit.book, replace(found, fight=whole(here, contact, setup)))
    return found


_ENCODED: Json = {"good": {"figures": []}, "evil": {"figures": []}}


def _reach(said: Said) -> dict[str, Mapping[str, Json]] | None:
    """Who is in reach, each with what is said of it alone; nothing said is everyone."""
    given = said.get("figures")
    if given is None:
        return None
    if not isinstance(given, list):
        raise _wrong("figures", "a list of the figures in reach")
    found: dict[str, Mapping[str, Json]] = {}
    for one in given:
        row: Mapping[str, Json] = one if isinstance(one, dict) else {"figure": one}
        figure = row.get("figure")
        if not isinstance(figure, str):
            raise _wrong("figures", "a list of the figures in reach")
        found[figure] = row
    return found


def _entrant(one: Entrant, said: Mapping[str, Json]) -> Entrant:
    ground = said.get("terrain")
    if ground is not None:
        one = replace(one, terrain=_terrain(ground))
    near = said.get("near", [])
    if not isinstance(near, list) or not all(isinstance(friend, str) for friend in near):
        raise _wrong("near", "a list of the friends it stands near")
    by_hand = added_by_hand(said)
    cover = said.get("cover") is True
    return replace(one, cover=cover, near=tuple(FigureId(str(one)) for one in near), by_hand=by_hand)


def added_by_hand(row: Said) -> ByHand | None:
    """What a rule left to the table adds to a figure's numbers, by the game master's word."""
    amounts: dict[str, int] = {}
    said = _object(row, "by_hand")
    for number in ("dice", "attack", "defense"):
        amount = said.get(number, 0)
        if isinstance(amount, bool) or not isinstance(amount, int) or abs(amount) > MOST_BY_HAND:
            raise _wrong(f"by_hand.{number}", f"a whole number from -{MOST_BY_HAND} to {MOST_BY_HAND}")
        amounts[number] = amount
    if not any(amounts.values()):
        return None
    why = said.get("why")
    if not isinstance(why, str) or not why.strip():
        raise Malformed(
            "no-reason", "What is added by hand needs a reason.", do="Say in a few words why it is added."
        )
    return ByHand(why.strip(), **amounts)


def _site(site: Site, said: Said) -> Site:
    changed: dict[str, Any] = {}
    for name, value in said.items():
        if name == "terrain":
            changed[name] = _terrain(value)
        elif name == "at":
            changed[name] = _one_of(name, value, get_args(Position))
        elif name in ("fortress", "attacker"):
            changed[name] = None if value is None else _one_of(name, value, SIDES)
        elif name in FLAGS:
            if not isinstance(value, bool):
                raise _wrong(f"site.{name}", "true or false")
            changed[name] = value
        else:
            raise Malformed(
                "bad-field",
                f"`site.{name}` is not something that is said of a fight.",
                do=f"Say one of: terrain, at, fortress, attacker, {', '.join(FLAGS)}.",
            )
    found = replace(site, **changed)
    # Whoever says that walls are held means that they are fought for, unless they say where else.
    if "at" not in said and "fortress" in said:
        found = replace(found, at="walls" if found.fortress else "field")
    if found.fortress is None and found.at != "field":
        raise Illegal(
            "nobody-holds-it", f"Nobody holds the {found.at}.", do="Say who holds it, or fight in the field."
        )
    return found


def _terrain(value: Json) -> Terrain:
    return cast(Terrain, _one_of("terrain", value, TERRAINS))


def _one_of(name: str, value: Json, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise _wrong(name, f"one of {', '.join(known)}")
    return value


def _object(said: Said, name: str) -> Said:
    value = said.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _wrong(name, "an object")
    return value


def _wrong(name: str, wanted: str) -> Malformed:
    return Malformed("bad-field", f"`{name}` must be {wanted}.", do="See docs/api.md for what to send.")
