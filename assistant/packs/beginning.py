"""A scenario to begin with: a small one that works, with comments that say what to change."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from string import Template

from assistant.kernel.errors import Illegal, Malformed
from assistant.packs.where import shown_path

PATTERNS = Path(__file__).parent / "skeleton"
FILES = (
    "scenario.toml",
    "commanders.toml",
    "starts.toml",
    "schedule.toml",
    "places.toml",
    "place-rules.toml",
    "victory.toml",
    "things.toml",
    "thing-rules.toml",
    "README.md",
)


def write_skeleton(name: str, shelf: Path) -> tuple[Path, ...]:
    """Write the files of a new scenario; refuses to touch one that is there."""
    slug = slug_of(name)
    folder = shelf / slug
    if folder.exists():
        raise Illegal(
            "scenario-exists",
            f"{shown_path(folder)} is there already.",
            do="Choose another name, or remove it.",
        )
    folder.mkdir(parents=True)
    written = []
    for file in FILES:
        pattern = Template((PATTERNS / file).read_text(encoding="utf-8"))
        path = folder / file
        path.write_text(
            pattern.substitute(id=slug, name=_title(name), folder=shown_path(folder)), encoding="utf-8"
        )
        written.append(path)
    return tuple(written)


def slug_of(name: str) -> str:
    """The id of a scenario from its name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:60]
    if not slug:
        raise Malformed("bad-name", f"{name!r} has no letters to make a name from.", do="Use plain letters.")
    return slug


def _title(name: str) -> str:
    """What stands in the files: the name as given, or a slug made readable, without quotes."""
    clean = " ".join(name.split()).replace('"', "").replace("\\", "")
    return clean.replace("-", " ").title() if clean == clean.lower() else clean
