"""A thousand random turns of the running game: none may crash, stop, lose a figure or miscount a point."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.campaign.crowd import play_games
from assistant.campaign.service import Service
from assistant.ledger.store import Ledger
from assistant.packs.load import load_both
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.simulate.crowd_tally import Tally

TURNS = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = RingOfPower(*load_both(effects=parameters()))

    start = time.perf_counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        Ledger.open(Path(folder) / "bots.sqlite", who="bench") as ledger,
    ):
        found = play_games(Service(ledger, game), game, options.turns, options.seed, told=_tell)
    taken = time.perf_counter() - start

    for line in found.lines():
        print(line)
    print(f"{1000 * taken / max(found.turns, 1):,.0f} ms a turn.")
    missing = found.missing()
    for what in missing:
        print(f"Never met: {what}.")
    print("Out of bounds." if missing or found.faults else "All within bounds.")
    return 1 if missing or found.faults else 0


def _tell(game: Tally) -> None:
    """A sign of life after each game."""
    print(f"{game.turns} turns, {sum(game.deeds.values())} deeds", *game.faults, sep="\n  ", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
