"""The first page, as its HTML says it."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient

from assistant.campaign.crowd import seating
from assistant.campaign.passes import let_in
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.game import RingOfPower
from assistant.web import Address, create_app
from assistant.web.home import title_of, when
from tests.web.conftest import KEYS
from tests.web.table import Visitor

Record = Callable[..., Entry]
Come = Callable[..., Visitor]


def page(client: FlaskClient) -> str:
    """The page's text with single spaces."""
    answer = client.get("/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def page_at(service: Service, *addresses: Address) -> str:
    return page(create_app(service, addresses=addresses).test_client())


def test_without_campaigns_the_page_tells_the_game_master_alone_how_to_make_one(client: FlaskClient) -> None:
    command = '<code>assistant campaign new "NAME"</code>'
    assert command not in page(client)
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    assert command in page(client)


def test_a_campaign_is_shown_with_its_scenario_last_deed_and_number_of_deeds(
    client: FlaskClient, campaign: Campaign, record: Record
) -> None:
    record(campaign, "The guard moves to Bree")
    last = record(campaign, "Éomer against Lurtz")
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    text = page(client)
    assert ">Spring convention</a></h3>" in text
    assert "War of the Ring" in text
    assert "Éomer against Lurtz" in text
    assert "The guard moves to Bree" not in text
    assert '<span class="figure">2</span> deeds' in text
    assert f'<time datetime="{last.at}">{when(last.at)}</time>' in text
    assert "No campaign yet" not in text


def test_a_single_deed_is_not_called_deeds(client: FlaskClient, campaign: Campaign, record: Record) -> None:
    record(campaign)
    assert '<span class="figure">1</span> deed</p>' in page(client)


def test_a_campaign_without_deeds_says_so(client: FlaskClient, campaign: Campaign) -> None:
    assert "Nothing recorded yet" in page(client)


def test_a_fight_under_way_is_named(client: FlaskClient, campaign: Campaign, ledger: Ledger) -> None:
    assert "under way" not in page(client)
    ledger.begin(campaign.id, kind="fight", title="At the ford", actor="gm", setup={}, base_seq=0)
    assert "A fight is under way" in page(client)
    ledger.begin(campaign.id, kind="fight", title="At the gate", actor="gm", setup={}, base_seq=0)
    assert "2 fights are under way" in page(client)


def test_the_page_says_at_which_position_it_was_read(
    client: FlaskClient, campaign: Campaign, ledger: Ledger, record: Record
) -> None:
    other = ledger.create("Autumn", "ring-of-power", {}, key="autumn")
    for one in (campaign, other, other):
        record(one)
    assert 'data-position="3"' in page(client)


def test_names_from_users_are_text_and_never_markup(client: FlaskClient, ledger: Ledger) -> None:
    ledger.create("<b>Bold</b>", "ring-of-power", {"scenario": "<i>war</i>"}, key="bold")
    assert "<b>" not in page(client)
    assert "<i>" not in page(client)
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page(client)


def test_each_address_has_its_adapter_and_a_qr_code(service: Service) -> None:
    text = page_at(
        service,
        Address("http://192.168.1.20:8090/", "wlan0"),
        Address("http://172.17.0.1:8090/", "docker0", "virtual"),
    )
    assert len(re.findall(r'class="qr"[^>]*><svg', text)) == 2
    assert 'aria-label="QR code for http://192.168.1.20:8090/"' in text
    assert "wlan0" in text
    assert "docker0 (virtual; phones can hardly reach it)" in text
    assert text.count('name="address" open') == 1
    assert "Choose the network" in text


def test_an_address_for_this_computer_only_warns_and_has_no_code_to_scan(service: Service) -> None:
    text = page_at(service, Address("http://127.0.0.1:8090/", "this computer", "here"))
    assert "Phones cannot reach this address" in text
    assert 'class="qr"' not in text


def test_addresses_given_as_a_function_are_looked_up_for_every_page(service: Service) -> None:
    found = [Address("http://127.0.0.1:8090/", "this computer", "here")]
    client = create_app(service, addresses=lambda: found).test_client()
    assert "192.168.1.20" not in page(client)
    found[0] = Address("http://192.168.1.20:8090/", "wlan0")
    assert "192.168.1.20" in page(client)


def test_pages_are_not_kept_and_load_nothing_foreign(client: FlaskClient) -> None:
    headers = client.get("/").headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    policy = headers["Content-Security-Policy"].split("; ")
    assert "default-src 'self'" in policy
    assert not [rule for rule in policy if "unsafe" in rule or "http" in rule]


def test_the_page_needs_no_inline_script_or_style(client: FlaskClient, campaign: Campaign) -> None:
    text = client.get("/").text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []


def test_assets_are_kept_for_good_under_their_version_only(client: FlaskClient) -> None:
    scripts = re.findall(r'src="(/static/(\w+)/home\.js)"', client.get("/").text)
    assert len(scripts) == 1
    address, version = scripts[0]
    kept = client.get(address, buffered=True)
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert kept.mimetype == "text/javascript"
    older = client.get(address.replace(version, "0000000000"), buffered=True)
    assert older.headers["Cache-Control"] == "no-store"


def test_every_module_that_a_script_imports_is_there(client: FlaskClient) -> None:
    folder = re.findall(r'src="(/static/\w+/)home\.js"', client.get("/").text)[0]
    waiting, seen = ["home.js", "worker.js"], set[str]()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        answer = client.get(folder + name, buffered=True)
        assert answer.status_code == 200, name
        imported = re.findall(r'from "\./([\w.]+)"', answer.text)
        waiting += [other for other in imported if other not in seen]
    assert {"live.js", "connection.js", "client.js"} <= seen


def test_a_moment_is_written_as_people_say_it() -> None:
    assert re.fullmatch(r"(Sat|Sun|Mon) 1[567] Nov 2025, \d\d:\d0", when("2025-11-16T09:30:00Z"))


def test_a_scenario_id_reads_as_a_title() -> None:
    assert title_of("war-of-the-ring") == "War of the Ring"
    assert title_of("A title already") == "A title already"


# ---- who sees what -------------------------------------------------------------------------------------


def master_of(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.get("/master", query_string={"passphrase": KEYS.passphrase})
    return client


def test_anyone_may_join_by_code_and_try_a_quick_fight(client: FlaskClient) -> None:
    text = page(client)
    assert 'action="/join"' in text
    assert text.index('action="/join"') < text.index("Campaigns</h2>")
    assert 'href="/quick"' in text
    assert 'href="/master"' in text
    assert 'href="/new"' not in text


def test_others_see_the_names_of_campaigns_but_no_way_in(client: FlaskClient, campaign: Campaign) -> None:
    assert f'href="/c/{campaign.id}"' not in page(client)
    assert "what-if" not in page(client)


def test_the_game_master_opens_copies_makes_and_restores_campaigns(app: Flask, campaign: Campaign) -> None:
    text = page(master_of(app))
    assert f'href="/c/{campaign.id}"' in text
    assert f'href="/c/{campaign.id}/seats"' in text
    assert f'data-api="/api/v1/campaigns/{campaign.id}/what-if"' in text
    assert 'href="/new"' in text
    assert 'href="/restore"' in text


def test_the_game_master_is_told_where_everything_is_kept_and_nobody_else(
    app: Flask, client: FlaskClient, ledger: Ledger
) -> None:
    told, hidden = (page(one).replace("<wbr>", "") for one in (master_of(app), client))
    assert str(ledger.path) in told
    assert str(ledger.path) not in hidden


def test_whoever_holds_a_seat_is_one_tap_from_it(
    client: FlaskClient, campaign: Campaign, ledger: Ledger
) -> None:
    code = let_in(ledger, campaign, "assistant", label="Ben").code
    client.get(f"/j/{code}")
    text = page(client)
    assert "You are in" in text
    assert f'href="/c/{campaign.id}">Spring convention<span class="quiet">Ben</span>' in text


def test_demos_do_not_crowd_the_list_of_campaigns(client: FlaskClient, ledger: Ledger) -> None:
    ledger.create("The demo", "ring-of-power", {"scenario": "war-of-the-ring", "demo": True}, key="demo")
    text = page(client)
    assert "No campaign yet" in text
    assert 'Demos <span class="count">1</span>' in text


def test_where_a_demo_stands_is_worked_out_for_whoever_holds_it_alone(
    played: Service, war: RingOfPower
) -> None:
    """Anybody may begin many of them, and the first page is everybody's."""
    demo = played.new("The demo", {"scenario": "war-of-the-ring", "demo": True}, key="demo")
    played.begin(demo, "begin-game", encode(BeginGame(seating(war, 10))), actor="gm", key="begin")
    app = create_app(played, addresses=[], keys=KEYS)
    nobody, holder = app.test_client(), app.test_client()
    holder.get(f"/j/{let_in(played.ledger, demo, 'projector', label='Wall').code}")
    assert ("Under way" in page(nobody), "Turn 1" in page(nobody)) == (True, False)
    assert "Turn 1, turn start" in page(holder)


def test_the_demo_is_offered_where_the_scenario_has_one(client: FlaskClient, come: Come) -> None:
    assert 'data-api="/api/v1/demo"' not in page(client)
    assert 'data-api="/api/v1/demo"' in page(come().client)


def test_the_last_deed_is_told_to_those_only_who_may_read_the_history(come: Come) -> None:
    master = come("master")
    told = master.do("say-done", commanders=["rohan"]).get_json()["recorded"]["title"]
    for who in ("master", "assistant"):
        assert told in page(come(who).client)
    for who in ("", "projector", "saruman"):
        text = page(come(who).client)
        assert told not in text
        assert '<p class="campaign-deed">Turn 1, turn start</p>' in text


def test_a_campaign_that_has_not_begun_says_so_to_everybody(
    client: FlaskClient, campaign: Campaign, record: Record
) -> None:
    record(campaign, "Sam bears the Ring")
    text = page(client)
    assert "Sam bears the Ring" not in text
    assert "Not begun yet" in text
