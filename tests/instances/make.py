"""Makes an instance folder with today's program, to be kept for good.

python -m tests.instances.make 2026-11      writes tests/instances/2026-11.tar.xz

A kept folder is never written anew. In it are the demo; the exports that earlier versions left, which hold
every kind of deed; games of bots, with deeds undone and redone; a deed stopped at each question that the
bots met; and the backups made as their turns began.
"""

from __future__ import annotations

import argparse
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from assistant.campaign.crowd import BOT, AtCampaign, seating
from assistant.campaign.demo import demo_file, new_demo
from assistant.campaign.history import what_if
from assistant.campaign.passes import let_in, seat_passes
from assistant.campaign.service import Open, Service, new_key
from assistant.kernel.asking import Answer, Request
from assistant.kernel.codec import encode
from assistant.ledger.backup import backup
from assistant.ledger.exchange import import_campaign
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.packs.load import load_both
from assistant.rules.core.deed import DEEDS, stored_kind
from assistant.rules.core.fact import Fact
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower
from assistant.simulate.crowd import Crowd
from assistant.web.keys import kept_keys

HERE = Path(__file__).resolve().parent
SAVES = HERE.parent / "campaign" / "saves"
GAMES, TURNS = 12, 1


@dataclass
class Stopping(AtCampaign):
    """A campaign of bots; whatever they are asked for the first time is left open in a copy of it."""

    met: Counter[str] = field(default_factory=Counter)

    def do(self, deed: Any, answers: Callable[[Request], Answer]) -> tuple[Fact, ...]:
        asked: list[tuple[Request, Answer]] = []

        def answer(request: Request) -> Answer:
            asked.append((request, answers(request)))
            return asked[-1][1]

        before = self.service.campaign(self.campaign.id).head
        facts = super().do(deed, answer)
        for step, (request, _) in enumerate(asked):
            what = f"{request.kind} {request.purpose}"
            if what not in self.met:
                self.stop(deed, [one for _, one in asked[:step]], what, before)
            self.met[what] += 1
        return facts

    def stop(self, deed: Any, answers: list[Answer], what: str, head: int) -> None:
        """The same deed once more, in a copy of the game before it, up to one question."""
        made = what_if(self.service, self.campaign, head, f"Stopped at {what}")
        at = self.service.begin(made, stored_kind(deed), encode(deed), actor=BOT, key=new_key())
        for one in answers:
            assert isinstance(at, Open)
            at = self.service.answer(at.id, at.step, one, actor=BOT)
        assert isinstance(at, Open)
        assert f"{at.request.kind} {at.request.purpose}" == what


def play(service: Service, game: RingOfPower, number: int, met: Counter[str]) -> Campaign:
    """A game of bots, with a pass for everybody."""
    campaign = service.new(f"Bots {number}", {"scenario": game.scenario.id}, key=new_key())
    random = Random(f"instances {number}")
    ground = Stopping(service, campaign, random, met=met)
    crowd = Crowd(game.kit, ground, random)
    crowd.attempt(BeginGame(seating(game, random.randint(2, 17))))
    seat_passes(service.ledger, campaign, service.world(campaign).war.seats.values())
    let_in(service.ledger, campaign, "assistant", label="Helper")
    crowd.set_scene()
    crowd.play(TURNS)
    return campaign


def fill(folder: Path) -> Iterator[str]:
    """Everything that is to be kept, in one folder; tells how far it is."""
    game = RingOfPower(*load_both(effects=parameters()))
    kept_keys(folder)
    met: Counter[str] = Counter()
    with Ledger.open(folder / "campaigns.sqlite", who="the tests") as ledger:
        service = Service(ledger, game)
        file = demo_file(game.scenario.id)
        assert file is not None
        new_demo(service, file)
        for save in sorted(SAVES.glob("*-running-game.jsonl")):
            import_campaign(ledger, save, as_name=save.stem.replace("-", " "))
        kinds = {one.kind for campaign in ledger.campaigns() for one in ledger.entries(campaign.id)}
        for number in range(1, GAMES + 1):
            known = len(met)
            campaign = play(service, game, number, met)
            fresh = {one.kind for one in ledger.entries(campaign.id)} - kinds
            kinds |= fresh
            yield f"{number}: {len(met) - known} new questions, {len(fresh)} new deeds, {len(met)} in all"
        yield f"without: {', '.join(sorted({*DEEDS, 'undo', 'redo'} - kinds)) or 'nothing'}"
        backup(ledger, folder / "backups")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    target = HERE / f"{parser.parse_args().name}.tar.xz"
    if target.exists():
        print(f"{target.name} is kept for good: choose another name.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as made:
        for told in fill(Path(made)):
            print(told, flush=True)
        # Copies of one database in each other: only the greatest window finds them again.
        with tarfile.open(target, "w:xz", preset=9) as kept:
            kept.add(made, arcname="instance")
    print(f"{target.name}: {target.stat().st_size:,} bytes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
