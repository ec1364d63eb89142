"""A thousand random turns of the running game: none may crash, stop, lose a figure or miscount a point."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.campaign.crowd import play_games
from assistant.campaign.service import Service
from assistant.ledger.store import Ledger
from assistant.packs.load import load_both
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.simulate.crowd_tally import Tally, total

TURNS = 1000
IN_MEMORY = Path("/dev/shm")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="so many share the turns, each with a seed")
    parser.add_argument("--minutes", type=float, default=1440, help="begin no further game after so long")
    options = parser.parse_args()

    start = time.perf_counter()
    shares = [len(range(number, options.turns, options.processes)) for number in range(options.processes)]
    seeds = [options.seed + number for number in range(options.processes)]
    if options.processes == 1:
        found = _play(shares[0], seeds[0], options.minutes)
    else:
        with ProcessPoolExecutor(options.processes) as pool:
            found = total(pool.map(_play, shares, seeds, [options.minutes] * options.processes))
    taken = time.perf_counter() - start

    for line in found.lines():
        print(line)
    print(f"{1000 * taken / max(found.turns, 1):,.0f} ms a turn.")
    missing = found.missing()
    for what in missing:
        print(f"Never met: {what}.")
    is_out = bool(missing or found.faults or found.stranded)
    print("Out of bounds." if is_out else "All within bounds.")
    return 1 if is_out else 0


def _play(turns: int, seed: int, minutes: float) -> Tally:
    """So many turns, each game in a ledger of its own, which nobody needs to find on a disk."""
    last = time.monotonic() + 60 * minutes
    game = RingOfPower(*load_both(effects=parameters()))

    @contextmanager
    def table() -> Iterator[Service]:
        with (
            tempfile.TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder,
            Ledger.open(Path(folder) / "bots.sqlite", who="bench") as ledger,
        ):
            yield Service(ledger, game)

    return play_games(table, game, turns, seed, told=_tell, enough=lambda: time.monotonic() > last)


def _tell(game: Tally) -> None:
    """A sign of life after each game."""
    print(f"{game.turns} turns, {sum(game.deeds.values())} deeds", *game.faults, sep="\n  ", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
