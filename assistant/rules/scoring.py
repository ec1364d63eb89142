"""STA-01..10: status points as the facts earn them, each with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId, in_force
from assistant.rules.book import HOBBIT, PlaceId, Profile, Side
from assistant.rules.commanding import home_bases
from assistant.rules.effects.regions import lies_in
from assistant.rules.equipped import equipped
from assistant.rules.kit import Kit
from assistant.rules.scenario import Award, Occasion
from assistant.rules.standing import place_name
from assistant.rules.table_word.facts import Correction
from assistant.rules.turn.facts import PointsGiven
from assistant.rules.war import Points
from assistant.rules.world import Figure, World


def awards_on(kit: Kit, world: World, occasion: Occasion, place: PlaceId | None = None) -> Iterator[Award]:
    """The awards of an occasion in force, at a place where that matters."""
    for award in in_force(kit.scenario.awards, kit.house(world)):
        if award.on == occasion and (not award.places or place in award.places):
            yield award


def homes_of(kit: Kit, world: World, commander: CommanderId) -> tuple[PlaceId, ...]:
    """AMB-062: the home bases of a commander in this game."""
    return home_bases(kit.scenario.commanders[commander], kit.house(world))


def for_slain(
    kit: Kit,
    world: World,
    slain: Iterable[Figure],
    commander: CommanderId,
    felled: Iterable[Figure] = (),
) -> Iterator[PointsGiven]:
    """STA-04, STA-05: for figures of good, to the minion whose forces slew them; AMB-063: or felled them."""
    if kit.scenario.commanders[commander].side != "evil":
        return
    fallen = {one.id: equipped(kit, world, one) for one in slain if one.side == "good"}
    hurt = {one.id: equipped(kit, world, one) for one in felled if one.side == "good"}
    armies = tuple(figure for figure, one in fallen.items() if not one.is_character)
    for award in awards_on(kit, world, "army-slain") if armies else ():
        points, reason = award.points * len(armies), f"{_army_figures(len(armies))} slain"
        yield _given(world, award, commander, points, reason, armies)
    for award in awards_on(kit, world, "character-slain"):
        for figure, one in ((figure, one) for figure, one in fallen.items() if one.is_character):
            yield _given(world, award, commander, _worth(award, one), f"{one.name} slain", (figure,))
    for award in awards_on(kit, world, "character-felled"):
        for figure, one in ((figure, one) for figure, one in hurt.items() if one.is_character):
            yield _given(world, award, commander, _worth(award, one), f"{one.name} felled", (figure,))


def _army_figures(number: int) -> str:
    return f"{number} army figure{'s' if number > 1 else ''}"


def for_restored(kit: Kit, world: World, corrected: Iterable[Correction]) -> Iterator[PointsGiven]:
    """STA-04, STA-05: what was given for the death of those who live after all is taken back.

    Asked before they are set right; who lies wounded was felled all the same (AMB-063).
    """
    back = {
        one.figure: one.condition
        for one in corrected
        if one.condition not in (None, "eliminated") and world.figures[one.figure].condition == "eliminated"
    }
    for award in kit.scenario.awards:
        stays = "wounded" if award.on == "character-felled" else None
        those = [figure for figure, now in back.items() if now != stays]
        for (commander, who), shares in _paid_for(kit, world, award, those).items():
            if not (figures := tuple(figure for figure, share in shares.items() if share)):
                continue
            were = "were" if len(figures) > 1 else "was"
            reason = f"{who or _army_figures(len(figures))} {were} not slain"
            yield _given(world, award, commander, -shares.total(), reason, figures)


def for_slain_after_all(kit: Kit, world: World, corrected: Iterable[Correction]) -> Iterator[PointsGiven]:
    """STA-04, STA-05: what was taken back for those who are dead after all is given again.

    Asked before they are set right.
    """
    dead = {one.figure for one in corrected if one.condition == "eliminated"}
    dead -= {one for one in dead if world.figures[one].condition == "eliminated"}
    for award in kit.scenario.awards:
        paid = _paid_for(kit, world, award, dead)
        for (commander, who), shares in _taken_back(kit, world, award, dead).items():
            figures = tuple(one for one in shares if not paid[commander, who][one])
            if points := sum(shares[one] for one in figures):
                reason = f"{who or _army_figures(len(figures))} slain after all"
                yield _given(world, award, commander, points, reason, figures)


def _taken_back(
    kit: Kit, world: World, award: Award, figures: Collection[FigureId]
) -> dict[tuple[CommanderId, str], dict[FigureId, int]]:
    """What was taken back from whom for each of some figures since they were last paid for."""
    taken: dict[tuple[CommanderId, str], dict[FigureId, int]] = {}
    for given in (one for one in world.war.points if one.award == award.id):
        for figure in (one for one in given.figures if one in figures):
            if given.points > 0:
                for shares in taken.values():
                    shares.pop(figure, None)
            else:
                each = -given.points // len(given.figures)
                taken.setdefault(_payee(kit, world, given, figure), {})[figure] = each
    return taken


def _payee(kit: Kit, world: World, given: Points, figure: FigureId) -> tuple[CommanderId, str]:
    """Whose points they are, and for whom: persons by their names, army figures together."""
    profile = kit.book.profiles[world.figures[figure].profile]
    return given.commander, profile.name if profile.is_character else ""


def _paid_for(
    kit: Kit, world: World, award: Award, figures: Collection[FigureId]
) -> dict[tuple[CommanderId, str], Counter[FigureId]]:
    """What some of the dead have earned whom so far: persons by their names, army figures together."""
    paid: dict[tuple[CommanderId, str], Counter[FigureId]] = {}
    for given in (one for one in world.war.points if one.award == award.id):
        for figure in (one for one in given.figures if one in figures):
            each = given.points // len(given.figures)
            paid.setdefault(_payee(kit, world, given, figure), Counter())[figure] += each
    return paid


def _worth(award: Award, profile: Profile) -> int:
    return award.points + (profile.leadership if award.plus_leadership else 0)


def for_place(
    kit: Kit, world: World, place: PlaceId, side: Side, takers: Sequence[CommanderId]
) -> Iterator[PointsGiven]:
    """STA-03, STA-07, STA-09, STA-10: for a place taken, shared where several took it together."""
    name = place_name(kit, place)
    minions = [one for one in takers if kit.scenario.commanders[one].side == "evil"]
    if side == "evil":
        for award in awards_on(kit, world, "place-taken", place):
            earning = [one for one in minions if not award.only or one in award.only]
            for rank, one in enumerate(earning):
                full = award.points * (2 if place in award.doubled_for.get(one, ()) else 1)
                points = _share(full, len(earning), rank) if award.shared else full
                together = " together" if award.shared and len(earning) > 1 else ""
                yield _given(world, award, one, points, f"{name} taken{together}")
    yield from _for_home(kit, world, place, side)


def _share(points: int, parts: int, rank: int) -> int:
    """STA-03: one part of what is split; points that do not come out even go to those named first."""
    whole, left = divmod(points, parts)
    return whole + (1 if rank < left else 0)


def unclaimed(kit: Kit, world: World) -> Iterator[PlaceId]:
    """STA-03: places that evil took and that earn points, of which nobody has said who took them."""
    for place, held in world.war.holdings.items():
        if (
            held.side == "evil"
            and held.since
            and not held.by
            and any(awards_on(kit, world, "place-taken", place))
        ):
            yield place


def _for_home(kit: Kit, world: World, place: PlaceId, side: Side) -> Iterator[PointsGiven]:
    """STA-06: whoever loses a home base pays for it."""
    for commander in kit.scenario.commanders.values():
        if commander.side == "evil" and side == "good" and place in homes_of(kit, world, commander.id):
            for award in awards_on(kit, world, "home-lost"):
                yield _given(world, award, commander.id, award.points, f"{place_name(kit, place)} lost")


def for_captive(
    kit: Kit, world: World, captive: Figure, place: PlaceId, captor: CommanderId
) -> Iterator[PointsGiven]:
    """STA-02, STA-08: for a captive hobbit brought to its captor's home, once for each time it is taken."""
    profile, homes = kit.book.profiles[captive.profile], homes_of(kit, world, captor)
    if not lies_in(kit, place, homes) or profile.race != HOBBIT:
        return
    been = world.war.been.get(captive.id, ())
    if any(stay.by == captor and lies_in(kit, stay.place, homes) for stay in been):
        return
    for award in awards_on(kit, world, "captive-home"):
        doubled = 2 if lies_in(kit, place, award.doubled_for.get(captor, ())) else 1
        yield _given(world, award, captor, award.points * doubled, f"{profile.name} brought home")


def ring_goals(kit: Kit, world: World, captor: CommanderId) -> tuple[PlaceId, ...]:
    """CON-085: where the Ring earns its captor points: at home, or only where it also wins the game."""
    enforced("CON-085")
    if kit.house(world)["CON-085"] in ("home-base", "both-separately"):
        return homes_of(kit, world, captor)
    return tuple(one.place for one in kit.scenario.ring_victories if captor in one.commanders)


def for_ring(kit: Kit, world: World, place: PlaceId, captor: CommanderId) -> Iterator[PointsGiven]:
    """STA-01: for the Ring brought home, once for each time that it is taken."""
    ring, goals = world.war.ring, ring_goals(kit, world, captor)
    has_earned = any(stay.by == captor and lies_in(kit, stay.place, goals) for stay in ring.been)
    if lies_in(kit, place, goals) and not has_earned:
        for award in awards_on(kit, world, "ring-home"):
            yield _given(world, award, captor, award.points, "the Ring brought home")


def _given(
    world: World,
    award: Award,
    commander: CommanderId,
    points: int,
    reason: str,
    figures: tuple[FigureId, ...] = (),
) -> PointsGiven:
    for rule in award.rules:
        enforced(rule)
    return PointsGiven(Points(commander, points, award.id, reason, world.war.turn, figures))


def standings(kit: Kit, world: World) -> tuple[tuple[CommanderId, int], ...]:
    """STA-11: the minions with their totals, the highest first."""
    minions = [one.id for one in kit.scenario.commanders.values() if one.side == "evil"]
    enforced("STA-11")
    totals = [(one, world.war.total(one)) for one in minions]
    return tuple(sorted(totals, key=lambda row: -row[1]))
