"""Who may not set out this turn, and why: told before anybody is asked where to go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.rules.book import PlaceId
from assistant.rules.deeds.checks import require_begun, require_free
from assistant.rules.deeds.goals import require_untethered, tethers
from assistant.rules.deeds.pace import Pace, pace_of
from assistant.rules.effects.regions import is_within
from assistant.rules.effects.registry import carried
from assistant.rules.effects.weather import require_not_trapped
from assistant.rules.kit import Kit
from assistant.rules.measuring import pinned_by_measure
from assistant.rules.moving.company import carrying, is_borne, leading, led_by
from assistant.rules.names import name_of, names_of
from assistant.rules.reminders import due_before_moves, due_first
from assistant.rules.standing import is_measured, members, side_of
from assistant.rules.sways import why_clings, why_slips, why_stays
from assistant.rules.war import Force, all_do
from assistant.rules.world import Condition, Figure, World

HELPLESS: tuple[Condition, ...] = ("wounded", "paralyzed")


@dataclass(frozen=True, slots=True)
class Held:
    """Why a force as a whole stays where it is, and whether some of it may go all the same."""

    why: str
    do: str
    some_may: bool


def why_held(kit: Kit, world: World, force: Force) -> Held | None:
    """What forbids a march before it is known where to; nothing if the force may go."""
    going = going_of(kit, world, force)
    refused = refusal(kit, world, force, going)
    if refused is None:
        return None
    some = len(going) > 1 and any(refusal(kit, world, force, (one,)) is None for one in going)
    return Held(refused.sentence, refused.do, some)


def refusal(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> Illegal | None:
    """What keeps these of a force from setting out, wherever to."""
    try:
        require_may_set_out(kit, world, force, going)
        require_unpinned(kit, world, force, going)
        require_unbound(kit, world, force, going)
    except Illegal as refused:
        return refused
    return None


def require_may_set_out(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> None:
    """What every march asks first: whose turn it is, what sways them, who besieges or has met them."""
    require_begun(world, force)
    require_may_move(kit, world, force, going)
    require_not_trapped(kit, world, force)
    require_unswayed(kit, world, force, going)
    require_not_besieged(kit, world, force, going)
    # MOV-13: some may get away from a force that has met the enemy, but not all of it.
    is_whole = len(going) == len(members(world, force)) and not _others_stay(world, force)
    if is_whole and not _slip_away(kit, world, going):
        require_free(world, force)
    require_able(kit, world, going)
    require_rolled(kit, world, going)


def _others_stay(world: World, force: Force) -> bool:
    """Whether others of its side, once of one force with it perhaps, have met the same enemy and stay."""
    met = world.war.contact_of(force.id)
    if met is None or met.is_opening or is_measured(world, force):
        return False
    own = met.good if force.id in met.good else met.evil
    others = (members(world, world.war.forces[one]) for one in own if one != force.id)
    return any(one.condition == "fit" for there in others for one in there)


def require_rolled(kit: Kit, world: World, going: Sequence[Figure]) -> None:
    """PLC-ENTWASH-03, PLC-EMYNMUIL-02, PLC-HIGHPASS-01: who must roll before he moves does so first."""
    names = {one.id for one in going}
    for one in due_before_moves(kit, world):
        if not names.isdisjoint(one.figures):
            raise Illegal(
                "roll-first",
                f"{one.title} ({', '.join(map(enforced, one.rules))}): that comes before the move.",
                do="See to it now, among what is due. The game master may skip it.",
            )


def require_unpinned(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> None:
    """MOV-13, MOV-14: where all are measured nobody leaves an enemy within an inch, unless unseen."""
    if not _slip_away(kit, world, going) and pinned_by_measure(kit, world, force, going):
        raise Illegal(
            "pinned",
            f"{force.does('has', 'have')} an enemy within 1 inch and {force.agrees('stays', 'stay')} "
            f"({enforced('MOV-13')}).",
            do="Those who have none may leave the force and go.",
        )


def require_unbound(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> None:
    """Who may not leave a place has nowhere to go, unless other places lie within it."""
    others = [one for one in kit.scenario.place_names if one != force.place]
    for _, tether in tethers(kit, world, going):
        home = PlaceId(tether.place)
        if not tether.inches and not any(is_within(kit, one, home) for one in others):
            require_untethered(kit, world, going, others[0])


def _slip_away(kit: Kit, world: World, going: Sequence[Figure]) -> bool:
    """MOV-14: only where everyone is unseen is nobody held."""
    return all(escapes_pins(kit, world, one) for one in going)


def going_of(kit: Kit, world: World, force: Force) -> tuple[Figure, ...]:
    """All of a force but the helpless whom nobody carries."""
    there = members(world, force)
    lying = {one.id for one in there if one.left_behind or one.condition in HELPLESS}
    able = tuple(one for one in there if one.id not in lying or is_borne(kit, world, one))
    return able or there


def pace(kit: Kit, world: World, force: Force) -> Pace:
    """FRC-02: how far a force goes as it stands, without the wounded whom it leaves."""
    going = going_of(kit, world, force)
    if going and all(one.condition in HELPLESS for one in going):
        return Pace(None, None, (), f"{names_of(kit, world, going)} cannot walk ({enforced('ABL-HERO-3')})")
    return pace_of(kit, world, going)


def require_seen_to(kit: Kit, world: World, force: Force) -> None:
    """Nobody goes off before what comes first is seen to: the wounded are carried, or left knowingly."""
    if (first := due_first(kit, world, force.figures)) is not None:
        end = "" if first.title.endswith("?") else "."
        raise Illegal(
            "not-seen-to",
            f"Before {force.does('sets', 'set')} out: {first.title}{end}",
            do="See to it or skip it first, or name those who go.",
        )


def require_may_move(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> None:
    """FRC-05: what those who go have done themselves, whoever they have joined, keeps them or does not."""
    marks = world.war.marks_of(force, [one.id for one in going])
    turn, commander = world.war.turn, force.commander
    if commander is not None and commander in world.war.done and force.again != turn:
        raise Illegal(
            "done-already",
            f"{kit.scenario.commanders[commander].name} is done with this phase ({enforced('SEQ-04')}).",
            do="Take that back first.",
        )
    if marks.halted == turn:
        raise Illegal(
            "halted",
            f"{force.does('loses its move', 'lose their move')} of this turn.",
            do="They may move again next turn.",
        )
    if marks.moved == turn and force.again != turn:
        raise Illegal(
            "moved-already",
            f"{force.does('has', 'have')} moved this turn.",
            do="Undo that move to change it, or let the game master move it by hand.",
        )
    if marks.regrouping >= turn:
        raise Illegal(
            "regrouping",
            f"{force.name}: beaten, and regrouping this turn ({enforced('OUT-08')}).",
            do="They may move again next turn.",
        )


def require_unswayed(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> None:
    """Whoever a power, a thing or a person keeps where they are stays there."""
    if why := why_stays(kit, world, force, going) or why_clings(kit, world, force, going):
        raise Illegal(
            "stilled",
            f"{force.name} may not move so: {why}.",
            do="The game master may move them by hand if the table decides otherwise.",
        )


def require_not_besieged(kit: Kit, world: World, force: Force, going: Sequence[Figure]) -> None:
    """TOW-04: whoever steps out of a tower has to fight all who are in the fortress or near it."""
    inside = [one for one in going if one.in_tower]
    enemies = enemies_near(kit, world, force)
    if inside and enemies:
        raise Illegal(
            "besieged",
            f"{names_of(kit, world, inside)} {'is' if len(inside) == 1 else 'are'} in the tower, and "
            f"{all_do(enemies, 'is', 'are')} outside "
            f"({enforced('TOW-04')}).",
            do="They stay inside, or come out and fight: say that they meet, and that they attack.",
        )


def require_able(kit: Kit, world: World, going: Sequence[Figure]) -> None:
    """ABL-HERO, ABL-HERO-3: who must rest rests, and the wounded go only where others carry them."""
    for one in going:
        if one.stays or one.regrouping:
            who = name_of(kit, world, one)
            raise Illegal("stays", f"{who} may not move this turn.", do="Leave those behind who stay.")
    helpless = [one for one in going if one.condition in HELPLESS]
    if helpless and carrying(kit, world, helpless, going) is None:
        raise Illegal(
            "cannot-walk",
            f"{names_of(kit, world, helpless)} cannot walk, and too few have been told to carry.",
            do="Say who carries the wounded, or leave them behind by naming who goes.",
        )
    _require_hands(kit, world, going)
    for one in going:
        alone = pace_of(kit, world, (one,))
        if alone.clear is None and alone.reasons:
            why = alone.reasons[-1]
            who = name_of(kit, world, one)
            raise Illegal("stays", f"{who} cannot move: {why}.", do="Leave those behind who stay.")


def _require_hands(kit: Kit, world: World, going: Sequence[Figure]) -> None:
    """AMB-059, ABL-HERO-3: nobody goes off with more captives than they can carry."""
    led = led_by(kit, world, going)
    if led and leading(kit, world, led, going) is None:
        captives = [world.figures[one] for one in led]
        raise Illegal(
            "too-few-hands",
            f"{names_of(kit, world, going)} cannot carry off {names_of(kit, world, captives)}: one carries "
            f"one at half speed, and a hobbit or goblin counts half ({enforced('ABL-HERO-3')}).",
            do="Let others join them first, or let the game master set a captive free.",
        )


def enemies_near(kit: Kit, world: World, force: Force) -> tuple[Force, ...]:
    """Forces of another side at the same place, or met; nobody learns of those who hide."""
    own, met = side_of(kit, world, force), world.war.contact_of(force.id)
    foes = (*met.good, *met.evil) if met else ()
    return tuple(
        one
        for one in world.war.forces.values()
        if (one.place == force.place or one.id in foes)
        and side_of(kit, world, one) != own
        and not one.hidden
        and members(world, one)
    )


def escapes_pins(kit: Kit, world: World, one: Figure) -> bool:
    """MOV-14: whether an enemy beside a figure does not hold it fast."""
    profile, house = kit.book.profiles[one.profile], kit.house(world)
    if any(effect.escapes_pins(profile, house) for effect in carried(profile, one.mounted)):
        return True
    return why_slips(kit, world, one) is not None
