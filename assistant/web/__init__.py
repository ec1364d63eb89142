"""The web app: a factory that joins the campaigns with pages, live news and one shape of error."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    joining,
    lore,
    maps,
    papers,
    phone,
    quick,
    screens,
    seating,
    stream,
)
from assistant.web.addresses import Address
from assistant.web.hub import Hub, StreamSettings
from assistant.web.keys import Keys, new_keys
from assistant.web.linking import Linking
from assistant.web.papers import Press

EXTENSION = "assistant"


def create_app(
    service: Service,
    *,
    addresses: Sequence[Address] | Callable[[], Sequence[Address]],
    streams: StreamSettings | None = None,
    keys: Keys | None = None,
) -> Flask:
    """The app on these campaigns; addresses given as a function are looked up anew for every page."""
    app = Flask(__name__, static_folder=None)
    keys = keys or new_keys()
    find = addresses if callable(addresses) else lambda: addresses
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    hub = Hub(service.ledger, streams or StreamSettings())
    app.extensions[EXTENSION] = hub
    headers.install(app)
    errors.install(app)
    access.install(app, service, keys)
    app.register_blueprint(assets.blueprint())
    app.register_blueprint(home.blueprint(service, find))
    app.register_blueprint(joining.blueprint(service, keys))
    press, cartographer = Press(game_of(service)), Cartographer(game_of(service))
    app.register_blueprint(maps.blueprint(service, cartographer))
    app.register_blueprint(phone.blueprint(service, press))
    app.register_blueprint(papers.blueprint(service, press))
    linking = Linking(lambda: game_of(service))
    linking.install(app)
    app.register_blueprint(lore.blueprint(linking.glossary))
    app.register_blueprint(api.blueprint(service, linking.glossary))
    for part in (screens, board, desk, quick):
        app.register_blueprint(part.blueprint(service))
    app.register_blueprint(door.blueprint(service))
    app.register_blueprint(seating.blueprint(service, hub, find))
    app.register_blueprint(console.blueprint(service, hub))
    app.register_blueprint(health.blueprint(service, hub))
    app.register_blueprint(stream.blueprint(service, hub))
    return app


def hub_of(app: Flask) -> Hub:
    """The app's streams, for whoever runs the server and must end them when it stops."""
    hub = app.extensions[EXTENSION]
    assert isinstance(hub, Hub)
    return hub


__all__ = ["Address", "Hub", "Keys", "StreamSettings", "create_app", "hub_of"]
