"""Who fights: those in reach, those who will not, and those who hide and are searched for."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import count_of
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Book
from assistant.rules.combat.fight import Fight, RulesDesk
from assistant.rules.combat.scene import Scene
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup, Site, other
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.registry import in_play
from assistant.rules.spotting import Hunt, chance

FIGHT_OR_HIDE = ("fight", "hide")
SEARCH_OR_NOT = ("search", "let-them-go")
SPOT, SPOTTED = "spot", "spotted"
SPOTTED_OR_NOT = ("not-spotted", SPOTTED)


def check_contact(desk: RulesDesk, fight: Fight) -> None:
    """AMB-034, ABL-BULLIES: refuse a fight that these forces would not fight, or not as one."""
    for side in SIDES:
        forces = dict.fromkeys(one.force for one in fight.orders(side).figures)
        if len(forces) > 1 and fight.house["AMB-034"] == "one-per-pair":
            raise Illegal(
                "one-pair-at-a-time",
                f"{side.capitalize()} has {len(forces)} forces here, and each fights its own combat.",
                do="Declare one fight for each pair of forces.",
                at=f"sides.{side}.figures",
            )
        if fight.orders(side).hides and not may_hide(fight.book, fight.setup, side):
            raise Illegal(
                "cannot-hide",
                f"{_why_seen(fight.setup.site, side)} ({enforced('CMB-04')}).",
                do="Leave out that they hide.",
                at=f"sides.{side}.hides",
            )
    attacker = fight.setup.site.attacker
    if attacker is not None:
        scene = fight.scene(desk)
        for one in scene.hosts[attacker].combatants:
            for found in in_play(one, scene):
                if why := found.refuses_to_attack(one, scene):
                    raise Illegal(
                        "will-not-attack",
                        f"{one.id} will not move into this fight: {why}.",
                        do="Leave such figures out, or name the other side as attacker if it came to them.",
                        at=f"sides.{attacker}.figures",
                    )


def _why_seen(site: Site, side: FightingSide) -> str:
    if site.attacker == side:
        return "Who attacks does not hide"
    is_open = site.at == "field"
    return "Only characters by themselves hide" if is_open else "Nobody hides behind walls or in a tower"


def tell_reach(desk: RulesDesk, fight: Fight) -> None:
    """CMB-01..CMB-03: whoever has an enemy within 6 inches takes part; the rest of the force stands by."""
    if not any(fight.orders(side).reserve for side in SIDES):
        return
    counts = [
        f"{len(orders.figures)} of {len(orders.everyone)} for {side}"
        for side in SIDES
        if (orders := fight.orders(side))
    ]
    rules = f"{enforced('CMB-01')}, {enforced('CMB-02')}, {enforced('CMB-03')}"
    desk.say(f"In reach of an enemy and in the fight: {', '.join(counts)} ({rules}).")


def left_to_spotting(fight: Fight, scene: Scene) -> Iterator[tuple[FightingSide, Reason]]:
    """AMB-022: sides that nobody attacks unless they are spotted, by a rule that only the table knows."""
    if fight.house["AMB-022"] == "own-spotting-roll":
        for side in SIDES:
            if (unseen := _unseen(scene, side)) is not None:
                yield side, unseen


def seek(desk: RulesDesk, fight: Fight) -> Procedure[FightingSide | None]:
    """CMB-04, CMB-05: the side that hid, or was never seen, and was not found: there is no fight."""
    scene = fight.scene(desk)
    by_own_rule = dict(left_to_spotting(fight, scene))
    for side in SIDES:
        if side in by_own_rule:
            found = yield from _is_spotted(desk, fight, side, by_own_rule[side])
        else:
            hidden = _unseen(scene, side) or (yield from _hides(desk, fight, side))
            found = hidden is None or (yield from _is_found(desk, fight, side, scene, hidden))
        if not found:
            return side
    return None


def _hides(desk: RulesDesk, fight: Fight, side: FightingSide) -> Procedure[Reason | None]:
    orders, site = fight.orders(side), fight.setup.site
    if not may_hide(fight.book, fight.setup, side):
        return None
    hides = orders.hides
    is_asked = orders.is_asked or site.attacker == other(side)
    if hides is None and is_asked and not site.resumed:
        met = "is attacked" if site.attacker else "has an enemy near"
        ask = f"{side.capitalize()} has only characters here and {met}: fight, or hide?"
        answer = yield from desk.choose(fight.seat(side), "hide", ask, FIGHT_OR_HIDE, asked("CMB-04"))
        hides = answer == "hide"
    return Reason("hiding", enforced("CMB-04")) if hides else None


def may_hide(book: Book, setup: FightSetup, side: FightingSide) -> bool:
    """CMB-04: whether a side is in the open, has characters only, and has not come to fight itself."""
    if setup.site.at != "field" or setup.site.attacker == side:
        return False
    return all(book.profiles[one.profile].is_character for one in setup.side(side).everyone)


def _unseen(scene: Scene, side: FightingSide) -> Reason | None:
    """ABL-STEALTH: the reason why nobody of this side can be attacked yet; one who is seen betrays all."""
    if scene.site.attacker == side:
        return None
    reasons = [
        next(filter(None, (found.is_unseen(one, scene) for found in in_play(one, scene))), None)
        for one in scene.hosts[side].combatants
    ]
    return reasons[0] if reasons and all(reasons) else None


def _is_found(
    desk: RulesDesk, fight: Fight, side: FightingSide, scene: Scene, hidden: Reason
) -> Procedure[bool]:
    """CMB-05, AMB-022: the enemy may let them go, or search and find them on 4 or more."""
    seekers, seat = scene.hosts[other(side)].combatants, fight.seat(other(side))
    ask = f"{side.capitalize()} is out of sight, {hidden}: search for them?"
    if (yield from desk.choose(seat, "search", ask, SEARCH_OR_NOT, asked("CMB-05"))) != "search":
        desk.say(f"{side.capitalize()} is let go, {hidden}.")
        return False
    odds = chance(fight.book, _hunt(fight, side, scene))
    need = odds.need
    die = odds.die(seekers[0].id)
    (face,) = yield from desk.roll(seat, "special", f"to find them, {need}+", [die], asked("CMB-05"))
    found = face >= need
    end = "found, and the fight goes ahead" if found else "not found, and there is no fight"
    why = "; ".join(odds.reasons)
    desk.say(f"{other(side).capitalize()} searches, {face} ({need}+) [{why}]: {end} ({enforced('CMB-05')}).")
    return found


def _is_spotted(desk: RulesDesk, fight: Fight, side: FightingSide, unseen: Reason) -> Procedure[bool]:
    """AMB-022: where the table has a spotting roll of its own, it says what came of it."""
    ask = f"{side.capitalize()} is unseen, {unseen}: has the enemy spotted them by your own rule?"
    seat = fight.seat(other(side))
    return (yield from desk.choose(seat, SPOT, ask, SPOTTED_OR_NOT, asked(unseen.rule))) == SPOTTED


def _hunt(fight: Fight, side: FightingSide, scene: Scene) -> Hunt:
    """Those who hide from this fight, and those who would fight them."""
    hidden = scene.hosts[side].combatants
    return Hunt(
        tuple(one.profile for one in hidden),
        tuple(one.profile for one in scene.hosts[other(side)].combatants),
        fight.house,
        scene.site.place,
        frozenset(thing for one in hidden for thing in one.bears),
    )


def refuse_second_fight(desk: RulesDesk, fight: Fight) -> None:
    """AMB-034: no figure is in two combats of one turn; AMB-024: or of one side's movement."""
    turn, attacker = fight.setup.turn, fight.setup.site.attacker
    if turn is None:
        return
    once_a_turn = fight.house["AMB-024"] == "once-after-both"
    for side in SIDES:
        twice = [
            one.figure
            for one in fight.orders(side).figures
            if (before := desk.world.figures[one.figure]).fought_in == turn
            and (once_a_turn or before.fought_after == attacker)
        ]
        if twice:
            raise Illegal(
                "fought-already",
                f"{', '.join(twice)} has fought in turn {turn} already.",
                do=f"Leave {count_of(len(twice), 'figure', 'figures')} out, or say which turn it is.",
            )
