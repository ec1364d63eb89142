"""Where the scenarios and rosters that come with the assistant are kept."""

from __future__ import annotations

import stat
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
DEFAULT_SCENARIO = "war-of-the-ring"


def home(package: Path = PACKAGE) -> Path:
    """The folder with `rosters/` and `scenarios/`: inside an installed package, else beside a checkout's."""
    installed = package / "_packs"
    return installed if (installed / "rosters").is_dir() else package.parent


def is_folder(path: Path) -> bool:
    """Whether this is a folder; a name that no folder can have is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def shown_path(path: Path) -> str:
    """A path as a person at this prompt would type it: short where it lies below the current folder."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def is_there(path: Path) -> bool:
    """Whether there is anything of this name, also what cannot be opened."""
    try:
        return path.is_symlink() or path.exists()
    except OSError:
        return False


def is_endless(path: Path) -> bool:
    """Whether reading it might wait for ever: a pipe, a socket or a device."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
