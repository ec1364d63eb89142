"""The places, peoples, powers and limits whose rules a commander needs, each told once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Boxes, Text
from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_source import Material, cite
from assistant.rules.arrivals import CommanderId, in_force, limits_in_force
from assistant.rules.book import Place, PlaceId, Profile, Side
from assistant.rules.scenario import Artifact, People, Power, Start
from assistant.rules.starts import starts

# An arrival that may come at more places than this is at home in none of them.
FEW_PLACES = 4
# A rule that more commanders share than this is no reason to print a place on their charts.
FEW_COMMANDERS = 3
# How many letters of lore two sides have room for beside all tables, from when on they are set close, and
# below which there is room for more.
MOST = 4400
LONG = 3600
SHORT = 2300
OF_PLACES = "PLC-"
SHARED_WORDS = ("CON-", "AMB-", "VIC-", "STA-", "SCN-", "REI-")


@dataclass(frozen=True, slots=True)
class Lore:
    """What a chart tells besides numbers, in the order it is told."""

    powers: tuple[Power, ...]
    limits: tuple[str, ...]
    peoples: tuple[People, ...]
    artifacts: tuple[Artifact, ...]
    places: tuple[Place, ...]
    elsewhere: tuple[People | Place, ...]
    """What this sheet has no room for; all peoples and places stand on a sheet of their own."""
    rules: frozenset[RuleId]

    @property
    def is_long(self) -> bool:
        """Whether there is so much to tell that it must be set close."""
        return self.length > LONG

    @property
    def is_short(self) -> bool:
        """Whether there is so little that the sheet has room for more."""
        return self.length < SHORT

    @property
    def length(self) -> int:
        """How many letters there are."""
        return _length((*self.powers, *self.peoples, *self.artifacts, *self.places))


def lore(
    material: Material,
    arrivals: Sequence[Coming],
    commanders: Sequence[CommanderId],
    profiles: Sequence[Profile],
    most: int = MOST,
) -> Lore:
    """What these commanders need to know; what another entry has said already is left out."""
    scenario = material.scenario
    powers = tuple(_once(power for power in scenario.powers if power.commander in commanders))
    known = rules_of(powers) | {
        RuleId(rule) for one in arrivals if one.commander in commanders for rule in one.rules
    }
    own = [people for people in scenario.peoples if set(people.commanders) & set(commanders)]
    ground = tuple(_own_places(material, arrivals, commanders))
    untold = [one for one in own if not is_told(one.rules, known | _of_places(ground))]
    first = tuple(_first_of_all(material, untold, commanders, most))
    carried = known | rules_of(own) | {rule for one in profiles for rule in _ability_rules(material, one)}
    artifacts = tuple(
        one for one in _artifacts(material, profiles) if not _is_mostly_told(one.rules, carried)
    )
    found = dict.fromkeys((*ground, *_needed(material, commanders, profiles, (*powers, *own))))
    places = [one for one in found if not is_told(one.rules, known | rules_of((*first, *artifacts)))]
    room = most - _length((*powers, *first, *artifacts))
    fitting = tuple(_fitting(places, ground, room))
    peoples = tuple(one for one in first if not is_told(one.rules, known | _of_places(fitting)))
    others: list[People | Place] = [one for one in untold if one not in first]
    others += [one for one in places if one not in fitting]
    return Lore(
        powers=powers,
        limits=tuple(_limits(material, commanders)),
        peoples=peoples,
        artifacts=artifacts,
        places=fitting,
        elsewhere=tuple(others),
        rules=frozenset(known | rules_of((*peoples, *artifacts, *fitting))),
    )


def rules_of(entries: Iterable[Power | People | Artifact | Place]) -> set[RuleId]:
    """Every rule these entries stand on."""
    return {rule for entry in entries for rule in entry.rules}


def _of_places(places: Iterable[Place]) -> set[RuleId]:
    """The rules that are told in full where a place is: its own."""
    return {rule for rule in rules_of(places) if rule.startswith(OF_PLACES)}


def _length(entries: Iterable[Power | People | Artifact | Place]) -> int:
    """How many letters these entries take."""
    return sum(len(entry.name) + sum(map(len, entry.text)) for entry in entries)


def _first_of_all(
    material: Material, peoples: Sequence[People], commanders: Sequence[CommanderId], most: int
) -> Iterator[People]:
    """All of them; if they are many, not those who are somebody else's first, and then what has room."""
    side = material.scenario.commanders[commanders[0]].side
    foreign = [one.name for one in material.book.profiles.values() if one.is_character and one.side != side]
    crowded = _length(peoples) > most // 2
    kept = [
        people
        for people in peoples
        if not crowded or people.commanders[0] in commanders or people.name not in foreign
    ]
    if most < MOST:
        kept = _most_their_own(kept, most)
    yield from (people for people in peoples if people in kept)


def _most_their_own(peoples: Sequence[People], room: int) -> list[People]:
    """Those whom the fewest commanders share, as far as there is room."""
    kept: list[People] = []
    for people in sorted(peoples, key=lambda one: len(one.commanders)):
        room -= _length((people,))
        if room >= 0:
            kept.append(people)
    return kept


def _fitting(places: Iterable[Place], ground: Sequence[Place], room: int) -> Iterator[Place]:
    """Their own ground in any case, and of the other places those there is room for."""
    for place in places:
        room -= _length((place,))
        if place in ground or room >= 0:
            yield place


def _once(powers: Iterable[Power]) -> Iterator[Power]:
    """A war that two commands of one player may declare is one box."""
    seen: set[tuple[str, tuple[RuleId, ...]]] = set()
    for power in powers:
        key = (power.name, power.rules)
        if key not in seen:
            seen.add(key)
            yield power


def is_told(rules: Iterable[str], told: Iterable[str]) -> bool:
    """Whether every rule of an entry stands on the sheet already."""
    own = {rule for rule in rules if not rule.startswith(SHARED_WORDS)}
    return bool(own) and own <= set(told)


def _is_mostly_told(rules: Iterable[str], told: Iterable[str]) -> bool:
    """Whether a thing is known by now from those who carry it."""
    own = {rule for rule in rules if not rule.startswith(SHARED_WORDS)}
    return len(own & set(told)) * 2 > len(own)


def _ability_rules(material: Material, profile: Profile) -> Iterator[RuleId]:
    for trait in profile.traits:
        if trait.name in material.book.abilities:
            yield from material.book.abilities[trait.name].rules


def _limits(material: Material, commanders: Sequence[CommanderId]) -> Iterator[str]:
    """What binds them until a war is declared."""
    for limit in limits_in_force(material.scenario.limits, material.house):
        if set(limit.commanders) & set(commanders):
            cite(limit.rules)
            yield f"Until the {material.scenario.events[limit.until].name}: {limit.text}"


def _artifacts(material: Material, profiles: Sequence[Profile]) -> Iterator[Artifact]:
    ids = {str(profile.id) for profile in profiles}
    return (one for one in material.scenario.artifacts if one.bearer in ids)


def _own_places(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> Iterator[Place]:
    """Their own ground first, then where they have something to win."""
    for place in dict.fromkeys(
        (*_own_ground(material, arrivals, commanders), *_prizes(material, commanders))
    ):
        if place in material.book.places:
            yield material.book.places[place]


def _own_ground(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId]
) -> Iterator[PlaceId]:
    for commander in commanders:
        yield from material.scenario.commanders[commander].home
    begin = starts(material.scenario, house=material.house, seats=material.seats)
    sides = {material.scenario.commanders[one].side for one in commanders}
    for start in begin:
        if (
            start.commander in commanders
            and start.place
            and not _is_shared(material, start.place, begin, sides)
        ):
            yield start.place
    for one in arrivals:
        if one.commander in commanders and len(one.places) <= FEW_PLACES and not one.optional:
            yield from one.places


def _is_shared(material: Material, place: PlaceId, begin: Sequence[Start], sides: Collection[Side]) -> bool:
    """Whether the other side begins there too; then it is a battlefield and nobody's own ground."""
    owners = (one.commander for one in begin if one.place == place and one.commander)
    return any(material.scenario.commanders[owner].side not in sides for owner in owners)


def _prizes(material: Material, commanders: Sequence[CommanderId]) -> Iterator[PlaceId]:
    """Places worth more to them than to others."""
    for award in in_force(material.scenario.awards, material.house):
        for commander in commanders:
            yield from award.doubled_for.get(commander, ())
        if set(award.only) & set(commanders):
            yield from award.places


def _needed(
    material: Material,
    commanders: Sequence[CommanderId],
    profiles: Sequence[Profile],
    entries: Sequence[Power | People],
) -> tuple[Place, ...]:
    """Places whose effects name them or their characters, or that share a rule with what is theirs alone."""
    names = {
        *map(str, commanders),
        *(str(one.id) for one in profiles if _is_theirs(one, material, commanders)),
    }
    rules = {
        rule
        for entry in entries
        if isinstance(entry, Power) or len(entry.commanders) <= FEW_COMMANDERS
        for rule in entry.rules
        if not rule.startswith(SHARED_WORDS)
    }
    scores = {place: _score(place, names, rules) for place in material.book.places.values()}
    return tuple(sorted((one for one, score in scores.items() if score), key=lambda one: -scores[one]))


def _is_theirs(profile: Profile, material: Material, commanders: Sequence[CommanderId]) -> bool:
    """A character of their side, or one nobody commands whose rules are first of all for them."""
    if not profile.is_character:
        return False
    if profile.side == material.scenario.commanders[commanders[0]].side:
        return True
    headed = (people for people in material.scenario.peoples if profile.name in people.name)
    return any(people.commanders[0] in commanders for people in headed)


def _score(place: Place, names: set[str], rules: set[RuleId]) -> int:
    words = [
        word
        for trait in place.traits
        for _, value in trait.params
        if isinstance(value, str)
        for word in value.split()
    ]
    return len({word for word in words if word in names}) + 2 * len(rules & set(place.rules))


def told(entries: Iterable[Place | People | Artifact], *, close: bool = False) -> tuple[Text, ...]:
    """Each entry as a paragraph under its name; where there is much to tell, as closely set bullets."""
    found: list[Text] = []
    for entry in entries:
        cite(entry.rules)
        lines = (entry.text,) if isinstance(entry.text, str) else entry.text
        found.append(Text(" ".join(lines), bullet=close, strong=f"{entry.name}."))
    return tuple(found)


def power_boxes(powers: Iterable[Power]) -> tuple[Boxes, ...]:
    """A box for each use."""
    found = []
    for power in powers:
        cite(power.rules)
        found.append(Boxes(power.name, power.uses, note=power.text))
    return tuple(found)
