"""The key below a map: its title, and what the signs on it mean."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from assistant.kernel.inches import Point, mils
from assistant.maps.badges import SWORDS
from assistant.maps.built import STEPS, sign
from assistant.maps.entries import ARROW
from assistant.maps.pieces import Token, example
from assistant.maps.svg import Pen, group
from assistant.table.atlas import Sheet
from assistant.table.bases import Base, Standing

KEY_SHARE = 0.086
"""How tall the key is, as a part of the width of the map."""
WIDE, TALL = 9600, 800
"""The key is laid out on a strip of this size, and scaled to the map."""
COLUMN, ROW, TEXT = 1010, 172, 96

Entry = tuple[str, str]


def key(pen: Pen, sheet: Sheet, *, figures: bool) -> str:
    """All signs in columns; on a phone only the title and which shape is which side."""
    scale = pen.width / WIDE
    title = escape(sheet.name)
    entries = [*(_hall() if sheet.is_walled else (*_signs(), *_lines()))]
    entries += _way_in() if any(one.is_entry for one in sheet.footprints.values()) else ()
    entries += _figures() if figures else ()
    left = WIDE - COLUMN * -(-len(entries) // 4)
    wide = group(
        "key z2",
        (
            f'<text x="0" y="300" font-size="270" letter-spacing=".08em">{title}</text>',
            f'<path class="frame thin" d="M0 390h{min(left - 240, 2300)}"/>',
            f'<text x="0" y="530" font-size="{TEXT}">One square is one foot</text>'
            if pen.width > 5000
            else "",
            *_columns(left, entries),
        ),
    )
    narrow = group("key only-small", (_narrow(title, figures),))
    return f'<g transform="translate(0 {pen.height + 170})scale({scale:.4g})">{wide}{narrow}</g>'


def signs() -> tuple[Entry, ...]:
    """Every sign of a table with figures on it, each drawn around its middle, and what it means."""
    return (*_figures(), *_signs(), *_lines(), *_way_in())


def _columns(left: int, entries: Iterable[Entry]) -> Iterable[str]:
    for number, (drawn, words) in enumerate(entries):
        x, y = left + number // 4 * COLUMN + 90, 130 + number % 4 * ROW
        yield (
            f'<g transform="translate({x} {y})">{drawn}</g>'
            f'<text x="{x + 130}" y="{y + 32}" font-size="{TEXT}">{escape(words)}</text>'
        )


def _narrow(title: str, figures: bool) -> str:
    drawn = [f'<text x="0" y="470" font-size="460">{title}</text>']
    if figures:
        for x, side in ((4000, "good"), (5600, "evil"), (7000, "uncontrolled")):
            drawn.append(
                f'<g transform="translate({x} 360)scale(3)">{_one(side, device="dot")}</g>'
                f'<text x="{x + 220}" y="470" font-size="330">{side.capitalize()}</text>'
            )
    return "".join(drawn)


def _signs() -> Iterable[Entry]:
    walls = '<path class="wall" d="M-80 20v-30h20v30h20v-30h20v30h20v-30h20v30h20v-30h20v30h20"/>'
    yield walls, "Walls"
    for rank, words in (
        ("fortress", "Fortress"), ("haven", "Haven"), ("town", "Town"), ("mountain", "Hold"),
        ("lair", "Lair"), ("camp", "Camp"), ("ruin", "Ruin"),
    ):  # fmt: skip
        yield sign(rank, 0, 0, 0.8), words


def _hall() -> Iterable[Entry]:
    strokes = "".join(f"M{x} 45l90-90" for x in range(-75, 0, 25))
    outline = "M-75-45h150v90h-150z"
    yield f'<path class="rock" d="{outline}"/><path class="hatch" d="{strokes}"/>', "Solid rock"
    yield '<path class="deck" d="M-75 0h150"/><path class="planks" d="M-75 0h150"/>', "Bridge"


def _lines() -> Iterable[Entry]:
    yield '<path class="road" d="M-85 0h170"/>', "Road"
    yield '<path class="way" d="M-80 0h160"/>', "Mountain way"
    yield (
        '<path class="bridge" d="M-75-30h150v60h-150z"/><path class="crossing" d="M-82-44v88M82-44v88"/>',
        "Bridge",
    )
    yield (
        f'<path class="crossing steps" transform="rotate(90)" d="{STEPS}"/>',
        "Ford",
    )


def _way_in() -> Iterable[Entry]:
    yield f'<path class="entry" transform="scale(.6)rotate(-90)" d="{ARROW}"/>', "Way in"


def _figures() -> Iterable[Entry]:
    yield _one("good"), "Good"
    yield _one("evil"), "Evil"
    yield _one("uncontrolled"), "Uncontrolled"
    yield _one("good", initials="Ga"), "Character"
    yield _one("good", is_mounted=True), "Mounted"
    yield _one("good", is_wounded=True), "Wounded"
    yield _one("good", is_hidden=True), "Hidden"
    yield _one("good", is_regrouping=True), "Regrouping"
    yield _one("good", is_pinned=True), "Pinned"
    yield f'<g class="clash"><circle r="58"/><path d="{SWORDS}"/></g>', "Fight"
    yield '<path class="reach" d="M-70 44q0-92 70-92q70 0 70 92"/>', '6" reach'
    yield (
        '<g class="tally good"><rect x="-66" y="-43" width="132" height="86" rx="43"/>'
        '<text y="25" font-size="72" text-anchor="middle">12</text></g>',
        "Figures in force",
    )


def _one(side: str, *, is_pinned: bool = False, **marks: Any) -> str:
    nowhere = Standing("", side, "", Point(mils(0), mils(0)), Base.of(32))
    return example(Token(nowhere, **{"device": "star", **marks}), is_pinned=is_pinned)
