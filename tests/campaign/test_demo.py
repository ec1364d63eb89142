"""The demo: a game in its middle that opens at once, plays on, and is what its script tells today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.campaign.clock import clock
from assistant.campaign.demo import TURN, Demos, demo_file, new_demo
from assistant.campaign.replay import replay
from assistant.campaign.service import Service
from assistant.cli.common import load_game
from assistant.cli.demo_telling import SCRIPT, tell, write_anew
from assistant.kernel.errors import Illegal, Malformed
from assistant.ledger.exchange import read_export
from assistant.ledger.store import Ledger
from assistant.rules.agenda import agenda

FILE = demo_file("war-of-the-ring")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Ledger.open(tmp_path / "campaigns.sqlite", who="the tests") as ledger:
        yield Service(ledger, load_game())


def test_ten_players_are_in_the_middle_of_a_war(service: Service) -> None:
    assert FILE is not None
    campaign, _ = new_demo(service, FILE)
    world, now = service.world(campaign), agenda(load_game().kit, service.world(campaign))
    war = world.war
    assert len(war.seats) == 10
    assert (war.turn, war.phase) == (9, "movement")
    assert {"war-of-saruman", "war-of-the-north"} <= set(war.events)
    assert "war-of-the-ring" not in war.events
    assert len({force.place for force in war.forces.values()}) > 25
    assert [place for place, held in war.holdings.items() if held.since and held.side == "evil"]
    assert sum(war.total(one) > 0 for one in load_game().scenario.commanders) >= 3
    assert war.captives
    assert Counter(figure.condition for figure in world.figures.values())["wounded"] >= 2
    assert len(now.contacts) >= 2
    assert len(now.arrivals) >= 3
    assert len(now.reminders) >= 2
    assert 0 < len(war.done) < len(load_game().scenario.commanders)


def test_whoever_opens_it_is_its_game_master_and_its_setup_says_demo(service: Service) -> None:
    assert FILE is not None
    campaign, letter = new_demo(service, FILE)
    assert campaign.is_demo
    assert (letter.role, letter.campaign, len(letter.code)) == ("game-master", campaign.id, 19)
    assert service.ledger.verify(campaign.id) == ()


def test_it_looks_as_if_it_had_been_played_until_now(service: Service) -> None:
    assert FILE is not None
    campaign, _ = new_demo(service, FILE)
    entries = service.ledger.entries(campaign.id)
    last = datetime.fromisoformat(entries[-1].at)
    assert timedelta() <= datetime.now(UTC) - last < timedelta(minutes=5)
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    time_of = clock(entries)
    assert time_of is not None
    assert time_of.pace is not None
    assert abs(time_of.pace - TURN) < timedelta(minutes=1)


def test_two_demos_do_not_meet(service: Service) -> None:
    assert FILE is not None
    (one, _), (other, _) = new_demo(service, FILE), new_demo(service, FILE)
    assert one.id != other.id
    assert one.origin != other.origin


def test_every_deed_of_it_comes_out_the_same_under_the_rules_of_today(service: Service) -> None:
    assert FILE is not None
    campaign, _ = new_demo(service, FILE)
    assert [again for again in replay(service, campaign) if again.difference] == []


def test_the_file_is_what_the_script_tells_today(service: Service) -> None:
    """If not: `assistant scenario demo`."""
    assert FILE is not None
    told = tell(service, FILE.with_name(SCRIPT))
    _, kept = read_export(FILE)
    fresh = service.ledger.entries(told.campaign.id)
    read = service.game.decode_fact
    assert [(one.title, one.actor, [*map(read, one.facts)]) for one in fresh] == [
        (one.title, one.actor, [*map(read, one.facts)]) for one in kept
    ]


def test_telling_it_twice_writes_the_same_file(tmp_path: Path) -> None:
    folder = tmp_path / "war-of-the-ring"
    folder.mkdir()
    (folder / SCRIPT).write_text("begin 4\nplace all\nnext anyway\n", encoding="utf-8")
    written = []
    for _ in range(2):
        assert write_anew(folder).startswith("turn 1, movement")
        written.append((folder / "demo.jsonl").read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize("text", ["", "# to be written\n", "seed amon hen\n"])
def test_a_script_in_which_nothing_is_done_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    folder = tmp_path / "war-of-the-ring"
    folder.mkdir()
    (folder / SCRIPT).write_text(text, encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        write_anew(folder)
    (fault,) = refused.value.faults
    assert (refused.value.code, fault.wrong) == ("bad-demo", "nothing is done in it")
    assert not (folder / "demo.jsonl").exists()


def test_a_script_that_is_no_text_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / SCRIPT).write_bytes(b"begin 4\n# M\xfcmak\n")
    with pytest.raises(Malformed) as refused:
        write_anew(tmp_path)
    assert refused.value.code == "bad-demo"
    (fault,) = refused.value.faults
    assert (fault.at, fault.wrong) == ("line 2", "this is not UTF-8 text")


def test_a_line_of_a_script_that_cannot_be_done_is_named(service: Service, tmp_path: Path) -> None:
    script = tmp_path / SCRIPT
    script.write_text("# to begin with\nbegin 10\nmove frodo to nowhere-at-all\n", encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        tell(service, script)
    (fault,) = refused.value.faults
    assert fault.at == "line 3"
    assert "move frodo" in fault.wrong


def test_visitors_begin_so_many_in_an_hour_each_whatever_others_begin(service: Service) -> None:
    assert FILE is not None
    now = [1000.0]
    demos = Demos(service, an_hour_each=2, most=6, now=lambda: now[0])
    for who in ("one", "one", "another"):
        demos.make(FILE, who=who)
        now[0] += 60
    with pytest.raises(Illegal, match=r"2 demos were begun .* try again in 57 min"):
        demos.make(FILE, who="one")
    demos.make(FILE, who="a third")
    demos.make(FILE, is_master=True)
    now[0] += 59 * 60
    demos.make(FILE, who="one")
    with pytest.raises(Illegal, match="There are 6 demos in this database already"):
        demos.make(FILE, who="a fourth")
    demos.make(FILE, is_master=True)
