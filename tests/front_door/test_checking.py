"""`run.py test`: style, types and tests in turn, and the browser that the tests need."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path

import pytest

import run
from tests.front_door.conftest import Project, assert_fault


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


def test_the_options_of_a_benchmark_may_have_values_of_their_own(ready: Project) -> None:
    for options in (["--trials", "100"], ["--trials=100", "--fast"]):
        done = ready.run("bench", "odds", *options, "--offline")
        assert done.returncode == 0, done.stderr
        assert done.stdout.endswith(f"== odds\nodds {' '.join(options)}\n")


def test_a_failing_test_run_keeps_its_exit_code(ready: Project, tmp_path: Path) -> None:
    assert ready.run("test", PATH=with_chromium(tmp_path), pytest_FAILS="5").returncode == 5


def test_one_test_alone_needs_no_second_process() -> None:
    assert run.workers(["tests/front_door/test_checking.py::test_x"]) == []


def fake_apt(folder: Path) -> Path:
    """An apt-get that writes down its arguments and installs empty browsers."""
    folder.mkdir()
    apt = folder / "apt-get"
    apt.write_text(
        f"#!{sys.executable}\n"
        "import pathlib, sys\n"
        "here = pathlib.Path(__file__).parent\n"
        "with (here / 'log').open('a') as log: log.write(' '.join(sys.argv[1:]) + '\\n')\n"
        "for name in ('chromium', 'firefox-esr', 'WebKitWebDriver', 'Xvfb'):\n"
        "    if 'install' in sys.argv: (here / name).touch(mode=0o755)\n"
    )
    apt.chmod(0o755)
    return folder


def test_root_on_debian_gets_every_browser_after_being_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = fake_apt(tmp_path / "tools")
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    run.find_browsers(may_install=True)
    commands = (tools / "log").read_text().splitlines()
    assert commands == ["update", f"install -y --no-install-recommends {' '.join(run.PACKAGES.values())}"]
    assert all(f"apt-get {command}" in capsys.readouterr().out for command in commands[1:])


def test_others_are_told_the_command_that_installs_chromium(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = fake_apt(tmp_path / "tools")
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(run.Fault, match="sudo apt-get install -y --no-install-recommends chromium"):
        run.find_browsers(may_install=True)
    assert not (tools / "log").exists()


def test_with_chromium_alone_the_tests_go_on_and_say_which_of_them_will_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = fake_apt(tmp_path / "tools")
    (tools / "chromium").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    run.find_browsers(may_install=True)
    told = capsys.readouterr().err
    assert "The tests in Firefox and WebKit will fail." in told
    assert "sudo apt-get install -y --no-install-recommends firefox-esr webkit2gtk-driver" in told


@pytest.mark.parametrize("ci", ["true", ""])
def test_without_leave_to_install_chromium_the_tests_do_not_start(
    ready: Project, tmp_path: Path, ci: str
) -> None:
    tools = fake_apt(tmp_path / "tools")
    done = ready.run("test", "--no-install", PATH=str(tools), CI=ci)
    assert_fault(done, "browser tests need Chromium", "sudo apt-get install")
    assert not (tools / "log").exists()
