"""What the server keeps to itself: the key that signs cookies, and the game master's passphrase."""

from __future__ import annotations

import base64
import hmac
import json
import logging
import secrets
from dataclasses import dataclass
from pathlib import Path

from assistant.campaign.passes import new_code, tidy_code
from assistant.kernel.errors import AssistantError, Malformed
from assistant.ledger.files import written_whole

logger = logging.getLogger(__name__)

FILE = "keys.json"
PASSPHRASE_LETTERS = 12
SCANNED_LETTERS = 10
"""Of 32 letters each: who makes marks up has one of a thousand million million tries right."""


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
        return Keys(_text(kept["secret"]), _text(kept["passphrase"]))
    except FileNotFoundError:
        return _write(path, new_keys())
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Malformed(
            "bad-keys",
            f"The file {path} cannot be read as the server's keys.",
            do="Delete it: a new passphrase is made, and everybody comes in again with their code.",
        ) from error


def mark_of(keys: Keys, code: str) -> str:
    """What our QR codes carry beside a code: nobody who guesses can make it, so a scan is no guess."""
    signed = hmac.new(keys.secret.encode(), f"scanned {tidy_code(code)}".encode(), "sha256").digest()
    return base64.b32encode(signed).decode()[:SCANNED_LETTERS]


def is_scanned(keys: Keys, code: str, mark: str) -> bool:
    """Whether a code was read from a picture of ours."""
    return hmac.compare_digest(mark_of(keys, code).encode(), mark.encode())


def _text(said: object) -> str:
    """A text that something can be signed with: an empty one would let everybody in."""
    if not isinstance(said, str) or not said.strip():
        raise ValueError
    # Half a letter, as JSON may hold it, has no bytes.
    said.encode()
    return said


def _write(path: Path, keys: Keys) -> Keys:
    """Keep them, where that can be; else they hold until the server ends."""
    text = json.dumps({"secret": keys.secret, "passphrase": keys.passphrase}, indent=1)
    try:
        with written_whole(path, is_private=True) as file:
            file.write(text.encode())
    except AssistantError as error:
        logger.warning("A new passphrase is made at every start. %s", error)
    return keys
