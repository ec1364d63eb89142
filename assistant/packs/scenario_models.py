"""The shape of a scenario's files: who commands, who starts where, who arrives when, who wins."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from assistant.packs.faults import finding, remedy, shown
from assistant.packs.fields import Name, PeopleName, Row, RuleName, Text, Word
from assistant.packs.figures import MOST, FigureText
from assistant.packs.models import ThingEffect
from assistant.packs.names import check_reading, named, names_in
from assistant.rules.scenario import MarkedThing, Moment, Occasion, Overall

TURNS = 100

PlaceName = Annotated[str, named("place")]
CommanderName = Annotated[str, named("commander")]
EventName = Annotated[str, named("event")]
ProfileName = Annotated[str, named("profile")]
FightingSide = Literal["good", "evil"]
Turn = Annotated[int, Field(ge=1, le=TURNS)]
Few = Annotated[int, Field(ge=1, le=100)]
Count = Annotated[int, Field(ge=1, le=MOST)]


def _someone_or_somewhere(value: str, info: ValidationInfo) -> str:
    """A profile or a place; nothing for what is still to be given."""
    known = names_in(info).checked
    if value and "profile" in known and "place" in known:
        there = (*known["profile"], *known["place"])
        if value not in there:
            raise finding(
                f"{shown(value)} is neither a figure nor a place",
                lambda: remedy(value, there, "leave it out for a thing still to be given"),
            )
    return value


class UnderRow(Row):
    """A reading of a house rule, without which the row does not hold."""

    rule: Annotated[str, named("house rule")] = Field(description="the id of a house rule")
    reading: str = Field(description="the name of one of its readings")

    @field_validator("reading")
    @classmethod
    def _known_reading(cls, value: str, info: ValidationInfo) -> str:
        check_reading(info.data.get("rule"), value, info)
        return value


class Ruled(Row):
    """Something the rulebook says."""

    rules: list[RuleName] = Field([], description="ids of the rules this stands on")


class Conditional(Ruled):
    """Something that may hold under one reading of a house rule only."""

    under: UnderRow | None = Field(None, description="the reading without which it does not hold, if any")


class CommanderRow(Ruled):
    """A commander a player may be."""

    id: Word = Field(description="lower-case words joined by hyphens, such as king-of-khand")
    name: Name = Field(description="the name players read")
    side: FightingSide = Field(description="good or evil")
    home: list[PlaceName] = Field([], description="the places that are home bases")
    peoples: list[PeopleName] = Field(
        [], description="the peoples of figures whose line serves several, where it is not the usual one"
    )
    objectives: list[Text] = Field([], description="what the commander plays for, a line each")
    charted_figures: dict[ProfileName, Text] = Field(
        {},
        description="figures on the commander's chart that no force or arrival of theirs brings, with why",
    )
    charted_places: list[PlaceName] = Field(
        [], description="places on the commander's chart besides those where they are at home"
    )


class CommandRow(Ruled):
    """A primary command on the players' list."""

    number: Few = Field(description="its number on the list")
    name: Name = Field(description="the name players read")
    commanders: list[CommanderName] = Field(min_length=1, description="the commanders it consists of")


class SplitRow(Conditional):
    """How a command is divided among some players."""

    command: Few = Field(description="the number of the command")
    groups: list[Annotated[list[CommanderName], Field(min_length=1)]] = Field(
        min_length=2, description="the commanders of each player"
    )


class NextPlayerRow(Conditional):
    """What one more player brings: a command as a seat of its own, or one divided further."""

    command: Few = Field(description="the number of the command")
    into: Few = Field(1, description="among how many players it is now divided")


class MovingReadingRow(UnderRow):
    """The order of movement under a reading of a house rule."""

    order: list[CommanderName] = Field(description="the order then; empty where the table agrees on one")


class MovingRow(Ruled):
    """Who moves first, and in which order if it matters."""

    first: FightingSide = Field(description="the side that moves first")
    order: list[CommanderName] = Field([], description="the order among its commanders")
    readings: list[MovingReadingRow] = Field([], description="the order under a house rule")


class CommandersFile(Ruled):
    """Who may command, and how commands are handed out."""

    commander: list[CommanderRow] = Field(min_length=1, description="one [[commander]] each")
    command: list[CommandRow] = Field([], description="one [[command]] for each line of the players' list")
    split: list[SplitRow] = Field([], description="one [[split]] for each way to divide a command")
    next_player: list[NextPlayerRow] = Field([], description="one [[next_player]] each, from the first on")
    moving: MovingRow | None = Field(None, description="the order of movement")


class StartReadingRow(UnderRow):
    """How a starting force changes under a reading of a house rule."""

    commander: CommanderName | None = Field(None, description="who has it then")
    place: PlaceName | None = Field(None, description="where it stands then")
    figures: list[FigureText] | None = Field(None, description="what it consists of then")
    note: str | None = Field(None, description="the remark for whoever sets up then")
    when_split: bool = Field(False, description="only where both commanders are different players")


class StartRow(Conditional):
    """A force on the table when the game begins."""

    commander: CommanderName | None = Field(None, description="who has it; left out if nobody controls it")
    place: PlaceName | None = Field(None, description="where it stands; left out if it waits off the table")
    figures: list[FigureText] = Field(
        min_length=1, description="such as '12 orc' or 'denethor with palantir'"
    )
    note: str = Field("", description="a remark for whoever sets up")
    readings: list[StartReadingRow] = Field([], description="what changes under a house rule")


class ContactRow(Conditional):
    """Two forces set down in contact, who fight before the first turn, each known by someone in it."""

    place: PlaceName = Field(description="where they stand")
    good: ProfileName = Field(description="someone of the good force; with this figure it stands or falls")
    evil: ProfileName = Field(description="someone of the evil force")
    taken: list[ProfileName] = Field(
        [], description="with these as captives the evil force, if it has won, may move at once"
    )
    joined_by: ProfileName | None = Field(
        None, description="someone of the force that joins the good one if it survives"
    )
    joined_from: float = Field(0, ge=0, le=100, description="how many inches off that force is set out")
    note: str = Field("", description="a remark for the table")


class CalledRow(Conditional):
    """Figures that a rule may bring besides those who start or arrive: packed, not set up."""

    figures: list[FigureText] = Field(
        min_length=1, description="such as '4 giant-spider' or 'aragorn mounted'"
    )
    version: bool = Field(
        False, description="whether it is only another model of a figure that is counted already"
    )
    text: Text = Field(description="what brings them")


class MarkerRow(Ruled):
    """A marker to bring."""

    name: Name = Field(description="what it shows")
    number: Count = Field(1, description="how many, or how many for each")
    each: MarkedThing | None = Field(None, description="what so many are needed for each of")
    ability: Annotated[str, named("ability")] | None = Field(
        None, description="so many for each figure with this ability"
    )
    text: Text = Field(description="what it is for")


class StartsFile(Ruled):
    """The forces on the table when the game begins, and what else to bring."""

    start: list[StartRow] = Field([], description="one [[start]] for each force")
    contact: list[ContactRow] = Field([], description="one [[contact]] for each fight before the first turn")
    called: list[CalledRow] = Field([], description="one [[called]] for figures that a rule may bring")
    marker: list[MarkerRow] = Field([], description="one [[marker]] for each sort of marker")


class ConquestRow(Ruled):
    """A victory by taking bases."""

    winner: FightingSide = Field(description="good or evil")
    all_of: list[PlaceName] = Field([], description="bases that must all have fallen")
    any_of: list[PlaceName] = Field(min_length=1, description="the other bases")
    number: Few = Field(description="how many of the others must have fallen")
    overall: Overall = Field(description="who wins then: the side, or the one with most status points")

    @field_validator("number")
    @classmethod
    def _not_more_than_there_are(cls, value: int, info: ValidationInfo) -> int:
        among = info.data.get("any_of")
        if among is not None and value > len(among):
            raise finding(f"{value} of {len(among)} bases cannot fall", lambda: f"use at most {len(among)}")
        return value


class RingVictoryRow(Ruled):
    """A victory by the Ring."""

    winner: FightingSide = Field(description="good or evil")
    commanders: list[CommanderName] = Field([], description="who brings it; any of that side if left out")
    place: PlaceName = Field(description="where it is brought")
    turns: Annotated[int, Field(ge=0, le=TURNS)] = Field(
        0, description="how many turns it must be kept there"
    )
    overall: Overall = Field(description="who wins: the side, its bearer, or the one with most status points")
    thing: Annotated[str, named("artifact")] | None = Field(None, description="the artifact that is the Ring")
    keepers: list[ProfileName] = Field([], description="those of whom one must live for it to be kept")


class WholeRow(Conditional):
    """A base that has fallen when all of its parts have."""

    place: PlaceName = Field(description="the base")
    parts: list[PlaceName] = Field(min_length=1, description="the places it consists of")


class StarsRow(Conditional):
    """The starred turns of the turn record."""

    turns: list[Turn] = Field(description="the turns that carry a star")


class AwardRow(Conditional):
    """A deed that earns status points."""

    id: Word = Field(description="lower-case words joined by hyphens, such as capture-the-ring")
    name: Name = Field(description="the deed as players read it")
    points: Annotated[int, Field(ge=-1000, le=1000)] = Field(description="what it earns")
    on: Occasion | None = Field(None, description="what earns it; left out if the table gives it by hand")
    plus_leadership: bool = Field(False, description="whether the victim's leadership is added")
    shared: bool = Field(False, description="whether those who did it together share the points")
    places: list[PlaceName] = Field([], description="where it counts, if not everywhere")
    only: list[CommanderName] = Field([], description="who can earn it, if not everybody")
    doubled_for: dict[CommanderName, list[PlaceName]] = Field({}, description="who earns double, and where")


class StatusRecordRow(Conditional):
    """The columns of the status record."""

    columns: list[CommanderName] = Field(min_length=1, description="whose columns they are")


class VictoryFile(Ruled):
    """How long a game is, how it is won, and what earns status."""

    turns: Turn = Field(TURNS, description="how many turns the turn record has")
    stars: list[StarsRow] = Field([], description="one [[stars]] for each way to star the turn record")
    conquest: list[ConquestRow] = Field([], description="one [[conquest]] each")
    ring: list[RingVictoryRow] = Field([], description="one [[ring]] for each victory by the Ring")
    whole: list[WholeRow] = Field([], description="one [[whole]] for each base of several places")
    award: list[AwardRow] = Field([], description="one [[award]] each")
    status_record: list[StatusRecordRow] = Field([], description="one [[status_record]] for each reading")


class Lore(Ruled):
    """Something with rules of its own: in words for people, and with its numbers for the assistant."""

    effects: list[ThingEffect] = Field([], description="its rules, with numbers of its own")


class ArtifactRow(Lore):
    """A thing of note."""

    id: Word = Field(description="lower-case words joined by hyphens, such as anduril")
    name: Name = Field(description="the name players read")
    bearer: Annotated[str, AfterValidator(_someone_or_somewhere)] = Field(
        "", description="who has it at the start, or where it lies"
    )
    text: Text = Field(description="what it does, in few words")


class PowerRow(Lore):
    """Something a commander may do a limited number of times."""

    id: Word = Field(description="lower-case words joined by hyphens, such as creeping-darkness")
    name: Name = Field(description="the name players read")
    commander: CommanderName = Field(description="who may do it")
    text: Text = Field(description="what it does, in few words")
    uses: Few = Field(1, description="how often in a game")


class PeopleRow(Lore):
    """A people or person with rules of their own."""

    id: Word = Field(description="lower-case words joined by hyphens, such as ringwraiths")
    name: Name = Field(description="the name players read")
    commanders: list[CommanderName] = Field([], description="whose charts they stand on, their own first")
    text: list[Text] = Field([], description="their rules, a short line each")
    short: Text | None = Field(None, description="the same in few words, for charts of the other side")


class DueRow(Ruled):
    """Something that must not be forgotten as turns go by."""

    id: Word = Field(description="lower-case words joined by hyphens, such as denethors-despair")
    at: Moment = Field(description="when in a turn: start, movement, combat or end")
    who: Text = Field(description="who sees to it, or whom it concerns")
    text: Text = Field(description="while what, and then what to do, to be understood by itself")
    boxes: Annotated[int, Field(ge=0, le=10)] = Field(0, description="turns to tick off, if it is counted")


class WordingRow(UnderRow):
    """What the sheets say otherwise under a reading of a house rule."""

    say: dict[Text, str] = Field(min_length=1, description="words as they stand, and what is said instead")


class ThingsFile(Row):
    """Artifacts, powers and peoples."""

    artifact: list[ArtifactRow] = Field([], description="one [[artifact]] each")
    power: list[PowerRow] = Field([], description="one [[power]] each")
    people: list[PeopleRow] = Field([], description="one [[people]] each")
    due: list[DueRow] = Field([], description="one [[due]] for each line of the checklist")
    wording: list[WordingRow] = Field([], description="one [[wording]] for each reading that needs words")
