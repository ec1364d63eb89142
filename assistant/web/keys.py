"""What the server keeps to itself: the key that signs cookies, and the game master's passphrase."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from assistant.campaign.passes import new_code
from assistant.kernel.errors import Malformed

FILE = "keys.json"
PASSPHRASE_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Keys:
    """Both are the same after a restart, so that nobody has to come in again."""

    secret: str
    passphrase: str


def new_keys() -> Keys:
    """Keys that nobody has had before."""
    return Keys(secrets.token_hex(32), new_code(PASSPHRASE_LETTERS))


def kept_keys(instance: Path) -> Keys:
    """The keys of an instance folder, made on the first start; only their owner may read the file."""
    path = instance / FILE
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Keys(str(kept["secret"]), str(kept["passphrase"]))
    except FileNotFoundError:
        return _write(path, new_keys())
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Malformed(
            "bad-keys",
            f"The file {path} cannot be read as the server's keys.",
            do="Delete it: a new passphrase is made, and everybody comes in again with their code.",
        ) from error


def _write(path: Path, keys: Keys) -> Keys:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"secret": keys.secret, "passphrase": keys.passphrase}, file, indent=1)
    return keys
