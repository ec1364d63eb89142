"""`assistant demo` as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

SECONDS = 30


def test_it_serves_a_game_in_its_middle_and_leaves_nothing_behind(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "assistant", "demo", "--no-browser", "--host", "127.0.0.1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("Ctrl-C"):
                break
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        connection = HTTPConnection("127.0.0.1", int(found[1]), timeout=SECONDS)
        connection.request("GET", "/", headers={"Connection": "close"})
        page = connection.getresponse().read().decode()
        connection.close()
        assert "The demo" in page
        assert [path.name for path in tmp_path.iterdir()]
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=SECONDS)
        assert process.returncode == 0
        assert rest == "Stopped. The demo is gone; your own campaigns were never touched.\n"
        assert [path.name for path in tmp_path.iterdir()] == []
    finally:
        process.kill()
        process.communicate()
