"""Worlds put by: a long campaign opens from one of them, if it still fits; the chain is the truth."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from assistant.kernel.errors import Malformed
from assistant.kernel.game import Game
from assistant.ledger.records import Campaign, Checkpoint, Entry, Written, live
from assistant.ledger.store import Ledger

AnyGame = Game[Any, Any]


def folding_version(game: AnyGame) -> str:
    """Changes with the code that folds facts: a world folded by other code is not used."""
    return _version_of(type(game).__module__)


@cache
def _version_of(module: str) -> str:
    file = getattr(sys.modules[module], "__file__", None)
    sources = sorted(Path(file).parent.rglob("*.py")) if file else []
    return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest() if sources else ""


def load(ledger: Ledger, game: AnyGame, campaign: Campaign) -> Any:
    """The fold of everything that counts: from the newest checkpoint that fits, else from the beginning."""
    for checkpoint in ledger.checkpoints(campaign.id, folding_version(game)):
        since = ledger.written(campaign.id, checkpoint.seq)
        if any(one.undoes is not None and one.undoes <= checkpoint.seq for one in since):
            continue
        try:
            world = game.decode_world(checkpoint.world)
        except Malformed:
            continue
        return fold(game, world, live(since))
    return fold(game, game.set_up(campaign.setup), live(ledger.written(campaign.id)))


def fold(game: AnyGame, world: Any, entries: Iterable[Written | Entry]) -> Any:
    """The world after these deeds."""
    return game.fold(world, (game.decode_fact(fact) for entry in entries for fact in entry.facts))


def put_by(ledger: Ledger, game: AnyGame, entry: Entry, world: Any) -> None:
    """Keep the world after an entry, to open the campaign from there."""
    version = folding_version(game)
    if version:
        plain = json.loads(json.dumps(game.encode_world(world)))
        ledger.put_by(entry.campaign, Checkpoint(entry.seq, entry.hash, version, plain))
