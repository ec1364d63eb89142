"""What is hidden: deeds of which only some may know, and who they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.web.twins import HIDDEN_DEED, Game, Tale, done

FELLOWSHIP, BUHRDUR, WITCH_KING, SARUMAN = "seat-1", "seat-2", "seat-3", "seat-4"
MASTERS = "master"


@dataclass(frozen=True)
class Secret:
    """Something that happened, and who may know of it beside those who lead."""

    tell: Tale
    known_to: tuple[str, ...]
    by_assistants: bool = True

    def is_known_to(self, who: str) -> bool:
        """Whether somebody may know of it: the game master of everything."""
        leads = who == MASTERS or (who == "assistant" and self.by_assistants)
        return leads or not set(who.split()).isdisjoint(self.known_to)


def deed(kind: str, by: str = MASTERS, **setup: Any) -> Tale:
    """One deed, with the same key in each game."""

    def tell(game: Game) -> None:
        body = {"key": HIDDEN_DEED, "kind": kind, "setup": {"kind": kind, **setup}}
        done(game.come(by).post("deeds", **body))

    return tell


def bears(figure: str) -> Tale:
    """Somebody bears the Ring from now on."""
    return deed("pass-ring", bearer=figure, reason="the table has it so")


earns = deed("correct-points", commander="saruman", points=10, reason="counted again")
"""Saruman has other points from now on."""

holds_merry = deed(
    "adjust", figures=["merry"], condition="captured", commander="witch-king", reason="so it is"
)
"""Somebody else has a captive whom nobody sees on the table."""


def tame_gollum(game: Game) -> None:
    """Gollum goes with the hobbits because he was tamed."""
    ask_gollum(game)
    rolled(game, MASTERS, 6)


def bring_gollum(game: Game) -> None:
    """Gollum goes with the hobbits, and nobody has tamed him."""
    deed("adjust", figures=["gollum"], force=game.force("frodo"), reason="he follows them")(game)


def ask_gollum(game: Game) -> None:
    """They are about to try it: a die is asked for."""
    deed("use-power", power="gollum")(game)


def ask_khamul(game: Game) -> None:
    """Whether forces meet that stand at one place: a question to one of their commanders."""
    deed("heed", reminder="neighbours lake-town dwarves-2-brand khamul-59-orc-1", how="done")(game)


def seek_the_hidden(game: Game) -> None:
    """Those who hide are looked for, and not found."""
    seekers, hidden = game.force("buhrdur"), game.force("frodo")
    deed("search", by=BUHRDUR, seekers=seekers, hidden=hidden)(game)
    rolled(game, BUHRDUR, 1)


def rolled(game: Game, who: str, face: int) -> None:
    """The die that is asked for has been cast."""
    answer = {"kind": "rolled", "faces": [face]}
    done(game.come(who).post(f"fights/{HIDDEN_DEED}/answers", step=0, answer=answer))


def gives_a_new_code(seat: str) -> Tale:
    """A seat gets another code."""
    return lambda game: done(game.come(MASTERS).post(f"passes/{game.code(seat)}/reissue"))


DEEDS = {
    "Aragorn bears the Ring": Secret(bears("aragorn"), (FELLOWSHIP,)),
    "Saruman earns points": Secret(earns, (SARUMAN,)),
    "the Witch-king has Merry": Secret(holds_merry, (FELLOWSHIP, SARUMAN, WITCH_KING)),
    "those who hide are sought": Secret(seek_the_hidden, (BUHRDUR,)),
}
"""One deed each, after which all others see the same."""

BONDS = {
    "Gollum is tamed": Secret(tame_gollum, (FELLOWSHIP,)),
    "Gollum is not tamed": Secret(bring_gollum, (FELLOWSHIP,)),
}
"""Whose side Gollum is on, who goes with the hobbits either way."""

QUESTIONS = {
    "whether Gollum is tamed": Secret(ask_gollum, (FELLOWSHIP,)),
    "whether Khamûl is met": Secret(ask_khamul, (BUHRDUR,)),
}
"""What is asked of one commander, and of nobody else."""

CODES = {
    "a new code of Felix": Secret(gives_a_new_code("seat-9"), (), by_assistants=False),
    "a new code of Greta": Secret(gives_a_new_code("seat-10"), (), by_assistants=False),
}
"""What is the game master's alone."""

SEATS = tuple(f"seat-{number}" for number in range(1, 11))
GOOD = ("seat-1", "seat-5", "seat-6", "seat-8", "seat-9", "seat-10")


def knowers(family: str) -> tuple[str, ...]:
    """The seats that may know of something of these."""
    return tuple(one for one in SEATS if any(each.is_known_to(one) for each in FAMILIES[family].values()))


def unknown_to(who: str, family: str) -> Mapping[str, Secret]:
    """What somebody may not know of these."""
    return {name: one for name, one in FAMILIES[family].items() if not one.is_known_to(who)}


def askers(family: str) -> Iterator[str]:
    """Everybody who may not know at least two of these: seats that may know none share a phone of each side.

    A phone may do, and is shown, what any of its seats is.
    """
    others = [one for one in SEATS if one not in knowers(family)]
    good = " ".join(one for one in others if one in GOOD)
    evil = " ".join(one for one in others if one not in GOOD)
    # Of codes even assistants are told nothing: there all seats are alike.
    phones = (f"{good} {evil}",) if family == "codes" else (good, evil)
    for who in ("", "projector", *phones, *knowers(family), "assistant"):
        if len(unknown_to(who, family)) > 1:
            yield who


FAMILIES = {"deeds": DEEDS, "bonds": BONDS, "questions": QUESTIONS, "codes": CODES}
