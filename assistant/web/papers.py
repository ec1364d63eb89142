"""Paper, one tap away: charts, references and blank sheets as PDF, and charts as pages to read on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, Response, request

from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.kernel.errors import Illegal
from assistant.printing.blocks import Sheet
from assistant.printing.sheets_arrivals import Coming, coming
from assistant.printing.sheets_charts import chart
from assistant.printing.sheets_game import of_the_game
from assistant.printing.sheets_list import BLANK, CHARTS, FOR_ALL, Document, Player, documents
from assistant.printing.sheets_now import Now, now_of
from assistant.printing.sheets_on_screen import on_screen
from assistant.printing.sheets_source import Material
from assistant.printing.side import Paper
from assistant.rules.arrivals import CommanderId
from assistant.rules.confidences import are_open
from assistant.rules.game import RingOfPower
from assistant.rules.near import no_such
from assistant.web.access import RANK, access, here
from assistant.web.routes import SHEETS
from assistant.web.screens import screen
from assistant.web.turnstile import in_line

PAPERS: tuple[Paper, ...] = ("a4", "letter")
KEPT = 64
Chosen = tuple[tuple[str, str], ...]
Seated = tuple[tuple[CommanderId, ...], ...]
Under = tuple[Chosen, Seated, Now | None]

NAMES = {
    "quick-reference": "Quick reference",
    "abilities": "Abilities",
    "movement": "Movement and terrain",
    "places": "Places",
    "turn-record": "Turn record",
    "status-record": "Status record of all minions",
    "reinforcements": "Reinforcement calendar",
    "checklist": "Checklist of what is due",
    "roster": "Roster of all figures",
    "blank-chart": "Blank chart",
    "blank-roster": "Blank roster",
    "blank-combat-worksheet": "Combat worksheet",
    "blank-status-record": "Blank status record",
}
OF_THIS_GAME = {
    "chronicle": "Chronicle of the game",
    "combat-report": "Reports of its fights",
    "labels": "Labels for bases",
}
WITH_POINTS = frozenset({"status-record"})
"""The sheets for all on which somebody's points stand."""


def blueprint(service: Service, press: Press) -> Blueprint:
    """`/c/CAMPAIGN/papers`, and each sheet as PDF in A4 or, with `?paper=letter`, Letter."""
    pages = Blueprint("papers", __name__)

    @pages.get("/c/<campaign>/papers")
    def papers(campaign: str) -> str:
        at = here(service)
        everyone = tuple(at.world.war.seats.values())
        chairs = everyone if leads(at) else access().seats(at.campaign.id, at.world)
        sheets, told = (
            {name: title for name, title in some.items() if may_print(at, name)}
            for some in (NAMES, OF_THIS_GAME)
        )
        return screen(at, "papers.html", sheets=sheets, told=told, chairs=chairs, tab="papers")

    @pages.get("/c/<campaign>/papers/<name>.pdf")
    @in_line()
    def sheet(campaign: str, name: str) -> Response:
        at = here(service)
        if name not in NAMES and name not in OF_THIS_GAME:
            raise no_such("sheet", name, NAMES)
        if not may_print(at, name):
            raise Illegal(
                "for-the-master",
                "That sheet is for the game master and assistants.",
                do="Ask at the game master's table.",
            )
        if name in OF_THIS_GAME:
            return _pdf(name, of_the_game(name, press.material(*under(at)), at).make(asked_paper()))
        return _pdf(name, press.reference(for_all(under(at), name), name, asked_paper()))

    @pages.get("/c/<campaign>/papers/charts/<seat>.pdf")
    @in_line()
    def seat_chart(campaign: str, seat: str) -> Response:
        at = here(service)
        held = at.world.war.seats.get(seat)
        if held is None or (held not in access().seats(at.campaign.id, at.world) and not leads(at)):
            raise Illegal("not-yours", "That is another commander's chart.", do="Go to your own seat.")
        made = press.player(under(at), held.commanders, held.player, asked_paper())
        return _pdf(f"chart-{seat}", made)

    return pages


class Press:
    """Makes sheets for the campaigns of one game, and keeps the last ones: a table prints the same again."""

    def __init__(self, game: RingOfPower) -> None:
        def material(readings: Chosen, seats: Seated, now: Now | None) -> Material:
            world = game.set_up({"house_rules": dict(readings)})
            return Material(game.book, game.scenario, game.kit.house(world), seats, now=now)

        def arrivals(under: Under) -> Sequence[Coming]:
            readings, seats, now = under
            return self.coming(readings, seats, now.settled if now else None)

        def chart_of(under: Under, commander: CommanderId) -> Sheet:
            return on_screen(chart(self.material(*under), arrivals(under), commander))

        def player(under: Under, mine: tuple[CommanderId, ...], name: str, paper: Paper) -> bytes:
            made = documents(
                CHARTS, self.material(*under), (), [Player(mine, name)], arrivals=arrivals(under)
            )
            return made[0].make(paper)

        def reference(under: Under, name: str, paper: Paper) -> bytes:
            return _named(name, self.material(*under), arrivals(under)).make(paper)

        self.game = game
        self.material = lru_cache(KEPT)(material)
        self.coming = lru_cache(KEPT)(lambda *settled: coming(self.material(*settled)))
        self.chart = lru_cache(KEPT)(chart_of)
        self.player = lru_cache(KEPT)(player)
        self.reference = lru_cache(KEPT)(reference)


def _named(name: str, material: Material, arrivals: Sequence[Coming]) -> Document:
    """A reference by its name, or one of the blank sheets."""
    kind = name if name in FOR_ALL else BLANK
    return next(one for one in documents(kind, material, arrivals=arrivals) if one.name in (name, kind))


def under(at: Table) -> Under:
    """What a campaign's sheets depend on: readings in force, who sits together, and how the game stands.

    Points that whoever asks may not know are on none of them.
    """
    seats, now = tuple(seat.commanders for seat in at.world.war.seats.values()), now_of(at.kit, at.world)
    if now is not None and not leads(at) and not are_open(at.world.war):
        mine = {one for seat in access().seats(at.campaign.id, at.world) for one in seat.commanders}
        now = replace(now, points=tuple(one for one in now.points if one.commander in mine))
    return tuple(sorted(at.world.house_rules.items())), seats, now


def for_all(found: Under, name: str) -> Under:
    """Of that what a sheet for all may show: not where each force stands, and points only on one of them."""
    readings, seats, now = found
    if now is not None:
        now = replace(now, standings=(), points=now.points if name in WITH_POINTS else ())
    return readings, seats, now


def may_print(at: Table, name: str) -> bool:
    """Whether a sheet is for whoever asks; one of which nothing is said is the game master's alone."""
    return access().rank(at.campaign.id) >= RANK[SHEETS.get(name, "game-master")]


def leads(at: Table) -> bool:
    """Whether whoever asks leads the game, and may see every chart."""
    return access().leads(at.campaign.id)


def asked_paper() -> Paper:
    """The paper that is asked for."""
    wanted = request.args.get("paper", PAPERS[0])
    found = next((one for one in PAPERS if one == wanted), None)
    if found is None:
        raise no_such("paper", wanted, PAPERS)
    return found


def _pdf(name: str, content: bytes) -> Response:
    response = Response(content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
