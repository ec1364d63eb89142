"""The front door: `run.py` sets up from nothing, starts again without a network, and fails in sentences."""

from __future__ import annotations

import ast
import errno
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import run
from tests.front_door.conftest import DROP_ROOTS_PASS, HERE, Project, assert_fault


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
