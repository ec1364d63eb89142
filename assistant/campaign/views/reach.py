"""How far a force gets this turn, as the map shows it to those whose force it is."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.campaign.naming import naming
from assistant.campaign.permissions import Power
from assistant.campaign.playing import Table
from assistant.kernel.errors import Illegal
from assistant.maps.journeys import reach_layer
from assistant.maps.svg import Pen
from assistant.rules.deeds.checks import force_in
from assistant.rules.deeds.outreach import reach_of_force
from assistant.rules.deeds.stillness import pace, why_held
from assistant.rules.standing import place_name
from assistant.rules.war import Force, ForceId
from assistant.rules.wording import join
from assistant.table.atlas import Sheet


@dataclass(frozen=True, slots=True)
class Reach:
    """What to say of a force, and the ground it can come to on one table, drawn."""

    says: str
    drawn: str = ""


def may_see_reach(here: Table, force: ForceId, power: Power) -> bool:
    """Whose force it is, and whoever leads the game: how far others get is theirs to know."""
    return power.is_master or force_in(here.world, force).commander in power.commanders


def reach_shown(here: Table, sheet: Sheet, force_id: ForceId) -> Reach:
    """MOV-01: the ground a force can reach this turn, or why it reaches none; by the judge of marches."""
    kit, world = here.kit, here.world
    force = force_in(world, force_id)
    goes = f"Goes {pace(kit, world, force)}."
    if world.war.phase == "movement" and (held := why_held(kit, world, force)) is not None:
        return Reach(naming(kit, world).told(f"{held.why} {held.do}"))
    try:
        shapes = reach_of_force(kit, world, force)
    except Illegal as refused:
        return Reach(refused.sentence)
    if not shapes:
        return Reach(f"{goes} The map does not know where it stands.")
    elsewhere = [kit.scenario.atlas.sheets[one].name for one in shapes if one != sheet.id]
    more = f" Also onto the {join(elsewhere)}." if elsewhere else ""
    drawn = reach_layer(Pen(sheet.width, sheet.height), shapes[sheet.id]) if sheet.id in shapes else ""
    return Reach(f"{goes}{_from_where(here, force)}{more}", drawn)


def _from_where(here: Table, force: Force) -> str:
    """Where the reach of a force begins that nobody has measured: the table sees where it really stands."""
    sheet = here.kit.scenario.atlas.sheet_of(force.place)
    if sheet is None or any(one in here.world.war.spots for one in force.figures):
        return ""
    where = "the middle of" if sheet.footprints[force.place].at is not None else "anywhere in"
    return f" From {where} {place_name(here.kit, force.place)}."
