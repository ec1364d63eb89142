"""A power cut: the server dies in mid-fight, is started again, and the phones go on by themselves."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from assistant.campaign.service import Service
from assistant.ledger.store import Ledger
from assistant.rules.game import RingOfPower
from tests.browser.fight_out import answer
from tests.browser.players import PATIENCE, Evening, Visit, phone
from tests.web.table import begun, code_of

Start = Callable[[], "subprocess.Popen[str]"]


@pytest.fixture
def port() -> int:
    """A port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def start(tmp_path: Path, port: int) -> Iterator[Start]:
    """Starts the real program on that port, and sees to it that it is gone after the test."""
    with ExitStack() as running:

        def launch() -> subprocess.Popen[str]:
            command = [sys.executable, "-m", "assistant", "serve", "--no-browser", "--host", "127.0.0.1"]
            # The name by which the tests' browser calls this computer.
            command += ["--host-name", "gm.lan"]
            process = subprocess.Popen(
                [*command, "--port", str(port), "--instance", str(tmp_path)],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            running.enter_context(process)
            running.callback(process.kill)
            assert process.stdout is not None
            for line in process.stdout:
                if "Ctrl-C" in line:
                    return process
            raise AssertionError("the server did not start")

        yield launch


def test_after_a_power_cut_in_mid_fight_the_phones_go_on_by_themselves(
    tmp_path: Path, port: int, start: Start, war: RingOfPower, visit: Visit
) -> None:
    with Ledger.open(tmp_path / "campaigns.sqlite", who="the test") as ledger:
        service = Service(ledger, war)
        campaign = begun(service)
        codes = {
            "Anna": code_of(service, campaign, "fellowship"),
            "Carl": code_of(service, campaign, "saruman"),
        }
        evening = Evening(service, campaign.id, codes, port)
    process = start()
    anna = phone(visit, evening, "Anna")
    anna.tap(anna.page.get_by_role("link", name="Fight", exact=True))
    anna.sees("· evil")
    anna.tap(anna.page.get_by_role("button", name="Fight", exact=True))
    anna.sees("It is your turn to answer.")
    # Until its scripts are there a page can be read, and takes no tap.
    anna.is_live()
    answer(anna)
    step = anna.page.locator("#step")
    expect(step).to_have_attribute("data-step", "1", timeout=PATIENCE)
    process.kill()
    process.wait()
    anna.is_lost()
    start()
    expect(anna.page.locator("#lost")).to_be_hidden(timeout=2 * PATIENCE)
    expect(step).to_have_attribute("data-step", "1")
    carl = phone(visit, evening, "Carl")
    carl.page.goto(anna.page.url)
    carl.sees("It is your turn to answer.")
    carl.is_live()
    answer(carl)
    expect(step).not_to_have_attribute("data-step", "1")
