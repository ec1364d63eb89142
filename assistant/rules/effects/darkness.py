"""WAR-13..17: the darkness that spreads from a region when its master releases it, and what it stills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.kernel.asking import count_of
from assistant.kernel.evidence import asked, enforced, warned
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Desk, Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.fact import Fact
from assistant.rules.core.resources import kept_back
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.regions import is_clear_of, is_inside, is_within
from assistant.rules.kit import Kit
from assistant.rules.scenario import Power
from assistant.rules.standing import place_name, side_of
from assistant.rules.sways import KEPT, Case, Doubt, Sway, sway
from assistant.rules.war import Force
from assistant.rules.world import Figure, World
from assistant.table.ground import ground

SPREADS = "darkness-spreads"
OUTSIDE, INSIDE = "outside", "inside"
GAME_MASTER = Seat("game-master")


@dataclass(frozen=True, slots=True)
class Darkness:
    """How far it reaches this turn from the borders of its region, its last turn, and what released it."""

    source: PlaceId
    stilled: PlaceId
    inches: int
    turn: int
    turns: int
    power: str

    @property
    def left(self) -> int:
        """WAR-16: how many turns it lasts after this one."""
        return self.turns - self.turn


def numbers_of(power: Power) -> Mapping[str, int | str] | None:
    """What a power says about its darkness, if it brings one."""
    return next((dict(trait.params) for trait in power.traits if trait.name == SPREADS), None)


def darkness_now(kit: Kit, world: World) -> Darkness | None:
    """WAR-14, WAR-16: 8 inches further each turn, then spent."""
    for power in kit.scenario.powers:
        numbers, used = numbers_of(power), world.war.powers.get(power.id, ())
        if numbers is None or not used:
            continue
        turn, turns = world.war.turn - used[-1] + 1, int(numbers["turns"])
        enforced("WAR-16")
        if turn <= turns:
            inches = turn * int(numbers["inches"])
            enforced("WAR-14")
            stilled = PlaceId(str(numbers.get("stills", "")))
            return Darkness(PlaceId(str(numbers["from"])), stilled, inches, turn, turns, power.id)
    return None


def is_stilled(kit: Kit, world: World, force: Force) -> bool | None:
    """WAR-17: whether a minion's force may not move while the darkness lasts; None on the very border."""
    found = darkness_now(kit, world)
    if found is None or not found.stilled or side_of(kit, world, force) != "evil":
        return False
    warned("WAR-17")
    return is_inside(kit, world, force, found.stilled)


def ban_of(kit: Kit, found: Darkness) -> str:
    """WAR-17: what the darkness forbids, wherever it reaches: in its own region alone."""
    if not found.stilled:
        return ""
    region = place_name(kit, found.stilled)
    return f"While the darkness lasts no minion moves figures inside {region} ({warned('WAR-17')})."


def said_of(kit: Kit, found: Darkness) -> str:
    """WAR-14, WAR-16: how far it reaches this turn, and for how long."""
    lasts = f"{count_of(found.left, 'turn', 'turns')} after this one" if found.left else "for the last turn"
    return f'Darkness reaches {found.inches}" beyond {place_name(kit, found.source)}, {lasts}.'


@sway(SPREADS)
class Stilled(Sway):
    """WAR-17: while the darkness lasts, no minion moves figures inside the region it comes from."""

    def stays(self, case: Case, force: Force, going: Sequence[Figure]) -> Reason | None:
        inside = is_stilled(case.kit, case.world, force)
        is_kept = inside or (inside is None and _said(case, force) == KEPT)
        return _why_stilled() if is_kept else None

    def doubts(self, case: Case, force: Force, to: PlaceId) -> Doubt | None:
        stilled = PlaceId(case.word("stills"))
        if is_stilled(case.kit, case.world, force) is not None or _said(case, force):
            return None
        # Who goes away from the border was never inside it.
        if is_clear_of(case.kit, to, stilled):
            return None
        here, region = place_name(case.kit, force.place), place_name(case.kit, stilled)
        asked("WAR-17")
        return Doubt(
            kept_back(SPREADS, force.id),
            f"{here} lies on the border of {region}, and while the darkness lasts no minion moves figures "
            f"inside it: is any of those of {force.name} who go inside?",
            _why_stilled(),
        )


def _said(case: Case, force: Force) -> str:
    """What the table has said of a force this turn."""
    said = case.world.war.choices.get(kept_back(SPREADS, force.id))
    return said.value if said and said.turn == case.world.war.turn else ""


def _why_stilled() -> Reason:
    return Reason("while the darkness lasts no minion may move figures there", enforced("WAR-17"))


def is_dark(kit: Kit, world: World, place: PlaceId | None) -> bool | None:
    """WAR-15, AMB-066: whether a fight there is in the dark; None where nobody has measured."""
    found = darkness_now(kit, world)
    if found is None:
        return False
    if place is not None and is_within(kit, place, found.source):
        return kit.house(world)["AMB-066"] == "mordor-too"
    # Where the tables show that all of the place lies within its reach, or beyond it, nobody has to measure.
    if place is None or is_clear_of(kit, place, found.source, found.inches):
        return None if place is None else False
    sheet = kit.scenario.atlas.sheet_of(place)
    if sheet is None or found.source not in sheet.footprints:
        return None
    return ground(sheet).is_near(place, (found.source,), found.inches * 1000, ())


def ask_for_darkness(kit: Kit, desk: Desk[World, Fact], place: PlaceId | None) -> Procedure[bool]:
    """WAR-15: whether the darkness has reached a fight, asked where nobody has measured."""
    known, found = is_dark(kit, desk.world, place), darkness_now(kit, desk.world)
    if known is not None or found is None:
        return bool(known)
    name = kit.scenario.place_names[found.source]
    why = f"Darkness reaches {found.inches} inches from the borders of {name}: is this fight inside it?"
    return (
        yield from desk.choose(GAME_MASTER, "darkness", why, (OUTSIDE, INSIDE), asked("WAR-15"))
    ) == INSIDE
