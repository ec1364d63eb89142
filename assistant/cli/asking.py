"""Putting a question to the person at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from random import SystemRandom
from typing import Literal

import click

from assistant.campaign.handfuls import handfuls
from assistant.campaign.views.phrases import OPTIONS
from assistant.cli.typed import owners, read_faces, read_takers
from assistant.kernel.asking import (
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Die,
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


def ask(request: Request, dice: Dice, told: Callable[[str], str] = str) -> Answer:
    """One question, asked until it is answered; `told` says how an option is called at this table."""
    match request:
        case Roll():
            return _roll(request, dice)
        case Choose():
            return _choose(request, told)
        case Allocate():
            return _allocate(request)


def _roll(request: Roll, dice: Dice) -> Rolled:
    rolled = chance(SystemRandom())(request)
    if dice == "app":
        return Rolled(rolled)
    click.echo(f"\n{_side(request)} rolls {count_of(len(request.dice), 'die', 'dice')}, {request.why}.")
    groups = list(handfuls(request.dice).values())
    typed: dict[int, int] = {}
    place = 0
    while place < len(groups):
        indices = groups[place]
        try:
            text = _prompt(f"  {_handful([request.dice[index] for index in indices])}", request)
            given = read_faces(text, len(indices)) if text else ()
        except Back:
            if place == 0:
                raise
            place -= 1
            continue
        except AssistantError as error:
            click.echo(f"  {error}", err=True)
            continue
        # What was typed before somebody went back counts no more.
        typed = {index: face for index, face in typed.items() if index not in indices}
        typed |= dict(zip(indices, given, strict=False))
        if not text:
            click.echo(f"  the app rolls {' '.join(str(rolled[index]) for index in indices)}")
        place += 1
    faces = tuple(typed.get(index, face) for index, face in enumerate(rolled))
    left = tuple(index for index in range(len(faces)) if index not in typed)
    return Rolled(faces, by_hand=True, by_app=left) if typed else Rolled(faces)


def _handful(dice: Sequence[Die]) -> str:
    """How many dice, what they need, and whose they are in the order in which they are typed."""
    need, label = dice[0].need, dice[0].label
    wanted = f"{need} or more" if need else "as it falls"
    carried = f" ({label})" if label else ""
    whose = dice[0].figure if len({die.figure for die in dice}) == 1 else ", ".join(owners(dice))
    return f"{count_of(len(dice), 'die', 'dice')}, {wanted}{carried}, for {whose}"


def _choose(request: Choose, told: Callable[[str], str]) -> Chosen:
    click.echo(f"\n{_side(request)}: {request.why}")
    says = {one: OPTIONS.get((request.purpose, one)) or _words(one, told) for one in request.options}
    for number, words in enumerate(says.values(), 1):
        click.echo(f"  {number} {words}")
    meant = {words.casefold(): option for option, words in says.items()}
    meant |= {str(number): option for number, option in enumerate(request.options, 1)}
    while True:
        text = _prompt("  Enter for 1", request) or request.options[0]
        if (option := _meant(text, meant, request.options)) is not None:
            return Chosen(option)
        many = f"1 to {len(says)}" if len(says) > 1 else "1"
        click.echo(f"  {text!r} is not offered here. Type {many}, or how it begins.", err=True)


def _meant(text: str, meant: Mapping[str, str], options: Sequence[str]) -> str | None:
    """The option of this number or of these words; the beginning will do where only one begins so."""
    typed = text.casefold()
    if typed in meant or text in options:
        return meant.get(typed, text)
    begun = {option for words, option in meant.items() if words.startswith(typed)}
    return begun.pop() if len(begun) == 1 and not typed.isdigit() else None


def _words(option: str, told: Callable[[str], str]) -> str:
    """What the table calls it; what nobody knows is read as words."""
    said = told(option)
    return said if said != option else option.replace("-", " ").capitalize()


def _allocate(request: Allocate) -> Allocated:
    click.echo(f"\n{_side(request)}: {request.why}.")
    for number, item in enumerate(request.items, 1):
        if item.carries:
            click.echo(f"  {number}: {item.source} ({', '.join(item.carries)})")
    click.echo(f"  Proposal: {_as_typed(request.proposal)}")
    names = [taker.figure for taker in request.takers]
    click.echo(f"  May take: {', '.join(names)}")
    while True:
        text = _prompt("  Enter to accept, or type who takes each, in the same way", request)
        if not text:
            return Allocated(request.proposal)
        try:
            answer = Allocated(read_takers(text, names))
        except AssistantError as error:
            click.echo(f"  {error}", err=True)
            continue
        if _is_accepted(request, answer):
            return answer


def _as_typed(takers: Sequence[str]) -> str:
    """Who takes each, as somebody would type it."""
    runs = [(figure, len([*run])) for figure, run in groupby(takers)]
    return ", ".join(figure if times == 1 else f"{figure}*{times}" for figure, times in runs)


def _is_accepted(request: Request, answer: Answer) -> bool:
    try:
        check(request, answer)
    except AssistantError as error:
        click.echo(f"  {error} `quit` leaves the question open.", err=True)
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
            for reasons, dice in groupby(request.dice, key=lambda die: die.reasons):
                click.echo(f"  {', '.join(owners([*dice]))}: {'; '.join(reasons) or 'as it falls'}")
        case Allocate():
            for taker in request.takers:
                click.echo(f"  {taker.figure} has taken {taker.holds}")
        case Choose():
            pass
    if request.rules:
        click.echo(f"  Rules: {', '.join(request.rules)}")


def _side(request: Request) -> str:
    return request.seat.replace("-", " ").capitalize()
