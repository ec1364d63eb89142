"""Four kinds of refusal, each with a code, a sentence a player understands, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in one file: where it stands, what is wrong, what would be right."""

    file: str
    at: str
    wrong: str
    right: str = ""

    def __str__(self) -> str:
        where = ": ".join(part for part in (self.file, self.at) if part)
        what = f"{self.wrong}; {self.right}" if self.right else self.wrong
        return f"{where}: {what}" if where else what


class AssistantError(Exception):
    """The base of everything the assistant refuses; never raised itself."""

    kind: ClassVar[str]
    names: object = None
    """The deed that the sentence names, of which not everybody may know."""
    unnamed = ""
    """The sentence for those who may not."""

    def __init__(
        self, code: str, sentence: str, *, do: str = "", faults: Iterable[Fault] = (), at: str = ""
    ) -> None:
        """`at` is where it would stand in a file, if it came from one."""
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.do = do
        self.faults = tuple(faults)
        self.at = at

    def __str__(self) -> str:
        return f"{self.sentence} {self.do}".strip()

    def naming(self, deed: object, unnamed: str) -> Self:
        """The same, with the deed that it names, and what it says to those who may not know of that."""
        self.names, self.unnamed = deed, unnamed
        return self

    def lines(self) -> tuple[str, ...]:
        """What is shown to the user: one line per fault, or the sentence and what to do."""
        return tuple(str(fault) for fault in self.faults) or (str(self),)


class Malformed(AssistantError):
    """It cannot be understood: a wrong number of dice, a broken file, a missing key."""

    kind = "malformed"


class Illegal(AssistantError):
    """It is understood, and the rules or the state of the game forbid it."""

    kind = "illegal"


class Stale(AssistantError):
    """It was meant for a state of the game that has since changed."""

    kind = "stale"


class BadPack(AssistantError):
    """A scenario or roster file has faults; all of them are listed."""

    kind = "bad-pack"


class ReplayDiverged(Stale):
    """Stored answers no longer fit the questions that the rules ask now; what was recorded stands."""

    def __init__(self, step: int, sentence: str) -> None:
        super().__init__("replay-diverged", f"Step {step}: {sentence}")
        self.step = step


def refuse_all(refusals: Iterable[AssistantError]) -> None:
    """Raise the only refusal as it is, or one that lists several; without any, go on."""
    found = tuple(refusals)
    if len(found) == 1:
        raise found[0]
    if found:
        lines = dict.fromkeys(line for refusal in found for line in refusal.lines())
        raise Malformed(
            "several-faults", "Several things are wrong.", faults=[Fault("", "", line) for line in lines]
        )
