"""The signs of print for those of the keyboard: quotes, primes, dashes of ranges, and the minus."""

from __future__ import annotations

import re

KEYBOARD = frozenset("'\"-")
_OPENING = " \n\xa0([{=/–—‘“"
_RANGE = re.compile(r"(?<![\w.-])(\d+)-(?=\d+(?![\w-]))")
_LAST = re.compile(r" (\S{1,4})$")
_MINUS = re.compile(r"(?<![\w)\]'\"-])-(?=\d)")


def typographic(text: str) -> str:
    """Text as it is printed; what is typed stays as it was in data."""
    if KEYBOARD.isdisjoint(text):
        return text
    text = _MINUS.sub("−", _RANGE.sub(r"\1–", text))
    shown: list[str] = []
    is_quoting = False
    for at, char in enumerate(text):
        before = shown[at - 1] if at else " "
        if char == "'":
            char = "′" if before.isdecimal() and not is_quoting else _quote(before, "‘", "’")
        elif char == '"' and before.isdecimal() and not is_quoting:
            char = "″"
        elif char == '"':
            char = _quote(before, "“", "”")
            is_quoting = char == "“"
        shown.append(char)
    return "".join(shown)


def unparted(text: str) -> str:
    """A paragraph whose last word, if it is no longer than a number or two, keeps to the word before it."""
    return _LAST.sub("\xa0\\1", text)


def _quote(before: str, opening: str, closing: str) -> str:
    return opening if before in _OPENING else closing
