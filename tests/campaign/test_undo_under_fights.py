"""Undo in a running game: nothing is taken away from under a fight that was fought with it."""

from __future__ import annotations

import pytest

from assistant.campaign import history
from assistant.campaign.replay import tells_the_same
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Answer, Choose, Chosen, Request
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Entry
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Declare, UsePower
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.game import RingOfPower
from assistant.rules.meeting.facts import ContactEnded
from assistant.rules.reminders import due_now
from assistant.rules.world import Condition
from tests.campaign.games import do, first_of_all, force_with, go_on

THREE = tuple(FigureId(one) for one in ("aragorn", "gimli", "legolas"))
BURST = "creeping-darkness"


@pytest.fixture
def sword(clerk: Service, begun: Campaign, war: RingOfPower) -> Entry:
    """Aragorn has received Andúril at Edoras, and Gimli and Legolas are with him."""
    go_on(clerk, begun, 2)
    do(clerk, begun, Adjust(THREE, "for the test", place=PlaceId("edoras")))
    received = next(one for one in due_now(war.kit, clerk.world(begun)) if one.about == "receiving")
    entry = do(clerk, begun, Heed(received.key))
    assert clerk.world(begun).war.things["anduril"] == "aragorn"
    return entry


def battle(clerk: Service, begun: Campaign, war: RingOfPower, good: str, evil: str, place: str) -> Battle:
    """The forces of two figures have met at a place, and fight as the table stands."""
    for figure in (good, evil):
        there = clerk.world(begun).war.forces[force_with(clerk, begun, figure)]
        do(clerk, begun, Adjust(there.figures, "for the test", place=PlaceId(place)))
    forces = [force_with(clerk, begun, one) for one in (good, evil)]
    do(clerk, begun, Meet((forces[0],), (forces[1],), PlaceId(place)))
    world = clerk.world(begun)
    contact = list(world.war.contacts)[-1]
    return Battle(contact, proposed(war.kit, world, world.war.contacts[contact]))


def test_a_sword_is_not_taken_back_under_the_points_for_its_bearer(
    clerk: Service, begun: Campaign, war: RingOfPower, sword: Entry
) -> None:
    aragorn = (FigureId("aragorn"),)
    do(clerk, begun, Adjust(aragorn, "for the test", condition="wounded"))
    for one in (*aragorn, FigureId("lurtz")):
        do(clerk, begun, Adjust((one,), "for the test", place=PlaceId("dead-marshes")))
    (mercy,) = (one for one in due_now(war.kit, clerk.world(begun)) if one.about == "mercy")

    def slay(request: Request) -> Answer:
        return Chosen("slay") if isinstance(request, Choose) else first_of_all(request)

    killed = do(clerk, begun, Heed(mercy.key), answers=slay)
    # Rulebook lines 707 and 1383: the leadership of 4 that he has with the sword, and 5.
    assert clerk.world(begun).war.total(CommanderId("saruman")) == 9
    with pytest.raises(Illegal, match=rf"Deed {killed.seq} .* depends on Andúril"):
        history.undo(clerk, begun, sword.seq, actor="anna", key="back")


def test_what_stands_in_the_way_of_taking_armor_back_is_called_by_its_name(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    go_on(clerk, begun, 2)
    do(clerk, begun, Adjust(THREE, "for the test", place=PlaceId("edoras")))
    outfits = (one for one in due_now(war.kit, clerk.world(begun)) if one.about == "outfitting")
    heavy = next(one for one in outfits if one.given["thing"] == "heavy-armor")

    def for_aragorn(request: Request) -> Answer:
        return Chosen("aragorn") if isinstance(request, Choose) else first_of_all(request)

    armor = do(clerk, begun, Heed(heavy.key), answers=for_aragorn)
    do(clerk, begun, battle(clerk, begun, war, "aragorn", "lurtz", "edoras"))
    with pytest.raises(Illegal, match=r"depends on heavy armor of Aragorn\b"):
        history.undo(clerk, begun, armor.seq, actor="anna", key="back")


def test_a_sword_is_not_taken_back_under_the_fight_it_was_drawn_in(
    clerk: Service, begun: Campaign, war: RingOfPower, sword: Entry
) -> None:
    fought = do(clerk, begun, battle(clerk, begun, war, "aragorn", "lurtz", "edoras"))
    with pytest.raises(Illegal, match=rf"Deed {fought.seq} .* came later and depends on Andúril"):
        history.undo(clerk, begun, sword.seq, actor="anna", key="back")
    history.undo(clerk, begun, fought.seq, actor="anna", key="first that")
    history.undo(clerk, begun, sword.seq, actor="anna", key="then this")
    with pytest.raises(Illegal, match=rf"It goes on from deed {sword.seq} .* which changed Andúril"):
        history.redo(clerk, begun, fought.seq, actor="anna", key="forth")


def test_a_sword_is_not_taken_back_under_a_fight_that_was_reported(
    clerk: Service, begun: Campaign, war: RingOfPower, sword: Entry
) -> None:
    met = battle(clerk, begun, war, "aragorn", "lurtz", "edoras")
    ends: dict[FigureId, Condition] = {one.figure: "eliminated" for one in met.setup.evil.figures}
    report = ReportedFight(met.setup, ends, winner="good")
    fought = do(clerk, begun, ReportedBattle(met.contact, report))
    with pytest.raises(Illegal, match=rf"Deed {fought.seq} .* came later and depends on Andúril"):
        history.undo(clerk, begun, sword.seq, actor="anna", key="back")


def test_a_sword_is_not_taken_back_while_the_fight_goes_on(
    clerk: Service, begun: Campaign, war: RingOfPower, sword: Entry
) -> None:
    met = battle(clerk, begun, war, "aragorn", "lurtz", "edoras")
    assert isinstance(clerk.begin(begun, met.kind, encode(met), actor="anna", key="begins"), Open)
    with pytest.raises(Illegal, match="Andúril is still needed in"):
        history.undo(clerk, begun, sword.seq, actor="anna", key="back")


def test_a_sword_is_taken_back_under_a_fight_in_which_nobody_bore_it(
    clerk: Service, begun: Campaign, war: RingOfPower, sword: Entry
) -> None:
    do(clerk, begun, battle(clerk, begun, war, "theodred", "saruman", "helms-deep"))
    history.undo(clerk, begun, sword.seq, actor="anna", key="back")
    assert clerk.world(begun).war.things.get("anduril") != "aragorn"


def released(clerk: Service, begun: Campaign) -> Entry:
    """The Witch-king has released the darkness; the opening fights are for another day."""
    do(clerk, begun, Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    return do(clerk, begun, UsePower(BURST))


@pytest.mark.rules("WAR-15")
def test_the_darkness_is_not_taken_back_under_a_fight_in_the_dark(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    spread = released(clerk, begun)
    go_on(clerk, begun, 2)
    met = battle(clerk, begun, war, "aragorn", "dark-marshal", "gorgoroth")
    assert met.setup.site.darkness
    fought = do(clerk, begun, met)
    with pytest.raises(Illegal, match=rf"Deed {fought.seq} .* came later and depends on Creeping darkness"):
        history.undo(clerk, begun, spread.seq, actor="anna", key="back")


def test_the_darkness_is_taken_back_under_a_fight_far_from_it(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    spread = released(clerk, begun)
    go_on(clerk, begun, 2)
    met = battle(clerk, begun, war, "theodred", "saruman", "helms-deep")
    assert not met.setup.site.darkness
    do(clerk, begun, met)
    history.undo(clerk, begun, spread.seq, actor="anna", key="back")
    assert BURST not in clerk.world(begun).war.powers


def test_a_fight_written_before_this_was_kept_is_no_other_fight(war: RingOfPower) -> None:
    now = war.encode_fact(ContactEnded("2-1", "fought", owing=("anduril",)))
    then = war.encode_fact(ContactEnded("2-1", "fought"))
    assert isinstance(then, dict)
    assert not tells_the_same(war, then, now)
    del then["owing"]
    assert tells_the_same(war, then, now)
    assert not tells_the_same(war, {**then, "contact": "2-2"}, now)
