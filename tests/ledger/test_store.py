"""Campaigns, entries, and who may write when."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assistant.kernel.errors import Illegal, Malformed, Stale
from assistant.ledger.records import Campaign, Draft, Entry
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]


def test_a_new_campaign_is_empty_and_found_by_id(ledger: Ledger, campaign: Campaign) -> None:
    assert (campaign.id, campaign.head, campaign.head_hash) == ("spring-convention", 0, campaign.genesis)
    assert campaign.setup == {"scenario": "war"}
    assert ledger.campaign("spring-convention") == campaign
    assert ledger.campaigns() == (campaign,)
    assert ledger.entries(campaign.id) == ()


def test_a_campaign_is_found_by_its_name_in_any_case(ledger: Ledger, campaign: Campaign) -> None:
    assert ledger.campaign("SPRING Convention") == campaign


def test_campaigns_of_one_name_get_ids_of_their_own(ledger: Ledger, campaign: Campaign) -> None:
    ids = [ledger.create("Spring convention", "toy", {}, key=f"again-{n}").id for n in range(2)]
    assert ids == ["spring-convention-2", "spring-convention-3"]
    with pytest.raises(Illegal, match="3 campaigns are called") as refusal:
        ledger.campaign("spring convention")
    assert refusal.value.code == "ambiguous-campaign"
    assert "spring-convention-2" in refusal.value.do


def test_a_name_in_any_script_makes_a_usable_id(ledger: Ledger) -> None:
    assert ledger.create("Éowyn's Ride!", "toy", {}, key="a").id == "eowyns-ride"
    assert ledger.create("Кольцо", "toy", {}, key="b").id == "campaign"


def test_a_campaign_needs_a_name(ledger: Ledger) -> None:
    with pytest.raises(Malformed, match="needs a name"):
        ledger.create("  ", "toy", {}, key="a")


def test_a_misspelled_campaign_is_guessed(ledger: Ledger, campaign: Campaign) -> None:
    with pytest.raises(Illegal) as refusal:
        ledger.campaign("sprign-convention")
    assert refusal.value.code == "unknown-campaign"
    assert 'Did you mean "spring-convention"?' in refusal.value.do


def test_the_first_campaign_is_asked_for_when_there_is_none(ledger: Ledger) -> None:
    with pytest.raises(Illegal, match="none at all") as refusal:
        ledger.campaign("war")
    assert "campaign new" in refusal.value.do


def test_creating_again_with_the_same_key_makes_nothing_new(ledger: Ledger, campaign: Campaign) -> None:
    assert ledger.create("Another name", "toy", {}, key="new-1") == campaign
    assert ledger.campaigns() == (campaign,)


def test_an_appended_entry_reads_back_as_it_was_returned(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    entry = ledger.append(campaign.id, deed("Ents march", facts=[{"n": 1.5}, None, "ô"]), key="k1")
    assert ledger.entries(campaign.id) == (entry,)
    assert ledger.entry(campaign.id, 1) == entry
    assert ledger.entry_by_key(campaign.id, "k1") == entry
    assert (entry.seq, entry.title, entry.facts) == (1, "Ents march", [{"n": 1.5}, None, "ô"])


def test_the_campaigns_head_follows_its_entries(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    first = ledger.append(campaign.id, deed(), key="k1")
    second = ledger.append(campaign.id, deed(), key="k2")
    assert first.previous == campaign.genesis
    assert second.previous == first.hash
    now = ledger.campaign(campaign.id)
    assert (now.head, now.head_hash) == (2, second.hash)
    assert ledger.entries(campaign.id, after=1) == (second,)


def test_two_campaigns_count_apart(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    other = ledger.create("Autumn", "toy", {}, key="new-2")
    ledger.append(campaign.id, deed(), key="k1")
    assert ledger.append(other.id, deed(), key="k1").seq == 1


def test_a_retry_gets_the_first_answer(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    first = ledger.append(campaign.id, deed("Once"), key="k1", expect=0)
    ledger.append(campaign.id, deed("Meanwhile"), key="k2")
    assert ledger.append(campaign.id, deed("Twice"), key="k1", expect=0) == first
    assert ledger.campaign(campaign.id).head == 2


def test_one_key_sent_by_many_threads_is_written_once(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    together = threading.Barrier(10)

    def send(n: int) -> Entry:
        together.wait()
        return ledger.append(campaign.id, deed(f"Attempt {n}"), key="same")

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(send, range(10)))
    assert len({answer.hash for answer in answers}) == 1
    assert ledger.campaign(campaign.id).head == 1


def test_a_stale_writer_is_refused(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    ledger.append(campaign.id, deed(), key="k1", expect=0)
    with pytest.raises(Stale, match="moved on") as refusal:
        ledger.append(campaign.id, deed(), key="k2", expect=0)
    assert refusal.value.code == "stale-version"
    assert ledger.campaign(campaign.id).head == 1


def test_of_ten_who_saw_the_same_state_one_may_write(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    together = threading.Barrier(10)

    def send(n: int) -> bool:
        together.wait()
        try:
            ledger.append(campaign.id, deed(), key=f"k{n}", expect=0)
        except Stale:
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(send, range(10))) == 1
    assert ledger.campaign(campaign.id).head == 1


def test_an_undo_must_point_at_an_entry(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    ledger.append(campaign.id, deed(), key="k1")
    assert ledger.append(campaign.id, deed("Undo", facts=[], undoes=1), key="k2").undoes == 1
    for nowhere in (0, 3, 7):
        with pytest.raises(Illegal, match="to take back") as refusal:
            ledger.append(campaign.id, deed("Undo", undoes=nowhere), key=f"bad-{nowhere}")
        assert refusal.value.code == "unknown-entry"


def test_an_unknown_entry_is_refused_with_the_last_number(ledger: Ledger, campaign: Campaign) -> None:
    with pytest.raises(Illegal, match="the last one is 0"):
        ledger.entry(campaign.id, 5)


def test_entries_of_an_unknown_campaign_are_refused(ledger: Ledger, deed: MakeDraft) -> None:
    for asking in (
        lambda: ledger.entries("nowhere"),
        lambda: ledger.pendings("nowhere"),
        lambda: ledger.verify("nowhere"),
        lambda: ledger.append("nowhere", deed(), key="k"),
    ):
        with pytest.raises(Illegal) as refusal:
            asking()
        assert refusal.value.code == "unknown-campaign"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {1, 2}, {1: "a", "b": 2}])
def test_what_is_not_json_is_refused(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, value: object
) -> None:
    with pytest.raises(Malformed) as refusal:
        ledger.append(campaign.id, deed(facts=[value]), key="k1")
    assert refusal.value.code == "not-json"
    assert ledger.campaign(campaign.id).head == 0


def test_a_command_needs_a_key(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    with pytest.raises(Malformed, match="key"):
        ledger.append(campaign.id, deed(), key=" ")


def test_a_reader_sees_what_the_writer_writes_and_cannot_write(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, database: Path
) -> None:
    with Ledger.open(database, read_only=True) as reader:
        entry = ledger.append(campaign.id, deed(), key="k1")
        assert reader.entries(campaign.id) == (entry,)
        with pytest.raises(Illegal) as refusal:
            reader.append(campaign.id, deed(), key="k2")
    assert refusal.value.code == "read-only"


def test_reading_a_database_that_is_not_there_creates_nothing(database: Path) -> None:
    with pytest.raises(Illegal) as refusal:
        Ledger.open(database, read_only=True)
    assert refusal.value.code == "no-database"
    assert not database.parent.exists()


def test_a_closed_ledger_leaves_one_file_and_refuses_writes(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, database: Path
) -> None:
    ledger.append(campaign.id, deed(), key="k1")
    ledger.close()
    ledger.close()
    kept = {file.name for file in database.parent.iterdir()}
    assert kept <= {database.name, f"{database.name}.lock"}
    with pytest.raises(Illegal) as refusal:
        ledger.append(campaign.id, deed(), key="k2")
    assert refusal.value.code == "ledger-closed"


def test_subscribers_hear_of_each_entry_once_and_in_order(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    heard: list[tuple[str, int]] = []
    all_heard = threading.Event()

    def hear(campaign_id: str, seq: int) -> None:
        assert ledger.entry(campaign_id, seq).seq == seq
        heard.append((campaign_id, seq))
        if len(heard) == 40:
            all_heard.set()

    ledger.subscribe(hear)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: ledger.append(campaign.id, deed(), key=f"k{n % 40}"), range(80)))
    assert all_heard.wait(10)
    ledger.close()
    assert heard == [(campaign.id, seq) for seq in range(1, 41)]


def test_a_subscriber_that_fails_harms_neither_the_writer_nor_the_others(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(campaign_id: str, seq: int) -> None:
        raise ValueError("a broken phone")

    heard: list[int] = []
    ledger.subscribe(fail)
    ledger.subscribe(lambda _, seq: heard.append(seq))
    for n in (1, 2):
        assert ledger.append(campaign.id, deed(), key=f"k{n}").seq == n
    ledger.close()
    assert heard == [1, 2]
    assert "a broken phone" in caplog.text


def test_a_subscriber_may_leave(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    heard: list[int] = []
    leave = ledger.subscribe(lambda _, seq: heard.append(seq))
    leave()
    leave()
    ledger.append(campaign.id, deed(), key="k1")
    ledger.close()
    assert heard == []


def test_a_subscriber_that_writes_is_refused_instead_of_waiting_for_itself(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, caplog: pytest.LogCaptureFixture
) -> None:
    def write(campaign_id: str, seq: int) -> None:
        ledger.append(campaign_id, deed(), key="k2")

    ledger.subscribe(write)
    ledger.append(campaign.id, deed(), key="k1")
    ledger.close()
    assert "must not write" in caplog.text
