"""Quickly on through quiet turns: who comes is placed, who returns or recovers does, the rest is told."""

from __future__ import annotations

from collections.abc import Iterator

import click

from assistant.campaign.due import under_way_text
from assistant.campaign.naming import naming
from assistant.campaign.service import Open, new_key
from assistant.cli.campaign.play_commands import command, needs, whole
from assistant.cli.campaign.play_sitting import Sitting
from assistant.cli.campaign.play_turns import place_all
from assistant.cli.common import actor
from assistant.kernel.asking import Choose, Chosen, count_of
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.ledger.records import Entry
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.turning import NAMES, GoOn, owed_to, still_open, unfinished, unfought
from assistant.rules.effects.keepers import as_kept
from assistant.rules.reminders import UPKEEP, Reminder, due_as, owed_now

MOST_NAMED = 6


@command("until 8", "quickly on to turn 8: all arrive, each at the first place it may; stops at what is owed")
def until(sitting: Sitting, text: str) -> None:
    words = needs(text, "until 8").lower().removeprefix("turn").strip()
    wanted, last = whole(words, "turn"), sitting.kit.scenario.turns
    if wanted <= sitting.world.war.turn:
        raise Illegal("turn-past", f"Turn {wanted} has come already.", do="`undo` goes back.")
    if wanted > last:
        raise Illegal(
            "no-more-turns", f"The turn record ends with turn {last}.", do=f"Go on to {last} at most."
        )
    told: set[str] = set()
    while sitting.world.war.turn < wanted:
        if sitting.agenda().verdict is not None:
            raise Illegal("left-to-do", "A victory is not confirmed.", do="`end victory`, or `next anyway`.")
        if sitting.world.war.phase == "start":
            told = _start_quickly(sitting)
        now = NAMES[sitting.world.war.phase].lower()
        if left := [*_stops(sitting)]:
            says = f"Turn {sitting.world.war.turn}, {now}: {'; '.join(left)}."
            raise Illegal("left-to-do", says, do="Do that first, or `next anyway`.")
        if passed := _passed_over(sitting, told):
            click.echo(f"Turn {sitting.world.war.turn}, {now}; {passed}.")
        sitting.do(GoOn(anyway=True), quietly=True)
        if sitting.agenda().verdict is not None:
            return


def _stops(sitting: Sitting) -> Iterator[str]:
    """Fights nobody has fought, what is owed or under way in any phase; the rest is passed over and told."""
    if sitting.world.war.phase == "combat":
        yield from unfinished(sitting.kit, sitting.world)
    elif sitting.world.war.phase == "start":
        yield from unfought(sitting.world)
    if owed := owed_to(sitting.kit, sitting.world):
        yield f"due and not seen to: {owed}"
    pendings = sitting.service.ledger.pendings(sitting.campaign.id)
    yield from still_open([under_way_text(sitting.kit, sitting.world, one) for one in pendings])


def _start_quickly(sitting: Sitting) -> set[str]:
    """A quiet turn start in one line: who came, what was left; then who is back. It gives what was told."""
    before = len(sitting.world.figures)
    left = place_all(sitting, anywhere=True, quietly=True)
    came = count_of(len(sitting.world.figures) - before, "figure comes", "figures come")
    back = [entry for one in sitting.agenda().reminders if (entry := _see_to(sitting, one))]
    waiting = f"; {count_of(left, 'arrival waits', 'arrivals wait')} for a word" if left else ""
    told: set[str] = set()
    passed = _passed_over(sitting, told)
    click.echo(f"Turn {sitting.world.war.turn}: {came}{waiting}{f'; {passed}' if passed else ''}.")
    named = naming(sitting.kit, sitting.world).told
    for line in (line for entry in back for line in entry.log):
        click.echo(f"   {named(line)}")
    _ask_what_is_owed(sitting)
    return told


def _ask_what_is_owed(sitting: Sitting) -> None:
    """The rules do not let the table pass it: dice are rolled or typed now, and whoever must chooses."""
    for one in owed_now(as_kept(sitting.kit, sitting.world), sitting.world):
        if due_as(as_kept(sitting.kit, sitting.world), sitting.world, one.key):
            sitting.do(Heed(one.key))


def _passed_over(sitting: Sitting, told: set[str]) -> str:
    """What else is due, in its own words: nobody has seen to it; what was told already is not told again."""
    passed = [
        one for one in sitting.agenda().reminders if not UPKEEP[one.about].is_owed and one.key not in told
    ]
    told.update(one.key for one in passed)
    first = sorted(passed, key=lambda one: not UPKEEP[one.about].is_for_good)
    titles = [one.title.rstrip("?.") for one in first]
    more = f" and {len(titles) - MOST_NAMED} more" if len(titles) > MOST_NAMED else ""
    return f"passed over: {', '.join(titles[:MOST_NAMED])}{more}" if titles else ""


def _see_to(sitting: Sitting, reminder: Reminder) -> Entry | None:
    """What comes about by itself, at the first place where several are possible; nothing that is rolled."""
    if not UPKEEP[reminder.about].comes_by_itself:
        return None
    deed, service = Heed(reminder.key), sitting.service
    at = service.begin(sitting.campaign, deed.kind, encode(deed), actor=actor(), key=new_key())
    while isinstance(at, Open) and isinstance(at.request, Choose):
        at = service.answer(at.id, at.step, Chosen(at.request.options[0]))
    if isinstance(at, Open):
        service.call_off(at.id)
        return None
    return at
