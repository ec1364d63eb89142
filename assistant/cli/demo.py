"""`assistant demo`: the web app on a ten-player game in its middle, which is thrown away afterwards."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from assistant.cli.serve import Reach, serve_on, server_options
from assistant.packs.where import DEFAULT_SCENARIO

if TYPE_CHECKING:
    from assistant.campaign.service import Service


@click.command(epilog="\b\nExample: assistant demo --port 8091 --no-browser")
@server_options
def demo(reach: Reach) -> None:
    """Start the web app on a ten-player game in mid-game, to try everything; nothing of it is kept."""
    with TemporaryDirectory(prefix="assistant-demo-", ignore_cleanup_errors=True) as folder:
        serve_on(Path(folder), reach, make=begun)
    click.echo("Stopped. The demo is gone; your own campaigns were never touched.")


def begun(service: Service) -> str:
    """A demo for the game master of this computer; its id."""
    from assistant.campaign.demo import demo_file, new_demo
    from assistant.kernel.errors import Illegal

    told = demo_file(DEFAULT_SCENARIO)
    if told is None:
        raise Illegal(
            "no-demo", "The files of the demo are missing.", do="Write them anew: assistant scenario demo"
        )
    made, _ = new_demo(service, told)
    return made.id
