"""Deeds under way: begun, answered step by step, finished or called off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.kernel.errors import Illegal, Stale
from assistant.ledger.records import Campaign, Draft, Pending
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]


def begin(
    ledger: Ledger,
    campaign: Campaign,
    *holds: str,
    title: str = "Fight at Bree",
    key: str | None = None,
    expect: int | None = None,
) -> Pending:
    return ledger.begin(
        campaign.id,
        kind="fight",
        title=title,
        actor="red",
        setup={"place": "Bree"},
        base_seq=0,
        rules_version="1",
        holds=holds,
        key=key,
        expect=expect,
    )


def test_a_begun_deed_is_under_way_without_answers(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign, "guard")
    assert (pending.step, pending.answers, pending.holds) == (0, [], ["guard"])
    assert ledger.pending(pending.id) == pending
    assert ledger.pendings(campaign.id) == (pending,)


def test_what_one_deed_holds_another_cannot_take(ledger: Ledger, campaign: Campaign) -> None:
    begin(ledger, campaign, "guard", "orcs")
    with pytest.raises(Illegal, match='guard is still needed in "Fight at Bree", which') as refusal:
        begin(ledger, campaign, "riders", "guard", title="Another")
    assert refusal.value.code == "held"
    assert len(ledger.pendings(campaign.id)) == 1


def test_deeds_that_share_nothing_go_on_side_by_side(ledger: Ledger, campaign: Campaign) -> None:
    begin(ledger, campaign, "guard")
    begin(ledger, campaign, "riders")
    assert len(ledger.pendings(campaign.id)) == 2


def test_another_campaign_may_hold_the_same_name(ledger: Ledger, campaign: Campaign) -> None:
    other = ledger.create("Autumn", "toy", {}, key="new-2")
    begin(ledger, campaign, "guard")
    assert begin(ledger, other, "guard").campaign == other.id


def test_beginning_again_with_the_same_key_begins_nothing_new(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign, "guard", key="tap-1")
    assert begin(ledger, campaign, "guard", key="tap-1") == pending


def test_a_key_that_began_a_deed_elsewhere_is_refused(ledger: Ledger, campaign: Campaign) -> None:
    begin(ledger, campaign, key="tap-1")
    with pytest.raises(Illegal) as refusal:
        begin(ledger, ledger.create("Autumn", "toy", {}, key="new-2"), key="tap-1")
    assert refusal.value.code == "wrong-campaign"


def test_a_deed_is_not_begun_on_a_state_that_has_changed(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    ledger.append(campaign.id, deed(), key="k1")
    with pytest.raises(Stale) as refusal:
        begin(ledger, campaign, expect=0)
    assert refusal.value.code == "stale-version"


def test_answers_move_a_deed_on(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign)
    ledger.put_answers(pending.id, [[6, 5]], expect_step=0)
    second = ledger.put_answers(pending.id, [[6, 5], "retreat"], expect_step=1)
    assert (second.step, second.revision) == (2, 3)
    assert ledger.pending(pending.id) == second


def test_an_answer_to_an_earlier_step_is_stale(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign)
    ledger.put_answers(pending.id, [[6, 5]], expect_step=0)
    with pytest.raises(Stale, match="Somebody was faster") as refusal:
        ledger.put_answers(pending.id, [[1, 1]], expect_step=0)
    assert refusal.value.code == "stale-step"
    assert ledger.pending(pending.id).answers == [[6, 5]]


def test_a_retried_answer_is_answered_as_the_first_time(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign)
    first = ledger.put_answers(pending.id, [[6, 5]], expect_step=0)
    assert ledger.put_answers(pending.id, [[6, 5]], expect_step=0) == first


def test_answers_can_be_taken_back(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign)
    ledger.put_answers(pending.id, [1, 2, 3], expect_step=0)
    assert ledger.put_answers(pending.id, [1], expect_step=3).step == 1


def test_a_revision_tells_apart_two_states_at_the_same_step(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign)
    seen = ledger.put_answers(pending.id, ["attack"], expect_step=0)
    ledger.put_answers(pending.id, [], expect_step=1)
    ledger.put_answers(pending.id, ["flee"], expect_step=0)
    with pytest.raises(Stale):
        ledger.put_answers(pending.id, ["attack", 6], expect_step=1, expect_revision=seen.revision)


def test_the_entry_that_finishes_a_deed_removes_it(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    pending = begin(ledger, campaign, "guard")
    ledger.append(campaign.id, deed("The fight is over"), key="k1", closes=pending.id)
    assert ledger.pendings(campaign.id) == ()
    assert begin(ledger, campaign, "guard").holds == ["guard"]


def test_a_refused_entry_leaves_its_deed_under_way(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    pending = begin(ledger, campaign)
    with pytest.raises(Stale):
        ledger.append(campaign.id, deed(), key="k1", expect=9, closes=pending.id)
    with pytest.raises(Illegal):
        ledger.append(campaign.id, deed(undoes=5), key="k1", closes=pending.id)
    assert ledger.pendings(campaign.id) == (pending,)


def test_a_deed_is_finished_only_once(ledger: Ledger, campaign: Campaign, deed: MakeDraft) -> None:
    pending = begin(ledger, campaign)
    first = ledger.append(campaign.id, deed(), key="k1", closes=pending.id)
    assert ledger.append(campaign.id, deed(), key="k1", closes=pending.id) == first
    with pytest.raises(Stale) as refusal:
        ledger.append(campaign.id, deed(), key="k2", closes=pending.id)
    assert refusal.value.code == "pending-closed"
    assert ledger.campaign(campaign.id).head == 1


def test_an_entry_cannot_finish_a_deed_of_another_campaign(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    other = ledger.create("Autumn", "toy", {}, key="new-2")
    pending = begin(ledger, campaign)
    with pytest.raises(Illegal) as refusal:
        ledger.append(other.id, deed(), key="k1", closes=pending.id)
    assert refusal.value.code == "wrong-campaign"


def test_a_deed_that_is_called_off_is_gone(ledger: Ledger, campaign: Campaign) -> None:
    pending = begin(ledger, campaign)
    assert ledger.drop(pending.id)
    assert not ledger.drop(pending.id)
    with pytest.raises(Stale, match="no longer under way"):
        ledger.pending(pending.id)
    with pytest.raises(Stale):
        ledger.put_answers(pending.id, [1], expect_step=0)
