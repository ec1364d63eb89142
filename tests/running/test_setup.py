"""SCN, FEL-04..08: seats, starting forces, and the fight before the first turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.beginning import BeginGame
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.gathering import Hide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from assistant.rules.standing import census, in_play
from assistant.rules.world import Condition
from tests.running.table import Running, seating


@pytest.mark.rules("SCN-19")
def test_whoever_starts_at_a_place_holds_it_and_empty_homes_are_their_owners(war: RingOfPower) -> None:
    begun = Running.begun(war).world.war
    assert begun.holder(PlaceId("pelargir")) == "good"
    assert begun.holder(PlaceId("fornost")) == "evil"
    # Nobody starts in the Shire as such, only in its settlements; it is Eriador's home all the same.
    assert begun.holder(PlaceId("shire")) == "good"


@pytest.mark.rules("SCN-03", "SCN-04", "SCN-14")
def test_ten_players_have_all_commanders_between_them(war: RingOfPower) -> None:
    seated = [one for seat in seating(war, 10) for one in seat.commanders]
    assert sorted(seated) == sorted(war.scenario.commanders)


def test_a_seat_may_roll_its_own_dice(war: RingOfPower) -> None:
    first, *others = seating(war)
    running = Running(war, war.set_up({}))
    running.do(BeginGame((replace(first, dice="by-hand"), *others)))
    assert running.world.war.seats[first.id].dice == "by-hand"


@pytest.mark.parametrize("players", [2, 5, 10, 17])
def test_the_same_figures_stand_on_the_table_however_many_play(war: RingOfPower, players: int) -> None:
    # Whoever plays, the lists are the same; only Gollum waits for his own rule.
    assert census(Running.begun(war, players).world) == census(Running.begun(war).world)


def test_a_commander_cannot_be_given_to_two_players(war: RingOfPower) -> None:
    first, *others = seating(war)
    twice = replace(first, commanders=(*first.commanders, CommanderId("saruman")))
    with pytest.raises(Illegal, match="given to two players"):
        Running(war, war.set_up({})).do(BeginGame((twice, *others)))


@pytest.mark.rules("SCN-20", "SCN-21")
def test_goblins_move_before_saruman_and_all_evil_before_good(game_on: Running) -> None:
    order = in_play(game_on.game.kit, game_on.world)
    assert order[:3] == ("goblin-king", "saruman", "sulladan")
    assert order.index(CommanderId("king-of-khand")) < order.index(CommanderId("fellowship"))


@pytest.mark.rules("SCN-22")
def test_no_turn_is_the_last_until_the_players_agree_on_one(game_on: Running) -> None:
    game_on.go_to(31).do(EndGame("agreement"))
    assert game_on.world.war.ending is not None
    assert game_on.world.war.ending.turn == 31


# ---- Amon Hen ------------------------------------------------------------------------------------------


@pytest.mark.rules("FEL-04", "FEL-06")
def test_boromir_and_lurtz_are_in_contact_before_the_first_turn(war: RingOfPower) -> None:
    game_on = Running.begun(war)
    contact = game_on.world.war.contacts["opening-1"]
    assert game_on.force_with("boromir").id in contact.good
    assert game_on.force_with("lurtz").id in contact.evil
    assert contact.turn == 0
    with pytest.raises(Illegal, match="1 contact is not fought"):
        game_on.do(GoOn())


@pytest.mark.rules("FEL-06")
def test_nobody_hides_from_the_fight_the_game_begins_with(game_on: Running) -> None:
    # Boromir and the hobbits are characters by themselves and attacked: on any other day they might hide.
    with pytest.raises(Illegal, match=r"in the battle that comes before anything else \(FEL-06\)"):
        game_on.do(Hide(game_on.force_with("boromir").id))
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts["opening-1"])
    assert (setup.good.hides, setup.evil.hides) == (False, False)
    with pytest.raises(Illegal, match=r"nobody hides from it \(FEL-06\)"):
        game_on.do(Battle("opening-1", setup.hiding("good")))


def test_aragorn_stands_apart_and_is_not_in_that_fight(game_on: Running) -> None:
    aragorn = game_on.force_with("aragorn")
    assert aragorn.place == "amon-hen"
    assert aragorn.id not in game_on.world.war.contacts["opening-1"].good


@pytest.mark.rules("AMB-051")
def test_by_the_other_reading_aragorn_may_join_that_fight(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-051": "may-join"})
    assert running.force_with("aragorn").id in running.world.war.contacts["opening-1"].good


@pytest.mark.rules("CON-083")
def test_where_the_fellowship_starts_at_the_council_nobody_fights_first(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-083": "council"})
    assert running.world.war.contacts == {}
    assert running.force_with("boromir").place == "rivendell"


TAKEN: dict[str, Condition] = {"merry": "captured", "pippin": "captured"}


@pytest.mark.rules("FEL-07")
def test_with_boromir_slain_and_the_hobbits_taken_lurtz_is_off_at_once(game_on: Running) -> None:
    game_on.report("opening-1", {"boromir": "eliminated", **TAKEN}, "fangorn", winner="evil")
    lurtz = game_on.force_with("lurtz")
    assert lurtz.place == "fangorn"
    # The captives go along, and the move of turn 1 is still to come.
    assert {"merry", "pippin"} <= set(lurtz.figures)
    assert lurtz.moved == 0
    assert game_on.world.war.captives == {"merry": "saruman", "pippin": "saruman"}


@pytest.mark.rules("FEL-07")
@pytest.mark.parametrize("far", ["isengard", "fords-of-isen", "barad-dur"])
def test_that_is_one_move_and_no_more(game_on: Running, far: str) -> None:
    # Scouts go 20 inches in clear ground; Isengard is two turns away at that pace, the others more.
    with pytest.raises(Illegal, match=f"'{far}' is not offered here"):
        game_on.report("opening-1", {"boromir": "eliminated", **TAKEN}, far, winner="evil")


@pytest.mark.rules("FEL-07")
def test_that_move_may_end_between_places_on_the_way_to_a_farther_one(game_on: Running) -> None:
    # Line 661 names no goal: a move that falls short of every place is a move as well.
    game_on.report("opening-1", {"boromir": "eliminated", **TAKEN}, "towards", "isengard", winner="evil")
    lurtz = game_on.force_with("lurtz")
    assert lurtz.afield
    assert {"merry", "pippin"} <= set(lurtz.figures)
    assert lurtz.moved == 0
    assert game_on.said[-1] == "Lurtz is off towards Isengard with Merry and Pippin (FEL-07)."
    assert game_on.said[-2] == "Lurtz is in the field about Fangorn."


@pytest.mark.rules("FEL-07")
def test_nobody_sets_out_towards_a_place_that_is_in_reach_or_on_another_table(game_on: Running) -> None:
    for place in ("fangorn", "rivendell"):
        with pytest.raises(Illegal, match=f"'{place}' is not offered here"):
            game_on.copy().report(
                "opening-1", {"boromir": "eliminated", **TAKEN}, "towards", place, winner="evil"
            )


@pytest.mark.rules("FEL-07")
def test_lurtz_may_stay_where_he_is(game_on: Running) -> None:
    game_on.report("opening-1", {"boromir": "eliminated", **TAKEN}, "stay", winner="evil")
    assert game_on.force_with("lurtz").place == "amon-hen"


@pytest.mark.rules("AMB-050", "STA-05")
def test_lurtz_may_finish_a_wounded_boromir_for_eight_points(game_on: Running) -> None:
    game_on.report("opening-1", {"boromir": "wounded", **TAKEN}, "slay", "stay", winner="evil")
    assert game_on.world.figures[FigureId("boromir")].condition == "eliminated"
    # STA-05: his leadership of 3, and 5.
    assert game_on.points("saruman") == 8


@pytest.mark.rules("AMB-050")
def test_by_the_strict_reading_a_wounded_boromir_frees_nobody_to_move(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-050": "slain-and-taken"})
    running.report("opening-1", {"boromir": "wounded", **TAKEN}, winner="evil")
    assert running.force_with("lurtz").place == "amon-hen"


@pytest.mark.rules("FEL-08")
def test_if_boromirs_group_survives_aragorn_legolas_and_gimli_join_it(game_on: Running) -> None:
    game_on.report("opening-1", {"lurtz": "eliminated"}, winner="good")
    together = set(game_on.force_with("boromir").figures)
    assert {"aragorn", "legolas", "gimli", "merry", "pippin"} <= together


def test_nobody_is_joined_where_boromir_was_moved_away_and_both_hobbits_are_taken(game_on: Running) -> None:
    game_on.do(Adjust((FigureId("boromir"),), "for the test", place=PlaceId("edoras")))
    game_on.report("opening-1", TAKEN, winner="evil")
    assert set(game_on.force_with("aragorn").figures) == {"aragorn", "legolas", "gimli"}
    assert {"merry", "pippin"} <= set(game_on.force_with("lurtz").figures)


@pytest.mark.rules("FEL-08")
def test_one_hobbit_who_gets_away_is_joined_too(game_on: Running) -> None:
    ends: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured"}
    game_on.report("opening-1", ends, winner="evil")
    assert game_on.force_with("pippin").id == game_on.force_with("aragorn").id


@pytest.mark.rules("FEL-08", "OUT-08")
def test_who_joins_the_beaten_boromir_has_not_been_beaten(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, winner="evil").go_to(1, "movement")
    force = game_on.force_with("boromir")
    three = (FigureId("aragorn"), FigureId("gimli"), FigureId("legolas"))
    # Line 159: the defeated regroup for a full turn. By line 656 the three stood 6 inches off, and by
    # line 661 they only join whoever survives.
    with pytest.raises(Illegal, match="regrouping this turn"):
        game_on.do(March(force.id, PlaceId("fangorn"), (FigureId("boromir"),)))
    game_on.do(March(force.id, PlaceId("fangorn"), three), "free")
    assert set(game_on.force_with("aragorn").figures) == set(three)
