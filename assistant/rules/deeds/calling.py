"""Names that people type: one line of at most sixty letters, with nothing unseen in it."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.kernel.errors import Illegal

RESERVED = frozenset({"game master", "the game master"})
"""What the history calls whoever leads the game: no player is called so."""
LONGEST_NAME = 60
CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0))))
# They begin a line anew, turn the rest of one around, or hide in it.
UNSEEN = CONTROLS | frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def called(typed: str) -> str:
    """A name as it is kept, however it was typed; nothing if nothing can be seen of it."""
    name = in_one_line(typed)
    if len(name) > LONGEST_NAME:
        raise Illegal("long-name", f"A name has at most {LONGEST_NAME} letters.", do="Shorten it.")
    return name


def in_one_line(typed: str) -> str:
    """What somebody typed, without what nobody sees, on one line."""
    seen = (one for one in typed if one.isspace() or one not in UNSEEN)
    return " ".join("".join(seen).split())


def is_seen(typed: str) -> bool:
    """Whether nothing of it is unseen, and it is on one line."""
    return UNSEEN.isdisjoint(typed)


def refuse_as_player(name: str, others: Iterable[str]) -> None:
    """Players are told apart by their names, and from the game master."""
    if name.casefold() in RESERVED:
        raise Illegal("reserved-name", f"No player is called {name}.", do="Give the player's own name.")
    if name.casefold() in map(str.casefold, others):
        raise Illegal("same-name", f"Two players are called {name}.", do="Tell them apart: Anna M., Anna K.")
