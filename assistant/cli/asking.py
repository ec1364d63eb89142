"""Putting a question to the person at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from random import SystemRandom
from typing import Literal

import click

from assistant.campaign.handfuls import handfuls
from assistant.campaign.views.phrases import option_words
from assistant.cli.typed import Told, owners, read_faces, read_takers
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


def ask(request: Request, dice: Dice, told: Told = str) -> Answer:
    """One question, asked until it is answered; `told` says how an option is called at this table."""
    match request:
        case Roll():
            return _roll(request, dice, told)
        case Choose():
            return _choose(request, told)
        case Allocate():
            return _allocate(request, told)


def _roll(request: Roll, dice: Dice, told: Told) -> Rolled:
    rolled = chance(SystemRandom())(request)
    if dice == "app":
        return Rolled(rolled)
    click.echo(
        f"\n{_side(request, told)} rolls {count_of(len(request.dice), 'die', 'dice')}, {_ended(request.why)}"
    )
    groups = list(handfuls(request.dice).values())
    typed: dict[int, int] = {}
    place = 0
    while place < len(groups):
        indices = groups[place]
        try:
            text = _prompt(f"  {_handful([request.dice[index] for index in indices], told)}", request, told)
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


def _handful(dice: Sequence[Die], told: Told) -> str:
    """How many dice, what they need, and whose they are in the order in which they are typed."""
    need, label = dice[0].need, dice[0].label
    wanted = f"{need} or more" if need else "as it falls"
    carried = f" ({label})" if label else ""
    is_ones = len({die.figure for die in dice}) == 1
    whose = told(dice[0].figure) if is_ones else ", ".join(owners(dice, told))
    return f"{count_of(len(dice), 'die', 'dice')}, {wanted}{carried}, for {whose}"


def _choose(request: Choose, told: Told) -> Chosen:
    click.echo(f"\n{_side(request, told)}: {request.why}")
    says = {one: option_words(request, one) or _words(one, told) for one in request.options}
    for number, words in enumerate(says.values(), 1):
        click.echo(f"  {number} {words}")
    meant = {words.casefold(): option for option, words in says.items()}
    meant |= {str(number): option for number, option in enumerate(request.options, 1)}
    while True:
        text = _prompt("  Enter for 1", request, told) or request.options[0]
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


def _words(option: str, told: Told) -> str:
    """What the table calls it; what nobody knows is read as words."""
    said = told(option)
    return said if said != option else option.replace("-", " ").capitalize()


def _allocate(request: Allocate, told: Told) -> Allocated:
    click.echo(f"\n{_side(request, told)}: {_ended(request.why)}")
    for number, item in enumerate(request.items, 1):
        if item.carries:
            click.echo(f"  {number}: {told(item.source)} ({', '.join(item.carries)})")
    click.echo(f"  Proposal: {_as_typed(request.proposal, told)}")
    names = [taker.figure for taker in request.takers]
    click.echo(f"  May take: {told(', '.join(names))}")
    while True:
        text = _prompt("  Enter to accept, or type who takes each, in the same way", request, told)
        if not text:
            return Allocated(request.proposal)
        try:
            answer = Allocated(read_takers(text, names, told))
        except AssistantError as error:
            click.echo(f"  {error}", err=True)
            continue
        if _is_accepted(request, answer, told):
            return answer


def _as_typed(takers: Sequence[str], told: Told) -> str:
    """Who takes each, as somebody would type it: Boromir*2, 3 Uruk-hai."""
    runs = [(figure, len([*run])) for figure, run in groupby(takers)]
    said: list[str] = []
    for (name, times), alike in groupby(runs, key=lambda run: (told(run[0]), run[1])):
        figures = [figure for figure, _ in alike]
        if name == figures[0] or times > 1:
            said += [told(one) if times == 1 else f"{told(one)}*{times}" for one in figures]
        else:
            said += [told(", ".join(part)) for part in _once_each(figures)]
    return ", ".join(said)


def _once_each(figures: Sequence[str]) -> Iterator[list[str]]:
    """Parts in which nobody comes twice."""
    part: list[str] = []
    for one in figures:
        if one in part:
            yield part
            part = []
        part.append(one)
    yield part


def _is_accepted(request: Request, answer: Answer, told: Told) -> bool:
    try:
        check(request, answer)
    except AssistantError as error:
        click.echo(f"  {told(str(error))} `quit` leaves the question open.", err=True)
        return False
    return True


def _prompt(text: str, request: Request, told: Told) -> str:
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
                _explain(request, told)
            case _:
                return typed


def _explain(request: Request, told: Told) -> None:
    match request:
        case Roll():
            for reasons, dice in groupby(request.dice, key=lambda die: die.reasons):
                click.echo(f"  {', '.join(owners([*dice], told))}: {'; '.join(reasons) or 'as it falls'}")
        case Allocate():
            for taker in request.takers:
                click.echo(f"  {told(taker.figure)} has taken {taker.holds}")
        case Choose():
            pass
    if request.rules:
        click.echo(f"  Rules: {', '.join(request.rules)}")


def _ended(sentence: str) -> str:
    """With the stop that some questions bring along and others do not."""
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _side(request: Request, told: Told) -> str:
    """Who is asked, as the table calls them: Khamûl, Good, Game master."""
    return _words(request.seat, told)
