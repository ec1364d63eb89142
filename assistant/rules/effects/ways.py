"""What places say of those who come or pass: who may enter, what their ground is, where one crosses."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import TERRAINS, Place, Terrain
from assistant.rules.effects.hooks import Effect, Reason
from assistant.rules.effects.registry import effect, resolve
from assistant.rules.moving.travel import Traveller

BOAT, RIVER = "boat", "river"
OPEN, FORD = "clear", "ford"
ENTERING = "entering"


@effect("ground")
@dataclass(frozen=True)
class OwnGround(Effect):
    """TER-13: rough ground of its own, but for those who know it."""

    terrain: str = ""
    clear_for_race: str = ""
    clear_for_people: str = ""
    clear_for_led_by: str = ""
    clear_with_race: str = ""
    clear_with_kind: str = ""
    scouts: int = 1
    road_bonus: int = 1
    rule: str = "TER-13"

    def roughens(self, me: Traveller, ground: str) -> Reason | None:
        if ground not in (OPEN, self.terrain):
            return None
        return Reason(f"{self.terrain} ground of its own", enforced(self.rule))

    def walks_clear(self, me: Traveller, ground: str) -> Reason | None:
        if ground not in (OPEN, self.terrain) or not self._knows_it(me):
            return None
        enforced("TER-13")
        return Reason("knows this ground", enforced(self.rule))

    def _knows_it(self, me: Traveller) -> bool:
        """PLC-DRUADAN-01, PLC-LOTHLORIEN-03, PLC-MORIA-10: by race, by guide, or in company."""
        if self.clear_for_people:
            return me.profile.people in self.clear_for_people.split() and me.is_led_by(self.clear_for_led_by)
        if me.profile.race in self.clear_for_race.split():
            return True
        if self.clear_for_led_by and me.profile.is_character and me.is_led_by(self.clear_for_led_by):
            return True
        is_kind = me.profile.kind == self.clear_with_kind
        return bool(self.clear_with_race) and is_kind and me.has_with(self.clear_with_race)

    def denies_haste(self) -> Reason | None:
        return None if self.scouts else Reason("no haste on this pass", enforced("PLC-CARADHRAS-06"))

    def denies_road_bonus(self) -> Reason | None:
        return None if self.road_bonus else Reason("no bonus for this road", enforced("PLC-MIRKWOOD-01"))


@effect("impassable")
@dataclass(frozen=True)
class Impassable(Effect):
    """Nobody passes, but for the ways named and those who are let through."""

    spared: str = ""
    stretch: str = ""
    spared_people: str = ""
    spared_led_by: str = ""

    def closes(self, me: Traveller, ground: str) -> Reason | None:
        # Of a stretch of a river the table itself tells where it can be crossed.
        if self.stretch or ground in self.spared.split() or self._is_let_through(me):
            return None
        if BOAT in self.spared.split():
            # Of a river only the water is closed: not its islands, nor where the table lets one wade.
            return Reason("impassable but by boat", enforced("PLC-ANDUIN-01")) if ground == RIVER else None
        rule = (
            "PLC-DRUADAN-02" if self.spared_people else "PLC-MOUNTDOOM-01" if self.spared else "PLC-RAUROS-01"
        )
        how = f", but for the {' and '.join(self.spared.split())}" if self.spared else ""
        return Reason(f"impassable{how}", enforced(rule))

    def _is_let_through(self, me: Traveller) -> bool:
        if not self.spared_people:
            return False
        return me.profile.people == self.spared_people and me.is_led_by(self.spared_led_by)


@effect("crossing")
@dataclass(frozen=True)
class Crossing(Effect):
    """TER-16: a river that can be crossed here, for a whole move or for none."""

    river: str = ""
    takes: str = "full-move"
    free_with_race: str = ""
    far_bank_first: int = 0
    rule: str = "TER-08"

    def delays(self, me: Traveller, ground: str) -> Reason | None:
        is_free = ground == FORD and me.house["CON-065"] == "shallows-only"
        if self.takes == "normal-move" or is_free:
            return None
        return Reason("takes a whole move to cross", enforced(self.rule))

    def crosses_freely(self, me: Traveller, water: str) -> Reason | None:
        if self.takes == "normal-move":
            return Reason("no penalty at this crossing", enforced(self.rule))
        if self.free_with_race and water in ("", self.river) and me.has_with(self.free_with_race):
            return Reason(f"crossing with an {self.free_with_race}", enforced(self.rule))
        return None

    def wants_far_bank(self) -> Reason | None:
        if not self.far_bank_first:
            return None
        rule = "PLC-CAIRANDROS-02" if self.takes == "normal-move" else "PLC-OSGILIATH-02"
        return Reason("an enemy holds the far bank", enforced(rule))


@effect("closed-to")
@dataclass(frozen=True)
class ClosedTo(Effect):
    """PLC-FORNOST-01, PLC-MINASMORGUL-02: those named stay out, or do so while others are in play."""

    side: str = ""
    race: str = ""
    in_play_race: str = ""
    spared_race: str = ""
    spared_ability: str = ""
    spared_profile: str = ""

    def bars_entry(self, me: Traveller) -> Reason | None:
        profile = me.profile
        if profile.side != self.side or (self.race and profile.race not in self.race.split()):
            return None
        if self.in_play_race and self.in_play_race not in me.abroad:
            return None
        if profile.race in self.spared_race.split() or profile.id in self.spared_profile.split():
            return None
        if any(trait.name == self.spared_ability for trait in profile.traits):
            return None
        if self.in_play_race:
            return Reason(f"closed while a {self.in_play_race} is in play", enforced("PLC-MINASMORGUL-02"))
        return Reason("closed to such figures", enforced("PLC-FORNOST-01"))


@effect("deadly-way")
@dataclass(frozen=True)
class DeadlyWay(Effect):
    """PLC-PATHSOFTHEDEAD-01, -02: death to all but those named, and to them but in the right company."""

    spared_led_by: str = ""
    bearing: str = ""
    spared_kind: str = ""
    spared_profile: str = ""
    spared_people: str = ""

    def slays(self, me: Traveller) -> Reason | None:
        profile = me.profile
        # Who is of which people only a campaign knows: a list may mean either.
        peoples = (profile.people, *profile.also)
        is_spared = profile.id in self.spared_profile.split() and self.spared_people in ("", *peoples)
        if profile.kind != self.spared_kind and not is_spared:
            return Reason("such figures are slain there", enforced("PLC-PATHSOFTHEDEAD-02"))
        if me.is_led_with(self.spared_led_by, self.bearing):
            return None
        return Reason("slain without the one who leads through", enforced("PLC-PATHSOFTHEDEAD-01"))


@effect("only-characters")
@dataclass(frozen=True)
class OnlyCharacters(Effect):
    """PLC-DEADMARSHES-01, PLC-EMYNMUIL-01, PLC-CIRITHUNGOL-01, TER-07: army figures stay out."""

    side: str = ""
    also: str = ""
    rule: str = "TER-07"

    def bars_entry(self, me: Traveller) -> Reason | None:
        if me.profile.id in self.also.split():
            return None
        if self.side and me.profile.side != self.side:
            return Reason(f"only characters of {self.side} may enter", enforced(self.rule))
        return None if me.profile.is_character else Reason("characters only", enforced(self.rule))


@effect("holds-at-most")
@dataclass(frozen=True)
class HoldsAtMost(Effect):
    """PLC-DUNHARROW-01, PLC-HELMSDEEP-03: only so many find room."""

    figures: int = 0

    def room(self) -> int | None:
        enforced("PLC-DUNHARROW-01")
        return self.figures


@effect("entry-needs")
@dataclass(frozen=True)
class EntryNeeds(Effect):
    """PLC-MORIA-04: a force goes in only with one of those named, or with a hero of the races named."""

    before: str = ENTERING
    led_by: str = ""
    profile: str = ""
    hero_race: str = ""
    present_race: str = ""
    spared_race: str = ""
    rule: str = "PLC-MORIA-04"

    def bars_entry(self, me: Traveller) -> Reason | None:
        if self.before != ENTERING or me.profile.race in self.spared_race.split():
            return None
        for one in me.company:
            is_hero = one.is_character and one.race in self.hero_race.split()
            if is_hero or one.id in self.profile.split():
                return None
        return Reason("nobody who can open it goes along", enforced(self.rule))


def ground_of(place: Place | None) -> Terrain | None:
    """TER-13: the ground of a place as a fight knows it; nothing where it has none of its own."""
    effects = [*map(resolve, place.traits if place else ())]
    grounds = [found.terrain for found in effects if isinstance(found, OwnGround)]
    return next((one for one in TERRAINS if one in grounds), None)
