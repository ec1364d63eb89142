"""Print every sheet there is, beside plain documents of as many pages, and say how much longer it takes."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from assistant.packs.load import load_both
from assistant.printing.fonts import Face, font, name_of
from assistant.printing.sheets_list import ALL, Document, documents
from assistant.printing.sheets_source import Material
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules

FACES: tuple[Face, ...] = ("regular", "regular", "semibold", "regular", "bold", "italic")
MARGIN = 40
WORDS = "Uruk-hai scout " * 5


PAGE = re.compile(rb"/Type /Page\b")


def whole_set() -> tuple[Document, ...]:
    """Every chart, reference and blank sheet of the scenario that comes with the program."""
    book, scenario = load_both(effects=parameters())
    material = Material(book, scenario, HouseRules(book.house_rules, {}))
    return documents(ALL, material)


def plain(pages: int) -> bytes:
    """What the library does as it comes with plain lines in the same faces."""
    rl_config.useA85 = 1
    target = BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, pageCompression=1)
    for page in range(pages):
        for line in range(60):
            canvas.setFont(name_of(FACES[line % len(FACES)]), 10)
            canvas.drawString(MARGIN, A4[1] - MARGIN - line * 12, f"Side {page}, line {line}: {WORDS}")
        canvas.showPage()
    canvas.save()
    rl_config.useA85 = 0
    return target.getvalue()


def quickest(tasks: Sequence[Callable[[], object]], times: int) -> list[float]:
    """The least processor time of each task in milliseconds, in turns, so that noise meets all alike."""
    taken: list[list[float]] = [[] for _ in tasks]
    for _ in range(times):
        for task, measured in zip(tasks, taken, strict=True):
            start = time.process_time()
            task()
            measured.append((time.process_time() - start) * 1000)
    return [min(measured) for measured in taken]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=7)
    times = parser.parse_args().times
    for face in FACES:
        font(face)
    sheets = whole_set()
    pages = [len(PAGE.findall(sheet.make("a4"))) for sheet in sheets]
    ours, theirs = quickest(
        (lambda: [sheet.make("a4") for sheet in sheets], lambda: [plain(number) for number in pages]), times
    )
    print(
        f"{len(sheets)} sheets of {sum(pages)} pages: {ours:.0f} ms, plain {theirs:.0f} ms, "
        f"ratio {ours / theirs:.1f}"
    )


if __name__ == "__main__":
    main()
