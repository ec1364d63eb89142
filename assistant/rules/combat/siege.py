"""At the walls, before the blows: rams at the gate, charges under it, and what a breach changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.kernel.asking import Die, Item, Taker
from assistant.kernel.evidence import asked, enforced, warned
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import ProfileId
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.muster import Fighter, muster
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.serving import infantry
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, other
from assistant.rules.combat.storming import storm
from assistant.rules.core.facts import Enlisted
from assistant.rules.effects.hooks import Charge, Ramming, Reason
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import GateTried, LeftTower, Suffered, WallsBroken
from assistant.rules.world import Figure

RAM_USES = ("rerolls", "gate", "fight", "wait")
IDLE_USES = ("wait", "fight")
BREACH = ("walls-no-help", "walls-still-help")


def assault(desk: RulesDesk, fight: Fight) -> Procedure[None]:
    """ART-17..ART-23: what engines do to the walls that are assaulted, and who storms them."""
    _leave_the_tower(desk, fight)
    site = fight.setup.site
    side = other(site.fortress) if site.fortress and site.at != "field" else None
    if side is not None:
        for line in (*_room_in_it(fight), *_not_stationed(desk, fight, other(side))):
            desk.say(line)
        if site.breached:
            desk.say(f"The walls are breached already, and help nobody ({enforced('FOR-03')}).")
    for one, ramming in _rams(fight.scene(desk)):
        yield from _ram(desk, fight, one, ramming, at_walls=one.side == side)
    if side is None:
        return
    yield from _charges(desk, fight, side)
    yield from storm(desk, fight, side)


def _rams(scene: Scene) -> Iterator[tuple[Combatant, Ramming]]:
    for one in (one for side in SIDES for one in scene.hosts[side].combatants):
        if ramming := next(filter(None, (found.rams(one, scene) for found in in_play(one, scene))), None):
            yield one, ramming


def _leave_the_tower(desk: RulesDesk, fight: Fight) -> None:
    """TOW-04: whoever steps out of a tower has to fight all who are in the fortress or near it."""
    site = fight.setup.site
    out = tuple(
        one.figure
        for side in SIDES
        for one in fight.orders(side).figures
        if site.at == "field" and desk.world.figures[one.figure].in_tower
    )
    if out:
        desk.record(LeftTower(out))
        names = ", ".join(out)
        desk.say(f'{names} came out and must fight all in the fortress or within 2" ({warned("TOW-04")}).')


def _room_in_it(fight: Fight) -> Iterator[str]:
    """TOW-01, TOW-02: more army figures in a tower than it holds are said, and left to the table.

    AMB-036: for walls the book prints no number; where the table has one, it is reminded of it.
    """
    site = fight.setup.site
    if site.fortress is None or site.place is None:
        return
    place = fight.book.places[site.place]
    entrants = fight.orders(site.fortress).everyone
    army = [one.figure for one in entrants if not fight.book.profiles[one.profile].is_character]
    if site.at == "walls":
        if fight.house["AMB-036"] == "limited" and "AMB-036" not in place.rules:
            yield f"{len(army)} army figures hold {place.name}: see how many your table lets in (AMB-036)."
    elif len(army) > place.tower_room:
        rule = warned("TOW-02" if place.tower_room else "TOW-01")
        room = place.tower_room or "no"
        yield f"The tower of {place.name} holds {room} army figures, not {len(army)} ({rule})."


def _not_stationed(desk: RulesDesk, fight: Fight, side: FightingSide) -> Iterator[str]:
    """PPL-CITADELGUARD-01: who holds a tower without having retreated there or being stationed in it."""
    if fight.setup.site.at != "tower":
        return
    scene = fight.scene(desk)
    strangers: dict[Reason, list[FigureId]] = {}
    for one in scene.hosts[side].combatants:
        if not desk.world.figures[one.id].in_tower:
            reasons = (found.turned_from_tower(one, scene) for found in in_play(one, scene))
            if why := next(filter(None, reasons), None):
                strangers.setdefault(why, []).append(one.id)
    for why, names in strangers.items():
        yield f"Not stationed in the tower: {', '.join(names)}, {why}."


def _idle(one: Combatant, scene: Scene) -> Reason | None:
    return next(filter(None, (found.cannot_strike(one, scene) for found in in_play(one, scene))), None)


def _use(fight: Fight, one: Combatant) -> str | None:
    engines = fight.orders(one.side).engines
    return engines[one.id].use if one.id in engines else None


def _ram(
    desk: RulesDesk, fight: Fight, one: Combatant, ramming: Ramming, *, at_walls: bool
) -> Procedure[None]:
    """ART-17, ART-18, ART-20: help others strike, run at the gate, or, anywhere, drop the ram and fight."""
    if why := _idle(one, fight.scene(desk)):
        desk.say(f"{one.id} is of no use, {why}.")
    at_the_gate = at_walls and not why and not fight.setup.site.breached
    options = RAM_USES if at_the_gate else IDLE_USES
    use = _use(fight, one)
    if use not in options:
        gate = f"help {ramming.figures} figures strike, smash the gate, " if at_the_gate else ""
        ask = f"{one.id}: {gate}drop it and fight, or wait?"
        use = yield from desk.choose(fight.seat(one.side), "engine", ask, options, asked("ART-18"))
    match use:
        case "rerolls":
            yield from _help(desk, fight, one, ramming)
        case "gate":
            yield from _smash(desk, fight, one, ramming)
        case "fight":
            _drop(desk, fight, one, ramming)
        case _:
            idle = "" if at_walls else f": no gate is assaulted ({enforced('ART-18')})"
            desk.say(f"{one.id} is not used{idle}.")


def _help(desk: RulesDesk, fight: Fight, one: Combatant, ramming: Ramming) -> Procedure[None]:
    """ART-18: so many attackers roll their misses again; those with the most dice are proposed.

    Every ram helps others. Who rolls misses again in any case is proposed last.
    """
    ready = muster(fight.scene(desk)).sides[one.side]
    taken = {figure for names in fight.helped.values() for figure in names}
    fighters = [
        fighter
        for fighter in ready
        if fighter.dice and fighter.me.profile.kind != "artillery" and fighter.me.id not in taken
    ]
    best = sorted(fighters, key=lambda fighter: (_rolls_again(fighter), -fighter.dice))
    picked = yield from desk.allocate(
        fight.seat(one.side),
        "engine",
        "who rolls misses again beside the ram",
        [Item(one.id)] * ramming.figures,
        [Taker(fighter.me.id, most=1) for fighter in fighters],
        [fighter.me.id for fighter in best],
        asked("ART-18"),
    )
    fight.helped[one.id] = tuple(map(FigureId, picked))
    desk.say(f"{one.id} helps {', '.join(picked) or 'nobody'}, {ramming.why}.")


def _rolls_again(fighter: Fighter) -> bool:
    return fighter.again is not None and fighter.again.which == "missed"


def _smash(desk: RulesDesk, fight: Fight, one: Combatant, ramming: Ramming) -> Procedure[None]:
    """ART-19: two dice together, and easier with every try."""
    bonus = ramming.easier * desk.world.figures[one.id].tries
    die = Die(one.id, reasons=(f"{ramming.target}+ together with {bonus:+d} for earlier tries",))
    why = f"{one.id} runs at the gate, {ramming.target - bonus}+ together"
    faces = yield from desk.roll(fight.seat(one.side), "special", why, [die] * ramming.dice, asked("ART-19"))
    total = sum(faces) + bonus
    earlier = f" + {bonus} for earlier tries" if bonus else ""
    end = "it gives way" if total >= ramming.target else "it holds"
    desk.say(
        f"{one.id} runs at the gate: {' + '.join(map(str, faces))}{earlier} = {total}, "
        f"{ramming.target}+ needed: {end} ({enforced('ART-19')})."
    )
    if total >= ramming.target:
        yield from _break(desk, fight, one.side, "gate", (one.id,), "ART-19")
    else:
        desk.record(GateTried(one.id))


def _drop(desk: RulesDesk, fight: Fight, one: Combatant, ramming: Ramming) -> None:
    """ART-20: the crew fight as what they are, and the ram is gone."""
    entrant = next(each for each in fight.orders(one.side).figures if each.figure == one.id)
    crew = tuple(FigureId(f"{one.id}.crew.{number}") for number in range(1, one.crew_left + 1))
    profile = ProfileId(ramming.crew)
    desk.record(Suffered((one.id,), "eliminated", "dropped"))
    desk.record(Enlisted(tuple(Figure(name, one.side, profile, mounted=False) for name in crew)))
    fight.bring(
        one.side,
        (Entrant(name, profile, mounted=False, terrain=entrant.terrain, force=one.force) for name in crew),
    )
    desk.say(f"The crew of {one.id} drop it and fight: {', '.join(crew)} ({enforced('ART-20')}).")


def _charges(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[None]:
    """ART-21: every two who serve a charge may set it off; CON-055 says who the second is."""
    scene = fight.scene(desk)
    bearers: list[tuple[Combatant, Charge]] = []
    for one in scene.hosts[side].combatants:
        charge = next(filter(None, (found.blows_up(one, scene) for found in in_play(one, scene))), None)
        if charge:
            bearers.append((one, charge))
    while bearers:
        one, charge = bearers.pop(0)
        if charge.lit_by_anyone:
            helpers = [figure for figure in infantry(desk, fight, one) if figure != one.id]
        else:
            helpers = [bearers.pop(0)[0].id] if bearers else []
        if helpers:
            yield from _detonate(desk, fight, one, charge, helpers)


def _detonate(
    desk: RulesDesk, fight: Fight, one: Combatant, charge: Charge, helpers: Sequence[FigureId]
) -> Procedure[None]:
    """ART-22, ART-23: a die breaks the gate or the weak wall; whoever set it dies in any case.

    AMB-093: by their own hand, so that by the default the enemy does not count them.
    """
    seat, site = fight.seat(one.side), fight.setup.site
    targets = ("gate", "weak-wall") if site.weak_wall else ("gate",)
    options = ("hold", *(() if site.breached else targets))
    use = _use(fight, one)
    if use not in options:
        ask = f"{one.id} may set off the charge, and dies with whoever lights it. At what?"
        use = yield from desk.choose(seat, "charge", ask, options, asked("ART-22"))
    if use == "hold" or use is None:
        return
    lit_by = helpers[0]
    if len(helpers) > 1:
        ask = f"Who lights the charge of {one.id} and dies with it?"
        lit_by = FigureId((yield from desk.choose(seat, "charge", ask, helpers, asked("ART-21"))))
    die, what = Die(one.id, charge.target), use.replace("-", " ")
    (face,) = yield from desk.roll(seat, "special", f"the charge at the {what}", [die], asked("ART-22"))
    crew = (one.id, lit_by)
    desk.say(f"The charge at the {what}: {face} ({charge.target}+, {enforced('ART-22')}).")
    desk.record(Suffered(crew, "eliminated", "killed by their charge"))
    desk.say(f"Eliminated: {', '.join(crew)}, killed by their charge ({enforced('ART-23')}).")
    fight.casualties[one.side] += len(crew) * (fight.house["AMB-093"] == "both-count")
    if face >= charge.target:
        yield from _break(desk, fight, one.side, what, crew, "ART-22")


def _break(
    desk: RulesDesk, fight: Fight, side: FightingSide, what: str, by: tuple[FigureId, ...], rule: str
) -> Procedure[None]:
    """The book does not say what a breach changes in the fight; the table does."""
    desk.record(WallsBroken(fight.setup.site.place, what, by))
    desk.say(f"The {what} is broken ({enforced(rule)}).")
    ask = f"The {what} is broken. Do the walls still help those behind them?"
    # Those whose walls they are answer, not those who broke them.
    holder = fight.seat(fight.setup.site.fortress or other(side))
    if (yield from desk.choose(holder, "breach", ask, BREACH, asked(rule))) == BREACH[0]:
        fight.setup = replace(fight.setup, site=replace(fight.setup.site, breached=True))
        desk.say("The walls help nobody any more.")
