"""Kill a writing process again and again, and count what was acknowledged but is not there afterwards."""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from assistant.ledger.records import Draft
from assistant.ledger.store import Ledger

CAMPAIGN = "kill"
WRITERS = 4
MOST_ACKNOWLEDGED = 60


@dataclass(slots=True)
class Tally:
    """What the killed writers said, and what the ledger says afterwards."""

    acknowledged: dict[str, int] = field(default_factory=dict)
    unanswered: list[str] = field(default_factory=list)
    per_kill: list[int] = field(default_factory=list)
    retried: int = 0
    written_before_retry: int = 0
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    keys_seen: set[str] = field(default_factory=set)
    head: int = 0


def write_until_killed(database: Path, round_number: int, retries: list[str]) -> None:
    """The victim: retry what was never answered, then append on and on, saying what was acknowledged."""
    with Ledger.open(database, who=f"victim {round_number}") as ledger:
        campaign = ledger.create(CAMPAIGN, "toy", {}, key=CAMPAIGN).id
        say("ready")

        def append(key: str) -> None:
            say(f"try {key}")
            draft = Draft(
                "deed", f"Deed {key}", "gm", {}, [], [{"kind": "done", "key": key}], ["It is done."]
            )
            say(f"ack {key} {ledger.append(campaign, draft, key=key).seq}")

        for key in retries:
            append(key)

        def append_forever(writer: int) -> None:
            for n in range(1_000_000):
                append(f"{round_number}.{writer}.{n}")

        threads = [threading.Thread(target=append_forever, args=(writer,)) for writer in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def say(line: str) -> None:
    """Write one line past all buffers, so that a kill cannot swallow it."""
    os.write(1, f"{line}\n".encode())


def kill_one(database: Path, round_number: int, tally: Tally, chance: random.Random) -> None:
    """Start a victim, kill it at a random moment, and compare what it said with what is there."""
    retries = tally.unanswered
    command = [sys.executable, __file__, "--victim", str(round_number), "--folder", str(database.parent)]
    victim = subprocess.Popen([*command, "--retries", json.dumps(retries)], stdout=subprocess.PIPE, text=True)
    assert victim.stdout is not None
    said: list[str] = []
    enough = chance.randrange(MOST_ACKNOWLEDGED)
    for line in victim.stdout:
        said.append(line)
        if said[0] == "ready\n" and sum(line.startswith("ack") for line in said) >= enough:
            break
    time.sleep(chance.random() / 100)
    victim.kill()
    said += victim.stdout.readlines()
    victim.stdout.close()
    victim.wait()
    if said[:1] != ["ready\n"]:
        tally.faults.append(f"Victim {round_number} died by itself.")
    hear(said, retries, tally)
    look(database, tally)


def hear(said: list[str], retries: list[str], tally: Tally) -> None:
    """Note what this victim tried, and what it was told had been written."""
    words = [line.split() for line in said]
    tried = [word[1] for word in words if word[0] == "try"]
    answers = {word[1]: int(word[2]) for word in words if word[0] == "ack"}
    tally.per_kill.append(len(answers))
    tally.retried += sum(key in answers for key in retries)
    tally.written_before_retry += sum(key in answers and key in tally.keys_seen for key in retries)
    tally.acknowledged |= answers
    tally.unanswered = [key for key in dict.fromkeys([*retries, *tried]) if key not in answers]


def look(database: Path, tally: Tally) -> None:
    """Read the new entries; every acknowledged one must be there under its number, and no key twice."""
    with Ledger.open(database, read_only=True) as ledger:
        for entry in ledger.entries(CAMPAIGN, tally.head):
            if entry.key in tally.keys_seen:
                tally.faults.append(f"The key {entry.key} was written twice.")
            if tally.acknowledged.get(entry.key, entry.seq) != entry.seq:
                tally.faults.append(f"The key {entry.key} was acknowledged as another entry.")
            tally.keys_seen.add(entry.key)
            tally.head = entry.seq
    tally.lost = sorted(tally.acknowledged.keys() - tally.keys_seen)


def finish(database: Path, tally: Tally) -> None:
    """Open the ledger as the next evening would, and verify all of it."""
    with Ledger.open(database, who="the survivor") as ledger:
        tally.faults += [*ledger.verify_file(), *ledger.verify(CAMPAIGN)]
        present = {entry.key: entry.seq for entry in ledger.entries(CAMPAIGN)}
        tally.lost = sorted(key for key, seq in tally.acknowledged.items() if present.get(key) != seq)


def report(rounds: int, tally: Tally) -> None:
    """Say what came out."""
    print(f"rounds                      {rounds}")
    print(f"acknowledged                {len(tally.acknowledged)}")
    print(f"lost                        {len(tally.lost)}")
    print(f"retried after a kill        {tally.retried}")
    print(f"of these already written    {tally.written_before_retry}")
    print(f"median commands per kill    {statistics.median(tally.per_kill):g}")
    print(f"verify                      {'clean' if not tally.faults else ' '.join(tally.faults)}")


def main() -> int:
    """Run the rounds, or be the victim of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--folder", type=Path, default=None, help="where the database goes")
    parser.add_argument("--victim", type=int, default=None, help=argparse.SUPPRESS)
    parser.add_argument("--retries", type=json.loads, default=[], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.victim is not None:
        write_until_killed(options.folder / "kill.sqlite", options.victim, options.retries)
        return 0
    chance, tally = random.Random(options.seed), Tally()
    with tempfile.TemporaryDirectory() as temporary:
        database = (options.folder or Path(temporary)) / "kill.sqlite"
        for round_number in range(1, options.rounds + 1):
            kill_one(database, round_number, tally, chance)
        finish(database, tally)
    report(options.rounds, tally)
    return 1 if tally.lost or tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
