"""Print a whole set of charts, beside a plain document of as many pages, and say how much longer it takes."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

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
from assistant.printing.fonts import Face, font, name_of
from assistant.printing.render import render

CHARTS = 17
FACES: tuple[Face, ...] = ("regular", "regular", "semibold", "regular", "bold", "italic")
MARGIN = 40


def made_up_chart(name: str) -> Sheet:
    """Two sides of about as much as a commander has to know."""
    number = Column("Dice", "center", 0.6)
    figures = Table(
        (
            Column("Type", share=2.2),
            number,
            Column("Attack", "center", 0.7),
            Column("Defense", "center", 0.8),
            Column("Move", "center", 1.0),
            Column("Special rules", share=3),
        ),
        (
            ("Wild Man of Dunland", "1", "4+", "6+", '10" / 7"', "Unarmored"),
            ("Siege ballista", "1/crew", "3+", "4+", '2" / –', "Ponderous, needs 3 crew to move"),
            ("Uruk-hai", "1", "4+", "5+", '10" / 7"', ""),
            ("Uruk-hai scout", "1", "4+", "5+", '10" / 7"', "Tracker, scout"),
            ("Uruk-hai berserk", "1", "4+", "–", '10" / 7"', "Furious charge, berserk"),
            ("Uruk-hai feral", "1", "4+", "5+", '10" / 7"', "Furious charge"),
            ("Uruk-hai pikeman", "1", "5+", "5+", '8" / 5"', "Pikes"),
            ("Warg rider", "2", "4+", "5+", '15" / 7"', "1/5/6 if dismounted"),
        ),
    )
    characters = Table(
        (
            Column("Character", share=2.2),
            number,
            Column("Attack", "center", 0.7),
            Column("Defense", "center", 0.8),
            Column("Leads", "center", 0.7),
            Column("Wizardry", "center", 0.8),
            Column("Special rules", share=3),
        ),
        (
            ("Gríma Wormtongue", "1", "6+", "–", "–", "–", "See special characters"),
            ("Lurtz", "1", "4+", "4+", "1", "–", "Scout, tracker"),
            (name, "2", "3+", "5+", "2", "2", "As Sharkey 1/4/6, leads 1, wizardry 1"),
            ("Sharku on a warg", "2", "4+", "5+", "1", "–", "Tracker, 1/5/6 if dismounted"),
        ),
        boxes=(1, 1, 2, 1),
    )
    arrivals = Table(
        (Column("When", share=1.1), Column("Who", share=2.4), Column("Where")),
        (
            ("Every turn", "2 Uruk-hai", "Isengard"),
            ("Turn 5", "12 Wild Men of Dunland", "Dunland"),
            (
                "Turn 10",
                "Sharku on warg, 5 warg riders, 2 siege ballistas with 3 crew, 20 Uruk-hai",
                "Isengard",
            ),
            ("Turn 12", "8 berserkers, 2 engineers with bomb, battering ram", "Isengard"),
            ("War declared", "20 Uruk-hai pikemen, 3 feral Uruk-hai, Uruk-hai shaman", "Isengard"),
        ),
        boxes=(0, 1, 1, 1, 1),
    )
    terrain = Table(
        (Column("Ground", share=1), Column("What it does", share=2)),
        (
            ("Fortress walls", "Impassable except through gates"),
            ("Hills, marsh, woods", "Rough"),
            ("Caves and tunnels", "Rough, but not for miners and burrowers"),
            ("Mountains", "Impassable, except for paths and passes"),
            ("Rivers", "Impassable except at fords, bridges and broad shallows, which take one full move"),
            ("Roads", 'Negate rough ground, add 2" if moving entirely on road'),
            ("Streams", "Take one full move to cross"),
        ),
    )
    front = Page(
        name,
        "Minions of Sauron",
        (
            Section("What you fight with", (figures,), wide=True),
            Section("Your characters", (characters,), wide=True),
            Section(
                "At the start",
                (
                    Text("with the palantír, and ten Uruk-hai, in Isengard", bullet=True, strong=name),
                    Text("in Edoras", bullet=True, strong="Gríma"),
                    Text("with twelve Uruk-hai scouts on Amon Hen", bullet=True, strong="Lurtz"),
                ),
            ),
            Section(
                "What for",
                (
                    Text("Retain control of Isengard (counts for good victory)."),
                    Boxes("Capture the Ring", 1, points="50"),
                    Boxes("Capture a hobbit", 4, "each", points="10"),
                    Boxes("Take a good citadel", 5, points="20"),
                    Boxes("Eliminate a good army figure", 30, points="1"),
                    Boxes("Eliminate a good character", 8, "by its worth", points="*"),
                    Boxes("Lose your home base", 1, points="–25"),
                ),
            ),
            Section("What comes", (arrivals,)),
        ),
        TurnRecord(100, ((2, "Gandalf"), (5, "Dunland"), (10, "Sharku"), (12, "berserkers"), (25, ""))),
        flows=True,
    )
    back = Page(
        name,
        "Minions of Sauron",
        (
            Section(
                "Isengard",
                (
                    Text("The outer walls are a normal fortress. The inner tower is small but impregnable."),
                    Text(
                        "is a normal tower within a fortress, but holds characters only. It may not be"
                        " captured as long as at least one character remains in the tower.",
                        strong="Orthanc",
                    ),
                ),
            ),
            Section("How far", (terrain,)),
            Section(
                "Your special rules",
                tuple(
                    Text(text, bullet=True, strong=strong)
                    for strong, text in (
                        ("Berserk", "+1 to attack; may not be allocated hits; eliminated after the combat."),
                        ("Furious charge", "may re-roll missed attacks, but not against figures in difficult"
                         " ground or inside a tower or fortress."),
                        ("Pikes", "+2 to defense if the opposing force includes any mounted figures."),
                        ("Ponderous", "cannot enter difficult ground except on roads."),
                        ("Scout", "may move double the normal distance for the ground entered."),
                        ("Tracker", 'may move 2" more in difficult ground; +1 to detect enemy characters.'),
                        ("Unarmored", "–1 to defense."),
                    )
                ),
            ),
            Section(
                "A fight, step by step",
                tuple(
                    Text(text, bullet=True)
                    for text in (
                        "Say who fights whom; a force fights as one.",
                        "Roll all attack dice of both sides at once; each at its number or more is a hit.",
                        "The owner allots hits, one to each figure before any gets two.",
                        "Roll defense for each figure hit; those that fail are removed, characters wounded.",
                        'The side with more losses retreats 6"; a tie leaves both where they are.',
                    )
                ),
            ),
            Section("Notes", (Lines("Promises, spies, debts", 5),)),
        ),
    )  # fmt: skip
    return Sheet(
        name.lower().replace(" ", "-"),
        f"Chart: {name}",
        (front, back),
        "War of the Ring, printed by the Ring of Power assistant",
        "Commander’s chart",
        exact=True,
    )


def made_up_set() -> list[Sheet]:
    return [made_up_chart(f"Commander {number}") for number in range(1, CHARTS + 1)]


def plain(pages: int) -> bytes:
    """What the library does as it comes with plain lines in the same faces."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, pageCompression=1)
    for page in range(pages):
        for line in range(60):
            canvas.setFont(name_of(FACES[line % len(FACES)]), 10)
            canvas.drawString(
                MARGIN, A4[1] - MARGIN - line * 12, f"Page {page}, line {line}: " + "Uruk-hai scout " * 5
            )
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def typical(task: Callable[[], object], times: int) -> float:
    """The median of a few runs, in milliseconds, after one to warm up."""
    task()
    taken: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        task()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=7)
    times = parser.parse_args().times
    for face in FACES:
        font(face)
    charts = made_up_set()
    ours = typical(lambda: [render(chart, "a4") for chart in charts], times)
    rl_config.useA85 = 1
    theirs = typical(lambda: [plain(2) for _ in charts], times)
    print(
        f"{CHARTS} charts of two sides: {ours:.0f} ms, plain lines {theirs:.0f} ms, ratio {ours / theirs:.1f}"
    )


if __name__ == "__main__":
    main()
