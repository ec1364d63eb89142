"""Dice that the app rolled in a fight that the phone keeps: a seal tells them from typed faces."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace

from assistant.kernel.asking import Answer, Rolled
from assistant.kernel.codec import Json, decode_answer, encode
from assistant.ledger.chain import canonical
from assistant.rules.combat.setup import FightSetup

SEAL = "seal"


class Seals:
    """The seals of one fight; nobody makes one who does not know the secret."""

    def __init__(self, secret: bytes, setup: FightSetup) -> None:
        self._secret = secret
        self._about = encode(setup)

    def sealed(self, answers: Sequence[Answer]) -> list[Json]:
        """Answers as they are handed out: where the app rolled, each is sealed with all before it."""
        plain = [encode(one) for one in answers]
        told: list[Json] = []
        for place, (answer, spelled) in enumerate(zip(answers, plain, strict=True)):
            if isinstance(spelled, dict) and is_by_app(answer):
                told.append({**spelled, SEAL: self._seal(plain[: place + 1])})
            else:
                told.append(spelled)
        return told

    def read(self, given: Sequence[Json]) -> list[Answer]:
        """Answers as they come back: faces without our seal lay on a table."""
        found: list[Answer] = []
        plain: list[Json] = []
        for one in given:
            seal = one.get(SEAL) if isinstance(one, dict) else None
            bare = (
                {name: value for name, value in one.items() if name != SEAL} if isinstance(one, dict) else one
            )
            answer = decode_answer(bare)
            plain.append(encode(answer))
            is_ours = isinstance(seal, str) and hmac.compare_digest(seal.encode(), self._seal(plain).encode())
            if is_by_app(answer) and not is_ours:
                assert isinstance(answer, Rolled)
                answer = replace(answer, by_hand=True, by_app=())
                plain[-1] = encode(answer)
            found.append(answer)
        return found

    def _seal(self, answers: Sequence[Json]) -> str:
        said = canonical([self._about, *answers])
        return hmac.new(self._secret, said.encode(), "sha256").hexdigest()


def is_by_app(answer: Answer) -> bool:
    """Whether it says that the app rolled any of its dice."""
    return isinstance(answer, Rolled) and (not answer.by_hand or bool(answer.by_app))
