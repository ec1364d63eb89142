"""What may take longer than twenty plain pages, why, and where whoever waits for it sees that it goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

IN_THE_BUTTON = "a line runs along the button until it is done, and a second tap does nothing"
BY_PARTS = "the same, and it is done in parts: how far it is stands at the foot of the screen"
IN_THE_TAB = "it is a link to a file: the browser shows that it loads, and the page can be read meanwhile"
IN_WORDS = "the page says that it is working it out, and its buttons go on working"
CHECKING = "the button says that it is checking, and a line runs along it"
AS_A_LAYER = "the map is there already: figures are drawn upon it when they come"


@dataclass(frozen=True, slots=True)
class Long:
    """Why it takes long, how that is shown, and what of a page begins it: CAMPAIGN stands for its address."""

    why: str
    shown: str
    page: str
    begins: str


LONG: Mapping[str, Long] = {
    "papers.sheet": Long(
        "a sheet is set and drawn", IN_THE_TAB, "/c/ID/papers", 'href="/c/ID/papers/abilities.pdf"'
    ),
    "papers.seat_chart": Long(
        "a chart is set and drawn", IN_THE_TAB, "/c/ID/papers", 'href="/c/ID/papers/charts/seat-1.pdf"'
    ),
    "api.export": Long(
        "the whole record is written out",
        IN_THE_TAB,
        "/c/ID/keeping",
        'href="/api/v1/campaigns/ID/export" download',
    ),
    "api.set_out": Long(
        "hundreds of figures need places",
        BY_PARTS,
        "/c/ID/map/south",
        'data-api="/api/v1/campaigns/ID/set-out"',
    ),
    "api.measure": Long(
        "a sheet names hundreds of figures",
        IN_THE_BUTTON,
        "/c/ID/map/south",
        'data-api="/api/v1/campaigns/ID/positions"',
    ),
    "api.back_up": Long(
        "every chain of the database is read",
        IN_THE_BUTTON,
        "/c/ID/keeping",
        'data-api="/api/v1/campaigns/ID/backups"',
    ),
    "api.what_if": Long(
        "a campaign is copied deed by deed",
        IN_THE_BUTTON,
        "/c/ID/history",
        'data-api="/api/v1/campaigns/ID/what-if"',
    ),
    "api.demo": Long("a game of hundreds of deeds is made", IN_THE_BUTTON, "/", 'data-api="/api/v1/demo"'),
    "api.restore": Long("every deed of a file is checked", CHECKING, "/restore", 'data-to="/api/v1/restore"'),
    "api.contact_odds": Long(
        "thousands of fights are fought", IN_WORDS, "/c/ID/contacts/9-15", "Working out the odds"
    ),
    "api.quick": Long("thousands of fights are fought for its odds", IN_WORDS, "/quick", "quick.js"),
    "maps.layer": Long(
        "hundreds of figures are drawn", AS_A_LAYER, "/c/ID/map/south", 'data-layer="/c/ID/map/south/layer'
    ),
}
