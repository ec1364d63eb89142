"""What the printing tests lay out: one chart of each kind of block, and one made to measure."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assistant.printing.blocks import (
    Boxes,
    Column,
    Lines,
    Page,
    Section,
    Sheet,
    Table,
    Text,
    TurnRecord,
)

SheetOf = Callable[..., Sheet]


@pytest.fixture
def sheet_of() -> SheetOf:
    """Makes a sheet of one page with the sections given."""

    def make(*sections: Section, exact: bool = False, columns: int = 2) -> Sheet:
        return Sheet(
            "sheet", "A sheet", (Page("Name", "Subtitle", sections, columns=columns),), "Footer", exact=exact
        )

    return make


@pytest.fixture
def two_sided_chart() -> Sheet:
    """A commander's chart with every kind of block on it."""
    figures = Table(
        (
            Column("Type", share=2),
            Column("Dice", "center"),
            Column("Move", "right"),
            Column("Special", share=3),
        ),
        (
            ("Uruk-hai", "1", '10" / 7"', ""),
            ("Siege ballista", "1/crew", '2" / –', "Ponderous,\nneeds 3 crew to move"),
            ("Warg rider", "2", '15" / 7"', "1/5/6 if dismounted"),
        ),
        boxes=(0, 2, 7),
    )
    front = Page(
        "Saruman",
        "Minions of Sauron",
        (
            Section("Figures", (figures,), wide=True),
            Section(
                "At the start",
                (
                    Text("with the palantír in Isengard", bullet=True, strong="Saruman"),
                    Text("in Edoras", bullet=True, strong="Gríma"),
                    Text("Lurtz stands on Amon Hen with twelve scouts."),
                ),
            ),
            Section(
                "Status points",
                (
                    Boxes("Capture the Ring", 1, points="50"),
                    Boxes("Take a citadel", 4, "(shared if several take it)", "20"),
                    Boxes("Eliminate an army figure", 33, points="1"),
                    Lines("Total", 1),
                ),
            ),
        ),
        TurnRecord(100, ((5, "Dunland"), (10, "Sharkû and his wargs"), (25, ""))),
        flows=True,
    )
    back = Page(
        "Saruman",
        "Minions of Sauron",
        (
            Section(
                "Powers", (Boxes("Despoil Fangorn", 1, "On any turn, for good."), Boxes("Call ruffians", 1))
            ),
            Section("Strongholds", (Text("The outer walls are a normal fortress."),)),
            Section("Promises", (Lines("To whom, and what for", 3),)),
        ),
    )
    return Sheet("chart-saruman", "Chart: Saruman", (front, back), "War of the Ring", "Charts", exact=True)
