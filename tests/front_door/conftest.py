"""A small project with the real run.py, set up from nothing or already set up."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import run

HERE = Path(run.__file__).resolve().parent
STUB = (
    "import os, sys; print('{0}', *sys.argv[1:], flush=True); sys.exit(int(os.environ.get('{0}_FAILS', 0)))"
)
DROP_ROOTS_PASS = (
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(24, 1, 0, 0, 0); os.execv(sys.executable, sys.argv[1:])"
)


@dataclass(frozen=True)
class Project:
    """A small project with the real run.py, whose only package is in its wheelhouse."""

    root: Path

    def environment(self, **changes: str) -> dict[str, str]:
        """No index can be reached, whatever this computer's own settings are."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
        unreachable = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/simple"}
        return {**kept, **unreachable, "PIP_RETRIES": "1", **changes}

    def run(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """Runs `run.py` to its end."""
        return self.python(str(self.root / "run.py"), *arguments, **changes)

    def python(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """Runs Python with the environment of this project."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root.parent,
            env=self.environment(**changes),
            capture_output=True,
            text=True,
            timeout=120,
        )

    def start(self, *arguments: str, **changes: str) -> subprocess.Popen[str]:
        """Starts `run.py` and leaves it running."""
        return subprocess.Popen(
            [sys.executable, str(self.root / "run.py"), *arguments],
            env=self.environment(**changes),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell that runs the tests in the background has its children ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def outdate(self) -> None:
        """Changes the lock, and takes away the package that it lists."""
        with (self.root / "requirements.txt").open("a") as lock:
            lock.write("# changed\n")
        shutil.rmtree(next((self.root / ".venv").glob("lib/*/site-packages/tools-1.0.dist-info")))


def write_wheel(folder: Path) -> str:
    """Writes a wheel with stand-ins for the tools that run.py calls; its hash."""
    folder.mkdir()
    wheel = folder / "tools-1.0-py3-none-any.whl"
    info = "tools-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("ruff", "mypy", "pytest"):
            archive.writestr(f"{name}.py", STUB.format(name))
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tools\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return hashlib.sha256(wheel.read_bytes()).hexdigest()


def write_project(root: Path) -> Project:
    """Writes a project that was never set up."""
    (root / "assistant").mkdir(parents=True)
    (root / "assistant" / "__main__.py").write_text(STUB.format("assistant"))
    (root / "bench").mkdir()
    for name in ("odds", "ledger"):
        (root / "bench" / f"{name}.py").write_text(STUB.format(name))
    digest = write_wheel(root / "wheelhouse")
    for lock in ("requirements.txt", "requirements-dev.txt"):
        (root / lock).write_text(f"tools==1.0 --hash=sha256:{digest}\n")
    shutil.copy(HERE / "run.py", root / "run.py")
    return Project(root)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project that was never set up."""
    return write_project(tmp_path / "a folder" / "project")


@pytest.fixture(scope="session")
def once_set_up(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project set up from its wheelhouse for development, shared and never changed."""
    project = write_project(tmp_path_factory.mktemp("set up") / "project")
    done = project.run("bench", "odds", "--offline")
    assert done.returncode == 0, done.stderr
    assert "Making .venv" in done.stdout
    assert done.stdout.endswith("== odds\nodds\n")
    return project


@pytest.fixture
def ready(once_set_up: Project, tmp_path: Path) -> Project:
    """A copy of a project that is set up, moved to another folder."""
    shutil.copytree(once_set_up.root, tmp_path / "moved", symlinks=True)
    return Project(tmp_path / "moved")


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port on which somebody already listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def no_ensurepip(tmp_path: Path) -> str:
    """A folder for PYTHONPATH that hides ensurepip, as on Debian without python3-venv."""
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "ensurepip.py").write_text("raise ImportError('hidden')")
    return str(tmp_path / "hidden")


def assert_fault(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """A fault is exit code 2 and a sentence, never a traceback."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stderr.startswith("run.py: ")
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr
