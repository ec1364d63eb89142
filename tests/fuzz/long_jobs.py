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
    most: float
    """So many times a plain page it may take itself."""
    shown: str
    page: str
    begins: str


LONG: Mapping[str, Long] = {
    "papers.sheet": Long(
        "the chronicle and the fights of a whole game are set and drawn",
        60,
        IN_THE_TAB,
        "/c/ID/papers",
        'href="/c/ID/papers/abilities.pdf"',
    ),
    "api.set_out": Long(
        "hundreds of figures need places",
        60,
        BY_PARTS,
        "/c/ID/map/south",
        'data-api="/api/v1/campaigns/ID/set-out"',
    ),
    "api.measure": Long(
        "a sheet names hundreds of figures",
        60,
        IN_THE_BUTTON,
        "/c/ID/map/south",
        'data-api="/api/v1/campaigns/ID/positions"',
    ),
    "api.restore": Long(
        "every deed of a file is checked", 60, CHECKING, "/restore", 'data-to="/api/v1/restore"'
    ),
    "api.contact_odds": Long(
        "thousands of fights are fought", 60, IN_WORDS, "/c/ID/contacts/9-15", "Working out the odds"
    ),
    "maps.layer": Long(
        "hundreds of figures are drawn",
        40,
        AS_A_LAYER,
        "/c/ID/map/south",
        'data-layer="/c/ID/map/south/layer',
    ),
}
