"""The shape of roster, ability, scenario and place files."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from assistant.packs.faults import finding, shown
from assistant.packs.fields import (
    LINES,
    CrewSize,
    Dice,
    Inches,
    Name,
    Parameter,
    ParameterName,
    PeopleName,
    Points,
    Row,
    RuleName,
    Target,
    Text,
    Word,
)
from assistant.packs.names import check_reading, named
from assistant.packs.takes import Declaration
from assistant.rules.book import Condition, Healing, Kind, Side, When


class NumbersRow(Row):
    """Numbers that replace the printed ones; what is left out stays as printed."""

    dice: Dice | None = Field(None, description="attack dice")
    attack: Target | None = Field(None, description="the attack target, 4 for 4+")
    defense: Target | None = Field(None, description="the defense target, 4 for 4+")
    leadership: Points | None = Field(None, description="leadership")
    wizardry: Points | None = Field(None, description="wizardry")
    magic_weapon: bool | None = Field(None, description="whether its weapon is magic then")
    move_clear: Inches | None = Field(None, description="inches in clear ground")
    move_difficult: Inches | None = Field(None, description="inches in difficult ground")
    crew_size: CrewSize | None = Field(None, description="how many crew it has")
    dice_each: Dice | None = Field(None, description="the attack dice that each crewman lost costs")


class LineRow(Row):
    """Dice, attack and defense on foot after the mount is lost."""

    dice: Dice = Field(description="attack dice")
    attack: Target | None = Field(None, description="the attack target, 4 for 4+; leave out for none")
    defense: Target | None = Field(None, description="the defense target, 4 for 4+; leave out for none")


class CrewRow(Row):
    """Who serves a weapon."""

    size: CrewSize = Field(description="how many crew it has")
    dice_each: Dice = Field(description="the attack dice each of them brings")
    to_move: Annotated[int, Field(ge=0, le=20)] = Field(description="how many it takes to move the weapon")
    rule: RuleName = Field("ART-03", description="the rule that says what a lost crewman costs")

    @field_validator("to_move")
    @classmethod
    def _enough_of_them(cls, value: int, info: ValidationInfo) -> int:
        size = info.data.get("size", value)
        if value > size:
            raise finding(
                f"it takes {value} to move the weapon, but its crew is {size}", lambda: f"use at most {size}"
            )
        return value


class MoveRow(Row):
    """Inches as printed; leave a number out where the figure may not go."""

    clear: Inches | None = Field(None, description="inches over clear ground")
    difficult: Inches | None = Field(None, description="inches over difficult ground")
    mounted: bool = Field(False, description="the move on a mount, for a figure without a dismounted line")


class TraitRow(BaseModel):
    """A named rule: just its name, or a table with the name, `when` it holds, and its parameters."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    in_words: ClassVar[str] = "a name, or a table with a name"
    __pydantic_extra__: dict[str, Parameter] = Field(init=False)

    name: str = Field(description="the name of the rule")
    when: When = Field("always", description="always, only mounted, or only on-foot")

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, value: object) -> object:
        return {"name": value} if isinstance(value, str) else value

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        table = handler.resolve_ref_schema(handler(schema))
        return {
            "title": cls.__name__,
            "description": cls.__doc__,
            "anyOf": [{"type": "string", "description": "the name of the rule"}, table],
        }


class AbilityUse(TraitRow):
    """An ability: just its name, or a table with the name, `when` it holds, and its parameters."""

    name: Annotated[str, named("ability")] = Field(description="an ability of abilities.toml")


class ThingEffect(TraitRow):
    """What a thing does: a rule's name, or a table with the name and its parameters."""

    name: Annotated[str, named("thing rule")] = Field(description="a rule of thing-rules.toml")


class PlaceEffect(TraitRow):
    """What a place does: an effect's name, or a table with the name and its parameters."""

    name: Annotated[str, named("effect")] = Field(description="a rule of place-rules.toml")


class AlternativeRow(NumbersRow):
    """Other numbers on a condition."""

    condition: Condition = Field(alias="if", description="the kind of condition")
    what: Word = Field(description="the thing, place or enemy the condition is about")
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")


class VariantRow(NumbersRow):
    """Other numbers and more abilities under a reading of a house rule."""

    rule: Annotated[str, named("house rule")] = Field(description="the id of a house rule")
    reading: str = Field(description="the name of one of its readings")
    dice: Annotated[int, Field(ge=0, le=99)] | None = Field(None, description="attack dice then")
    dismounted: LineRow | None = Field(None, description="its numbers then once the mount is lost")
    abilities: list[AbilityUse] = Field(
        [], description="abilities it has then besides its own, or as it has them then"
    )

    @field_validator("reading")
    @classmethod
    def _known_reading(cls, value: str, info: ValidationInfo) -> str:
        check_reading(info.data.get("rule"), value, info)
        return value


class ProfileRow(Row):
    """One line of the combat charts."""

    id: Word = Field(description="lower-case words joined by hyphens, such as rider-of-rohan")
    name: Name = Field(description="the name players read")
    plural: Name | None = Field(None, description="what several are called, where English does not tell")
    model: Annotated[str, named("profile")] | None = Field(
        None, description="the profile whose model stands for it, if it has none of its own"
    )
    also_called: list[Name] = Field([], description="other names by which people may type it")
    side: Side | None = Field(None, description="good, evil or uncontrolled; the file's own if left out")
    people: PeopleName | None = Field(
        None, description="the people it belongs to; the file's own if left out"
    )
    also: list[PeopleName] = Field([], description="other peoples whose figures this line serves as well")
    race: Annotated[Word, named("race")] = Field(description="its race, such as man")
    kind: Kind = Field(description="army, character, artillery or creature")
    many: bool = Field(False, description="whether there can be several of this character, as of a captain")
    dice: Dice | None = Field(None, description="attack dice; left out for a weapon served by a crew")
    attack: Target | None = Field(None, description="the attack target, 4 for 4+; leave out for none")
    defense: Target | None = Field(None, description="the defense target, 4 for 4+; leave out for none")
    dismounted: LineRow | None = Field(None, description="its numbers once the mount is lost")
    mounted_bonus: bool = Field(False, description="whether a horse gives this character the bonus")
    rides: bool = Field(True, description="whether this character ever rides")
    always_has: list[str] = Field([], description="things its numbers and abilities count already")
    leadership: Points = Field(0, description="leadership")
    leadership_scope: Annotated[str, named("people or race")] | None = Field(
        None, description="the people or race it leads, if not everyone"
    )
    wizardry: Points | None = Field(None, description="wizardry; leave out for none")
    magic_weapon: bool = Field(False, description="whether it bears a magic weapon")
    crew: CrewRow | None = Field(None, description="the crew of a weapon")
    abilities: list[AbilityUse] = Field([], description="its abilities")
    movement: Annotated[str, named("movement")] = Field("man", description="its row of the movement chart")
    base_mm: Annotated[int, Field(ge=0, le=200)] = Field(25, description="diameter of the base")
    base_length_mm: Annotated[int, Field(ge=1, le=400)] | None = Field(
        None, description="length of a rectangular base; base_mm is then its width"
    )
    printed_move: MoveRow | None = Field(None, description="inches, where they differ from the chart")
    alternatives: list[AlternativeRow] = Field([], description="other numbers on a condition")
    house: list[VariantRow] = Field([], description="other numbers under a house rule")
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")
    lines: str = Field("", description="lines of the rulebook, such as 1371;2109 or 93-104")

    @field_validator("lines")
    @classmethod
    def _numbers_of_lines(cls, value: str) -> str:
        if not re.fullmatch(LINES, value):
            raise finding(
                f"{shown(value)} does not name lines", lambda: "write them like '1371;2109' or '93-104'"
            )
        return value

    @model_validator(mode="after")
    def _weapons_have_crews(self) -> ProfileRow:
        if self.kind == "artillery" and self.crew is None:
            raise finding("it is artillery without a crew", lambda: "give its crew, or another kind")
        if self.kind == "artillery" and self.dice is not None:
            raise finding("a weapon's dice are those of its crew", lambda: "give dice_each in crew, not dice")
        return self


class RosterFile(Row):
    """The profiles of one people or army."""

    side: Side | None = Field(None, description="the side of profiles that name none")
    people: PeopleName | None = Field(None, description="the people of profiles that name none")
    profile: list[ProfileRow] = Field(min_length=1, description="one [[profile]] for each figure type")


class AbilityRow(Row):
    """An ability as players read it."""

    id: Word = Field(description="lower-case words joined by hyphens, such as furious-charge")
    title: Name = Field(description="its name as players read it")
    text: Text = Field(description="what it does, in few words")
    in_combat: bool = Field(False, description="whether it acts during a fight")
    takes: dict[ParameterName, Declaration] = Field(
        {}, description="its parameters, such as { place = 'place', inches = '0 to 60' }"
    )
    usual: dict[ParameterName, Parameter] = Field({}, description="their values where a use gives none")
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")


class AbilitiesFile(Row):
    """All abilities that profiles may have, and the words that profiles may use."""

    races: list[Word] | None = Field(
        None, description="the races there are; those of the profiles if left out"
    )
    peoples: list[Word] | None = Field(
        None, description="the peoples there are; those of the profiles if left out"
    )
    gear: dict[Word, Text] = Field({}, description="ordinary things figures may have, and their names")
    carriers: dict[Word, CrewSize] = Field({}, description="gear that it takes several figures to carry")

    ability: list[AbilityRow] = Field(min_length=1, description="one [[ability]] each")


class TableRow(Row):
    """A table the scenario is played on."""

    id: Word = Field(description="lower-case words joined by hyphens, such as north")
    name: Name = Field(description="the name players read")
    width_feet: Annotated[int, Field(ge=1, le=100)] = Field(description="its width in feet")
    height_feet: Annotated[int, Field(ge=1, le=100)] = Field(description="its height in feet")
    terrain: list[Name] = Field([], description="what to lay out on it besides the places, such as a river")


class BeyondRow(Row):
    """Landing places that are open while another place is held."""

    held: Annotated[str, named("place")] = Field(description="the place that must be theirs")
    places: list[Annotated[str, named("place")]] = Field(min_length=1, description="where they may land then")
    rule: Annotated[str, named("house rule")] = Field(description="the id of a house rule")
    reading: str = Field(description="the reading without which it does not hold")

    @field_validator("reading")
    @classmethod
    def _known_reading(cls, value: str, info: ValidationInfo) -> str:
        check_reading(info.data.get("rule"), value, info)
        return value


class SpotRow(Row):
    """Where figures come or stand that is no place on the map."""

    id: Word = Field(description="lower-case words joined by hyphens, such as naval-invasion")
    name: Name = Field(description="the name players read")
    text: list[str] = Field([], description="what charts tell of it where its name does not say it all")
    barred: str = Field("", description="what is said of arrivals the enemy kept out, if that can happen")
    beside: Annotated[str, named("profile")] | None = Field(
        None, description="the figure beside whom it is, wherever that one stands"
    )
    lands: list[Annotated[str, named("place")]] = Field(
        [], description="the places at which whoever comes there may land"
    )
    beyond: list[BeyondRow] = Field([], description="where else they may land while a place is theirs")
    begins: list[Annotated[str, named("place")]] = Field(
        [], description="the places of it at one of which whoever begins there may be put instead"
    )
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")


class ScenarioFile(Row):
    """What a scenario is called and what it is played with."""

    id: Word = Field(description="lower-case words joined by hyphens, such as war-of-the-ring")
    name: Name = Field(description="the name players read")
    description: str = Field("", description="a few sentences about it")
    rosters: list[Annotated[str, named("roster")]] | None = Field(
        None, description="files in rosters/, without .toml; all of them if left out"
    )
    tables: list[TableRow] = Field([], description="the tables it is played on")
    spot: list[SpotRow] = Field([], description="one [[spot]] for each whereabouts that is no place")
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")


class PlaceVariantRow(Row):
    """Walls, a tower or rules under a reading of a house rule."""

    rule: Annotated[str, named("house rule")] = Field(description="the id of a house rule")
    reading: str = Field(description="the name of one of its readings")
    fortress: bool | None = Field(None, description="whether it has walls that count as a fortress then")
    tower: bool | None = Field(None, description="whether there is a tower to retire to then")
    effects: list[PlaceEffect] = Field(
        [], description="rules it has then besides its own, or as it has them then"
    )

    @field_validator("reading")
    @classmethod
    def _known_reading(cls, value: str, info: ValidationInfo) -> str:
        check_reading(info.data.get("rule"), value, info)
        return value


class PlaceRow(Row):
    """A named place and what it does in a fight."""

    id: Word = Field(description="lower-case words joined by hyphens, such as minas-tirith")
    name: Name = Field(description="the name players read")
    table: Annotated[str, named("table")] | None = Field(None, description="the table it lies on")
    rank: Word | None = Field(None, description="what sort of place it is, such as fortress or ford")
    fortress: bool = Field(False, description="whether it has walls that count as a fortress")
    tower: bool = Field(False, description="whether there is a tower to retire to")
    tower_room: Annotated[int, Field(ge=0, le=1000)] = Field(
        0, description="how many army figures the tower takes in besides characters"
    )
    weak_wall: bool = Field(False, description="whether it has a wall that a charge can breach")
    house: list[PlaceVariantRow] = Field([], description="walls, tower and rules under a house rule")
    healing: Healing | None = Field(None, description="whom it heals; left out for nobody")
    effects: list[PlaceEffect] = Field([], description="what else it does")
    text: list[Text] = Field([], description="its rules for the charts, a short line each")
    short: Text | None = Field(None, description="the same in few words, for charts of those not at home")
    rules: list[RuleName] = Field([], description="ids of the rules this stands on")

    @field_validator("tower_room")
    @classmethod
    def _room_needs_a_tower(cls, value: int, info: ValidationInfo) -> int:
        if value and info.data.get("tower") is False:
            raise finding("there is room in a tower, but no tower", lambda: "add tower = true")
        return value


class PlacesFile(Row):
    """The places of a scenario."""

    place: list[PlaceRow] = Field([], description="one [[place]] each")


class PlaceRuleRow(AbilityRow):
    """A rule that places may have, as players read it."""

    id: Word = Field(description="lower-case words joined by hyphens, such as shelter")
    nested: ParameterName | None = Field(
        None, description="the parameter that names the place around it, if the rule is about lying in one"
    )


class PlaceRulesFile(Row):
    """All rules that places may have."""

    rule: list[PlaceRuleRow] = Field(min_length=1, description="one [[rule]] each")


class ThingRuleRow(AbilityRow):
    """A rule that artifacts, powers and peoples may have, as players read it."""

    id: Word = Field(description="lower-case words joined by hyphens, such as roll-each-turn")


class ThingRulesFile(Row):
    """All rules that artifacts, powers and peoples may have."""

    rule: list[ThingRuleRow] = Field(min_length=1, description="one [[rule]] each")
