"""The tables on screens: the land kept by browsers, and everyone on it as far as each may know."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest

from assistant.rules.book import PlaceId
from tests.effort import effort
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def land_of(page: str) -> str:
    found = re.search(r'src="(/maps/[^"]+\.svg)"', page)
    assert found
    return found.group(1)


def test_the_land_is_fetched_once_and_kept(come: Come) -> None:
    rohan = come("rohan")
    answer = rohan.client.get(land_of(rohan.page("map/south").text), headers={"Accept-Encoding": "gzip"})
    assert "immutable" in answer.headers["Cache-Control"]
    drawn = gzip.decompress(answer.data).decode()
    assert 'data-place="minas-tirith"' in drawn
    assert len(answer.data) < 80_000


def test_a_browser_that_cannot_unpack_gets_the_land_plain(come: Come) -> None:
    rohan = come("rohan")
    answer = rohan.client.get(land_of(rohan.page("map/south").text), headers={"Accept-Encoding": "identity"})
    assert answer.text.startswith("<svg")


def test_forces_stand_on_their_table_with_their_names(come: Come) -> None:
    rohan = come("rohan")
    assert "<title>Éomer</title>" in rohan.page("map/south/layer").text
    assert "<title>Éomer</title>" not in rohan.page("map/north/layer").text


def test_the_names_of_places_lie_over_the_figures(come: Come) -> None:
    layer = come("rohan").page("map/south/layer").text
    assert layer.index("data-figure") < layer.index(">Minas Tirith<")


def test_ten_phones_that_look_at_once_share_one_drawing(come: Come) -> None:
    texts = {come(seat).page("map/north/layer").text for seat in ("rohan", "gondor", "saruman")}
    assert len(texts) == 1


def test_figures_come_packed_to_a_browser_that_can_unpack_them(come: Come) -> None:
    rohan = come("rohan")
    path = f"/c/{rohan.campaign}/map/south/layer"
    answer = rohan.client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "<title>Éomer</title>" in gzip.decompress(answer.data).decode()
    assert len(answer.data) < 40_000


def test_figures_are_sent_again_only_when_they_look_different(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    first = rohan.page("map/south/layer")
    known = {"If-None-Match": first.headers["ETag"]}
    path = f"/c/{rohan.campaign}/map/south/layer"
    master.do("say-done", commanders=["gondor"])
    assert rohan.client.get(path, headers=known).status_code == 304
    master.do("go-on", anyway=True)
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    rohan.do("march", force=force.id, place="isengard")
    assert rohan.client.get(path, headers=known).status_code == 200


def test_only_those_who_may_know_see_who_bears_the_ring(come: Come) -> None:
    bearer = ' bearer"'
    assert bearer in come("fellowship").page("map/south/layer").text
    assert bearer in come("master").page("map/south/layer").text
    assert bearer not in come("saruman").page("map/south/layer").text
    assert bearer not in come("projector").page("map/south/layer").text


def test_a_table_that_is_not_there_is_told_with_those_that_are(come: Come) -> None:
    answer = come("rohan").page("map/west")
    assert answer.status_code in (404, 409)
    assert "south" in answer.text


def test_a_force_is_set_out_shifted_and_closed_up_from_its_phone(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    assert rohan.do("set-out", force=force.id).status_code == 200
    master.do("go-on", anyway=True)
    page = rohan.page("seat/forces").text
    assert "Or move on the map to" in page
    assert "North table, over the edge or by the gate" in page
    spot = rohan.at().world.war.spots[force.figures[0]]
    nearby = [[spot.x + 1000, spot.y]]
    # Within the castle's walls and an inch on: whatever the ground, one inch is never too far.
    assert rohan.do("shift", force=force.id, way=nearby).status_code == 200
    assert rohan.do("tidy", force=force.id).status_code == 200


def test_who_is_measured_anew_stands_elsewhere_on_the_map_at_once(come: Come) -> None:
    master = come("master")
    before = master.page("map/south/layer").text
    spot = {"table": "south", "x": 40_000, "y": 55_000, "facing": 0}
    assert master.do("measure", figures=[{"figure": "eomer", "spot": spot}]).status_code == 200
    first = master.page("map/south/layer").text
    assert first != before
    assert (
        master.do("measure", figures=[{"figure": "eomer", "spot": spot | {"x": 38_000}}]).status_code == 200
    )
    assert master.page("map/south/layer").text != first


def test_what_a_rule_forbids_only_the_game_master_lets_pass(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    rohan.do("set-out", force=force.id)
    master.do("go-on", anyway=True)
    far = [[95_000, 71_000]]
    assert rohan.do("shift", force=force.id, way=far).status_code == 409
    assert rohan.do("shift", force=force.id, way=far, overruled="in a hurry").status_code == 403


def test_everyone_is_set_out_at_one_word_and_written_as_a_sheet_that_can_be_read_again(come: Come) -> None:
    master = come("master")
    said = master.post("set-out").get_json()["said"]
    assert "forces set out" in said
    sheet = master.client.get(f"/api/v1/campaigns/{master.campaign}/positions").text
    assert sheet.startswith("id,side,profile,table,x,y")
    again = master.post("positions", csv=sheet, name="south.csv")
    assert again.status_code == 200
    assert "figures measured" in again.get_json()["recorded"]["title"]


def test_everyone_is_set_out_a_few_at_a_time_so_that_a_screen_can_say_how_far_it_is(come: Come) -> None:
    master = come("master")
    first = master.post("set-out", most=3).get_json()
    assert first["done"] + len(first["left"]) == 3
    assert first["waiting"] > 40
    second = master.post("set-out", most=3, **first["more"]).get_json()
    assert second["waiting"] == first["waiting"] - 3
    last = master.post("set-out", most=200, **second["more"]).get_json()
    assert (last["waiting"], last["more"]) == (0, None)


def test_a_sheet_with_faults_names_them_all_and_changes_nothing(come: Come) -> None:
    master = come("master")
    before = master.at().seen
    refused = master.post(
        "positions", csv="id,side,profile,table,x,y\nnobody,good,orc,south,a,1\n", name="my.csv"
    )
    assert refused.status_code == 400
    assert "my.csv" in refused.get_json()["error"]["faults"][0]
    assert master.at().seen == before


@pytest.mark.rules("PLC-LOTHLORIEN-06")
def test_screens_know_what_a_place_has_lost_as_the_judge_of_marches_does(come: Come) -> None:
    master = come("master")
    assert master.at().kit.book.places[PlaceId("lothlorien")].traits
    master.do("adjust", figures=["galadriel"], reason="for the test", condition="eliminated")
    assert master.at().kit.book.places[PlaceId("lothlorien")].traits == ()


def test_a_phone_sees_how_far_its_own_forces_get_and_nobody_elses(come: Come) -> None:
    rohan, saruman = come("rohan"), come("saruman")
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    found = rohan.page(f"map/south/reach/{force.id}").get_json()
    assert "near-ground" in found["drawn"]
    assert found["says"].startswith("Goes at most")
    where = rohan.at().game.scenario.place_names[force.place]
    assert f" From the middle of {where}." in found["says"]
    assert saruman.page(f"map/south/reach/{force.id}").status_code == 204
    assert come("projector").page(f"map/south/reach/{force.id}").status_code == 403
    assert come("master").page(f"map/south/reach/{force.id}").get_json() == found
    assert rohan.page("map/south/reach/nobody").status_code in (404, 409)


def test_how_far_a_force_gets_is_told_without_much_work(come: Come) -> None:
    rohan = come("rohan")
    first, *others = [one.id for one in rohan.at().world.war.forces.values() if one.commander == "rohan"]
    # The first to ask waits for the tables to be read; a server reads them when it starts.
    rohan.page(f"map/south/reach/{first}")
    for force in others:
        page, calls = effort(lambda force=force: rohan.page(f"map/south/reach/{force}"))  # type: ignore[misc]
        assert page.status_code == 200
        assert calls < 500_000


def test_a_phone_offers_no_march_to_who_is_held_and_says_why(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    page = rohan.page("seat/forces").text
    assert "Gr\u00edma" in page
    assert "may not move so" in page


def test_the_game_master_who_looks_at_a_seat_stays_at_it_on_its_map(come: Come) -> None:
    master = come("master")
    campaign = master.campaign
    led_on = master.page("map?as=rohan")
    assert led_on.headers["Location"].endswith("/map/south?as=rohan")
    page = master.page("map/north?as=rohan").text
    assert f'href="/c/{campaign}/seat/forces?as=rohan"' in page
    assert f'href="/c/{campaign}/map/south?as=rohan"' in page
    assert "Pages of this seat" in page
    assert "Pages of this seat" not in master.page("map/north").text


def test_a_phone_s_map_begins_on_the_table_where_most_of_its_figures_stand_and_keeps_its_bar(
    come: Come,
) -> None:
    rohan = come("rohan")
    assert rohan.page("map").headers["Location"].endswith("/map/south")
    assert come("high-elves").page("map").headers["Location"].endswith("/map/north")
    shown = rohan.page("map/south").text
    assert 'id="thumb"' in shown
    assert "Rohan</h1>" in shown.replace("\n", "").replace("  ", "")
    mine = re.search(r'data-mine="([^"]+)"', shown)
    assert mine
    own = {one.id for one in rohan.at().world.war.forces.values() if one.commander == "rohan"}
    assert set(mine[1].split()) == own


def test_finished_fights_are_one_tap_away_on_a_phone(come: Come) -> None:
    assert '/fights">Every fight, with its dice</a>' in come("rohan").page("seat").text
