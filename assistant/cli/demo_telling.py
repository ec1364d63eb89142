"""The demo of a scenario, played as its script tells it, with the same dice every time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from assistant.campaign.demo import FILE, NAME, SETUP, as_if_played
from assistant.campaign.service import Service, new_key
from assistant.cli.campaign.play import commands
from assistant.cli.campaign.play_commands import understood
from assistant.cli.campaign.play_sitting import Sitting
from assistant.cli.common import load_game, open_service
from assistant.kernel.asking import (
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Request,
    Roll,
    Rolled,
    count_of,
)
from assistant.kernel.codec import encode
from assistant.kernel.errors import AssistantError, Fault, Malformed
from assistant.ledger.exchange import export_campaign
from assistant.ledger.files import written_whole
from assistant.ledger.records import Entry
from assistant.packs.files import Unreadable, read_text

SCRIPT = "demo.txt"
MASTER = "game master"
TOLD_AT = datetime(2026, 1, 1, 18, tzinfo=UTC)
PREFER, SEED = "prefer ", "seed "


@dataclass
class Told(Sitting):
    """A sitting that answers its own questions: the same dice every time, and what the script prefers."""

    random: Random = field(default_factory=lambda: Random(0))
    who: str = MASTER
    preferred: tuple[str, ...] = ()

    def do(self, deed: Any, *, quietly: bool = False, key: str = "") -> Entry | None:
        """A whole deed in one go."""
        return self.service.record(
            self.campaign, deed.kind, encode(deed), self.answer, actor=self.who, key=key or new_key()
        )

    def answer(self, request: Request) -> Answer:
        """A roll, what is proposed, or the first option unless another one is preferred."""
        match request:
            case Roll():
                return Rolled(tuple(self.random.choices(range(1, 7), k=len(request.dice))))
            case Allocate():
                return Allocated(request.proposal)
            case Choose():
                wished = (one for one in self.preferred if one in request.options)
                return Chosen(next(wished, request.options[0]))

    def obey(self, line: str) -> None:
        """`Anna: move eomer to edoras`, or the game master's word without a name."""
        seats = self.world.war.seats.values()
        name, colon, rest = line.partition(": ")
        self.who = name if colon and name in [seat.player for seat in seats] else MASTER
        if line.startswith(PREFER):
            self.preferred = tuple(line.removeprefix(PREFER).replace(",", " ").split())
        elif line.startswith(SEED):
            self.random = Random(line)
        else:
            command, said = understood(rest if self.who != MASTER else line)
            command.run(self, said)


def write_anew(folder: Path) -> str:
    """Play what a scenario's folder tells, and write the campaign that comes of it beside the script."""
    script = folder / SCRIPT
    if not script.is_file():
        raise Malformed("no-demo", f"The scenario {folder.name} tells no demo.", do=f"Write {script}.")
    with TemporaryDirectory() as place, open_service(Path(place), who="assistant scenario demo") as service:
        told = tell(service, script)
        entries = service.ledger.entries(told.campaign.id)
        if not entries:
            fault = Fault(str(script), "", "nothing is done in it", "begin with a line such as `begin 10`")
            raise Malformed("bad-demo", "The demo cannot be played as it is told.", faults=[fault])
        # The same script makes the same file, whoever plays it and when.
        kept = as_if_played(service, told.campaign, entries, until=TOLD_AT, origin=folder.name)
        with written_whole(folder / FILE) as file:
            export_campaign(service.ledger, service.ledger.adopt(*kept, as_name=NAME).id, file)
        war, deeds = told.world.war, service.campaign(told.campaign.id).head
        return f"turn {war.turn}, {war.phase}, after {count_of(deeds, 'deed', 'deeds')}"


def tell(service: Service, script: Path) -> Told:
    """A campaign played as the script tells it; the first line that cannot be done is named."""
    commands()
    campaign = service.new(NAME, {"scenario": script.parent.name, **SETUP}, key=new_key())
    told = Told(service, campaign, load_game())
    for number, line in told_lines(script):
        try:
            # What commands say is for somebody at a keyboard.
            with redirect_stdout(StringIO()):
                told.obey(line)
        except AssistantError as error:
            fault = Fault(str(script), f"line {number}", f"{line}: {error}")
            raise Malformed("bad-demo", "The demo cannot be played as it is told.", faults=[fault]) from error
    return told


def told_lines(script: Path) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    try:
        text = read_text(script)
    except Unreadable as unreadable:
        raise Malformed(
            "bad-demo", "The demo cannot be played as it is told.", faults=unreadable.faults
        ) from None
    for number, line in enumerate(text.splitlines(), 1):
        if (said := line.strip()) and not said.startswith("#"):
            yield number, said
