"""What helps to hide, and what helps to find: cloaks, slinking, sensing, hard country."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.kernel.evidence import enforced
from assistant.rules.book import Profile
from assistant.rules.effects.hooks import Effect, Modifier, Reason
from assistant.rules.effects.marching import Need
from assistant.rules.effects.registry import effect
from assistant.rules.spotting import Hunt, has_all

MORDOR = "mordor"


@effect("elven-cloak")
@dataclass(frozen=True)
class ElvenCloak(Effect):
    """ITM-CLOAKS-01..03: a party of characters who all wear one is hardly ever seen."""

    inches: int = 2
    needs: int = 6
    scout: int = 1
    party: int = 3
    plus: int = 1

    def found_on(self, me: Profile, hunt: Hunt) -> Need | None:
        if not self._covers(hunt):
            return None
        return Need(self.needs, Reason("elven cloaks", enforced("ITM-CLOAKS-01")))

    def betrays(self, me: Profile | None, hunt: Hunt) -> Iterable[Modifier]:
        if not self._covers(hunt):
            return
        if any(trait.name == "scouts" for one in hunt.seekers for trait in one.traits):
            yield Modifier(self.scout, "a scout among those who look", enforced("ITM-CLOAKS-02"))
        if (more := len(hunt.hidden) - self.party) > 0:
            size = f"{len(hunt.hidden)} in the party"
            yield Modifier(more * self.plus, size, enforced("ITM-CLOAKS-03"))

    def _covers(self, hunt: Hunt) -> bool:
        return all(one.is_character for one in hunt.hidden) and has_all(hunt, self.name)


@effect("slinker")
@dataclass(frozen=True)
class Slinker(Effect):
    """PPL-GOLLUM-07..09: alone he is hardly ever seen; two he leads share in that, others a little."""

    needs: int = 6
    plus: int = 1
    plus_race: str = "elf maia"
    plus_ability: str = "ranger"
    guide: int = -1

    def found_on(self, me: Profile, hunt: Hunt) -> Need | None:
        if len(hunt.hidden) == 1:
            return Need(self.needs, Reason("slinking", enforced("PPL-GOLLUM-07")))
        if self._hides_his_masters(hunt):
            return Need(self.needs, Reason("slinking with his masters", enforced("PPL-GOLLUM-08")))
        return None

    def betrays(self, me: Profile | None, hunt: Hunt) -> Iterable[Modifier]:
        if len(hunt.hidden) > 1 and not self._hides_his_masters(hunt):
            yield Modifier(self.guide, "led by Gollum", enforced("PPL-GOLLUM-09"))
        elif len(hunt.hidden) == 1 and any(map(self._has_keen_eyes, hunt.seekers)):
            yield Modifier(self.plus, "elves, rangers or wizards look", enforced("PPL-GOLLUM-07"))

    def _has_keen_eyes(self, seeker: Profile) -> bool:
        is_ranger = any(trait.name == self.plus_ability for trait in seeker.traits)
        return is_ranger or seeker.race in self.plus_race.split()

    def _hides_his_masters(self, hunt: Hunt) -> bool:
        """Frodo and Sam alone, and not once they are in Mordor."""
        others = {one.id for one in hunt.hidden if not any(trait.name == self.name for trait in one.traits)}
        return others == {"frodo", "sam"} and MORDOR not in hunt.regions


@effect("spot-modifier")
@dataclass(frozen=True)
class HardCountry(Effect):
    """PLC-EMYNMUIL-03: those named are harder to find here."""

    kind: str = "character"
    by: int = -1

    def betrays(self, me: Profile | None, hunt: Hunt) -> Iterable[Modifier]:
        if all(one.kind == self.kind for one in hunt.hidden):
            yield Modifier(self.by, "hard country", enforced("PLC-EMYNMUIL-03"))
