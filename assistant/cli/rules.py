"""`assistant rules`: search the rules, show one, and see how each is covered."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import click

from assistant.cli.common import json_option, print_json
from assistant.kernel.evidence import HOWS

if TYPE_CHECKING:
    from assistant.packs.catalogue import Rule
    from assistant.rules.book import HouseRule


class SearchByDefault(click.Group):
    """`rules WORDS` searches; `rules show ID` and `rules coverage` are commands of their own."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            return "search", self.commands["search"], args
        return super().resolve_command(ctx, args)


@click.group(
    cls=SearchByDefault,
    context_settings={"ignore_unknown_options": True},
    epilog="\b\nExample: assistant rules furious charge",
)
def rules() -> None:
    """Search the rules: assistant rules WORDS."""


@rules.command(epilog="\b\nExample: assistant rules search ringwraith dispersed")
@click.argument("words", nargs=-1, required=True)
@json_option
def search(words: tuple[str, ...], as_json: bool) -> None:
    """Find the rules and house rules that mention all the words."""
    from assistant.packs.catalogue import search as find_all

    found = find_all(" ".join(words))
    if as_json:
        print_json({"rules": [{"id": one.id, "text": _text(one)} for one in found]})
        return
    for one in found:
        click.echo(fill(f"{one.id}  {_text(one)}", width=100, subsequent_indent="    "))
    if not found:
        click.echo("No rule mentions all of that. Try fewer words.")


@rules.command(epilog="\b\nExample: assistant rules show ABL-TERROR")
@click.argument("rule", metavar="ID")
@json_option
def show(rule: str, as_json: bool) -> None:
    """Show one rule or house rule, where the rulebook says it, and how the assistant covers it."""
    from assistant.cli.scenario import show_house_rule
    from assistant.packs.catalogue import Rule, find
    from assistant.packs.coverage import covered

    found = find(rule)
    if not isinstance(found, Rule):
        if as_json:
            print_json({"id": found.id, "text": _text(found), "lines": found.lines})
        else:
            show_house_rule(found)
        return
    row = covered(found.id)
    if as_json:
        print_json(
            {"id": found.id, "text": found.rule, "lines": found.lines, "kind": found.kind, **row.to_json()}
        )
        return
    click.echo(fill(f"{found.id}  {found.rule}", width=100, subsequent_indent="    "))
    click.echo(f"    {found.area}, {found.kind}; rulebook lines {found.lines}")
    click.echo(f"    {row.status}" + (f", by {', '.join(row.implemented_by)}" if row.implemented_by else ""))
    for test in row.tested_by:
        click.echo(f"    proved by {test}")


@rules.command(epilog="\b\nExample: assistant rules coverage --json")
@json_option
def coverage(as_json: bool) -> None:
    """List every rule id and how it is covered, as the tests have proved it."""
    from assistant.packs.coverage import coverage as all_rows

    rows = all_rows()
    summary = {how: sum(row.status == how for row in rows) for how in (*HOWS, "missing")}
    if as_json:
        print_json({"summary": summary, "rules": [{"id": row.id, **row.to_json()} for row in rows]})
        return
    for row in rows:
        click.echo(f"{row.id:<22} {row.status:<9} {', '.join(row.implemented_by)}".rstrip())
    click.echo(", ".join(f"{number} {how}" for how, number in summary.items()))


def _text(one: Rule | HouseRule) -> str:
    from assistant.packs.catalogue import Rule

    return one.rule if isinstance(one, Rule) else f"{one.topic}: {' / '.join(one.readings)}"
