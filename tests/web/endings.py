"""What is hidden where something ends: a fight, a capture, a victory, and who is set upon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.web.secret import FELLOWSHIP, MASTERS, SARUMAN, WITCH_KING, Secret, ask_gollum, deed, rolled
from tests.web.twins import Game, Tale, done

GOBLINS, REPORT = "seat-7", "the-report"
WHY: dict[str, Any] = {"reason": "the table has it so"}


def has_ring(game: Game, figure: str) -> None:
    """Somebody bears the Ring by now."""
    done(game.come(MASTERS).do("pass-ring", bearer=figure, **WHY))


def met(game: Game, *others: str) -> str:
    """Goblins, and others, have met the hobbits: the contact."""
    good, evil = [game.force("frodo")], [game.force(one) for one in ("goblin-shaman-1", *others)]
    place: dict[str, Any] = {"place": "emyn-muil", "attacker": "evil"}
    done(game.come(MASTERS).do("meet", good=good, evil=evil, **place))
    return str([*game.come().at().world.war.contacts][-1])


def reported(game: Game, contact: str, **ends: str) -> None:
    """How their fight ended at the table."""
    body = {"ends": ends, "winner": "evil", "hides": {"good": False}, **WHY}
    done(game.come(MASTERS).post(f"contacts/{contact}/report", key=REPORT, **body))


def is_about_to_fight(bearer: str) -> Tale:
    """The hobbits have met goblins, and one of them or somebody else has the Ring."""

    def tell(game: Game) -> None:
        has_ring(game, bearer)
        met(game)

    return tell


def is_captured(bearer: str) -> Tale:
    """The hobbits are captured, and one of them or somebody else has the Ring."""

    def tell(game: Game) -> None:
        has_ring(game, bearer)
        reported(game, met(game), frodo="captured", sam="captured")

    return tell


def is_credited(minion: str) -> Tale:
    """Sam was slain by two minions, of whom one has the points."""

    def tell(game: Game) -> None:
        war = game.come().at().world.war
        busy = {force for one in war.contacts.values() for force in one.evil}
        figures = next(
            one.figures
            for one in war.forces.values()
            if one.commander == "witch-king" and len(one.figures) > 1 and one.id not in busy
        )
        done(game.come(MASTERS).do("adjust", figures=[*figures[:2]], place="emyn-muil", **WHY))
        reported(game, met(game, figures[0]), sam="eliminated")
        answer = {"kind": "chosen", "option": minion}
        done(game.come(MASTERS).post(f"fights/{REPORT}/answers", step=0, answer=answer))

    return tell


def leads(minion: str) -> Tale:
    """Evil has taken the bases that it needs, and one minion has most points."""

    def tell(game: Game) -> None:
        master, at = game.come(MASTERS), game.come().at()
        for conquest in (one for one in at.kit.scenario.conquests if one.winner == "evil"):
            for place in (*conquest.all_of, *conquest.any_of):
                master.do("take-place", place=place, side="evil", by=[])
        done(master.do("go-on", anyway=True))
        done(master.do("correct-points", commander=minion, points=500, reason="counted"))

    return tell


def is_kept(bearer: str) -> Tale:
    """Merry is kept at Isengard, and he or somebody else has the Ring."""

    def tell(game: Game) -> None:
        has_ring(game, bearer)
        done(game.come(MASTERS).do("go-on", anyway=True))

    return tell


def put_on(game: Game) -> None:
    """Frodo puts on the Ring, and Gollum falls upon him."""
    has_ring(game, "frodo")
    deed("use-power", by=FELLOWSHIP, power="one-ring")(game)


def fail_to_tame(game: Game) -> None:
    """Gollum falls upon the hobbits, who could not tame him."""
    has_ring(game, "aragorn")
    ask_gollum(game)
    rolled(game, MASTERS, 1)


def known(tell: Tale, *seats: str) -> Secret:
    return Secret(tell, seats)


ENDINGS: Mapping[str, Mapping[str, Secret]] = {
    "met": {
        f"{one} is met": known(is_about_to_fight(one), FELLOWSHIP) for one in ("frodo", "sam", "aragorn")
    },
    "captured": {
        f"{one} has it": known(is_captured(one), FELLOWSHIP, GOBLINS) for one in ("frodo", "aragorn")
    },
    "credited": {
        f"the {one}": known(is_credited(one), WITCH_KING, GOBLINS) for one in ("witch-king", "goblin-king")
    },
    "won": {f"{one} leads": known(leads(one), WITCH_KING, SARUMAN) for one in ("saruman", "witch-king")},
    "kept": {f"{one} has it": known(is_kept(one), FELLOWSHIP, SARUMAN) for one in ("merry", "aragorn")},
    "set upon": {
        "for the Ring": known(put_on, FELLOWSHIP),
        "for being tamed": known(fail_to_tame, FELLOWSHIP),
    },
}
"""Of each of these all see the same but for the seats that may know."""
