"""The shape of a battle file, and the names in it that must exist."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from assistant.packs.faults import finding, shown
from assistant.packs.fields import CrewSize, Row
from assistant.packs.names import named
from assistant.rules.book import Side, Terrain
from assistant.rules.combat.setup import FightingSide, Position, Use

MOST_FIGURES = 1000
MOST_DICE = 100 * MOST_FIGURES
PURPOSES = ("attack", "attack_reroll", "defense", "defense_reroll", "duel", "special")


def _printable(value: str) -> str:
    if not value.isprintable() or value != value.strip():
        raise finding(f"the id {shown(value)} cannot be printed", lambda: "use letters, digits and hyphens")
    return value


FigureName = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_printable)]
Faces = Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=MOST_DICE)]
Count = Annotated[int, Field(ge=1, le=MOST_FIGURES)]
InReach = Annotated[int, Field(ge=0, le=MOST_FIGURES)]
Tries = Annotated[int, Field(ge=0, le=100)]
Spent = Annotated[int, Field(ge=0, le=30)]
Turn = Annotated[int, Field(ge=1, le=1000)]
HouseRuleName = Annotated[str, named("house rule")]


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def _omitted(default: Any, description: str) -> Any:
    """A key that may be left out and then means something that depends on the rest of the file."""
    return Field(default, description=description, json_schema_extra=_without_default)


class SiteRow(Row):
    """Where the fight happens."""

    terrain: Terrain = Field("clear", description="the ground; all but clear and road are difficult")
    place: Annotated[str, named("place")] | None = Field(None, description="a place whose effects apply")
    holder: Side | None = Field(None, description="the side that defends the place")
    fortress: FightingSide | None = _omitted(None, "the side that holds the walls; by the place if left out")
    tower: bool = _omitted(False, "whether there is a tower to retire to; by the place if left out")
    at: Position | None = _omitted(None, "field, walls or tower; walls if there is a fortress")
    darkness: bool = Field(False, description="whether it is fought in Sauron's darkness")
    resumed: bool = Field(False, description="whether it is carried on from the turn before")
    water: bool = Field(False, description="whether navigable water is within 3 inches")
    attacker: FightingSide | None = Field(None, description="the side that moved into combat, if it matters")
    breached: bool = Field(False, description="whether gate or wall are broken, so that walls help nobody")
    weak_wall: bool = _omitted(False, "whether a charge can breach a wall; by the place if left out")


class FigureRow(Row):
    """A figure, or a number of like ones."""

    id: FigureName = Field(description="a name of your choice")
    profile: Annotated[str, named("profile")] = Field(description="a profile's id, such as rider-of-rohan")
    count: Count = _omitted(1, "makes id.1, id.2 and so on, also for 1")
    mounted: bool = _omitted(False, "mounted if the profile has a dismounted line, else on foot")
    terrain: Terrain = _omitted("clear", "the ground under this figure, if not the side's")
    bears: list[str] = Field([], max_length=20, description="what it bears or wears, such as anduril")
    near: list[str] = Field([], max_length=100, description="figures it stands near enough to be helped by")
    in_reach: InReach = _omitted(1, "how many of them have an enemy within 6 inches; all if left out")
    people: str | None = Field(None, max_length=60, description="its people, where its line serves several")
    cover: bool = Field(False, description="whether it stands in cover, whatever the ground")
    force: str = Field("", max_length=60, description="the force it belongs to, where a side has several")
    ensnared: bool = Field(False, description="whether a palantír ensnared its commander again last turn")


class EngineRow(Row):
    """How a weapon, ram, charge or beast with a crew comes to the fight, and what it is used for."""

    crew: CrewSize = _omitted(1, "how many of its first crew live; all of them if left out")
    recruits: list[str] = Field([], max_length=20, description="infantry who step in for crew that is lost")
    use: Use | None = Field(None, description="of a ram or charge; asked if left out")
    tries: Tries = Field(0, description="how often a ram has run at the gate before")


class BoostRow(Row):
    """Wizardry points spent on one's own numbers."""

    dice: Spent = Field(0, description="points spent on attack dice")
    attack: Spent = Field(0, description="points spent on the attack target")
    defense: Spent = Field(0, description="points spent on the defense target")


class DiceRow(Row):
    """Dice rolled on the table, in listed order; a missing list is empty."""

    attack: Faces = Field([], description="attack dice")
    attack_reroll: Faces = Field([], description="attack dice rolled again")
    defense: Faces = Field([], description="defense dice")
    defense_reroll: Faces = Field([], description="defense dice rolled again")
    duel: Faces = Field([], description="dice of wizards' duels")
    special: Faces = Field([], description="dice of special rules")


class SideRow(Row):
    """One side: its figures and what it decides before the dice."""

    figures: list[FigureRow] = Field(min_length=1, max_length=MOST_FIGURES, description="at least one figure")
    terrain: Terrain = _omitted("clear", "the ground under this side, if not the site's")
    allocation: list[str] = Field(
        [], max_length=MOST_FIGURES, description="figures in the order in which they are given hits"
    )
    extra_losses: list[str] = Field(
        [], max_length=MOST_FIGURES, description="figures in the order in which they are lost in defeat"
    )
    wizardry: dict[str, BoostRow] = Field({}, max_length=MOST_FIGURES, description="points spent, by figure")
    duels: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = Field(
        [], max_length=MOST_FIGURES, description="pairs of an own wizard and an enemy wizard"
    )
    victims: list[str] = Field(
        [],
        max_length=MOST_FIGURES,
        description="enemies whom assassins strike at, the first who still stands",
    )
    captures: list[str] = _omitted(
        [], "beaten enemies who may be taken alive and are; the victor is asked about each if left out"
    )
    engines: dict[str, EngineRow] = Field(
        {}, max_length=MOST_FIGURES, description="crews, and what engines are used for, by figure"
    )
    hides: bool = _omitted(
        False, "whether a side of characters only hides; asked of those attacked if left out"
    )
    dice: DiceRow = _omitted(DiceRow.model_validate({}), "dice rolled on the table, if any")


class SidesRow(Row):
    """Both sides."""

    good: SideRow = Field(description="the good side with its figures")
    evil: SideRow = Field(description="the evil side with its figures")


class BattleRow(Row):
    """A battle for `assistant resolve` and `assistant odds`."""

    site: SiteRow = _omitted(SiteRow.model_validate({}), "where the fight happens")
    house_rules: dict[HouseRuleName, str] = Field(
        {}, max_length=MOST_FIGURES, description="house rules and their readings"
    )
    sides: SidesRow = Field(description="the two sides, good and evil")
    turn: Turn | None = Field(None, description="the turn it is fought in; nobody fights twice in one")
