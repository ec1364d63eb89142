"""What is told of fights after they were fought: their story and their luck, one by one or all together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from assistant.campaign.checkpoints import AnyGame, fold
from assistant.campaign.evidence import read_evidence
from assistant.campaign.history import counting_deed
from assistant.campaign.rulings import rulings
from assistant.campaign.service import Service
from assistant.campaign.story import Account, in_short, story
from assistant.kernel.asking import Answer, Request, fingerprint
from assistant.kernel.codec import Json, decode, kind_of
from assistant.kernel.errors import AssistantError, Illegal, ReplayDiverged
from assistant.kernel.procedure import play
from assistant.ledger.records import Campaign, Entry, live
from assistant.rules.book import Book
from assistant.rules.combat.setup import FightSetup
from assistant.rules.core.fact import Fact
from assistant.rules.deeds.battles import Battle, ReportedBattle
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.fight.facts import FightEnded
from assistant.rules.table_word.facts import Overruled

ENDED = kind_of(FightEnded)


@dataclass(frozen=True, slots=True)
class Told:
    """One fight of a campaign; `doubt` says why its dice can no longer be read."""

    entry: Entry
    account: Account
    doubt: str = ""


def accounts(service: Service, campaign: Campaign, deed: int | None = None) -> tuple[Told, ...]:
    """The fights of a campaign that count, or one of them, with the rulings on each."""
    entries = service.ledger.entries(campaign.id)
    if deed is not None and counting_deed(entries, deed).kind not in SETUPS:
        raise Illegal("not-a-fight", f"Deed {deed} is no fight.", do="See `assistant campaign show`.")
    counting = live(entries)
    ruled = rulings(service.game, counting)
    return tuple(
        _told(service.game, world, entry, ruled.get(entry.seq, ()))
        for world, entry in _worlds(service, campaign, entries)
        if entry in counting and entry.kind in SETUPS and deed in (None, entry.seq) and _was_fought(entry)
    )


def account_of(service: Service, entry: Entry) -> Told | None:
    """What is told of one entry, read without all that came before; nothing if it was no fight."""
    if entry.kind not in SETUPS or not _was_fought(entry):
        return None
    ruled = rulings(service.game, live(service.ledger.entries(entry.campaign, entry.seq)))
    world = service.world_at(entry.campaign, entry.seq - 1)
    return _told(service.game, world, entry, ruled.get(entry.seq, ()))


def outcome_of(game: AnyGame, book: Book, entry: Entry, ruled: Sequence[Overruled]) -> tuple[str, ...]:
    """How an entry came out, from its facts and the rulings on it alone; who met is for its title to say."""
    setup, facts = SETUPS[entry.kind](entry.setup), _facts(game, entry)
    return in_short(book, setup, (*facts, *ruled)) if ruled else story(book, setup, facts)[1:]


def _was_fought(entry: Entry) -> bool:
    """Those who hid and were not found fought nobody."""
    return any(isinstance(fact, dict) and fact.get("kind") == ENDED for fact in entry.facts)


def _fought(setup: Json) -> FightSetup:
    return cast(FightSetup, decode(FightSetup, setup))


def _reported(setup: Json) -> FightSetup:
    return cast(ReportedFight, decode(ReportedFight, setup)).fight


def _battle(setup: Json) -> FightSetup:
    return cast(Battle, decode(Battle, setup)).setup


def _reported_battle(setup: Json) -> FightSetup:
    return cast(ReportedBattle, decode(ReportedBattle, setup)).report.fight


SETUPS = {
    "fight": _fought,
    "reported-fight": _reported,
    "battle": _battle,
    "reported-battle": _reported_battle,
}


def _facts(game: AnyGame, entry: Entry) -> tuple[Fact, ...]:
    return tuple(game.decode_fact(fact) for fact in entry.facts)


def _worlds(service: Service, campaign: Campaign, entries: Sequence[Entry]) -> Iterator[tuple[Any, Entry]]:
    """Every entry with the world it was done in."""
    start = service.game.set_up(campaign.setup)
    world, past = start, list[Entry]()
    for entry in entries:
        yield world, entry
        past.append(entry)
        undone = entry.undoes is not None
        with service.told_as_damage(campaign.id):
            world = fold(service.game, start, live(past)) if undone else fold(service.game, world, [entry])


def _told(game: AnyGame, world: Any, entry: Entry, ruled: Sequence[Overruled]) -> Told:
    setup = SETUPS[entry.kind](entry.setup)
    facts = (*_facts(game, entry), *ruled)
    try:
        requests, answers = _asked_again(game, world, entry)
    except AssistantError as error:
        return Told(entry, Account(setup, facts), str(error))
    return Told(entry, Account(setup, facts, requests, answers))


def _asked_again(game: AnyGame, world: Any, entry: Entry) -> tuple[tuple[Request, ...], tuple[Answer, ...]]:
    """The questions of a deed, put again to its answers; they must still be the same questions."""
    evidence = read_evidence(entry.answers)
    given = iter(enumerate(evidence))

    def answer(request: Request) -> Answer:
        step, one = next(given, (len(evidence), None))
        if one is None or one.asked != fingerprint(request):
            raise ReplayDiverged(step, "the rules have changed since.")
        return one.answer

    played = play(game.start(entry.kind, entry.setup), world, game.apply, answer)
    return played.requests, played.answers
