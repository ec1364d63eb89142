"""Commands of the turn: what is due, who is done, going on, taking back, and the end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import click

from assistant.campaign import history
from assistant.campaign.acts import called, part_key, together
from assistant.campaign.bulk import has_choice
from assistant.campaign.naming import naming
from assistant.campaign.service import new_key
from assistant.cli.campaign.play_battle import fight_out
from assistant.cli.campaign.play_commands import command, needs, whole
from assistant.cli.campaign.play_names import find, parted
from assistant.cli.campaign.play_sitting import GO_ON, Sitting
from assistant.cli.common import actor, same_instance
from assistant.kernel.errors import Illegal, Malformed
from assistant.ledger.records import Entry, Pending
from assistant.rules.agenda import Declaration
from assistant.rules.arrivals import EventId, Supply
from assistant.rules.book import PlaceId
from assistant.rules.combat.setup import SIDES, FightingSide
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.declaring import Decide, Declare, UsePower
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.last_turn import SetLastTurn
from assistant.rules.deeds.mustering import offered_places
from assistant.rules.deeds.reminding import Heed, SwitchReminder
from assistant.rules.deeds.turning import GoOn, SayDone
from assistant.rules.effects.campaign_powers import powers_in_play
from assistant.rules.reminders import UPKEEP, Reminder, silenced
from assistant.rules.scenario import Power
from assistant.rules.standing import Awaited, is_put_off, place_name, waited_for, with_figures
from assistant.rules.victory import Verdict
from assistant.rules.war import Contact

PLACING = re.compile(r"\s+(?=(?:at|as|join|joining|mounted|instead|apart)\b)", re.IGNORECASE)
HowEnded = Literal["victory", "agreement", "time"]
ANYWHERE, ALONE = "anywhere", "alone"
STILL_WAITING = "Whoever still waits is put off or shut out; `due` lists them."
FLAGS = ("mounted", "instead", "apart")
ENDS: Mapping[HowEnded, tuple[str, ...]] = {"victory": ("won",), "agreement": ("agreed",), "time": ()}
WINNERS: Mapping[FightingSide | Literal["nobody"], tuple[str, ...]] = {
    **dict.fromkeys(SIDES, ()),
    "nobody": ("none", "nobody wins"),
}


@command("do 3", "see to number 3 of the list, whatever it is; its number alone will do")
def see_to(sitting: Sitting, text: str) -> None:
    number, _, rest = needs(text, "do 3").partition(" ")
    if not number.rstrip(".").isdigit():
        number, rest = text, ""
    about = sitting.numbered(number)
    match about:
        case Pending():
            sitting.go_on(about.id)
        case Verdict():
            sitting.do(EndGame("victory"))
        case Contact():
            fight_out(sitting, about, rest)
        case Awaited():
            take_in(sitting, about, rest)
        case Reminder():
            sitting.do(Heed(about.key))
        case Declaration():
            sitting.do(Declare(EventId(about.event), about.commander))
        case Supply():
            decide_on(sitting, about, rest)
        case Power():
            sitting.do(UsePower(about.id))


# ---- arrivals ------------------------------------------------------------------------------------------


@command(
    "place 3 at pelargir",
    "bring on what is due, or `all`: `mounted`, `instead`, `apart`, `as` a kind, `joining` a force",
    "arrive",
)
def place(sitting: Sitting, text: str) -> None:
    first, _, rest = needs(text, "place 3 at pelargir").lower().partition(" ")
    if first == "all":
        place_all(sitting, anywhere=_is_anywhere(rest.strip()))
        return
    said = PLACING.split(text, maxsplit=1)
    take_in(sitting, sitting.expect(said[0], Awaited), text.removeprefix(said[0]))


def take_in(sitting: Sitting, one: Awaited, text: str) -> None:
    """Bring figures on as the words after the number say; what the rule takes away is struck off."""
    if one.due.lost:
        sitting.do(Forgo(one.key, "lost"))
        return
    words = text.split()
    flags = [word.lower() for word in words if word.lower() in FLAGS]
    rest = " ".join(word for word in words if word.lower() not in FLAGS)
    said = parted(rest, "at", "as", "joining", "join")
    where = said.get("at") or said[""]
    joining = said.get("joining") or said.get("join")
    able = {place: (place_name(sitting.kit, place),) for place in one.due.places}
    offered = [kind for each in one.due.figures for kind in each.profiles]
    profiles = sitting.kit.book.profiles
    sitting.do(
        Arrive(
            one.key,
            place=_where(sitting, where, able) if where else None,
            kinds=tuple(
                find("kind among them", kind, {each: (profiles[each].name,) for each in offered})
                for kind in said.get("as", "").split(",")
                if kind.strip()
            ),
            mounted="mounted" in flags,
            instead="instead" in flags,
            apart="apart" in flags,
            joins=sitting.meaning.force(joining).id if joining else None,
        )
    )


def _where(sitting: Sitting, typed: str, able: Mapping[PlaceId, tuple[str, ...]]) -> PlaceId:
    """One of the places they may come to; whatever else is named is refused by the rule itself."""
    try:
        return find("place for them", typed, able)
    except Illegal:
        return sitting.meaning.place(typed)


def _is_anywhere(said: str) -> bool:
    """Whether all come, also where they have a choice; only some of them are named one by one."""
    if said not in ("", ANYWHERE):
        raise Malformed(
            "unknown-arrival",
            f"'all {said}' is not understood: nobody is placed.",
            do="Write `place all`, `place all anywhere`, or a number of the list, as in `place 3`.",
        )
    return said == ANYWHERE


def place_all(sitting: Sitting, *, anywhere: bool = False, quietly: bool = False) -> int:
    """Bring on everyone who has but one place and kind, or the first of several; how many are left.

    It is one act, which one `undo` takes back.
    """
    left, act, waiting = 0, new_key(), sitting.agenda().arrivals
    able = [one for one in waiting if one.due.lost or not (one.due.shut or is_put_off(sitting.world, one))]
    if not able and not quietly:
        click.echo(STILL_WAITING if waiting else "Nobody is waiting to be placed.")
    for one in able:
        if one.due.lost:
            sitting.do(Forgo(one.key, "lost"), key=part_key(act, one.key))
        elif one.due.optional or not _comes_on(sitting, one, act, anywhere, quietly):
            left += 1
    if left and not quietly:
        click.echo(
            f"{left} may come to several places, in several ways or not at all; `due` lists them, "
            "`place all anywhere` takes the first."
        )
    return left


def _comes_on(sitting: Sitting, one: Awaited, act: str, anywhere: bool, quietly: bool) -> bool:
    """Whether an arrival needs no further word."""
    places = offered_places(sitting.kit, sitting.world, one.due) if one.due.figures else ()
    if one.due.figures and has_choice(sitting.kit, sitting.world, one.due) and not anywhere:
        return False
    try:
        deed = Arrive(one.key, places[0] if len(places) > 1 else None)
        sitting.do(deed, quietly=quietly, key=part_key(act, one.key))
    except Illegal:
        return False
    return True


@command("later 3", "put an arrival off; it waits", "postpone")
def later(sitting: Sitting, text: str) -> None:
    sitting.do(Forgo(sitting.expect(needs(text, "later 3"), Awaited).key, "postponed"))


@command("skip 3", "let a reminder be, or pass up figures that need not come", "pass")
def skip(sitting: Sitting, text: str) -> None:
    about = sitting.numbered(needs(text, "skip 3"))
    if isinstance(about, Awaited):
        sitting.do(Forgo(about.key, "lost"))
    else:
        sitting.do(Heed(sitting.expect(text, Reminder).key, "skipped"))


@command("silence 3", "switch this kind of reminder off for the game", "off", "mute")
def silence(sitting: Sitting, text: str) -> None:
    needs(text, "silence 3")
    about = sitting.expect(text, Reminder).about if text.isdigit() else _kind_of_reminder(sitting, text)
    sitting.do(SwitchReminder(about, on=False))


@command(
    "remind healing", "switch a kind of reminder on again; alone, what is off", "on", "unmute", "unsilence"
)
def remind(sitting: Sitting, text: str) -> None:
    if text:
        sitting.do(SwitchReminder(_kind_of_reminder(sitting, text), on=True))
        return
    off = silenced(sitting.world)
    click.echo("These reminders are off:" if off else "All reminders are on.")
    for one in off:
        click.echo(f"  {one.title}; `remind {one.name}` switches it on again")


def _kind_of_reminder(sitting: Sitting, text: str) -> str:
    """A kind by its name, or that of what the list says in such words."""
    try:
        return find("kind of reminder", text, {name: (one.title,) for name, one in UPKEEP.items()})
    except Illegal as unknown:
        if unknown.code == "which-one":
            raise
        try:
            return sitting.expect(text, Reminder).about
        except Illegal as nor_listed:
            raise (nor_listed if nor_listed.code == "which-one" else unknown) from None


# ---- wars, choices, powers -----------------------------------------------------------------------------


@command("declare war-of-the-ring by witch-king", "a war is declared, or something comes about", "happens")
def declare(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, "declare war-of-the-ring by witch-king"), "by")
    by = sitting.meaning.commander(said["by"]) if said.get("by") else None
    sitting.do(Declare(_event(sitting, said[""]), by))


def _event(sitting: Sitting, text: str) -> EventId:
    """A war, or what else comes about; who names a power is told how that is used."""
    try:
        return sitting.meaning.event(text)
    except Illegal as unknown:
        if unknown.code == "which-one":
            raise
        try:
            power = _power(sitting, text)
        except Illegal:
            raise unknown from None
        raise Illegal(unknown.code, unknown.sentence, do=f"It is a power: `use {power}`.") from None


@command("decide fangorn disturbed", "a choice for good")
def decide(sitting: Sitting, text: str) -> None:
    name, _, value = needs(text, "decide fangorn disturbed").rpartition(" ")
    supplies = {supply.key: supply for supply in sitting.kit.scenario.supplies}
    key = find("choice", name or value, {key: (one.id, one.name) for key, one in supplies.items()})
    decide_on(sitting, supplies[key], value if name else "")


def decide_on(sitting: Sitting, choice: Supply, value: str) -> None:
    """Record a choice; without a value the options are told."""
    options = {choice.full: (), choice.scarce: ()}
    if not value:
        raise Illegal("which-one", f"{choice.name} {choice.full} or {choice.scarce}?", do="Add your answer.")
    sitting.do(Decide(choice.key, find("answer", value, options)))


@command("use eagles", "tick a power's box on its commander's chart", "power")
def use(sitting: Sitting, text: str) -> None:
    sitting.do(UsePower(_power(sitting, needs(text, "use eagles"))))


def _power(sitting: Sitting, text: str) -> str:
    powers = {power.id: (power.name,) for power in powers_in_play(sitting.kit, sitting.world)}
    return find("power", text, powers)


# ---- the turn ------------------------------------------------------------------------------------------


@command("done saruman", "a commander, a player, a side or `all` are done with the phase")
def done(sitting: Sitting, text: str) -> None:
    named = sitting.meaning.commanders(needs(text, "done saruman"))
    waited = waited_for(sitting.kit, sitting.world)
    # A whole side may be said to be done again and again: whoever is done already stays so.
    there = {*named}.intersection(with_figures(sitting.kit, sitting.world)) or {*named}
    if there <= {*sitting.world.war.done}:
        raise Illegal(
            "nothing-changes", "They are done with this phase already.", do="`undone` takes it back."
        )
    sitting.do(SayDone(tuple(one for one in named if one in waited) or named))


@command("undone saruman", "not done after all", "notdone", "wait")
def undone(sitting: Sitting, text: str) -> None:
    sitting.do(SayDone(sitting.meaning.commanders(needs(text, "undone saruman")), done=False))


@command("next", "on to the next phase; `next anyway` although something is left", "n", "go")
def next_(sitting: Sitting, text: str) -> None:
    entry = sitting.do(GoOn(anyway=text.strip().lower() == "anyway"), quietly=True)
    # The screen that follows says which phase it is.
    for line in entry.log if entry else ():
        if not line.startswith("Turn "):
            click.echo(f"   {line}")


@command("last-turn 18", "the turn with which the day closes; `last-turn open` if nobody knows", "closing")
def last_turn(sitting: Sitting, text: str) -> None:
    said = needs(text, "last-turn 18").lower().removeprefix("turn").strip()
    sitting.do(SetLastTurn(None if said in ("open", "none") else whole(said, "turn")))


@command(
    "end victory",
    "the game ends: by victory, by agreement (with a side, or nobody), or time is up",
)
def end(sitting: Sitting, text: str) -> None:
    how, _, side = needs(text, "end victory").lower().removeprefix("by ").partition(" ")
    said = find("side", side.removeprefix("for "), WINNERS) if side else None
    ending = find("ending", how, ENDS)
    sitting.do(EndGame(ending, None if said == "nobody" else said, nobody=said == "nobody"))


# ---- taking back ---------------------------------------------------------------------------------------


@command("undo 12", "take the last deed back, or the one named; `alone` without what was done with it", "u")
def undo(sitting: Sitting, text: str) -> None:
    seq, alone = _which_deed(text)
    entry = history.undo(sitting.service, sitting.campaign, seq, actor=actor(), key=new_key(), alone=alone)
    click.echo(f"{_act_told(sitting, entry)}. It is as if it had not been done.")


@command("redo 12", "let the deed undone last count again, or the one named; also `alone`")
def redo(sitting: Sitting, text: str) -> None:
    seq, alone = _which_deed(text)
    entry = history.redo(sitting.service, sitting.campaign, seq, actor=actor(), key=new_key(), alone=alone)
    click.echo(f"{_act_told(sitting, entry)}. It counts again.")


def _which_deed(text: str) -> tuple[int | None, bool]:
    """A deed's number, or none for the last one, and whether only that one of its act is meant."""
    said = parted(text, ALONE)
    return (whole(said[""], "deed") if said[""] else None), ALONE in said


def _act_told(sitting: Sitting, entry: Entry) -> str:
    """What was taken back or put back, and how many deeds with it."""
    act = together(sitting.service.entries(sitting.campaign), entry)
    return naming(sitting.kit, sitting.world).told(called(act, entry))


@command("what-if 12 as Another road", "a copy of the game as it stood after a deed, to play on by itself")
def what_if(sitting: Sitting, text: str) -> None:
    said = parted(text, "as")
    seq = whole(said[""], "deed") if said[""] else None
    made = history.what_if(sitting.service, sitting.campaign, seq, said.get("as", ""))
    click.echo(f"{made.name} is ready; play it with: {GO_ON} {made.id}{same_instance()}")


@command("resume 1", "go on with what is under way", "continue")
def resume(sitting: Sitting, text: str) -> None:
    sitting.go_on(_under_way(sitting, text).id)


@command("call-off 1", "give up what is under way; nothing of it is recorded", "calloff", "cancel")
def call_off(sitting: Sitting, text: str) -> None:
    pending = _under_way(sitting, text)
    sitting.service.call_off(pending.id)
    click.echo(f"Called off: {pending.title}. Nothing of it was recorded.")


def _under_way(sitting: Sitting, text: str) -> Pending:
    pendings = sitting.service.ledger.pendings(sitting.campaign.id)
    if not pendings:
        raise Illegal("no-open-fight", "Nothing is under way.")
    number = whole(text, "number") if text else 1
    if not 1 <= number <= len(pendings):
        raise Illegal(
            "no-such-fight", f"There is no number {number} under way.", do="`due` lists them first."
        )
    return pendings[number - 1]
