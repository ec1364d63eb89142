"""What the game master ruled on fights that were recorded, as long as the rulings count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.campaign.checkpoints import AnyGame
from assistant.ledger.records import Entry
from assistant.rules.table_word.facts import Overruled

RULING = "ruling"


def rulings(game: AnyGame, counting: Iterable[Entry]) -> Mapping[int, tuple[Overruled, ...]]:
    """By the deed they are about, the oldest first; those on figures alone are about none."""
    found: dict[int, tuple[Overruled, ...]] = {}
    for entry in counting:
        for fact in map(game.decode_fact, entry.facts if entry.kind == RULING else ()):
            if isinstance(fact, Overruled) and fact.deed is not None:
                found[fact.deed] = (*found.get(fact.deed, ()), fact)
    return found


def overruled(counting: Iterable[Entry]) -> Mapping[int, tuple[str, ...]]:
    """The same in a line each, for whoever reads what was recorded at first."""
    found: dict[int, tuple[str, ...]] = {}
    for entry in counting:
        deed = entry.setup.get("deed") if entry.kind == RULING and isinstance(entry.setup, dict) else None
        if isinstance(deed, int):
            what = entry.title.removeprefix(f"Ruling on deed {deed}: ")
            found[deed] = (*found.get(deed, ()), f"Overruled by deed {entry.seq}: {what}.")
    return found
