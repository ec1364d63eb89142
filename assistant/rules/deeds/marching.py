"""Forces go to a place as one body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import Point
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.captives import captives_in
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.deeds.checks import (
    living_force,
    place_in,
    require_members,
    require_phase,
)
from assistant.rules.deeds.contacts import leave_contact
from assistant.rules.deeds.goals import (
    require_dry,
    require_may_enter,
    require_somewhere,
    require_untethered,
    rules_of,
    tethers,
)
from assistant.rules.deeds.hold_ups import held_up, passed_by_word
from assistant.rules.deeds.pace import pace_of
from assistant.rules.deeds.placing import put, say_who_is_outside, set_out_again
from assistant.rules.deeds.recruiting import form, seat_for
from assistant.rules.deeds.riding import Guest, guests_of, say_who_stays
from assistant.rules.deeds.stillness import (
    enemies_near,
    escapes_pins,
    going_of,
    require_may_set_out,
    require_seen_to,
)
from assistant.rules.deeds.strides import come_to
from assistant.rules.deeds.things import lose_steeds
from assistant.rules.effects.deadly_ground import forebodings
from assistant.rules.effects.entering import (
    ENTERING,
    gates_into,
    require_no_passing,
    require_untried,
    shut_out,
)
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.regions import is_within
from assistant.rules.effects.weather import require_open
from assistant.rules.fight.facts import Dismounted, LeftBehind, LeftTower
from assistant.rules.kit import Kit
from assistant.rules.limits import AWAY, NEAR, unsure, warnings
from assistant.rules.march.facts import ForceMoved, ForcesMarked
from assistant.rules.marches import strayings
from assistant.rules.measuring import is_measured, pinned_by_measure
from assistant.rules.moving.company import led_by
from assistant.rules.moving.reaching import (
    Approach,
    approach,
    how_far,
    places_on,
    require_in_reach,
    way_by_map,
    way_to,
)
from assistant.rules.moving.routes import Journey
from assistant.rules.names import name_of, names_of
from assistant.rules.order import moves_ahead
from assistant.rules.standing import members, place_name, where_at
from assistant.rules.sways import KEPT, in_doubt
from assistant.rules.table_word.facts import Overruled
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.war import Force, ForceId, all_do
from assistant.rules.wording import join
from assistant.rules.world import Figure, World

FREE, PINNED = "free", "pinned"
FEW = 4
AS_MEASURED = "That counts only if your table measures otherwise."


@deed
class March(Deed):
    """A force, or some of its figures, goes to a place; those who stay behind are a force of their own."""

    force: ForceId
    place: PlaceId
    figures: tuple[FigureId, ...] = ()
    overruled: str = ""
    """Why the game master lets them go though a rule forbids it."""
    kind: Literal["march"] = "march"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_phase(world, "Forces move", "movement")
        force, name = living_force(world, self.force), place_name(kit, place_in(kit, self.place))
        require_somewhere(kit, self.place, name)
        require_members(world, force, self.figures)
        going = self._going(kit, world, force)
        why = self.overruled.strip()
        if not why:
            self._require_legal(kit, world, force, going)
        called = _those(kit, world, force, going)
        guests = [one.figure.id for one in guests_of(kit, world, force, going)]
        return Opening(f"{called} to {name}{self.word}", (force.id, *force.figures, *guests), encode(self))

    @property
    def word(self) -> str:
        """What a title says of the game master's word, after all else."""
        why = self.overruled.strip()
        return f", by the game master's word: {why}" if why else ""

    def _require_legal(self, kit: Kit, world: World, force: Force, going: tuple[Figure, ...]) -> None:
        require_may_set_out(kit, world, force, going)
        if not self.figures:
            require_seen_to(kit, world, force)
        require_dry(kit, world, going, self.place)
        require_may_enter(kit, world, going, self.place)
        require_untethered(kit, world, going, self.place)
        # Who is measured is judged by measure; of the others the table sees how far they go.
        found = self._way(kit, world, force, going)
        require_in_reach(kit, force, self.place, found)
        places = self._entering(kit, world, force, going, found)
        require_untried(kit, world, (force,), places, ENTERING)
        require_open(kit, world, force, places)
        if _are_measured(world, going) and kit.scenario.atlas.sheet_of(self.place) is not None:
            require_no_passing(kit, world, force, (one for one in places if one != self.place))
            come_to(kit, world, force, going, self.place, found)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        force = desk.world.war.forces[self.force]
        going = self._going(kit, desk.world, force)
        if self.overruled.strip():
            desk.record(Overruled(self.overruled.strip(), (), concerns=tuple(one.id for one in going)))
        elif why := (yield from _why_stuck(kit, desk, force, going, self.place)):
            desk.title = f"{force.does('stays', 'stay')} {where_at(kit, force.place)}"
            desk.say(f"{why}.")
            return
        found = None
        if not self.overruled.strip():
            found = self._way(kit, desk.world, force, going)
            places = self._entering(kit, desk.world, force, going, found)
            held = yield from self._held_up(kit, desk, force, going, places)
            if held == force.place:
                desk.title = f"{force.does('stays', 'stay')} {where_at(kit, force.place)}"
                return
            if held is not None and held != self.place:
                halted = replace(self, place=held)
                desk.title = f"{force.does('gets', 'get')} no further than {place_name(kit, held)}"
                yield from halted._go(kit, desk, force, going, halted._way(kit, desk.world, force, going))
                return
            if why := (yield from shut_out(kit, desk, (force,), places, ENTERING)):
                desk.title = f"{force.does('is', 'are')} kept out of {place_name(kit, self.place)}"
                desk.say(f"{force.name}: {why}.")
                return
        yield from self._go(kit, desk, force, going, found)

    def _held_up(
        self,
        kit: Kit,
        desk: RulesDesk,
        force: Force,
        going: tuple[Figure, ...],
        places: tuple[str, ...],
    ) -> Procedure[PlaceId | None]:
        """The place that they get no further than: of those on their way, as measured or as they say."""
        halt = None
        if not _are_measured(desk.world, going):
            halt, passed = yield from passed_by_word(kit, desk, force, going, self.place)
            places = (*passed, *((str(halt),) if halt else places))
        return (yield from held_up(kit, desk, force, going, places)) or halt

    def _go(
        self,
        kit: Kit,
        desk: RulesDesk,
        force: Force,
        going: tuple[Figure, ...],
        found: Journey | None,
    ) -> Procedure[None]:
        """They come to stand there, and what that means is said."""
        spots = self._spots(kit, desk.world, force, going, found)
        moving = leave(kit, desk, force, going)
        speed = pace_of(kit, desk.world, going)
        was_measured = _are_measured(desk.world, going)
        come = approach(self.place, found)
        far = "" if was_measured else how_far(kit, desk.world, force, going, self.place)
        ahead = tuple(moves_ahead(kit, desk.world, force.commander))
        guests = tuple(guests_of(kit, desk.world, force, going))
        turn = desk.world.war.turn
        if desk.world.war.forces[moving].moved == turn:
            # Some came this turn and others joined them: by the game master's word all of them move now.
            desk.record(ForcesMarked((moving,), "moved", turn))
        leave_contact(kit, desk, desk.world.war.forces[moving])
        desk.record(ForceMoved(moving, self.place, turn))
        if spots is not None:
            put(desk, going, *spots)
            if not come.is_shut:
                say_who_is_outside(kit, desk, desk.world.war.forces[moving], going)
        elif was_measured:
            set_out_again(kit, desk, moving, come)
        for place in dict.fromkeys((*places_on(kit, found), self.place)):
            leave_mounts(kit, desk, going, PlaceId(place))
        gone = desk.world.war.forces[moving]
        desk.say(f"{gone.does('goes', 'go')} to {place_name(kit, self.place)}, {speed.on_the_way}.")
        mind_distance(desk, far)
        self._bring(kit, desk, guests, come)
        if come.is_shut:
            desk.say(f"Its gates are kept, so they stand before the walls ({enforced('TER-01')}).")
        for line in forebodings(kit, desk.world, going, (self.place,)):
            desk.say(line)
        mind_march(kit, desk, moving, force.place)
        if not self.overruled.strip():
            yield from _say_who_is_away(kit, desk, moving)
        for line in (*ahead, *warnings(kit, desk.world, desk.world.war.forces[moving])):
            desk.say(line)
        for one, tether in tethers(kit, desk.world, going):
            if tether.inches and not is_within(kit, self.place, PlaceId(tether.place)):
                near = f"within {tether.inches} inches of {place_name(kit, PlaceId(tether.place))}"
                desk.say(f"{name_of(kit, desk.world, one)} must stay {near}: {tether.why}.")

    def _bring(self, kit: Kit, desk: RulesDesk, guests: Sequence[Guest], come: Approach) -> None:
        """MNT-08: who rides with one of them comes along, whoever's they are."""
        for one in guests:
            own = desk.world.war.force_of(one.figure.id)
            assert own is not None
            if say_who_stays(kit, desk, one, own, self.place):
                continue
            was_measured = one.figure.id in desk.world.war.spots
            alone = leave(kit, desk, own, (one.figure,))
            leave_contact(kit, desk, desk.world.war.forces[alone])
            desk.record(ForceMoved(alone, self.place, desk.world.war.turn))
            if was_measured:
                set_out_again(kit, desk, alone, come)
            desk.say(f"{name_of(kit, desk.world, one.figure)} comes along: {one.why}.")

    def _way(self, kit: Kit, world: World, force: Force, going: tuple[Figure, ...]) -> Journey | None:
        """How they get there by measure; none for those of whom only the table sees how they go."""
        return way_to(kit, world, force, going, self.place) if _are_measured(world, going) else None

    def _spots(
        self, kit: Kit, world: World, force: Force, going: tuple[Figure, ...], found: Journey | None
    ) -> tuple[str, list[Point]] | None:
        """Where each of them comes to stand; nothing where no map or the game master's word decides."""
        is_mapped = kit.scenario.atlas.sheet_of(self.place) is not None
        if self.overruled.strip() or not is_mapped or not _are_measured(world, going):
            return None
        return come_to(kit, world, force, going, self.place, found)

    def _entering(
        self, kit: Kit, world: World, force: Force, going: tuple[Figure, ...], found: Journey | None
    ) -> tuple[str, ...]:
        """Where they come in: by measure every place on the way, else the gates by which the map leads in."""
        if _are_measured(world, going):
            passed = places_on(kit, found)
        else:
            gates = [one for one in gates_into(kit, self.place) if one != force.place]
            by_map = way_by_map(kit, world, force, going, self.place) if gates else None
            passed = tuple(one for one in places_on(kit, by_map) if one in gates)
        return tuple(dict.fromkeys((*passed, str(self.place))))

    def _going(self, kit: Kit, world: World, force: Force) -> tuple[Figure, ...]:
        """Those named, or all but the wounded whom nobody carries."""
        if self.figures:
            return tuple(one for one in members(world, force) if one.id in self.figures)
        return going_of(kit, world, force)

    def owners(self, kit: Kit, world: World) -> Owners:
        """What a rule forbids only the game master lets pass."""
        return () if self.overruled else owners_of_forces(world, self.force)


def mind_distance(desk: RulesDesk, far: str) -> None:
    """MOV-01: how far that was, the table sees; how far it may be, it is told."""
    if far:
        desk.say(f"Mind: {far[0].lower()}{far[1:]} {AS_MEASURED}")


def mind_march(kit: Kit, desk: RulesDesk, moving: ForceId, came_from: PlaceId) -> None:
    """WAR-03, WAR-10: who leaves the straight way of its march is told so, and counts as any other then."""
    for line, broken_off in tuple(strayings(kit, desk.world, desk.world.war.forces[moving], came_from)):
        desk.say(line)
        if broken_off is not None:
            desk.record(broken_off)


def leave(kit: Kit, desk: RulesDesk, force: Force, going: Sequence[Figure]) -> ForceId:
    """Out of the tower, without burdens; those who go without the others are a force of their own."""
    if inside := tuple(one.id for one in going if one.in_tower):
        desk.record(LeftTower(inside))
    leave_burdens(kit, desk, force, going)
    if len(going) == len(members(desk.world, force)):
        return force.id
    led = led_by(kit, desk.world, going)
    away = form(kit, desk, force.commander, force.place, [*(one.id for one in going), *led])
    if led:
        names = names_of(kit, desk.world, [desk.world.figures[one] for one in led])
        along = f"along the {'captive' if len(led) == 1 else 'captives'} {names}"
        desk.say(f"{desk.world.war.forces[away].does('takes', 'take')} {along}.")
    elif left := captives_in(desk.world, force):
        names = names_of(kit, desk.world, [desk.world.figures[one] for one in left])
        stay = "stays" if len(left) == 1 else "stay"
        desk.say(f"{names} {stay} with the others: too few go to carry captives ({enforced('ABL-HERO-3')}).")
    return away


def _are_measured(world: World, going: Sequence[Figure]) -> bool:
    return all(one.id in world.war.spots for one in going)


def _those(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> str:
    """Faramir, or those of his force who go: by name while they are few persons, else counted."""
    if len(going) == len(members(world, force)):
        return force.name
    if len(going) <= FEW and all(kit.book.profiles[one.profile].is_character for one in going):
        return join(name_of(kit, world, one) for one in going)
    return f"{len(going)} of {force.name}"


def _why_stuck(
    kit: Kit, desk: RulesDesk, force: Force, going: Sequence[Figure], to: PlaceId
) -> Procedure[str]:
    """What the measured table, or the word of those who see it, says against their going."""
    if (yield from _is_pinned(kit, desk, force, going)):
        stays = force.agrees("stays", "stay")
        return f"{force.does('has', 'have')} an enemy within 1 inch and {stays} ({enforced('MOV-13')})"
    why = yield from _kept_by_word(kit, desk, force, to)
    return f"{force.does('stays', 'stay')}: {why}" if why else ""


def _is_pinned(kit: Kit, desk: RulesDesk, force: Force, going: Sequence[Figure]) -> Procedure[bool]:
    """MOV-13, MOV-14: asked where an enemy is about; a force that has met one cannot leave as a whole."""
    if all(escapes_pins(kit, desk.world, one) for one in going):
        return False
    # What is measured holds wherever the enemy belongs; only those nobody measured are asked about.
    if pinned_by_measure(kit, desk.world, force, going):
        return True
    enemies = enemies_near(kit, desk.world, force)
    if not enemies or all(is_measured(desk.world, one) for one in (force, *enemies)):
        return False
    near = f"{all_do(enemies, 'is', 'are')} near"
    why = f"{force.name} would move, and {near}: is any of those who go within 1 inch of an enemy?"
    seat = seat_for(force.commander)
    return (yield from desk.choose(seat, "pinned", why, (FREE, PINNED), asked("MOV-13"))) == PINNED


def _kept_by_word(kit: Kit, desk: RulesDesk, force: Force, to: PlaceId) -> Procedure[Reason | None]:
    """What keeps a force where it is, by what the table says, once a turn, where nobody has measured."""
    seat = seat_for(force.commander)
    for doubt in in_doubt(kit, desk.world, force, to):
        answer = yield from desk.choose(seat, "kept", doubt.ask, (FREE, KEPT), asked(doubt.why.rule))
        desk.record(ChoiceMade(doubt.key, answer, desk.world.war.turn))
        if answer == KEPT:
            return doubt.why
    return None


def _say_who_is_away(kit: Kit, desk: RulesDesk, moving: ForceId) -> Procedure[None]:
    """WAR-01, WAR-06, WAR-09: asked once, where the map leaves it open and a limit may be broken."""
    while doubt := unsure(kit, desk.world, desk.world.war.forces[moving]):
        seat = seat_for(doubt.force.commander)
        answer = yield from desk.choose(seat, AWAY, doubt.ask, (NEAR, AWAY), *map(asked, doubt.rules))
        desk.record(ChoiceMade(doubt.key, answer, desk.world.war.turn))


def leave_burdens(kit: Kit, desk: RulesDesk, force: Force, going: Sequence[Figure]) -> None:
    """ABL-HERO-5: the wounded are left behind if nobody stays with them; else who is left may carry them."""
    away = {one.id for one in going}
    staying = [one for one in members(desk.world, force) if one.id not in away]
    helpless = tuple(one.id for one in staying if one.condition == "wounded")
    if helpless and not any(one.condition == "fit" for one in staying):
        desk.record(LeftBehind(helpless))
        left = names_of(kit, desk.world, [desk.world.figures[one] for one in helpless])
        desk.say(f"Left behind: {left} ({enforced('ABL-HERO-5')}).")


def leave_mounts(kit: Kit, desk: RulesDesk, going: Sequence[Figure], place: PlaceId) -> None:
    """MNT-02: where no mount can go, a character's is lost."""
    for effect in rules_of(kit, place):
        riders = [one for one in going if one.mounted]
        reasons = [effect.takes_mount(kit.book.profiles[one.profile]) for one in riders]
        lost = [one for one, why in zip(riders, reasons, strict=True) if why]
        if lost:
            desk.record(Dismounted(tuple(one.id for one in lost), "left-outside"))
            lose_steeds(desk, [one.id for one in lost])
            why = next(filter(None, reasons))
            desk.say(f"Mounts lost: {names_of(kit, desk.world, lost)}, {why}.")
