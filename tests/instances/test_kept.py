"""Folders of earlier versions: their games are opened, played on, undone, exported and joined as before."""

from __future__ import annotations

import json
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from assistant.campaign.history import redo, undo
from assistant.campaign.replay import replay
from assistant.campaign.service import Open, Service
from assistant.kernel.errors import Illegal
from assistant.ledger.backup import restore
from assistant.ledger.exchange import export_campaign, import_campaign
from assistant.ledger.records import Entry
from assistant.ledger.store import Ledger
from assistant.rules.core.deed import DEEDS
from assistant.rules.game import RingOfPower
from assistant.simulate.bots import Whim
from assistant.web import create_app
from assistant.web.keys import kept_keys

HERE = Path(__file__).resolve().parent
KEPT = sorted(path.name.partition(".")[0] for path in HERE.glob("*.tar.xz"))
FILE = "campaigns.sqlite"


@pytest.fixture(scope="module", params=KEPT)
def unpacked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as it was kept; whoever changes anything makes a copy."""
    folder = tmp_path_factory.mktemp(request.param, numbered=False)
    with tarfile.open(HERE / f"{request.param}.tar.xz") as kept:
        kept.extractall(folder, filter="data")
    return folder / "instance"


@pytest.fixture(scope="module")
def looked_at(unpacked: Path, war: RingOfPower) -> Iterator[Service]:
    """The games of a folder, to be looked at."""
    with Ledger.open(unpacked / FILE, who="the tests") as ledger:
        yield Service(ledger, war)


@pytest.fixture
def instance(unpacked: Path, tmp_path: Path) -> Path:
    """A copy of the folder, to go on with."""
    shutil.copytree(unpacked, tmp_path / "instance")
    return tmp_path / "instance"


@pytest.fixture
def service(instance: Path, war: RingOfPower) -> Iterator[Service]:
    """The games of a folder, to go on with."""
    with Ledger.open(instance / FILE, who="the tests") as ledger:
        yield Service(ledger, war)


def asked(service: Service) -> set[str]:
    """What is open in some deed."""
    standing = (service.resume(one) for one in _under_way(service))
    return {f"{one.request.kind} {one.request.purpose}" for one in standing}


def _under_way(service: Service) -> list[str]:
    ledger = service.ledger
    return [one.id for campaign in ledger.campaigns() for one in ledger.pendings(campaign.id)]


def test_a_folder_is_kept() -> None:
    assert KEPT


def test_every_deed_replays_as_it_did_when_the_folder_was_kept(unpacked: Path, looked_at: Service) -> None:
    """Exports of still earlier versions came out otherwise in some deeds then already: in no others now."""
    changed: dict[str, list[int]] = {}
    for campaign in looked_at.ledger.campaigns():
        assert looked_at.ledger.verify(campaign.id) == ()
        if not campaign.name.startswith("Stopped at"):  # Those have the deeds of the game they are copies of.
            differing = [one.entry.seq for one in replay(looked_at, campaign) if one.difference]
            changed |= {campaign.name: differing} if differing else {}
    assert changed == json.loads((HERE / f"{unpacked.parent.name}.json").read_text("utf-8"))


def test_every_kind_of_deed_is_there_and_undone_deeds_as_well(looked_at: Service) -> None:
    ledger = looked_at.ledger
    kinds = {one.kind for campaign in ledger.campaigns() for one in ledger.entries(campaign.id)}
    # What a later version can do besides is not in a folder of before.
    assert len(kinds & {*DEEDS}) >= 48
    assert {"undo", "redo", "ruling"} <= kinds


def test_whatever_was_asked_is_asked_still(looked_at: Service) -> None:
    stopped = {
        one.name.removeprefix("Stopped at ")
        for one in looked_at.ledger.campaigns()
        if one.name.startswith("Stopped at")
    }
    assert len(stopped) > 30
    assert stopped <= asked(looked_at)


def test_whatever_stopped_goes_on_from_its_question_to_its_end_and_is_undone(service: Service) -> None:
    for number, pending in enumerate(_under_way(service)):
        bot, at = Whim(Random(number)), service.resume(pending)
        while isinstance(at, Open):
            done = service.answer(at.id, at.step, bot(at.request), actor="bots")
            if isinstance(done, Entry):
                campaign = service.ledger.campaign(done.campaign)
                undo(service, campaign, done.seq, actor="bots", key=f"undo-{number:04}")
                redo(service, campaign, done.seq, actor="bots", key=f"redo-{number:04}")
                break
            at = done
    assert _under_way(service) == []


def test_the_last_deeds_are_undone_and_done_again(service: Service) -> None:
    for campaign in service.ledger.campaigns():
        before, undone = service.world(campaign), 0
        for pending in service.ledger.pendings(campaign.id):
            service.call_off(pending.id)
        for number in range(5):
            try:
                undo(service, campaign, None, actor="bots", key=f"undo-{campaign.id}-{number}")
            except Illegal:
                break
            undone += 1
        for number in range(undone):
            redo(service, campaign, None, actor="bots", key=f"redo-{campaign.id}-{number}")
        assert service.world(campaign) == before


def test_every_game_is_exported_and_taken_in_again(looked_at: Service, tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "other.sqlite", who="the tests") as other:
        again = Service(other, looked_at.game)
        for campaign in looked_at.ledger.campaigns():
            path = tmp_path / f"{campaign.id}.jsonl"
            with path.open("wb") as file:
                export_campaign(looked_at.ledger, campaign.id, file)
            made = import_campaign(other, path, as_name=campaign.name)
            assert again.world(made) == looked_at.world(campaign)


def test_codes_and_passphrase_let_in_as_before(instance: Path, service: Service) -> None:
    keys = kept_keys(instance)
    app = create_app(service, addresses=[], keys=keys)
    seats = [one for each in service.ledger.campaigns() for one in service.ledger.passes(each.id) if one.seat]
    assert seats
    for one in seats[:3]:
        browser = app.test_client()
        browser.get(f"/j/{one.code}")
        assert browser.get(f"/c/{one.campaign}/seat").status_code == 200
    master = app.test_client()
    master.get("/master", query_string={"passphrase": keys.passphrase})
    assert master.get(f"/c/{seats[0].campaign}/console").status_code == 200


def test_the_copy_of_a_turn_is_put_back(instance: Path, war: RingOfPower) -> None:
    copy = max((instance / "backups" / "turns").rglob("*.sqlite"))
    restore(instance / FILE, copy, instance / "backups")
    with Ledger.open(instance / FILE, who="the tests") as ledger:
        service = Service(ledger, war)
        for campaign in ledger.campaigns():
            assert ledger.verify(campaign.id) == ()
            service.world(campaign)
