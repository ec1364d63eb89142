"""Undo and redo about the Ring: nobody who is free bears it for a captor, no captive for himself."""

from __future__ import annotations

import pytest

from assistant.campaign import history
from assistant.campaign.service import Service
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import BringHome, SetFree
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.ring_passing import PassRing
from tests.campaign.games import do

FRODO, SAM, MERRY = (FigureId(one) for one in ("frodo", "sam", "merry"))
SARUMAN, ISENGARD = CommanderId("saruman"), PlaceId("isengard")


@pytest.fixture
def in_cells(clerk: Service, begun: Campaign) -> Campaign:
    """Frodo, who bears the Ring, and Sam and Merry are kept at Isengard (lines 424, 669)."""
    do(clerk, begun, Part("opening-1", "they slipped away"))
    taken = Adjust((FRODO, SAM, MERRY), "taken", condition="captured", commander=SARUMAN, place=ISENGARD)
    do(clerk, begun, taken)
    for one in (FRODO, SAM, MERRY):
        do(clerk, begun, BringHome(one, ISENGARD))
    assert clerk.world(begun).war.ring.captor == SARUMAN
    return begun


def test_the_ring_does_not_go_back_by_an_undo_to_one_who_was_set_free_without_it(
    clerk: Service, in_cells: Campaign
) -> None:
    handed = do(clerk, in_cells, PassRing(SAM))
    freed = do(clerk, in_cells, SetFree(FRODO))
    why = rf"Deed {freed.seq} .* came later and depends on whether Frodo bears the Ring"
    with pytest.raises(Illegal, match=why):
        history.undo(clerk, in_cells, handed.seq, actor="anna", key="back")
    history.undo(clerk, in_cells, freed.seq, actor="anna", key="first that")
    history.undo(clerk, in_cells, handed.seq, actor="anna", key="then this")
    war = clerk.world(in_cells).war
    assert (war.ring.bearer, war.ring.captor, war.captives[FRODO]) == (FRODO, SARUMAN, SARUMAN)


def test_the_ring_does_not_come_again_by_a_redo_to_one_who_was_set_free_without_it(
    clerk: Service, in_cells: Campaign
) -> None:
    handed = do(clerk, in_cells, PassRing(SAM))
    history.undo(clerk, in_cells, handed.seq, actor="anna", key="back")
    freed = do(clerk, in_cells, SetFree(SAM))
    why = rf"Deed {freed.seq} .* came later and depends on whether Sam bears the Ring"
    with pytest.raises(Illegal, match=why):
        history.redo(clerk, in_cells, handed.seq, actor="anna", key="forth")


def test_the_freedom_of_others_does_not_stand_in_the_way_of_the_ring(
    clerk: Service, in_cells: Campaign
) -> None:
    handed = do(clerk, in_cells, PassRing(SAM))
    do(clerk, in_cells, SetFree(MERRY))
    history.undo(clerk, in_cells, handed.seq, actor="anna", key="back")
    assert clerk.world(in_cells).war.ring.bearer == FRODO


@pytest.mark.parametrize("is_back", [False, True])
def test_nobody_is_a_captive_again_or_no_longer_under_the_ring_that_he_was_given_since(
    clerk: Service, begun: Campaign, is_back: bool
) -> None:
    do(clerk, begun, Part("opening-1", "they slipped away"))
    caught = do(clerk, begun, Adjust((SAM,), "caught", condition="captured", commander=SARUMAN))
    if is_back:
        history.undo(clerk, begun, caught.seq, actor="anna", key="back")
    given = do(clerk, begun, PassRing(SAM))
    turn_back = history.redo if is_back else history.undo
    with pytest.raises(Illegal, match=rf"Deed {given.seq} .* came later and depends on Sam"):
        turn_back(clerk, begun, caught.seq, actor="anna", key="again")


def test_the_ring_of_a_dead_captive_is_not_laid_down_by_an_undo_under_him_who_lives_again(
    clerk: Service, in_cells: Campaign
) -> None:
    do(clerk, in_cells, Adjust((FRODO,), "he died in his cell", condition="eliminated"))
    taken_up = do(clerk, in_cells, PassRing(SAM, reason="he took it from the dead"))
    alive = Adjust((FRODO,), "he did not", condition="fit", place=PlaceId("edoras"))
    lives = do(clerk, in_cells, alive)
    why = rf"Deed {lives.seq} .* came later and depends on whether Frodo bears the Ring"
    with pytest.raises(Illegal, match=why):
        history.undo(clerk, in_cells, taken_up.seq, actor="anna", key="back")
