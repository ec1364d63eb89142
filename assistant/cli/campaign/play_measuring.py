"""Commands of a measured table: set out, shift, tidy, fall back, survey."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from assistant.cli.campaign.play_commands import command, needs
from assistant.cli.campaign.play_names import parted
from assistant.cli.campaign.play_sitting import Sitting
from assistant.kernel.errors import AssistantError, Illegal, Malformed
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.deeds.placing import Lift, Measure, Measured, SetOut
from assistant.rules.deeds.retreating import FallBack
from assistant.rules.deeds.shifting import Confront, Shift, Tidy
from assistant.rules.measuring import is_measured, survey_of
from assistant.rules.names import name_of, which_of
from assistant.rules.standing import members
from assistant.rules.war import Force, Spot

SET_OUT = "set-out faramir at 58.2,44"
SHIFT = "shift faramir to 60,44 via 58,43"
PUT = "put orc-3 at 58.2,44 on south"


def point(text: str, usage: str) -> tuple[int, int]:
    """`58.2,44`: inches from the south-west corner."""
    x, comma, y = text.strip().strip("()").replace(" ", "").partition(",")
    if not comma:
        raise Malformed("no-point", f"{text!r} is no point of a table.", do=f"Write it like: {usage}")
    return mils(x), mils(y)


def table_for(sitting: Sitting, force: Force, said: str) -> str:
    """The table named, else the one the force stands on, else the one its place lies on."""
    if said:
        return said.strip().casefold()
    spots = (sitting.world.war.spots.get(one.id) for one in members(sitting.world, force))
    if spot := next(filter(None, spots), None):
        return spot.table
    sheet = sitting.kit.scenario.atlas.sheet_of(force.place)
    if sheet is None:
        raise Illegal("no-map", "Which table?", do="Say it with: on south")
    return sheet.id


@command(SET_OUT, "a force in tidy ranks at its place, or `at` a point `on` a table; `set-out all`", "deploy")
def set_out(sitting: Sitting, text: str) -> None:
    what, _, why = needs(text, SET_OUT).partition(" because ")
    said = parted(what, "at", "on")
    if said[""].casefold() == "all":
        _set_out_all(sitting)
        return
    force = sitting.meaning.force(said[""])
    if not said.get("at"):
        sitting.do(SetOut(force.id, overruled=why.strip()))
        return
    x, y = point(said["at"], SET_OUT)
    sitting.do(SetOut(force.id, table_for(sitting, force, said.get("on", "")), x, y, overruled=why.strip()))


def _set_out_all(sitting: Sitting) -> None:
    """Everyone who is not measured yet; whoever finds no room is named."""
    there = [force for force in sitting.world.war.forces.values() if members(sitting.world, force)]
    waiting = [force for force in there if not is_measured(sitting.world, force)]
    if not there:
        raise Illegal("nobody-there", "Nobody is on the table yet.", do="Begin the game first, then set out.")
    if not waiting:
        click.echo("Everyone is set out already.")
    for force in waiting:
        try:
            sitting.do(SetOut(force.id))
        except AssistantError as refused:
            click.echo(f"{force.name}: {refused.sentence}")


@command(PUT, "one figure stands at a point of a table")
def put(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, PUT), "at", "on")
    figure = sitting.meaning.figure(said[""])
    x, y = point(needs(said.get("at", ""), PUT), PUT)
    force = sitting.world.war.force_of(figure)
    if force is None:
        raise Illegal("nobody-there", f"{figure} is in no force.", do="Put it into one first.")
    sitting.do(Measure((Measured(figure, Spot(table_for(sitting, force, said.get("on", "")), x, y)),)))


@command(SHIFT, "a measured force goes to a point as a block, `on` another table; `because ...` overrules")
def shift(sitting: Sitting, text: str) -> None:
    what, _, why = needs(text, SHIFT).partition(" because ")
    said = parted(what, "to", "via", "by", "on", again=("via",))
    force = sitting.meaning.force(said[""])
    via = tuple(point(part, SHIFT) for part in said.get("via", "").replace(";", " ").split() if part != "and")
    by = said.get("by")
    end = _by(sitting, force, by) if by else point(needs(said.get("to", ""), SHIFT), SHIFT)
    sitting.do(Shift(force.id, (end,), why.strip(), said.get("on", "").strip().casefold(), via))


def _by(sitting: Sitting, force: Force, text: str) -> tuple[int, int]:
    from assistant.rules.deeds.shifting import measured_force, spot_of

    force = measured_force(sitting.world, force.id)
    x, y = point(text, "shift faramir by 3,-2")
    start = spot_of(sitting.kit, sitting.world, force)
    return start.x + x, start.y + y


@command("tidy faramir", "a straggling force closes up about its leader")
def tidy(sitting: Sitting, text: str) -> None:
    sitting.do(Tidy(sitting.meaning.force(needs(text, "tidy faramir")).id))


@command("retire theodred", "a beaten force that is measured falls back a full move, away from the victors")
def retire(sitting: Sitting, text: str) -> None:
    sitting.do(FallBack(sitting.meaning.force(needs(text, "retire theodred")).id))


@command("lift faramir", "a force is measured no more")
def lift(sitting: Sitting, text: str) -> None:
    sitting.do(Lift(sitting.meaning.force(needs(text, "lift faramir")).id))


@command("confront", 'everyone within 1" of an enemy by measure has met them')
def confront(sitting: Sitting, text: str) -> None:
    sitting.do(Confront())


@command("measure figures.csv", "figures stand where a sheet says")
def measure(sitting: Sitting, text: str) -> None:
    from assistant.campaign.positions import read_sheet
    from assistant.packs.positions import text_of
    from assistant.packs.where import shown_path

    path = Path(needs(text, "measure figures.csv").strip())
    sitting.do(read_sheet(sitting.kit, sitting.world, text_of(path), shown_path(path)))


@command("survey", "what measuring tells: who stands together, who fights, who is pinned")
def survey(sitting: Sitting, text: str) -> None:
    for line in survey_lines(sitting):
        click.echo(line)


def survey_lines(sitting: Sitting) -> Iterator[str]:
    """The measured table in sentences."""
    seen = survey_of(sitting.kit, sitting.world)
    if not seen.forces:
        yield "Nobody is measured. `set-out` sets a force out, `measure` reads a sheet."
        return
    names = {one.id: name_of(sitting.kit, sitting.world, one) for one in sitting.world.figures.values()}
    tables = dict.fromkeys(force.table for force in seen.forces)
    for table in tables:
        count = sum(len(force.figures) for force in seen.forces if force.table == table)
        bodies = sum(force.table == table for force in seen.forces)
        yield f"{table}: {count} figures in {bodies} {'body' if bodies == 1 else 'bodies'}."
    for combat in seen.combats:
        fighters = "; ".join(f"{len(who)} of {side}" for side, who in combat.fighters)
        first = ", ".join(names[FigureId(who[0])] for _, who in combat.fighters if who)
        yield f"They fight: {first} and those with them ({fighters} in reach)."
    if seen.pinned:
        pinned = [FigureId(one) for one in seen.pinned]
        yield f"Pinned: {which_of(sitting.kit, sitting.world, pinned)}."
