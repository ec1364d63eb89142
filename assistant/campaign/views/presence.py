"""Who is connected to a game now and who is missing: that somebody comes or goes is no deed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.campaign.playing import Table
from assistant.campaign.views.seats import CodeShown, seats_view


@dataclass(frozen=True, slots=True)
class ScreenOpen:
    """One live connection: whose it is in words, and the codes its browser came in with."""

    key: str
    who: str
    codes: frozenset[str]
    is_master: bool = False


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats of a game and whoever looks on, as far as they are connected."""

    seats: int
    connected: int
    missing: tuple[tuple[str, str], ...]
    """Players without any screen, with what they command."""
    projector: bool
    screens: tuple[ScreenOpen, ...]
    """Every screen of this game, and those of the game master."""


def presence(here: Table, listening: Iterable[ScreenOpen]) -> Presence:
    """How every connection of a game stands; visitors of other games are none of its business."""
    screens = tuple(listening)
    shown = seats_view(here, [code for one in screens for code in one.codes])
    known = {one.code for one in shown.everyone}
    return Presence(
        len(shown.seats),
        shown.connected,
        tuple(_named(one) for one in shown.seats if not one.screens),
        bool(shown.projector.screens),
        tuple(one for one in screens if one.is_master or one.codes & known),
    )


def _named(one: CodeShown) -> tuple[str, str]:
    return one.name, one.what
