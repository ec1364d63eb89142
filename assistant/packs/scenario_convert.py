"""Checked files of a scenario to its frozen data; every rule a row stands on is cited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.packs.convert import Usual, ability_of, cite, told, traits_of
from assistant.packs.models import ScenarioFile, SpotRow, ThingRulesFile
from assistant.packs.scenario_models import (
    ArtifactRow,
    AwardRow,
    CalledRow,
    CommanderRow,
    CommandersFile,
    CommandRow,
    ConquestRow,
    ContactRow,
    MarkerRow,
    NextPlayerRow,
    PeopleRow,
    PowerRow,
    RingVictoryRow,
    SplitRow,
    StartReadingRow,
    StartRow,
    StartsFile,
    StatusRecordRow,
    ThingsFile,
    VictoryFile,
    WholeRow,
    WordingRow,
)
from assistant.packs.schedule_convert import (
    arrivals_of,
    commanders,
    event_of,
    figures,
    limit_of,
    march_of,
    places,
    profiles,
    stop_of,
    supply_of,
    under_of,
)
from assistant.packs.schedule_models import ScheduleFile
from assistant.packs.tables_convert import atlas_of
from assistant.packs.tables_models import TablesFile
from assistant.rules.arrivals import CommanderId, Under
from assistant.rules.book import Book, PlaceId, ProfileId, Side
from assistant.rules.scenario import (
    Artifact,
    Award,
    Beyond,
    Called,
    Command,
    Commander,
    Conquest,
    Due,
    FirstContact,
    Marker,
    NextPlayer,
    OrderReading,
    People,
    Power,
    RingVictory,
    Scenario,
    Split,
    Spot,
    Stars,
    Start,
    StartReading,
    StatusRecord,
    Table,
    Whole,
    Wording,
)


@dataclass(frozen=True, slots=True)
class Files:
    """All checked files a scenario is made of; one that is not there is empty."""

    scenario: ScenarioFile
    commanders: CommandersFile
    starts: StartsFile
    schedule: ScheduleFile
    victory: VictoryFile
    things: ThingsFile
    thing_rules: ThingRulesFile
    tables: TablesFile


def scenario_of(files: Files, book: Book, hash: str) -> Scenario:
    """The whole scenario."""
    scenario, roll, plan, goal, things = (
        files.scenario, files.commanders, files.schedule, files.victory, files.things,
    )  # fmt: skip
    for file in (scenario, roll, files.starts, plan, goal):
        cite(file.rules)
    spots = [_spot(row) for row in scenario.spot]
    known = [_commander(row) for row in roll.commander]
    sides = {one.id: one.side for one in known}
    moving = roll.moving
    usual = {row.id: row.usual for row in files.thing_rules.rule}
    tables = {
        row.id: Table(row.id, row.name, row.width_feet, row.height_feet, tuple(row.terrain))
        for row in scenario.tables
    }
    return Scenario(
        id=scenario.id,
        name=scenario.name,
        description=scenario.description,
        tables=tables,
        atlas=atlas_of(files.tables, tables.values()),
        place_names={
            **{place.id: place.name for place in book.places.values()},
            **{spot.id: spot.name for spot in spots},
        },
        spots={spot.id: spot for spot in spots},
        commanders={one.id: one for one in known},
        commands=tuple(_command(row, sides) for row in sorted(roll.command, key=lambda row: row.number)),
        splits=tuple(map(_split, roll.split)),
        next_players=tuple(map(_next_player, roll.next_player)),
        moves_first=moving.first if moving else "evil",
        move_order=_move_order(roll),
        order_readings=_order_readings(roll),
        starts=tuple(map(_start, files.starts.start)),
        first_contacts=tuple(map(_contact, files.starts.contact)),
        called=tuple(map(_called, files.starts.called)),
        markers=tuple(map(_marker, files.starts.marker)),
        events={event.id: event for event in map(event_of, plan.event)},
        limits=tuple(map(limit_of, plan.limit)),
        marches=tuple(map(march_of, plan.march)),
        supplies=tuple(map(supply_of, plan.supply)),
        stops=tuple(stop_of(row, book) for row in plan.stop),
        arrivals=tuple(arrivals_of(plan)),
        awards=tuple(map(_award, goal.award)),
        conquests=tuple(map(_conquest, goal.conquest)),
        ring_victories=tuple(map(_ring_victory, goal.ring)),
        wholes=tuple(map(_whole, goal.whole)),
        stars=tuple(Stars(tuple(row.turns), under_of(row.under), cite(row.rules)) for row in goal.stars),
        status_records=tuple(map(_status_record, goal.status_record)),
        powers=tuple(_power(row, usual) for row in things.power),
        artifacts=tuple(_artifact(row, usual) for row in things.artifact),
        peoples=tuple(_people(row, usual) for row in things.people),
        thing_rules={row.id: ability_of(row) for row in files.thing_rules.rule},
        dues=tuple(Due(row.id, row.at, row.who, row.text, row.boxes, cite(row.rules)) for row in things.due),
        wordings=tuple(map(_wording, things.wording)),
        turns=goal.turns,
        hash=hash,
    )


def _power(row: PowerRow, usual: Usual) -> Power:
    traits = traits_of(row.effects, usual)
    text = told(row.text, traits, uses=row.uses)
    return Power(row.id, row.name, CommanderId(row.commander), text, row.uses, cite(row.rules), traits)


def _artifact(row: ArtifactRow, usual: Usual) -> Artifact:
    traits = traits_of(row.effects, usual)
    return Artifact(row.id, row.name, row.bearer, told(row.text, traits), cite(row.rules), traits)


def _wording(row: WordingRow) -> Wording:
    (rule,) = cite([row.rule])
    return Wording(Under(rule, row.reading), tuple(row.say.items()))


def _people(row: PeopleRow, usual: Usual) -> People:
    traits = traits_of(row.effects, usual)
    return People(
        id=row.id,
        name=row.name,
        commanders=commanders(row.commanders),
        text=tuple(told(line, traits) for line in row.text),
        rules=cite(row.rules),
        short=told(row.short or "", traits),
        traits=traits,
    )


def _commander(row: CommanderRow) -> Commander:
    return Commander(
        id=CommanderId(row.id),
        name=row.name,
        side=row.side,
        home=places(row.home),
        peoples=tuple(row.peoples),
        objectives=tuple(row.objectives),
        charted_figures={ProfileId(one): why for one, why in row.charted_figures.items()},
        charted_places=places(row.charted_places),
        rules=cite(row.rules),
    )


def _command(row: CommandRow, sides: Mapping[CommanderId, Side]) -> Command:
    members = commanders(row.commanders)
    return Command(row.number, row.name, sides[members[0]], members, cite(row.rules))


def _move_order(roll: CommandersFile) -> tuple[CommanderId, ...]:
    if roll.moving is None:
        return ()
    cite(roll.moving.rules)
    return commanders(roll.moving.order)


def _order_readings(roll: CommandersFile) -> tuple[OrderReading, ...]:
    return tuple(
        OrderReading(cite([row.rule])[0], row.reading, commanders(row.order))
        for row in (roll.moving.readings if roll.moving else ())
    )


def _split(row: SplitRow) -> Split:
    return Split(row.command, tuple(map(commanders, row.groups)), under_of(row.under), cite(row.rules))


def _next_player(row: NextPlayerRow) -> NextPlayer:
    return NextPlayer(row.command, row.into, under_of(row.under), cite(row.rules))


def _called(row: CalledRow) -> Called:
    return Called(figures(row.figures), row.text, row.version, under_of(row.under), cite(row.rules))


def _marker(row: MarkerRow) -> Marker:
    return Marker(row.name, row.number, row.each, row.ability, row.text, cite(row.rules))


def _whole(row: WholeRow) -> Whole:
    return Whole(PlaceId(row.place), places(row.parts), under_of(row.under), cite(row.rules))


def _status_record(row: StatusRecordRow) -> StatusRecord:
    return StatusRecord(commanders(row.columns), under_of(row.under), cite(row.rules))


def _start(row: StartRow) -> Start:
    return Start(
        commander=None if row.commander is None else CommanderId(row.commander),
        place=None if row.place is None else PlaceId(row.place),
        figures=figures(row.figures),
        note=row.note,
        under=under_of(row.under),
        readings=tuple(map(_start_reading, row.readings)),
        rules=cite(row.rules),
    )


def _spot(row: SpotRow) -> Spot:
    return Spot(
        id=PlaceId(row.id),
        name=row.name,
        text=tuple(row.text),
        barred=row.barred,
        beside=None if row.beside is None else ProfileId(row.beside),
        lands=places(row.lands),
        beyond=tuple(
            Beyond(PlaceId(one.held), places(one.places), Under(cite([one.rule])[0], one.reading))
            for one in row.beyond
        ),
        begins=places(row.begins),
        rules=cite(row.rules),
    )


def _contact(row: ContactRow) -> FirstContact:
    return FirstContact(
        place=PlaceId(row.place),
        good=ProfileId(row.good),
        evil=ProfileId(row.evil),
        taken=profiles(row.taken),
        joined_by=None if row.joined_by is None else ProfileId(row.joined_by),
        joined_from=row.joined_from,
        note=row.note,
        under=under_of(row.under),
        rules=cite(row.rules),
    )


def _start_reading(row: StartReadingRow) -> StartReading:
    (rule,) = cite([row.rule])
    return StartReading(
        rule=rule,
        reading=row.reading,
        commander=None if row.commander is None else CommanderId(row.commander),
        place=None if row.place is None else PlaceId(row.place),
        figures=None if row.figures is None else figures(row.figures),
        note=row.note,
        when_split=row.when_split,
    )


def _award(row: AwardRow) -> Award:
    return Award(
        id=row.id,
        name=row.name,
        points=row.points,
        on=row.on,
        plus_leadership=row.plus_leadership,
        shared=row.shared,
        places=places(row.places),
        only=commanders(row.only),
        doubled_for={CommanderId(who): places(where) for who, where in row.doubled_for.items()},
        under=under_of(row.under),
        rules=cite(row.rules),
    )


def _conquest(row: ConquestRow) -> Conquest:
    return Conquest(
        winner=row.winner,
        all_of=places(row.all_of),
        any_of=places(row.any_of),
        number=row.number,
        overall=row.overall,
        rules=cite(row.rules),
    )


def _ring_victory(row: RingVictoryRow) -> RingVictory:
    return RingVictory(
        winner=row.winner,
        commanders=commanders(row.commanders),
        place=PlaceId(row.place),
        turns=row.turns,
        overall=row.overall,
        thing=row.thing or "",
        keepers=tuple(map(ProfileId, row.keepers)),
        rules=cite(row.rules),
    )
