"""A running game in the ledger: folds, checkpoints, what if, clock, chronicle."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from functools import reduce

import pytest

from assistant.campaign import history
from assistant.campaign.checkpoints import folding_version
from assistant.campaign.chronicle import chronicle
from assistant.campaign.clock import Clock, clock
from assistant.campaign.service import Service
from assistant.campaign.views.clock import clock_shown
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Checkpoint, Entry
from assistant.rules.book import PlaceId
from assistant.rules.core.draft import WarDraft
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.marching import March
from assistant.rules.game import RingOfPower
from assistant.rules.war import War
from tests.campaign.games import do, force_with, go_on

MORNING = datetime(2026, 11, 16, 10, tzinfo=UTC)


# ---- folding ---------------------------------------------------------------------------------------------


def test_many_facts_in_one_go_make_the_same_world_as_one_by_one(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    go_on(clerk, begun, 4)
    facts = [war.decode_fact(fact) for one in clerk.ledger.written(begun.id) for fact in one.facts]
    start = war.set_up(begun.setup)
    assert war.fold(start, facts) == reduce(war.apply, facts, start) == clerk.world(begun)


def test_what_is_written_to_has_all_that_a_game_is_made_of() -> None:
    drafted = [one.name for one in fields(WarDraft) if not one.name.startswith("_")]
    assert drafted == [one.name for one in fields(War)]


def test_a_world_put_by_is_the_same_when_it_is_taken_out(clerk: Service, begun: Campaign) -> None:
    world = clerk.world(begun)
    stored = json.loads(json.dumps(clerk.game.encode_world(world)))
    assert clerk.game.decode_world(stored) == world


# ---- checkpoints -----------------------------------------------------------------------------------------


def checkpoints(clerk: Service, campaign: Campaign) -> list[int]:
    return [one.seq for one in clerk.ledger.checkpoints(campaign.id, folding_version(clerk.game))]


def test_a_world_is_put_by_at_each_turns_end_and_the_newest_three_are_kept(
    clerk: Service, begun: Campaign
) -> None:
    # Deed 1 begins turn 1; deeds 4, 7, 10 and 13 begin turns 2 to 5.
    go_on(clerk, begun, 12)
    assert checkpoints(clerk, begun) == [13, 10, 7]


def test_a_campaign_opens_from_the_last_turns_end_to_the_same_world(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 4)
    do(clerk, begun, March(force_with(clerk, begun, "theodred"), PlaceId("edoras")))
    assert Service(clerk.ledger, clerk.game).world(begun) == clerk.world(begun)


def test_a_world_put_by_is_not_believed_after_an_undo_behind_it(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun)
    marched = do(clerk, begun, March(force_with(clerk, begun, "theodred"), PlaceId("edoras")))
    go_on(clerk, begun, 2)
    history.undo(clerk, begun, marched.seq, actor="anna", key="back")
    world = Service(clerk.ledger, clerk.game).world(begun)
    assert world.war.force_of(FigureId("theodred")).place == "fords-of-isen"
    assert world == clerk.world(begun)


@pytest.mark.parametrize("wrong", [{"hash": "0" * 64}, {"version": "another"}, {"world": {"figures": 7}}])
def test_a_world_that_does_not_fit_the_chain_is_not_used(
    clerk: Service, begun: Campaign, wrong: dict[str, object]
) -> None:
    entry = go_on(clerk, begun, 2)
    empty = clerk.game.encode_world(clerk.game.set_up({}))
    fitting = Checkpoint(entry.seq, entry.hash, folding_version(clerk.game), empty)
    clerk.ledger.put_by(begun.id, replace(fitting, **wrong))  # type: ignore[arg-type]
    assert Service(clerk.ledger, clerk.game).world(begun) == clerk.world(begun)


def test_without_any_world_put_by_a_campaign_opens_from_its_beginning(
    clerk: Service, begun: Campaign
) -> None:
    go_on(clerk, begun, 3)
    world = clerk.world(begun)
    with closing(sqlite3.connect(clerk.ledger.path)) as connection:
        connection.execute("DELETE FROM checkpoint")
        connection.commit()
    assert Service(clerk.ledger, clerk.game).world(begun) == world


# ---- what if ---------------------------------------------------------------------------------------------


def test_a_copy_has_the_same_past_up_to_a_deed_and_its_own_future(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 3)
    copy = history.what_if(clerk, begun, 2, "What if")
    assert (copy.head, clerk.world(copy).war.phase) == (2, "movement")
    do(clerk, copy, March(force_with(clerk, copy, "theodred"), PlaceId("edoras")))
    assert clerk.ledger.verify(copy.id) == ()
    assert clerk.ledger.campaign(begun.id).head == 4
    assert [one.hash for one in clerk.ledger.entries(copy.id)][:2] == [
        one.hash for one in clerk.ledger.entries(begun.id)
    ][:2]


def test_a_copy_of_all_and_of_nothing_and_of_what_never_was(clerk: Service, begun: Campaign) -> None:
    assert history.what_if(clerk, begun, None, "All").head == 1
    assert history.what_if(clerk, begun, 0, "Nothing").head == 0
    with pytest.raises(Illegal, match="no deed 9"):
        history.what_if(clerk, begun, 9, "Never")


def test_a_copy_without_a_name_is_called_after_the_deed_up_to_which_it_goes(
    clerk: Service, begun: Campaign
) -> None:
    go_on(clerk, begun, 3)
    named = [history.what_if(clerk, begun, seq).name for seq in (2, 3, None, 0)]
    assert [one.removeprefix(f"{begun.name}, ") for one in named] == [
        "after deed 2",
        "after deed 3",
        "after deed 4",
        "from the beginning",
    ]


def test_a_second_copy_without_a_name_has_a_number_and_one_with_a_name_keeps_it(
    clerk: Service, begun: Campaign
) -> None:
    first, second, third = (history.what_if(clerk, begun, 0).name for _ in range(3))
    assert first == f"{begun.name}, from the beginning"
    assert (second, third) == (f"{first} (2)", f"{first} (3)")
    assert [history.what_if(clerk, begun, 0, "Another road").name for _ in range(2)] == ["Another road"] * 2


def test_a_number_is_no_name_for_a_copy(clerk: Service, begun: Campaign) -> None:
    with pytest.raises(Illegal, match="5 is a number, and a copy is called by a name"):
        history.what_if(clerk, begun, None, "5")


# ---- the clock -------------------------------------------------------------------------------------------


def at(entry: Entry, minutes: int) -> Entry:
    return replace(entry, at=(MORNING + timedelta(minutes=minutes)).isoformat())


def test_the_clock_says_when_a_later_turn_ends_at_this_pace(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 6)
    # Turn 1 begins at 10:00, turn 2 at 10:20, turn 3 at 10:50: 25 minutes a turn.
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(clerk.ledger.entries(begun.id), (0, 5, 10, 20, 30, 40, 50), strict=True)
    ]
    time = clock(entries)
    assert time is not None
    assert (time.turn, time.pace, time.played) == (3, timedelta(minutes=25), timedelta(minutes=50))
    # At 11:00 ten minutes of turn 3 are gone: it ends at 11:15, and fifteen turns later it is 17:30.
    now = MORNING + timedelta(minutes=60)
    assert list(time.lines(now, 18, UTC)) == [
        "Turn 3 began at 10:50, 10 minutes of it played; today since 10:00, played 1 h 00 in all.",
        "A turn takes 25 minutes: at this pace turn 3 ends at 11:15 and turn 18 ends at 17:30.",
    ]


def test_a_turn_that_is_longer_than_the_others_has_no_end_and_moves_what_comes_after_it(
    clerk: Service, begun: Campaign
) -> None:
    go_on(clerk, begun, 6)
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(clerk.ledger.entries(begun.id), (0, 5, 10, 20, 30, 40, 50), strict=True)
    ]
    time = clock(entries)
    assert time is not None
    # Turn 3 began at 10:50 and turns take 25 minutes. At 11:30 it has gone on for 40: if it ended now, the
    # fifteen after it would take until 17:45; at 11:40 it is ten minutes later.
    for now, so_far, end in ((90, 40, "17:45"), (100, 50, "17:55")):
        then = MORNING + timedelta(minutes=now)
        assert time.ends(3, then) is None
        assert [*time.lines(then, 18, UTC)][1] == (
            "A turn takes 25 minutes, and this one is longer than the others: "
            f"{so_far} minutes so far; if it ended now, turn 18 ends at {end}."
        )
    # To the minute it is no longer than the others.
    assert time.ends(3, MORNING + timedelta(minutes=75, seconds=59)) is not None


def test_a_night_within_a_turn_does_not_make_it_long(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 5)
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(clerk.ledger.entries(begun.id), (0, 5, 10, 20, 30, 24 * 60), strict=True)
    ]
    time = clock(entries)
    assert time is not None
    # Turn 2 began at 10:20; the last deed of the day was at 10:30, and the next morning goes on at 10:00.
    now = MORNING + timedelta(days=1, minutes=5)
    assert time.so_far(now) == timedelta(minutes=15)
    assert not time.is_over_time(now)
    assert next(time.lines(now, 5, UTC)) == (
        "Turn 2 began at 10:20 on 16 November, 15 minutes of it played; today since 10:00, "
        "played 35 minutes in all."
    )


def test_a_night_that_still_goes_on_is_none_of_the_turn(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 4)
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(clerk.ledger.entries(begun.id), (0, 5, 10, 20, 30), strict=True)
    ]
    time = clock(entries)
    assert time is not None
    # Turn 2 began at 10:20, and the last deed was at 10:30. Until 12:29 they may still be at it; from 12:30
    # on it is a break, and nothing of it counts: ten minutes were played, also next morning before any deed.
    evening, morning = MORNING + timedelta(minutes=149), MORNING + timedelta(days=1)
    assert time.so_far(evening) == timedelta(minutes=129)
    assert time.is_over_time(evening)
    for then in (evening + timedelta(minutes=1), morning):
        assert time.so_far(then) == timedelta(minutes=10)
        assert not time.is_over_time(then)
    # A turn takes 20 minutes: ten are left, and then three turns more.
    assert list(time.lines(morning, 5, UTC)) == [
        "Turn 2 began at 10:20 on 16 November, 10 minutes of it played; "
        "on a break since 10:30 on 16 November, played 30 minutes in all.",
        "A turn takes 20 minutes: at this pace turn 2 ends at 10:10 and turn 5 ends at 11:10.",
    ]
    shown = clock_shown(entries, War(turn=2), 10, morning)
    assert shown is not None
    assert (shown.so_far, shown.played, shown.is_over_time) == ("10 minutes", "30 minutes", False)
    # Twenty minutes of turn 1 come before whatever turn 2 takes.
    late = clock_shown(entries, War(turn=2), 10, evening)
    assert late is not None
    assert (late.so_far, late.played, late.before) == ("2 h 09", "2 h 29", 20 * 60)
    assert shown.last == "2026-11-16T10:30:00Z"


def test_the_clock_foretells_the_end_of_the_day_once_its_last_turn_is_known(
    clerk: Service, begun: Campaign
) -> None:
    go_on(clerk, begun, 3)
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(clerk.ledger.entries(begun.id), (0, 5, 10, 20), strict=True)
    ]
    now = MORNING + timedelta(minutes=20)

    def foretold(war: War) -> tuple[int, bool, timedelta] | None:
        shown = clock_shown(entries, war, 50, now)
        if shown is None or shown.later is None:
            return None
        return shown.later.turn, shown.later.is_last, shown.later.left * timedelta(minutes=20)

    # A turn takes 20 minutes. Nobody knows the last turn: five turns on. Then turn 18, sixteen turns after
    # this one. In the last turn itself there is no later one.
    assert foretold(War(turn=2)) == (7, False, timedelta(minutes=100))
    assert foretold(War(turn=2, last_turn=18)) == (18, True, timedelta(minutes=320))
    assert foretold(War(turn=2, last_turn=2)) is None
    # The record of turns ends sooner.
    short = clock_shown(entries, War(turn=2), 4, now)
    assert short is not None
    assert short.later is not None
    assert short.later.turn == 4


def test_a_long_turn_with_a_deed_every_so_often_counts_for_the_pace(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 6)
    # Turn 1 goes from 10:00 to 12:05 with never more than 65 minutes between two deeds; turn 2 until 15:25,
    # with a break from 12:25 to 15:05 in it: 125 minutes and 40, which is 82 and a half a turn.
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(
            clerk.ledger.entries(begun.id), (0, 40, 60, 125, 145, 305, 325), strict=True
        )
    ]
    time = clock(entries)
    assert time is not None
    assert time.pace == timedelta(minutes=82, seconds=30)
    assert time.played == timedelta(minutes=165)


def test_a_night_is_no_part_of_a_turn_and_the_next_day_begins_anew(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 3)
    entries = [
        at(entry, minutes)
        for entry, minutes in zip(clerk.ledger.entries(begun.id), (0, 10, 20, 24 * 60), strict=True)
    ]
    time = clock(entries)
    assert time == Clock(
        today=MORNING + timedelta(days=1),
        turn=2,
        turn_began=MORNING + timedelta(days=1),
        played=timedelta(minutes=20),
        pace=timedelta(minutes=20),
        last=MORNING + timedelta(days=1),
    )
    assert list(time.lines(MORNING + timedelta(days=1), 5, timezone(timedelta(hours=1)))) == [
        "Turn 2 began at 11:00, 0 minutes of it played; today since 11:00, played 20 minutes in all.",
        "A turn takes 20 minutes: at this pace turn 2 ends at 11:20 and turn 5 ends at 12:20.",
    ]


def test_before_the_first_turn_there_is_no_clock(clerk: Service) -> None:
    empty = clerk.new("Empty", {}, key="empty")
    assert clock(clerk.ledger.entries(empty.id)) is None


# ---- the chronicle ---------------------------------------------------------------------------------------


def test_the_chronicle_tells_turn_by_turn_what_was_done(clerk: Service, begun: Campaign) -> None:
    kit = clerk.game.kit  # type: ignore[attr-defined]
    opening = clerk.world(begun).war.contacts["opening-1"]
    do(clerk, begun, Battle("opening-1", proposed(kit, clerk.world(begun), opening)))
    go_on(clerk, begun)
    do(clerk, begun, March(force_with(clerk, begun, "theodred"), PlaceId("edoras")))
    do(clerk, begun, Adjust((FigureId("theoden"),), "for the test", mounted=False))
    go_on(clerk, begun, 2)
    told = chronicle(clerk, begun)
    assert [one.title for one in told.chapters] == ["Turn 1", "Turn 2"]
    first = "\n".join(told.chapters[0].sentences)
    assert "Boromir, Merry and Pippin met" in first
    assert "On the march: Théodred to Edoras." in first
    assert "By hand: Théoden is on foot." in first
    assert told.ending[0] == "Turn 2, start."
    page = list(told.lines())
    assert page[:4] == ["# Summer", "", "## Turn 1", ""]
    assert "All was quiet." in page


def test_an_undone_deed_is_not_told(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun)
    do(clerk, begun, March(force_with(clerk, begun, "theodred"), PlaceId("edoras")))
    history.undo(clerk, begun, None, actor="anna", key="back")
    assert "march" not in " ".join(chronicle(clerk, begun).chapters[0].sentences)
