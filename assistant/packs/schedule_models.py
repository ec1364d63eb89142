"""The shape of a scenario's schedule: events, arrivals, and what thins or stops them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from assistant.packs.faults import finding, shown
from assistant.packs.fields import Name, Row, Text, Word
from assistant.packs.figures import MOST, FigureText
from assistant.packs.names import named
from assistant.packs.scenario_models import (
    TURNS,
    CommanderName,
    Conditional,
    EventName,
    Few,
    PlaceName,
    ProfileName,
    Ruled,
    Turn,
    UnderRow,
)

Count = Annotated[int, Field(ge=1, le=MOST)]
Delay = Annotated[int, Field(ge=0, le=TURNS)]


def _at_most_all(value: list[int]) -> list[int]:
    part, of = value
    if part > of:
        raise finding(f"{part} of {of} is more than there are", lambda: "write [1, 2] for half")
    return value


Share = Annotated[list[Few], Field(min_length=2, max_length=2), AfterValidator(_at_most_all)]


class RhythmRow(Row):
    """Turns: the first, and every so many after it."""

    first: Turn = Field(1, description="the first turn")
    every: Few = Field(1, description="1 for every turn, 2 for every second, ...")


class DoublingRow(Ruled):
    """An event after which a rate doubles."""

    event: EventName = Field(description="the event, whose next turn start is the first to bring more")
    rhythm: RhythmRow | None = Field(None, description="comes in this rhythm then, not in double numbers")


class ReadingRow(UnderRow):
    """How an arrival changes under a reading of a house rule; what is left out stays."""

    rhythm: RhythmRow | None = Field(None, description="the turns it comes on then")
    turn: Turn | None = Field(None, description="the turn it comes on then")
    event: EventName | None = Field(None, description="the event it comes after then")
    delay: Delay | None = Field(None, description="turns after the event")
    places: list[PlaceName] | None = Field(None, description="where it comes then")
    figures: list[FigureText] | None = Field(None, description="what comes then")
    may_mount: list[ProfileName] | None = Field(None, description="who may mount then")
    doubling: DoublingRow | None = Field(None, description="after what its rate doubles then")
    note: str | None = Field(None, description="the remark for the owner then")


class PledgeRow(Row):
    """What somebody has once an arrival has come."""

    thing: Annotated[str, named("thing")] = Field(description="the thing, such as oath-of-the-dead")
    to: ProfileName = Field(description="who has it then, if they are on a table")


class ArrivalRow(Conditional):
    """Figures that join a commander."""

    id: Word = Field(description="lower-case words joined by hyphens; never change it")
    commander: CommanderName = Field(description="whom they join")
    places: list[PlaceName] = Field([], description="where; the owner chooses among several")
    figures: list[FigureText] = Field([], description="such as '12 orc'; none for an option to mount")
    may_mount: list[ProfileName] = Field([], description="who may mount a beast from then on")
    mount: str = Field("", description="what they ride then, such as fell beast")
    instead: list[ProfileName] = Field(
        [], description="what may be taken in place of one, if none is in play"
    )
    needs_control: bool = Field(True, description="whether it is lost while the enemy holds the places")
    optional: bool = Field(False, description="whether they come only if they are called or roused")
    note: str = Field("", description="a remark for the owner")
    note_until: EventName | None = Field(None, description="the event after which the remark falls away")
    note_at: PlaceName | None = Field(None, description="the place the remark is about, if it is about one")
    mounted_at: list[PlaceName] = Field([], description="the places at which they come mounted")
    replaces: list[ProfileName] = Field([], description="figures whose place they take")
    strikes: bool = Field(False, description="whether they only strike in a fight and are never set down")
    pledge: PledgeRow | None = Field(None, description="by which somebody may call them to a fight")
    readings: list[ReadingRow] = Field([], description="what changes under a house rule")


class RegularRow(ArrivalRow):
    """Figures that come again and again."""

    first: Turn = Field(1, description="the first turn they come on")
    every: Few = Field(1, description="1 for every turn, 2 for every second, ...")
    doubling: DoublingRow | None = Field(None, description="after what the rate doubles")

    @model_validator(mode="after")
    def _somebody_somewhere(self) -> RegularRow:
        if not self.figures:
            raise finding("it does not say who comes", lambda: "give figures = [...]")
        if not self.places:
            raise finding("it does not say where they come", lambda: "give places = [...]")
        return self


class ScheduledRow(ArrivalRow):
    """Figures that come on one turn."""

    turn: Turn = Field(description="the turn they come on")


class AfterRow(ArrivalRow):
    """Figures that come after an event."""

    event: EventName = Field(description="the event that brings them")
    delay: Delay = Field(0, description="turns after it; 0 for at once")


class ReachedRow(Row):
    """Some figures that have come to a place, by which an event is noticed."""

    who: list[ProfileName] = Field([], description="any of these figures")
    race: Annotated[str, named("race")] | None = Field(None, description="or any of this race")
    number: Few = Field(1, description="how many of them")
    places: list[PlaceName] = Field(min_length=1, description="at any one of these places")

    @model_validator(mode="after")
    def _somebody(self) -> ReachedRow:
        if bool(self.who) == (self.race is not None):
            raise finding("it must say who comes there", lambda: "give who = [...] or a race, not both")
        return self


class WeakenedRow(Row):
    """A commander with too few army figures, by which an event is noticed."""

    commander: CommanderName = Field(description="whose figures are counted")
    fewer_than: Few = Field(description="how few army figures are too few")
    who: ProfileName = Field(description="the figure that must be on the table")
    leaves: PlaceName | None = Field(None, description="the place that figure must have left, if any")


class EventRow(Ruled):
    """Something that may happen once."""

    id: Word = Field(description="lower-case words joined by hyphens, such as war-of-the-ring")
    name: Name = Field(description="the name players read")
    declared_by: list[CommanderName] = Field([], description="who may declare it, if it is declared")
    table: Annotated[str, named("table")] | None = Field(
        None, description="the table on which whoever declares it must have forces"
    )
    implies: list[EventName] = Field([], description="events that must have happened by then")
    after: EventName | None = Field(None, description="an event before which this one does not count")
    reached: ReachedRow | None = Field(None, description="who must come where for it to happen")
    weakened: WeakenedRow | None = Field(None, description="whose army must have dwindled for it to happen")
    supplied: CommanderName | None = Field(None, description="whose supply must be full for it to happen")


class LimitReadingRow(UnderRow):
    """How a limit reads under a reading of a house rule."""

    text: Text | None = Field(None, description="the limit in a sentence then")
    adds: Text | None = Field(None, description="a sentence more")
    table: Annotated[str, named("table")] | None = Field(None, description="only figures on this table count")
    near: list[PlaceName] | None = Field(None, description="where nobody counts as far then")
    spares_from: list[PlaceName] | None = Field(
        None, description="the kinds that a commander starts with at these places do not count then"
    )


class LimitRow(Conditional):
    """How many figures may be far from home until an event."""

    until: EventName = Field(description="the event that lifts it")
    commanders: list[CommanderName] = Field(min_length=1, description="whom it binds")
    figures: Annotated[int, Field(ge=0, le=MOST)] = Field(description="how many figures may be far")
    inches: Annotated[int, Field(ge=0, le=144)] = Field(description="how far is far")
    exempt: list[ProfileName] = Field([], description="who does not count")
    text: Text = Field(description="the limit in a sentence")
    near: list[PlaceName] = Field([], description="places where nobody counts as far, besides their homes")
    of_home: bool = Field(True, description="whether nobody counts as far at their homes")
    table: Annotated[str, named("table")] | None = Field(None, description="only figures on this table count")
    races: list[Annotated[str, named("people or race")]] = Field(
        [], description="only figures of these races or peoples count"
    )
    beyond: list[Word] = Field([], description="rivers of the tables beyond which anyone counts as far")
    spares_from: list[PlaceName] = Field(
        [], description="the kinds that a commander starts with at these places do not count"
    )
    readings: list[LimitReadingRow] = Field([], description="what changes under a house rule")


class MarchRow(Conditional):
    """Where a commander's figures must go straight from where they arrive, until an event."""

    commander: CommanderName = Field(description="whose figures")
    start: list[PlaceName] = Field(min_length=1, description="from which of these places")
    to: PlaceName = Field(description="where they must go")
    until: EventName = Field(description="the event that lifts it")
    exempt: list[ProfileName] = Field([], description="who may go elsewhere")
    stays: int = Field(0, ge=0, description="so many turns they then stay `within` a place")
    within: PlaceName | None = Field(None, description="the land in which they stay")
    text: Text = Field(description="the same in a sentence")


class SupplyReadingRow(UnderRow):
    """How a supply changes under a reading of a house rule; what is left out stays."""

    default: Word | None = Field(None, description="the answer that holds until one is given")
    rhythm: RhythmRow | None = Field(None, description="the turns on which regular arrivals come")
    count: Count | None = Field(None, description="how many regular figures come")
    share: Share | None = Field(None, description="the share of other arrivals, [1, 2] for half")


class SupplyRow(Ruled):
    """A standing choice of a commander that thins their arrivals until it is made."""

    id: Word = Field(description="lower-case words joined by hyphens, such as fangorn")
    commander: CommanderName = Field(description="who chooses")
    name: Name = Field(description="the question as players read it")
    full: Word = Field(description="the answer with which everything comes")
    scarce: Word = Field(description="the answer with which less comes")
    default: Word = Field(description="the answer that holds until one is given")
    rhythm: RhythmRow = Field(description="when scarce, the turns on which regular arrivals come")
    count: Count = Field(description="when scarce, how many regular figures come")
    share: Share = Field(description="when scarce, the share of other arrivals, [1, 2] for half")
    readings: list[SupplyReadingRow] = Field([], description="what changes under a house rule")
    say: dict[Text, str] = Field(
        {}, description="once everything comes: words as they stand on sheets, and what is said instead"
    )

    @model_validator(mode="after")
    def _default_is_an_answer(self) -> SupplyRow:
        for answer in (self.default, *(row.default for row in self.readings)):
            if answer not in (self.full, self.scarce, None):
                raise finding(
                    f"{shown(answer)} is no answer here", lambda: f"use {self.full} or {self.scarce}"
                )
        return self


class StopRow(Conditional):
    """What keeps a commander's figures from coming."""

    commander: CommanderName = Field(description="whose arrivals it stops")
    text: Text = Field(description="why, in a sentence")
    place: PlaceName | None = Field(None, description="the place in which an enemy stops them")
    event: EventName | None = Field(None, description="the event that stops them for good")
    scarce: CommanderName | None = Field(None, description="whose supply stops them while it is scarce")
    profiles: list[ProfileName] = Field(
        [], description="the figures that no longer come; all if left out, races too"
    )
    races: list[Annotated[str, named("race")]] = Field(
        [], description="the races of which nobody comes any more"
    )
    keeps: bool = Field(
        False, description="whether they come once the place is free or the supply full, and are not lost"
    )
    until_back: list[ProfileName] = Field(
        [], description="of whom one must be back in the place before it is free again; anyone if left out"
    )

    @model_validator(mode="after")
    def _place_or_event(self) -> StopRow:
        if [self.place, self.event, self.scarce].count(None) != 2:
            raise finding(
                "it must name a place, an event or a supply", lambda: "give one of place, event, scarce"
            )
        return self


class ScheduleFile(Ruled):
    """Who arrives when and where."""

    event: list[EventRow] = Field([], description="one [[event]] each")
    limit: list[LimitRow] = Field([], description="one [[limit]] each")
    march: list[MarchRow] = Field([], description="one [[march]] each")
    supply: list[SupplyRow] = Field([], description="one [[supply]] each")
    stop: list[StopRow] = Field([], description="one [[stop]] each")
    regular: list[RegularRow] = Field([], description="one [[regular]] for each rate")
    scheduled: list[ScheduledRow] = Field([], description="one [[scheduled]] for each arrival on a turn")
    after: list[AfterRow] = Field([], description="one [[after]] for each arrival after an event")
