"""Combat, in the order the rulebook prints it."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.kernel.evidence import enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Book
from assistant.rules.combat.aftermath import aftermath
from assistant.rules.combat.amok import broods
from assistant.rules.combat.by_hand import left_to_the_table
from assistant.rules.combat.contact import check_contact, refuse_second_fight, seek, tell_reach
from assistant.rules.combat.engine_orders import check_engines
from assistant.rules.combat.fight import GONE, Fight, RulesDesk
from assistant.rules.combat.no_bearing import without_bearing
from assistant.rules.combat.opening import call_for_help, remove_the_helpless, scatter
from assistant.rules.combat.outcome import Outcome, Score
from assistant.rules.combat.rounds import rounds
from assistant.rules.combat.serving import man_the_engines
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.combat.siege import assault
from assistant.rules.combat.wizardry import check_magic, duels, spend_points
from assistant.rules.house import HouseRules


def combat(
    desk: RulesDesk, book: Book, setup: FightSetup, hidden: Mapping[FigureId, frozenset[FigureId]]
) -> Procedure[Outcome]:
    """CMB-06: strike, allocate and defend, see who wins, take off the fallen and move the beaten."""
    fight = may_be_fought(desk, book, setup)
    fight.hidden = hidden
    evaded = yield from before_the_blows(desk, fight)
    if evaded is not None:
        return Outcome(None, Score(0, 0), Score(0, 0), evaded=evaded)
    outcome = yield from rounds(desk, fight)
    outcome = yield from aftermath(desk, fight, outcome)
    clear_the_table(desk, fight)
    yield from broods(desk, fight)
    for rule in fight.house.without_bearing():
        desk.say(f"House rule {rule} ({fight.house.chosen[rule]}) was not asked about in this fight.")
    return outcome


def before_the_blows(desk: RulesDesk, fight: Fight) -> Procedure[FightingSide | None]:
    """All that comes before anyone strikes; the side that hid and was not found, so that nobody does."""
    tell_reach(desk, fight)
    evaded = yield from seek(desk, fight)
    if evaded is not None:
        return evaded
    for line in (*left_to_the_table(desk, fight), *without_bearing(desk, fight)):
        desk.say(line)
    yield from call_for_help(desk, fight)
    remove_the_helpless(desk, fight)
    scatter(desk, fight)
    yield from duels(desk, fight)
    yield from spend_points(desk, fight)
    yield from man_the_engines(desk, fight)
    yield from assault(desk, fight)
    return None


def may_be_fought(desk: RulesDesk, book: Book, setup: FightSetup) -> Fight:
    """Refuse a fight that cannot be; whoever asks anything before it begins looks here first."""
    fight = Fight(book, setup, HouseRules(book.house_rules, setup.house_rules))
    check_magic(fight)
    check_engines(fight)
    refuse_second_fight(desk, fight)
    check_contact(desk, fight)
    return fight


def clear_the_table(desk: RulesDesk, fight: Fight) -> None:
    """CMB-06, OUT-09: only now that all is settled do the fallen come off."""
    came = (one.figure for side in SIDES for one in fight.orders(side).concerned)
    gone = [figure for figure in came if desk.world.figures[figure].condition in GONE]
    if gone:
        desk.say(f"Off the table: {', '.join(gone)} ({enforced('CMB-06')}, {enforced('OUT-09')}).")


__all__ = ["FightSetup", "FightingSide", "Outcome", "before_the_blows", "combat", "may_be_fought"]
