"""Every command twice with the same key, as when the answer got lost: done once, and answered the same."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from assistant.campaign.passes import let_in
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign
from assistant.web import create_app
from tests.web.conftest import KEYS
from tests.web.table import Visitor
from tests.web.test_rulings import fought

Come = Callable[..., Visitor]
LOOKING = {"seating", "quick", "contact_odds"}
ENDING = {"rescue"}
"""It ends the server: tests/web/test_rescue.py sends it twice."""
TWO = [{"name": "Anna"}, {"name": "Ben"}]


def standing(master: Visitor) -> tuple[Any, ...]:
    """All that a command could have done twice."""
    ledger = master.service.ledger
    campaigns = ledger.campaigns()
    return (
        [(one.id, one.head) for one in campaigns],
        [one.code for campaign in campaigns for one in ledger.passes(campaign.id)],
        [(one.id, one.step) for campaign in campaigns for one in ledger.pendings(campaign.id)],
        sorted(path.name for path in ledger.path.parent.glob("backups/*.sqlite")),
    )


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


class Walk:
    """A game master who sends everything twice, and remembers what was sent."""

    def __init__(self, master: Visitor) -> None:
        self.master = master
        self.sent: set[str] = set()

    def twice(self, endpoint: str, path: str, **body: Any) -> Any:
        whole = {"key": uuid4().hex, **body}
        address = path if path.startswith("/") else f"/api/v1/campaigns/{self.master.campaign}/{path}"
        first = self.master.client.post(address, json=whole)
        assert first.status_code == 200, (endpoint, first.text)
        after = standing(self.master)
        again = self.master.client.post(address, json=whole)
        assert (again.status_code, again.get_json()) == (200, first.get_json()), endpoint
        assert standing(self.master) == after, endpoint
        self.sent.add(endpoint)
        return first.get_json()


def test_every_command_of_the_api_sent_twice_is_done_once_and_answered_the_same(
    come: Come, played: Service, trial: Campaign
) -> None:
    walk = Walk(come("master"))
    empty = played.new("Empty", {"scenario": "war-of-the-ring"}, key="without players")
    walk.twice("found_campaign", "/api/v1/campaigns", name="Summer", players=TWO)
    walk.twice("begin", f"/api/v1/campaigns/{empty.id}/begin", players=TWO)
    walk.twice("demo", "/api/v1/demo")
    assert len(walk.twice("arrivals", "arrivals")["placed"]) > 1
    walk.twice("undo", "undo")
    walk.twice("redo", "redo")
    walk.twice("deed", "deeds", kind="say-done", setup={"kind": "say-done", "commanders": ["rohan"]})
    walk.twice("set_out", "set-out", most=2)
    sheet = walk.master.client.get(f"/api/v1/campaigns/{trial.id}/positions").text
    walk.twice("measure", "positions", csv="\n".join(sheet.splitlines()[:2]))
    made = walk.twice("let_in", "passes", label="Ben")["pass"]
    walk.twice("reissue", f"passes/{made['code']}/reissue")
    copy = walk.twice("back_up", "backups", note="before the siege")["backup"]
    walk.twice("restore", "/api/v1/restore", backup=copy)
    walk.twice("what_if", "what-if", name="Another road")
    fight = walk.twice("contact_fight", "contacts/opening-1/fight")["open"]
    at = f"fights/{fight['id']}"
    on = walk.twice("answer", f"{at}/answers", step=0, revision=fight["revision"], answer={"by": "app"})
    walk.twice("back", f"{at}/back", revision=on["open"]["revision"])
    walk.twice("rewind", f"{at}/rewind")
    walk.master.client.delete(f"/api/v1/campaigns/{trial.id}/{at}")
    seq = fought(walk.master)
    walk.twice("ruling", f"fought/{seq}/ruling", winner="draw", reason="we miscounted")
    walk.master.post("undo")
    walk.master.post("undo")
    walk.twice("contact_report", "contacts/opening-1/report", winner="evil", ends={})
    rules = create_app(played, addresses=[]).url_map.iter_rules()
    posted = {one.endpoint for one in rules if "POST" in (one.methods or ())}
    assert walk.sent == {one[4:] for one in posted if one.startswith("api.")} - LOOKING - ENDING


def test_what_is_taken_away_twice_is_answered_twice(come: Come, played: Service, trial: Campaign) -> None:
    master = come("master")
    path = f"/api/v1/campaigns/{trial.id}"
    passed = let_in(played.ledger, trial, "assistant", label="Ben").code
    fight = master.post("contacts/opening-1/fight").get_json()["open"]["id"]
    for address in (f"{path}/passes/{passed}", f"{path}/fights/{fight}"):
        first, again = (master.client.delete(address) for _ in range(2))
        assert (again.status_code, again.get_json()) == (200, first.get_json())
    assert code(master.client.delete(f"{path}/passes/XXXX-XXXX")) == (404, "no-such-pass")


def test_the_same_key_with_another_command_is_refused_and_nothing_is_done(come: Come) -> None:
    master, key = come("master"), "one-key-for-two-commands"

    def done(who: str, **more: Any) -> Any:
        setup = {"kind": "say-done", "commanders": [who]}
        return master.post("deeds", kind="say-done", setup=setup, key=key, **more)

    assert done("rohan", seen=1).status_code == 200
    before = master.at().seen
    assert code(done("gondor")) == (409, "key-used")
    assert "was not done" in done("gondor").get_json()["error"]["sentence"]
    assert code(master.post("undo", key=key)) == (409, "key-used")
    assert code(master.post("passes", label="Ben", key=key)) == (409, "key-used")
    assert master.at().seen == before
    # The same command is the same, however far the page has gone on.
    assert done("rohan", seen=before).get_json()["recorded"]["seq"] == before


def test_after_a_restart_a_key_still_stands_for_its_deed(
    come: Come, played: Service, trial: Campaign
) -> None:
    master, key = come("master"), "a-key-before-the-restart"
    setup = {"kind": "say-done", "commanders": ["rohan"]}
    first = master.post("deeds", kind="say-done", setup=setup, key=key).get_json()
    client = create_app(played, addresses=[], keys=KEYS).test_client()
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    later = Visitor(client, played, trial.id)
    assert later.post("deeds", kind="say-done", setup=setup, key=key).get_json() == first
    assert code(later.post("undo", key=key)) == (409, "key-used")


def test_a_refused_command_may_be_sent_again_otherwise_with_its_key(come: Come) -> None:
    master, key = come("master"), "refused-at-first"
    assert master.post("passes", label="Ben", area="mars", key=key).status_code == 400
    assert master.post("passes", label="Ben", area="north", key=key).status_code == 200


def test_nobody_gets_the_answer_that_another_had(come: Come) -> None:
    master, helper = come("master"), come("assistant")
    made = master.post("backups", key="the-key-of-the-master").get_json()["backup"]
    again = helper.post("backups", key="the-key-of-the-master").get_json()["backup"]
    assert made != again


def test_two_of_the_same_at_once_are_one(come: Come) -> None:
    """The first takes longer than the phone waits, so it sends it again while the first is at work."""
    masters, answers = [come("master"), come("master")], list[Any]()

    def send(master: Visitor) -> None:
        answers.append(master.post("backups", key="sent-twice-at-once").get_json())

    threads = [threading.Thread(target=send, args=(one,)) for one in masters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers[0] == answers[1]


@pytest.mark.parametrize("path", ["passes", "backups", "what-if", "passes/ABCD-EFGH/reissue"])
def test_a_command_without_a_key_is_refused(path: str, come: Come) -> None:
    master = come("master")
    answer = master.client.post(f"/api/v1/campaigns/{master.campaign}/{path}", json={})
    assert code(answer) == (400, "bad-key")


# ---- acts of several deeds -----------------------------------------------------------------------------


def test_one_undo_takes_back_everyone_who_was_placed_at_one_word_and_one_redo_brings_them_back(
    come: Come,
) -> None:
    master = come("master")
    before, figures = master.at().seen, dict(master.at().world.figures)
    placed = master.post("arrivals").get_json()["placed"]
    after = dict(master.at().world.figures)
    page = master.page("console").text
    assert f", and {len(placed) - 1} more done with it</button>" in page
    undone = master.post("undo").get_json()
    assert len(undone["together"]) == len(placed)
    assert undone["said"].endswith(f", and {len(placed) - 1} more done with it")
    assert master.at().world.figures == figures
    assert f", and {len(placed) - 1} more done with it</button>" in master.page("console").text
    master.post("redo")
    assert master.at().world.figures == after
    master.post("undo", seq=placed[3])
    assert master.at().world.figures == figures
    assert master.at().seen == before + 4 * len(placed)


def test_one_of_an_act_is_taken_back_alone_if_that_is_said(come: Come) -> None:
    master = come("master")
    figures = dict(master.at().world.figures)
    placed = master.post("arrivals").get_json()["placed"]
    assert "this one only" in master.page("history").text
    alone = master.post("undo", seq=placed[-1], alone=True).get_json()
    assert "together" not in alone
    assert len(master.at().world.figures) > len(figures)
    assert len(master.post("undo").get_json()["together"]) == len(placed) - 1
    assert master.at().world.figures == figures
    assert len(master.post("redo").get_json()["together"]) == len(placed) - 1
    assert "together" not in master.post("redo").get_json()


def test_an_act_is_taken_back_whole_or_not_at_all(come: Come) -> None:
    master = come("master")
    before = set(master.at().world.figures)
    master.post("arrivals")
    came = next(one for one in master.at().world.figures if one not in before)
    hurt = master.do("adjust", figures=[came], condition="wounded", reason="it fell on the stairs")
    seq, stands = hurt.get_json()["recorded"]["seq"], dict(master.at().world.figures)
    refused = master.post("undo", seq=seq - 1)
    assert code(refused) == (409, "built-upon")
    assert master.at().seen == seq
    assert master.at().world.figures == stands


def test_a_seat_takes_back_nothing_of_an_act_that_is_not_its_own(come: Come) -> None:
    master, gondor = come("master"), come("gondor")
    placed = master.post("arrivals").get_json()["placed"]
    assert {gondor.post("undo", seq=seq).status_code for seq in placed} == {403}


def test_going_on_ends_the_phase_that_was_meant_and_no_other(come: Come) -> None:
    master = come("master")
    war = master.at().world.war
    meant: dict[str, Any] = {"anyway": True, "turn": war.turn, "phase": war.phase}
    assert master.do("go-on", **meant).status_code == 200
    late = master.do("go-on", **meant)
    assert code(late) == (409, "phase-over")
    assert "it is turn 1, " in late.get_json()["error"]["sentence"]
    assert master.do("go-on", anyway=True).status_code == 200
