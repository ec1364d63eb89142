"""What a look at the agenda costs late in a game: every phone looks again after every deed."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from load import Table, milliseconds

from assistant.packs.load import load_both
from assistant.rules import almanac
from assistant.rules.agenda import Agenda, agenda
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.rules.kit import Kit
from assistant.rules.war import PHASES
from assistant.rules.world import World

TURN = 20
MOST_MILLISECONDS = 10.0
FIRST_LOOK = 2.0
"""How many times longer the first look may take: one in hundreds."""


def for_the_first_time(kit: Kit, world: World) -> Agenda:
    """After a place was taken or a war declared all arrivals are worked out anew, once for everybody."""
    almanac.forget()
    return agenda(kit, world)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turn", type=int, default=TURN)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = RingOfPower(*load_both(effects=parameters()))
    table = Table(game, Random(options.seed))
    kit, slowest = game.kit, 0.0
    mine = tuple(game.scenario.commanders)[:2]
    for phase in PHASES:
        world = table.play_to(options.turn, phase)
        first = milliseconds(partial(for_the_first_time, kit, world))
        again = milliseconds(partial(agenda, kit, world))
        phone = milliseconds(partial(agenda, kit, world, mine))
        slowest = max(slowest, again, phone, first / FIRST_LOOK)
        print(
            f"Turn {options.turn}, {phase:8}  {len(world.figures)} figures in {len(world.war.forces)} forces:"
            f"  first look {first:4.1f} ms, again {again:4.1f} ms, a phone {phone:4.1f} ms"
        )
    print("All within bounds." if slowest <= MOST_MILLISECONDS else "Out of bounds.")
    return 0 if slowest <= MOST_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
