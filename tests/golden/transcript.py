"""Fights that can be read aloud, told again line by line from their setup and answers.

A transcript begins with its setup, one `key: value` a line, and a blank line. Then it goes on with

    ! what the assistant says
    ? what it asks
    > what the table answers
    # why that is so, for whoever checks it by hand
    = how it ended

Lines that begin with > or # are taken as they stand; everything else is written anew by the rules of today.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.campaign.handfuls import handfuls
from assistant.cli.typed import read_faces, read_takers
from assistant.kernel.asking import (
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Request,
    Roll,
    Rolled,
    count_of,
)
from assistant.kernel.procedure import Done, advance
from assistant.packs.battle import parse_battle
from assistant.packs.lists import read_figures
from assistant.packs.load import load_book
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.core.fact import Fact
from assistant.rules.effects.registry import parameters
from assistant.rules.game import RingOfPower, status_of
from assistant.rules.world import World

FOLDER = Path(__file__).resolve().parent
AS_PROPOSED = "as proposed"


def transcripts() -> list[Path]:
    """All of them, by name."""
    return sorted(FOLDER.glob("*.txt"))


def settle(path: Path, told: str, *, bless: bool) -> None:
    """It is told as it was written, or written as it is told now."""
    if bless:
        path.write_text(told, encoding="utf-8", newline="\n")
    else:
        written = path.read_text(encoding="utf-8")
        assert told == written, "look at the difference; if it is right, run: python3 run.py test --bless"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it was written, and the remarks that follow it."""

    text: str
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcript:
    """What of a transcript is given: its setup and the replies."""

    opening: str
    replies: tuple[Reply, ...]


def read(text: str) -> Transcript:
    """Take the given lines out of a transcript."""
    opening, _, body = text.partition("\n\n")
    replies: list[Reply] = []
    for line in body.splitlines():
        if line.startswith("> "):
            replies.append(Reply(line[2:], ()))
        elif line.startswith("#"):
            last = replies.pop()
            replies.append(Reply(last.text, (*last.remarks, line)))
    return Transcript(opening, tuple(replies))


def retell(text: str, game: RingOfPower) -> str:
    """The whole transcript as the rules of today tell it."""
    given = read(text)
    setup = declared(given.opening, game)
    lines, told = [given.opening, ""], 0
    answers: list[Answer] = []
    for reply in (*given.replies, None):
        at = advance(game.fight(setup), World(), game.apply, answers)
        lines += [f"! {line}" for line in at.log[told:]]
        told = len(at.log)
        if isinstance(at, Done):
            lines += [f"= {line}" for line in ending(setup, at, game)]
            break
        lines.append(f"? {question(at.request)}")
        if reply is not None:
            lines += [f"> {reply.text}", *reply.remarks]
            answers.append(answer(at.request, reply.text))
    return "\n".join(lines) + "\n"


def declared(opening: str, game: RingOfPower) -> FightSetup:
    """The fight that the setup lines declare."""
    sides: dict[str, dict[str, Any]] = {side: {} for side in SIDES}
    site: dict[str, Any] = {}
    house: dict[str, str] = {}
    for line in opening.splitlines():
        key, _, value = (part.strip() for part in line.partition(":"))
        words = value.split()
        match key.split():
            case ["#", *_]:
                continue
            case ["site"]:
                site[words[0]] = _value(words[1])
            case ["house"]:
                house[words[0]] = words[1]
            case [side]:
                sides[side]["figures"] = read_figures(value, game.book)
            case [side, "wizardry"]:
                spent = dict(zip(words[1::2], map(int, words[2::2]), strict=True))
                sides[side].setdefault("wizardry", {})[words[0]] = spent
            case [side, "engine"]:
                told = dict(zip(words[1::2], map(_number, words[2::2]), strict=True))
                sides[side].setdefault("engines", {})[words[0]] = told
            case [side, "duel"]:
                sides[side].setdefault("duels", []).append(words)
            case [side, order]:
                sides[side][order] = [name.strip() for name in value.split(",")]
    battle = {"site": site, "house_rules": house, "sides": sides}
    return parse_battle(json.dumps(battle), "transcript", game.book).setup


def _number(word: str) -> str | int:
    return int(word) if word.isdigit() else word


def _value(word: str) -> str | bool:
    return {"yes": True, "no": False}.get(word, word)


def question(request: Request) -> str:
    """A question as it would be read aloud."""
    match request:
        case Roll():
            dice = count_of(len(request.dice), "die", "dice")
            joint = " " if request.why.startswith(("to ", "again")) else ": "
            return f"{request.seat} rolls {dice}{joint}{request.why} ({_groups(request)})"
        case Choose():
            return f"{request.seat} chooses {' or '.join(request.options)}: {request.why}"
        case Allocate():
            return f"{request.seat}: {request.why} (proposal: {', '.join(request.proposal)})"


def _groups(request: Roll) -> str:
    return ", ".join(
        f"{len(dice)} {f'at {need}+' if need else 'as it falls'}{f' with {label}' if label else ''}"
        for (need, label), dice in handfuls(request.dice).items()
    )


def answer(request: Request, text: str) -> Answer:
    """What the table answered."""
    match request:
        case Roll():
            return Rolled(read_faces(text, len(request.dice)), by_hand=True)
        case Choose():
            return Chosen(text)
        case Allocate():
            if text == AS_PROPOSED:
                return Allocated(request.proposal)
            return Allocated(read_takers(text, [taker.figure for taker in request.takers]))


def ending(setup: FightSetup, done: Done[Fact, Outcome], game: RingOfPower) -> Iterable[str]:
    """Who won, who retreats, and how everyone came out of it."""
    outcome, world = done.result, World()
    for fact in done.facts:
        world = game.apply(world, fact)
    won = f"{outcome.winner} wins" if outcome.winner else "a draw"
    yield f"{won}, good {outcome.good.total} to evil {outcome.evil.total}"
    if outcome.retreats:
        yield f"{outcome.retreats} retreats"
    ends: dict[str, list[str]] = {}
    for side in SIDES:
        for one in setup.side(side).figures:
            ends.setdefault(status_of(one, world.figures[one.figure]), []).append(one.figure)
    for status, figures in sorted(ends.items()):
        yield f"{status}: {', '.join(figures)}"


def main(names: Sequence[str]) -> None:
    """Print transcripts as they are told today; all of them when none is named."""
    game = RingOfPower(load_book(effects=parameters()))
    for path in [FOLDER / name for name in names] or transcripts():
        print(retell(path.read_text(encoding="utf-8"), game), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
