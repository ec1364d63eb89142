"""What is under way when a phase or the game ends: it is named first, and not played on in another time."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.campaign import history
from assistant.campaign.playing import game_of, table
from assistant.campaign.service import Open, Service
from assistant.campaign.views.console import stage
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.turning import GoOn, SayDone
from assistant.rules.game import RingOfPower
from assistant.rules.reminders import due_now
from assistant.rules.standing import waited_for
from tests.campaign.games import do, first_of_all, force_with, go_on

AGREED = EndGame("agreement", "evil")


def begin(clerk: Service, begun: Campaign, deed: Any, key: str) -> Open:
    """Somebody begins a deed, and leaves it at its first question."""
    at = clerk.begin(begun, deed.kind, encode(deed), actor="anna", key=key)
    assert isinstance(at, Open)
    return at


@pytest.fixture
def fight(clerk: Service, begun: Campaign, war: RingOfPower) -> Open:
    """In combat of turn 1 Théodred's fight against Saruman at the Fords of Isen is under way."""
    go_on(clerk, begun)
    for figure in ("theodred", "saruman"):
        force = clerk.world(begun).war.forces[force_with(clerk, begun, figure)]
        do(clerk, begun, Adjust(force.figures, "for the test", place=PlaceId("fords-of-isen")))
    good, evil = (force_with(clerk, begun, one) for one in ("theodred", "saruman"))
    do(clerk, begun, Meet((good,), (evil,), PlaceId("fords-of-isen")))
    go_on(clerk, begun)
    world = clerk.world(begun)
    contact = list(world.war.contacts)[-1]
    return begin(
        clerk, begun, Battle(contact, proposed(war.kit, world, world.war.contacts[contact])), "fight"
    )


@pytest.fixture
def carrying(clerk: Service, begun: Campaign, war: RingOfPower) -> Open:
    """In movement of turn 1 all are done, and somebody is asked who carries Boromir, who is wounded."""
    go_on(clerk, begun)
    do(clerk, begun, Adjust((FigureId("boromir"),), "for the test", condition="wounded"))
    world = clerk.world(begun)
    due = next(one for one in due_now(war.kit, world) if one.about == "carrying")
    do(clerk, begun, SayDone(waited_for(war.kit, world)))
    return begin(clerk, begun, Heed(due.key), "carrying")


@pytest.mark.rules("SCN-22")
def test_the_game_does_not_end_over_a_fight_under_way(clerk: Service, begun: Campaign, fight: Open) -> None:
    # Rulebook line 489: play goes on until somebody wins or all agree, and this is still played.
    with pytest.raises(Illegal, match="Still under way: Théodred") as refused:
        do(clerk, begun, AGREED)
    assert refused.value.code == "under-way"
    assert refused.value.do == "Finish it first, or call it off. Then end the game."
    clerk.call_off(fight.id)
    do(clerk, begun, AGREED)
    assert clerk.world(begun).war.ending is not None


def test_an_end_that_was_undone_does_not_come_back_over_a_fight_under_way(
    clerk: Service, begun: Campaign, fight: Open
) -> None:
    clerk.call_off(fight.id)
    setup = clerk.ledger.campaign(begun.id).head
    do(clerk, begun, AGREED)
    history.undo(clerk, begun, setup + 1, actor="anna", key="undo")
    contact = clerk.world(begun).war.contacts
    name = list(contact)[-1]
    kit = game_of(clerk).kit
    begin(clerk, begun, Battle(name, proposed(kit, clerk.world(begun), contact[name])), "again")
    with pytest.raises(Illegal, match="Still under way: Théodred") as refused:
        history.redo(clerk, begun, setup + 1, actor="anna", key="redo")
    assert refused.value.code == "under-way"


def test_a_fight_that_an_older_game_ended_over_takes_no_further_answer(
    clerk: Service, begun: Campaign, fight: Open
) -> None:
    """Such a game was written while an end took no notice of what was under way."""
    pending = clerk.ledger.pending(fight.id)
    clerk.call_off(fight.id)
    do(clerk, begun, AGREED)
    kept = clerk.ledger.begin(
        begun.id,
        kind=pending.kind,
        title=pending.title,
        actor=pending.actor,
        setup=pending.setup,
        base_seq=pending.base_seq,
        rules_version=pending.rules_version,
        holds=tuple(pending.holds),
        key="older",
    )
    with pytest.raises(Illegal, match="The game ended before") as refused:
        clerk.answer(kept.id, 0, first_of_all(fight.request))
    assert refused.value.code == "over"


@pytest.mark.rules("SEQ-03")
def test_a_phase_does_not_end_over_an_open_question_without_a_word(
    clerk: Service, begun: Campaign, war: RingOfPower, carrying: Open
) -> None:
    with pytest.raises(Illegal, match=f"still under way: {carrying.title}") as refused:
        do(clerk, begun, GoOn())
    assert refused.value.code == "left-to-do"
    assert "Finish what is under way, or call it off." in refused.value.do


def test_the_console_names_what_is_under_way_before_the_phase_ends(
    clerk: Service, begun: Campaign, war: RingOfPower, carrying: Open
) -> None:
    shown = stage(table(clerk, begun.id))
    assert f"still under way: {carrying.title}" in shown.left
    assert "Finish what is under way" in shown.stake


@pytest.mark.rules("SEQ-03")
def test_the_question_of_a_phase_lapses_with_it(clerk: Service, begun: Campaign, carrying: Open) -> None:
    # Rulebook lines 31-35: who is carried is settled in movement, and combat has begun.
    go_on(clerk, begun)
    assert clerk.ledger.pendings(begun.id) == ()


def test_the_question_of_a_phase_lapses_when_its_phase_is_undone(
    clerk: Service, begun: Campaign, carrying: Open
) -> None:
    history.undo(clerk, begun, 2, actor="anna", key="undo")
    assert clerk.ledger.pendings(begun.id) == ()


def test_a_fight_under_way_waits_for_whoever_goes_on_all_the_same(
    clerk: Service, begun: Campaign, fight: Open
) -> None:
    go_on(clerk, begun)
    assert [one.id for one in clerk.ledger.pendings(begun.id)] == [fight.id]
