"""`assistant scenario scale`: the maps fitted to the tables a club has."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click

from assistant.cli.loading import folder_of, scenario_option
from assistant.kernel.errors import BadPack, Illegal, Malformed

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

    folder = folder_of(scenario)
    if not (folder / "tables.toml").is_file():
        raise Illegal("no-map", f"{shown_path(folder)} has no map.", do="Draw one in its tables.toml.")
    if faults := check_scenario(folder, effects=parameters()):
        raise BadPack("bad-pack", f"{shown_path(folder)} has faults.", do="Mend them first.", faults=faults)
    target = folder if in_place else output or folder.with_name(f"{folder.name}-{_suffix(tables)}")
    book, played = load_both(folder, effects=parameters())
    fitted = fit_maps(folder, _sizes(tables), book, played, None if in_place else slug_of(target.name))
    if not in_place:
        if target.exists():
            raise Illegal(
                "scenario-exists", f"{shown_path(target)} is there already.", do="Choose another with -o."
            )
        shutil.copytree(folder, target)
    (target / "scenario.toml").write_text(fitted.scenario, encoding="utf-8")
    (target / "tables.toml").write_text(fitted.tables, encoding="utf-8")
    click.echo(f"{shown_path(target)} fits these tables.")
    if fitted.unkept:
        click.echo("  Not everything can be kept on tables of this size:")
    for lost in fitted.unkept:
        click.echo(f"  WARNING: {lost.sentence}")
    for one, other, gap in fitted.close:
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
