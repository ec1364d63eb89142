#!/usr/bin/env python3
"""Sets up, starts and tests the assistant with nothing but Python: see `python3 run.py --help`."""

import contextlib
import difflib
import errno
import hashlib
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def python_fault(major: int, minor: int) -> str:
    """The sentence for a Python that is too old, or nothing."""
    if (major, minor) >= (3, 11):
        return ""
    return (
        f"the assistant needs Python 3.11 or newer, and this is Python {major}.{minor}. "
        "Install a newer Python, then start again with it, for example: python3.11 run.py"
    )


# Everything above may be evaluated by an old Python, and the whole file must parse in one (3.6 and later).
if python_fault(*sys.version_info[:2]):
    sys.stderr.write("run.py: " + python_fault(*sys.version_info[:2]) + "\n")
    sys.exit(2)

from collections.abc import Callable, Iterator  # noqa: E402
from typing import NamedTuple  # noqa: E402

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "setup.json"
WHEELHOUSE = ROOT / "wheelhouse"
BENCH = ROOT / "bench"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
# This Python may be the one in .venv, and then it goes when .venv is made anew.
BASE_PYTHON: str = getattr(sys, "_base_executable", None) or sys.executable
RUN_LOCK = "requirements.txt"
DEV_LOCK = "requirements-dev.txt"
DEFAULT_PORT = 8090
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Debian's packages for each browser that the tests need; the system's own Python opens the window of WebKit.
PACKAGES = {
    "Chromium": "chromium",
    "Firefox": "firefox-esr",
    "WebKit": "webkit2gtk-driver xvfb python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1",
}
SYSTEM_PYTHON = "/usr/bin/python3"
WEBKIT_WINDOW = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
# What the tests of the oldest packages are run with, and those that meet every package: the front of the
# program, files, ledger, sheets, maps, pages and the server.
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "jsonschema", "pypdf", "pypdfium2")
TELLING = (
    *("tests/kernel", "tests/ledger", "tests/packs", "tests/table", "tests/maps", "tests/cli"),
    *("tests/printing/test_layout_pdf.py", "tests/printing/test_charts_pdf.py"),
    *("tests/web/test_serve.py", "tests/web/test_stream.py", "tests/web/test_qr.py"),
    *("tests/web/test_openapi.py", "tests/web/test_playing.py", "tests/web/test_typefaces.py"),
)
NO_NETWORK_SIGNS = (
    "connection broken by",
    "Failed to establish a new connection",
    "Max retries exceeded",
    "Temporary failure in name resolution",
    "getaddrinfo failed",
    "Network is unreachable",
    "Read timed out",
    "Cannot connect to proxy",
)
DISK_FULL_SIGNS = ("No space left on device", "not enough space on the disk")
LEAST_FREE = 30_000_000
DISK_FULL = (
    "the disk is full. Free some space (about 500 MB for everything), then run the same command again."
)
NO_PIP = (
    "this Python has neither ensurepip nor pip, so packages cannot be installed. "
    "On Debian and Ubuntu run: sudo apt install python3-venv"
)
HELP = """\
Usage: python3 run.py [COMMAND] [OPTIONS]

Commands:
  serve             set up what is missing, then start the web app (this is what no command means);
                    takes --host ADDRESS, --port N, --no-browser, --instance FOLDER
  test [ARGS]       style, types and every test; ARGS go to pytest. Chromium, Firefox and WebKit
                    are installed where that is allowed; --no-install forbids it
  check             style and types only
  lowest [ARGS]     a telling part of the tests with the oldest packages that pyproject.toml
                    allows, in a .venv of their own that is thrown away; ARGS go to pytest
  bench [NAME ...]  run the named benchmarks, or all of them
  screenshots [DIR] every page and moment of a fight as pictures, in printouts/screenshots or DIR
  wheelhouse        fetch every package into wheelhouse/, to set up later without internet
  lock [ARGS]       write requirements*.txt anew from pyproject.toml; ARGS go to uv (--upgrade)

Options:
  --offline         install from wheelhouse/ only, never from the network
  -h, --help        show this text

Examples:
  python3 run.py                          start, and open the browser
  python3 run.py --port 9000 --no-browser
  python3 run.py test -k siege            everything, but only the tests about sieges
  python3 run.py wheelhouse               at home, with internet ...
  python3 run.py --offline                ... and at the venue, without
"""


class Fault(Exception):
    """A sentence for the person at the keyboard."""


class Unobtainable(Fault):
    """Packages could not be fetched; what was installed before is untouched."""


class Venv(NamedTuple):
    """What a working .venv says about itself."""

    python: str
    packages: Path


def say(text: str) -> None:
    """Prints a line at once, so that it stands before what a child process prints."""
    print(text, flush=True)


def explain(fault: OSError) -> str:
    """The sentence for what the operating system refused."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return DISK_FULL
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return (
            f"{fault.filename or ROOT} may not be written ({fault.strerror}). "
            "Copy the whole project to a folder of your own, and close any assistant still running from it."
        )
    return f"{fault.strerror or fault}: {fault.filename}" if fault.filename else str(fault)


def unknown(kind: str, name: str, known: list[str]) -> Fault:
    """The fault for a name that does not exist, with the nearest one that does."""
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return Fault(f"there is no {kind} '{name}'.{hint} There are: {', '.join(known) or 'none'}.")


# --- Child processes ---------------------------------------------------------------------------------------


def quietly(command: list[str]) -> tuple[int, str]:
    """Runs a command without showing its output; the exit code and the output."""
    done = subprocess.run(
        command,
        cwd=str(ROOT),
        env={**os.environ, "PIP_USER": "0"},  # a personal `user = true` would install outside .venv
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    return done.returncode, done.stdout


def wait_for(command: list[str], cwd: Path | None = None, **variables: str) -> int:
    """Runs a command in the foreground; after Ctrl-C it may still finish its own last words."""
    interrupted = False
    with subprocess.Popen(command, cwd=cwd, env={**os.environ, **variables}) as child:
        while True:
            try:
                code = child.wait()
                return 130 if interrupted else code
            except KeyboardInterrupt:
                interrupted = True


def step(title: str, command: list[str]) -> int:
    """Runs one headed step in the project's folder."""
    say(f"\n== {title}")
    return wait_for(command, cwd=ROOT)


def module(name: str, *arguments: str) -> list[str]:
    """The command for a module of .venv; unlike .venv's scripts it still works after the folder was moved."""
    return [str(PYTHON), "-m", name, *arguments]


# --- Setting up --------------------------------------------------------------------------------------------


def read_stamp() -> dict[str, str] | None:
    """What was installed: None for a .venv that run.py did not make, {} for one left unfinished."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: dict[str, str]) -> None:
    """Records what is installed; {} means that a setup has begun and not ended."""
    VENV.mkdir(exist_ok=True)
    STAMP.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")


def fingerprint(lock: str) -> str:
    """The hash of a lock file."""
    return hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()


def probe() -> Venv | None:
    """The working .venv, or None if its Python is missing, broken or too old."""
    if not PYTHON.exists():
        return None
    question = "import sys, sysconfig; print(*sys.version_info[:2], sysconfig.get_path('purelib'))"
    code, answer = quietly([str(PYTHON), "-I", "-c", question])
    if code:
        return None
    major, minor, packages = answer.strip().split(" ", 2)
    return None if python_fault(int(major), int(minor)) else Venv(f"{major}.{minor}", Path(packages))


def ready_venv(lock: str) -> Venv | None:
    """The .venv, if it already holds what a lock file lists."""
    venv, stamp = probe(), read_stamp() or {}
    ready = venv and stamp.get("python") == venv.python and stamp.get(lock) == fingerprint(lock)
    return venv if ready else None


@contextlib.contextmanager
def only_one_setup() -> Iterator[None]:
    """Keeps a second run.py from repairing what a first one is still building."""
    with Path(__file__).open("rb") as door:
        if sys.platform == "win32":
            import msvcrt

            door.seek(1 << 30)  # Windows locks keep others from reading: lock a byte that does not exist
            while True:
                with contextlib.suppress(OSError):  # it gives up every ten seconds
                    msvcrt.locking(door.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            try:
                fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another run.py is setting up; waiting for it ...")
                fcntl.flock(door, fcntl.LOCK_EX)
        yield


def prepare(lock: str, offline: bool) -> Venv:
    """Makes .venv hold what a lock file lists; touches neither network nor disk when it already does."""
    venv = ready_venv(lock)
    if venv is None:
        with only_one_setup():
            venv = ready_venv(lock) or install(lock, offline)
    if venv.python != "{}.{}".format(*sys.version_info):
        say(f"Using the .venv made for Python {venv.python}. To change that, delete .venv and start again.")
    link_package(venv)
    return venv


def install(lock: str, offline: bool) -> Venv:
    """Installs a lock file; the stamp is written last, so that the next run repairs an interrupted one."""
    if offline and not any(WHEELHOUSE.glob("*.whl")):
        raise Fault("--offline needs wheelhouse/. On a computer with internet run: python3 run.py wheelhouse")
    began = time.monotonic()
    venv = usable_venv()
    before = {**(read_stamp() or {}), "python": venv.python}
    write_stamp({})
    say(f"Installing the packages of {lock} (half a minute the first time) ...")
    try:
        pip(venv, "install", "--require-hashes", "-r", lock, offline=offline)
    except Unobtainable:
        write_stamp(before)  # pip installs nothing before it has fetched everything
        raise
    satisfied = (RUN_LOCK, DEV_LOCK) if lock == DEV_LOCK else (lock,)
    write_stamp({"python": venv.python, **{name: fingerprint(name) for name in satisfied}})
    say(f"Ready after {time.monotonic() - began:.0f} s.")
    return venv


def usable_venv() -> Venv:
    """The .venv as it is, made anew if it is broken or was left unfinished."""
    venv, stamp = probe(), read_stamp()
    if venv and (stamp is None or stamp.get("python") == venv.python):
        return venv
    return make_venv()


def make_venv() -> Venv:
    """A new, empty .venv; without a pip of its own where this Python has no ensurepip."""
    say("Making .venv for Python {}.{} ...".format(*sys.version_info))
    bare = not has_ensurepip()
    if bare:
        outer_pip()
    if VENV.exists():
        shutil.rmtree(VENV)
    write_stamp({})
    code, output = quietly([BASE_PYTHON, "-m", "venv", *(["--without-pip"] if bare else []), str(VENV)])
    venv = probe()
    if code or venv is None:
        raise child_fault("Python could not make .venv", output)
    write_stamp({"python": venv.python})
    return venv


def has_ensurepip() -> bool:
    """Whether this Python can put a pip into a new .venv; Debian's needs a package for that."""
    try:
        import ensurepip

        return bool(ensurepip.version())
    except ImportError:
        return False


def outer_pip() -> list[str]:
    """A pip outside .venv, which can still install into it."""
    for python in (sys.executable, BASE_PYTHON):
        if quietly([python, "-m", "pip", "--version"])[0] == 0:
            return [python, "-m", "pip"]
    raise Fault(NO_PIP)


def pip(venv: Venv, command: str, *arguments: str, offline: bool = False) -> None:
    """Runs pip for .venv without its chatter."""
    own = (venv.packages / "pip").is_dir()
    start = module("pip") if own else [*outer_pip(), "--python", str(PYTHON)]
    source = ["--no-index", "--find-links", str(WHEELHOUSE)] if offline else []
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "2"]
    code, output = quietly([*start, command, *quiet, *source, *arguments])
    if code:
        raise pip_fault(output, offline)


def pip_fault(output: str, offline: bool) -> Fault:
    """The sentence for what pip printed before it gave up."""
    if any(sign in output for sign in DISK_FULL_SIGNS):
        return Fault(DISK_FULL)
    if "DO NOT MATCH THE HASHES" in output:
        return child_fault("a package is not the one that was locked, so nothing was installed", output)
    if offline and "No matching distribution found" in output:
        return Unobtainable(
            f"wheelhouse/ lacks a package for this computer:\n{last_lines(output)}\n"
            "With internet, on the same kind of computer and Python, run: python3 run.py wheelhouse"
        )
    if any(sign in output for sign in NO_NETWORK_SIGNS):
        return Unobtainable(
            "the package index cannot be reached. The first setup needs internet, or a wheelhouse/ that "
            "`python3 run.py wheelhouse` made on a computer with internet; then add --offline."
        )
    if "(from versions: none)" in output:
        why = "either the package index cannot be reached, or it has none for this computer and Python"
        return Unobtainable(f"pip found no version of a package: {why}. It said:\n{last_lines(output)}")
    return child_fault("pip could not install the packages", output)


def child_fault(sentence: str, output: str) -> Fault:
    """A fault that ends with what the failing program said last; venv does not say that the disk is full."""
    if any(sign in output for sign in DISK_FULL_SIGNS) or shutil.disk_usage(ROOT).free < LEAST_FREE:
        return Fault(DISK_FULL)
    return Fault(f"{sentence}. It said:\n{last_lines(output)}")


def last_lines(output: str) -> str:
    """The end of a program's output, indented."""
    return "\n".join("    " + line for line in output.strip().splitlines()[-6:])


def link_package(venv: Venv) -> None:
    """Lets .venv import the assistant from this folder and gives it the `assistant` command: no build."""
    write_if_changed(
        venv.packages / "ring-of-power-assistant.pth", os.path.relpath(ROOT, venv.packages) + "\n"
    )
    if os.name == "nt":
        write_if_changed(SCRIPTS / "assistant.cmd", '@"%~dp0python.exe" -P -m assistant %*\n')
    else:
        text = f'#!/bin/sh\nexec {shlex.quote(str(PYTHON))} -P -m assistant "$@"\n'
        write_if_changed(SCRIPTS / "assistant", text)


def write_if_changed(path: Path, text: str) -> None:
    """Writes an executable text file unless it already says so."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)


# --- Commands ----------------------------------------------------------------------------------------------


def serve(arguments: list[str], offline: bool) -> int:
    """Starts the web app in place of this process."""
    if "--help" not in arguments:
        check_port(option(arguments, "--host", "0.0.0.0"), option(arguments, "--port", str(DEFAULT_PORT)))
    prepare(RUN_LOCK, offline)
    command = [str(PYTHON), "-P", "-m", "assistant", "serve", *arguments]
    if os.name != "nt":  # there execv would give the terminal back while the server still runs
        sys.stdout.flush()
        os.execv(command[0], command)
    return wait_for(command)


def option(arguments: list[str], name: str, default: str) -> str:
    """The value of an option that is passed on, as `--name value` or `--name=value`."""
    for index, argument in enumerate(arguments):
        if argument.startswith(name + "="):
            return argument[len(name) + 1 :]
        if argument == name and index + 1 < len(arguments):
            return arguments[index + 1]
    return default


def check_port(host: str, port: str) -> None:
    """Refuses a port that cannot be listened on; a port that is no number is the assistant's to refuse."""
    if not port.isdigit() or int(port) > 65535:
        return
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as door:
            if os.name != "nt":  # there it would let two programs share the port
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(address)
    except OSError as fault:
        raise port_fault(fault, host, int(port)) from fault


def port_fault(fault: OSError, host: str, port: int) -> Fault:
    """The sentence for an address that cannot be listened on."""
    other = f"Choose another: python3 run.py --port {port + 1 if 1024 < port < 65535 else DEFAULT_PORT}"
    if fault.errno == errno.EADDRINUSE:
        return Fault(f"port {port} is already taken, perhaps by an assistant that is still running. {other}")
    if fault.errno == errno.EACCES:
        return Fault(f"port {port} is not allowed for you. {other}")
    return Fault(f"{host} is not an address of this computer. Leave out --host to listen on all of them.")


def test(arguments: list[str], offline: bool) -> int:
    """Style, types and tests; the exit code of the first that fails."""
    may_install = "--no-install" not in arguments and not offline
    arguments = [argument for argument in arguments if argument != "--no-install"]
    find_browsers(may_install)
    prepare(DEV_LOCK, offline)
    return style_and_types() or step("pytest", module("pytest", *workers(arguments), *arguments))


def workers(arguments: list[str]) -> list[str]:
    """Two processes, unless the tests are few, debugged, or the number is given."""
    alone = ("-n", "--numprocesses", "--pdb", "--trace", "-s", "--capture=no", "--collect-only")
    few = any(argument.startswith(alone) or "::" in argument for argument in arguments)
    return [] if few or (os.cpu_count() or 1) < 2 else ["-n", "2"]


def find_browsers(may_install: bool) -> None:
    """Makes sure that the browser tests have their browsers: they are never left out."""
    missing = missing_browsers()
    if missing and may_install and shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        commands = apt_commands(missing)
        say(f"The browser tests need {listed(missing)}. Installing: {' && '.join(commands)}")
        for command in commands:
            if wait_for(command.split(), DEBIAN_FRONTEND="noninteractive"):
                what = f"{listed(missing)} could not be installed"
                raise Fault(f"{what}: '{command}' failed. The browser tests need it.")
        missing = missing_browsers()
    if "Chromium" in missing:
        raise Fault(f"the browser tests need Chromium, and none is on the PATH. {browser_advice(missing)}")
    if missing:  # few systems have all of them: the other tests can still run
        print(
            f"The tests in {listed(missing)} will fail. {browser_advice(missing)}",
            file=sys.stderr,
            flush=True,
        )


def missing_browsers() -> list[str]:
    """Those of the browsers that are not here."""
    here = {
        "Chromium": any(map(shutil.which, BROWSERS)),
        "Firefox": any(map(shutil.which, ("firefox-esr", "firefox"))),
        "WebKit": all(map(shutil.which, ("WebKitWebDriver", "Xvfb"))) and has_webkit_window(),
    }
    return [name for name in PACKAGES if not here[name]]


def has_webkit_window() -> bool:
    """Whether the system's Python can open a window of WebKit."""
    return Path(SYSTEM_PYTHON).exists() and quietly([SYSTEM_PYTHON, "-c", WEBKIT_WINDOW])[0] == 0


def apt_commands(missing: list[str]) -> list[str]:
    """What installs these browsers on Debian."""
    packages = " ".join(PACKAGES[name] for name in missing)
    return ["apt-get update", f"apt-get install -y --no-install-recommends {packages}"]


def browser_advice(missing: list[str]) -> str:
    """The exact command that installs these browsers on this kind of computer."""
    if shutil.which("apt-get"):
        return "Run: " + " && ".join("sudo " + command for command in apt_commands(missing))
    if "Chromium" not in missing:
        return "Debian has all browsers that the tests need: run them there."
    for tool, command in (("dnf", "sudo dnf install chromium"), ("brew", "brew install --cask chromium")):
        if shutil.which(tool):
            return "Run: " + command
    return "Install Chromium or Chrome and put its folder on the PATH."


def listed(names: list[str]) -> str:
    """Chromium, Firefox and WebKit."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def lowest(arguments: list[str], offline: bool) -> int:
    """Whether the lower bounds of pyproject.toml are true: tests with just these packages."""
    if offline:
        raise Fault("lowest asks the package index, so it cannot be combined with --offline.")
    with tempfile.TemporaryDirectory(prefix="assistant-lowest-") as folder:
        code, output = quietly([BASE_PYTHON, "-m", "venv", folder])
        if code:
            raise child_fault("Python could not make a folder for the oldest packages", output)
        python = str(Path(folder) / PYTHON.relative_to(VENV))
        say(f"Installing {', '.join(lowest_packages())} ...")
        quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "2"]
        code, output = quietly([python, "-m", "pip", "install", *quiet, *lowest_packages(), *TOOLS])
        if code:
            raise pip_fault(output, offline)
        say("\n== pytest with the oldest packages")
        tests = [*workers(arguments), "-p", "no:cacheprovider", *(arguments or TELLING)]
        return wait_for([python, "-m", "pytest", *tests], cwd=ROOT, PYTHONPATH=str(ROOT))


def lowest_packages() -> list[str]:
    """The oldest version that pyproject.toml allows of each package it names."""
    import tomllib

    with (ROOT / "pyproject.toml").open("rb") as file:
        wanted = tomllib.load(file)["project"]["dependencies"]
    return [one.replace(">=", "==") for one in wanted]


def check(arguments: list[str], offline: bool) -> int:
    """Style and types only."""
    refuse_options("check", arguments)
    prepare(DEV_LOCK, offline)
    return style_and_types()


def style_and_types() -> int:
    """The exit code of the first check that fails."""
    return (
        step("ruff check", module("ruff", "check", "."))
        or step("ruff format --check", module("ruff", "format", "--check", "."))
        or step("mypy", module("mypy"))
    )


def bench(arguments: list[str], offline: bool) -> int:
    """Runs benchmarks; options go to each of them."""
    known = sorted(path.stem for path in BENCH.glob("*.py") if not path.stem.startswith("_"))
    first = next((at for at, one in enumerate(arguments) if one.startswith("-")), len(arguments))
    # What follows an option may be its value: --requests 100000.
    named = arguments[:first] + [one for one in arguments[first:] if one in known]
    options = [one for one in arguments[first:] if one not in known]
    for name in named:
        if name not in known:
            raise unknown("benchmark", name, known)
    prepare(DEV_LOCK, offline)
    codes = [step(name, [str(PYTHON), str(BENCH / f"{name}.py"), *options]) for name in named or known]
    return next(filter(None, codes), 0)


def screenshots(arguments: list[str], offline: bool) -> int:
    """Takes a picture of every page, to be looked at."""
    prepare(DEV_LOCK, offline)
    return step("screenshots", module("tests.browser.pictures", *arguments))


def wheelhouse(arguments: list[str], offline: bool) -> int:
    """Fetches every package for this kind of computer, for a later setup without internet."""
    refuse_options("wheelhouse", arguments)
    if offline:
        raise Fault("wheelhouse fetches packages, so it cannot be combined with --offline.")
    venv = prepare(RUN_LOCK, offline)
    say(f"Fetching the packages of {DEV_LOCK} into wheelhouse/ ...")
    wanted = ["--require-hashes", "--only-binary", ":all:", "-r", DEV_LOCK, "--dest", str(WHEELHOUSE)]
    pip(venv, "download", *wanted)
    sizes = [wheel.stat().st_size for wheel in WHEELHOUSE.glob("*.whl")]
    say(f"wheelhouse/ holds {len(sizes)} packages, {sum(sizes) / 1e6:.0f} MB, for {sys.platform} only.")
    say("Copy the project with it, then start there with: python3 run.py --offline")
    return 0


def lock(arguments: list[str], offline: bool) -> int:
    """Writes both lock files anew; the one for development agrees with the one for running."""
    if offline:
        raise Fault("lock asks the package index, so it cannot be combined with --offline.")
    with only_one_setup():
        venv = usable_venv()
        if not (venv.packages / "uv").is_dir():
            say("Installing uv ...")
            pip(venv, "install", "uv")
    how = ["--no-config", "--universal", "--generate-hashes", "--python-version", "3.11", "--quiet"]
    how += ["--custom-compile-command", "python3 run.py lock", "pyproject.toml", *arguments]
    compile_lock = module("uv", "pip", "compile", *how)
    return step(RUN_LOCK, [*compile_lock, "--output-file", RUN_LOCK]) or step(
        DEV_LOCK, [*compile_lock, "--group", "dev", "--constraints", RUN_LOCK, "--output-file", DEV_LOCK]
    )


def refuse_options(command: str, arguments: list[str]) -> None:
    """Refuses what a command would otherwise ignore."""
    if arguments:
        raise Fault(f"'{command}' takes no '{arguments[0]}'. See: python3 run.py --help")


COMMANDS: dict[str, Callable[[list[str], bool], int]] = {
    "serve": serve,
    "test": test,
    "check": check,
    "lowest": lowest,
    "bench": bench,
    "screenshots": screenshots,
    "wheelhouse": wheelhouse,
    "lock": lock,
}


def obey(arguments: list[str]) -> int:
    """Runs the command that the arguments name."""
    offline = "--offline" in arguments
    arguments = [argument for argument in arguments if argument != "--offline"]
    if arguments[:1] in (["--help"], ["-h"], ["help"]):
        say(HELP)
        return 0
    if not arguments or arguments[0].startswith("-"):
        return serve(arguments, offline)
    if arguments[0] not in COMMANDS:
        raise unknown("command", arguments[0], list(COMMANDS))
    return COMMANDS[arguments[0]](arguments[1:], offline)


def main(arguments: list[str]) -> int:
    """The exit code: that of the failing step, 2 for a fault, 130 after Ctrl-C."""
    try:
        return obey(arguments)
    except KeyboardInterrupt:
        return 130
    except Fault as fault:
        sentence = str(fault)
    except OSError as fault:
        sentence = explain(fault)
    print(f"run.py: {sentence}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
