"""Going in where it takes courage, a password or the right company: before entering, or before an assault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.kernel.asking import Die
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.kit import Kit
from assistant.rules.reminders import Params
from assistant.rules.standing import is_on_table, members, place_name, side_of
from assistant.rules.turn.facts import PowerUsed
from assistant.rules.war import Force, ForceId
from assistant.rules.world import Figure, World

ENTERING, ASSAULT = "entering", "assault"
ROLL, NEEDS = "entry-roll", "entry-needs"
GUARDIAN, GATE_OPENED, PASSING = "guardian", "gate-opened", "passing"


def _told(kit: Kit, place: str, trait: str, before: str) -> Iterator[Params]:
    known = kit.book.places.get(PlaceId(place))
    for one in known.traits if known else ():
        given = dict(one.params)
        if one.name == trait and given["before"] == before:
            yield given


def _rolls(kit: Kit, world: World, forces: Sequence[Force], place: str, before: str) -> Iterator[Params]:
    """The rolls that these forces must make there."""
    there = [one for force in forces for one in members(world, force)]
    for given in _told(kit, place, ROLL, before):
        spared = str(given.get("spared_race", "")).split()
        is_theirs = given.get("side") in (None, side_of(kit, world, forces[0]))
        comes_out = any(force.place == given.get("inside") for force in forces)
        if (
            is_theirs
            and not comes_out
            and not all(kit.book.profiles[one.profile].race in spared for one in there)
        ):
            yield given


def gates_into(kit: Kit, place: str) -> tuple[str, ...]:
    """The places by which one comes into another, and where those who come must roll."""
    return tuple(
        str(gate)
        for gate in kit.book.places
        if any(given.get("inside") == place for given in _told(kit, gate, ROLL, ENTERING))
    )


def was_opened(force: ForceId, place: str) -> str:
    """Under which name it is kept that a force has opened a way in which someone guards."""
    return f"opened {place} {force}"


def _is_guarded(kit: Kit, place: str) -> bool:
    traits = kit.book.places[PlaceId(place)].traits
    return any(one.name == GUARDIAN and dict(one.params)["on"] == GATE_OPENED for one in traits)


def _key(force: Force, place: str) -> str:
    return f"entry {force.id} {place}"


def require_untried(
    kit: Kit, world: World, forces: Sequence[Force], places: Iterable[str], before: str
) -> None:
    """PLC-CARNDUM-01: who failed to go in does not try again on the same turn."""
    for place in places:
        for given in _rolls(kit, world, forces, place, before):
            if world.war.turn in world.war.powers.get(_key(forces[0], place), ()):
                raise Illegal(
                    "entry-tried",
                    f"{forces[0].name} has tried {place_name(kit, PlaceId(place))} this turn and failed "
                    f"({enforced(str(given['rule']))}).",
                    do="It may try again next turn, and go elsewhere now.",
                )


def shut_out(
    kit: Kit, desk: RulesDesk, forces: Sequence[Force], places: Iterable[str], before: str
) -> Procedure[str]:
    """PLC-CARNDUM-01, PLC-MORIA-05, PLC-BARADDUR-02: those who go in roll; why they stay out."""
    for place in places:
        for given in _rolls(kit, desk.world, forces, place, before):
            there = [one for force in forces for one in members(desk.world, force)]
            needs, rule, name = int(given["needs"]), str(given["rule"]), place_name(kit, PlaceId(place))
            bonus, because = _bonus(kit, there, given)
            leader = max(there, key=lambda one: kit.book.profiles[one.profile].leadership)
            die = Die(leader.id, max(needs - bonus, 1), reasons=because)
            verb = "enter" if before == ENTERING else "assault"
            why = f"{forces[0].name} would {verb} {name}: {needs} or more" + "".join(
                f", {one}" for one in because
            )
            seat = seat_for(forces[0].commander)
            (face,) = yield from desk.roll(seat, "entering", why, [die], asked(rule))
            if face + bonus < needs:
                desk.record(PowerUsed(_key(forces[0], place), desk.world.war.turn))
                they = forces[0].agrees("it does", "they do")
                return (
                    f"{face}{f' and {bonus}' if bonus else ''}: {they} not {verb} {name} ({enforced(rule)})"
                )
            desk.say(f"{face}: {name} is open to them ({enforced(rule)}).")
            if _is_guarded(kit, place):
                desk.record(PowerUsed(was_opened(forces[0].id, place), desk.world.war.turn))
    return ""


def _bonus(kit: Kit, there: Sequence[Figure], given: Params) -> tuple[int, tuple[str, ...]]:
    """What is added: the leadership of one who goes along, or so much for one of those named."""
    profiles = [kit.book.profiles[one.profile] for one in there]
    if given.get("adds"):
        best = max(
            (one for one in profiles if one.is_character), key=lambda one: one.leadership, default=None
        )
        return (
            (best.leadership, (f"+{best.leadership} {best.name}",)) if best and best.leadership else (0, ())
        )
    guides = str(given.get("led_by", "")).split()
    guide = next((one for one in profiles if one.id in guides), None)
    plus = int(given.get("plus", 0))
    return (plus, (f"+{plus} {guide.name}",)) if guide else (0, ())


def keeper_of(world: World, place: PlaceId, profile: str) -> Force | None:
    """The force of a guardian who is at home and alive."""
    for force in world.war.within(place):
        if any(one.profile == profile and is_on_table(one) for one in members(world, force)):
            return force
    return None


def require_no_passing(kit: Kit, world: World, force: Force, passed: Iterable[str]) -> None:
    """PLC-CIRITHUNGOL-02: nobody goes through a guardian's lair in one move: they halt there and fight."""
    for place in passed:
        if (keeper := guardian_of(kit, world, force, place)) is not None:
            name = place_name(kit, PlaceId(place))
            raise Illegal(
                "guarded",
                f"{force.name} may not pass {name} without a fight against {keeper.name} "
                f"({enforced('PLC-CIRITHUNGOL-02')}).",
                do=f"Halt in {name}, and fight there.",
            )


def guardian_of(kit: Kit, world: World, force: Force, place: str) -> Force | None:
    """PLC-CIRITHUNGOL-02: who lets nobody pass there without a fight; nobody if dead or gone."""
    known = kit.book.places.get(PlaceId(place))
    for given in (dict(one.params) for one in known.traits if one.name == GUARDIAN) if known else ():
        keeper = keeper_of(world, PlaceId(place), str(given["profile"]))
        if given["on"] == PASSING and keeper is not None and keeper.id != force.id:
            return keeper
    return None


def require_may_assault(kit: Kit, world: World, attackers: Sequence[Force], place: PlaceId) -> None:
    """PLC-MINASMORGUL-01: while one of a race is inside, only one of those named leads an assault."""
    own = side_of(kit, world, attackers[0])
    for given in _told(kit, place, NEEDS, ASSAULT):
        inside = [
            one
            for force in world.war.within(place)
            if side_of(kit, world, force) != own
            for one in members(world, force)
        ]
        leaders = str(given["led_by"]).split()
        is_kept = any(kit.book.profiles[one.profile].race == given["present_race"] for one in inside)
        is_led = any(one.profile in leaders for force in attackers for one in members(world, force))
        if is_kept and not is_led:
            names = " or ".join(kit.book.profiles[one].name for one in kit.book.profiles if one in leaders)
            raise Illegal(
                "may-not-assault",
                f"{attackers[0].name} may not assault {place_name(kit, place)}: only {names} may lead there "
                f"while a {given['present_race']} is inside ({enforced(str(given['rule']))}).",
                do="Let one of them lead, or name the other side as attacker.",
            )
