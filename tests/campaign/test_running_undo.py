"""Undo in a running game: nothing is taken away from under what rests on it."""

from __future__ import annotations

import pytest

from assistant.campaign import history
from assistant.campaign.replay import replay
from assistant.campaign.service import Service
from assistant.kernel.asking import Chosen
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Entry
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import ReportedBattle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Decide, Declare, UsePower
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.holding import BringHome, CorrectPoints, SetFree, TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.renaming import ChangeSeat, Rename
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.ring_passing import PassRing
from assistant.rules.deeds.settling import SettleHouseRule
from assistant.rules.game import RingOfPower
from assistant.rules.reminders import NOBODY_ELSE, due_now
from assistant.rules.standing import awaited
from tests.campaign.games import do, first_of_all, force_with, go_on

SARUMAN = CommanderId("saruman")


def test_a_turn_is_not_undone_under_what_was_done_in_it(clerk: Service, begun: Campaign) -> None:
    begins = go_on(clerk, begun)
    do(clerk, begun, March(force_with(clerk, begun, "theodred"), PlaceId("edoras")))
    with pytest.raises(Illegal, match=r"Deed 3 \(Théodred to Edoras\) came later and depends on the turn"):
        history.undo(clerk, begun, begins.seq, actor="anna", key="back")


def test_a_march_of_an_earlier_turn_is_undone_while_nothing_touched_the_force(
    clerk: Service, begun: Campaign
) -> None:
    go_on(clerk, begun)
    marched = do(clerk, begun, March(force_with(clerk, begun, "theodred"), PlaceId("edoras")))
    go_on(clerk, begun, 3)
    do(clerk, begun, Rename(FigureId("orc-31"), "Grishnákh"))
    undone = history.undo(clerk, begun, marched.seq, actor="anna", key="back")
    assert undone.title == "Undo 3: Théodred to Edoras"
    history.redo(clerk, begun, marched.seq, actor="anna", key="forth")
    assert clerk.world(begun).war.forces[force_with(clerk, begun, "theodred")].place == "edoras"


def test_those_who_were_left_stand_in_the_way_once_they_have_marched(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun)
    rest = force_with(clerk, begun, "theodred")
    away = do(clerk, begun, March(rest, PlaceId("edoras"), (FigureId("theodred"),)))
    do(clerk, begun, March(rest, PlaceId("helms-deep")))
    with pytest.raises(Illegal, match=r"Deed 4 .* came later and changed Riders of Rohan"):
        history.undo(clerk, begun, away.seq, actor="anna", key="back")


def test_a_war_is_not_undone_under_those_whom_it_brought(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    declared = do(clerk, begun, Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    brought = next(one for one in awaited(war.kit, clerk.world(begun)) if "war-of-saruman" in one.due.owing)
    placed = do(clerk, begun, Arrive(brought.key))
    with pytest.raises(Illegal, match=rf"Deed {placed.seq} .* came later and depends on the War of Saruman"):
        history.undo(clerk, begun, declared.seq, actor="anna", key="back")
    history.undo(clerk, begun, placed.seq, actor="anna", key="first that")
    history.undo(clerk, begun, declared.seq, actor="anna", key="then this")
    assert clerk.world(begun).war.events == {}


@pytest.mark.rules("WAR-13")
def test_a_war_is_not_undone_under_the_darkness_that_needed_it(clerk: Service, begun: Campaign) -> None:
    declared = do(clerk, begun, Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    spread = do(clerk, begun, UsePower("creeping-darkness"))
    with pytest.raises(Illegal, match=rf"Deed {spread.seq} .* came later and depends on the War of the Ring"):
        history.undo(clerk, begun, declared.seq, actor="anna", key="back")
    history.undo(clerk, begun, spread.seq, actor="anna", key="first that")
    history.undo(clerk, begun, declared.seq, actor="anna", key="then this")
    assert clerk.world(begun).war.events == {}


def test_a_choice_is_not_undone_under_what_came_by_it(clerk: Service, begun: Campaign) -> None:
    chosen = do(clerk, begun, Decide("saruman.fangorn", "disturbed"))
    do(clerk, begun, Arrive("uruk-hai-of-isengard@1"))
    with pytest.raises(Illegal, match='depends on the answer to "Does Saruman despoil'):
        history.undo(clerk, begun, chosen.seq, actor="anna", key="back")


def test_replay_knows_what_counted_when_several_were_undone_the_oldest_first(
    clerk: Service, begun: Campaign
) -> None:
    go_on(clerk, begun)
    force = force_with(clerk, begun, "theodred")
    away = do(clerk, begun, Divide(force, (FigureId("theodred"),)))
    others = do(clerk, begun, Divide(force_with(clerk, begun, "theoden"), (FigureId("theoden"),)))
    for number, deed in enumerate((away, others)):
        history.undo(clerk, begun, deed.seq, actor="anna", key=f"back {number}")
    # Forces are numbered as they are formed: this one has the number of the first of those undone.
    do(clerk, begun, Divide(force, (FigureId("theodred"),)))
    assert [again.difference for again in replay(clerk, begun)] == [None] * 5


def test_a_march_is_not_undone_under_the_captive_it_brought_home(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, Part("opening-1", "they slipped away"))
    lurtz = force_with(clerk, begun, "lurtz")
    merry = (FigureId("merry"),)
    do(clerk, begun, Adjust(merry, "caught", condition="captured", force=lurtz, commander=SARUMAN))
    go_on(clerk, begun)
    marched = do(clerk, begun, March(lurtz, PlaceId("isengard"), overruled="they ran all night"))
    brought = do(clerk, begun, BringHome(merry[0], PlaceId("isengard")))
    with pytest.raises(Illegal, match=rf"Deed {brought.seq} .* came later and depends on Lurtz"):
        history.undo(clerk, begun, marched.seq, actor="anna", key="back")


def test_a_place_is_not_given_back_over_the_head_of_a_captive_who_is_free_by_its_fall(
    clerk: Service, begun: Campaign
) -> None:
    isengard, merry = PlaceId("isengard"), FigureId("merry")
    do(clerk, begun, Part("opening-1", "they slipped away"))
    home = force_with(clerk, begun, "saruman")
    do(clerk, begun, Adjust((merry,), "caught", condition="captured", force=home, commander=SARUMAN))
    do(clerk, begun, BringHome(merry, isengard))
    taken = do(clerk, begun, TakePlace(isengard, "good"))
    freed = do(clerk, begun, SetFree(merry))
    with pytest.raises(Illegal, match=rf"Deed {freed.seq} .* depends on Isengard"):
        history.undo(clerk, begun, taken.seq, actor="anna", key="back")


def test_the_death_of_the_guards_is_not_undone_under_a_captive_who_is_free_by_it(
    clerk: Service, begun: Campaign
) -> None:
    do(clerk, begun, Part("opening-1", "they slipped away"))
    lurtz, merry = force_with(clerk, begun, "lurtz"), FigureId("merry")
    guards = clerk.world(begun).war.forces[lurtz].figures
    do(clerk, begun, Adjust((merry,), "caught", condition="captured", force=lurtz, commander=SARUMAN))
    slain = do(clerk, begun, Adjust(guards, "they fell", condition="eliminated"))
    freed = do(clerk, begun, SetFree(merry))
    with pytest.raises(Illegal, match=rf"Deed {freed.seq} .* came later and depends on"):
        history.undo(clerk, begun, slain.seq, actor="anna", key="back")


def test_a_march_is_not_undone_under_the_ring_that_it_brought_to_the_fire(
    clerk: Service, begun: Campaign
) -> None:
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    frodo, fire = force_with(clerk, begun, "frodo"), PlaceId("cracks-of-doom")
    marched = do(clerk, begun, March(frodo, fire, overruled="to try the end"))
    destroyed = do(clerk, begun, PassRing(None, destroyed=True))
    with pytest.raises(Illegal, match=rf"Deed {destroyed.seq} .* came later and depends on Frodo"):
        history.undo(clerk, begun, marched.seq, actor="anna", key="back")


def test_a_march_is_not_undone_under_the_place_it_took(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun)
    marched = do(clerk, begun, March(force_with(clerk, begun, "theodred"), PlaceId("isengard")))
    taken = do(clerk, begun, TakePlace(PlaceId("isengard"), "good", ()))
    with pytest.raises(Illegal, match=rf"Deed {taken.seq} .* came later and depends on Théodred"):
        history.undo(clerk, begun, marched.seq, actor="anna", key="back")
    history.undo(clerk, begun, taken.seq, actor="anna", key="first that")
    history.undo(clerk, begun, marched.seq, actor="anna", key="then this")


def test_an_event_is_not_undone_under_a_later_one_that_needed_it(clerk: Service, begun: Campaign) -> None:
    # By the Paths of the Dead Aragorn comes to the Stone of Erech: that he took them cannot be undone alone.
    taken = do(clerk, begun, Declare(EventId("aragorn-takes-the-paths-of-the-dead")))
    came = do(clerk, begun, Declare(EventId("aragorn-reaches-erech")))
    with pytest.raises(Illegal, match=rf"Deed {came.seq} .* came later and depends on"):
        history.undo(clerk, begun, taken.seq, actor="anna", key="back")
    history.undo(clerk, begun, came.seq, actor="anna", key="first that")
    history.undo(clerk, begun, taken.seq, actor="anna", key="then this")
    assert not clerk.world(begun).war.events


def test_a_march_is_not_undone_under_the_event_that_it_brought_about(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    aragorn, edoras = force_with(clerk, begun, "aragorn"), PlaceId("edoras")
    marched = do(clerk, begun, March(aragorn, edoras, overruled="to see who comes"))
    came = do(clerk, begun, Declare(EventId("aragorn-reaches-helms-deep-or-edoras")))
    with pytest.raises(Illegal, match=rf"Deed {came.seq} .* came later and depends on"):
        history.undo(clerk, begun, marched.seq, actor="anna", key="back")


def test_a_march_is_not_undone_under_the_arms_that_were_had_where_it_led(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    aragorn, edoras = force_with(clerk, begun, "aragorn"), PlaceId("edoras")
    marched = do(clerk, begun, March(aragorn, edoras, overruled="to arm himself"))
    go_on(clerk, begun)
    # Of mounts and armor nobody takes any: that alone holds nobody where he is.
    gear = [one for one in due_now(war.kit, clerk.world(begun)) if one.about == "outfitting"]
    assert [one.place for one in gear] == ["edoras", "edoras"]
    nobody = [do(clerk, begun, Heed(one.key), answers=lambda _: Chosen(NOBODY_ELSE)) for one in gear[:1]]
    assert refused(clerk, begun, marched) == ""
    history.redo(clerk, begun, marched.seq, actor="anna", key="forth")
    armed = do(clerk, begun, Heed(gear[1].key))
    assert f"Deed {armed.seq}" in refused(clerk, begun, marched)
    history.undo(clerk, begun, armed.seq, actor="anna", key="first that")
    history.undo(clerk, begun, nobody[0].seq, actor="anna", key="then this")
    received = next(one for one in due_now(war.kit, clerk.world(begun)) if one.about == "receiving")
    sword = do(clerk, begun, Heed(received.key))
    assert f"Deed {sword.seq}" in refused(clerk, begun, marched)


@pytest.mark.rules("SEQ-07")
def test_a_place_is_not_given_back_under_those_who_were_lost_to_its_fall(
    clerk: Service, begun: Campaign
) -> None:
    # Gondor's foot of turn 1 wait for a calmer moment; those of turn 2 find the enemy in Minas Tirith.
    go_on(clerk, begun)
    fell = do(clerk, begun, TakePlace(PlaceId("minas-tirith"), "evil", ()))
    lost = go_on(clerk, begun, 3)
    handled = clerk.world(begun).war.arrivals
    assert (handled["men-of-minas-tirith@1"], handled["men-of-minas-tirith@2!"]) == ("postponed", "lost")
    assert f"Deed {lost.seq}" in refused(clerk, begun, fell)
    assert "depends on Minas Tirith" in refused(clerk, begun, fell)


@pytest.mark.rules("SEQ-07")
def test_a_place_won_back_is_not_lost_again_under_those_who_arrived_there(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    go_on(clerk, begun)
    do(clerk, begun, TakePlace(PlaceId("edoras"), "evil", (SARUMAN,)))
    go_on(clerk, begun, 2)
    won = do(clerk, begun, TakePlace(PlaceId("edoras"), "good", ()))
    at = next(
        one
        for one in awaited(war.kit, clerk.world(begun))
        if one.due.places == ("edoras",) and one.due.turn == 2 and not one.due.lost
    )
    placed = do(clerk, begun, Arrive(at.key))
    assert f"Deed {placed.seq}" in refused(clerk, begun, won)
    assert "depends on Edoras" in refused(clerk, begun, won)


@pytest.mark.rules("AMB-048")
def test_a_part_is_not_given_back_under_the_base_that_fell_with_the_last_of_them(
    clerk: Service, begun: Campaign
) -> None:
    taken = [
        do(clerk, begun, TakePlace(PlaceId(one), "evil", (SARUMAN,)))
        for one in ("hobbiton", "tookborough", "buckland")
    ]
    assert clerk.world(begun).war.holder(PlaceId("shire")) == "evil"
    assert f"Deed {taken[2].seq}" in refused(clerk, begun, taken[0])
    for number, one in enumerate(reversed(taken)):
        history.undo(clerk, begun, one.seq, actor="anna", key=f"back {number}")
    assert (clerk.world(begun).war.holder(PlaceId("shire")), clerk.world(begun).war.total(SARUMAN)) == (
        "good",
        0,
    )


@pytest.mark.rules("AMB-048")
def test_a_reading_is_not_taken_back_under_the_base_that_fell_by_it(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    do(clerk, begun, TakePlace(PlaceId("hobbiton"), "evil", (SARUMAN,)))
    deed = encode(SettleHouseRule("AMB-048", "hobbiton-alone"))
    read = clerk.record(begun, "house-rule", deed, first_of_all, actor="anna", key="settled")
    due = due_now(war.kit, clerk.world(begun))
    fell = do(clerk, begun, Heed(next(one.key for one in due if one.title == "Evil holds The Shire now")))
    assert f"Deed {fell.seq}" in refused(clerk, begun, read)


@pytest.mark.rules("STA-03")
def test_that_nobody_took_a_place_is_not_said_of_a_taking_that_is_undone(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    # Else it would not be asked again who took it the next time.
    fell = do(clerk, begun, TakePlace(PlaceId("erebor"), "evil"))
    due = next(one for one in due_now(war.kit, clerk.world(begun)) if one.about == "takers")
    said = do(clerk, begun, Heed(due.key), answers=lambda _: Chosen("nobody"))
    assert f"Deed {said.seq}" in refused(clerk, begun, fell)
    for number, one in enumerate((said, fell)):
        history.undo(clerk, begun, one.seq, actor="anna", key=f"back {number}")
    do(clerk, begun, TakePlace(PlaceId("erebor"), "evil"))
    assert any(one.about == "takers" for one in due_now(war.kit, clerk.world(begun)))


def test_points_taken_back_for_one_who_lives_are_there_again_once_he_is_dead_again(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    # Boromir, leadership 3, is worth 8 (line 707) as long as he is dead.
    fight = proposed(war.kit, clerk.world(begun), clerk.world(begun).war.contacts["opening-1"])
    slain = ReportedFight(fight, {FigureId("boromir"): "eliminated"}, winner="good", retreats="evil")
    fought = do(clerk, begun, ReportedBattle("opening-1", slain))
    assert clerk.world(begun).war.total(SARUMAN) == 8
    lives = do(clerk, begun, Adjust((FigureId("boromir"),), "a cocked die", condition="wounded"))
    assert clerk.world(begun).war.total(SARUMAN) == 0
    assert f"Deed {lives.seq}" in refused(clerk, begun, fought)
    history.undo(clerk, begun, lives.seq, actor="anna", key="dead after all")
    assert clerk.world(begun).war.total(SARUMAN) == 8


def test_once_the_game_is_over_nothing_is_taken_back_before_its_end(clerk: Service, begun: Campaign) -> None:
    # Three points are all that any minion has: who leads rests on them.
    given = do(clerk, begun, CorrectPoints(SARUMAN, 3, "for the test"))
    ended = do(clerk, begun, EndGame("time"))
    assert refused(clerk, begun, given) == (
        f"The game ended later, by deed {ended.seq} (The game ends by time): that rests on all before it."
    )
    history.undo(clerk, begun, ended.seq, actor="anna", key="first")
    assert refused(clerk, begun, given) == ""


def test_an_end_counts_again_only_where_just_the_same_has_been_done(clerk: Service, begun: Campaign) -> None:
    given = do(clerk, begun, CorrectPoints(SARUMAN, 3, "for the test"))
    ended = do(clerk, begun, EndGame("time"))
    for number, one in enumerate((ended, given)):
        history.undo(clerk, begun, one.seq, actor="anna", key=f"back {number}")
    with pytest.raises(Illegal, match="Something else has been done since the game ended so"):
        history.redo(clerk, begun, ended.seq, actor="anna", key="too soon")
    for number, one in enumerate((given, ended)):
        history.redo(clerk, begun, one.seq, actor="anna", key=f"again {number}")
    assert clerk.world(begun).war.phase == "over"


def refused(clerk: Service, campaign: Campaign, deed: Entry) -> str:
    """Why a deed cannot be undone; nothing if it was."""
    try:
        history.undo(clerk, campaign, deed.seq, actor="anna", key=f"try {clerk.entries(campaign)[-1].seq}")
    except Illegal as why:
        return why.sentence
    return ""


@pytest.mark.parametrize("phases", [1, 4])
def test_a_reading_is_not_taken_back_under_those_who_came_by_it(
    clerk: Service, begun: Campaign, phases: int
) -> None:
    # War on turn 1; by the reading of CON-017 eight of Imrahil's column come to Anfalas on turn 3.
    go_on(clerk, begun)
    do(clerk, begun, Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    go_on(clerk, begun, phases)
    deed = SettleHouseRule("CON-017", "some-at-anfalas")
    settled = clerk.record(begun, "house-rule", encode(deed), first_of_all, actor="anna", key="settled")
    go_on(clerk, begun, 5 - phases)
    came = do(clerk, begun, Arrive("knights-of-anfalas@3"))
    with pytest.raises(Illegal, match=rf"Deed {came.seq} .* came later and depends on house rule CON-017"):
        history.undo(clerk, begun, settled.seq, actor="anna", key="back")
    history.undo(clerk, begun, came.seq, actor="anna", key="first")
    history.undo(clerk, begun, settled.seq, actor="anna", key="then")


def test_a_name_that_was_given_up_does_not_come_back_by_an_undo_once_another_has_it(
    clerk: Service, begun: Campaign
) -> None:
    one, other = FigureId("orc-3"), FigureId("orc-4")
    do(clerk, begun, Rename(one, "Snaga"))
    given_up = do(clerk, begun, Rename(one, ""))
    do(clerk, begun, Rename(other, "snaga"))
    with pytest.raises(Illegal, match="came later and changed which figure is called snaga"):
        history.undo(clerk, begun, given_up.seq, actor="anna", key="back")


def test_a_name_that_another_has_taken_is_not_given_again_by_a_redo(clerk: Service, begun: Campaign) -> None:
    first = do(clerk, begun, Rename(FigureId("orc-3"), "Snaga"))
    history.undo(clerk, begun, first.seq, actor="anna", key="back")
    do(clerk, begun, Rename(FigureId("orc-4"), "Snaga"))
    with pytest.raises(Illegal, match="came later and changed which figure is called Snaga"):
        history.redo(clerk, begun, first.seq, actor="anna", key="forth")


def test_no_undo_gives_two_seats_the_same_player(clerk: Service, begun: Campaign) -> None:
    first = do(clerk, begun, ChangeSeat("seat-3", "Anna"))
    second = do(clerk, begun, ChangeSeat("seat-4", "Player 3"))
    with pytest.raises(Illegal, match="came later and changed which player is called Player 3"):
        history.undo(clerk, begun, first.seq, actor="anna", key="back")
    history.undo(clerk, begun, second.seq, actor="anna", key="first that")
    history.undo(clerk, begun, first.seq, actor="anna", key="then this")
    assert clerk.world(begun).war.seats["seat-3"].player == "Player 3"
