"""The table of who may ask for what, as docs/permissions.md prints it.

python -m tests.web.permission_table      writes it into the page anew
"""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask

from assistant.rules.core.deed import DEEDS, By
from assistant.web.routes import MESSAGES, ROUTES, SHEETS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
BEGIN, END = "<!-- the table begins -->", "<!-- the table ends -->"
ROLES = ("anyone", "projector", "seat", "assistant", "game-master")


def lines(app: Flask) -> list[str]:
    """Every address with its way of asking and the least who may, the most open first."""
    rows = [
        (ROLES.index(ROUTES.get(rule.endpoint, "game-master")), address_of(rule.rule), method)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]
    return [
        f"| `{method} {address}` | {ROLES[who].replace('-', ' ')} |" for who, address, method in sorted(rows)
    ]


def address_of(rule: str) -> str:
    """`/c/<campaign>/seat` is `/c/CAMPAIGN/seat`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: found[1].upper(), rule)


def done_by(whom: By) -> list[str]:
    """The deeds that a player does under this condition."""
    return sorted(kind for kind, deed in DEEDS.items() if deed.done_by == whom)


def table(app: Flask) -> str:
    """The whole table, for whom sheets and news are, and what a seat may do in a game."""
    deeds = [*(f"| `{kind}` | all it is about are its own |" for kind in done_by("owner"))]
    deeds += [f"| `{kind}` | one of those it is about is its own |" for kind in done_by("any-owner")]
    sheets = [
        f"| `{name}` | {who.replace('-', ' ')} |"
        for name, who in sorted(SHEETS.items(), key=lambda one: (ROLES.index(one[1]), one[0]))
    ]
    news = [f"| `{name}` | {', '.join(f'`{one}`' for one in fields)} |" for name, fields in MESSAGES.items()]
    return "\n".join(
        [BEGIN, "", "| address | at least |", "| --- | --- |", *lines(app), "",
         "## Sheets", "", "| sheet | at least |", "| --- | --- |", *sheets, "",
         "## Live news, to anyone", "", "| message | tells |", "| --- | --- |", *news, "",
         "## Deeds of a seat", "", "| deed | if |", "| --- | --- |", *deeds, "", END]
    )  # fmt: skip


def written(page: str, app: Flask) -> str:
    """The page with the table as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{table(app)}{after}"


def bare_app(folder: Path) -> Flask:
    """The app on an empty database; its addresses are the same as on any other."""
    from assistant.campaign.service import Service
    from assistant.ledger.store import Ledger
    from assistant.rules.book import Book
    from assistant.rules.game import RingOfPower
    from assistant.web import create_app

    with Ledger.open(folder / "campaigns.sqlite", who="the tests") as ledger:
        return create_app(Service(ledger, RingOfPower(Book(scenario="", profiles={}))), addresses=[])


def main() -> None:
    """Write the table into the page."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        app = bare_app(Path(folder))
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), app), encoding="utf-8")


if __name__ == "__main__":
    main()
