"""Campaigns from a file, an export or a whole backup, taken in beside what is here: nothing is lost."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assistant.campaign.checkpoints import fold
from assistant.campaign.service import Service
from assistant.kernel.errors import AssistantError, Fault, Malformed
from assistant.ledger.backup import opened_copy
from assistant.ledger.exchange import read_export
from assistant.ledger.files import is_database
from assistant.ledger.records import Campaign, Entry, live

How = Literal["new", "here-already", "copy"]
SUFFIX = ", restored"
BACKUPS = (".sqlite", ".sqlite3", ".db")
LONGEST_NAME = 60

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TakenIn:
    """One campaign of a file: here anew, here already, or here as a copy beside another state of it."""

    campaign: Campaign
    how: How


def take_in(service: Service, path: Path) -> tuple[TakenIn, ...]:
    """Every campaign of a file, checked from end to end before the first is written."""
    try:
        found = tuple(_read(service, path))
        for campaign, entries in found:
            refuse_unless_playable(service, path, campaign, entries)
    except AssistantError as error:
        if error.__cause__:
            logger.warning("%s cannot be folded", path.name, exc_info=error.__cause__)
        raise _by_name(error, path) from error
    return tuple(_take(service, campaign, entries) for campaign, entries in found)


def _read(service: Service, path: Path) -> Sequence[tuple[Campaign, tuple[Entry, ...]]]:
    if not is_database(path):
        # Named as a backup and no longer one: it would be told of as an export that it never was.
        if path.suffix.casefold() in BACKUPS:
            raise Malformed(
                "bad-backup",
                f"{path.name} is named as a backup and is none: it is damaged, or was not copied as a whole.",
                do="Copy it once more from where it lies, or choose an earlier backup. Nothing was changed.",
            )
        return [read_export(path)]
    with opened_copy(path) as backup:
        return [(one, backup.entries(one.id)) for one in backup.campaigns()]


def refuse_unless_playable(
    service: Service, path: Path, campaign: Campaign, entries: Sequence[Entry]
) -> None:
    """A sound chain may still tell of a game that this assistant does not play."""
    game = service.game
    if campaign.game != game.name:
        raise Malformed(
            "foreign-campaign",
            f"{campaign.name} in {path.name} is a campaign of another game, {campaign.game}.",
            do="Choose a file of this game.",
        )
    try:
        fold(game, game.set_up(campaign.setup), live(entries))
    except Exception as error:
        raise Malformed(
            "foreign-campaign",
            f"{campaign.name} in {path.name} tells of things that this assistant does not know.",
            do="It was written by another version: bring the assistant up to date, or choose another file.",
        ) from error


def _take(service: Service, campaign: Campaign, entries: tuple[Entry, ...]) -> TakenIn:
    twins = [one for one in service.ledger.campaigns() if one.genesis == campaign.genesis]
    last = entries[-1].hash if entries else campaign.genesis
    for twin in twins:
        if twin.head_hash == last:
            return TakenIn(twin, "here-already")
    name = f"{campaign.name[: LONGEST_NAME - len(SUFFIX)]}{SUFFIX}" if twins else None
    return TakenIn(service.ledger.adopt(campaign, entries, as_name=name), "copy" if twins else "new")


def _by_name(error: AssistantError, path: Path) -> AssistantError:
    """Whoever sent a file knows its name, not where it was put meanwhile."""

    def named(text: str) -> str:
        return text.replace(str(path), path.name)

    faults = [Fault(path.name, one.at, named(one.wrong), one.right) for one in error.faults]
    return type(error)(error.code, named(error.sentence), do=error.do, faults=faults)
