"""`assistant serve`: the web app on the game master's laptop."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from assistant import __version__
from assistant.cli.common import database, instance_option
from assistant.cli.opening import open_for_server
from assistant.cli.terminal import console_encoding
from assistant.kernel.errors import AssistantError

if TYPE_CHECKING:
    from assistant.campaign.service import Service
    from assistant.web.addresses import Address
    from assistant.web.server import Server

F = TypeVar("F", bound=Callable[..., Any])

STOPPING_SIGNALS = ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP")


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a server answers, whom it believes, and how much of it one address may take."""

    host: str
    port: int
    no_browser: bool
    trusted_proxy: tuple[str, ...]
    host_name: tuple[str, ...]
    limits: tuple[str, ...]


def server_options(command: F) -> F:
    """The options of a server; the command is given its `Reach`."""

    @wraps(command)
    def reached(*given: Any, **options: Any) -> Any:
        mine = {one.name: options.pop(one.name) for one in fields(Reach)}
        return command(Reach(**mine), *given, **options)

    for option in (
        click.option(
            "--limit",
            "limits",
            metavar="NAME=NUMBER",
            multiple=True,
            envvar="ASSISTANT_LIMITS",
            help="How much one may ask for, such as deeds-per-minute=240; can be repeated.",
        ),
        click.option(
            "--host-name",
            metavar="NAME",
            multiple=True,
            envvar="ASSISTANT_HOST_NAMES",
            help="Another name by which browsers may call this computer; can be repeated.",
        ),
        click.option(
            "--trusted-proxy",
            metavar="ADDRESS",
            multiple=True,
            envvar="ASSISTANT_TRUSTED_PROXIES",
            help="A proxy in front that is believed for whom it asks; can be repeated.",
        ),
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
        reached = option(reached)
    return cast(F, reached)


@click.command(epilog="\b\nExample: assistant serve --port 8090 --no-browser")
@server_options
@instance_option
def serve(reach: Reach, instance: Path) -> None:
    """Start the web app for this computer and for the phones on its network; Ctrl-C stops it."""
    serve_on(instance, reach)
    click.echo("Stopped. Everything recorded is safe.")


@dataclass(slots=True)
class Wish:
    """A backup that is to take the database's place as soon as the server has ended."""

    backup: Path | None = None
    trouble: str = ""
    """Why the one before it could not."""


def serve_on(instance: Path, reach: Reach, *, make: Callable[[Service], str] = lambda service: "") -> None:
    """Answer from the campaigns of a folder until a signal comes; `make` may name one to show first."""
    from assistant.web.server import listen

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    with listen(reach.host, reach.port) as listening:
        wish = Wish()
        serve_once(instance, reach, listening, wish, make)
        while wish.backup is not None:
            put_back(instance, wish)
            # Whoever asked meanwhile has waited at the same address.
            serve_once(instance, reach, listening, wish)


def serve_once(
    instance: Path,
    reach: Reach,
    listening: socket.socket,
    wish: Wish,
    make: Callable[[Service], str] | None = None,
) -> None:
    """Answer until a signal comes, or a backup is to be put in place; `make` is for the first time."""
    from assistant.campaign.passes import seat_everyone
    from assistant.web import create_app
    from assistant.web.addresses import find_addresses, own_url, proxy_addresses
    from assistant.web.hosts import own_names
    from assistant.web.keys import kept_keys
    from assistant.web.limits import limits_of
    from assistant.web.server import Server

    limits, bounds = limits_of(reach.limits)
    host, proxies = reach.host, proxy_addresses(reach.trusted_proxy)
    with open_for_server(instance) as service:
        bound: int = listening.getsockname()[1]
        keys = kept_keys(instance)
        campaign = make(service) if make else ""
        # Whoever has no code yet gets one when there is room for it.
        with suppress(AssistantError):
            seat_everyone(service)
        service.watch.trouble = wish.trouble

        def end_for(backup: Path) -> None:
            wish.backup = backup
            server.stop()

        app = create_app(
            service,
            # Looked up for every page: a laptop may join the venue's network after the server was started.
            addresses=lambda: find_addresses(host, bound),
            keys=keys,
            limits=limits,
            bounds=bounds,
            host_names=own_names((*reach.host_name, host)),
            put_back=end_for,
        )
        # The server closes what it listens on: a copy of it leaves the address ours.
        server = Server(app, listening.dup(), proxies)
        service.ledger.describe(f"the server at {own_url(host, bound)}")
        stop_on_signals(server)
        if service.only_look:
            click.echo(warning(service))
        if make:
            announce(own_url(host, bound), find_addresses(host, bound), keys.passphrase)
            if not reach.no_browser and can_show_browser(sys.platform, os.environ):
                # This computer is the game master's: it comes in by itself.
                first = f"&campaign={campaign}" if campaign else ""
                open_browser(f"{own_url(host, bound)}master?passphrase={keys.passphrase}{first}")
        with beforehand(service):
            server.run()


def warning(service: Service) -> str:
    """Why nothing can be recorded, and what leads out of it."""
    if service.watch.look():
        return f"{service.only_look}\n{way_out(service)}"
    return f"{service.only_look} Everybody can look on. Put that right, and start the assistant again."


def way_out(service: Service) -> str:
    """Where there is a way back from a damaged database."""
    sound = service.watch.way_back()
    if sound is None:
        return "The database is damaged, and there is no sound backup of it."
    anew = "\nTo begin anew instead, make a game." if service.watch.is_lost else ""
    return (
        f"{service.watch.headline}. The newest sound backup was made on {sound.when}: {sound.path}\n"
        f"Open the assistant as the game master: the page shows how it is put in place.{anew}"
    )


def put_back(instance: Path, wish: Wish) -> None:
    """Put the backup that was wished for in the database's place; what was there is kept."""
    from assistant.ledger.backup import restore
    from assistant.ledger.copies import backups_of

    wanted, wish.backup, wish.trouble = wish.backup, None, ""
    assert wanted is not None
    try:
        kept = restore(database(instance), wanted, backups_of(database(instance)))
    except AssistantError as error:
        wish.trouble = str(error)
        click.echo(f"The backup {wanted} was not put in place. {error}")
    else:
        click.echo(f"Restored from {wanted}. What was there before is kept in {kept}.")
    sys.stdout.flush()


@contextmanager
def beforehand(service: Service) -> Iterator[None]:
    """What first requests will want is done beside them; Python must not end while geometry is at work."""
    from assistant.campaign.playing import game_of
    from assistant.campaign.views.destinations import survey
    from assistant.web.typefaces import cut_beforehand

    over = threading.Event()

    def work() -> None:
        if service.watch.look(over.is_set) and not service.only_look:
            click.echo(way_out(service))
            sys.stdout.flush()
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
        for line in qr_lines(outside[0].url, console_encoding()):
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
