"""Who has won: by the Ring, by conquest, or by standing when the table agrees to stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from assistant.kernel.asking import count_of
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import RuleId
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.book import PlaceId, Side
from assistant.rules.captives import are_foes
from assistant.rules.confidences import FIRST_OF_ALL
from assistant.rules.effects.regions import holds_out, lies_in
from assistant.rules.kit import Kit
from assistant.rules.scenario import Conquest, Overall, RingVictory
from assistant.rules.scoring import homes_of
from assistant.rules.standing import place_name
from assistant.rules.wording import join
from assistant.rules.world import World


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a side is on one of its ways to win: "three of five bases"."""

    winner: Side
    words: str
    """As it is recorded when it changes, and when it wins."""
    met: bool
    rules: tuple[RuleId, ...]
    goal: str = ""
    """What is to be done: take 5 of 10 good bases."""
    state: str = ""
    """How it stands: 2 so far."""
    commanders: tuple[CommanderId, ...] = ()
    """Who may win in this way; none named is the whole side."""
    bases: tuple[PlaceId, ...] = ()
    overall: Overall = "side"
    is_conquest: bool = False
    is_of_ring: bool = False
    """Whether it rests on where the Ring is, which not everybody knows."""
    is_begun: bool = False
    """Whether anything towards it has happened yet."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A victory: the side, the overall winner, and those who share in it."""

    winner: Side | None
    overall: tuple[CommanderId, ...]
    sharing: tuple[CommanderId, ...]
    words: str

    @classmethod
    def of_standings(cls, kit: Kit, world: World) -> Self:
        """VIC-11: without a victory of good the minion with most status points comes first."""
        enforced("VIC-11")
        if not world.war.points:
            return cls(None, (), (), "Good has not prevailed, and no minion has earned a status point.")
        first, most = _leading(kit, world)
        names = join(_called(kit, world, one) for one in first)
        points = count_of(most, "status point", "status points")
        come = f"{names} is the overall winner" if len(first) == 1 else f"{names} are level winners overall"
        words = f"Good has not prevailed: of the minions {come} with {points}."
        return cls(None, leaders(kit, world), (), words)

    @classmethod
    def agreed(cls, kit: Kit, world: World, winner: Side) -> Self:
        """SCN-22: the players agree that a side is victorious; it is shared as if it had been won."""
        found = _judge(kit, world, Progress(winner, "all players agree", True, ()))
        return cls(found.winner, found.overall, found.sharing, found.words)


def watch(kit: Kit, world: World) -> Iterator[Progress]:
    """Every way to win and how far it has come."""
    for way in kit.scenario.ring_victories:
        yield _by_the_ring(kit, world, way)
    for conquest in kit.scenario.conquests:
        yield _by_conquest(kit, world, conquest)


def verdict(kit: Kit, world: World, *, at_turn_start: bool = False) -> Verdict | None:
    """The victory that is met now, if any; of both sides', whose it is, is for the table to say."""
    found = verdicts(kit, world, at_turn_start=at_turn_start)
    if len(found) < 2:
        return next(iter(found), None)
    each = " ".join(one.words for one in found)
    return Verdict(None, (), (), f"Both sides have won at once. {each} The table says whose victory it is.")


def verdicts(kit: Kit, world: World, *, at_turn_start: bool = False) -> tuple[Verdict, ...]:
    """CON-097: what is met now, one for each side; when conquest counts is the table's reading."""
    reading, found = kit.house(world)["CON-097"], dict[Side, Verdict]()
    enforced("CON-097")
    for one in watch(kit, world):
        if not one.met or not _counts_now(one, reading, at_turn_start or world.war.phase == "start"):
            continue
        for rule in one.rules:
            enforced(rule)
        judged, first = _judge(kit, world, one), found.get(one.winner)
        if first is None:
            found[one.winner] = judged
        elif first.overall != judged.overall:
            # Between sides the table says whose victory it is; within one, too, by agreement.
            besides = f"{first.words} Met as well: {judged.words} If that is to count, end by agreement."
            found[one.winner] = replace(first, words=besides)
    return tuple(found.values())


def _counts_now(one: Progress, reading: str, is_start: bool) -> bool:
    match reading:
        case "at-once":
            return True
        case "turn-start":
            return is_start
        case _:
            return is_start or not one.is_conquest


def _judge(kit: Kit, world: World, one: Progress) -> Verdict:
    scenario = kit.scenario
    if one.winner == "good":
        own = [one.id for one in scenario.commanders.values() if one.side == "good"]
        sharing = tuple(one for one in own if not lost_homes(kit, world, one))
        enforced("VIC-09"), enforced("VIC-10")
        words = f"Good wins: {one.words}. {' '.join(_who_shares(kit, world, own))}"
        return Verdict("good", (), sharing, words)
    if one.overall == "bearer" and world.war.ring.captor is not None:
        alone = world.war.ring.captor
        return Verdict("evil", (alone,), (alone,), f"{_called(kit, world, (alone,))} wins: {one.words}.")
    first, _ = _leading(kit, world)
    enforced("VIC-11")
    names = join(_called(kit, world, group) for group in first)
    verb = "is" if len(first) == 1 else "are level,"
    words = f"Evil wins: {one.words}. {names} {verb} {FIRST_OF_ALL}"
    return Verdict("evil", leaders(kit, world), _minions(kit), words)


def _who_shares(kit: Kit, world: World, side: Sequence[CommanderId]) -> Iterator[str]:
    """VIC-09: who has a part in the victory, and who has none, and why."""
    names = {one: _called(kit, world, (one,)) for one in side}
    fallen = {one: homes for one in side if (homes := lost_homes(kit, world, one))}
    if sharing := [names[one] for one in side if one not in fallen]:
        # Plain commas: one name has an "and" of its own.
        yield f"The victory is shared by {', '.join(sharing)}."
    for one, homes in fallen.items():
        captured = join(place_name(kit, place) for place in homes)
        yield f"No share for {names[one]}: {captured} {'was' if len(homes) == 1 else 'were'} captured."


def lost_homes(kit: Kit, world: World, commander: CommanderId) -> tuple[PlaceId, ...]:
    """VIC-09, VIC-10: a commander's homes in enemy hands; whoever has none cannot lose it."""
    side = kit.scenario.commanders[commander].side
    homes = homes_of(kit, world, commander)
    return tuple(place for place in homes if is_overrun(kit, world, place, side))


def leaders(kit: Kit, world: World) -> tuple[CommanderId, ...]:
    """VIC-11: the minions with the most status points; several if they are level."""
    first, _ = _leading(kit, world)
    return tuple(one for group in first for one in group)


def _leading(kit: Kit, world: World) -> tuple[tuple[tuple[CommanderId, ...], ...], int]:
    """AMB-103: those who lead, each minion alone or all of a player together, and their points."""
    enforced("AMB-103")
    by_player = kit.house(world)["AMB-103"] == "each-player"
    groups: dict[str, tuple[CommanderId, ...]] = {}
    for one in _minions(kit):
        seat = world.war.seat_of(one) if by_player else None
        key = seat.id if seat else one
        groups[key] = (*groups.get(key, ()), one)
    totals = {group: sum(map(world.war.total, group)) for group in groups.values()}
    most = max(totals.values(), default=0)
    return tuple(group for group, total in totals.items() if total == most), most


def _minions(kit: Kit) -> tuple[CommanderId, ...]:
    return tuple(one.id for one in kit.scenario.commanders.values() if one.side == "evil")


def _called(kit: Kit, world: World, group: Sequence[CommanderId]) -> str:
    """Saruman (Ben): commanders of one player, and who that is."""
    seat = world.war.seat_of(group[0])
    names = " and ".join(kit.scenario.commanders[one].name for one in group)
    return f"{names} ({seat.player})" if seat and seat.player else names


def _by_the_ring(kit: Kit, world: World, way: RingVictory) -> Progress:
    ring, scenario = world.war.ring, kit.scenario
    where = scenario.spots[way.place].name if way.place in scenario.spots else scenario.place_names[way.place]
    if way.winner == "good":
        words = f"the Ring is {'destroyed' if ring.destroyed else 'not yet destroyed'} at {where}"
        state = "it is destroyed" if ring.destroyed else "not yet"
        goal = f"destroy the Ring at {where}"
        return Progress(
            "good", words, ring.destroyed, way.rules, goal, state, is_of_ring=True, is_begun=ring.destroyed
        )
    is_there, lives = _is_kept(kit, world, way), _lives_who_keeps(kit, world, way)
    theirs = is_there and lives
    gone = ""
    kept = min(world.war.turn - _kept_since(kit, world, way), way.turns) if theirs else 0
    words = f"the Ring is {'' if theirs else 'not '}at {where}"
    words += f" for {kept} of {way.turns} turns" if way.turns and theirs else ""
    if is_there and not lives:
        gone = (
            f"{kit.book.profiles[way.keepers[0]].name} is dead and holds it no longer ({enforced('AMB-102')})"
        )
        words = f"the Ring is at {where}, but {gone}"
    anywhere = kit.house(world)["CON-085"] == "home-base" and len(way.commanders) > 1
    goal = f"bring the Ring to {'the home base of whoever has it' if anywhere else where}"
    goal += f" and keep it there for {way.turns} turns" if way.turns else ""
    state = f"there for {kept} of {way.turns} turns" if way.turns else "it is there"
    return Progress(
        "evil",
        words,
        theirs and kept >= way.turns,
        way.rules,
        goal,
        state if theirs else gone if is_there else "not there yet",
        way.commanders,
        overall=way.overall,
        is_of_ring=True,
        is_begun=theirs,
    )


def _is_kept(kit: Kit, world: World, way: RingVictory) -> bool:
    """CON-085: at the place that wins, or at its captor's home; VIC-03: while good does not hold that."""
    found = _kept_in(kit, world, way)
    return bool(found) and all(world.war.holder(one) != "good" for one in found)


def _kept_in(kit: Kit, world: World, way: RingVictory) -> tuple[PlaceId, ...]:
    """Where the Ring is kept and what that is a part of, up to the place that wins; nothing if elsewhere."""
    ring = world.war.ring
    if ring.captor is None or ring.captor not in way.commanders:
        return ()
    goals = _wins_at(kit, world, ring.captor, way)
    return tuple(one for one in kit.book.regions_of(ring.kept_at) if lies_in(kit, one, goals))


def _lives_who_keeps(kit: Kit, world: World, way: RingVictory) -> bool:
    """AMB-102: whether the one lives who must hold it; who has not come into play is not dead."""
    known = [one.condition for one in world.figures.values() if one.profile in way.keepers]
    must_live = kit.house(world)["AMB-102"] == "he-must-live"
    enforced("AMB-102")
    return not must_live or not known or any(condition != "eliminated" for condition in known)


def _wins_at(kit: Kit, world: World, captor: CommanderId, way: RingVictory) -> tuple[PlaceId, ...]:
    enforced("CON-085")
    return homes_of(kit, world, captor) if kit.house(world)["CON-085"] == "home-base" else (way.place,)


def ring_wins_at(kit: Kit, world: World, captor: CommanderId) -> tuple[PlaceId, ...]:
    """VIC-03, VIC-04: the places to which whoever has the Ring must bring it to win."""
    ways = (one for one in kit.scenario.ring_victories if captor in one.commanders)
    return tuple(dict.fromkeys(place for way in ways for place in _wins_at(kit, world, captor, way)))


def _kept_since(kit: Kit, world: World, way: RingVictory) -> int:
    """VIC-03: since the Ring came to its place, or since that was won back: the turns begin anew with it."""
    holdings = (world.war.holdings.get(one) for one in _kept_in(kit, world, way))
    return max(world.war.ring.since, *(held.since for held in holdings if held), 0)


def _by_conquest(kit: Kit, world: World, conquest: Conquest) -> Progress:
    loser: Side = "good" if conquest.winner == "evil" else "evil"
    taken = tuple(place for place in conquest.any_of if is_overrun(kit, world, place, loser))
    needed = tuple(place for place in conquest.all_of if is_overrun(kit, world, place, loser))
    names = kit.scenario.place_names
    words = f"{min(len(taken), conquest.number)} of {conquest.number} bases"
    for place in conquest.all_of:
        words = f"{names[place]} {'has fallen' if place in needed else 'stands'}, {words}"
    met = len(taken) >= conquest.number and len(needed) == len(conquest.all_of)
    theirs = f"{conquest.number} of {len(conquest.any_of)} {loser} bases"
    goal = f"take {join([*(names[place] for place in conquest.all_of), theirs])}"
    fallen = [names[place] for place in taken]
    stand = [
        f"{names[place]} {'has fallen' if place in needed else 'still stands'}" for place in conquest.all_of
    ]
    state = ", ".join([*stand, f"{len(fallen)} so far ({join(fallen)})" if fallen else "none of them yet"])
    return Progress(
        conquest.winner,
        words,
        met,
        conquest.rules,
        goal,
        state,
        bases=(*needed, *taken),
        overall=conquest.overall,
        is_conquest=True,
        is_begun=bool(needed or taken),
    )


def is_overrun(kit: Kit, world: World, place: PlaceId, loser: Side) -> bool:
    """AMB-070: in enemy hands at the check, or ever; AMB-048: a base of parts when all have fallen."""
    house = kit.house(world)
    enforced("AMB-070")
    wholes = {one.place: one.parts for one in in_force(kit.scenario.wholes, house)}
    if place in wholes:
        enforced("AMB-048")
    elif holds_out(kit, world, place, loser):
        return False
    if house["AMB-070"] == "ever-overrun":
        return place in world.war.overrun
    return all(_has_fallen(world, one, loser) for one in wholes.get(place, (place,)))


def _has_fallen(world: World, place: PlaceId, loser: Side) -> bool:
    """VIC-05, VIC-07: what nobody holds is overrun by nobody."""
    holder = world.war.holder(place)
    return holder is not None and are_foes(holder, loser)
