"""REI-E17..E19: what Aragorn brings about is said before a turn ends or he leaves, and has its true date."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.setting_right import SettleEvent
from assistant.rules.deeds.turning import GoOn
from tests.running.table import Running

SARUMAN = CommanderId("saruman")


@pytest.mark.rules("REI-E17")
@pytest.mark.effect("events")
def test_a_turn_does_not_end_past_those_whom_aragorn_brings(game_on: Running) -> None:
    # Should he leave Edoras with nothing said, nobody would know that they were to come.
    game_on.stand("aragorn", "edoras").go_to(1, "combat")
    with pytest.raises(Illegal, match="Aragorn reaches") as held:
        game_on.do(GoOn())
    assert "See to what is due" in (held.value.do or "")
    game_on.confirm("Aragorn reaches Helm's Deep or Edoras").do(GoOn(anyway=True))
    assert game_on.due("grey-company")


@pytest.mark.rules("REI-E17", "REI-E18")
@pytest.mark.effect("events")
def test_what_is_said_a_turn_late_came_about_when_aragorn_came(game_on: Running) -> None:
    # Lines 598, 599: they come the turn after Aragorn reaches Edoras. He comes there on turn 3; that it is
    # said at the start of turn 4 makes them no later than turn 4.
    game_on.report("opening-1", {"lurtz": "eliminated"}, winner="good").go_to(3, "movement")
    game_on.do(March(game_on.force_with("aragorn").id, PlaceId("edoras")), "free").go_to(4)
    skipped = game_on.copy()
    game_on.confirm("Aragorn reaches Helm's Deep or Edoras")
    assert game_on.world.war.events[EventId("aragorn-reaches-helms-deep-or-edoras")] == 3
    assert [game_on.due(one).due.turn for one in ("grey-company", "woses")] == [4, 4]
    # A table that skips it on turn 4 has said that he is not there yet.
    skipped.confirm("Aragorn reaches Helm's Deep or Edoras", how="skipped").go_to(5)
    skipped.confirm("Aragorn reaches Helm's Deep or Edoras")
    assert skipped.world.war.events[EventId("aragorn-reaches-helms-deep-or-edoras")] == 5


@pytest.mark.rules("REI-E17")
@pytest.mark.effect("events")
def test_aragorn_does_not_leave_edoras_before_it_is_said_that_he_reached_it(game_on: Running) -> None:
    game_on.stand("aragorn", "edoras").go_to(2, "movement")
    away = March(game_on.force_with("aragorn").id, PlaceId("dunharrow"))
    with pytest.raises(Illegal, match="sets out: Aragorn reaches Helm's Deep or Edoras"):
        game_on.do(away)
    game_on.confirm("Aragorn reaches Helm's Deep or Edoras").do(away)
    assert game_on.force_with("aragorn").place == "dunharrow"


@pytest.mark.effect("events")
def test_what_a_later_event_implies_is_not_asked_about_once_the_table_has_struck_it_out(
    game_on: Running,
) -> None:
    # Who came to the Stone of Erech had taken the Paths: on turn 2 they are no news any more.
    paths, erech = EventId("aragorn-takes-the-paths-of-the-dead"), EventId("aragorn-reaches-erech")
    game_on.do(SettleEvent(erech, True, "so it was")).do(SettleEvent(paths, False, "he went round"))
    assert paths not in game_on.world.war.events
    game_on.stand("aragorn", "paths-of-the-dead").go_to(2)
    assert game_on.told("events") == []
