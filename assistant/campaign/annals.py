"""Deeds as a chronicler would put them: hosts that come, roads that are taken, and what was seen to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from assistant.campaign.in_words import in_words
from assistant.kernel.codec import decode
from assistant.ledger.records import Entry
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.confidences import said
from assistant.rules.core.facts import Enlisted
from assistant.rules.deeds.marching import March
from assistant.rules.fight.facts import Mounted
from assistant.rules.game import RingOfPower
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceMoved
from assistant.rules.meeting.facts import ContactEnded
from assistant.rules.places.facts import PlaceTaken
from assistant.rules.standing import place_name
from assistant.rules.turn.facts import ArrivalHandled, PointsGiven, ReminderHeeded
from assistant.rules.wording import counted, is_plural, join
from assistant.rules.world import Figure

NOTABLE = 5
"""So many at once are a host; fewer are told in one breath with the others."""
CITED = re.compile(r" \((?:(?:[A-Z]{2,4}-[A-Z0-9-]+)(?:, )?)+\)")
WORD = re.compile(r"[\w'-]+")
ROLLED = re.compile(r"^\d+: ")
"""The die that a sentence begins with: a story tells what came of it."""
MOST_NAMED = 4


def plainly(kit: Kit, line: str) -> str:
    """What was said at the table, without the rules it stands on, and with persons by their names."""

    def called(word: re.Match[str]) -> str:
        profile = next((one for one in kit.book.profiles.values() if one.id == word[0]), None)
        return profile.name if profile is not None and profile.is_character else word[0]

    return WORD.sub(called, ROLLED.sub("", CITED.sub("", line)))


def arrivals(game: RingOfPower, deeds: Sequence[Entry]) -> Iterator[str]:
    """Persons and hosts by name and place; the trickle of every turn in one sentence."""
    growing: Counter[CommanderId] = Counter()
    for entry in deeds:
        facts = [game.decode_fact(fact) for fact in entry.facts]
        came = [one for fact in facts if isinstance(fact, Enlisted) for one in fact.figures]
        owner, separator, rest = entry.title.partition(": ")
        if not came:
            is_rider = any(isinstance(fact, Mounted) for fact in facts)
            yield f"{(rest if is_rider else entry.title).rstrip('.')}."
            continue
        where = rest.rpartition(" at ")[2] if separator else ""
        if len(came) >= NOTABLE or any(game.book.profiles[one.profile].is_character for one in came):
            yield _host(game.kit, came, where, owner)
        else:
            commander = next((one.id for one in game.scenario.commanders.values() if one.name == owner), None)
            if commander is not None:
                growing[commander] += len(came)
    if growing:
        yield f"The ranks grow: {_growth(game, growing)}."


def _growth(game: RingOfPower, growing: Mapping[CommanderId, int]) -> str:
    """Buhrdûr by two and Gondor by one; where many grow, each side by so many in all."""
    known = game.scenario.commanders
    named = [(known[one].name, number) for one, number in growing.items()]
    if len(growing) > MOST_NAMED:
        sides: Counter[str] = Counter()
        for one, number in growing.items():
            sides[known[one].side] += number
        named = [*sides.items()]
    return join(f"{name} by {in_words(number)}" for name, number in named)


def _host(kit: Kit, came: Sequence[Figure], where: str, owner: str) -> str:
    """Erkenbrand and Gamling come to Edoras with 12 Riders of Rohan."""
    profiles = [kit.book.profiles[one.profile] for one in came]
    persons = [one.name for one in profiles if one.is_character]
    numbers = Counter(one.id for one in profiles if not one.is_character)
    # One Mûmak is told in words only where no figures stand beside it: 1 Mûmak and 12 Haradrim Foot.
    is_in_words = {*numbers.values()} == {1}
    ranks = [
        f"one {kit.book.profiles[one].name}" if is_in_words else counted(kit.book.profiles[one], number)
        for one, number in numbers.items()
    ]
    if not persons:
        return f"For {owner} there muster at {where} {join(ranks)}."
    verb = "comes" if len(persons) == 1 else "come"
    return f"{join(persons)} {verb} to {where}{f' with {join(ranks)}' if ranks else ''}."


def marches(game: RingOfPower, deeds: Sequence[Entry]) -> Iterator[str]:
    """Who went where, by the place they went to; then whoever was held up on the way."""
    roads: dict[PlaceId, list[str]] = {}
    held: list[str] = []
    for entry in deeds:
        # Who rides along goes to the same place, and is told with whoever takes them.
        moved = next((one for one in map(game.decode_fact, entry.facts) if isinstance(one, ForceMoved)), None)
        if moved is None:
            continue
        setup = cast(March, decode(March, entry.setup))
        if setup.place == moved.place:
            to = place_name(game.kit, moved.place)
            roads.setdefault(moved.place, []).append(
                entry.title.removesuffix(setup.word).removesuffix(f" to {to}")
            )
        else:
            held.append(f"{entry.title}.")
    if roads:
        told = (f"{join(who)} to {place_name(game.kit, place)}" for place, who in roads.items())
        yield f"On the march: {'; '.join(told)}."
    yield from held


def taken(kit: Kit, fact: PlaceTaken) -> str:
    """Sulladan and Khamûl take Pelargir; or it falls to a side where nobody is named, or to nobody."""
    place = place_name(kit, fact.place)
    if fact.side == "uncontrolled":
        return f"Nobody holds {place} any longer."
    takers = [kit.scenario.commanders[one].name for one in fact.by]
    if takers:
        is_one = len(takers) == 1 and not is_plural(takers[0])
        return f"{join(takers)} {'takes' if is_one else 'take'} {place}."
    return f"{place} falls to {fact.side}." if fact.side != "good" else f"{place} is in the hands of good."


def evaded(game: RingOfPower, entry: Entry) -> str:
    """CMB-05: those who hid and were not found, and so nobody fought."""
    facts = (game.decode_fact(one) for one in entry.facts)
    side = next((fact.evaded for fact in facts if isinstance(fact, ContactEnded)), None)
    return f"{entry.title.rstrip('.')}: {side or 'one side'} hid and was not found, and nobody fought."


def passed_up(game: RingOfPower, entry: Entry) -> Iterator[str]:
    """What was lost, and why; what only waits is no news."""
    for fact in (game.decode_fact(one) for one in entry.facts):
        if isinstance(fact, ArrivalHandled) and fact.how == "lost":
            yield f"{entry.title.rstrip('.')}: {fact.reason.rstrip('.')}."


def seen_to(game: RingOfPower, entry: Entry) -> Iterator[str]:
    """What came of a reminder: what was said, or its title where nothing was; points are told elsewhere."""
    facts = [game.decode_fact(one) for one in entry.facts]
    if all(isinstance(one, ReminderHeeded) for one in facts) and all(map(ROLLED.match, entry.log)):
        # A die was thrown, and nothing came of it.
        return
    earned = {said(game.kit, one.points) for one in facts if isinstance(one, PointsGiven)}
    lines = (plainly(game.kit, line) for line in entry.log if line not in earned)
    told = [f"{line[0].upper()}{line[1:]}" for line in lines if line.strip()]
    yield " ".join(told) if told else f"{entry.title.rstrip('.')}."


def gone_off(game: RingOfPower, entry: Entry) -> Iterator[str]:
    """FEL-07: where victors went at once from a fight, as it was said there."""
    for fact in (game.decode_fact(one) for one in entry.facts):
        if isinstance(fact, ForceMoved):
            to = f" to {place_name(game.kit, fact.place)} "
            yield from (plainly(game.kit, line) for line in entry.log if to in line)


__all__ = ["arrivals", "evaded", "gone_off", "marches", "passed_up", "plainly", "seen_to", "taken"]
