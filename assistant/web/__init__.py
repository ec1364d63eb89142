"""The web app: a factory that joins the campaigns with pages, live news and one shape of error."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask

from assistant.campaign.playing import game_of
from assistant.campaign.service import Service
from assistant.campaign.views.map import Cartographer
from assistant.web import (
    access,
    api,
    assets,
    board,
    console,
    desk,
    door,
    errors,
    headers,
    health,
    home,
    hosts,
    joining,
    lore,
    maps,
    papers,
    phone,
    quick,
    rescue,
    screens,
    seating,
    stream,
    turnstile,
    uploads,
)
from assistant.web.addresses import Address
from assistant.web.bounds import SocketBounds
from assistant.web.hub import Hub, StreamSettings
from assistant.web.keys import Keys, new_keys
from assistant.web.limits import Limits, screens_in
from assistant.web.linking import Linking
from assistant.web.papers import Press

EXTENSION = "assistant"


@dataclass(frozen=True, slots=True)
class Behind:
    """What a server needs of the app that it runs: streams to end when it stops, and how much to let in."""

    hub: Hub
    bounds: SocketBounds
    allowed: Callable[[dict[str, Any]], uploads.Allowance]
    """How much the sender of a request may send."""


def create_app(
    service: Service,
    *,
    addresses: Sequence[Address] | Callable[[], Sequence[Address]],
    streams: StreamSettings | None = None,
    keys: Keys | None = None,
    limits: Limits | None = None,
    bounds: SocketBounds | None = None,
    host_names: Collection[str] | None = None,
    put_back: Callable[[Path], None] | None = None,
    press: Press | None = None,
) -> Flask:
    """The app on these campaigns; addresses given as a function are looked up anew for every page.

    Without names of this computer it answers by whichever name it is called. `put_back` puts a backup in the
    place of a damaged database. Apps of one game may share a press.
    """
    app = Flask(__name__, static_folder=None)
    keys, limits = keys or new_keys(), limits or Limits()
    find = addresses if callable(addresses) else lambda: addresses
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    hub = Hub(service.ledger, streams or screens_in(limits))
    bounds = bounds or SocketBounds()
    app.extensions[EXTENSION] = Behind(hub, bounds, uploads.allowance(app, service, keys))
    headers.install(app)
    errors.install(app, partial(rescue.with_way_back, service))
    if host_names is not None:
        hosts.install(app, host_names)
    access.install(app, service, keys)
    turnstile.install(app, turnstile.Turnstile(service, limits))
    uploads.install(app, bounds)
    app.register_blueprint(assets.blueprint())
    app.register_blueprint(home.blueprint(service, find))
    app.register_blueprint(joining.blueprint(service, keys, limits))
    press, cartographer = press or Press(game_of(service)), Cartographer(game_of(service))
    app.register_blueprint(maps.blueprint(service, cartographer))
    app.register_blueprint(phone.blueprint(service, press))
    app.register_blueprint(papers.blueprint(service, press))
    linking = Linking(lambda: game_of(service))
    linking.install(app)
    app.register_blueprint(lore.blueprint(linking.glossary))
    app.register_blueprint(api.blueprint(service, linking.glossary, limits, put_back))
    for part in (screens, board, desk, quick):
        app.register_blueprint(part.blueprint(service))
    app.register_blueprint(door.blueprint(service))
    app.register_blueprint(seating.blueprint(service, hub, find, keys))
    app.register_blueprint(console.blueprint(service, hub))
    app.register_blueprint(rescue.blueprint(service, is_here=put_back is not None))
    app.register_blueprint(health.blueprint(service, hub))
    app.register_blueprint(stream.blueprint(service, hub))
    return app


def behind(app: Flask) -> Behind:
    """What the app's server needs of it."""
    found = app.extensions[EXTENSION]
    assert isinstance(found, Behind)
    return found


def hub_of(app: Flask) -> Hub:
    """The app's streams."""
    return behind(app).hub


__all__ = [
    "Address",
    "Behind",
    "Hub",
    "Keys",
    "Limits",
    "SocketBounds",
    "StreamSettings",
    "behind",
    "create_app",
    "hub_of",
]
