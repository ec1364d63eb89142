"""Assistants beside each other and beside seats: whose deeds are whose, and what each may take back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant.campaign.passes import reissue, withdraw
from assistant.campaign.service import Service
from assistant.ledger.records import Campaign, Pass
from assistant.rules.arrivals import CommanderId
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


def force_at(visitor: Visitor, place: str) -> str:
    return next(force.id for force in visitor.at().world.war.forces.values() if force.place == place)


def helps(master: Visitor, visitor: Visitor, area: str, label: str = "") -> str:
    """The game master gives out a code for an assistant, and somebody comes in with it."""
    code: str = master.post("passes", label=label, area=area).get_json()["pass"]["code"]
    visitor.client.get(f"/j/{code}")
    return code


def held(visitor: Visitor, code: str) -> Pass:
    found = visitor.service.ledger.find_pass(code)
    assert found is not None
    return found


def moving(come: Come) -> Visitor:
    """The game master, in the movement phase."""
    master = come("master")
    master.do("go-on", anyway=True)
    return master


# ---- two assistants ------------------------------------------------------------------------------------


def test_assistants_without_a_name_are_told_apart_by_number(come: Come) -> None:
    master = come("master")
    labels = [master.post("passes", area=area).get_json()["pass"]["label"] for area in ("north", "south", "")]
    assert labels == ["Assistant", "Assistant 2", "Assistant 3"]


def test_nothing_unseen_stays_in_an_assistants_name(come: Come) -> None:
    told = come("master").post("passes", label="\u202eBen\x1b\n M.", area="").get_json()
    assert told["pass"]["label"] == "Ben M."


def test_no_assistant_is_called_as_another_is(come: Come) -> None:
    master = come("master")
    assert master.post("passes", label="Ben", area="north").status_code == 200
    assert error(master.post("passes", label=" ben ", area="south")) == (409, "name-taken")


def test_an_assistant_does_not_undo_what_one_of_the_same_name_did_on_the_other_table(
    come: Come, played: Service, trial: Campaign
) -> None:
    master, north, south = moving(come), come(), come()
    # As two passes were before names were compared.
    for visitor, area in ((north, "north"), (south, "south")):
        code = f"AAAA-{area.upper()[:4]}"
        played.ledger.issue([Pass(code, trial.id, "assistant", area=area, label="Assistant")])
        visitor.client.get(f"/j/{code}")
    done = south.do("march", force=force_at(master, "ithilien"), place="osgiliath").get_json()["recorded"]
    assert done["actor"] == "Assistant"
    assert played.ledger.entry(trial.id, done["seq"]).who == ("assistant Assistant",)
    assert error(north.post("undo", seq=done["seq"])) == (403, "another-table")
    assert south.post("undo", seq=done["seq"]).status_code == 200


def test_the_deeds_of_an_assistant_are_told_by_their_pass_also_when_its_code_is_replaced(
    come: Come, played: Service, trial: Campaign
) -> None:
    master, ben = moving(come), come()
    code = helps(master, ben, "south", "Ben")
    first = ben.do("march", force=force_at(master, "ithilien"), place="osgiliath").get_json()["recorded"]
    fresh = reissue(played.ledger, trial, code)
    ben.client.get(f"/j/{fresh.code}")
    ben.post("undo", seq=first["seq"])
    who = {played.ledger.entry(trial.id, first["seq"] + more).who for more in (0, 1)}
    assert who == {(f"helper {fresh.seat}",)}
    withdraw(played.ledger, trial, fresh.code)
    assert held(ben, helps(master, ben, "south", "Ben")).seat != fresh.seat
    assert code not in str(who)


def test_an_assistant_of_one_table_does_not_undo_the_beginning_of_the_game(come: Come) -> None:
    north = come()
    helps(come("master"), north, "north", "Ben")
    assert 'data-shortcut="u"' not in north.page("console").text
    assert "> deed 1</span>" not in north.page("history").text
    assert north.post("undo", seq=1).status_code == 403


def test_an_assistant_is_offered_only_what_nothing_on_the_other_table_stands_in_the_way_of(
    come: Come,
) -> None:
    master, north = moving(come), come()
    helps(master, north, "north", "Ben")
    assert come("gondor").do("say-done", commanders=["gondor"]).status_code == 200
    assert "Undo 2" not in north.reads("console")


# ---- an assistant who also plays -----------------------------------------------------------------------


def test_who_helps_at_one_table_still_plays_their_own_forces_on_the_other(
    come: Come, played: Service, trial: Campaign
) -> None:
    master, gondor = moving(come), come("gondor")
    helps(master, gondor, "north", "Mira")
    faramir = force_at(master, "ithilien")
    marched = gondor.do("march", force=faramir, place="osgiliath")
    assert marched.status_code == 200, marched.get_json()
    seq = marched.get_json()["recorded"]["seq"]
    held_by = gondor.at().world.war.seat_of(CommanderId("gondor"))
    assert held_by is not None
    assert played.ledger.entry(trial.id, seq).who == (f"seat {held_by.id}",)
    assert marched.get_json()["recorded"]["actor"] == held_by.player
    # It stands on their phone with what they did last, and they take it back as the seat that they are.
    assert "Osgiliath" in gondor.page("seat").text.partition("What you did last")[2]
    undone = gondor.post("undo", seq=seq)
    assert undone.status_code == 200
    assert played.ledger.entry(trial.id, seq + 1).who == (f"seat {held_by.id}",)


def test_and_leads_on_their_table_as_an_assistant_and_nobody_elses_on_the_other(come: Come) -> None:
    master, gondor = moving(come), come("gondor")
    helps(master, gondor, "north", "Mira")
    dale = gondor.do("march", force=force_at(master, "erebor"), place="dale")
    assert dale.get_json()["recorded"]["actor"] == "Mira"
    assert error(gondor.do("march", force=force_at(master, "isengard"), place="edoras")) == (
        403,
        "another-table",
    )
    assert gondor.do("say-done", commanders=["rohan"]).get_json()["recorded"]["actor"] == "Mira"
    seat = f'href="/c/{gondor.campaign}/seat" data-words="Your seat">Your seat</a>'
    assert seat in gondor.page("console").text


def test_who_helps_at_one_table_fights_their_own_fights_on_the_other(come: Come) -> None:
    master, saruman = come("master"), come("saruman")
    helps(master, saruman, "north", "Mira")
    contact = next(iter(master.at().world.war.contacts))
    for _ in range(2):
        master.do("go-on", anyway=True)
    assert f"contacts/{contact}" in saruman.page("fights").text
    opened = saruman.post(f"contacts/{contact}/fight")
    assert opened.status_code == 200, opened.get_json()


# ---- an act on both tables -----------------------------------------------------------------------------


def test_an_assistant_is_offered_of_an_act_on_both_tables_only_what_is_on_theirs(come: Come) -> None:
    master, north = come("master"), come()
    helps(master, north, "north", "Ben")
    placed = master.post("arrivals").get_json()["placed"]
    page = north.page("history").text
    assert f"with {len(placed) - 1} more" in master.page("history").text
    assert f"with {len(placed) - 1} more" not in page
    assert "Undo this one only" in page
    orcs = next(
        one.seq for one in north.service.ledger.entries(north.campaign) if "Orcs at Carn Dûm" in one.title
    )
    refused = north.post("undo", seq=orcs)
    assert error(refused) == (403, "another-table")
    assert "done at the same word are on the other one" in refused.get_json()["error"]["sentence"]
    assert "Undo this one only" in refused.get_json()["error"]["do"]
    assert north.post("undo", seq=orcs, alone=True).status_code == 200
    master.post("redo")
    master.post("undo", seq=orcs)
    assert f'Redo<span class="unseen"> deed {orcs}</span> with' not in north.page("history").text
    refused = north.post("redo", seq=orcs)
    assert error(refused) == (403, "another-table")
    assert "Redo this one only" in refused.get_json()["error"]["do"]


# ---- a code that was taken away ------------------------------------------------------------------------


def test_a_phone_that_plays_on_is_told_that_it_helps_no_more(
    come: Come, played: Service, trial: Campaign
) -> None:
    master, rohan = come("master"), come("rohan")
    code = helps(master, rohan, "north", "Mira")
    said = "The code of the assistant Mira was replaced or taken back"
    assert said not in rohan.page("seat").text
    withdraw(played.ledger, trial, code)
    assert said in rohan.page("seat").text
    refused = rohan.page("console")
    assert refused.status_code == 403
    assert "Your code as an assistant was replaced or taken back" in refused.text
    rohan.client.post("/forget", headers={"Origin": "http://localhost"})
    assert said not in rohan.page("seat").text
    assert rohan.page("seat").status_code == 200


def test_who_came_in_again_with_the_new_code_is_told_nothing(
    come: Come, played: Service, trial: Campaign
) -> None:
    master, rohan = come("master"), come("rohan")
    code = helps(master, rohan, "north", "Mira")
    rohan.client.get(f"/j/{reissue(played.ledger, trial, code).code}")
    assert "of the assistant Mira" not in rohan.page("seat").text
