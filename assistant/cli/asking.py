"""Putting a question to the person at the terminal."""

from __future__ import annotations

from random import SystemRandom
from typing import Literal

import click

from assistant.cli.typed import handfuls, read_faces, read_takers
from assistant.kernel.asking import (
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Request,
    Roll,
    Rolled,
    check,
    count_of,
)
from assistant.kernel.errors import AssistantError
from assistant.simulate.answerers import chance

Dice = Literal["ask", "app"]


class Back(Exception):
    """Take back a step."""


class Leave(Exception):
    """Walk away from the fight."""


def ask(request: Request, dice: Dice) -> Answer:
    """One question, asked until it is answered."""
    match request:
        case Roll():
            return _roll(request, dice)
        case Choose():
            return _choose(request)
        case Allocate():
            return _allocate(request)


def _roll(request: Roll, dice: Dice) -> Rolled:
    rolled = chance(SystemRandom())(request)
    if dice == "app":
        return Rolled(rolled)
    faces = list(rolled)
    typed: set[int] = set()
    click.echo(f"\n{_side(request)} rolls {count_of(len(request.dice), 'die', 'dice')}, {request.why}.")
    groups = list(handfuls(request.dice).items())
    place = 0
    while place < len(groups):
        (need, label), indices = groups[place]
        wanted = f"{need} or more" if need else "as it falls"
        carried = f" ({label})" if label else ""
        try:
            text = _prompt(f"  {count_of(len(indices), 'die', 'dice')}, {wanted}{carried}", request)
            if text:
                for index, face in zip(indices, read_faces(text, len(indices)), strict=True):
                    faces[index] = face
        except Back:
            if place == 0:
                raise
            place -= 1
            continue
        except AssistantError as error:
            click.echo(f"  {error}", err=True)
            continue
        typed = typed | set(indices) if text else typed - set(indices)
        if not text:
            click.echo(f"  the app rolls {' '.join(str(faces[index]) for index in indices)}")
        place += 1
    left = tuple(place for place in range(len(faces)) if place not in typed)
    return Rolled(tuple(faces), by_hand=True, by_app=left) if typed else Rolled(tuple(faces))


def _choose(request: Choose) -> Chosen:
    click.echo(f"\n{_side(request)}: {request.why}")
    for number, option in enumerate(request.options, 1):
        click.echo(f"  {number} {option}")
    while True:
        text = _prompt(f"  Enter for {request.options[0]}", request) or request.options[0]
        numbered = {str(number): option for number, option in enumerate(request.options, 1)}
        text = numbered.get(text, text)
        answer = Chosen(text)
        if _is_accepted(request, answer):
            return answer


def _allocate(request: Allocate) -> Allocated:
    click.echo(f"\n{_side(request)}: {request.why}.")
    for number, item in enumerate(request.items, 1):
        if item.carries:
            click.echo(f"  {number}: {item.source} ({', '.join(item.carries)})")
    click.echo(f"  Proposal: {', '.join(request.proposal)}")
    names = [taker.figure for taker in request.takers]
    click.echo(f"  May take: {', '.join(names)}")
    while True:
        text = _prompt(f"  Enter to accept, or type who takes each, such as {names[0]}*2", request)
        if not text:
            return Allocated(request.proposal)
        try:
            answer = Allocated(read_takers(text, names))
        except AssistantError as error:
            click.echo(f"  {error}", err=True)
            continue
        if _is_accepted(request, answer):
            return answer


def _is_accepted(request: Request, answer: Answer) -> bool:
    try:
        check(request, answer)
    except AssistantError as error:
        click.echo(f"  {error}", err=True)
        return False
    return True


def _prompt(text: str, request: Request) -> str:
    while True:
        typed: str = click.prompt(text, default="", show_default=False).strip()
        match typed.lower():
            case "b" | "back":
                raise Back
            case "q" | "quit":
                raise Leave
            case "?" | "help":
                click.echo("  Enter: the app decides. back: take back a step. why: the reasons. quit: leave.")
            case "why":
                _explain(request)
            case _:
                return typed


def _explain(request: Request) -> None:
    match request:
        case Roll():
            lines = {f"  {die.figure}: {'; '.join(die.reasons)}" for die in request.dice if die.reasons}
            for line in sorted(lines):
                click.echo(line)
        case Allocate():
            for taker in request.takers:
                click.echo(f"  {taker.figure} has taken {taker.holds}")
        case Choose():
            pass
    if request.rules:
        click.echo(f"  Rules: {', '.join(request.rules)}")


def _side(request: Request) -> str:
    return request.seat.replace("-", " ").capitalize()
