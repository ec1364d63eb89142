"""What players say became of a figure, and the condition that it is."""

from __future__ import annotations

from assistant.rules.world import Condition

SAID: dict[str, Condition] = {
    "slain": "eliminated",
    "wounded": "wounded",
    "captured": "captured",
    "paralyzed": "paralyzed",
    "dispersed": "dispersed",
}
