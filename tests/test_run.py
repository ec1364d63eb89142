"""The front door: `run.py` sets up from nothing, starts again without a network, and fails in sentences."""

from __future__ import annotations

import ast
import errno
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import tomllib
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


@pytest.fixture(scope="module")
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


def test_help_names_every_command(project: Project) -> None:
    done = project.run("--help")
    assert done.returncode == 0
    for command in run.COMMANDS:
        assert re.search(rf"^  {command}\b", done.stdout, re.MULTILINE)


def test_a_misspelt_command_gets_the_nearest_one(project: Project) -> None:
    assert_fault(project.run("tset"), "no command 'tset'", "Did you mean 'test'?", "wheelhouse")


def test_a_misspelt_benchmark_gets_the_nearest_one_and_the_list(project: Project) -> None:
    assert_fault(project.run("bench", "oods"), "no benchmark 'oods'", "Did you mean 'odds'?", "ledger, odds")


def test_an_option_that_a_command_would_ignore_is_refused(project: Project) -> None:
    assert_fault(project.run("check", "--fix"), "'check' takes no '--fix'")


def test_python_3_10_is_too_old() -> None:
    assert "3.11 or newer, and this is Python 3.10" in run.python_fault(3, 10)


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (4, 0)])
def test_python_3_11_and_later_will_do(version: tuple[int, int]) -> None:
    assert run.python_fault(*version) == ""


def test_an_old_python_can_read_the_file_as_far_as_the_sentence() -> None:
    ast.parse((HERE / "run.py").read_text(encoding="utf-8"), feature_version=(3, 6))


@pytest.mark.parametrize("style", ["--port={}", "--port {}"])
def test_a_taken_port_is_named_before_anything_is_set_up(
    project: Project, taken_port: int, style: str
) -> None:
    done = project.run(*style.format(taken_port).split(), "--host", "127.0.0.1")
    assert_fault(done, f"port {taken_port} is already taken", "--port")
    assert not (project.root / ".venv").exists()


def test_a_port_taken_on_one_address_is_taken_on_all(project: Project, taken_port: int) -> None:
    assert_fault(project.run("serve", "--port", str(taken_port)), f"port {taken_port} is already taken")


def test_an_address_of_another_computer_is_refused(project: Project) -> None:
    assert_fault(
        project.run("--host", "203.0.113.7", "--port", "0"), "203.0.113.7 is not an address of this computer"
    )


def test_offline_without_a_wheelhouse_says_how_to_get_one(project: Project) -> None:
    shutil.rmtree(project.root / "wheelhouse")
    assert_fault(project.run("--offline", "--port", "0"), "--offline needs wheelhouse/", "run.py wheelhouse")
    assert not (project.root / ".venv").exists()


def test_a_wheelhouse_without_a_package_names_it(ready: Project) -> None:
    (ready.root / "requirements.txt").write_text(f"absent==1.0 --hash=sha256:{'0' * 64}\n")
    assert_fault(ready.run("--offline", "--port", "0"), "wheelhouse/ lacks a package", "absent==1.0")


def test_a_package_that_is_not_the_locked_one_is_refused(ready: Project) -> None:
    ready.outdate()
    (ready.root / "requirements.txt").write_text(f"tools==1.0 --hash=sha256:{'0' * 64}\n")
    assert_fault(ready.run("--offline", "--port", "0"), "not the one that was locked")


def test_a_first_setup_without_a_network_suggests_the_wheelhouse(ready: Project) -> None:
    (ready.root / "requirements.txt").write_text(f"absent==1.0 --hash=sha256:{'0' * 64}\n")
    assert_fault(ready.run("--port", "0"), "package index cannot be reached", "--offline")


def test_an_update_that_cannot_be_fetched_leaves_the_old_setup_working(ready: Project) -> None:
    lock = ready.root / "requirements.txt"
    before = lock.read_text()
    lock.write_text(f"absent==1.0 --hash=sha256:{'0' * 64}\n")
    assert_fault(ready.run("--port", "0"))
    lock.write_text(before)
    assert ready.run("--port", "0").stdout == "assistant serve --port 0\n"


def test_a_start_after_a_setup_for_tests_installs_nothing_and_passes_its_options_on(ready: Project) -> None:
    shutil.rmtree(ready.root / "wheelhouse")
    done = ready.run("--port", "0", "--no-browser", "--instance", "a b")
    assert (done.returncode, done.stdout) == (0, "assistant serve --port 0 --no-browser --instance a b\n")


def test_the_exit_code_of_the_assistant_is_kept(ready: Project) -> None:
    assert ready.run("serve", "--help", assistant_FAILS="7").returncode == 7


def test_the_assistant_command_works_from_any_folder_even_after_a_move(
    ready: Project, tmp_path: Path
) -> None:
    (tmp_path / "assistant.py").write_text("print('the wrong one')")
    ready.run("serve", "--help")
    command = [str(ready.root / ".venv" / "bin" / "assistant"), "odds", "a b"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "assistant odds a b\n"


def test_without_ensurepip_the_pip_of_this_python_is_used(project: Project, no_ensurepip: str) -> None:
    done = project.run("--offline", "--port", "0", PYTHONPATH=no_ensurepip)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "assistant serve --port 0")
    assert not list((project.root / ".venv").glob("lib/*/site-packages/pip"))


def test_without_ensurepip_and_pip_the_debian_package_is_named(project: Project, no_ensurepip: str) -> None:
    Path(no_ensurepip, "pip.py").write_text("raise ImportError('hidden')")
    done = project.run("--offline", "--port", "0", PYTHONPATH=no_ensurepip)
    assert_fault(done, "sudo apt install python3-venv")


def test_a_setup_interrupted_by_ctrl_c_is_quiet_and_repaired_by_the_next_run(
    ready: Project, no_ensurepip: str
) -> None:
    ready.outdate()
    with socket.create_server(("127.0.0.1", 0)) as mute:
        index = f"http://127.0.0.1:{mute.getsockname()[1]}/simple"
        child = ready.start("--port", "0", PIP_INDEX_URL=index)
        connection, _ = mute.accept()
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=30)
        connection.close()
    assert (child.returncode, errors) == (130, "")
    done = ready.run("--offline", "--port", "0", PYTHONPATH=no_ensurepip)
    assert "Making .venv" in done.stdout
    assert done.stdout.endswith("assistant serve --port 0\n")


def test_a_second_setup_waits_for_the_first(ready: Project) -> None:
    import fcntl

    ready.outdate()
    with (ready.root / "run.py").open("rb") as door:
        fcntl.flock(door, fcntl.LOCK_EX)
        child = ready.start("--offline", "--port", "0")
        assert child.stdout is not None
        assert "waiting" in child.stdout.readline()
    output, _ = child.communicate(timeout=60)
    assert output.endswith("assistant serve --port 0\n")


def test_a_read_only_folder_is_named(project: Project) -> None:
    project.root.chmod(0o555)
    script = str(project.root / "run.py")
    done = project.python("-c", DROP_ROOTS_PASS, sys.executable, script, "--offline", "--port", "0")
    project.root.chmod(0o755)
    assert_fault(done, str(project.root / ".venv"), "may not be written")


def test_a_full_disk_is_a_sentence() -> None:
    assert "disk is full" in run.explain(OSError(errno.ENOSPC, "No space left on device", "x"))


def test_a_full_disk_that_pip_met_is_the_same_sentence() -> None:
    said = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n"
    assert "disk is full" in str(run.pip_fault(said, offline=False))


def test_an_index_without_the_package_is_told_from_a_missing_network(ready: Project) -> None:
    (ready.root / "requirements.txt").write_text(f"absent==1.0 --hash=sha256:{'0' * 64}\n")
    done = ready.run("--port", "0", PIP_NO_INDEX="1")
    assert_fault(done, "none for this computer", "No matching distribution found for absent==1.0")


def test_what_nobody_foresaw_ends_with_what_pip_said_last() -> None:
    assert "ERROR: surprise" in str(run.pip_fault("chatter\n" * 50 + "ERROR: surprise\n", offline=False))


def test_the_wheelhouse_is_filled_with_every_locked_package(ready: Project, tmp_path: Path) -> None:
    store = (ready.root / "wheelhouse").rename(tmp_path / "store")
    done = ready.run("wheelhouse", PIP_NO_INDEX="1", PIP_FIND_LINKS=str(store))
    assert "holds 1 packages" in done.stdout, done.stderr
    assert [wheel.name for wheel in (ready.root / "wheelhouse").iterdir()] == ["tools-1.0-py3-none-any.whl"]


def with_chromium(tmp_path: Path) -> str:
    """A PATH on which a browser is found."""
    (tmp_path / "browser").mkdir()
    (tmp_path / "browser" / "chromium").touch(mode=0o755)
    return f"{tmp_path / 'browser'}{os.pathsep}{os.environ['PATH']}"


def test_the_test_command_checks_style_and_types_then_hands_its_options_to_pytest(
    ready: Project, tmp_path: Path
) -> None:
    done = ready.run("test", "-n", "0", "-k", "siege", PATH=with_chromium(tmp_path))
    expected = """
        == ruff check
        ruff check .

        == ruff format --check
        ruff format --check .

        == mypy
        mypy

        == pytest
        pytest -n 0 -k siege
    """
    assert (done.returncode, done.stdout) == (0, textwrap.dedent(expected))


def test_the_first_failing_step_ends_the_checks_with_its_exit_code(ready: Project, tmp_path: Path) -> None:
    done = ready.run("test", PATH=with_chromium(tmp_path), mypy_FAILS="7")
    assert done.returncode == 7
    assert done.stdout.endswith("== mypy\nmypy\n")


def test_a_failing_test_run_keeps_its_exit_code(ready: Project, tmp_path: Path) -> None:
    assert ready.run("test", PATH=with_chromium(tmp_path), pytest_FAILS="5").returncode == 5


def test_one_test_alone_needs_no_second_process() -> None:
    assert run.workers(["tests/test_run.py::test_x"]) == []


def fake_apt(folder: Path) -> Path:
    """An apt-get that writes down its arguments and installs an empty chromium."""
    folder.mkdir()
    apt = folder / "apt-get"
    apt.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys\n"
        "here = pathlib.Path(__file__).parent\n"
        "with (here / 'log').open('a') as log: log.write(' '.join(sys.argv[1:]) + '\\n')\n"
        "if 'install' in sys.argv: (here / 'chromium').touch(mode=0o755)\n"
    )
    apt.chmod(0o755)
    return folder


def test_root_on_debian_gets_chromium_after_being_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = fake_apt(tmp_path / "tools")
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    run.find_browser(may_install=True)
    commands = (tools / "log").read_text().splitlines()
    assert commands == ["update", "install -y --no-install-recommends chromium"]
    assert all(f"apt-get {command}" in capsys.readouterr().out for command in commands[1:])


def test_others_are_told_the_command_that_installs_chromium(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = fake_apt(tmp_path / "tools")
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(run.Fault, match="sudo apt-get install -y --no-install-recommends chromium"):
        run.find_browser(may_install=True)
    assert not (tools / "log").exists()


@pytest.mark.parametrize("ci", ["true", ""])
def test_without_leave_to_install_chromium_the_tests_do_not_start(
    ready: Project, tmp_path: Path, ci: str
) -> None:
    tools = fake_apt(tmp_path / "tools")
    done = ready.run("test", "--no-install", PATH=str(tools), CI=ci)
    assert_fault(done, "browser tests need Chromium", "sudo apt-get install")
    assert not (tools / "log").exists()


def pins(lock: str) -> dict[str, str]:
    """The packages of one of our lock files with their pins."""
    text = (HERE / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", text, re.MULTILINE))


def test_the_lock_for_development_contains_the_lock_for_running() -> None:
    assert pins("requirements.txt").items() <= pins("requirements-dev.txt").items()


def test_every_dependency_is_locked() -> None:
    settings = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {
        "requirements.txt": settings["project"]["dependencies"],
        "requirements-dev.txt": settings["dependency-groups"]["dev"],
    }
    for lock, requirements in wanted.items():
        names = {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}
        assert names <= pins(lock).keys(), f"run: python3 run.py lock ({lock})"


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_names_no_server_and_no_folder_and_says_how_it_was_made(lock: str) -> None:
    text = (HERE / lock).read_text(encoding="utf-8")
    assert "python3 run.py lock" in text
    assert not re.search(r"://|--index|--find-links|@ |file:|^-e", text, re.MULTILINE)


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_a_hash(lock: str) -> None:
    blocks = re.split(r"\n(?=[a-z0-9])", (HERE / lock).read_text(encoding="utf-8"))[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)
