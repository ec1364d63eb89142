"""Rules picked by lot and read again: what the rulebook's lines bring about when they are played."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.declaring import Decide, Declare, UsePower
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.limits import strains
from tests.running.table import Running

SARUMAN, SULLADAN = CommanderId("saruman"), CommanderId("sulladan")


def mustered(game_on: Running, commander: str, place: str) -> Counter[str]:
    """What stands in a commander's first force at a place."""
    return Counter(str(game_on.world.figures[one].profile) for one in game_on.force(commander, place).figures)


def coming(game_on: Running, arrival: str) -> dict[str, int]:
    """What an arrival brings."""
    return {str(each.profiles[0]): each.count for each in game_on.due(arrival).due.figures}


def test_khand_morgul_and_carn_dum_stand_ready_as_listed(game_on: Running) -> None:
    chieftain = game_on.force("king-of-khand", "khandish-encampment").figures[0]
    assert mustered(game_on, "king-of-khand", "khandish-encampment")["khand-foot"] == 5
    assert not game_on.world.figures[chieftain].mounted
    assert mustered(game_on, "witch-king", "minas-morgul") == Counter(
        {"witch-king": 1, "gothmog": 1, "orc": 12, "troll": 1}
    )
    assert game_on.world.figures[FigureId("gothmog")].mounted
    assert mustered(game_on, "witch-king", "cirith-ungol") == Counter({"gorbag": 1, "orc": 3})
    assert mustered(game_on, "buhrdur", "carn-dum") == Counter(
        {"buhrdur": 1, "ringwraith": 1, "orc": 24, "warg-rider": 6}
    )
    assert mustered(game_on, "buhrdur", "fornost") == Counter({"goblin": 24, "wild-warg": 7})


@pytest.mark.rules("WAR-04")
@pytest.mark.parametrize("phase", ["start", "movement", "combat"])
def test_sarumans_war_brings_his_pikes_on_the_turn_whenever_he_declares_it(
    game_on: Running, phase: str
) -> None:
    game_on.do(Decide("saruman.fangorn", "disturbed")).go_to(2, phase)
    game_on.do(Declare(EventId("war-of-saruman"), SARUMAN))
    pikes = {"uruk-hai-pikeman": 20, "feral-uruk-hai": 3, "uruk-hai-shaman": 1}
    assert coming(game_on, "pikes-of-isengard") == pikes
    assert game_on.due("pikes-of-isengard").due.places == ("isengard",)


def test_with_fangorn_spared_half_of_each_kind_comes_and_a_lone_figure_all_the_same(game_on: Running) -> None:
    game_on.go_to(5).do(Declare(EventId("war-of-saruman"), SARUMAN))
    pikes = {"uruk-hai-pikeman": 10, "feral-uruk-hai": 2, "uruk-hai-shaman": 1}
    assert coming(game_on, "pikes-of-isengard") == pikes
    assert coming(game_on, "wild-men-of-dunland") == {"wild-man-of-dunland": 6}


@pytest.mark.rules("WAR-12")
def test_the_turn_after_the_war_of_the_ring_brings_the_black_numenoreans_and_gondors_second_man(
    game_on: Running,
) -> None:
    game_on.go_to(2).do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    with pytest.raises(StopIteration):
        game_on.due("black-numenoreans")
    game_on.go_to(3)
    host = {"orc": 10, "orc-tracker": 3, "black-numenorean": 9, "morgul-knight": 5}
    assert coming(game_on, "black-numenoreans") == host
    rates = [one.due for one in agenda(game_on.game.kit, game_on.world).arrivals]
    men = {one.turn: one.figures[0].count for one in rates if one.id == "men-of-minas-tirith"}
    assert men == {1: 1, 2: 1, 3: 2}


def test_turn_ten_brings_sulladan_himself_and_every_turn_an_easterling(game_on: Running) -> None:
    game_on.do(Arrive("easterling-levies@1"))
    assert mustered(game_on, "easterling-king", "easterling-city")["easterling-foot"] in (1, 13)
    game_on.go_to(10)
    host = {"sulladan": 1, "harad-chieftain": 1, "mumak": 1, "haradrim-foot": 12, "haradrim-cavalry": 4}
    assert coming(game_on, "second-host-of-harad") == host


@pytest.mark.rules("WAR-10")
def test_the_haradrim_who_march_as_they_must_are_warned_of_nothing(game_on: Running) -> None:
    """Sulladan has no base, so nobody of his is too far from it; the Black Gate is in Mordor."""
    game_on.go_to(5).do(Arrive("first-host-of-harad@5")).go_to(5, "movement")
    host = game_on.force("sulladan", "south-road").id
    astray = game_on.copy()
    game_on.do(March(host, PlaceId("black-gate")))
    assert not any("WAR-" in line for line in game_on.said)
    assert not any(one.may_be_broken for one in strains(game_on.game.kit, game_on.world, SULLADAN))
    # Dol Amroth is further from the Black Gate than the South Road, and only such as go there do not count.
    astray.do(March(host, PlaceId("dol-amroth")))
    assert any("Straight to the Black Gate" in line for line in astray.said)
    assert any(one.may_be_broken for one in strains(astray.game.kit, astray.world, SULLADAN))


@pytest.mark.rules("STA-06")
def test_a_base_lost_twice_costs_twice(game_on: Running) -> None:
    camp = PlaceId("khandish-encampment")
    game_on.do(TakePlace(camp, "good", ()))
    game_on.do(TakePlace(camp, "evil", (CommanderId("king-of-khand"),)))
    assert game_on.points("king-of-khand") == -25
    game_on.do(TakePlace(camp, "good", ()))
    assert game_on.points("king-of-khand") == -50


@pytest.mark.rules("STA-09")
def test_sulladans_half_of_minas_tirith_counts_double_and_his_partners_does_not(game_on: Running) -> None:
    both = (SULLADAN, CommanderId("witch-king"))
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil", both))
    assert (game_on.points("sulladan"), game_on.points("witch-king")) == (20, 10)


@pytest.mark.rules("STA-05")
def test_aragorns_death_is_worth_his_leadership_and_five_and_a_wound_nothing(game_on: Running) -> None:
    game_on.go_to(1, "movement")
    number = game_on.meet("aragorn", "witch-king", "osgiliath")
    game_on.go_to(1, "combat").report(number, {"aragorn": "eliminated", "gimli": "wounded"}, winner="evil")
    leadership = game_on.game.book.profiles[game_on.world.figures[FigureId("aragorn")].profile].leadership
    assert game_on.points("witch-king") == leadership + 5 == 8


@pytest.mark.rules("MNT-01", "MNT-02")
def test_eomer_leaves_his_horse_below_caradhras_and_his_riders_cannot_follow(game_on: Running) -> None:
    game_on.go_to(1, "movement").stand("eomer", "moria-west-gate")
    force = game_on.force_with("eomer").id
    with pytest.raises(Illegal, match="may not enter Caradhras"):
        game_on.copy().do(March(force, PlaceId("caradhras")))
    game_on.do(March(force, PlaceId("caradhras"), (FigureId("eomer"),)), "let-be")
    assert not game_on.world.figures[FigureId("eomer")].mounted


@pytest.mark.rules("WAR-13")
def test_the_darkness_is_refused_before_the_war_and_a_second_time_after_it(game_on: Running) -> None:
    darkness = UsePower("creeping-darkness")
    with pytest.raises(Illegal, match="War of the Ring must be declared first"):
        game_on.do(darkness)
    game_on.do(Declare(EventId("war-of-the-ring"), CommanderId("mouth-of-sauron"))).do(darkness)
    with pytest.raises(Illegal):
        game_on.go_to(8).do(darkness)
