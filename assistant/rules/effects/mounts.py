"""Mounts: where none can go."""

from __future__ import annotations

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.effects.hooks import Effect, Reason
from assistant.rules.effects.registry import effect
from assistant.rules.moving.travel import Traveller

STEEDS = ("shadowfax", "fell-beast", "pony")
"""Things that carry who bears them, and go with the mount."""


@effect("no-mounts")
class NoMounts(Effect):
    """MNT-01, MNT-02: closed to riders, chariots and great beasts; a character goes in without the mount."""

    def bars_entry(self, me: Traveller) -> Reason | None:
        if me.profile.movement != "mumak" and (me.profile.is_character or not me.mounted):
            return None
        return Reason("closed to mounted figures, chariots and mûmakil", enforced("MNT-01"))

    def takes_mount(self, profile: Profile) -> Reason | None:
        return Reason("no mount can go there", enforced("MNT-02"))
