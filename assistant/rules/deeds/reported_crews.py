"""The crews of a fight that was fought without the assistant: who stepped in, and how many are left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assistant.kernel.asking import count_of
from assistant.kernel.errors import AssistantError, Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.rules.book import Book
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.fighting import newcomer
from assistant.rules.fight.facts import CrewReplaced, LivesLost
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.world import World

Crews = Mapping[FigureId, int]


def crews_before(book: Book, world: World, setup: FightSetup) -> Crews:
    """ART-02, ART-04: who served each weapon and beast as the fight began, with those who stepped in."""
    house, found = HouseRules(book.house_rules, setup.house_rules), dict[FigureId, int]()
    for side in SIDES:
        engines = setup.side(side).engines
        for one in setup.side(side).everyone:
            crew = profile_under(house, book.profiles[one.profile]).crew
            if crew is not None:
                known = world.figures.get(one.figure) or newcomer(book, setup, side, one)
                told = engines[one.figure].recruits if one.figure in engines else ()
                recruits = dict.fromkeys((*known.recruits, *told))
                found[one.figure] = crew.size - known.lives_lost + len(recruits)
    return found


def wrong_crews(before: Crews, left: Crews) -> Iterator[AssistantError]:
    """Crews that nobody has, or that grew by fighting."""
    for figure, number in left.items():
        if figure not in before:
            yield Illegal("no-such-crew", f"{figure} came without a crew.", do="Leave it out of the crews.")
        elif number > before[figure]:
            came = count_of(before[figure], "crewman", "crew")
            yield Illegal(
                "no-such-crew",
                f"{figure} came with {came}, and {number} are said to be left.",
                do=f"Say {before[figure]} at most.",
            )


def lose_crews(desk: RulesDesk, book: Book, setup: FightSetup, left: Crews, cause: str) -> Crews:
    """ART-03, ART-04: those who stepped in serve, and the crews come down to what is left; who lost how many.

    Of a weapon they are figures, each a casualty (ART-02); a beast that lost its crew is one.
    """
    for side in SIDES:
        for weapon, service in setup.side(side).engines.items():
            if weapon in left and service.recruits:
                desk.record(CrewReplaced(weapon, service.recruits))
                desk.say(f"Serving {weapon}: {', '.join(service.recruits)} ({enforced('ART-04')}).")
    # Those who stepped in are on the table by now, and are counted once.
    before = crews_before(book, desk.world, setup)
    for weapon, number in left.items():
        if lost := before[weapon] - number:
            desk.record(LivesLost(weapon, lost, cause, desk.world.figures[weapon].recruits[:lost]))
            desk.say(f"{weapon} lost {lost} of its crew, {number} left ({enforced('ART-03')}).")
    weapons = {
        one.figure
        for side in SIDES
        for one in setup.side(side).everyone
        if book.profiles[one.profile].kind == "artillery"
    }
    return {figure: before[figure] - number for figure, number in left.items() if figure in weapons}
