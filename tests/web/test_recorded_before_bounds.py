"""What was recorded before there were bounds is played on: they stand at the door, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.campaign.passes import seat_passes
from assistant.campaign.replay import replay
from assistant.campaign.restoring import take_in
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.ledger.exchange import export_campaign
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from assistant.rules.combat.setup import SIDES
from assistant.rules.deeds.meeting import Meet
from assistant.rules.game import RingOfPower
from assistant.rules.standing import side_of
from assistant.web import create_app
from tests.web.conftest import KEYS
from tests.web.table import Visitor

Come = Callable[..., Visitor]
LONG = "Seen from the hill. " * 250
KEY = "a key/of old?"
PAGES = ("console", "fights", "history", "seats", "board")


def long_meet(service: Service, campaign: Campaign) -> Entry:
    """A contact with a note of 5,000 letters, by a key that no address carries, as it could be once."""
    world, game = service.world(campaign), service.game
    assert isinstance(game, RingOfPower)
    forces = list(world.war.forces.values())
    good, evil = (next(one for one in forces if side_of(game.kit, world, one) == side) for side in SIDES)
    deed = Meet((good.id,), (evil.id,), good.place, LONG, overruled=LONG)
    done = service.begin(campaign, deed.kind, encode(deed), actor="gm", key=KEY)
    assert isinstance(done, Entry)
    return done


@pytest.fixture
def grown(played: Service, trial: Campaign) -> Entry:
    """The trial with such a deed in it."""
    return long_meet(played, trial)


def test_its_pages_are_shown_and_it_replays_as_it_was(
    grown: Entry, come: Come, played: Service, trial: Campaign
) -> None:
    master = come("master")
    assert [master.page(page).status_code for page in PAGES] == [200] * len(PAGES)
    assert [one.difference for one in replay(played, trial)] == [None] * 2
    assert LONG.strip() in str(played.ledger.entry(trial.id, grown.seq).setup)


def test_it_is_undone_and_done_again_and_nobody_may_say_as_much_anew(grown: Entry, come: Come) -> None:
    master = come("master")
    contacts = len(master.at().world.war.contacts)
    assert master.post("undo", seq=grown.seq).status_code == 200
    assert len(master.at().world.war.contacts) == contacts - 1
    assert master.post("redo", seq=grown.seq).status_code == 200
    assert len(master.at().world.war.contacts) == contacts
    again = master.post("deeds", kind="meet", setup=grown.setup)
    assert (again.status_code, again.get_json()["error"]["code"]) == (400, "too-long")


def test_a_retry_by_its_old_key_is_refused_at_the_door_and_writes_nothing(grown: Entry, come: Come) -> None:
    master = come("master")
    head = master.at().seen
    assert master.post("deeds", kind="meet", setup=grown.setup, key=KEY).status_code == 400
    assert master.at().seen == head


def test_it_is_imported_elsewhere_and_played_on(
    grown: Entry, played: Service, trial: Campaign, war: RingOfPower, tmp_path: Path
) -> None:
    file = tmp_path / "old.jsonl"
    with file.open("wb") as opened:
        export_campaign(played.ledger, trial.id, opened)
    with Ledger.open(tmp_path / "elsewhere" / "campaigns.sqlite", who="the tests") as ledger:
        service = Service(ledger, war)
        campaign = take_in(service, file)[0].campaign
        seats = service.world(campaign).war.seats.values()
        code = seat_passes(ledger, campaign, seats)[0].code
        app = create_app(service, addresses=[], keys=KEYS)
        master, phone = (Visitor(app.test_client(), service, campaign.id) for _ in range(2))
        master.client.get("/master", query_string={"passphrase": KEYS.passphrase})
        phone.client.get(f"/j/{code}")
        assert [master.page(page).status_code for page in PAGES] == [200] * len(PAGES)
        mine = next(iter(seats)).commanders[0]
        assert phone.page("seat").status_code == 200
        assert phone.do("say-done", commanders=[mine], done=True).status_code == 200
        assert master.post("undo", seq=grown.seq).status_code == 200
        assert [one.difference for one in replay(service, campaign)] == [None] * 3
