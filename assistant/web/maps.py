"""The tables as live maps: the land is fetched once, and everyone on it is kept up to date."""

from __future__ import annotations

import gzip
from functools import cache
from hashlib import sha256
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.views.map import Cartographer, home_table
from assistant.campaign.views.reach import may_see_reach, reach_shown
from assistant.campaign.views.seat import seat_view
from assistant.maps.key import signs
from assistant.maps.style import hand, style
from assistant.rules.standing import forces_of
from assistant.rules.war import ForceId
from assistant.web.access import access, here, power_in
from assistant.web.assets import KEPT
from assistant.web.phone import Commanders, whose
from assistant.web.screens import screen
from assistant.web.turnstile import in_line


def blueprint(service: Service, maps: Cartographer) -> Blueprint:
    """`/c/CAMPAIGN/map/TABLE`, and what never changes under `/maps/VERSION/`."""
    pages = Blueprint("maps", __name__)
    version = f"{maps.game.scenario.hash[:10]}-{hand()}"

    @cache
    def drawn(table: str, by_night: bool) -> bytes:
        return gzip.compress(maps.land(table, by_night=by_night).encode())

    @pages.get("/maps/<asked>/<table>.svg")
    def land(asked: str, table: str) -> Response:
        maps.sheet(table)
        return _kept(drawn(table, "night" in request.args), "image/svg+xml", is_current=asked == version)

    @pages.get("/maps/<asked>/map.css")
    def sheet(asked: str) -> Response:
        return _kept(gzip.compress(style().encode()), "text/css", is_current=asked == version)

    @pages.app_context_processor
    def for_templates() -> dict[str, object]:
        return {"map_version": version, "map_frames": maps.frames, "map_signs": signs}

    _add_tables(pages, service, maps)
    return pages


def _add_tables(pages: Blueprint, service: Service, maps: Cartographer) -> None:
    """A table with everyone on it."""

    @pages.get("/c/<campaign>/map")
    def first(campaign: str) -> AnyResponse:
        at = here(service)
        table = home_table(at, _shown(at)[1]) or maps.sheets()[0].id
        return redirect(f"/c/{at.campaign.id}/map/{table}{_as_whom()}")

    @pages.get("/c/<campaign>/map/<table>")
    def table(campaign: str, table: str) -> str:
        at = here(service)
        mine, shown = _shown(at)
        return screen(
            at,
            "map.html",
            frame=maps.frame(table),
            frames=maps.frames(),
            query=_as_whom(),
            view=seat_view(at, mine, shown) if shown else None,
            own=[force.id for one in shown for force in forces_of(at.world, one)],
        )

    @pages.get("/c/<campaign>/map/<table>/layer")
    def layer(campaign: str, table: str) -> Response:
        """Everyone on a table, asked for again after every change and sent only when it looks different."""
        at = here(service)
        power, frame = power_in(at), maps.frame(table)
        drawn = maps.kept_layer(at, table, power)
        if drawn is None:
            with in_line():
                drawn = maps.layer(at, table, power)
        # Known by what is drawn: a number that counts changes would tell of those that one may not see.
        edition = sha256(drawn.encode()).hexdigest()[:16]
        if edition in request.if_none_match:
            return Response(status=304)
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame.box}">{drawn}</svg>'
        response = _packed(gzip.compress(text.encode(), compresslevel=4), "image/svg+xml")
        response.set_etag(edition)
        return response

    @pages.get("/c/<campaign>/map/<table>/reach/<force>")
    def reach(campaign: str, table: str, force: str) -> Response:
        """How far one's own force gets this turn; nothing of another's."""
        at, sheet = here(service), maps.sheet(table)
        if not may_see_reach(at, ForceId(force), power_in(at)):
            return Response(status=204)
        found = reach_shown(at, sheet, ForceId(force))
        frame = maps.frame(table)
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame.box}">{found.drawn}</svg>'
        return jsonify(says=found.says, drawn=text)


def _shown(at: Table) -> tuple[Commanders, Commanders]:
    """The commanders of a phone, and those it looks at; none on the console and on the projector."""
    is_console = access().leads(at.campaign.id) and "as" not in request.args
    return ((), ()) if is_console or access().role(at.campaign.id) == "projector" else whose(at)


def _as_whom() -> str:
    """Whoever looks at one of several seats stays at it."""
    commander = request.args.get("as", "")
    return f"?{urlencode({'as': commander})}" if commander else ""


def _kept(content: bytes, kind: str, *, is_current: bool) -> Response:
    """What never changes under its address."""
    response = _packed(content, kind)
    response.headers["Cache-Control"] = KEPT if is_current else "no-store"
    return response


def _packed(content: bytes, kind: str) -> Response:
    """Browsers that cannot unpack it get it plain."""
    packed = request.accept_encodings["gzip"] > 0
    response = Response(content if packed else gzip.decompress(content), mimetype=kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response
