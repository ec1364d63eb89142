"""Undo of an arrival whose figures were measured since: the sheet of positions tells of who is there."""

from __future__ import annotations

from assistant.campaign import history
from assistant.campaign.positions import as_sheet
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.placing import SetOut
from assistant.rules.game import RingOfPower
from tests.campaign.games import do, force_with


def test_figures_whose_arrival_was_undone_stand_nowhere_and_once_redone_where_they_stood(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    before = {*clerk.world(begun).figures}
    saruman, isengard = CommanderId("saruman"), PlaceId("isengard")
    came = do(clerk, begun, AddFigures(ProfileId("orc"), 2, saruman, isengard, "so the table says"))
    orcs = {*clerk.world(begun).figures} - before
    do(clerk, begun, SetOut(force_with(clerk, begun, min(orcs))))

    def sheet() -> str:
        return as_sheet(war.book, clerk.world(begun))

    stood = sheet()
    assert all(one in stood for one in orcs)
    history.undo(clerk, begun, came.seq, actor="anna", key="undone")
    assert not any(one in sheet() for one in orcs)
    history.redo(clerk, begun, came.seq, actor="anna", key="redone")
    assert sheet() == stood
