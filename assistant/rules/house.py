"""House rules in force: where the rulebook disagrees with itself, the table has chosen a reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import RuleId
from assistant.kernel.near import nearest
from assistant.rules.book import Crew, HouseRule, Line, Move, Numbers, Place, Profile

MOVES = ("move_clear", "move_difficult")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The chosen readings over the defaults."""

    known: Mapping[RuleId, HouseRule]
    chosen: Mapping[str, str]
    consulted: set[str] = field(default_factory=set, compare=False)

    def __getitem__(self, rule: str) -> str:
        """The reading in force."""
        self.consulted.add(rule)
        return self.chosen.get(rule) or self.known[RuleId(rule)].default

    def without_bearing(self) -> tuple[str, ...]:
        """Choices that nothing has asked about so far."""
        return tuple(rule for rule in self.chosen if rule not in self.consulted)


def check_choice(known: Mapping[RuleId, HouseRule], rule: str, reading: str) -> None:
    """Refuse a house rule or a reading that does not exist, and say which come near."""
    found = known.get(RuleId(rule))
    if found is None:
        near = nearest(rule, known, cutoff=0.5)
        raise Illegal(
            "unknown-house-rule",
            f"There is no house rule {rule!r}.",
            do=f"Did you mean {near!r}?" if near else "See `assistant scenario house-rules`.",
        )
    if reading not in found.readings:
        raise Illegal(
            "unknown-reading",
            f"{rule} has no reading {reading!r}.",
            do=f"Choose one of: {', '.join(found.readings)}.",
        )


def profile_under(house: HouseRules, profile: Profile) -> Profile:
    """The profile with the numbers of the readings in force."""
    for variant in profile.variants:
        if house[variant.rule] == variant.reading:
            profile = with_numbers(profile, variant.numbers)
            told = {one.name for one in variant.traits}
            profile = replace(
                profile,
                traits=(*(one for one in profile.traits if one.name not in told), *variant.traits),
                dismounted=variant.dismounted or profile.dismounted,
            )
    return profile


def place_under(house: HouseRules, place: Place) -> Place:
    """AMB-039, AMB-087, CON-071, CON-072: the place with walls, tower and rules of the readings in force."""
    for variant in place.variants:
        if house[variant.rule] == variant.reading:
            told = {one.name for one in variant.traits}
            place = replace(
                place,
                traits=(*(one for one in place.traits if one.name not in told), *variant.traits),
                is_fortress=place.is_fortress if variant.is_fortress is None else variant.is_fortress,
                has_tower=place.has_tower if variant.has_tower is None else variant.has_tower,
            )
    return place


def with_numbers(profile: Profile, numbers: Numbers) -> Profile:
    """The profile with some of its numbers replaced."""
    given = {one.name: value for one in fields(Numbers) if (value := getattr(numbers, one.name)) is not None}
    moves = {
        name.removeprefix("move_"): given.pop(name)
        for name in ("move_clear", "move_difficult")
        if name in given
    }
    crew = _with_crew(profile.crew, given.pop("crew_size", None), given.pop("dice_each", None))
    of_line = {name: value for name, value in given.items() if name in ("dice", "attack", "defense")}
    others = {name: value for name, value in given.items() if name not in of_line}
    line: Line = replace(profile.line, **of_line)
    printed = replace(profile.printed_move or Move(None, None), **moves) if moves else profile.printed_move
    changed: Profile = replace(profile, line=line, printed_move=printed, crew=crew, **others)
    return changed


def _with_crew(crew: Crew | None, size: int | None, dice_each: int | None) -> Crew | None:
    if crew is None:
        return None
    return replace(
        crew,
        size=crew.size if size is None else size,
        dice_each=crew.dice_each if dice_each is None else dice_each,
        to_move=crew.to_move if size is None else min(crew.to_move, size),
    )
