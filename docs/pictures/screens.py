"""Make the pictures of the web app in this folder anew, from those of `python3 run.py screenshots FOLDER`:

.venv/bin/python docs/pictures/screens.py FOLDER
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).resolve().parent
# The picture here, the one it is taken from, and its width.
SHOWN = {
    "console": ("console-console-page-1440-light", 1080),
    "projector": ("board-board-1440-dark", 960),
    "phone": ("phone-seat-360-light", 360),
    "forces": ("phone-forces-360-light", 360),
    "fight": ("desk-fight-360-light", 360),
    "home": ("home-home-768-light", 768),
    "map": ("maps-table-1440-light", 1080),
}
COLOURS = 240


def main(taken: Path) -> None:
    """In few colours, to keep the files small."""
    for name, (source, width) in SHOWN.items():
        picture = Image.open(taken / f"{source}.png").convert("RGB")
        if picture.width > width:
            height = round(picture.height * width / picture.width)
            picture = picture.resize((width, height), Image.Resampling.LANCZOS)
        quantized = picture.quantize(
            COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE
        )
        quantized.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
