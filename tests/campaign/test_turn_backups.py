"""Copies of the database that a running game makes by itself."""

from __future__ import annotations

import shutil

from assistant.campaign.service import Service
from assistant.campaign.turn_backups import KEPT, back_up, copies_in, folder_of
from assistant.ledger.backup import opened_copy
from assistant.ledger.records import Campaign
from assistant.ledger.store import Ledger
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.turning import GoOn
from tests.campaign.games import do, go_on


def copies(clerk: Service) -> list[str]:
    return sorted(path.name.partition("summer")[2] for path in copies_in(folder_of(clerk.ledger)))


def test_the_database_is_copied_at_the_end_of_every_turn_and_not_between(
    clerk: Service, begun: Campaign
) -> None:
    assert copies(clerk) == ["-start-of-turn-1.sqlite"]
    go_on(clerk, begun, 2)
    assert copies(clerk) == ["-start-of-turn-1.sqlite"]
    go_on(clerk, begun)
    assert copies(clerk) == ["-start-of-turn-1.sqlite", "-start-of-turn-2.sqlite"]
    (copy,) = folder_of(clerk.ledger).glob("summer/*turn-2*")
    with Ledger.open(copy, read_only=True) as ledger:
        assert ledger.campaign("summer").head == 4


def test_the_database_is_copied_when_the_game_ends(clerk: Service, begun: Campaign) -> None:
    ended = do(clerk, begun, EndGame("agreement", "evil"))
    assert copies(clerk) == ["-end-of-the-game.sqlite", "-start-of-turn-1.sqlite"]
    (copy,) = folder_of(clerk.ledger).glob("summer/*end-of-the-game*")
    with Ledger.open(copy, read_only=True) as ledger:
        assert ledger.campaign("summer").head == ended.seq


def test_a_retry_makes_no_second_copy(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 2)
    for _ in range(2):
        do(clerk, begun, GoOn(anyway=True), key="the same")
    assert copies(clerk) == ["-start-of-turn-1.sqlite", "-start-of-turn-2.sqlite"]


def test_the_newest_twenty_are_kept(clerk: Service, begun: Campaign) -> None:
    for number in range(KEPT + 2):
        assert back_up(clerk.ledger, "summer", f"copy {number:02}") == ""
    kept = copies(clerk)
    assert len(kept) == KEPT
    # The first of all, of turn 1, and the first two of these are gone.
    assert (kept[0], kept[-1]) == ("-copy-02.sqlite", "-copy-21.sqlite")


def test_the_turns_of_one_campaign_do_not_push_out_those_of_another(clerk: Service, begun: Campaign) -> None:
    other = clerk.new("Winter", {}, key="winter")
    for number in range(KEPT + 1):
        assert back_up(clerk.ledger, other.id, f"copy {number:02}") == ""
    assert "-start-of-turn-1.sqlite" in copies(clerk)
    assert len(copies(clerk)) == 1 + KEPT


def test_a_copy_of_a_turn_is_sound_to_the_last_entry_of_every_chain(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun, 3)
    (copy,) = folder_of(clerk.ledger).glob("summer/*turn-2*")
    with opened_copy(copy) as ledger:
        assert ledger.campaign("summer").head_hash == clerk.ledger.campaign("summer").head_hash


def test_a_turn_ends_even_if_no_copy_can_be_made(clerk: Service, begun: Campaign) -> None:
    folder = folder_of(clerk.ledger)
    shutil.rmtree(folder)
    folder.write_text("no folder", encoding="utf-8")
    go_on(clerk, begun, 3)
    assert clerk.world(begun).war.turn == 2
    assert clerk.backup_trouble.startswith("No backup was made at the end of the turn")
