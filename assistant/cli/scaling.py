"""`assistant scenario scale`: the maps fitted to the tables a club has."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from time import monotonic

import click

from assistant.cli.loading import folder_of, scenario_option
from assistant.kernel.errors import BadPack, Illegal, Malformed

LONGEST = 45
"""Seconds after which the best fit found so far is taken."""
FEET = re.compile(r"(?:(?P<table>[a-z0-9-]+)=)?(?P<width>[0-9]{1,3})x(?P<height>[0-9]{1,3})")


@click.command(epilog="\b\nExample: assistant scenario scale --table 10x6 -o scenarios/our-tables")
@click.option(
    "--table", "tables", multiple=True, required=True, metavar="[ID=]WxH",
    help="The size in feet, for all tables or for one: 10x6, or south=8x5.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the fitted copy; beside the scenario if left out.",
)  # fmt: skip
@click.option("--in-place", is_flag=True, help="Change the scenario itself.")
@scenario_option
def scale(tables: tuple[str, ...], output: Path | None, in_place: bool, scenario: str) -> None:
    """Fit the maps to other tables: lands stretch, places keep the size their figures need."""
    from assistant.packs.beginning import slug_of
    from assistant.packs.fitting import fit_maps
    from assistant.packs.load import check_scenario, load_both
    from assistant.packs.where import shown_path
    from assistant.rules.effects.registry import parameters

    sizes, folder = _sizes(tables), folder_of(scenario)
    if not (folder / "tables.toml").is_file():
        raise Illegal("no-map", f"{shown_path(folder)} has no map.", do="Draw one in its tables.toml.")
    target = folder if in_place else output or folder.with_name(f"{folder.name}-{_suffix(tables)}")
    if not in_place and target.exists():
        raise Illegal(
            "scenario-exists", f"{shown_path(target)} is there already.", do="Choose another with -o."
        )
    if faults := check_scenario(folder, effects=parameters()):
        raise BadPack("bad-pack", f"{shown_path(folder)} has faults.", do="Mend them first.", faults=faults)
    click.echo("Measuring what the maps must keep: a few seconds.", err=True)
    book, played = load_both(folder, effects=parameters())
    begun = monotonic()

    def goes_on(tried: int, broken: int) -> bool:
        left = f"{broken} still to be kept" if broken else "all that was looked at is kept"
        click.echo(f"Fitting, attempt {tried}: {left}.", err=True)
        return monotonic() - begun < LONGEST

    fitted = fit_maps(folder, sizes, book, played, None if in_place else slug_of(target.name), goes_on)
    if vital := [one for one in fitted.unkept if one.is_vital]:
        drawn = ", ".join(f"{one.name} {one.width_feet}x{one.height_feet}" for one in played.tables.values())
        more = f" (and {len(vital) - 1} more like it)" if len(vital) > 1 else ""
        raise Illegal(
            "too-small",
            f"No game can be played on tables of this size: {vital[0].sentence}{more}.",
            do=f"Take larger ones: the maps are drawn for {drawn} feet. Nothing was written.",
        )
    if not in_place:
        shutil.copytree(folder, target)
    (target / "scenario.toml").write_text(fitted.scenario, encoding="utf-8")
    (target / "tables.toml").write_text(fitted.tables, encoding="utf-8")
    if fitted.unkept:
        click.echo(f"{shown_path(target)} is fitted, but not everything can be kept on tables of this size:")
    else:
        click.echo(f"{shown_path(target)} fits these tables.")
    for lost in fitted.unkept:
        click.echo(f"  WARNING: {lost.sentence}")
    names = {str(place): name for place, name in played.place_names.items()}
    for one, other, gap in fitted.close:
        one, other = names.get(one, one), names.get(other, other)
        click.echo(f'  {one} and {other} are now {gap:g}" apart: mind whom their besiegers touch')


def _sizes(given: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for text in given:
        size = FEET.fullmatch(text.strip().lower())
        if size is None or not all(1 <= int(size[side]) <= 100 for side in ("width", "height")):
            raise Malformed(
                "bad-size",
                f"{text!r} is not the size of a table.",
                do="Write feet, such as 10x6 or south=8x5.",
            )
        table = size["table"] or ""
        if table in found:
            raise Malformed("given-twice", f"--table: {table or 'a size'} is given twice.", do="Keep one.")
        found[table] = (int(size["width"]), int(size["height"]))
    return found


def _suffix(given: tuple[str, ...]) -> str:
    return "-".join(text.strip().lower().replace("=", "-") for text in given)
