"""Allocating hits: the owner of the force that was hit gives them out among those in reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from assistant.kernel.asking import Item, Taker, count_of
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.explain import saves
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.lives import heads_of
from assistant.rules.combat.muster import Fighter
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import FightingSide
from assistant.rules.effects.registry import in_play

Named = Mapping[int, FigureId]


def name_victims(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    strikers: Sequence[Fighter],
    targets: Sequence[Fighter],
    hits: Sequence[Item],
) -> Procedure[Named]:
    """ABL-ASSASSIN: for each who may, their owner names who takes the first of their hits."""
    named: dict[int, FigureId] = {}
    eligible = _worthiest([fighter.me for fighter in targets if fighter.cannot_be_hit is None])
    told = next((figure for figure in fight.orders(side).victims if figure in eligible), None)
    for fighter in strikers:
        own = [index for index, hit in enumerate(hits) if hit.source == fighter.me.id]
        seen = [one for one in eligible if not fight.is_hidden(one, fighter.me.id)]
        if fighter.chooses_victim and own and seen:
            aim = fighter.chooses_victim
            which = "all the hits" if aim.every_hit else "one of the hits"
            ask = f"{fighter.me.id} names who takes {which}, {aim.why}."
            rule = asked(aim.why.rule)
            aimed = told if told in seen else None
            victim = aimed or (yield from desk.choose(fight.seat(side), "victim", ask, seen, rule))
            named |= dict.fromkeys(own if aim.every_hit else own[:1], FigureId(victim))
            desk.say(f"{fighter.me.id} strikes at {victim}, {aim.why}.")
    return named


def _worthiest(foes: Sequence[Combatant]) -> list[FigureId]:
    """Whom an assassin would rather strike at: the best leader, other characters, then the most dice."""

    def worth(one: Combatant) -> tuple[bool, int, int]:
        return one.profile.is_character, one.profile.leadership, one.line.dice

    return [one.id for one in sorted(foes, key=worth, reverse=True)]


def seek_prey(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    strikers: Sequence[Fighter],
    targets: Sequence[Fighter],
    hits: Sequence[Item],
    named: Named,
) -> Procedure[Named]:
    """PLC-FANGORN-06, PPL-WATCHER-01: hits of some fall on the kinds of enemy they prefer, one each."""
    scene, found = fight.scene(desk), dict(named)
    eligible = [fighter.me for fighter in targets if fighter.cannot_be_hit is None]
    told = _saves(targets, hits)
    for fighter in strikers:
        own = [index for index, hit in enumerate(hits) if hit.source == fighter.me.id and index not in found]
        seen = [one for one in eligible if not fight.is_hidden(one.id, fighter.me.id)]
        for rank in _ranks(fighter.me, seen, scene):
            taken = {*found.values(), *fight.hits_taken}
            spared = [one for one in rank if one.id not in taken]
            now, own = own[: len(spared)], own[len(spared) :]
            takers = yield from desk.allocate(
                fight.seat(side),
                "hits",
                f"give out the hits of {fighter.me.id} among those it seeks",
                [hits[index] for index in now],
                [Taker(one.id, most=1, saves=told[one.id]) for one in spared],
                fight.orders(side).allocation,
                asked("ALC-01"),
            )
            found |= zip(now, map(FigureId, takers), strict=True)
    return found


def _ranks(me: Combatant, foes: Sequence[Combatant], scene: Scene) -> list[list[Combatant]]:
    """Those whom it prefers, the best prey first."""
    ranks: dict[int, list[Combatant]] = {}
    for found in in_play(me, scene):
        for foe in foes:
            rank = found.prefers(me, foe, scene)
            if rank is not None:
                ranks.setdefault(rank, []).append(foe)
    return [ranks[rank] for rank in sorted(ranks)]


def allocate(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    targets: Sequence[Fighter],
    hits: Sequence[Item],
    named: Named,
) -> Procedure[Mapping[FigureId, tuple[Item, ...]]]:
    """ALC-01..ALC-03: freely, but everyone once before anyone twice."""
    taken: dict[FigureId, list[Item]] = {}
    for index, figure in named.items():
        _give(fight, taken, figure, hits[index])
    eligible = [fighter.me.id for fighter in targets if fighter.cannot_be_hit is None]
    heads = {fighter.me.id: heads_of(fighter.lives) for fighter in targets}
    together = fight.house["AMB-092"] == "together"
    for hidden, free in _by_sight(
        fight, eligible, [hits[one] for one in range(len(hits)) if one not in named]
    ):
        seen = [one for one in eligible if one not in hidden]
        if free and not seen:
            desk.say(f"Nobody of {side} may be given a hit.")
        told = _saves(targets, free)
        held = {one: fight.hits_taken.get(one, 0) if together else len(taken.get(one, ())) for one in seen}
        apart = f", not to {', '.join(hidden)}" if hidden else ""
        shares = yield from desk.allocate(
            fight.seat(side),
            "hits",
            f"give out {count_of(len(free), 'hit', 'hits')}{apart}",
            free if seen else (),
            [Taker(figure, holds, heads=heads[figure], saves=told[figure]) for figure, holds in held.items()],
            fight.orders(side).allocation,
            asked("ALC-01"),
            enforced("ALC-02"),
            enforced("ALC-03"),
            enforced("ALC-04"),
        )
        for name, hit in zip(shares, free, strict=False):
            _give(fight, taken, FigureId(name), hit)
    if taken:
        desk.say(f"{side.capitalize()} allocates {_told(targets, taken)} ({enforced('ALC-01')}).")
    return {figure: tuple(items) for figure, items in taken.items()}


def _by_sight(
    fight: Fight, eligible: Sequence[FigureId], hits: Sequence[Item]
) -> Sequence[tuple[tuple[FigureId, ...], Sequence[Item]]]:
    """The hits by whom they cannot fall on, those first that fewest may be given."""
    groups: dict[tuple[FigureId, ...], list[Item]] = {}
    for hit in hits:
        hidden = tuple(one for one in eligible if fight.is_hidden(one, FigureId(hit.source)))
        groups.setdefault(hidden, []).append(hit)
    return sorted(groups.items(), key=lambda one: -len(one[0])) or [((), ())]


def _saves(targets: Sequence[Fighter], hits: Sequence[Item]) -> Mapping[FigureId, str]:
    """For whoever gives them out: what each target sets against hits like these."""
    return {fighter.me.id: saves(fighter, [hit.carries for hit in hits]) for fighter in targets}


def _told(targets: Sequence[Fighter], taken: Mapping[FigureId, Sequence[Item]]) -> str:
    """1 hit each to eomer, theoden; 1 hit with axes and 1 hit to dernhelm: in listed order."""
    alike: dict[str, list[FigureId]] = {}
    for figure in (fighter.me.id for fighter in targets if fighter.me.id in taken):
        kinds = Counter(hit.carries for hit in taken[figure])
        hits = [count_of(number, "hit", "hits") + _with(carries) for carries, number in kinds.items()]
        alike.setdefault(" and ".join(hits), []).append(figure)
    each = {hits: " each" if len(figures) > 1 else "" for hits, figures in alike.items()}
    return "; ".join(f"{hits}{each[hits]} to {', '.join(figures)}" for hits, figures in alike.items())


def _with(carries: Sequence[str]) -> str:
    return f" with {', '.join(carries)}" if carries else ""


def _give(fight: Fight, taken: dict[FigureId, list[Item]], figure: FigureId, hit: Item) -> None:
    taken.setdefault(figure, []).append(hit)
    fight.hits_taken[figure] = fight.hits_taken.get(figure, 0) + 1
