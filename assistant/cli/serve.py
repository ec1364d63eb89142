"""`assistant serve`: the web app on the game master's laptop."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

import click

from assistant import __version__
from assistant.cli.common import instance_option, open_service

if TYPE_CHECKING:
    from assistant.campaign.service import Service
    from assistant.web.addresses import Address
    from assistant.web.server import Server

F = TypeVar("F", bound=Callable[..., Any])

STOPPING_SIGNALS = ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP")


def server_options(command: F) -> F:
    """Where a server answers, and whether it opens a browser."""
    for option in (
        click.option("--no-browser", is_flag=True, help="Do not open the page in this computer's browser."),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            default=8090,
            show_default=True,
            help="The port to answer on; 0 takes a free one.",
        ),
        click.option(
            "--host", default="0.0.0.0", show_default=True, help="The address to answer on; all by default."
        ),
    ):
        command = option(command)
    return command


@click.command(epilog="\b\nExample: assistant serve --port 8090 --no-browser")
@server_options
@instance_option
def serve(host: str, port: int, no_browser: bool, instance: Path) -> None:
    """Start the web app for this computer and for the phones on its network; Ctrl-C stops it."""
    serve_on(instance, host, port, no_browser=no_browser)
    click.echo("Stopped. Everything recorded is safe.")


def serve_on(
    instance: Path,
    host: str,
    port: int,
    *,
    no_browser: bool,
    make: Callable[[Service], str] = lambda service: "",
) -> None:
    """Answer from the campaigns of a folder until a signal comes; `make` may name one to show first."""
    from assistant.campaign.passes import seat_everyone
    from assistant.web import create_app
    from assistant.web.addresses import find_addresses, own_url
    from assistant.web.keys import kept_keys
    from assistant.web.server import Server, listen

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    with listen(host, port) as listening, open_service(instance, who="the server") as service:
        bound: int = listening.getsockname()[1]
        # Looked up for every page: a laptop may join the venue's network after the server was started.
        keys = kept_keys(instance)
        campaign = make(service)
        seat_everyone(service)
        app = create_app(service, addresses=lambda: find_addresses(host, bound), keys=keys)
        server = Server(app, listening)
        service.ledger.describe(f"the server at {own_url(host, bound)}")
        stop_on_signals(server)
        announce(own_url(host, bound), find_addresses(host, bound), keys.passphrase)
        if not no_browser and can_show_browser(sys.platform, os.environ):
            # This computer is the game master's: it comes in by itself.
            first = f"&campaign={campaign}" if campaign else ""
            open_browser(f"{own_url(host, bound)}master?passphrase={keys.passphrase}{first}")
        with beforehand(service):
            server.run()


@contextmanager
def beforehand(service: Service) -> Iterator[None]:
    """What first requests will want is done beside them; Python must not end while geometry is at work."""
    from assistant.campaign.playing import game_of
    from assistant.campaign.views.destinations import survey
    from assistant.web.typefaces import cut_beforehand

    over = threading.Event()

    def work() -> None:
        cut_beforehand()
        survey(game_of(service), over.is_set)

    thread = threading.Thread(target=work, name="beforehand")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def stop_on_signals(server: Server) -> None:
    """Ctrl-C, a closed terminal and a polite kill all end the server in order."""

    def stop(number: int, frame: FrameType | None) -> None:
        server.stop()

    for name in STOPPING_SIGNALS:
        if number := getattr(signal, name, None):
            signal.signal(number, stop)


def announce(own: str, addresses: Sequence[Address], passphrase: str) -> None:
    """Where the app is, and a code for the likeliest address to scan."""
    from assistant.web.qr import qr_lines

    click.echo(f"Ring of Power assistant {__version__}")
    click.echo(f"  {own}  on this computer")
    outside = [address for address in addresses if address.reach != "here"]
    for address in outside:
        note = ", virtual: phones can hardly reach it" if address.reach == "virtual" else ""
        click.echo(f"  {address.url}  for phones ({address.adapter}{note})")
    if outside:
        click.echo()
        for line in qr_lines(outside[0].url, sys.stdout.encoding):
            click.echo(line)
        click.echo(f"Phones on the same network scan this code, or type {outside[0].url}")
    else:
        click.echo("  Phones cannot reach this computer: it is on no network, or --host keeps them out.")
    click.echo(f"The game master's passphrase: {passphrase}")
    click.echo("Ctrl-C stops the server.")
    sys.stdout.flush()


def can_show_browser(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether somebody sits before this computer's screen."""
    if "SSH_CONNECTION" in environment:
        return False
    if platform in ("win32", "darwin"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(url: str) -> None:
    """Show the page without waiting for the browser, which may take its time or not be there."""

    def show() -> None:
        with suppress(webbrowser.Error):
            webbrowser.open(url)

    threading.Thread(target=show, name="browser", daemon=True).start()
