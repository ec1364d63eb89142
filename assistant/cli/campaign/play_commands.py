"""The commands of the running game: each has its names, how it is written, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from assistant.cli.campaign.play_sitting import Sitting
from assistant.kernel.errors import Illegal, Malformed
from assistant.kernel.near import nearest

Run = Callable[[Sitting, str], None]

NEARLY = 0.75
UN = "un"


@dataclass(frozen=True, slots=True)
class Command:
    """One command: the names it goes by, an example of how it is written, what it does, and how."""

    names: tuple[str, ...]
    usage: str
    says: str
    run: Run


COMMANDS: list[Command] = []


def command(usage: str, says: str, *aliases: str) -> Callable[[Run], Run]:
    """Register a command; its name is the first word of its usage."""

    def register(run: Run) -> Run:
        COMMANDS.append(Command((usage.split()[0], *aliases), usage, says, run))
        return run

    return register


def understood(line: str) -> tuple[Command, str]:
    """The command that is meant, and the rest of the line; a number alone means to see to what it lists."""
    first, _, rest = line.strip().partition(" ")
    word = first.lower().rstrip(":")
    known = {name: one for one in COMMANDS for name in one.names}
    if word.rstrip(".").isdigit() and word.isascii():
        return known["do"], line.strip()
    if word in known:
        return known[word], rest.strip()
    begun = list({id(one): one for name, one in known.items() if name.startswith(word)}.values())
    if len(begun) == 1:
        return begun[0], rest.strip()
    if len(begun) > 1:
        names = ", ".join(one.names[0] for one in begun)
        raise Malformed("which-command", f"{first!r} may be {names}.", do="Type a little more.")
    raise Malformed("unknown-command", f"{first!r} is no command here.", do=_instead(word, known))


def _instead(word: str, known: Collection[str]) -> str:
    """What may be meant; it is only proposed, for a word that comes near may mean the opposite."""
    if word.startswith(UN) and nearest(word.removeprefix(UN), known, cutoff=NEARLY):
        return "`undo` takes a deed back; `help` lists the commands."
    near = nearest(word, known, cutoff=NEARLY)
    return f"Did you mean `{near}`? `help` lists them." if near else "`help` lists them."


def needs(text: str, usage: str) -> str:
    """A command that says nothing of what it is about is told how it is written."""
    if not text.strip():
        raise Malformed("nothing-named", "That says too little.", do=f"Write it like: {usage}")
    return text


def whole(text: str, what: str) -> int:
    """A number that was typed."""
    digits = text.strip().lstrip("+")
    if not (digits.lstrip("-").isascii() and digits.lstrip("-").isdigit()) or len(digits) > 6:
        raise Malformed("no-number", f"{text!r} is no {what}.", do="Type a number.")
    return int(digits)


def because(text: str) -> tuple[str, str]:
    """`... because the die was cocked`: what, and why."""
    what, word, why = text.partition(" because ")
    if not word or not why.strip():
        raise Illegal("no-reason", "Say why.", do="End it with: because ...")
    return what.strip(), why.strip()
