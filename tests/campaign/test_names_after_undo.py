"""Names of forces and contacts: an undo never gives one away that is still in use."""

from __future__ import annotations

from assistant.campaign import history
from assistant.campaign.service import Service
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign
from assistant.rules.book import PlaceId
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.meeting import Meet
from assistant.rules.standing import IN_NO_FORCE, census
from tests.campaign.games import do, force_with, go_on

BACK = "back"


def test_a_force_formed_after_an_undo_takes_nobody_elses_name(clerk: Service, begun: Campaign) -> None:
    first = do(clerk, begun, Divide(force_with(clerk, begun, "eomer"), (FigureId("rider-of-rohan-7"),)))
    murin = force_with(clerk, begun, "murin")
    warriors = [one for one in clerk.world(begun).war.forces[murin].figures if "warrior" in one][:3]
    party = (FigureId("drar"), *warriors)
    do(clerk, begun, Divide(murin, party))
    history.undo(clerk, begun, first.seq, actor="anna", key=BACK)
    do(clerk, begun, Divide(force_with(clerk, begun, "drar"), party[:1]))
    # Drar is alone now, and his three warriors are a force without him.
    world = clerk.world(begun)
    homes = [world.war.force_of(one) for one in party]
    assert [len(one.figures) for one in homes if one] == [1, 3, 3, 3]
    assert census(world)[IN_NO_FORCE] == 0
    assert [again.difference for again in history.replay(clerk, begun)] == [None] * len(
        [one for one in clerk.entries(begun) if one.undoes is None]
    )


def test_forces_that_meet_after_an_undo_end_no_other_contact(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun)

    def meet(good: str, evil: str, place: str) -> int:
        both = (force_with(clerk, begun, good),), (force_with(clerk, begun, evil),)
        return do(clerk, begun, Meet(*both, PlaceId(place), overruled="they stand there")).seq

    first = meet("theodred", "saruman", "isengard")
    meet("faramir", "witch-king", "osgiliath")
    history.undo(clerk, begun, first, actor="anna", key=BACK)
    before = dict(clerk.world(begun).war.contacts)
    meet("eomer", "saruman", "edoras")
    after = clerk.world(begun).war.contacts
    assert {name: after.get(name) for name in before} == before
    assert len(after) == len(before) + 1
