"""VIC-05, VIC-07: what nobody holds is overrun by nobody, whoever held it before."""

from __future__ import annotations

import pytest

from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, Side
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.game import RingOfPower
from assistant.rules.victory import is_overrun, lost_homes, verdict
from tests.running.table import Running

FOUR = ("barad-dur", "goblin-town", "moria", "dol-guldur")
EREBOR = PlaceId("erebor")
SHIRE = ("hobbiton", "tookborough", "buckland")


@pytest.mark.rules("AMB-070")
def test_bases_that_nobody_holds_win_the_game_for_nobody(game_on: Running) -> None:
    # Lines 429 and 432: overrun by evil figures, overrun by the good side.
    for place in (*FOUR, "helms-deep", "minas-tirith", "dol-amroth", "rivendell", "erebor"):
        game_on.do(TakePlace(PlaceId(place), "uncontrolled"))
    assert game_on.titles[-1] == "Nobody holds Erebor (Lonely Mountain)"
    assert not any("is free again" in line for line in game_on.said)
    assert verdict(game_on.game.kit, game_on.world) is None
    # Line 436: captured, which a home that stands empty is not.
    assert lost_homes(game_on.game.kit, game_on.world, CommanderId("gondor")) == ()


def test_who_is_due_only_where_nobody_holds_the_place_is_lost_and_told_so_once(game_on: Running) -> None:
    # Line 43: a place that is not under their control.
    game_on.do(TakePlace(PlaceId("pelargir"), "uncontrolled"))
    told = [line for line in game_on.said if line.startswith("Fiefdoms of Gondor:")]
    assert told == ["Fiefdoms of Gondor: what is due only at Pelargir while nobody holds it is lost."]


@pytest.mark.parametrize("before", ["good", "evil"])
@pytest.mark.rules("AMB-048")
def test_a_shire_that_nobody_holds_is_nobodys_with_all_its_settlements(
    game_on: Running, before: Side
) -> None:
    # Lines 1104-1112: it has no stronghold of its own, only its settlements.
    if before == "evil":
        game_on.do(TakePlace(PlaceId("shire"), "evil", (CommanderId("saruman"),)))
    game_on.do(TakePlace(PlaceId("shire"), "uncontrolled"))
    assert {game_on.world.war.holder(PlaceId(one)) for one in ("shire", *SHIRE)} == {"uncontrolled"}
    assert "Nobody holds The Shire." in game_on.said
    for side in ("evil", "good"):
        again = game_on.copy().do(TakePlace(PlaceId("shire"), side))
        assert {again.world.war.holder(PlaceId(one)) for one in ("shire", *SHIRE)} == {side}


@pytest.mark.rules("AMB-048")
def test_a_shire_without_a_settlement_of_good_is_evils_only_with_all_three(game_on: Running) -> None:
    shire, hobbiton = PlaceId("shire"), PlaceId("hobbiton")
    game_on.do(TakePlace(hobbiton, "uncontrolled")).do(TakePlace(PlaceId("tookborough"), "evil"))
    # Buckland is good's still.
    assert game_on.world.war.holder(shire) == "good"
    game_on.do(TakePlace(PlaceId("buckland"), "evil"))
    assert game_on.world.war.holder(shire) == "uncontrolled"
    game_on.do(TakePlace(hobbiton, "evil"))
    assert game_on.world.war.holder(shire) == "evil"
    game_on.do(TakePlace(hobbiton, "uncontrolled"))
    assert game_on.world.war.holder(shire) == "uncontrolled"
    assert not is_overrun(game_on.game.kit, game_on.world, shire, "good")


@pytest.mark.parametrize(
    ("ways", "expected"), [(("evil",), True), (("good",), False), (("evil", "good"), True)]
)
@pytest.mark.rules("AMB-070")
def test_a_base_that_was_given_up_before_the_enemy_took_it_was_overrun_all_the_same(
    war: RingOfPower, ways: tuple[Side, ...], expected: bool
) -> None:
    # Lines 429-432, read as ever overrun: Erebor stands empty, and then evil figures are in it, or good ones.
    game = Running.begun(war, house={"AMB-070": "ever-overrun"})
    for side in ways:
        game.do(TakePlace(EREBOR, "uncontrolled")).do(TakePlace(EREBOR, side))
    assert is_overrun(game.game.kit, game.world, EREBOR, "good") == expected
    assert bool(lost_homes(game.game.kit, game.world, CommanderId("dwarves"))) == expected


@pytest.mark.rules("AMB-048", "AMB-070")
def test_what_was_taken_part_by_part_and_won_back_each_time_was_never_overrun(war: RingOfPower) -> None:
    game = Running.begun(war, house={"AMB-070": "ever-overrun"})
    for place in SHIRE:
        game.do(TakePlace(PlaceId(place), "evil")).do(TakePlace(PlaceId(place), "good"))
    assert not is_overrun(game.game.kit, game.world, PlaceId("shire"), "good")
    for place in SHIRE:
        game.do(TakePlace(PlaceId(place), "evil"))
    game.do(TakePlace(PlaceId("hobbiton"), "good"))
    assert is_overrun(game.game.kit, game.world, PlaceId("shire"), "good")
