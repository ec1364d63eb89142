"""Random fights over the whole book: every profile, ground and place, walls, wizardry and things borne."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import cast

from assistant.kernel.ids import FigureId, RuleId
from assistant.rules.book import TERRAINS, Book, PlaceId, Profile, ProfileId, Terrain, Trait
from assistant.rules.combat.check import usable
from assistant.rules.combat.setup import (
    SIDES,
    Boost,
    Entrant,
    FightingSide,
    FightSetup,
    Position,
    Service,
    SideSetup,
    Site,
    other,
)
from assistant.rules.effects.registry import EFFECTS, STANDING, resolve, things
from assistant.rules.house import HouseRules, profile_under
from assistant.rules.world import Figure, World

# How likely a fight has each of what not every fight has.
PLACE, HOME, WALLS, TOWER, DARK, RESUMED, WATER, DUEL, POINTS, THING, NEAR, COVER, ALIKE, MOUNTED = (
    0.5, 0.5, 0.3, 0.5, 0.3, 0.2, 0.2, 0.3, 0.5, 0.2, 0.5, 0.2, 0.5, 0.7,
)  # fmt: skip
ENSNARED, MOURNED, SEVERAL, BEHIND, WORN = 0.1, 0.5, 0.3, 0.15, 0.5
MOST_READINGS = 6


def with_every_ability(book: Book) -> Book:
    """The book with some figures a side for each ability that acts here and that nobody in it has."""
    borne = {trait.name for profile in book.profiles.values() for trait in profile.traits}
    lent = [name for name in book.abilities if name in EFFECTS and name not in {*borne, *STANDING}]
    added: dict[ProfileId, Profile] = {}
    for side in SIDES:
        army = [one for one in book.profiles.values() if one.side == side and one.kind == "army"]
        on_foot = next(one for one in army if not one.starts_mounted)
        rider = next(one for one in army if one.starts_mounted)
        for name, plain in product(lent, (on_foot, rider)):
            known = ProfileId(f"{plain.id}-with-{name}")
            added[known] = replace(plain, id=known, traits=(*plain.traits, Trait(name)))
    return replace(book, profiles={**book.profiles, **added})


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals fights from a book, as from decks of cards: everything comes up before anything comes twice.

    Readings are chosen among the house rules that are known to bear on fights.
    """

    book: Book
    random: Random
    most: int = 6
    bearing: list[RuleId] = field(default_factory=list)
    decks: dict[str, list[str]] = field(default_factory=dict)

    def fight(self, seek: str = "") -> FightSetup:
        """A fight under some readings of the house rules; somebody or some place has the effect sought."""
        readings = self._readings(many=bool(seek))
        profiles = {side: self._profiles(side, seek) for side in SIDES}
        site = self._site([*profiles["good"], *profiles["evil"]])
        if there := [one.id for one in self.book.places.values() if _has(one.traits, seek)]:
            site = replace(site, place=self.random.choice(there))
        armies = {
            side: self._in_forces(self._figures(side, profiles[side], site, seek), readings) for side in SIDES
        }
        reach = {side: self._in_reach(armies[side]) for side in SIDES}
        fighting = {side: reach[side][0] for side in SIDES}
        good, evil = (replace(self._side(side, fighting, readings), reserve=reach[side][1]) for side in SIDES)
        return FightSetup(good=good, evil=evil, site=site, house_rules=readings)

    def world(self, setup: FightSetup) -> World:
        """What came before the fight: some whom abilities of those here speak of have been slain."""
        here = {one.profile for side in SIDES for one in setup.side(side).figures}
        words = _words(self.book.profiles[name] for name in sorted(here))
        named = [self.book.profiles[ProfileId(word)] for word in words if word in self.book.profiles]
        lost = [one for one in named if one.is_character and one.id not in here and self._perhaps(MOURNED)]
        figures = (Figure(FigureId(one.id), one.side, one.id, mounted=False) for one in lost)
        return World({one.id: replace(one, condition="eliminated") for one in figures})

    def _draw(self, deck: str, cards: Collection[str]) -> str:
        """The next card of a deck, which is shuffled anew when it is used up."""
        left = self.decks.setdefault(deck, [])
        if not left:
            left += self.random.sample([*cards], k=len(cards))
        return left.pop()

    def _perhaps(self, chance: float) -> bool:
        return self.random.random() < chance

    def _site(self, profiles: Iterable[Profile]) -> Site:
        # Where somebody's own rules speak of a place, they should often be there.
        homes = [PlaceId(word) for word in _words(profiles) if word in self.book.places]
        at_home = homes and self._perhaps(HOME)
        anywhere = PlaceId(self._draw("places", self.book.places)) if self._perhaps(PLACE) else None
        place = self.random.choice(homes) if at_home else anywhere
        walled = place is not None and self.book.places[place].is_fortress
        fortress = self._someone() if self._perhaps(WALLS) or walled else None
        tower = fortress is not None and self._perhaps(TOWER)
        return Site(
            terrain=cast(Terrain, self._draw("terrains", TERRAINS)),
            place=place,
            holder=fortress or self._someone(),
            fortress=fortress,
            tower=tower,
            at=self._position(fortress, tower),
            darkness=self._perhaps(DARK),
            resumed=self._perhaps(RESUMED),
            water=self._perhaps(WATER),
            attacker=other(fortress) if fortress else self._someone(),
        )

    def _position(self, fortress: FightingSide | None, tower: bool) -> Position:
        if fortress is None:
            return "field"
        return "tower" if tower and self._perhaps(TOWER) else "walls"

    def _someone(self) -> FightingSide:
        return self.random.choice(SIDES)

    def _readings(self, *, many: bool) -> dict[str, str]:
        cards = [
            f"{rule}={reading}"
            for rule in self.bearing
            for reading in self.book.house_rules[rule].readings
            if reading != self.book.house_rules[rule].default
        ]
        number = len(cards) // 2 if many else self.random.randrange(MOST_READINGS) if cards else 0
        return dict(self._draw("readings", cards).split("=", 1) for _ in range(number))

    def _profiles(self, side: FightingSide, seek: str) -> list[Profile]:
        able = [one for one in self.book.profiles.values() if one.side in (side, "uncontrolled")]
        bearers = [one for one in able if _has(one.traits, seek)]
        first = self.book.profiles[ProfileId(self._draw(side, [one.id for one in able]))]
        first = self.random.choice(bearers) if bearers else first
        # Whoever is sought meets many sorts of others, friend and foe.
        others = self.random.randrange(self.most) if not seek else 2 * self.most
        named = [one for one in able if one.id in _words([first])]
        if self._perhaps(ALIKE) and (named or not seek):
            # An army of one people with those whom its rules name: what helps one's own is met more often.
            able = [*(one for one in able if one.people == first.people), *named * len(able)]
        return [first, *(self.random.choice(able) for _ in range(others))]

    def _figures(
        self, side: FightingSide, profiles: list[Profile], site: Site, seek: str
    ) -> tuple[Entrant, ...]:
        names = [FigureId(f"{side}.{number}") for number in range(len(profiles))]
        return tuple(
            Entrant(
                name,
                profile.id,
                mounted=(mounted := self._rides(profile)),
                terrain=site.terrain if seek or self._perhaps(0.5) else self.random.choice(TERRAINS),
                bears=usable(profile, mounted, self._bears(profile, seek)),
                near=tuple(one for one in names if one != name and self._perhaps(NEAR)),
                cover=self._perhaps(COVER),
                ensnared=self._perhaps(ENSNARED),
            )
            for name, profile in zip(names, profiles, strict=True)
        )

    def _in_forces(self, army: tuple[Entrant, ...], readings: dict[str, str]) -> tuple[Entrant, ...]:
        """AMB-034: some sides come as two forces, unless each of these would fight for itself."""
        if readings.get("AMB-034") == "one-per-pair" or not self._perhaps(SEVERAL):
            return army
        return tuple(replace(one, force=self.random.choice(("first", "second"))) for one in army)

    def _rides(self, profile: Profile) -> bool:
        may = profile.can_be_mounted
        return may and self._perhaps(MOUNTED)

    def _bears(self, profile: Profile, seek: str) -> tuple[str, ...]:
        own = [one.what for one in profile.alternatives if one.condition in ("bearing", "wearing")]
        own += [trait.name for trait in profile.traits if trait.name in things()]
        borne = [thing for thing in dict.fromkeys(own) if self._perhaps(0.5)]
        if seek in things():
            borne.append(seek)
        if self._perhaps(THING) and (others := sorted(things())):
            borne.append(self.random.choice(others))
        return tuple(dict.fromkeys(borne))

    def _side(
        self,
        side: FightingSide,
        armies: dict[FightingSide, tuple[Entrant, ...]],
        readings: dict[str, str],
    ) -> SideSetup:
        figures = armies[side]
        names = [one.figure for one in figures]
        own, enemy = self._wizards(figures, readings), self._wizards(armies[other(side)], readings)
        duels = [(own[0], enemy[0])] if own and enemy and self._perhaps(DUEL) else []
        spent = {name: self._boost(figures, name) for name in own if self._perhaps(POINTS)}
        return SideSetup(
            figures,
            allocation=tuple(self.random.sample(names, k=self.random.randint(0, len(names)))),
            extra_losses=tuple(self.random.sample(names, k=self.random.randint(0, len(names)))),
            wizardry=spent,
            duels=tuple(duels),
            engines=self._engines(figures, readings),
        )

    def _engines(self, figures: tuple[Entrant, ...], readings: dict[str, str]) -> dict[FigureId, Service]:
        """ART-02, ART-04: weapons that have lost some of their crew, and infantry who steps in."""
        found: dict[FigureId, Service] = {}
        house = HouseRules(self.book.house_rules, readings)
        able = [one for one in figures if self._can_serve(one)]
        for one in figures:
            profile = profile_under(house, self.book.profiles[one.profile])
            if profile.kind != "artillery" or profile.crew is None or not self._perhaps(WORN):
                continue
            crew = self.random.randint(1, profile.crew.size)
            same = [each for each in able if each.force == one.force]
            recruits = same[: self.random.randint(0, profile.crew.size - crew)]
            able = [each for each in able if each not in recruits]
            found[one.figure] = Service(crew, tuple(each.figure for each in recruits))
        return found

    def _can_serve(self, one: Entrant) -> bool:
        profile = self.book.profiles[one.profile]
        on_foot = not one.mounted and not profile.is_beast
        return profile.kind == "army" and profile.crew is None and on_foot

    def _in_reach(self, figures: tuple[Entrant, ...]) -> tuple[tuple[Entrant, ...], tuple[Entrant, ...]]:
        """Who fights, and who of the same force stands behind, out of reach."""
        some = self.random.randrange(1, len(figures)) if len(figures) > 1 and self._perhaps(BEHIND) else 0
        return figures[: len(figures) - some], figures[len(figures) - some :]

    def _wizards(self, figures: Collection[Entrant], readings: dict[str, str]) -> list[FigureId]:
        least = 1 if readings.get("AMB-031") == "none" else 0
        points = {one.figure: self.book.profiles[one.profile].wizardry for one in figures}
        return [name for name, number in points.items() if number is not None and number >= least]

    def _boost(self, figures: Collection[Entrant], name: FigureId) -> Boost:
        profile = next(one.profile for one in figures if one.figure == name)
        points = [0, 0, 0]
        for _ in range(self.random.randint(0, self.book.profiles[profile].wizardry or 0)):
            points[self.random.randrange(3)] += 1
        return Boost(*points)


def _has(traits: Iterable[Trait], name: str) -> bool:
    return any(trait.name == name for trait in traits)


def _words(profiles: Iterable[Profile]) -> tuple[str, ...]:
    """The words that abilities of some figures are about: places, other figures, peoples."""
    effects = [found for one in profiles for trait in one.traits if (found := resolve(trait)) is not None]
    values = [value for found in effects for value in getattr(found, "__dict__", {}).values()]
    return tuple(dict.fromkeys(word for value in values if isinstance(value, str) for word in value.split()))
