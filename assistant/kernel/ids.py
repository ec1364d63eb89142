"""Names for the strings that go through the whole program."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", str)
FigureId = NewType("FigureId", str)
RuleId = NewType("RuleId", str)
