"""`assistant scenario`: check packs, list house rules, print the schemas of the files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cli.common import json_option, print_json
from assistant.cli.loading import load_war, scenario_option
from assistant.cli.packing import new_scenario, packing_list
from assistant.cli.scaling import scale
from assistant.kernel.errors import BadPack, Illegal
from assistant.packs.where import DEFAULT_SCENARIO, home, shown_path

if TYPE_CHECKING:
    from assistant.rules.book import HouseRule

APPLIED = "The assistant follows the reading you choose."
RECORDED = "Recorded; the table applies it."
PRINTED = "Recorded, and the sheets say it so; the table applies it."


@click.group(epilog="\b\nExample: assistant scenario check scenarios/war-of-the-ring")
def scenario() -> None:
    """Check scenarios and rosters, and see the house rules."""


@scenario.command(epilog="\b\nExample: assistant scenario check scenarios/war-of-the-ring")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def check(folder: Path) -> None:
    """Validate a scenario and its rosters, listing every fault at once."""
    from assistant.packs.load import absent, check_scenario
    from assistant.rules.effects.registry import parameters

    faults = check_scenario(folder, effects=parameters())
    if faults:
        raise BadPack("bad-pack", f"{folder} has {len(faults)} faults.", faults=faults)
    without = absent(folder)
    click.echo(f"{folder} is in order{', as far as it goes:' if without else '.'}")
    for file, what in without.items():
        click.echo(f"  there is no {file}: {what}")


@scenario.command(epilog="\b\nExample: assistant scenario house-rules fell beasts")
@click.argument("words", nargs=-1)
@click.option(
    "--only", type=click.Choice(["applied", "recorded"]),
    help="Those the assistant follows, or those it leaves to the table.",
)  # fmt: skip
@scenario_option
@json_option
def house_rules(words: tuple[str, ...], only: str | None, scenario: str, as_json: bool) -> None:
    """List the house rules, or those that mention the words: readings, default and rulebook lines.

    Each says whether another reading changes what the assistant works out, or is only recorded and printed
    for the table to apply.
    """
    from assistant.packs.bearing import in_print, with_bearing
    from assistant.packs.catalogue import house_rules as known
    from assistant.packs.catalogue import search
    from assistant.rules.book import HouseRule

    book, war = load_war(scenario)
    applied, printed = with_bearing(book, war), in_print(war)
    found = (
        [one for one in search(" ".join(words)) if isinstance(one, HouseRule)]
        if words
        else [*known().values()]
    )
    if only is not None:
        found = [rule for rule in found if (rule.id in applied) == (only == "applied")]
    if as_json:
        print_json(
            {
                "house_rules": [
                    _house_rule_json(rule, rule.id in applied, rule.id in printed) for rule in found
                ]
            }
        )
        return
    for rule in found:
        show_house_rule(rule)
        click.echo(f"    {APPLIED if rule.id in applied else PRINTED if rule.id in printed else RECORDED}")
    if not found:
        click.echo("No house rule mentions that.")
    elif not words and only is None:
        number = sum(rule.id in applied for rule in found)
        click.echo(
            f"{len(found)} house rules: the assistant follows {number}, the table {len(found) - number}."
        )


def _house_rule_json(rule: HouseRule, is_applied: bool, is_printed: bool) -> dict[str, object]:
    return {
        "id": rule.id,
        "topic": rule.topic,
        "readings": dict(rule.readings),
        "default": rule.default,
        "why": rule.why,
        "lines": rule.lines,
        "applied": is_applied,
        "printed": is_printed,
    }


def show_house_rule(rule: object) -> None:
    """One house rule, its readings, and the default marked."""
    from assistant.rules.book import HouseRule

    assert isinstance(rule, HouseRule)
    click.echo(f"{rule.id}  {rule.topic} (rulebook lines {rule.lines})")
    for name, text in rule.readings.items():
        mark = "*" if name == rule.default else " "
        click.echo(f"  {mark} {name}: {text}")
    click.echo(f"    {rule.why}")


@scenario.command(epilog="\b\nExample: assistant scenario schema battle")
@click.argument("kind", required=False)
def schema(kind: str | None) -> None:
    """Print the JSON Schema of a kind of file; without a kind, list them."""
    from assistant.packs.faults import remedy
    from assistant.packs.schema import schemas

    known = schemas()
    if kind is None:
        click.echo("\n".join(known))
    elif kind in known:
        print_json(known[kind])
    else:
        raise Illegal("unknown-schema", f"There is no schema {kind!r};", do=remedy(kind, known))


@scenario.command(epilog="\b\nExample: assistant scenario demo war-of-the-ring")
@click.argument("name", metavar="[SCENARIO]", default=DEFAULT_SCENARIO)
def demo(name: str) -> None:
    """Play what a scenario's demo.txt tells, and write the campaign of the demo, demo.jsonl, anew."""
    from assistant.cli.demo_telling import write_anew

    folder = home() / "scenarios" / name
    told = write_anew(folder)
    click.echo(f"{shown_path(folder)} is shown at {told}.")


scenario.add_command(packing_list)
scenario.add_command(new_scenario)
scenario.add_command(scale)
