"""Those who hide are looked for, and found or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import ClassVar, Literal

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.game import Opening
from assistant.kernel.inches import inches
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Profile
from assistant.rules.core.deed import By, Deed, Owners, RulesDesk, deed, owners_of_forces
from assistant.rules.deeds.checks import living_force, require_running
from assistant.rules.deeds.pace import pace_of
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.things import borne
from assistant.rules.effects.regions import is_within, regions_of
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForcesMarked
from assistant.rules.measuring import apart, how_measured, is_measured, stands
from assistant.rules.moving.company import walkers
from assistant.rules.moving.journeys import Leg, gates_kept, ground_of_table
from assistant.rules.moving.reaching import within_a_move
from assistant.rules.moving.routes import going_of
from assistant.rules.spotting import Chance, Hunt, chance
from assistant.rules.standing import members, side_of, where_at
from assistant.rules.sways import why_spared
from assistant.rules.turn.facts import PowerUsed
from assistant.rules.war import Force, ForceId
from assistant.rules.world import World
from assistant.table.bases import GRAINS_PER_MIL
from assistant.table.passing import first_within
from assistant.table.reach import reach_gap

CLOSE = 2
"""CMB-04, ITM-CLOAKS-01: how near, in inches, nobody comes to those who are not found."""
MIL = 1000
SEARCHED = "CMB-05"


@deed
class Search(Deed):
    """CMB-05, ITM-CLOAKS-01: a force looks for one that hides; once a turn for each that does."""

    seekers: ForceId
    hidden: ForceId
    kind: Literal["search"] = "search"
    done_by: ClassVar[By] = "owner"

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        seekers, hidden = living_force(world, self.seekers), living_force(world, self.hidden)
        if side_of(kit, world, seekers) == side_of(kit, world, hidden):
            raise Illegal("wrong-side", "Nobody looks for friends.", do="Name a force of the other side.")
        if not hidden.hidden:
            raise Illegal(
                "not-hidden", f"{hidden.does('does', 'do')} not hide.", do="They can be seen by everyone."
            )
        if why := why_spared(kit, world, seekers, hidden):
            raise Illegal(
                "spared", f"{seekers.name} cannot find {hidden.name}: {why}.", do="They may look again later."
            )
        if world.war.turn in world.war.powers.get(self._tried, ()):
            raise Illegal(
                "searched-already",
                f"{seekers.does('has', 'have')} looked for {hidden.name} this turn ({enforced('CMB-05')}).",
                do="They may look again next turn.",
            )
        _require_near(kit, world, seekers, hidden)
        title = f"{seekers.does('searches', 'search')} for {hidden.name}"
        return Opening(title, (seekers.id, hidden.id), encode(self))

    @property
    def _tried(self) -> str:
        return f"search {self.seekers} {self.hidden}"

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        seekers, hidden = (desk.world.war.forces[one] for one in (self.seekers, self.hidden))
        odds = chance_of(kit, desk.world, seekers, hidden)
        for reason in odds.reasons:
            desk.say(reason)
        face = 0
        if odds.need <= 6:
            die = odds.die(members(desk.world, seekers)[0].id)
            why = f"to find {hidden.name}, {odds.need}+"
            seat = seat_for(seekers.commander)
            (face,) = yield from desk.roll(seat, "special", why, [die], asked("CMB-05"))
        desk.record(PowerUsed(self._tried, desk.world.war.turn))
        if face >= odds.need:
            desk.record(ForcesMarked((self.hidden,), "hidden", 0))
            desk.say(f"{face}: {hidden.does('is', 'are')} found ({enforced('CMB-05')}).")
            return
        desk.say(f"{face or 'No roll'}: not found; nobody of them comes within {CLOSE} inches this turn.")

    def owners(self, kit: Kit, world: World) -> Owners:
        return owners_of_forces(world, self.seekers)


def _require_near(kit: Kit, world: World, seekers: Force, hidden: Force) -> None:
    """CMB-04, ITM-CLOAKS-01: who is within 2 inches looks, and before its move who can come so near."""
    may_come = world.war.phase == "movement" and not seekers.has_moved(world.war.turn)
    if not is_measured(world, seekers) or not is_measured(world, hidden):
        _require_about(kit, world, seekers, hidden, may_come=may_come)
        return
    stride = (pace_of(kit, world, members(world, seekers)).clear or 0) if may_come else 0
    far, limit = apart(kit, world, seekers, hidden), round((CLOSE + stride) * MIL)
    if far is not None and far <= limit:
        if far > CLOSE * MIL:
            _require_way(seekers, hidden, _comes_within(kit, world, seekers, hidden))
        return
    goes = f' and go at most {stride:g}"' if may_come else ""
    where = "on another table" if far is None else f'{inches(far)}" away'
    raise Illegal(
        "too-far-to-search",
        f"{hidden.does('is', 'are')} {where} from {seekers.name}, who find nobody beyond "
        f'{CLOSE}"{goes} ({enforced("CMB-04")}).',
        do="Go nearer first. Whoever was measured wrong is measured again.",
    )


def _require_about(kit: Kit, world: World, seekers: Force, hidden: Force, *, may_come: bool) -> None:
    """CMB-04: unmeasured they are at one place, or come there in this move; how near, the table sees."""
    if is_within(kit, seekers.place, hidden.place) or is_within(kit, hidden.place, seekers.place):
        return
    if may_come and hidden.place in within_a_move(kit, world, seekers):
        return
    raise Illegal(
        "too-far-to-search",
        f"{seekers.does('is', 'are')} {where_at(kit, seekers.place)}, too far from {hidden.name}: "
        f'nobody finds those who hide beyond {CLOSE}" ({enforced("CMB-04")}).',
        do="Go there first. Whoever stands elsewhere on the table is moved by hand.",
    )


def _require_way(seekers: Force, hidden: Force, least: float | None) -> None:
    """TER-01: how near the ground lets them come; not at all where no way leads onto the other table."""
    if least is not None and least <= CLOSE * MIL:
        return
    near = "no way leads there" if least is None else f'they get no nearer than {least / MIL:.1f}"'
    raise Illegal(
        "too-far-to-search",
        f"{seekers.name} cannot come to {hidden.name} this turn: over the ground {near}, "
        f'and find nobody beyond {CLOSE}" ({enforced("CMB-04")}).',
        do="Go round first. Whoever was measured wrong is measured again.",
    )


def _comes_within(kit: Kit, world: World, seekers: Force, hidden: Force) -> float | None:
    """How near the seekers come in one move over ground that is open to them, base to base."""
    atlas, company = kit.scenario.atlas, members(world, seekers)
    own, unseen = stands(kit, world, seekers), stands(kit, world, hidden)
    if unseen[0].table not in atlas.sheets:
        return 0.0
    going, _ = going_of(kit.book, atlas, walkers(kit, world, company), gates_kept(kit, world, seekers))
    points = [(one.table, one.at) for one in own if one.table in atlas.sheets]
    gap = reach_gap(atlas, going, points, unseen[0].table, [one.at for one in unseen])
    if gap is None:
        return None
    widths = [max(one.base.outer for one in those) for those in (own, unseen)]
    from_edges = how_measured(kit, world) == "edge"
    return max(gap - from_edges * sum(widths) / GRAINS_PER_MIL, 0.0)


def require_off_the_unseen(kit: Kit, world: World, force: Force, legs: Sequence[Leg]) -> None:
    """ITM-CLOAKS-01: nobody moves within 2 inches of those who need more than a search to be seen."""
    own = side_of(kit, world, force)
    hidden = [one for one in world.war.forces.values() if one.hidden and is_measured(world, one)]
    for one in hidden:
        if side_of(kit, world, one) == own or not members(world, one):
            continue
        why = chance_of(kit, world, force, one).base.why
        gone = 0.0 if why.rule == SEARCHED else _comes_upon(kit, world, force, one, legs)
        if gone:
            raise Illegal(
                "unseen",
                f"{one.does('has', 'have')} not been found: nobody comes within {CLOSE} inches ({why}).",
                do=f'Search first, or go only {gone / MIL:.3g}" this way. The game master may overrule that.',
            )


def _comes_upon(kit: Kit, world: World, force: Force, hidden: Force, legs: Sequence[Leg]) -> float:
    """How far along its way a force comes within 2 inches; 0 if it never does, or is so near already."""
    (unseen,) = stands(kit, world, hidden)
    width = max(one.base.outer for one in stands(kit, world, force))
    reach = CLOSE * MIL + (width + unseen.base.outer) / GRAINS_PER_MIL
    gone = 0.0
    for leg in legs:
        at = first_within(leg.points, unseen.at, reach) if leg.table == unseen.table else None
        if at is not None:
            return gone + at
        gone += sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(leg.points))
    return 0.0


def chance_of(kit: Kit, world: World, seekers: Force, hidden: Force) -> Chance:
    """What it takes, as things stand."""
    company = members(world, hidden)
    return chance(
        kit.book,
        Hunt(
            tuple(_profiles(kit, world, hidden)),
            tuple(_profiles(kit, world, seekers)),
            kit.house(world),
            hidden.place,
            frozenset(thing for one in company for thing in borne(world, one.id)),
            any(one.id == world.war.ring.bearer for one in company),
            regions_of(kit, hidden.place),
            _stands_in(kit, world, hidden),
        ),
    )


def _stands_in(kit: Kit, world: World, force: Force) -> tuple[str, ...]:
    """The places in whose ground a measured force stands; of others only the name of its place is known."""
    known = ((ground_of_table(kit, one.table), one.at) for one in stands(kit, world, force))
    return tuple(dict.fromkeys(place for land, at in known if land for place in land.places_at(at)))


def _profiles(kit: Kit, world: World, force: Force) -> Iterator[Profile]:
    return (kit.book.profiles[one.profile] for one in members(world, force))
