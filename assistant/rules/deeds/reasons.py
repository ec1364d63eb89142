"""Why something was done: asked for by hand, and told with the deed."""

from __future__ import annotations

from assistant.kernel.errors import Illegal
from assistant.rules.core.deed import RulesDesk


def require_reason(reason: str) -> None:
    """What is done by hand says why."""
    if not reason.strip():
        raise Illegal("no-reason", "Say why.", do="A few words are enough: they stand in the history.")


def say_why(desk: RulesDesk, reason: str) -> None:
    """The reason as it was given, if there is one."""
    if why := reason.strip():
        desk.say(f"Because: {why}")
