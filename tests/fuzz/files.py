"""Every file that the command line reads, spoiled; and what no command may do with one."""

from __future__ import annotations

import io
import json
import re
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from assistant.campaign.demo import demo_file
from assistant.campaign.restoring import take_in
from assistant.campaign.service import Service
from assistant.cli import main
from assistant.cli.common import DATABASE
from assistant.cli.loading import load_war
from assistant.kernel.errors import Malformed
from assistant.ledger.store import Ledger
from assistant.packs.spreadsheet import export_csv
from assistant.packs.where import DEFAULT_SCENARIO, home
from assistant.rules.game import RingOfPower
from assistant.rules.world import World
from assistant.web import create_app
from assistant.web.keys import FILE as KEYS
from assistant.web.keys import kept_keys
from tests.fuzz import spoiling
from tests.fuzz.battles import EXAMPLES, battle_files
from tests.fuzz.drawing import Drawer
from tests.fuzz.judging import SPILLED

DONE, REFUSED = 0, 2
DETAILS = re.compile(r"details in (\S+)\.")
LONGEST = 120
"""Seconds of work, whatever else the machine does; after them nobody waits for an end any more."""
ENTERS = "\n" * 3000
FILES = ("resolve", "odds", "forces", "import", "restore", "check")
"""What prints nothing where it refuses: never a partial result."""


class Hung(BaseException):
    """A command works without end."""


@dataclass
class Told:
    """How many files there were of each kind, how commands ended, and what was wrong."""

    files: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: dict[str, float] = field(default_factory=dict)

    def add(self, other: Told) -> None:
        """Those of another run beside these."""
        self.files += other.files
        self.ends += other.ends
        self.faults += other.faults
        for name, seconds in other.slowest.items():
            self.slowest[name] = max(seconds, self.slowest.get(name, 0.0))


class Desk:
    """A folder with sound files of every kind, of which one after the other is spoiled and read."""

    def __init__(self, folder: Path, game: RingOfPower, seed: int) -> None:
        self.folder, self.game, self.random, self.told = folder, game, Random(seed), Told()
        self.spoiled: set[str] = set()
        """The names of the files that were spoiled so far."""
        folder.mkdir()
        self.demo = demo_file(game.scenario.id)
        assert self.demo is not None
        expected = ".expected.json"
        self.results = sorted(
            one for one in EXAMPLES.glob(f"*{expected}") if one.name != f"figures{expected}"
        )
        self.battles = [
            one.read_text("utf-8") for one in sorted(EXAMPLES.glob("*.json")) if expected not in one.name
        ]
        self.undiced = [json.dumps(one) for one in battle_files()]
        self.profiles = export_csv(game.book)
        with Ledger.open(folder / "sound.sqlite", who="the fuzz") as ledger:
            service = Service(ledger, game)
            self.campaign = take_in(service, self.demo)[0].campaign.id
            world = service.world(service.campaign(self.campaign))
        self.sheets = [measured(world), (EXAMPLES / "figures.csv").read_text(encoding="utf-8")]
        names: dict[str, list[Any]] = {
            "profile": [*game.book.profiles],
            "place": [*game.book.places],
            "figure": [*world.figures],
            "force": [*world.war.forces],
        }
        self.drawer = Drawer(self.random, names)
        self.packs = folder / "packs"
        self.ways: dict[str, Callable[[], None]] = {
            "battle": self._battle,
            "result": self._result,
            "positions": self._positions,
            "roster sheet": self._roster_sheet,
            "packs": self._packs,
            "export": self._export,
            "backup": self._backup,
            "database": self._database,
            "demo": self._demo,
            "keys": self._keys,
        }

    def go(self, kind: str, files: int, told: Callable[[], None] = lambda: None) -> Told:
        """Spoil so many of a kind, and have each read."""
        for _ in range(files):
            self.told.files[kind] += 1
            self.ways[kind]()
            told()
        return self.told

    # ---- the kinds of files ----------------------------------------------------------------------------

    def _battle(self) -> None:
        file = self._spoiled_json(self.random.choice(self.battles + self.undiced), "battle.json")
        once = [
            ["resolve", file, "--seed", "1"],
            ["resolve", file, "--log"],
            ["resolve", file, "--story", "--luck"],
            ["fight", file, "--dice", "app"],
            ["odds", file, "--trials", "100", "--seed", "1"],
            ["odds", file, "--trials", "100", "--allocation", "proposal", "--json"],
            ["fight", file, "--dice", "app", "--campaign", self.campaign],
        ]
        words = self.random.choice(once)
        if "--campaign" not in words:
            self._run(*words)
            return
        with self._instance() as instance:
            self._run(*words, "--instance", instance)

    def _result(self) -> None:
        """A fight that was fought at the table, entered with the file that `resolve` printed of it."""
        result = self.random.choice(self.results)
        battle = result.with_name(result.name.replace(".expected", ""))
        if self.random.random() < 0.7:
            result = self._spoiled_json(result.read_text(encoding="utf-8"), "result.json")
        else:
            battle = self._spoiled_json(battle.read_text(encoding="utf-8"), "battle.json")
        with self._instance() as instance:
            self._run("campaign", "enter", self.campaign, battle, "--result", result, "--instance", instance)

    def _positions(self) -> None:
        file = self._spoiled_sheet(self.random.choice(self.sheets), "figures.csv")
        match self.random.randrange(5):
            case 0:
                with self._instance() as instance:
                    self._run("campaign", "measure", self.campaign, file, "--instance", instance)
            case 4:
                typed = f"measure {file}\nquit\n"
                with self._instance() as instance:
                    self._run("campaign", "play", self.campaign, "--instance", instance, typed=typed)
            case 1:
                self._run("map", "--table", "south", "--figures", file, "-o", self.folder / "map.svg")
            case 2:
                self._run("forces", file, "--measure", "centre", "--json")
            case _:
                self._run("forces", file)

    def _roster_sheet(self) -> None:
        """A few rows of the rosters: whom a sheet does not name stays as he was."""
        head, *rows = self.profiles.splitlines(keepends=True)
        few = "".join((head, *self.random.sample(rows, self.random.choice((1, 5, 30)))))
        file = self._spoiled_sheet(few, "profiles.csv")
        self._run("roster", "import", file, "--rosters", self._fresh("rosters"))

    def _packs(self) -> None:
        """A file of a scenario or of the rosters that lie beside it."""
        rosters, scenario = self._fresh("rosters"), self._fresh("scenarios") / DEFAULT_SCENARIO
        files = [*sorted(scenario.glob("*.toml")), *sorted(rosters.glob("*.toml"))]
        file = self.random.choice(files)
        text = file.read_text(encoding="utf-8")
        self.spoiled.add(file.name)
        if self.random.random() < 0.7:
            file.write_text(spoiling.spoiled_toml(text, self.random), encoding="utf-8")
        else:
            self._spoil_bytes(file, text)
        load_war.cache_clear()
        self._run("scenario", "check", scenario)
        commands = (
            ["seats", "6"],
            ["schedule"],
            ["scenario", "packing-list"],
            ["map", "--table", "south", "-o", self.folder / "map.svg"],
        )
        if self.random.random() < 0.3:
            self._run(*self.random.choice(commands), "--scenario", scenario)

    def _export(self) -> None:
        assert self.demo is not None
        text, file = self.demo.read_text(encoding="utf-8"), self.folder / "campaign.jsonl"
        if self.random.random() < 0.8:
            file.write_text(spoiling.spoiled_export(text, self.drawer), encoding="utf-8")
        else:
            self._spoil_bytes(file, text)
        with self._instance() as instance:
            if self._run("campaign", "import", file, "--as", "Forged", "--instance", instance) == DONE:
                self._look_at("forged", instance)

    def _backup(self) -> None:
        file = self.folder / "backup.sqlite"
        shutil.copy(self.folder / "sound.sqlite", file)
        spoiling.spoiled_database(file, self.drawer)
        with self._instance() as instance:
            if self._run("campaign", "restore", file, "--instance", instance) == DONE:
                self._look_at(self.campaign, instance)

    def _database(self) -> None:
        """The database itself is damaged, and somebody looks how it stands."""
        with self._instance() as instance:
            self.spoiled.add(DATABASE)
            spoiling.spoiled_database(instance / DATABASE, self.drawer)
            self._look_at(self.campaign, instance)

    def _demo(self) -> None:
        """The script of a demo, which is played from its beginning."""
        script = self._fresh("scenarios") / DEFAULT_SCENARIO / "demo.txt"
        lines = script.read_text(encoding="utf-8").splitlines(keepends=True)
        self._spoil_bytes(script, "".join(lines[: self.random.choice((6, 8, 20))]))
        self._run("scenario", "demo", script.parent)

    def _keys(self) -> None:
        """The keys of a server, which then lets the game master in; no port is taken for that."""
        sound = json.dumps({"secret": "ab" * 32, "passphrase": "ABCD-EFGH-JKMN"}, indent=1)
        with self._instance() as instance:
            file = self._spoiled_json(sound, f"{instance.name}/{KEYS}")
            try:
                code = served(instance, self.game)
            except Exception:
                self.told.faults.append(
                    f"serve: {traceback.format_exc()[-3000:]}\n  {file.read_bytes()[:1500]!r}"
                )
                code = 1
            self.told.ends[f"serve: {code}"] += 1

    def _look_at(self, campaign: str, instance: Path) -> None:
        looks = (
            ["list"],
            ["show", campaign],
            ["verify"],
            ["replay", campaign],
            ["codes", campaign],
            ["backup"],
        )
        for words in self.random.sample(looks, 2):
            self._run("campaign", *words, "--instance", instance)

    # ---- spoiled and fresh files -----------------------------------------------------------------------

    def _spoiled_json(self, text: str, name: str) -> Path:
        file = self.folder / name
        self.spoiled.add(file.name)
        drawn, times = self.random.random(), self.random.randint(1, 3)
        if drawn < 0.2:
            self._spoil_bytes(file, text)
            return file
        change = self.drawer.shaken if drawn < 0.75 else self.drawer.changed
        file.write_text(json.dumps(change(json.loads(text), times)), encoding="utf-8")
        return file

    def _spoiled_sheet(self, text: str, name: str) -> Path:
        file = self.folder / name
        self.spoiled.add(file.name)
        if self.random.random() < 0.7:
            said = spoiling.spoiled_sheet(text, self.random)
            file.write_text(said, encoding=self.random.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16")))
        else:
            self._spoil_bytes(file, text)
        return file

    def _spoil_bytes(self, file: Path, text: str) -> None:
        self.spoiled.add(file.name)
        by_line = self.random.random() < 0.4
        said = spoiling.spoiled_lines(text, self.random) if by_line else text
        file.write_bytes(said.encode() if by_line else spoiling.spoiled(text.encode(), self.random))

    def _fresh(self, what: str) -> Path:
        """The packs as they are shipped, at a place where they may be changed."""
        shutil.rmtree(self.packs / what, ignore_errors=True)
        shutil.copytree(home() / what, self.packs / what)
        return self.packs / what

    @contextmanager
    def _instance(self) -> Iterator[Path]:
        """A folder with a sound database."""
        folder = self.folder / "instance"
        folder.mkdir()
        shutil.copy(self.folder / "sound.sqlite", folder / DATABASE)
        yield folder
        shutil.rmtree(folder)

    # ---- the commands ----------------------------------------------------------------------------------

    def _run(self, *words: Any, typed: str = ENTERS) -> int:
        """A command in this process; whatever it should not do is a fault."""
        said = [str(one) for one in words]
        begun = time.process_time()
        code, out, err = run_command(said, typed)
        name = " ".join(one for one in said[:2] if re.fullmatch(r"[a-z-]+", one))
        self.told.slowest[name] = max(time.process_time() - begun, self.told.slowest.get(name, 0.0))
        self.told.ends[f"{name}: {code}"] += 1
        for fault in faults_of(said, code, out, err):
            kept = self._keep(said)
            self.told.faults.append(f"assistant {' '.join(said)}\n  {fault}\n  the file is kept in {kept}")
        return code

    def _keep(self, words: list[str]) -> Path:
        """The files of a command that went wrong, to look at and to try again."""
        kept = self.folder.parent / f"{self.folder.name}-fault-{len(self.told.faults) + 1}"
        for one in words:
            if Path(one).is_relative_to(self.folder) and Path(one).exists():
                target = kept / Path(one).relative_to(self.folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if Path(one).is_dir() else shutil.copy)(one, target)
        return kept


def measured(world: World) -> str:
    """A few of those on the table, as if somebody had measured where they stand."""
    fit = [one for one in world.figures.values() if one.condition == "fit"][::9]
    rows = (f"{one.id},{one.side},{one.profile},south,{20 + at},{30 + at / 4}" for at, one in enumerate(fit))
    return "\n".join(("id,side,profile,table,x,y", *rows, ""))


def served(instance: Path, game: RingOfPower) -> int:
    """How a server ends that begins with these keys: 2 if it refuses them, 0 if its door opens."""
    try:
        keys = kept_keys(instance)
    except Malformed:
        return REFUSED
    with Ledger.open(instance / DATABASE, who="the fuzz") as ledger:
        client = create_app(Service(ledger, game), addresses=[], keys=keys).test_client()
        answer = client.get("/master", query_string={"passphrase": keys.passphrase})
        if answer.status_code >= 500:
            raise AssertionError(answer.get_data(as_text=True))
    return DONE


def faults_of(words: list[str], code: int, out: str, err: str) -> Iterator[str]:
    """Everything that is wrong with how a command ended."""
    if code not in (DONE, REFUSED):
        details = DETAILS.search(err)
        why = Path(details[1]).read_text(encoding="utf-8")[-3000:] if details else err[-3000:]
        if details:
            Path(details[1]).unlink()
        yield f"exit code {code}: {why}"
    if spilled := SPILLED.search(out + err):
        yield f"spilled: {spilled[0]}: {(out + err)[max(0, spilled.start() - 100) :][:400]}"
    if code == REFUSED and not err.strip():
        yield "refused without a word"
    if code == REFUSED and out and {*words[:2]} & {*FILES}:
        yield f"refused, and yet it printed: {out[:300]}"


def run_command(words: list[str], typed: str = ENTERS) -> tuple[int, str, str]:
    """Its exit code and what it printed; whatever it asks is answered with Enter."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="replace") for _ in range(2))
    code: Any = DONE
    before, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        with redirect_stdout(out), redirect_stderr(err), in_time():
            main(words)
    except SystemExit as stop:
        code = stop.code
    except Hung:
        code = -1
        err.write(f"no end after {LONGEST} seconds of work")
    finally:
        sys.stdin = before
    return int(code or DONE), _printed(out), _printed(err)


def _printed(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextmanager
def in_time() -> Iterator[None]:
    """Nothing that happens in here works on without end."""

    def stop(*_: object) -> None:
        raise Hung

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
