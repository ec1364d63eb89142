"""FEL-01, FEL-03, FEL-09..11, MOV-01, MOV-12: the Fellowship's haste, who leaves it, brothers' parts."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.companies import companies, members_of
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.gathering import HandOver
from assistant.rules.deeds.leaving import LeaveCompany
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.pace import pace_of
from assistant.rules.deeds.things import borne
from assistant.rules.game import RingOfPower
from assistant.rules.reminders import due_now
from tests.running.table import Running

BOROMIR, FARAMIR, ARAGORN = FigureId("boromir"), FigureId("faramir"), FigureId("aragorn")
SWAP = "Faramir may take the part of Boromir"


def inches(running: Running, *figures: str) -> tuple[float | None, float | None]:
    """How far these go together, in clear and in difficult ground."""
    who = [running.world.figures[FigureId(one)] for one in figures]
    found = pace_of(running.game.kit, running.world, who)
    return found.clear, found.difficult


@pytest.mark.rules("FEL-03")
def test_frodo_and_sam_start_on_the_east_bank_above_rauros(war: RingOfPower) -> None:
    game_on = Running.begun(war)
    assert game_on.force_with("frodo") == game_on.force_with("sam")
    assert game_on.force_with("frodo").place == "rauros-east-bank"


@pytest.mark.rules("FEL-09")
@pytest.mark.effect("make-haste")
def test_the_fellowship_goes_twice_as_far_as_its_kind(game_on: Running) -> None:
    # Line 51: a man goes 10 inches on foot; line 53: a hobbit 8, and 7 over difficult ground.
    assert inches(game_on, "boromir") == (20, 14)
    assert inches(game_on, "merry", "pippin") == (16, 14)
    # Faramir is no member: a man's 10 inches.
    assert inches(game_on, "faramir")[0] == 10


@pytest.mark.rules("PPL-GOLLUM-06", "FEL-01")
def test_tamed_gollum_keeps_up_with_those_he_guides_and_is_not_counted_among_them(game_on: Running) -> None:
    # 8 and 7 inches of his own, doubled as a Fellowship character's; three with an elven rope, 2 more.
    game_on.do(AddFigures(ProfileId("gollum"), 1, CommanderId("fellowship"), PlaceId("emyn-muil"), "tamed"))
    assert inches(game_on, "gollum") == (16, 14)
    assert inches(game_on, "frodo", "sam", "gollum") == (16, 16)
    (fellowship,) = companies(game_on.game.kit)
    assert len(members_of(game_on.game.kit, game_on.world, fellowship)) == 8
    game_on.do(HandOver(game_on.force_with("gollum").id, None))
    assert inches(game_on, "gollum") == (8, 7)


@pytest.mark.rules("FEL-10")
def test_who_leaves_the_fellowship_has_its_haste_no_more_and_never_comes_back(game_on: Running) -> None:
    game_on.do(LeaveCompany((BOROMIR,)))
    assert game_on.titles[-1] == "Boromir leaves The Fellowship"
    assert inches(game_on, "boromir") == (10, 7)
    with pytest.raises(Illegal, match=r"Boromir left on turn 1, for good \(FEL-10\)"):
        game_on.do(LeaveCompany((BOROMIR,)))
    with pytest.raises(Illegal, match="Faramir belongs to no company"):
        game_on.do(LeaveCompany((FARAMIR,)))


@pytest.mark.rules("FEL-10")
def test_who_is_given_to_another_commander_has_left_even_if_given_back(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    force = game_on.force_with("aragorn").id
    game_on.do(HandOver(force, CommanderId("rohan")))
    assert game_on.said == ["They leave their company for good (FEL-10)."]
    game_on.do(HandOver(force, CommanderId("fellowship")))
    assert inches(game_on, "aragorn")[0] == 10


@pytest.mark.rules("FEL-01")
def test_no_more_than_nine_belong_to_the_fellowship(game_on: Running) -> None:
    # Lines 654-657: eight start, and Gandalf comes on turn 2.
    (fellowship,) = companies(game_on.game.kit)
    assert (fellowship.most, len(members_of(game_on.game.kit, game_on.world, fellowship))) == (9, 8)
    game_on.do(AddFigures(ProfileId("gimli"), 2, CommanderId("fellowship"), PlaceId("moria"), "a jest"))
    assert game_on.said[-1] == "That makes 10 in The Fellowship, and at most 9 belong to it (FEL-01)."


@pytest.mark.effect("exchange")
@pytest.mark.rules("FEL-11")
def test_by_agreement_faramir_starts_in_rivendell_and_boromir_with_a_force_of_gondor(
    game_on: Running,
) -> None:
    assert game_on.told("exchange") == [SWAP]
    game_on.confirm(SWAP, "agreed", "osgiliath", "heavy-armor")
    boromir, faramir = game_on.force_with("boromir"), game_on.force_with("faramir")
    assert (boromir.commander, boromir.place) == ("gondor", "osgiliath")
    assert (faramir.commander, faramir.place, faramir.figures) == ("fellowship", "rivendell", (FARAMIR,))
    assert borne(game_on.world, BOROMIR) == ("heavy-armor",)
    # Faramir has the haste of the Fellowship now; Boromir has not, and armor takes an inch of his ten.
    assert (inches(game_on, "faramir")[0], inches(game_on, "boromir")[0]) == (20, 9)
    # Merry and Pippin meet Lurtz alone, and nothing more is asked.
    assert game_on.force_with("merry").id in game_on.world.war.contacts["opening-1"].good
    assert game_on.told("exchange") == []


@pytest.mark.rules("FEL-11")
def test_without_agreement_all_stays_and_after_the_first_fight_nothing_is_asked(game_on: Running) -> None:
    fought = game_on.copy().report("opening-1", {"lurtz": "eliminated"}, winner="good")
    assert fought.told("exchange") == []
    game_on.confirm(SWAP, "as-it-is")
    assert game_on.force_with("boromir").commander == "fellowship"


@pytest.mark.rules("FEL-11")
def test_it_is_asked_at_the_start_of_the_game_and_no_more_once_figures_move(game_on: Running) -> None:
    # Line 2285: "at the start of the game". Whoever has only brought on what is due has not begun to play.
    game_on.do(Arrive(game_on.due("orcs-of-carn-dum").key))
    (asked,) = [one for one in due_now(game_on.game.kit, game_on.world) if one.title == SWAP]
    assert asked.note == "Only if the commanders of both agree, and before anyone fights or moves."
    assert game_on.copy().confirm(SWAP, "as-it-is").said == ["They stay as they are."]
    assert game_on.go_to(1, "movement").told("exchange") == []


@pytest.mark.rules("MOV-01")
def test_a_march_tells_how_far_each_may_go_at_most(game_on: Running) -> None:
    # Line 52: orcs go 8 inches on foot and 6 over difficult ground.
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    orcs = game_on.force("khamul", "dol-guldur")
    some = tuple(one for one in orcs.figures if one.startswith("orc-"))
    game_on.do(March(orcs.id, PlaceId("mirkwood"), some), "near")
    assert 'at most 8" in clear and 6" in difficult ground' in game_on.said[0]


@pytest.mark.rules("MOV-12")
def test_foot_and_horse_of_a_kind_share_one_rate_over_difficult_ground(game_on: Running) -> None:
    # Line 51: a man goes 10 inches on foot and 15 mounted, and 7 over difficult ground either way.
    assert inches(game_on, "denethor") == (10, 7)
    game_on.do(Adjust((FigureId("denethor"),), "for the test", mounted=True))
    assert inches(game_on, "denethor") == (15, 7)
