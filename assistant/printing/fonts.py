"""Source Serif for paper: four faces, what they can show, and how wide it comes out."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from assistant.printing.typography import typographic

Face = Literal["regular", "semibold", "italic", "bold"]

FILES: dict[Face, str] = {"regular": "Regular", "semibold": "Semibold", "italic": "It", "bold": "Bold"}
ASCENT = 0.73
"""How far above the baseline a line of type reaches, in parts of its size; the rest hangs below."""
FALLBACK = "◊"
"""Stands where the font has no glyph: all four faces have it, and nobody takes it for a box to tick."""


def name_of(face: Face) -> str:
    """What the PDF library calls a face."""
    return f"SourceSerif-{FILES[face]}"


def outlines(face: Face) -> bytes:
    """A face as its makers publish it."""
    return files("font_source_serif_pro").joinpath("files", f"SourceSerifPro-{FILES[face]}.ttf").read_bytes()


@cache
def font(face: Face) -> TTFont:
    """A face, read and registered once."""
    loaded = TTFont(name_of(face), BytesIO(outlines(face)))
    registerFont(loaded)
    return loaded


@cache
def glyphs(face: Face) -> frozenset[str]:
    """Every character a face can show."""
    return frozenset(map(chr, font(face).face.charToGlyph))


@cache
def _advances(face: Face) -> dict[str, float]:
    """How far each character moves the pen at one point."""
    inner = font(face).face
    return {char: inner.getCharWidth(ord(char)) / 1000 for char in glyphs(face)}


@lru_cache(maxsize=20_000)
def width(text: str, face: Face) -> float:
    """How wide clean text is at one point; other sizes scale."""
    advances = _advances(face)
    return sum(advances[char] for char in text)


def fitting(face: Face, text: str) -> Face:
    """The face asked for, or the upright one where the italic lacks a character of the text."""
    return face if glyphs(face).issuperset(text) else "regular"


class Cleaner:
    """Makes any text printable, and remembers which characters it had to replace."""

    def __init__(self) -> None:
        self.missing: set[str] = set()

    def __call__(self, text: str) -> str:
        """Text in composed letters and signs of print, with spaces and newlines only of the plain kind."""
        clean, missing = _clean(text)
        self.missing |= missing
        return clean

    def line(self, text: str) -> str:
        """The same on one line."""
        # Not at a no-break space: it keeps a mark with its word.
        return " ".join(filter(None, self(text).replace("\n", " ").split(" ")))


@lru_cache(maxsize=20_000)
def _clean(text: str) -> tuple[str, frozenset[str]]:
    if text.isascii() and text.isprintable():
        return typographic(text), frozenset()
    shown: list[str] = []
    missing: set[str] = set()
    for char in unicodedata.normalize("NFC", text.replace("\r\n", "\n")):
        plain = _plain(char)
        if plain == FALLBACK != char:
            missing.add(char)
        shown.append(plain)
    return typographic("".join(shown)), frozenset(missing)


def _plain(char: str) -> str:
    """What is printed for one character: itself, a space, a newline, nothing, or the fallback."""
    kind = unicodedata.category(char)
    if char in "\n\r\v\f\x85" or kind in ("Zl", "Zp"):
        return "\n"
    if char == "\t" or (kind == "Zs" and char != "\xa0"):
        return " "
    if kind in ("Cc", "Cf") or "\ufe00" <= char <= "\ufe0f":
        return ""
    return char if kind != "Cn" and char in glyphs("bold") and char in glyphs("regular") else FALLBACK
