"""The evidence plugin: a test that names rules proves them, if the program cites them while it runs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from assistant.kernel.evidence import How, listen
from assistant.kernel.ids import RuleId
from assistant.packs.coverage import COLUMNS, EVIDENCE

PACKAGE = Path(__file__).resolve().parent.parent / "assistant"

Proof = tuple[str, str, str, str]
PROOFS = pytest.StashKey[set[Proof]]()
RUN = pytest.StashKey[set[str]]()
SHOWN = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-evidence", action="store_true", help="rewrite the record of proved rules")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rules(*ids): the rules this test proves; the program must cite them")
    config.stash[PROOFS] = set()
    config.stash[RUN] = set()


@dataclass(slots=True)
class Heard:
    """Citations made while a test ran, with the module that made them."""

    proofs: set[tuple[RuleId, How, str]] = field(default_factory=set)

    def __call__(self, rule: RuleId, how: How, file: str) -> None:
        path = Path(file)
        where = path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else path.name
        self.proofs.add((rule, how, where))


@pytest.fixture(autouse=True)
def _evidence(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that names rules fails unless the program cited them while it ran."""
    named = {rule for marker in request.node.iter_markers("rules") for rule in marker.args}
    heard = Heard()
    stop = listen(heard)
    yield
    stop()
    cited = {rule for rule, _, _ in heard.proofs}
    if unproved := sorted(named - cited):
        pytest.fail(f"named, but never cited by the program: {', '.join(unproved)}")
    test = request.node.nodeid.split("[")[0]
    request.config.stash[RUN].add(test)
    request.config.stash[PROOFS] |= {
        (rule, how, where, test) for rule, how, where in heard.proofs if rule in named
    }


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Workers hand their proofs over; the main process writes or compares the record."""
    proofs, run = session.config.stash[PROOFS], session.config.stash[RUN]
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["proofs"], output["run"] = sorted(proofs), sorted(run)
        return
    options = session.config.option
    if options.collectonly or options.without_effect or _is_sliced(session):
        return
    recorded = _recorded()
    current = proofs if _is_whole_run(session) else proofs | {line for line in recorded if line[3] not in run}
    if options.write_evidence:
        _write(current)
    elif not session.testsfailed and (stale := current ^ recorded):
        print(f"\nThe record of proved rules is out of date ({len(stale)} lines).")
        for line in sorted(stale)[:SHOWN]:
            print("  new: " if line in current else "  gone:", ",".join(line))
        print("Look at the change and run the same tests once more with --write-evidence.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """What a worker proved is proved."""
    handed = getattr(node, "workeroutput", {})
    node.config.stash[PROOFS] |= {tuple(proof) for proof in handed.get("proofs", [])}
    node.config.stash[RUN] |= set(handed.get("run", []))


def _is_whole_run(session: pytest.Session) -> bool:
    """Only a run of every test may forget a test that is gone."""
    return session.config.args_source.name != "ARGS"


def _is_sliced(session: pytest.Session) -> bool:
    """Chosen by words or by one case: what such a run did not cite, another case may."""
    options = session.config.option
    return bool(options.keyword or options.markexpr or any("[" in arg for arg in session.config.args))


def _recorded() -> set[Proof]:
    if not EVIDENCE.is_file():
        return set()
    with EVIDENCE.open(encoding="utf-8", newline="") as file:
        return {(row[0], row[1], row[2], row[3]) for row in list(csv.reader(file))[1:]}


def _write(proofs: set[Proof]) -> None:
    with EVIDENCE.open("w", encoding="utf-8", newline="\n") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(sorted(proofs))
