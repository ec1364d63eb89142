"""Charts of a running game and the screens agree on how far those go who bear or wear something."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from assistant.campaign.playing import Table as Game
from assistant.campaign.views.gifts import gifts_of
from assistant.kernel.ids import FigureId
from assistant.printing.sheets_now import now_of
from assistant.printing.sheets_source import Material
from assistant.rules.book import Move, ProfileId
from assistant.rules.companies import JOINED, leaving
from assistant.rules.core.resources import membership_of
from assistant.rules.deeds.pace import pace_of
from assistant.rules.march.facts import FiguresJoined
from assistant.rules.movement import allowance
from assistant.rules.standing import is_on_table
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.world import Figure, World
from tests.printing.test_live_facts import figures

# The demo, which has many things handed out by its ninth turn.
from tests.printing.test_sheets_now import game as game
from tests.printing.test_sheets_now import now as now

ARAGORN, FARAMIR, LEGOLAS = map(FigureId, ("aragorn", "faramir", "legolas"))
MOVE = r"(\d+|–) / (\d+|–)".replace("–", "[–-]")


def printed(game: Game, now: Material, world: World) -> Material:
    """The sheets of the demo with its world changed so."""
    return replace(now, now=now_of(game.kit, world))


def wearing(game: Game, *who: str) -> World:
    """The demo with these in heavy armor."""
    armor = {f"heavy-armor@{one}": one for one in who}
    war = replace(game.world.war, things={**game.world.war.things, **armor})
    return replace(game.world, war=war)


def on_screen(game: Game, world: World, one: Figure) -> str:
    pace = pace_of(game.kit, world, (one,))
    return " / ".join("-" if inches is None else f"{inches:g}" for inches in (pace.clear, pace.difficult))


def bearers(world: World) -> list[Figure]:
    """All on the table who have something with them, one of each kind and commander.

    The rope's bearer is left out: it helps a company, and the chart tells of it apart from his row.
    """
    found = {}
    for name in world.war.things.values():
        one = world.figures.get(FigureId(name))
        force = world.war.force_of(one.id) if one else None
        if name == world.war.things["elven-rope"]:
            continue
        if one is not None and is_on_table(one) and force is not None and force.commander:
            found[one.profile, force.commander] = one
    return list(found.values())


@pytest.mark.rules("ABL-HEAVYARMOUR")
def test_everybody_who_bears_something_goes_as_far_on_the_chart_as_on_the_screens(
    game: Game, now: Material
) -> None:
    rangers = [one.id for one in game.world.figures.values() if one.profile == "ranger"]
    world = wearing(game, "aragorn", "boromir", "faramir", *rangers)
    made = printed(game, now, world)
    compared = set[str]()
    for one in bearers(world):
        profile, force = game.kit.book.profiles[one.profile], world.war.force_of(one.id)
        assert force is not None
        assert force.commander is not None
        rows = figures(made, force.commander)
        row = next((row for name, row in rows.items() if profile.name in name.split(" / ")), None)
        if row is None:
            continue
        hasty = re.search(rf"haste ({MOVE})", row[-1].partition("Rides")[0])
        as_listed = replace(one, mounted=profile.starts_mounted or profile.printed_mounted)
        assert (hasty[1] if hasty else row[3]) == on_screen(game, world, as_listed), profile.name
        if riding := re.search(rf"Rides ({MOVE})(?:, haste ({MOVE}))?", row[-1]):
            mounted = replace(one, mounted=True)
            assert (riding[4] or riding[1]) == on_screen(game, world, mounted), profile.name
        compared.add(one.profile)
    assert {"aragorn", "ranger", "frodo"} <= compared


@pytest.mark.rules("ABL-HEAVYARMOUR")
def test_heavy_armor_that_is_worn_takes_an_inch_from_a_march(game: Game) -> None:
    # Line 259: 1 inch less in any terrain; it comes off once the move is doubled.
    before, after = (
        on_screen(game, world, world.figures[ARAGORN]) for world in (game.world, wearing(game, ARAGORN))
    )
    assert (before, after) == ("20 / 16", "19 / 15")


@pytest.mark.rules("ABL-HEAVYARMOUR")
def test_heavy_armor_slows_also_those_whose_move_is_printed(game: Game) -> None:
    boromir = replace(game.kit.book.profiles[ProfileId("boromir")], printed_move=Move(12, 9))
    moves = [
        allowance(boromir, False, game.kit.house(game.world), bears=one) for one in ((), ("heavy-armor",))
    ]
    assert [(one.clear, one.difficult) for one in moves] == [(12, 9), (11, 8)]
    assert moves[1].reasons == ("as its chart prints it", "-1 heavy armor (ABL-HEAVYARMOUR)")


def test_the_doubled_move_of_a_rider_is_printed(game: Game, now: Material) -> None:
    # Lines 71 and 665: 15 twice; of the 9 in difficult ground 7 are doubled, and a tracker's 2 come to it.
    special = figures(now, "fellowship")["Aragorn"][-1]
    assert "Rides 15 / 9, haste 30 / 16" in special
    assert (
        "Rides 14 / 8, haste 29 / 15"
        in figures(printed(game, now, wearing(game, ARAGORN)), "fellowship")["Aragorn"][-1]
    )


def test_an_army_in_heavy_armor_is_printed_so_if_all_of_it_is(game: Game, now: Material) -> None:
    rangers = rangers_of(game, "fellowship")
    assert figures(now, "fellowship")["Ranger"][2:4] == ("3+", "9 / 8")
    bare = {key: one for key, one in game.world.war.things.items() if one != rangers[0]}
    made = printed(game, now, replace(game.world, war=replace(game.world.war, things=bare)))
    assert figures(made, "fellowship")["Ranger"][2:4] == ("4+", "10 / 9")


def rangers_of(game: Game, commander: str) -> list[FigureId]:
    return [
        one
        for force in game.world.war.forces.values()
        if force.commander == commander
        for one in force.figures
        if game.world.figures[one].profile == "ranger"
    ]


def test_rangers_of_another_commander_are_printed_as_they_are(game: Game, now: Material) -> None:
    world = wearing(game, *rangers_of(game, "gondor"))
    assert figures(printed(game, now, world), "fellowship")["Ranger"][2:4] == ("3+", "9 / 8")


@pytest.mark.rules("FEL-10")
def test_who_has_left_the_company_is_printed_and_shown_without_its_haste(game: Game, now: Material) -> None:
    # Line 665: only figures in the Fellowship have it.
    assert "haste" in figures(now, "fellowship")["Legolas"][-1]
    world = game.world
    for fact in leaving(world, (LEGOLAS,)):
        world = game.game.apply(world, fact)
    row = figures(printed(game, now, world), "fellowship")["Legolas"]
    assert "haste" not in row[-1]
    assert row[3] == on_screen(game, world, replace(world.figures[LEGOLAS], mounted=False))
    for before, has_it in ((game.world, True), (world, False)):
        assert ("Make haste" in told_on_screen(game, before, LEGOLAS)) is has_it


@pytest.mark.rules("FEL-09")
def test_who_has_joined_the_company_is_printed_with_its_haste(game: Game, now: Material) -> None:
    assert "haste" not in figures(now, "fellowship")["Faramir"][-1]
    aragorns = game.world.war.force_of(ARAGORN)
    assert aragorns is not None
    world = game.world
    for fact in (ChoiceMade(membership_of(FARAMIR), JOINED, 9), FiguresJoined((FARAMIR,), aragorns.id)):
        world = game.game.apply(world, fact)
    row = figures(printed(game, now, world), "fellowship")["Faramir"]
    assert "haste 20 / 14" in row[-1]
    assert on_screen(game, world, replace(world.figures[FARAMIR], mounted=False)) == "20 / 14"


def told_on_screen(game: Game, world: World, figure: FigureId) -> list[str]:
    """What the phone says that somebody can do."""
    force = world.war.force_of(figure)
    assert force is not None
    name = game.kit.book.profiles[world.figures[figure].profile].name
    sorts = gifts_of(replace(game, world=world), force)
    return [gift.says for sort in sorts if sort.who == name for gift in sort.gifts]


def test_the_phone_tells_the_leadership_that_a_sword_gives(game: Game) -> None:
    # Line 1383: 3, and 4 with Andúril, which he has in the demo.
    assert "leadership 4" in told_on_screen(game, game.world, ARAGORN)
