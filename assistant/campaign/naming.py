"""Names instead of ids, in whatever the rules say: `uruk-hai-1, uruk-hai-2` is read as `2 Uruk-hai`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from assistant.kernel.errors import AssistantError
from assistant.rules.book import Book, Profile
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.core.fact import Fact
from assistant.rules.core.facts import Enlisted
from assistant.rules.kit import Kit
from assistant.rules.standing import place_name
from assistant.rules.wording import counted, join
from assistant.rules.world import World

_ID = r"(?<![\w.-])[a-z0-9]+(?:[-.][a-z0-9]+)*(?![\w-])"
_IDS = re.compile(rf"{_ID}(?:(?:, | and ){_ID})*")
_PARTED = re.compile("(, | and )")
_QUOTED = re.compile(r"((?<!\w)'[^']*'(?!\w))")
# The line of an explanation begins with a profile and, in brackets, everyone it speaks of.
_SORT = re.compile(r"^[^():]+ \((?P<ids>[a-z0-9., -]+)\)(?=:)")

# r.1, rider-2 and e0 cannot be meant otherwise; orc, a and 4 can.
_UNLIKE_WORDS = re.compile(r"[a-z].*[0-9.-]")


@dataclass(frozen=True, slots=True)
class Naming:
    """What figures, forces, places and commanders are called at this table."""

    profiles: Mapping[str, Profile]
    """Figures by id."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The table's own names for some of them."""
    others: Mapping[str, str] = field(default_factory=dict)
    """Forces, places and commanders."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Which of its kind a figure is, where they are told apart."""

    def numbered(self) -> Naming:
        """Everyone by himself: Éomer, and of several Uruk-hai `Uruk-hai 3`, as they are listed.

        An id that may be a word of the sentence stays.
        """
        known = {
            one: found
            for one, found in self.profiles.items()
            if _UNLIKE_WORDS.search(one) or (found.is_character and len(one) > 1)
        }
        kinds: dict[str, list[str]] = {}
        for one, found in self.profiles.items():
            kinds.setdefault(found.id, []).append(one)
        several = (alike for alike in kinds.values() if len(alike) > 1)
        return replace(
            self,
            profiles=known,
            numbers={one: number for alike in several for number, one in enumerate(alike, 1)},
        )

    def of_characters(self) -> Naming:
        """Characters only: where others are told apart by the ids that somebody gave them, or types.

        A letter by itself may be a word of the sentence, and stays.
        """
        alone = {one: found for one, found in self.profiles.items() if found.is_character and len(one) > 1}
        return replace(self, profiles=alone)

    def one(self, figure: str) -> str:
        """A figure by itself: Éomer, Rider of Rohan, and where they are told apart Rider of Rohan 2."""
        if figure in self.called:
            return self.called[figure]
        if figure not in self.profiles:
            return self.words(figure)
        number = f" {self.numbers[figure]}" if figure in self.numbers else ""
        return f"{self.profiles[figure].name}{number}"

    def several(self, figures: Iterable[str]) -> tuple[str, ...]:
        """Éomer, 3 Riders of Rohan: each kind once with its number, in listed order."""
        those = tuple(figures)
        if self.numbers:
            return tuple(self._each(those))
        if len(those) == 1:
            return (self.one(those[0]),)
        counts = Counter(self._sort(one) for one in those)
        return tuple(self._counted(sort, number) for sort, number in counts.items())

    def is_alone(self, figure: str) -> bool:
        """Whether it is told apart from others of its kind."""
        return figure in self.called or figure not in self.profiles or self.profiles[figure].is_character

    def words(self, name: str) -> str:
        """What any id or option is called; one that nobody knows is read as words."""
        if name in self.called or name in self.profiles:
            return self.one(name)
        return self.others.get(name) or name.replace("-", " ").replace("_", " ").capitalize()

    def told(self, text: str) -> str:
        """A sentence of the rules with names in it."""
        text = _SORT.sub(self._whole_sort, text)
        return _IDS.sub(lambda found: self._list(found[0]), text)

    def tell(self, error: AssistantError) -> AssistantError:
        """The same refusal with names in it."""
        error.sentence, error.do = self._around(error.sentence), self._around(error.do)
        error.faults = tuple(
            replace(one, wrong=self._around(one.wrong), right=self._around(one.right)) for one in error.faults
        )
        return error

    def _around(self, text: str) -> str:
        """The same, but what is quoted stays as it was typed, or is to be."""
        return "".join(part if part[:1] == "'" else self.told(part) for part in _QUOTED.split(text))

    def _whole_sort(self, found: re.Match[str]) -> str:
        ids = found["ids"].split(", ")
        known = all(one in self.profiles for one in ids)
        return join(self.several(ids)) if known else found[0]

    def _list(self, text: str) -> str:
        """A list in which some are figures: those that stand together are counted."""
        first, *rest = _PARTED.split(text)
        said, run = "", [first]
        for separator, name in zip(rest[::2], rest[1::2], strict=True):
            if self._is_known(name) and self._is_known(run[-1]):
                run.append(name)
            else:
                said += self._together(run) + separator
                run = [name]
        return said + self._together(run)

    def _together(self, run: Sequence[str]) -> str:
        return join(self.several(run)) if self._is_known(run[0]) else run[0]

    def _each(self, figures: Iterable[str]) -> Iterator[str]:
        """Éomer, Uruk-hai 1–4, Uruk-hai 7: those of a kind whose numbers follow on each other together."""
        for _, run in groupby(enumerate(figures), key=lambda at: self._run(*at)):
            alike = [figure for _, figure in run]
            yield self.one(alike[0]) + (f"–{self.numbers[alike[-1]]}" if len(alike) > 1 else "")

    def _run(self, at: int, figure: str) -> tuple[str, int]:
        """The same for all of a kind whose numbers grow as their places in the list do."""
        number = self.numbers.get(figure)
        return (figure, at) if number is None else (self._sort(figure), number - at)

    def _is_known(self, name: str) -> bool:
        return name in self.called or name in self.profiles or name in self.others

    def _sort(self, figure: str) -> str:
        """What figures are counted by: their kind, or themselves where the table has named them."""
        if figure in self.called or figure not in self.profiles:
            return figure
        return f"profile {self.profiles[figure].id}"

    def _counted(self, sort: str, number: int) -> str:
        kind, _, profile = sort.partition(" ")
        if kind != "profile":
            return self.one(sort)
        found = next(one for one in self.profiles.values() if one.id == profile)
        return counted(found, number)


def naming(kit: Kit, world: World, facts: Sequence[Fact] = ()) -> Naming:
    """The names of a running game, and of those whom a deed under way has brought to the table."""
    joined = (figure for fact in facts if isinstance(fact, Enlisted) for figure in fact.figures)
    figures = {one.id: one.profile for one in (*world.figures.values(), *joined)}
    places = (*kit.scenario.place_names, *kit.scenario.spots)
    return Naming(
        {figure: kit.book.profiles[profile] for figure, profile in figures.items()},
        {str(one): name for one, name in world.war.names.items()},
        {
            **{str(one): place_name(kit, one) for one in places},
            **{one.id: one.name for one in world.war.forces.values()},
            **{one.id: one.name for one in kit.scenario.commanders.values()},
        },
    )


def naming_of(book: Book, setup: FightSetup, facts: Sequence[Fact] = ()) -> Naming:
    """The names of a fight without a campaign."""
    entrants = {one.figure: one.profile for side in SIDES for one in setup.side(side).concerned}
    joined = {one.id: one.profile for fact in facts if isinstance(fact, Enlisted) for one in fact.figures}
    return Naming({figure: book.profiles[profile] for figure, profile in (entrants | joined).items()})
