"""ABL-HERO-3, ABL-HERO-5: before a beaten force falls back it takes up its wounded, or leaves them there."""

from __future__ import annotations

from assistant.kernel.evidence import asked, enforced
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Profile
from assistant.rules.carrying import Speed, carrying_speed
from assistant.rules.combat.departure import CARRY
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import form, seat_for
from assistant.rules.deeds.stillness import HELPLESS
from assistant.rules.fight.facts import Carried, LeftBehind
from assistant.rules.kit import Kit
from assistant.rules.moving.company import is_borne
from assistant.rules.names import name_of, names_of
from assistant.rules.standing import members
from assistant.rules.war import Force
from assistant.rules.world import Figure


def take_up_wounded(kit: Kit, desk: RulesDesk, force: Force) -> Procedure[bool]:
    """Who is carried and who is left is asked where hands are enough; whether anyone is left to go."""
    there = members(desk.world, force)
    fit = [one for one in there if one.condition == "fit"]
    bearers = [one for one in fit if _profile(kit, one).is_character]
    helpless = [one for one in there if one.condition in HELPLESS]
    up = [one for one in helpless if is_borne(kit, desk.world, one)]
    taken: list[Figure] = []
    left: list[Figure] = []
    for one in helpless:
        if one in up:
            continue
        speed = _speed(kit, bearers, [*up, *taken, one])
        answer = "leave"
        if speed is not None:
            ask = (
                f"Carry {name_of(kit, desk.world, one)} along, at {speed} speed, or leave the wounded behind?"
            )
            seat = seat_for(force.commander)
            answer = yield from desk.choose(seat, "carry", ask, CARRY, asked("ABL-HERO-3"))
        (taken if answer == "carry" else left).append(one)
    if taken and (speed := _speed(kit, bearers, [*up, *taken])):
        desk.record(Carried(tuple(one.id for one in taken), tuple(one.id for one in bearers), speed))
        names = names_of(kit, desk.world, taken)
        desk.say(f"Carried along at {speed} speed: {names} ({enforced('ABL-HERO-3')}).")
    if left:
        ids = tuple(one.id for one in left)
        desk.record(LeftBehind(ids))
        desk.say(f"Left behind: {names_of(kit, desk.world, left)} ({enforced('ABL-HERO-5')}).")
        if len(left) < len(there):
            form(kit, desk, force.commander, force.place, list(ids))
    return bool(fit)


def _speed(kit: Kit, bearers: list[Figure], load: list[Figure]) -> Speed | None:
    return carrying_speed([_profile(kit, one) for one in bearers], [_profile(kit, one) for one in load])


def _profile(kit: Kit, one: Figure) -> Profile:
    return kit.book.profiles[one.profile]
