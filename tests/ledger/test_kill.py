"""A writer killed in the middle loses nothing that it was told had been written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_nothing_acknowledged_is_lost_and_no_retry_is_written_twice(tmp_path: Path) -> None:
    script = str(ROOT / "bench" / "kill.py")
    options = ["--rounds", "4", "--seed", "4", "--folder", str(tmp_path)]
    outcome = subprocess.run([sys.executable, script, *options], capture_output=True, text=True, check=False)
    said = dict(line.rsplit(None, 1) for line in outcome.stdout.splitlines())
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert (said["rounds"], said["lost"], said["verify"]) == ("4", "0", "clean")
    assert int(said["acknowledged"]) > 0
    assert int(said["retried after a kill"]) > 0
