"""What is hidden: deeds of which only some may know, and who they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.web.endings import ENDINGS
from tests.web.secret import (
    BUHRDUR,
    FELLOWSHIP,
    SARUMAN,
    WITCH_KING,
    Secret,
    ask_gollum,
    ask_khamul,
    bears,
    bring_gollum,
    earns,
    gives_a_new_code,
    holds_merry,
    seek_the_hidden,
    tame_gollum,
)

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
    # In endings nobody may know the one and not the other, and nobody is told less than a projector.
    alone = () if family in ENDINGS else ("", *knowers(family))
    for who in ("projector", *phones, *alone, "assistant"):
        if len(unknown_to(who, family)) > 1:
            yield who


FAMILIES: Mapping[str, Mapping[str, Secret]] = {
    "deeds": DEEDS,
    "bonds": BONDS,
    "questions": QUESTIONS,
    "codes": CODES,
    **ENDINGS,
}
