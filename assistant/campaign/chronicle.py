"""The chronicle of a campaign: turn after turn what was done, in few sentences that can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import cast

from assistant.campaign.accounts import accounts
from assistant.campaign.annals import arrivals, evaded, gone_off, marches, passed_up, seen_to, taken
from assistant.campaign.rulings import RULING
from assistant.campaign.service import Service
from assistant.kernel.asking import count_of
from assistant.ledger.records import Campaign, Entry, live
from assistant.rules.core.fact import Fact
from assistant.rules.game import RingOfPower
from assistant.rules.kit import Kit
from assistant.rules.places.facts import PlaceTaken
from assistant.rules.scoring import standings
from assistant.rules.turn.facts import EventCame, GameEnded, PointsGiven
from assistant.rules.world import World

BEFORE = "Before the first turn"
# What is told by other means, or is no news to anyone who was not there.
QUIET = {
    "go-on",
    "say-done",
    "switch-reminder",
    "set-last-turn",
    "show-standings",
    "change-seat",
    "meet",
    "undo",
    "redo",
    "end-game",
}
OPENING = {"go-on", "end-game"}
TOGETHER = {"march": marches, "arrive": arrivals}


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn, with what happened in it."""

    title: str
    told: tuple[tuple[str, ...], ...]
    """Sentences that belong together: those of a phase, and each fight with what it brought."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """One after another."""
        return tuple(chain.from_iterable(self.told))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """As they are read."""
        return tuple(map(" ".join, self.told))


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The whole story, and how it stands."""

    name: str
    chapters: tuple[Chapter, ...]
    ending: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """As a page of Markdown."""
        yield f"# {self.name}"
        for chapter in self.chapters:
            yield from ("", f"## {chapter.title}")
            for paragraph in chapter.paragraphs or ("All was quiet.",):
                yield from ("", paragraph)
        yield from ("", "## How it stands" if self.ending else "", "")
        yield from self.ending


def chronicle(service: Service, campaign: Campaign) -> Chronicle:
    """The story of everything that counts."""
    game = cast(RingOfPower, service.game)
    entries = live(service.ledger.entries(campaign.id))
    stories = {one.entry.seq: " ".join(one.account.story(game.book)) for one in accounts(service, campaign)}
    chapters = tuple(
        Chapter(title, tuple(_paragraphs(game, deeds, stories))) for title, deeds in turns(game, entries)
    )
    kept = tuple(one for one in chapters if one.told or one.title != BEFORE)
    return Chronicle(campaign.name, kept, tuple(_standing(game.kit, service.world(campaign))))


def turns(game: RingOfPower, entries: Iterable[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """The deeds of each turn; the deed that opens a turn is the first of it."""
    title, deeds = BEFORE, list[Entry]()
    for entry in entries:
        begun = next(filter(None, (game.begins(fact) for fact in _facts(game, entry))), "")
        if begun:
            yield title, deeds
            title, deeds = begun, []
        deeds.append(entry)
    yield title, deeds


def _facts(game: RingOfPower, entry: Entry) -> tuple[Fact, ...]:
    return tuple(game.decode_fact(fact) for fact in entry.facts)


def _paragraphs(
    game: RingOfPower, deeds: Sequence[Entry], stories: dict[int, str]
) -> Iterator[tuple[str, ...]]:
    """A new one where a phase or a fight begins, and for the end of it all."""
    told: list[str] = []
    for entry, sentences in _sentences(game, deeds, stories):
        if told and (entry.kind in OPENING or entry.seq in stories):
            yield tuple(told)
            told = []
        told += sentences
    if told:
        yield tuple(told)


def _sentences(
    game: RingOfPower, deeds: Sequence[Entry], stories: dict[int, str]
) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """Everything as it came, but all arrivals in one sentence where the first is told, and all marches."""
    told: set[str] = set()
    for entry in deeds:
        yield entry, tuple(_of(game, entry, deeds, stories, told))


def _of(
    game: RingOfPower, entry: Entry, deeds: Sequence[Entry], stories: dict[int, str], told: set[str]
) -> Iterator[str]:
    """A deed in its own words, and what it meant."""
    if entry.seq in stories:
        yield stories[entry.seq]
        yield from gone_off(game, entry)
    elif entry.kind == "battle":
        yield evaded(game, entry)
    elif entry.kind in TOGETHER:
        if entry.facts and entry.kind not in told:
            told.add(entry.kind)
            yield from TOGETHER[entry.kind](game, [one for one in deeds if one.kind == entry.kind])
    elif entry.kind == "forgo":
        yield from passed_up(game, entry)
    elif entry.kind == "heed":
        if entry.log and not any(isinstance(one, PlaceTaken) for one in _facts(game, entry)):
            yield from seen_to(game, entry)
    elif entry.kind == "take-place":
        changed = [one for one in _facts(game, entry) if isinstance(one, PlaceTaken)]
        yield from [taken(game.kit, one) for one in changed] or [f"{entry.title.rstrip('.')}."]
    elif entry.facts and entry.kind not in QUIET and not _is_told_already(entry, stories):
        yield f"{entry.title.rstrip('.')}."
    yield from _news(game, entry)


def _is_told_already(entry: Entry, stories: dict[int, str]) -> bool:
    """Whether a ruling stands at the end of the story of its fight."""
    return entry.kind == RULING and isinstance(entry.setup, dict) and entry.setup.get("deed") in stories


def _news(game: RingOfPower, entry: Entry) -> Iterator[str]:
    """What a deed meant for the war beyond its own title."""
    kit = game.kit
    for fact in _facts(game, entry):
        match fact:
            case PlaceTaken() if entry.kind != "take-place" and fact.turn:
                yield taken(kit, fact)
            case EventCame() if entry.kind not in ("declare", "heed") and fact.event in kit.scenario.events:
                yield f"{kit.scenario.events[fact.event].name}."
            case PointsGiven() if entry.kind != "correct-points":
                points, name = fact.points, kit.scenario.commanders[fact.points.commander].name
                verb = "earns" if points.points > 0 else "loses"
                number = count_of(abs(points.points), "status point", "status points")
                yield f"{name} {verb} {number}: {points.reason}."
            case GameEnded():
                yield fact.ending.words


def _standing(kit: Kit, world: World) -> Iterator[str]:
    """STA-11: the minions with any points, the highest first, and who won."""
    if world.war.phase == "set-up":
        return
    if world.war.ending is not None:
        # How it ended is the last that the story tells.
        yield f"The game ended on turn {world.war.ending.turn}."
    else:
        yield f"Turn {world.war.turn}, {world.war.phase}."
    earned = [(kit.scenario.commanders[one].name, points) for one, points in standings(kit, world) if points]
    yield from (f"{name}: {count_of(points, 'status point', 'status points')}." for name, points in earned)
    if not earned:
        yield "No minion has earned status points."
