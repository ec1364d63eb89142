"""How each rule is covered, from what the tests proved the last time they all ran."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache

from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import HOWS
from assistant.kernel.ids import RuleId
from assistant.packs.catalogue import FOLDER, rules

EVIDENCE = FOLDER / "evidence.csv"
Ways = dict[str, tuple[set[str], set[str]]]
COLUMNS = ("id", "how", "implemented_by", "tested_by")


@dataclass(frozen=True, slots=True)
class Coverage:
    """One rule, the strongest way in which it is covered, and who proves it."""

    id: RuleId
    status: str
    implemented_by: tuple[str, ...] = ()
    tested_by: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "status": self.status,
            "implemented_by": list(self.implemented_by),
            "tested_by": list(self.tested_by),
        }


@cache
def _evidence() -> dict[RuleId, Coverage]:
    if not EVIDENCE.is_file():
        raise Illegal(
            "no-evidence",
            "There is no record of what the tests proved.",
            do="Run: python3 run.py test --write-evidence",
        )
    found: dict[RuleId, Ways] = {}
    with EVIDENCE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            modules, tests = found.setdefault(RuleId(row["id"]), {}).setdefault(row["how"], (set(), set()))
            modules.add(row["implemented_by"])
            tests.add(row["tested_by"])
    return {
        rule: _strongest(rule, counting)
        for rule, ways in found.items()
        # Tests may also name house rules, which say how a rule is read and are none themselves.
        if rule in rules() and (counting := _counting(rule, ways))
    }


def _counting(rule: RuleId, ways: Ways) -> Ways:
    """Numbers in a file cover a rule that is only numbers; what must be computed or asked takes more."""
    is_data = rules()[rule].kind == "data"
    return {how: proofs for how, proofs in ways.items() if how != "data" or is_data}


def _strongest(rule: RuleId, ways: Ways) -> Coverage:
    how = min(ways, key=HOWS.index)
    modules = set[str]().union(*(modules for modules, _ in ways.values()))
    tests = set[str]().union(*(tests for _, tests in ways.values()))
    return Coverage(rule, how, tuple(sorted(modules)), tuple(sorted(tests)))


def covered(rule: RuleId) -> Coverage:
    """How one rule is covered."""
    return _evidence().get(rule, Coverage(rule, "missing"))


def coverage() -> tuple[Coverage, ...]:
    """Every rule of the rulebook, in the order of the catalogue."""
    return tuple(covered(rule) for rule in rules())
