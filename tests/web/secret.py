"""Something hidden, who may know of it, and the steps of which the tales of it are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.web.twins import HIDDEN_DEED, Game, Tale, done

FELLOWSHIP, BUHRDUR, WITCH_KING, SARUMAN = "seat-1", "seat-2", "seat-3", "seat-4"
KNOWERS = (FELLOWSHIP, BUHRDUR, WITCH_KING, SARUMAN)
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
