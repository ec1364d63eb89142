"""What the packs say: profiles, abilities, places and house rules, as plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType

from assistant.kernel.ids import RuleId

ProfileId = NewType("ProfileId", str)
PlaceId = NewType("PlaceId", str)

Side = Literal["good", "evil", "uncontrolled"]
Terrain = Literal["clear", "road", "woods", "hills", "marsh", "rocky", "sand", "caves", "mountain"]
Kind = Literal["army", "character", "artillery", "creature"]
When = Literal["always", "mounted", "on-foot"]
GroundKind = Literal[
    "road", "woods", "hills", "marsh", "rocky", "sand", "caves", "mountain", "stream", "river", "wall",
    "tower",
]  # fmt: skip
"""The rows of the terrain chart; all else is clear ground."""
Crossing = Literal["anywhere", "gate", "path", "pass", "bridge", "ford", "shallows"]
Cost = Literal["nothing", "whole-move"]
Medium = Literal["land", "air", "water"]
Healing = Literal["all", "hobbits-and-companions"]

Condition = Literal["bearing", "wearing", "within", "near-water", "against", "in-cover"]

TERRAINS: tuple[Terrain, ...] = (
    "clear", "road", "woods", "hills", "marsh", "rocky", "sand", "caves", "mountain",
)  # fmt: skip
LOST_CREW = RuleId("ART-03")
HOBBIT = "hobbit"
"""The race that the rules of captives, healing, carrying and bullies single out."""
PART_OF = "part-of"
"""The effect by which a place says what it lies in."""


@dataclass(frozen=True, slots=True)
class Pace:
    """One row of the movement chart; a missing number means that such figures may not go there."""

    id: str
    name: str = ""
    on_foot: int | None = None
    mounted: int | None = None
    difficult: int | None = None
    over: Medium = "land"
    afoot: Pace | None = None
    """How its riders walk once they have lost what carried them."""
    rules: tuple[RuleId, ...] = ()

    @property
    def moves(self) -> bool:
        """Whether it goes anywhere at all."""
        return (self.on_foot, self.mounted, self.difficult) != (None, None, None)

    @property
    def can_ride(self) -> bool:
        """Whether such figures go both on foot and on a mount."""
        return self.on_foot is not None and self.mounted is not None


@dataclass(frozen=True, slots=True)
class GroundVariant:
    """Where a kind of ground is passed under a reading of a house rule."""

    rule: RuleId
    reading: str
    crossings: Mapping[Crossing, Cost]


@dataclass(frozen=True, slots=True)
class Ground:
    """One row of the terrain chart: what a kind of ground does to those who come to it."""

    id: str
    name: str
    difficult: bool = False
    crossings: Mapping[Crossing, Cost] = field(default_factory=dict)
    """Where it is passed, and what of a move that takes; empty for ground one simply walks on."""
    closed_to: tuple[str, ...] = ()
    """Rows of the movement chart."""
    characters_only: bool = False
    cancels_difficult: bool = False
    whole_way: int = 0
    """Inches gained by a move that keeps to it from beginning to end."""
    unless: str = ""
    note: str = ""
    variants: tuple[GroundVariant, ...] = ()
    rules: tuple[RuleId, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether it is passed at some points only."""
        return bool(self.crossings) and "anywhere" not in self.crossings


CLEAR = Ground("clear", "Clear ground")
IMMOBILE = Pace("none")


@dataclass(frozen=True, slots=True)
class Line:
    """CMB-09: dice, attack and defense as printed; a missing number is a dash in the book."""

    dice: int
    attack: int | None
    defense: int | None


@dataclass(frozen=True, slots=True)
class Trait:
    """An effect by its name, when it holds, and its parameters: what data says and Python decides."""

    name: str
    when: When = "always"
    params: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers that replace the printed ones under some circumstance; what is absent stays."""

    dice: int | None = None
    attack: int | None = None
    defense: int | None = None
    leadership: int | None = None
    wizardry: int | None = None
    magic_weapon: bool | None = None
    move_clear: int | None = None
    move_difficult: int | None = None
    crew_size: int | None = None
    dice_each: int | None = None


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other numbers on a condition, such as bearing Anduril or standing in Rivendell."""

    condition: Condition
    what: str
    numbers: Numbers
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """Other numbers under a reading of a house rule, and abilities that come with it."""

    rule: RuleId
    reading: str
    numbers: Numbers
    traits: tuple[Trait, ...] = ()
    dismounted: Line | None = None


@dataclass(frozen=True, slots=True)
class Crew:
    """ART-02, ART-03: who serves a weapon, the dice each brings, and how many it takes to move it."""

    size: int
    dice_each: int
    to_move: int
    rule: RuleId = LOST_CREW
    """What a lost crewman costs."""


@dataclass(frozen=True, slots=True)
class Move:
    """Inches in clear and in difficult ground; a missing number means the figure may not go there."""

    clear: int | None
    difficult: int | None


BEASTS = frozenset({"bat", "dog", "eagle", "mumak", "spider", "warg"})
"""The races that fight with tooth and claw only."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One line of the combat charts."""

    id: ProfileId
    name: str
    side: Side
    people: str
    race: str
    kind: Kind
    line: Line
    dismounted: Line | None = None
    mounted_bonus: bool = False
    rides: bool = True
    """Whether a horse would carry it at all."""
    always_has: tuple[str, ...] = ()
    """What it never goes without: its numbers and abilities count that already."""
    leadership: int = 0
    leadership_scope: str | None = None
    wizardry: int | None = None
    magic_weapon: bool = False
    traits: tuple[Trait, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    variants: tuple[Variant, ...] = ()
    crew: Crew | None = None
    also: tuple[str, ...] = ()
    pace: Pace = IMMOBILE
    printed_move: Move | None = None
    printed_mounted: bool = False
    base_mm: int = 25
    base_length_mm: int | None = None
    """From front to back, where the base is a rectangle; `base_mm` is then its width."""
    plural: str = ""
    model: ProfileId | None = None
    also_called: tuple[str, ...] = ()
    rules: tuple[RuleId, ...] = ()
    lines: str = ""

    def line_when(self, mounted: bool) -> Line:
        """DEF-05: the printed line, or the dismounted one for a rider on foot."""
        return self.line if mounted or self.dismounted is None else self.dismounted

    @property
    def starts_mounted(self) -> bool:
        """A profile that prints a dismounted line is mounted until it loses its mount."""
        return self.dismounted is not None

    @property
    def can_be_mounted(self) -> bool:
        """Who has a mount in print, and characters who are able to ride."""
        return self.starts_mounted or (self.is_character and self.rides and self.pace.can_ride)

    @property
    def movement(self) -> str:
        """Its row of the movement chart."""
        return self.pace.id

    @property
    def is_beast(self) -> bool:
        """Whether it has no hands for a weapon or a fuse."""
        return self.race in BEASTS

    @property
    def is_character(self) -> bool:
        """SEQ-02: one person, who may lead and be hidden, wounded or captured."""
        return self.kind == "character"


@dataclass(frozen=True, slots=True)
class AbilityText:
    """An ability or a place's rule as it is shown to players: its name and what it does, in few words."""

    name: str
    title: str
    text: str
    rules: tuple[RuleId, ...]
    in_combat: bool = False
    usual: tuple[tuple[str, int | str], ...] = ()
    """What it is told where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class PlaceVariant:
    """Walls or a tower, or none, and rules as they are told then, under a reading of a house rule."""

    rule: RuleId
    reading: str
    is_fortress: bool | None = None
    has_tower: bool | None = None
    traits: tuple[Trait, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A named place: whether it has walls, a tower and room in it, whom it heals, and what else it does."""

    id: PlaceId
    name: str
    table: str = ""
    rank: str = ""
    is_fortress: bool = False
    has_tower: bool = False
    tower_room: int = 0
    has_weak_wall: bool = False
    variants: tuple[PlaceVariant, ...] = ()
    healing: Healing | None = None
    traits: tuple[Trait, ...] = ()
    text: tuple[str, ...] = ()
    short: str = ""
    """The same in few words, for those who are not at home there."""
    rules: tuple[RuleId, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A question the rulebook leaves open, the names of its readings, and which one holds by default."""

    id: RuleId
    topic: str
    readings: Mapping[str, str]
    default: str
    why: str
    lines: str


@dataclass(frozen=True, slots=True)
class Book:
    """All the data a game is played with."""

    scenario: str
    profiles: Mapping[ProfileId, Profile]
    abilities: Mapping[str, AbilityText] = field(default_factory=dict)
    places: Mapping[PlaceId, Place] = field(default_factory=dict)
    place_rules: Mapping[str, AbilityText] = field(default_factory=dict)
    house_rules: Mapping[RuleId, HouseRule] = field(default_factory=dict)
    gear: Mapping[str, str] = field(default_factory=dict)
    carriers: Mapping[str, int] = field(default_factory=dict)
    """Gear of which one is carried by several figures together."""
    paces: Mapping[str, Pace] = field(default_factory=dict)
    ground: Mapping[str, Ground] = field(default_factory=dict)
    hash: str = ""

    def regions_of(self, place: PlaceId | None) -> tuple[PlaceId, ...]:
        """A place and everything it lies in, from the inside out; nothing of nowhere."""
        found: dict[PlaceId, None] = {}
        while place is not None and place not in found:
            found[place] = None
            place = self._around(place)
        return tuple(found)

    def _around(self, place: PlaceId) -> PlaceId | None:
        known = self.places.get(place)
        around = (dict(one.params)["place"] for one in known.traits if one.name == PART_OF) if known else ()
        return next((PlaceId(str(one)) for one in around), None)

    def is_difficult(self, terrain: str) -> bool:
        """TER-02..06, TER-10, TER-12: as the terrain chart has it; what it leaves out is clear."""
        return self.ground.get(terrain, CLEAR).difficult
