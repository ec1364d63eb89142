"""`assistant quick`: a fight between any two lists, without a campaign and in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import Literal

import click

from assistant.campaign.story import Account
from assistant.cli import nearness
from assistant.cli.asking import Dice
from assistant.cli.common import aside, json_option, load_game, print_json
from assistant.cli.loading import house_rules_option, pairs, tower_without_walls
from assistant.cli.telling import account_json, echo_account, names_in
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Malformed
from assistant.packs.battle import fight_of_lists
from assistant.packs.faults import shown
from assistant.packs.lists import Listed, figure_rows, parse_list, read_list, refusal
from assistant.rules.book import TERRAINS, Book, PlaceId, Terrain
from assistant.rules.book import Place as MapPlace
from assistant.rules.combat.proposal import with_proposals, with_wizardry, wizardry_spent
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup, other
from assistant.rules.effects.walls import is_defensible
from assistant.rules.effects.ways import ground_of
from assistant.rules.game import RingOfPower
from assistant.rules.wording import join, many
from assistant.simulate.resolve import resolve

Place = Literal["first", "second"]
PLACES: tuple[Place, ...] = ("first", "second")
BY_HAND = ("ask", "by hand", "by-hand", "hand")
Lists = tuple[Sequence[Listed], Sequence[Listed]]


class WhoRolls(click.Choice[str]):
    """The app, or the table in whatever words."""

    def __init__(self) -> None:
        super().__init__(["app", "ask"])

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        asked = "ask" if str(value).lower() in BY_HAND else value
        return super().convert(asked, param, ctx)


@click.command(epilog="\b\nExample: assistant quick '12 uruk-hai, lurtz' '8 rohirrim, eomer' --terrain woods")
@click.argument("first", required=False, metavar="[LIST]")
@click.argument("second", required=False, metavar="[LIST]")
@click.option(
    "--terrain",
    type=click.Choice(TERRAINS),
    help="The ground they stand on; the place's own if left out, else clear.",
)
@click.option("--place", help="A place whose rules apply, such as helms-deep.")
@click.option(
    "--fortress",
    type=click.Choice([*PLACES, *SIDES]),
    help="Who holds the place and its walls; whoever is attacked if left out.",
)
@click.option("--tower", is_flag=True, help="There is a tower to retire to.")
@click.option("--darkness", is_flag=True, help="The fight is under darkness.")
@click.option("--attacker", type=click.Choice([*PLACES, *SIDES]), help="Who moved into combat.")
@click.option("--hides", type=click.Choice([*PLACES, *SIDES]), help="Who hides, being characters only.")
@house_rules_option
@click.option("--odds", "only_odds", is_flag=True, help="Tell the chances instead of fighting.")
@click.option("--seed", type=int, help="Roll the same dice every time.")
@click.option(
    "--dice",
    type=WhoRolls(),
    default="app",
    show_default=True,
    help="Let the app roll and decide everything, or walk through it step by step (`by hand` is the same).",
)
@click.option("--log", "show_log", is_flag=True, help="Print the blow-by-blow account too.")
@json_option
def quick(
    first: str | None,
    second: str | None,
    terrain: Terrain | None,
    place: str | None,
    fortress: str | None,
    tower: bool,
    darkness: bool,
    attacker: str | None,
    hides: str | None,
    house_rules: tuple[str, ...],
    only_odds: bool,
    seed: int | None,
    dice: Dice,
    show_log: bool,
    as_json: bool,
) -> None:
    """Fight two lists of figures against each other, and tell how it went.

    Lists are typed as people write them: '12 uruk-hai, Lurtz', 'eight riders of Rohan and Éomer',
    'Aragorn with Andúril', '3 armored elves near Elrond'. What is missing is asked for. Nothing is recorded.
    """
    if dice == "ask" and (seed is not None or as_json or only_odds):
        raise _by_hand_alone()
    game = load_game()
    lists = _lists(game.book, first, second)
    good = _good_place(game.book, lists)
    sides: dict[FightingSide, Sequence[Listed]] = {
        "good": lists[PLACES.index(good)],
        "evil": lists[1 - PLACES.index(good)],
    }
    known = game.book.places.get(PlaceId(place)) if place else None
    came = _side(attacker, good)
    walls = _side(fortress, good) or (_holder(known, came, dice) if known else None)
    site: dict[str, Json] = {"terrain": terrain or ground_of(known) or "clear", "darkness": darkness}
    site |= {"place": place, "holder": walls} if place else {}
    site |= {"fortress": walls} if fortress else {}
    site |= {"tower": True} if tower else {}
    site |= {"attacker": came} if came else {}
    readings = {rule.upper(): value for rule, value in pairs(house_rules, "--house-rule", "ID=VALUE").items()}
    declared = _declared(game.book, sides, site, readings).hiding(_side(hides, good))
    if tower and declared.site.fortress is None:
        raise tower_without_walls()
    setup = with_proposals(game.book, declared)
    for line in (*_read_as(game.book, lists), *_out_of_place(game.book, setup)):
        click.echo(line, err=True)
    if dice == "ask":
        setup = nearness.asked(game.book, setup)
    for line in nearness.told(game.book, setup) if dice != "ask" else ():
        click.echo(line, err=True)
    if dice == "ask":
        _walk(game, setup, dice)
        return
    # Nobody is asked what wizards do with their points, so they do what is best.
    fight = with_wizardry(game.book, setup)
    assumed = tuple(wizardry_spent(game.book, setup, fight))
    if only_odds:
        _tell_odds(game, fight, assumed, seed, as_json)
    else:
        _fight(game, fight, assumed, seed, show_log, as_json)


def _by_hand_alone() -> Malformed:
    return Malformed(
        "by-hand-alone",
        "Dice rolled by hand go with neither --seed nor --json nor --odds.",
        do="Leave out one or the other.",
    )


def _walk(game: RingOfPower, setup: FightSetup, dice: Dice) -> None:
    from assistant.cli.fight import walk
    from assistant.cli.fighting import LooseFight

    walk(LooseFight(game, setup), dice, game.book)


def _lists(book: Book, first: str | None, second: str | None) -> Lists:
    """Both lists, with every fault of either; one that is missing is asked for until it can be read."""
    read: list[Sequence[Listed]] = []
    faults = []
    for which, text in zip(PLACES, (first, second), strict=True):
        if text is None:
            continue
        listed, wrong = parse_list(text, book, f"the {which} list")
        if not listed and not wrong:
            raise Malformed("nobody-there", f"The {which} list names nobody.", do="Name at least one figure.")
        read.append(listed)
        faults += wrong
    if faults:
        raise refusal(faults)
    for which in PLACES[len(read) :]:
        read.append(_asked(lambda text: read_list(text, book), f"Who is on the {which} side"))
    return read[0], read[1]


def _asked(read: Callable[[str], Sequence[Listed]], question: str) -> Sequence[Listed]:
    while True:
        try:
            with aside():
                typed = click.prompt(question)
            if listed := read(typed):
                return listed
        except AssistantError as error:
            for line in error.lines():
                click.echo(line, err=True)


def _good_place(book: Book, lists: Lists) -> Place:
    """Which list stands in good's place: the one with more of good in it, the first if they are even."""
    first, second = (_goodness(book, one) for one in lists)
    return "first" if first >= second else "second"


def _goodness(book: Book, listed: Sequence[Listed]) -> float:
    worth = {"good": 1, "uncontrolled": 0, "evil": -1}
    return sum(worth[book.profiles[one.profile].side] for one in listed) / len(listed)


def _side(who: str | None, good: Place) -> FightingSide | None:
    """A side by its own name, or by the list that stands in its place."""
    match who:
        case "first" | "second":
            return "good" if who == good else "evil"
        case "good" | "evil":
            return who
    return None


def _holder(place: MapPlace, came: FightingSide | None, dice: Dice) -> FightingSide | None:
    """FOR-01: who is attacked at a place holds it; where nobody said, the table is asked, or told."""
    if came is not None:
        return other(came)
    if not is_defensible(place):
        return None
    if dice == "ask":
        answer = click.prompt(f"Who holds {place.name}?", type=click.Choice([*SIDES, "nobody"]))
        return next((side for side in SIDES if side == answer), None)
    click.echo(
        f"Nobody is said to hold {place.name}, so its defenses help neither side: "
        "say --fortress first or second, or --attacker.",
        err=True,
    )
    return None


def _declared(
    book: Book,
    sides: dict[FightingSide, Sequence[Listed]],
    site: dict[str, Json],
    readings: dict[str, str],
) -> FightSetup:
    ours = figure_rows(sides["good"])
    taken = [str(row["id"]) for row in ours if isinstance(row, dict)]
    battle: dict[str, Json] = {
        "site": site,
        "house_rules": {**readings},
        "sides": {"good": {"figures": ours}, "evil": {"figures": figure_rows(sides["evil"], taken)}},
    }
    return fight_of_lists(battle, "the lists", book)


def _read_as(book: Book, lists: Lists) -> list[str]:
    """Whom somebody was taken for who was named by a part of the name only."""
    parts = [one for listed in lists for one in listed if one.typed]
    return [f"{shown(one.typed)} is read as {book.profiles[one.profile].name}." for one in parts]


def _out_of_place(book: Book, setup: FightSetup) -> list[str]:
    """Those who fight against their own side do so here, and it is said."""
    lines = []
    for side in SIDES:
        profiles = (book.profiles[one.profile] for one in setup.side(side).figures)
        counts = Counter(one for one in profiles if one.side == other(side))
        names = [one.name if counts[one] == 1 else many(one) for one in counts]
        if names:
            verb = "fights" if counts.total() == 1 else "fight"
            lines.append(f"{join(names)} {verb} here in the place of {side}.")
    return lines


def _tell_odds(
    game: RingOfPower, setup: FightSetup, assumed: tuple[str, ...], seed: int | None, as_json: bool
) -> None:
    from assistant.cli.odds import Telling, show
    from assistant.simulate.odds import odds

    found = odds(game, setup, seed=seed, progress=Telling("Fought blow by blow"))
    if as_json:
        print_json({**found.to_json(), **_taken(assumed)})
    else:
        show(found, assumed)


def _fight(
    game: RingOfPower,
    setup: FightSetup,
    assumed: tuple[str, ...],
    seed: int | None,
    show_log: bool,
    as_json: bool,
) -> None:
    random = SystemRandom() if seed is None else Random(seed)
    resolution = resolve(game, setup, None, random)
    account = Account.of(setup, resolution.played)
    if as_json:
        print_json({**resolution.to_json(), **account_json(account, game.book), **_taken(assumed)})
        return
    names = names_in(game.book, resolution)
    for line in (*assumed, *resolution.played.done.log) if show_log else ():
        click.echo(names.told(line))
    echo_account(account, game.book)
    for line in () if show_log else assumed:
        click.echo(line)


def _taken(assumed: tuple[str, ...]) -> dict[str, Json]:
    return {"assumed": [*assumed]} if assumed else {}
