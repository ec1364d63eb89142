"""Ten thousand random fights: all end, and every ability and effect has its say; nothing may be left out."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.packs.load import load_book
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.simulate.census import census

FIGHTS = 10_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=FIGHTS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = RingOfPower(load_book(effects=parameters()))

    start = time.process_time()
    found = census(game, options.fights, options.seed)
    taken = time.process_time() - start

    for line in found.lines(game.book):
        print(line)
    print(f"{options.fights / taken:,.0f} fights a second, {1000 * taken / options.fights:.1f} ms each.")
    missing = found.missing(game.book)
    for what in missing:
        print(f"Never met: {what}.")
    print("Out of bounds." if missing else "All within bounds.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
