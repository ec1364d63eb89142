"""WAR-03, WAR-10, REI-S14: newcomers of Harad and Dunland are known on their way, not only at its start."""

from __future__ import annotations

import pytest

from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.marching import March
from assistant.rules.limits import strains
from tests.running.table import Running

SULLADAN, SARUMAN = CommanderId("sulladan"), CommanderId("saruman")
STRAIGHT = "Mind: Straight to the Black Gate"


def away(running: Running, commander: CommanderId) -> list[int]:
    """How many of his figures count as too far from home, by limit."""
    return [one.away for one in strains(running.game.kit, running.world, commander)]


def is_told(running: Running, words: str) -> bool:
    return any(line.startswith(words) for line in running.said)


@pytest.fixture
def host(game_on: Running) -> Running:
    """The first host of Harad has come in on turn 5, and Ithilien is empty."""
    game_on.stand("faramir", "minas-tirith")
    return game_on.go_to(5).do(Arrive("first-host-of-harad@5")).go_to(5, "movement")


def go(running: Running, place: str) -> Running:
    return running.do(March(running.force_with("harad-foot-chieftain").id, PlaceId(place)))


@pytest.mark.rules("WAR-10")
def test_a_host_that_stops_on_its_way_is_not_astray_and_in_no_count(host: Running) -> None:
    # South Road to Black Gate is six turns; Ithilien lies beside the way, an inch off.
    go(host, "ithilien")
    assert not is_told(host, STRAIGHT)
    assert away(host, SULLADAN) == [0]


@pytest.mark.rules("WAR-10", "REI-S14")
def test_from_wherever_it_stopped_a_host_that_turns_aside_is_told(host: Running) -> None:
    go(host, "ithilien").go_to(6, "movement")
    go(host, "pelargir")
    assert is_told(host, STRAIGHT)
    # Only such as go straight there are outside the limit of five: the whole host counts, this turn and next.
    assert is_told(host, "Mind: On the south table at most 5")
    assert away(host, SULLADAN) == [14] == away(host.go_to(7, "movement"), SULLADAN)


@pytest.mark.rules("REI-S14")
def test_a_turn_in_mordor_comes_before_anyone_goes_further(host: Running) -> None:
    go(host, "black-gate").go_to(6, "movement")
    inside = host.copy()
    assert is_told(go(host, "minas-tirith"), STRAIGHT)
    assert not is_told(go(inside, "gorgoroth"), STRAIGHT)
    # Come on turn 5 and there through turn 6, they are free on turn 7; the limit of five counts them then.
    go(inside.go_to(7, "movement"), "minas-tirith")
    assert not is_told(inside, STRAIGHT)
    assert away(inside, SULLADAN) == [14]


@pytest.mark.rules("REI-S14")
def test_the_war_of_the_ring_frees_a_host_on_its_march(host: Running) -> None:
    go(host, "ithilien").go_to(6, "movement").do(Declare(EventId("war-of-the-ring"), SULLADAN))
    assert not is_told(go(host, "pelargir"), STRAIGHT)


@pytest.mark.rules("WAR-03")
def test_the_wild_men_go_to_isengard_and_nowhere_else_also_from_the_fords(game_on: Running) -> None:
    game_on.stand("theodred", "edoras").go_to(5).do(Arrive("wild-men-of-dunland@5")).go_to(5, "movement")
    force = game_on.force("saruman", "dunland").id
    before = away(game_on, SARUMAN)
    # The river lies between Dunland and the gate of Isengard: the straight way leads over the Fords.
    game_on.do(March(force, PlaceId("fords-of-isen")))
    assert not is_told(game_on, "Mind: Straight to Isengard")
    assert away(game_on, SARUMAN) == before
    game_on.go_to(6, "movement").do(March(force, PlaceId("dunharrow")))
    assert is_told(game_on, "Mind: Straight to Isengard")
    # From then on all of them count.
    many = len(game_on.world.war.forces[force].figures)
    assert away(game_on, SARUMAN) == [one + many for one in before]


@pytest.mark.rules("WAR-01")
def test_only_newcomers_are_outside_the_count_in_dunland(game_on: Running) -> None:
    # Lines 733, 734: at most 5 of Saruman's figures over 8" from Isengard, and only reinforcements received
    # do not count. The ten Uruk-hai he starts with are none, wherever they go, and owe Isengard no march.
    home = game_on.go_to(1, "movement").force("saruman", "isengard")
    uruks = tuple(one for one in home.figures if game_on.world.figures[one].profile == "uruk-hai")
    assert len(uruks) == 10
    game_on.do(March(home.id, PlaceId("dunland"), uruks), "away")
    assert away(game_on, SARUMAN) == [10]
    assert any("10 are away from home" in line for line in game_on.said)
    game_on.go_to(2, "movement").do(March(game_on.force_with(uruks[0]).id, PlaceId("tharbad")))
    assert not is_told(game_on, "Mind: Straight to Isengard")


def test_who_comes_to_saruman_where_others_come_in_is_on_no_march(game_on: Running) -> None:
    # Line 583: Sharkey and his ruffians come to wherever Saruman is, and go where he likes.
    army = [one for one in game_on.world.figures.values() if one.profile in ("uruk-hai", "uruk-hai-scout")]
    game_on.do(Adjust(tuple(one.id for one in army), "slain", condition="eliminated")).go_to(2, "movement")
    game_on.stand("saruman", "dunland")
    game_on.confirm("Saruman, with fewer than 2 army figures, leaves Isengard")
    game_on.do(Arrive(game_on.due("sharkey").key)).go_to(3, "movement")
    game_on.do(March(game_on.force_with("sharkey").id, PlaceId("tharbad")))
    assert not is_told(game_on, "Mind: Straight to Isengard")


@pytest.mark.rules("WAR-10")
def test_who_returns_to_the_south_road_from_the_black_gate_is_on_no_march_any_more(host: Running) -> None:
    # Lines 577, 756: their march ended at the Black Gate on turn 5; a turn later they count as any other.
    go(host, "black-gate").go_to(7, "movement")
    go(host, "south-road")
    assert not is_told(host, STRAIGHT)
    assert away(host, SULLADAN) == [14]


@pytest.mark.effect("march-on")
@pytest.mark.rules("WAR-10")
def test_a_host_that_does_not_march_on_is_told_and_counts_from_then_on(host: Running) -> None:
    # Lines 577, 756: directly to the Black Gate at their maximum move, and only such do not count.
    stays, goes, spared = host, host.copy(), host.copy()
    (title,) = stays.told("march-on")
    assert title.endswith("on to Black Gate")
    stays.go_to(5, "combat")
    assert any("not marched on to Black Gate" in line for line in stays.said)
    assert away(stays, SULLADAN) == [14]
    assert stays.go_to(6, "movement").told("march-on") == []
    # Who goes on does not count, and is reminded on the next turn; a table may let somebody be for a turn.
    assert go(goes, "ithilien").told("march-on") == []
    goes.go_to(5, "combat")
    assert away(goes, SULLADAN) == [0]
    assert len(goes.go_to(6, "movement").told("march-on")) == 1
    spared.confirm(title, how="skipped").go_to(5, "combat")
    assert away(spared, SULLADAN) == [0]


@pytest.mark.effect("march-on")
@pytest.mark.rules("WAR-03")
def test_the_wild_men_who_stay_in_dunland_count_towards_the_limit(game_on: Running) -> None:
    # Line 734: reinforcements march to Isengard at their maximum move. Six wild men, half of twelve, stay.
    game_on.go_to(5).do(Arrive("wild-men-of-dunland@5")).go_to(5, "movement")
    before = away(game_on, SARUMAN)
    assert game_on.told("march-on") == ["Wild Men of Dunland march on to Isengard"]
    assert away(game_on.go_to(5, "combat"), SARUMAN) == [one + 6 for one in before]
