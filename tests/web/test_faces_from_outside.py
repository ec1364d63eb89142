"""Faces that come from outside lay on a table, whatever is said with them: the app's dice are its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant.campaign.evidence import read_answers
from assistant.kernel.asking import Rolled
from tests.web.table import Visitor
from tests.web.test_desk import answer, begin, go_on
from tests.web.test_quick import ask, battle

Come = Callable[..., Visitor]

SAID: dict[str, Any] = {
    "nothing more": {},
    "not by hand": {"by_hand": False},
    "all by the app": {"by_hand": True, "by_app": [0, 1, 2, 3]},
    "half by the app": {"by_hand": True, "by_app": [0, 2]},
    "by the app, not by hand": {"by_hand": False, "by_app": [0, 1, 2, 3]},
    "by hand": {"by_hand": True, "by_app": []},
}


def rolled_in(visitor: Visitor, fight: str) -> Rolled:
    """What is kept of the last dice of a fight."""
    found = read_answers(visitor.service.ledger.pending(fight).answers)[-1]
    assert isinstance(found, Rolled)
    return found


@pytest.mark.parametrize("who", ["fellowship", "master", "assistant"])
@pytest.mark.parametrize("how", SAID)
def test_faces_that_are_sent_are_by_hand_whatever_is_said_of_them(come: Come, how: str, who: str) -> None:
    at = begin(come("saruman"))
    sent = {"kind": "rolled", "faces": [6, 6, 6, 6], **SAID[how]}
    visitor = come(who)
    assert answer(visitor, at, sent).status_code == 200
    assert rolled_in(visitor, at["id"]) == Rolled((6, 6, 6, 6), by_hand=True, by_app=())


def test_of_a_mixed_handful_only_what_was_left_open_is_the_apps(come: Come) -> None:
    fellowship = come("fellowship")
    at = begin(come("saruman"))
    refused = answer(fellowship, at, {"by": "hand", "faces": [6, 6, None, 6], "by_app": [0, 1, 2]})
    assert refused.status_code == 400
    go_on(fellowship, at, {"by": "hand", "faces": [6, 6, None, 6]})
    kept = rolled_in(fellowship, at["id"])
    assert (kept.by_hand, kept.by_app, kept.faces[:2], kept.faces[3]) == (True, (2,), (6, 6), 6)


@pytest.mark.parametrize(
    "sent", [{"by": "app", "faces": [6, 6, 6, 6]}, {"by": "server"}, {"by": "app", "kind": "rolled"}]
)
def test_who_lets_the_app_roll_says_nothing_of_faces(come: Come, sent: Any) -> None:
    at = begin(come("saruman"))
    assert answer(come("fellowship"), at, sent).status_code == 400


def test_luck_counts_sent_faces_as_rolled_by_hand(come: Come) -> None:
    master = come("master")
    at = begin(master)
    while "request" in at:
        dice = at["request"].get("dice")
        sent: Any = {"by": "app"}
        if dice:
            sent = {"kind": "rolled", "faces": [6] * len(dice), "by_hand": False}
        done = answer(master, at, sent).get_json()
        at = done.get("open", done)
    told = master.page(f"fought/{at['recorded']['seq']}").text
    assert "rolled by hand" in told
    assert "rolled by the app" not in told


# ---- a quick fight, which the phone keeps ------------------------------------------------------------


def fought(come: Come, changed: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """The luck of a quick fight that the app rolled, with each of its answers changed on the way back."""
    client, answers = come().client, list[Any]()
    reply = ask(client, battle=battle()).get_json()
    while "open" in reply:
        answers = [changed(dict(one)) for one in reply["answers"]]
        reply = ask(client, battle=battle(), answers=answers, answer={"by": "app"}).get_json()
    answers = [changed(dict(one)) for one in reply["answers"]]
    reply = ask(client, battle=battle(), answers=answers).get_json()
    return [
        (one["app"]["dice"] > 0, one["hand"]["dice"] > 0)
        for one in reply["finished"]["luck"]["good"].values()
    ]


def test_the_apps_dice_of_a_quick_fight_stay_the_apps(come: Come) -> None:
    assert {by_hand for _, by_hand in fought(come, lambda one: one)} == {False}


@pytest.mark.parametrize("seal", ["", "x" * 64, "é", None])
def test_faces_of_a_quick_fight_without_the_servers_seal_are_by_hand(come: Come, seal: Any) -> None:
    found = fought(come, lambda one: {**one, "seal": seal})
    assert (False, True) in found
    assert not any(by_app for by_app, _ in found)


def test_a_seal_holds_for_its_own_faces_alone(come: Come) -> None:
    def others(one: dict[str, Any]) -> dict[str, Any]:
        return {**one, "faces": [7 - face for face in one["faces"]]}

    client = come().client
    first = ask(client, battle=battle(), answers=[], answer={"by": "app"}).get_json()["answers"]
    kept = ask(client, battle=battle(), answers=first).get_json()["answers"]
    assert kept == first
    (changed,) = ask(client, battle=battle(), answers=[*map(others, first)]).get_json()["answers"]
    assert (changed["by_hand"], "seal" in changed) == (True, False)
