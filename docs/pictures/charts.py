"""Make the pictures of charts in this folder anew: .venv/bin/python docs/pictures/charts.py."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PIL import Image
from pypdfium2 import PdfDocument

from assistant.packs.load import load_both
from assistant.printing.sheets_list import documents
from assistant.printing.sheets_source import Material
from assistant.rules.arrivals import CommanderId
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules

FOLDER = Path(__file__).resolve().parent
SHOWN = ("fellowship", "gondor", "rohan", "saruman")
SCALE = 1.5
"""Pixels for a point: the smallest type can be read."""
BETWEEN = 16
GRAYS = 16


def main() -> None:
    """Both sides of each chart side by side, in few grays to keep the files small."""
    book, scenario = load_both(effects=parameters())
    material = Material(book, scenario, HouseRules(book.house_rules, {}))
    for document in documents("charts", material, tuple(map(CommanderId, SHOWN))):
        sides = [page.render(scale=SCALE).to_pil().convert("L") for page in PdfDocument(document.make("a4"))]
        wide = sum(side.width for side in sides) + BETWEEN * (len(sides) - 1)
        picture = Image.new("L", (wide, sides[0].height), 128)
        x = 0
        for side in sides:
            picture.paste(side, (x, 0))
            x += side.width + BETWEEN
        picture.quantize(GRAYS).save(FOLDER / f"{document.name}.png", optimize=True)


if __name__ == "__main__":
    main()
