"""Every figure on the table is in a force and every contact has a name of its own. Worked by hand."""

from __future__ import annotations

from assistant.rules.book import PlaceId
from assistant.rules.core.fact import apply
from assistant.rules.meeting.facts import ForcesMet
from assistant.rules.standing import IN_NO_FORCE, census
from assistant.rules.war import Contact
from assistant.simulate.crowd_roster import Roster
from assistant.simulate.crowd_tally import faults_of_reversal
from tests.running.table import Running


def test_two_who_met_in_deeds_under_way_at_the_same_time_are_both_in_contact(game_on: Running) -> None:
    war = game_on.world.war
    forces = [game_on.force_with(one).id for one in ("theodred", "saruman", "faramir", "witch-king")]
    isengard = Contact("1-2", (forces[0],), (forces[1],), PlaceId("isengard"), 1)
    osgiliath = Contact("1-2", (forces[2],), (forces[3],), PlaceId("osgiliath"), 1)
    world = apply(apply(game_on.world, ForcesMet(isengard)), ForcesMet(osgiliath))
    assert [one.place for one in world.war.contacts.values()][len(war.contacts) :] == [
        "isengard",
        "osgiliath",
    ]
    # Whoever joins a contact is written into it.
    joined = Contact("1-2", (forces[0], forces[2]), (forces[1],), PlaceId("isengard"), 1)
    assert apply(world, ForcesMet(joined)).war.contacts["1-2"] == joined


def test_an_undo_that_leaves_a_figure_without_a_force_would_be_noticed(game_on: Running) -> None:
    before = game_on.world
    forces = {one.id: one for one in before.war.forces.values() if "drar" not in one.figures}
    after = game_on.copy().set_war(forces=forces).world
    found = faults_of_reversal(before, after, "undo", Roster.of(before))
    assert "undo: drar is on the table and in no force" in found
    gone = len(before.war.forces[game_on.force_with("drar").id].figures)
    assert census(after)[IN_NO_FORCE] == gone
    assert faults_of_reversal(after, after, "undo", Roster.of(after)) == []
