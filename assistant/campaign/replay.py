"""Running every deed of a campaign again under today's rules, to see that it comes out as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.campaign.checkpoints import AnyGame, fold
from assistant.campaign.evidence import read_answers, read_asked
from assistant.campaign.service import Service
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError
from assistant.kernel.procedure import Done, advance
from assistant.ledger.records import Campaign, Entry, live

MOST_MEANWHILE = 50
"""So many deeds of others are thought of while one was under way."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One deed run again: the same as it was written, or the first difference."""

    entry: Entry
    difference: str | None


def replay(service: Service, campaign: Campaign) -> Iterator[Replayed]:
    """Run every deed again from its answers on the world it was done in."""
    game = service.game
    worlds = [game.set_up(campaign.setup)]
    past: list[Entry] = []
    for entry in service.entries(campaign):
        if entry.undoes is None:
            yield Replayed(entry, _difference_from_any(game, worlds, entry))
        past.append(entry)
        with service.told_as_damage(campaign.id):
            _follow(game, worlds, past)


def _follow(game: AnyGame, worlds: list[Any], past: Sequence[Entry]) -> None:
    """Add the world after the last of these entries.

    An undo changes every world since what it undoes: a later undo starts from one of those.
    """
    last = past[-1]
    if last.undoes is None:
        worlds.append(fold(game, worlds[-1], [last]))
        return
    first = _first_changed(past, last)
    counting = {entry.seq for entry in live(past)}
    del worlds[first:]
    for entry in past[first - 1 :]:
        worlds.append(fold(game, worlds[-1], [entry] if entry.seq in counting else []))


def _first_changed(past: Sequence[Entry], undo: Entry) -> int:
    """The earliest deed that counts or not by an undo: what it undoes may itself be an undo."""
    by_seq = {entry.seq: entry for entry in past}
    found = undo
    while found.undoes is not None:
        found = by_seq[found.undoes]
    return found.seq


def _difference_from_any(game: AnyGame, worlds: Sequence[Any], entry: Entry) -> str | None:
    """How it comes out otherwise; what others did while it was asked may not have been before its eyes."""
    difference = _difference(game, worlds[-1], entry)
    if difference is None or not entry.answers:
        return difference
    before = reversed(worlds[:-1][-MOST_MEANWHILE:])
    return None if any(_difference(game, one, entry) is None for one in before) else difference


def _difference(game: AnyGame, world: Any, entry: Entry) -> str | None:
    try:
        again = advance(
            game.start(entry.kind, entry.setup),
            world,
            game.apply,
            read_answers(entry.answers),
            read_asked(entry.answers),
        )
    except AssistantError as error:
        return str(error)
    except Exception as error:
        # A deed that tells of what never was: it may have been written by another version, or by hand.
        return f"it cannot be done again as it is told ({type(error).__name__})"
    if not isinstance(again, Done):
        return f"asks a further question now: {again.request.why}"
    facts = [game.encode_fact(fact) for fact in again.facts]
    for number, (then, now) in enumerate(zip(entry.facts, facts, strict=False), 1):
        if then != now and not tells_the_same(game, then, now):
            return f"fact {number} was {then} and is {now} now"
    if len(facts) != len(entry.facts):
        return f"{len(entry.facts)} facts then, {len(facts)} now"
    return None


def tells_the_same(game: AnyGame, then: Json, now: Json) -> bool:
    """A fact is the same if only its words are others, or if it could not tell everything yet."""
    again = game.encode_fact(game.without_words(game.decode_fact(then)))
    now = game.encode_fact(game.without_words(game.decode_fact(now)))
    if not (isinstance(then, dict) and isinstance(again, dict) and isinstance(now, dict)):
        return again == now
    return all(again.get(name) == now.get(name) for name in then)
