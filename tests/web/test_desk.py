"""The combat desk over HTTP: who takes part, whose question it is, and what if two answer at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from assistant.campaign.passes import let_in
from assistant.campaign.permissions import MASTER
from assistant.campaign.service import Service
from assistant.campaign.views.fights import fight_view
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign
from assistant.rules.book import PlaceId
from assistant.rules.standing import members
from tests.web.table import Visitor

Come = Callable[..., Visitor]
LURTZ = "opening-1"
MISSES = {"by": "hand", "faces": [1, 1, 1, 1]}


def code(answer: Any) -> str:
    return str(answer.get_json()["error"]["code"])


def begin(visitor: Visitor, contact: str = LURTZ, **said: Any) -> dict[str, Any]:
    answer = visitor.post(f"contacts/{contact}/fight", **said)
    assert answer.status_code == 200, answer.get_json()
    found: dict[str, Any] = answer.get_json()["open"]
    return found


def answer(visitor: Visitor, at: dict[str, Any], given: Any, **other: Any) -> Any:
    sent = {"step": at["step"], "revision": at["revision"], "answer": given, **other}
    return visitor.post(f"fights/{at['id']}/answers", **sent)


def go_on(visitor: Visitor, at: dict[str, Any], given: Any = None) -> dict[str, Any]:
    reply = answer(visitor, at, given or {"by": "app"})
    assert reply.status_code == 200, reply.get_json()
    found: dict[str, Any] = reply.get_json()["open"]
    return found


def meet(master: Visitor, good: str, evil: str, place: str, **said: Any) -> str:
    """Two forces in contact in the combat phase."""
    while master.at().world.war.phase != "combat":
        master.do("go-on", anyway=True)
    said.setdefault("overruled", "for the test")
    assert master.do("meet", good=[good], evil=[evil], place=place, **said).status_code == 200
    return [*master.at().world.war.contacts][-1]


# ---- the list and the participants ---------------------------------------------------------------------


def test_the_list_names_who_waits_to_be_fought_by_name(come: Come) -> None:
    page = come("saruman").page("fights").text
    assert all(name in page for name in ("Boromir", "Lurtz", "Amon Hen"))
    assert "uruk-hai-scout-1" not in page


def test_the_participants_are_filled_in_with_counts_and_ticks(come: Come) -> None:
    page = come("saruman").page(f"contacts/{LURTZ}").text
    assert "of 12 Uruk-hai Scouts" in page
    assert re.search(r'type="checkbox" id="r-boromir" data-in-reach checked', page)


@pytest.mark.parametrize("who", ["rohan", "projector"])
def test_who_does_not_fight_there_may_not_begin_it(who: str, come: Come) -> None:
    refused = come(who).post(f"contacts/{LURTZ}/fight")
    assert (refused.status_code, code(refused)) in ((403, "not-yours"), (403, "for-the-master"))


def test_a_battle_typed_in_is_for_the_game_master_and_assistants(come: Come) -> None:
    assert come("saruman").post(f"contacts/{LURTZ}/report", winner="evil").status_code == 403
    assert come("saruman").page(f"contacts/{LURTZ}/report").status_code == 403
    assert come("assistant").page(f"contacts/{LURTZ}/report").status_code == 200


def test_a_contact_that_is_not_there_leads_back_to_the_list(come: Come) -> None:
    gone = come("saruman").page("contacts/9-9")
    assert (gone.status_code, gone.headers["Location"].split("/")[-1]) == (302, "fights")
    refused = come("saruman").post("contacts/9-9/odds")
    assert refused.status_code in (400, 404, 409)


# ---- odds ----------------------------------------------------------------------------------------------


def test_odds_follow_who_is_in_reach(come: Come) -> None:
    saruman = come("saruman")
    scouts = [f"uruk-hai-scout-{number}" for number in range(1, 13)]
    full = saruman.post(f"contacts/{LURTZ}/odds").get_json()["odds"]
    few = saruman.post(
        f"contacts/{LURTZ}/odds", figures=["boromir", "merry", "pippin", "lurtz", *scouts[:2]]
    ).get_json()["odds"]
    assert few["win"]["good"] > full["win"]["good"]
    assert sum(full["win"].values()) == pytest.approx(1)
    assert full["words"][0] == f"{full['short']}."


def test_odds_tell_what_one_more_or_a_leader_would_change(come: Come) -> None:
    found = come("saruman").post(f"contacts/{LURTZ}/odds", what_if=True).get_json()["odds"]
    assert any("one more Uruk-hai Scout" in one["change"] for one in found["what_if"])
    assert all(" %" in one["words"] for one in found["what_if"])


def test_odds_are_the_same_on_every_screen(come: Come) -> None:
    first, second = (come(who).post(f"contacts/{LURTZ}/odds").get_json() for who in ("saruman", "fellowship"))
    assert first == second


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"figures": "all"}, "bad-field"),
        ({"figures": ["boromir", "merry", "pippin"]}, "nobody-there"),
        ({"figures": ["gandalf-the-white"]}, "not-in-the-fight"),
        ({"figures": ["boromir", "lurtz"]}, "characters-stand-together"),
        ({"site": {"terrain": "lava"}}, "bad-field"),
        ({"site": {"weather": "rain"}}, "unknown-field"),
        ({"site": {"at": "walls"}}, "nobody-holds-it"),
        ({"hides": {"everyone": True}}, "bad-field"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(said: dict[str, Any], expected: str, come: Come) -> None:
    refused = come("saruman").post(f"contacts/{LURTZ}/odds", **said)
    assert code(refused) == expected
    assert not re.search(r"[a-z]-\d", refused.get_json()["error"]["sentence"])


# ---- a fight, question by question ---------------------------------------------------------------------


def test_each_commander_answers_their_own_questions_and_the_other_waits(come: Come) -> None:
    saruman, fellowship = come("saruman"), come("fellowship")
    at = begin(saruman)
    assert at["request"]["purpose"] == "attack"
    refused = answer(saruman, at, MISSES)
    assert (refused.status_code, code(refused)) == (403, "not-yours")
    assert "Waiting for" in saruman.page(f"fights/{at['id']}").text
    assert "It is your turn to answer." in fellowship.page(f"fights/{at['id']}").text
    assert answer(fellowship, at, MISSES).status_code == 200


def test_the_game_master_answers_for_all(come: Come) -> None:
    master = come("master")
    at = begin(master)
    assert "Answer for them" in master.page(f"fights/{at['id']}").text
    play_out(master, at)
    assert LURTZ not in master.at().world.war.contacts


def test_a_stranger_to_the_fight_sees_it_and_answers_nothing(come: Come) -> None:
    at, rohan = begin(come("saruman")), come("rohan")
    assert rohan.page(f"fights/{at['id']}").status_code == 200
    assert answer(rohan, at, {"by": "app"}).status_code == 403


def test_the_same_answer_sent_twice_counts_once(come: Come) -> None:
    fellowship = come("fellowship")
    at = begin(come("saruman"))
    first, again = answer(fellowship, at, MISSES), answer(fellowship, at, MISSES)
    assert first.get_json() == again.get_json()
    assert first.get_json()["open"]["step"] == 1


def test_of_two_who_answer_at_once_one_wins_and_the_other_is_told(come: Come) -> None:
    master, fellowship = come("master"), come("fellowship")
    at = begin(master)
    assert answer(fellowship, at, MISSES).status_code == 200
    late = answer(master, at, {"by": "app"})
    assert (late.status_code, code(late)) == (409, "answered-already")
    assert late.get_json()["error"]["do"] == "Here is the question that is open now."


def test_who_comes_too_late_is_told_so_also_when_it_is_anothers_turn_by_now(come: Come) -> None:
    master, fellowship = come("master"), come("fellowship")
    at = begin(master)
    assert go_on(master, at)["asked"] == ["saruman"]
    late = answer(fellowship, at, {"by": "hand", "faces": [1, 1, 1, 1]})
    assert (late.status_code, code(late)) == (409, "answered-already")


def test_an_answer_to_what_was_taken_back_meanwhile_is_stale(come: Come) -> None:
    master, fellowship = come("master"), come("fellowship")
    at = begin(master)
    after = go_on(fellowship, at, MISSES)
    assert master.post(f"fights/{at['id']}/back", revision=after["revision"]).status_code == 200
    late = answer(fellowship, at, {"by": "app"})
    assert (late.status_code, code(late)) == (409, "answered-already")


def test_dice_typed_by_hand_are_kept_apart_from_those_the_app_rolled(come: Come) -> None:
    fellowship = come("fellowship")
    at = begin(come("saruman"))
    assert len(at["request"]["dice"]) == 4
    go_on(fellowship, at, {"by": "hand", "faces": [6, 6, None, None]})
    stored = fellowship.service.ledger.pending(at["id"]).answers[-1]
    rolled = stored["answer"] if isinstance(stored, dict) and "answer" in stored else stored
    assert isinstance(rolled, dict)
    faces = rolled["faces"]
    assert isinstance(faces, list)
    assert faces[:2] == [6, 6]
    assert (rolled["by_hand"], rolled["by_app"]) == (True, [2, 3])


@pytest.mark.parametrize("faces", [[6, 6], [6, 6, 0, 1], [6, 6, 7, 1], ["six", 1, 1, 1], "6666", [None] * 9])
def test_faces_that_cannot_be_are_refused_and_nothing_is_rolled(faces: Any, come: Come) -> None:
    fellowship = come("fellowship")
    at = begin(come("saruman"))
    refused = answer(fellowship, at, {"by": "hand", "faces": faces})
    assert refused.status_code == 400
    assert fellowship.service.ledger.pending(at["id"]).step == 0


def test_a_commander_takes_back_a_choice_but_no_dice(come: Come) -> None:
    master, fellowship = come("master"), come("fellowship")
    frodo = master.at().world.war.force_of(FigureId("frodo"))
    assert frodo is not None
    contact = meet(master, frodo.id, "khamul-32-khamul", frodo.place, attacker="evil")
    at = go_on(fellowship, begin(master, contact), {"kind": "chosen", "option": "fight"})
    assert "Take back: fight or hide" in fellowship.page(f"fights/{at['id']}").text
    rolled = go_on(fellowship, at)
    assert "Take back" not in fellowship.page(f"fights/{at['id']}").text
    assert fellowship.post(f"fights/{at['id']}/back", revision=rolled["revision"]).status_code == 403
    assert master.post(f"fights/{at['id']}/back", revision=rolled["revision"]).status_code == 200


def test_a_fight_that_was_called_off_leads_back_to_the_list(come: Come) -> None:
    saruman = come("saruman")
    at = begin(saruman)
    path = f"/api/v1/campaigns/{saruman.campaign}/fights/{at['id']}"
    assert saruman.client.delete(path, json={}).status_code == 403
    assert come("master").client.delete(path, json={}).status_code == 200
    assert saruman.page(f"fights/{at['id']}").headers["Location"].endswith("/fights")


def test_a_contact_whose_fight_is_under_way_leads_there(come: Come) -> None:
    saruman = come("saruman")
    at = begin(saruman)
    assert saruman.page(f"contacts/{LURTZ}").headers["Location"].endswith(f"/fights/{at['id']}")


def test_several_fights_go_on_side_by_side(come: Come) -> None:
    master = come("master")
    first = begin(master)
    other = begin(master, meet(master, "dwarves-5-murin", "khamul-32-khamul", "iron-hills"))
    go_on(master, other)
    moved = go_on(master, first, MISSES)
    assert (moved["id"], moved["step"]) == (first["id"], 1)
    assert master.page("fights").text.count("Waiting for") == 2


# ---- how it is told ------------------------------------------------------------------------------------


def play_out(master: Visitor, at: dict[str, Any]) -> tuple[list[str], int]:
    """Every page of a fight on the way, and the number of the deed it became."""
    pages = []
    while True:
        pages.append(master.page(f"fights/{at['id']}").text)
        reply = answer(master, at, {"by": "app"}).get_json()
        if "recorded" in reply:
            return pages, int(reply["recorded"]["seq"])
        at = reply["open"]


def test_no_page_of_a_fight_calls_a_figure_by_its_id(come: Come) -> None:
    master = come("master")
    contact = meet(master, "wood-elves-6-celeborn", "saruman-38-saruman", "lothlorien")
    world = master.at().world
    met = world.war.contacts[contact]
    ids = [one.id for force in (*met.good, *met.evil) for one in members(world, world.war.forces[force])]
    pages, seq = play_out(master, begin(master, contact))
    pages.append(master.page(f"fought/{seq}").text)
    for page in pages:
        # What scripts send stands in attributes; what people read does not.
        text = re.sub(r"<[^>]*>", " ", page)
        assert [one for one in ids if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", text)] == []


def test_a_finished_fight_is_told_with_its_luck_and_where_it_was_is_led_there(come: Come) -> None:
    master = come("master")
    at = begin(master)
    _, seq = play_out(master, at)
    led = master.page(f"fights/{at['id']}")
    assert led.headers["Location"].endswith(f"/fought/{seq}")
    page = master.page(f"fought/{seq}").text
    assert all(words in page for words in ("Lurtz", "expected", "rolled by the app"))


def test_every_number_says_why_and_leads_to_its_rule(come: Come) -> None:
    fellowship = come("fellowship")
    at = begin(come("saruman"))
    page = fellowship.page(f"fights/{at['id']}").text
    assert "attack 3+ printed" in page
    assert '<a class="rule" href="/rules/CMB-12">CMB-12</a>' in page


def test_hits_nobody_may_take_are_refused_by_name(come: Come) -> None:
    master = come("master")
    contact = meet(master, "dwarves-5-murin", "khamul-32-khamul", "iron-hills")
    at = begin(master, contact)
    while at["request"]["kind"] != "allocate":
        at = go_on(master, at)
    items, takers = at["request"]["items"], at["request"]["takers"]
    one = next(taker["figure"] for taker in takers if "-" in taker["figure"])
    refused = answer(master, at, {"kind": "allocated", "takers": [one] * len(items)})
    assert code(refused) == "twice-before-once"
    assert one not in refused.get_json()["error"]["sentence"]


def test_a_battle_fought_on_the_table_is_typed_in(come: Come) -> None:
    assistant = come("assistant")
    done = assistant.post(
        f"contacts/{LURTZ}/report",
        ends={"boromir": "eliminated", "uruk-hai-scout-12": "eliminated"},
        winner="evil",
        retreats="good",
    )
    at = done.get_json().get("open")
    while at is not None:
        at = answer(assistant, at, {"by": "app"}).get_json().get("open")
    assert assistant.at().world.figures[FigureId("boromir")].condition == "eliminated"
    assert LURTZ not in assistant.at().world.war.contacts


def test_the_view_of_a_fight_says_how_the_asked_seat_rolls(come: Come) -> None:
    fellowship = come("fellowship")
    at = begin(come("saruman"))
    assert fight_view(fellowship.at(), MASTER, at["id"]).by_hand is False
    seat = next(one for one in fellowship.at().world.war.seats.values() if "fellowship" in one.commanders)
    changed = come("master").do("change-seat", seat=seat.id, player="Anna", dice="by-hand")
    assert changed.status_code == 200, changed.get_json()
    assert fight_view(fellowship.at(), MASTER, at["id"]).by_hand is True


def test_a_contact_that_two_begin_at_once_becomes_one_fight_and_the_other_is_told(come: Come) -> None:
    saruman, fellowship = come("saruman"), come("fellowship")
    begin(saruman)
    refused = fellowship.post(f"contacts/{LURTZ}/fight")
    assert refused.status_code == 409
    sentence = refused.get_json()["error"]["sentence"]
    assert not re.search(r"[a-z]-\d|opening-1|boromir", sentence), sentence
    assert len(saruman.service.ledger.pendings(saruman.campaign)) == 1


def test_a_fight_begun_twice_with_one_key_is_begun_once(come: Come) -> None:
    saruman = come("saruman")
    first, again = (saruman.post(f"contacts/{LURTZ}/fight", key="k" * 16) for _ in range(2))
    assert first.get_json() == again.get_json()


def test_a_fight_of_forces_that_moved_meanwhile_is_not_begun(come: Come) -> None:
    master = come("master")
    seen = master.at().seen
    assert master.do("part", contact=LURTZ, why="out of reach").status_code == 200
    refused = master.post(f"contacts/{LURTZ}/fight", seen=seen)
    assert refused.status_code in (404, 409)


def test_an_assistant_of_the_other_table_neither_begins_nor_answers(
    come: Come, played: Service, trial: Campaign
) -> None:
    at = begin(come("saruman"))
    tables = {place.table for place in come("master").at().kit.book.places.values()}
    here = come("master").at().kit.book.places[PlaceId("amon-hen")].table
    other = next(one for one in sorted(tables) if one not in ("", here))
    helper = come()
    helper.client.get(f"/j/{let_in(played.ledger, trial, 'assistant', label='Far', area=other).code}")
    assert answer(helper, at, {"by": "app"}).status_code == 403
    page = helper.page(f"fights/{at['id']}").text
    assert "Answer for them" not in page
    assert "Call this fight off" not in page


def test_who_stands_near_a_friend_that_helps_is_asked_and_counts(come: Come) -> None:
    master = come("master")
    contact = meet(master, "high-elves-8-elrond", "mouth-of-sauron-36-mouth-of-sauron", "rivendell")
    assert "of them near Elrond" in master.page(f"contacts/{contact}").text
    met = master.at().world.war.contacts[contact]
    forces = [master.at().world.war.forces[one] for one in (*met.good, *met.evil)]
    everyone = [str(one) for force in forces for one in force.figures]
    near = [{"figure": one, "near": ["elrond"]} if one.startswith("armored") else one for one in everyone]
    odds = master.post(f"contacts/{contact}/odds", figures=near, what_if=True).get_json()["odds"]
    assert any(one["change"] == "good without Elrond" for one in odds["what_if"])
    for figures, is_helped in ((everyone, False), (near, True)):
        at = begin(master, contact, figures=figures)
        while at["request"]["purpose"] != "attack":
            at = go_on(master, at)
        assert any("Armored" in line and "elven lore" in line for line in at["log"]) is is_helped
        master.client.delete(f"/api/v1/campaigns/{master.campaign}/fights/{at['id']}", json={})
