"""The places, peoples, powers and limits whose rules a commander needs, each told once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.kernel.ids import RuleId
from assistant.printing.blocks import Boxes, Text
from assistant.printing.sheets_arrivals import Coming
from assistant.printing.sheets_now import turns_of
from assistant.printing.sheets_source import Material, cite
from assistant.printing.wording import join, small
from assistant.rules.arrivals import CommanderId, Limit, in_force, limits_in_force
from assistant.rules.book import Place, PlaceId, Profile, Side
from assistant.rules.scenario import Artifact, People, Power, Spot, Start
from assistant.rules.starts import starts

FEW_PLACES = 4
"""An arrival that may come at more places than this is at home in none of them."""
TURN_BY_TURN = "Tick its turns."
THEIR_BASE = "their base"
OF_PLACES = "PLC-"
SHARED_WORDS = ("CON-", "AMB-", "VIC-", "STA-", "SCN-", "REI-")


@dataclass(frozen=True, slots=True)
class Entry:
    """A place, people or thing as a chart tells it: in full where it is their own, else in few words."""

    name: str
    text: str
    rules: tuple[RuleId, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """What binds some of a chart's commanders until a war; by name where it does not bind them all."""

    text: str
    whom: str = ""


@dataclass(frozen=True, slots=True)
class Lore:
    """What a chart tells besides numbers, in the order it is told."""

    powers: tuple[Power, ...]
    limits: tuple[Bound, ...]
    peoples: tuple[Entry, ...]
    places: tuple[Entry, ...]
    rules: frozenset[RuleId]

    @property
    def told_by(self) -> Mapping[RuleId, str]:
        """The entry that tells a rule, by its name."""
        told: tuple[Entry | Power, ...] = (*self.places, *self.powers, *self.peoples)
        return {rule: entry.name for entry in told for rule in entry.rules}


def lore(
    material: Material,
    arrivals: Sequence[Coming],
    figures: Mapping[CommanderId, Sequence[Profile]],
) -> Lore:
    """What commanders with these figures need to know; what another entry has said already is left out."""
    scenario, commanders = material.scenario, tuple(figures)
    profiles = tuple(dict.fromkeys(one for own in figures.values() for one in own))
    powers = once(power for power in scenario.powers if power.commander in commanders)
    known = rules_of(powers) | {
        RuleId(rule) for one in arrivals if one.commander in commanders for rule in one.rules
    }
    peoples = [
        _people(material, one, commanders)
        for one in scenario.peoples
        if set(one.commanders) & set(commanders)
    ]
    places = _places(material, arrivals, commanders, known | rules_of(peoples))
    untold = [one for one in peoples if not is_told(one.rules, known | _of_places(places))]
    carried = known | rules_of(peoples) | {rule for one in profiles for rule in _ability_rules(material, one)}
    things = [
        entry_of(one) for one in _artifacts(material, profiles) if not _is_mostly_told(one.rules, carried)
    ]
    return Lore(
        powers=powers,
        limits=tuple(_limits(material, figures)),
        peoples=(*untold, *things),
        places=alike(places),
        rules=frozenset(known | rules_of((*untold, *things, *places))),
    )


def rules_of(entries: Iterable[Power | Entry]) -> set[RuleId]:
    """Every rule these entries stand on."""
    return {rule for entry in entries for rule in entry.rules}


def _of_places(places: Iterable[Entry]) -> set[RuleId]:
    """The rules that are told in full where a place is: its own."""
    return {rule for rule in rules_of(places) if rule.startswith(OF_PLACES)}


def _people(material: Material, people: People, commanders: Sequence[CommanderId]) -> Entry:
    """In full on charts of the side whose they are first, on the other side's in few words."""
    first, ours = (material.scenario.commanders[one].side for one in (people.commanders[0], commanders[0]))
    return _entry(people, own=first == ours)


def _entry(one: Place | People, *, own: bool) -> Entry:
    """In full where it is their own, else in few words if there are such."""
    return entry_of(one) if own or not one.short else Entry(one.name, one.short, one.rules)


def _places(
    material: Material, arrivals: Sequence[Coming], commanders: Sequence[CommanderId], known: set[RuleId]
) -> tuple[Entry, ...]:
    """Where they are at home, then where figures come to them or there is something to win, then the rest."""
    book = material.book.places
    at_home = dict.fromkeys((*_home(material, commanders), *_goals(arrivals, commanders, choices=1)))
    home = [one for one in at_home if one in book]
    goals = _goals(arrivals, commanders, choices=FEW_PLACES)
    visited = dict.fromkeys((*goals, *_prizes(material, commanders)))
    charted = dict.fromkeys(
        place for one in commanders for place in material.scenario.commanders[one].charted_places
    )
    spots = [spot for one in at_home if (spot := material.scenario.spots.get(one)) and spot.text]
    found = [*(_entry(book[one], own=True) for one in home), *map(entry_of, spots)]
    found += (_entry(book[one], own=False) for one in visited if one in book and one not in home)
    found = [one for one in found if not is_told(one.rules, known)]
    names = {one.name for one in found}
    found += (_entry(book[one], own=False) for one in charted if book[one].name not in names)
    return tuple(found)


def alike(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Those of which the same is told share a paragraph."""
    found: dict[str, Entry] = {}
    for entry in entries:
        first = found.get(entry.text)
        if first is None:
            found[entry.text] = entry
        else:
            rules = tuple(dict.fromkeys((*first.rules, *entry.rules)))
            found[entry.text] = replace(first, name=f"{first.name} / {entry.name}", rules=rules)
    return tuple(found.values())


def once(powers: Iterable[Power]) -> tuple[Power, ...]:
    """A war that several may declare is one box."""
    found: dict[tuple[str, str], Power] = {}
    for power in powers:
        found.setdefault((power.name, power.text), power)
    return tuple(found.values())


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


def _limits(material: Material, figures: Mapping[CommanderId, Sequence[Profile]]) -> Iterator[Bound]:
    """What binds them until a war is declared, as far as they have such figures and such a base."""
    for limit in limits_in_force(material.scenario.limits, material.house):
        if material.is_past(limit.until):
            continue
        if bound := [one for one, own in figures.items() if _binds(material, limit, one, own)]:
            cite(limit.rules)
            own, marches = (find(material, limit, tuple(figures)) for find in (_clauses, _on_the_march))
            text = "; ".join((*own, *marches))
            whom = join(map(material.commander_name, bound)) if len(bound) < len(figures) else ""
            yield Bound(f"Until the {material.scenario.events[limit.until].name}: {text}.", whom)


def _on_the_march(material: Material, limit: Limit, commanders: Sequence[CommanderId]) -> Iterator[str]:
    """WAR-03, WAR-10: who goes where newcomers must go is outside the count."""
    for march in in_force(material.scenario.marches, material.house):
        if march.commander in commanders and march.until == limit.until:
            cite(march.rules)
            whose = f"{material.commander_name(march.commander)}'s " if len(commanders) > 1 else ""
            yield f"{whose}newcomers do not count on their march: {small(march.text).removesuffix('.')}"


def _binds(material: Material, limit: Limit, commander: CommanderId, figures: Sequence[Profile]) -> bool:
    """Whether a commander has the figures a limit counts, and the base it counts from."""
    has_base = bool(material.scenario.commanders[commander].home)
    kinds = {kind for profile in figures for kind in (profile.race, profile.people)}
    return (
        commander in limit.commanders
        and (has_base or THEIR_BASE not in limit.text)
        and (not limit.races or not kinds.isdisjoint(limit.races))
    )


def _clauses(material: Material, limit: Limit, commanders: Sequence[CommanderId]) -> Iterator[str]:
    """A limit without what it says of one commander only who is someone else; every sentence is a clause."""
    others = [one.name for one in material.scenario.commanders.values() if one.id not in commanders]
    sentences = limit.text.removesuffix(".").split(". ")
    first, *more = (clause for sentence in sentences for clause in small(sentence).split("; "))
    yield first
    yield from (clause for clause in more if not any(name in clause for name in others))


def _artifacts(material: Material, profiles: Sequence[Profile]) -> Iterator[Artifact]:
    ids = {str(profile.id) for profile in profiles}
    return (one for one in material.scenario.artifacts if one.bearer in ids)


def _home(material: Material, commanders: Sequence[CommanderId]) -> Iterator[PlaceId]:
    """Their bases, and where their figures start."""
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


def _goals(
    arrivals: Sequence[Coming], commanders: Sequence[CommanderId], *, choices: int
) -> Iterator[PlaceId]:
    """Where figures come to them, if they can choose among so few places."""
    for one in arrivals:
        if one.commander in commanders and len(one.places) <= choices and not one.optional:
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


def entry_of(one: Place | Spot | People | Artifact) -> Entry:
    """A place, people or thing in full."""
    return Entry(one.name, one.text if isinstance(one.text, str) else " ".join(one.text), one.rules)


def told(entries: Iterable[Entry]) -> tuple[Text, ...]:
    """Each entry as a bullet under its name."""
    found: list[Text] = []
    for entry in entries:
        cite(entry.rules)
        found.append(Text(entry.text, bullet=True, strong=f"{entry.name}."))
    return tuple(found)


def power_boxes(
    material: Material, powers: Iterable[Power], commanders: Collection[CommanderId]
) -> tuple[Boxes, ...]:
    """A box for each use, under the names of those who may use it where others of the sheet may not."""
    every = [one for one in material.scenario.powers if one.commander in commanders]
    found = []
    for power in powers:
        cite(power.rules)
        same = [one for one in every if one.name == power.name and one.text == power.text]
        holders = [one.commander for one in same]
        names = join(map(material.commander_name, holders), "or")
        whose = f"{names}: " if len(holders) < len(commanders) else ""
        number = turns_of(material.scenario, power)
        note = f"{power.text} {TURN_BY_TURN}" if number > power.uses else power.text
        now = material.now
        used = now.uses(_of_everyone(material, power)) if now else 0
        over = now is not None and power.id in now.spent
        found.append(Boxes(f"{whose}{power.name}", number, note=note, ticked=used, struck=over))
    return tuple(found)


def _of_everyone(material: Material, power: Power) -> Iterator[str]:
    """A power under all its names: a war that one has declared is declared for all who might have."""
    return (one.id for one in material.scenario.powers if (one.name, one.text) == (power.name, power.text))


def powers_for(one: Coming, powers: Iterable[Power]) -> tuple[Power, ...]:
    """The powers that tell of a line of arrivals: who is called, or a right that nobody comes with."""
    if one.figures and one.event is None:
        return ()
    cited = set(one.rules)
    return tuple(power for power in powers if cited and cited <= set(power.rules))
