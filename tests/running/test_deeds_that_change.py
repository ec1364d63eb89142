"""Deeds by hand change what they say; what they say is what the rules have."""

from __future__ import annotations

import pytest

from assistant.campaign.due import items
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.effects import darkness
from assistant.rules.standing import members
from tests.running.table import Running


def uruks(game_on: Running) -> tuple[FigureId, ...]:
    profiles = game_on.game.book.profiles
    there = members(game_on.world, game_on.force_with("lurtz"))
    return tuple(one.id for one in there if not profiles[one.profile].is_character)


def listed(game_on: Running) -> str:
    kit, world = game_on.game.kit, game_on.world
    return "\n".join(one.says for one in items(kit, world, agenda(kit, world), ()))


def test_the_dead_are_not_slain_again(game_on: Running) -> None:
    first, *others = uruks(game_on)
    game_on.do(Adjust((first,), "he fell", condition="eliminated"))
    with pytest.raises(Illegal, match="is eliminated already"):
        game_on.do(Adjust((first, *others), "all of them", condition="eliminated"))
    game_on.do(Adjust(tuple(others), "the others too", condition="eliminated"))


def test_who_is_put_elsewhere_may_stay_as_he_is(game_on: Running) -> None:
    game_on.do(Adjust((FigureId("faramir"),), "there he is", condition="fit", place=PlaceId("osgiliath")))
    assert game_on.force_with("faramir").place == "osgiliath"


@pytest.mark.rules("CON-095")
def test_a_shaman_is_not_offered_in_exchange_while_one_of_his_kind_is_in_play(game_on: Running) -> None:
    # A goblin shaman stands in Moria from the start.
    assert "Goblin Shaman instead" not in listed(game_on)
    shamans = [one.id for one in game_on.world.figures.values() if one.profile == "goblin-shaman"]
    game_on.do(Adjust(tuple(shamans), "he fell", condition="eliminated"))
    assert "Goblin Shaman instead" in listed(game_on)


@pytest.mark.rules("MNT-10")
def test_a_rider_set_on_foot_by_hand_may_mount_again_at_edoras(game_on: Running) -> None:
    riders = [one for one in members(game_on.world, game_on.force("rohan", "edoras")) if one.mounted]
    game_on.go_to(2).do(Adjust((riders[0].id,), "his horse was shot", mounted=False))
    (title,) = game_on.go_to(2, "combat").told("remounting")
    assert title.endswith("may mount again")


@pytest.mark.rules("WAR-13", "WAR-14", "WAR-16", "WAR-17")
def test_the_darkness_stills_mordor_and_not_the_land_it_covers(game_on: Running) -> None:
    power = next(one for one in game_on.game.kit.scenario.powers if darkness.numbers_of(one))
    game_on.set_war(events={"war-of-the-ring": 1}).do(UsePower(power.id))
    assert "While the darkness lasts no minion moves figures inside Mordor (WAR-17)." in game_on.said
    assert not any("in it" in line for line in game_on.said)
    assert said_now(game_on) == 'Darkness reaches 8" beyond Mordor, 4 turns after this one.'
    assert said_now(game_on.go_to(5)) == 'Darkness reaches 40" beyond Mordor, for the last turn.'


def said_now(game_on: Running) -> str:
    kit = game_on.game.kit
    found = darkness.darkness_now(kit, game_on.world)
    assert found is not None
    return darkness.said_of(kit, found)
