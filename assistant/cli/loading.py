"""What commands about a scenario share: which one, under which house rules, and `KEY=VALUE` options."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from assistant.cli.common import open_service
from assistant.kernel.errors import AssistantError, Malformed, refuse_all
from assistant.packs.where import DEFAULT_SCENARIO, home, is_folder

if TYPE_CHECKING:
    from assistant.rules.book import Book
    from assistant.rules.house import HouseRules
    from assistant.rules.scenario import Scenario

F = TypeVar("F", bound=Callable[..., Any])


class Refusals:
    """What is wrong with the options of a command, gathered so that it is told all at once."""

    def __init__(self) -> None:
        self._found: list[AssistantError] = []

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Go on after a refusal; what depends on it is skipped."""
        try:
            yield
        except AssistantError as refusal:
            self._found.append(refusal)

    def add(self, refusals: Iterable[AssistantError]) -> None:
        self._found.extend(refusals)

    def speak(self) -> None:
        """Refuse if anything was wrong."""
        refuse_all(self._found)


def scenario_option(command: F) -> F:
    """`--scenario NAME`: a folder of scenarios/, or a path to one."""
    return click.option(
        "--scenario", default=DEFAULT_SCENARIO, show_default=True, metavar="NAME",
        help="A folder in scenarios/, or the path of one.",
    )(command)  # fmt: skip


def house_rules_option(command: F) -> F:
    """`--house-rule ID=VALUE`: a reading the table has chosen."""
    return click.option(
        "--house-rule", "house_rules", multiple=True, metavar="ID=VALUE",
        help="A reading this table has chosen; see `assistant scenario house-rules`.",
    )(command)  # fmt: skip


def campaign_option(command: F) -> F:
    """`--campaign CAMPAIGN`: follow the house rules it has settled on."""
    return click.option(
        "--campaign", metavar="CAMPAIGN", help="With this campaign's scenario and house rules."
    )(command)  # fmt: skip


def of_campaign(ref: str, instance: Path, given: Iterable[str], *, who: str) -> tuple[str, tuple[str, ...]]:
    """The scenario of a campaign and its house rules as options, with what is given here on top."""
    own = {rule.partition("=")[0].strip().upper() for rule in given}
    with open_service(instance, who=who, read_only=True) as service:
        found = service.campaign(ref)
        settled = service.world(found).house_rules
        kept = (f"{rule}={reading}" for rule, reading in settled.items() if rule not in own)
        return str(found.setup["scenario"]), (*kept, *given)


def folder_of(scenario: str) -> Path:
    """Where a scenario lies."""
    from assistant.rules.near import no_such

    shelf = home() / "scenarios"
    here = Path(scenario)
    if scenario and here.name == scenario and is_folder(shelf / scenario):
        return shelf / scenario
    if scenario and is_folder(here):
        return here
    raise no_such("scenario", scenario, sorted(path.name for path in shelf.iterdir() if path.is_dir()))


@cache
def load_war(scenario: str) -> tuple[Book, Scenario]:
    """A scenario with the rosters it is played with."""
    from assistant.packs.load import load_both
    from assistant.rules.effects.registry import parameters

    return load_both(folder_of(scenario), effects=parameters())


def read_house_rules(given: Iterable[str]) -> HouseRules:
    """The defaults, and the readings given as `CON-004=one-every-sixth-turn` on top."""
    from assistant.packs.catalogue import house_rules
    from assistant.rules.house import HouseRules

    return HouseRules(house_rules(), chosen_readings(given))


def chosen_readings(given: Iterable[str]) -> dict[str, str]:
    """The readings given, each rule once; whatever is wrong with them is told at once."""
    from assistant.packs.catalogue import house_rules
    from assistant.rules.house import check_choice

    refusals, chosen = Refusals(), dict[str, str]()
    for text in given:
        with refusals.noting():
            ((rule, reading),) = pairs([text], "--house-rule", "ID=READING, such as CON-068=turn-10").items()
            refuse_again(rule.upper(), chosen, "--house-rule")
            chosen[rule.upper()] = reading
            check_choice(house_rules(), rule.upper(), reading)
    refusals.speak()
    return chosen


def pairs(given: Iterable[str], option: str, form: str) -> dict[str, str]:
    """Options of the form KEY=VALUE, each key once."""
    found: dict[str, str] = {}
    for key, value in each_pair(given, option, form):
        refuse_again(key, found, option)
        found[key] = value
    return found


def refuse_again(key: str, found: Container[str], option: str) -> None:
    """An option says one thing of a key."""
    if key in found:
        raise Malformed("given-twice", f"{option}: {key} is given twice.", do="Keep one of them.")


def each_pair(given: Iterable[str], option: str, form: str) -> Iterator[tuple[str, str]]:
    """Options of the form KEY=VALUE."""
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise Malformed("unreadable-option", f"{option}: {text!r} is not {form}.", do="Mind the = sign.")
        yield key, value


def tower_without_walls() -> Malformed:
    """TOW-01: a tower was asked for where there is no fortress for it to stand in."""
    return Malformed(
        "tower-without-walls",
        "A tower stands in a fortress, and nobody holds one here.",
        do="Say who holds it with --fortress, or leave --tower out.",
    )
