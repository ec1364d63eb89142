"""REI, NAV, SEQ-06, SEQ-07: who arrives, where, with which choices, and what is lost."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal, Malformed
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Waiting, advance
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Decide, Declare, UsePower
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.turning import GoOn
from assistant.rules.fight.facts import Called
from assistant.rules.game import RingOfPower
from assistant.rules.standing import awaited, preview
from tests.running.table import Running

SARUMAN = CommanderId("saruman")


def kinds(running: Running, arrival: str) -> Counter[str]:
    """What an arrival brings, by profile."""
    found: Counter[str] = Counter()
    for each in running.due(arrival).due.figures:
        found[each.profiles[0]] += each.count
    return found


def all_due(running: Running, arrival: str) -> list[int]:
    """The turns of an arrival that still wait."""
    return [one.due.turn for one in awaited(running.game.kit, running.world) if one.due.id == arrival]


def asked_first(running: Running, contact: str) -> str:
    """What the fight about a contact asks first, by what that is about."""
    game, world = running.game, running.world
    setup = proposed(game.kit, world, world.war.contacts[contact])
    opening = game.opening("battle", encode(Battle(contact, setup)), world)
    waiting = advance(game.start("battle", opening.setup), world, game.apply, ())
    assert isinstance(waiting, Waiting)
    return waiting.request.purpose


@pytest.mark.rules("SEQ-06", "REI-R01")
def test_newcomers_join_the_garrison_with_one_answer(game_on: Running) -> None:
    garrison = game_on.force("buhrdur", "carn-dum")
    game_on.do(Arrive(game_on.due("orcs-of-carn-dum").key))
    # SCN-S16: Buhrdur, a ringwraith, 24 orcs and 6 warg riders are 32; REI-R01 adds 2.
    assert len(game_on.world.war.forces[garrison.id].figures) == 34


@pytest.mark.rules("SEQ-06")
def test_they_stand_apart_if_their_owner_wants_it(game_on: Running) -> None:
    game_on.do(Arrive(game_on.due("orcs-of-carn-dum").key, apart=True))
    assert len(game_on.world.war.at(PlaceId("carn-dum"))) == 2


@pytest.mark.rules("SEQ-06")
def test_they_do_not_join_a_garrison_that_has_met_the_enemy(game_on: Running) -> None:
    game_on.meet("denethor", "buhrdur", "carn-dum")
    game_on.do(Arrive(game_on.due("orcs-of-carn-dum").key))
    assert len(game_on.force_with("buhrdur").figures) == 32


@pytest.mark.rules("REI-R06")
def test_goblins_come_where_their_king_says(game_on: Running) -> None:
    key = game_on.due("goblins-of-the-mountains").key
    with pytest.raises(Illegal, match="several places"):
        game_on.do(Arrive(key))
    before = len(game_on.force("goblin-king", "goblin-town").figures)
    game_on.do(Arrive(key, place=PlaceId("goblin-town")))
    assert len(game_on.force("goblin-king", "goblin-town").figures) == before + 4


@pytest.mark.rules("PPL-SHAMAN-04", "CON-095")
def test_no_second_shaman_of_a_kind_comes_while_one_is_in_play(game_on: Running) -> None:
    key = game_on.due("goblins-of-the-mountains").key
    with pytest.raises(Illegal, match="in play already"):
        game_on.do(Arrive(key, place=PlaceId("moria"), instead=True))


@pytest.mark.rules("PPL-SHAMAN-01")
def test_a_shaman_comes_in_place_of_one_figure_and_not_of_all(game_on: Running) -> None:
    before = Counter(one.profile for one in game_on.world.figures.values())
    game_on.do(Decide("saruman.fangorn", "disturbed"))
    game_on.do(Arrive(game_on.due("uruk-hai-of-isengard").key, instead=True))
    after = Counter(one.profile for one in game_on.world.figures.values())
    # Two are due: one Uruk-hai and the shaman.
    assert after - before == {"uruk-hai": 1, "uruk-hai-shaman": 1}


@pytest.mark.rules("REI-R15")
def test_the_owner_chooses_the_kind_of_knight(game_on: Running) -> None:
    game_on.go_to(2)
    key = game_on.due("knights-of-dol-amroth").key
    game_on.do(Arrive(key, kinds=(ProfileId("knight-of-gondor"),)))
    assert FigureId("knight-of-gondor-1") in game_on.world.figures
    with pytest.raises(Illegal, match="figure among them"):
        game_on.do(Arrive(game_on.due("men-of-pelargir").key, kinds=(ProfileId("orc"),)))


@pytest.mark.rules("REI-R20", "CON-008")
def test_until_saruman_despoils_fangorn_one_uruk_comes_on_odd_turns(game_on: Running) -> None:
    assert kinds(game_on, "uruk-hai-of-isengard") == {"uruk-hai": 1}
    game_on.go_to(3)
    assert all_due(game_on, "uruk-hai-of-isengard") == [1, 3]


def test_once_he_despoils_it_two_come_each_turn(game_on: Running) -> None:
    game_on.do(UsePower("despoil-fangorn"))
    assert game_on.world.war.choices["saruman.fangorn"].value == "disturbed"
    assert kinds(game_on, "uruk-hai-of-isengard") == {"uruk-hai": 2}


@pytest.mark.rules("REI-S01", "PPL-GANDALF-01")
def test_gandalf_comes_on_turn_two_to_a_base_and_rides_shadowfax_at_edoras(game_on: Running) -> None:
    game_on.go_to(2)
    key = game_on.due("gandalf").key
    at_home = game_on.copy().do(Arrive(key, place=PlaceId("rivendell")))
    assert not at_home.world.figures[FigureId("gandalf-the-white")].mounted
    game_on.do(Arrive(key, place=PlaceId("edoras")))
    assert game_on.world.figures[FigureId("gandalf-the-white")].mounted
    assert game_on.world.war.things["shadowfax@gandalf-the-white"] == "gandalf-the-white"


@pytest.mark.rules("SEQ-07")
def test_what_is_due_where_the_enemy_stands_is_lost_with_the_reason(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("carn-dum"), "good"))
    game_on.go_to(2)
    lost = next(
        one for one in awaited(game_on.game.kit, game_on.world) if one.key.startswith("orcs-of-carn-dum@2")
    )
    assert "in enemy hands on turn 2" in lost.due.lost
    with pytest.raises(Illegal, match="enemy hands"):
        game_on.do(Arrive(lost.key))
    game_on.do(GoOn(anyway=True))
    assert any("enemy hands" in line for line in game_on.said)
    assert game_on.world.war.arrivals[lost.key] == "lost"


@pytest.mark.rules("SEQ-07")
def test_a_place_said_to_be_taken_at_turn_start_receives_nobody_on_that_turn(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil")).do(TakePlace(PlaceId("moria"), "good"))
    assert game_on.due("men-of-minas-tirith").due.lost == (
        "Minas Tirith is in enemy hands on turn 1: lost for good."
    )
    # The goblins of the mountains have Goblin Town left.
    key = game_on.due("goblins-of-the-mountains").key
    with pytest.raises(Illegal, match="place for them"):
        game_on.do(Arrive(key, place=PlaceId("moria")))
    assert game_on.do(Arrive(key)).world.war.arrivals[key] == "placed"


@pytest.mark.rules("SEQ-06")
def test_the_next_three_turns_are_shown_beforehand(game_on: Running) -> None:
    coming = {(one.turn, one.id) for one in preview(game_on.game.kit, game_on.world)}
    assert (2, "gandalf") in coming
    assert max(turn for turn, _ in coming) == 4


# ---- wars and deeds ------------------------------------------------------------------------------------


@pytest.mark.rules("AMB-003")
def test_sarumans_pikes_come_at_once_when_he_declares_his_war(game_on: Running) -> None:
    game_on.do(Decide("saruman.fangorn", "disturbed"))
    game_on.go_to(4, "movement").do(Declare(EventId("war-of-saruman"), SARUMAN))
    assert kinds(game_on, "pikes-of-isengard") == {
        "uruk-hai-pikeman": 20, "feral-uruk-hai": 3, "uruk-hai-shaman": 1,
    }  # fmt: skip
    assert any(line.startswith("Due at once: Saruman") for line in game_on.said)


@pytest.mark.rules("REI-R23", "WAR-05")
def test_after_that_war_a_rider_comes_every_turn_and_erkenbrand_the_turn_after(game_on: Running) -> None:
    game_on.go_to(4, "movement").do(Declare(EventId("war-of-saruman"), SARUMAN)).go_to(7)
    # On even turns before the war, on every turn after it.
    assert all_due(game_on, "riders-of-edoras") == [2, 4, 5, 6, 7]
    assert all_due(game_on, "erkenbrand") == [5]


@pytest.mark.rules("REI-R21", "WAR-08")
def test_two_dwarf_warriors_a_turn_come_after_the_war_of_the_north(game_on: Running) -> None:
    game_on.go_to(2, "movement").do(Declare(EventId("war-of-the-north"), CommanderId("khamul"))).go_to(3)
    counts = [
        one.due.figures[0].count
        for one in awaited(game_on.game.kit, game_on.world)
        if one.due.id == "dwarf-warriors"
    ]
    assert counts == [1, 1, 2]


@pytest.mark.rules("REI-R22", "WAR-12")
def test_two_men_a_turn_come_to_minas_tirith_and_pelargir_after_the_war_of_the_ring(game_on: Running) -> None:
    game_on.go_to(2, "movement").do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king"))).go_to(3)
    for arrival in ("men-of-minas-tirith", "men-of-pelargir"):
        counts = [
            one.due.figures[0].count
            for one in awaited(game_on.game.kit, game_on.world)
            if one.due.id == arrival
        ]
        assert counts == [1, 1, 2]


@pytest.mark.rules("REI-E03", "AMB-067")
def test_sharkey_and_worm_replace_saruman_and_grima_with_ruffians_about_them(game_on: Running) -> None:
    uruks = tuple(one for one in game_on.force("saruman", "isengard").figures if one.startswith("uruk"))
    scouts = [one for one in game_on.force_with("lurtz").figures if one.startswith("uruk")]
    game_on.do(Adjust((*uruks[:-2], *scouts), "slain elsewhere", condition="eliminated"))
    # Line 583: two army figures are not fewer than two.
    assert game_on.copy().stand("saruman", "bree").told("events") == []
    game_on.do(Adjust(uruks[-2:-1], "slain elsewhere", condition="eliminated"))
    # One army figure is fewer than two; but he must have left Isengard.
    assert game_on.told("events") == []
    game_on.stand("saruman", "bree")
    name = "Saruman, with fewer than 2 army figures, leaves Isengard"
    game_on.do(Decide("saruman.fangorn", "disturbed")).confirm(name)
    game_on.do(Arrive(game_on.due("sharkey").key))
    figures = game_on.world.figures
    assert figures[FigureId("saruman")].condition == figures[FigureId("grima")].condition == "eliminated"
    force = game_on.force_with("sharkey")
    assert force.name == "Sharkey"
    assert force.place == "bree"
    assert sum(one.startswith("ruffian") for one in force.figures) == 12
    assert "worm" in force.figures


@pytest.mark.rules("PPL-RUFFIANS-02", "CON-093")
def test_a_die_says_how_many_ruffians_come_when_they_are_called(game_on: Running) -> None:
    game_on.do(Decide("saruman.fangorn", "disturbed"))
    game_on.do(Declare(EventId("saruman-calls-the-ruffians")), (4,))
    game_on.do(Arrive(game_on.due("summoned-ruffians").key))
    assert sum(one.startswith("ruffian") for one in game_on.world.figures) == 4


@pytest.mark.rules("SEQ-01")
def test_every_die_has_six_faces(game_on: Running) -> None:
    with pytest.raises(Malformed, match="7"):
        game_on.do(Declare(EventId("saruman-calls-the-ruffians")), (7,))


@pytest.mark.rules("CON-008")
def test_without_fuel_only_half_of_the_ruffians_come_rounded_up(game_on: Running) -> None:
    # A five: half of it is two and a half, so three.
    game_on.do(Declare(EventId("saruman-calls-the-ruffians")), (5,))
    assert kinds(game_on, "summoned-ruffians") == {"ruffian": 3}


@pytest.mark.effect("events")
@pytest.mark.rules("REI-E17", "REI-E18")
def test_when_aragorn_reaches_edoras_the_grey_company_and_the_woses_follow_next_turn(
    game_on: Running,
) -> None:
    game_on.stand("aragorn", "edoras").confirm("Aragorn reaches Helm's Deep or Edoras").go_to(2)
    game_on.do(Arrive(game_on.due("grey-company").key))
    with_him = game_on.force_with("aragorn")
    assert {"elladan", "elrohir", "halbarad"} <= set(with_him.figures)
    # Line 598: two rangers, and no more.
    assert [one for one in with_him.figures if one.startswith("ranger")] == ["ranger-12", "ranger-13"]
    # Both rangers are armored, not only the first.
    assert game_on.world.war.things["heavy-armor@ranger-13"] == "ranger-13"
    game_on.do(Arrive(game_on.due("woses").key))
    assert len(game_on.force("rohan", "druadan-forest").figures) == 11


@pytest.mark.rules("REI-E19")
def test_the_army_of_the_dead_may_be_called_from_the_turn_after_erech_on_but_need_not(
    game_on: Running,
) -> None:
    game_on.stand("aragorn", "stone-of-erech")
    name = "Aragorn has taken the Paths of the Dead and come to the Stone of Erech"
    game_on.confirm(name).go_to(2)
    key = game_on.due("army-of-the-dead").key
    before = len(game_on.world.figures)
    game_on.copy().do(Forgo(key, "lost"))
    game_on.do(Arrive(key))
    assert len(game_on.world.figures) == before


@pytest.mark.rules("REI-E19", "PPL-DEADARMY-01")
def test_once_they_may_be_called_aragorn_is_asked_in_a_fight_if_he_has_the_sword(game_on: Running) -> None:
    game_on.stand("aragorn", "stone-of-erech")
    game_on.confirm("Aragorn has taken the Paths of the Dead and come to the Stone of Erech").go_to(2)
    game_on.do(Arrive(game_on.due("army-of-the-dead").key))
    assert game_on.said[0].startswith("10 figures of the Army of the Dead may be called")
    game_on.go_to(2, "movement").stand("buhrdur", "stone-of-erech")
    both = (game_on.force_with("aragorn").id,), (game_on.force_with("buhrdur").id,)
    game_on.do(Meet(*both, PlaceId("stone-of-erech"), attacker="good"))
    met = list(game_on.world.war.contacts)[-1]
    game_on.go_to(2, "combat")
    assert "call" not in asked_first(game_on, met)
    things = {**game_on.world.war.things, "anduril": "aragorn"}
    assert "call" in asked_first(game_on.set_war(things=things), met)


@pytest.mark.rules("REI-E20")
def test_the_eagles_come_once_when_gandalf_calls_them(game_on: Running) -> None:
    game_on.go_to(2).do(Arrive(game_on.due("gandalf").key, place=PlaceId("edoras")))
    game_on.do(Declare(EventId("gandalf-calls-the-eagles")))
    game_on.do(Arrive(game_on.due("eagles").key))
    with pytest.raises(Illegal, match="that was on turn 2"):
        game_on.do(Declare(EventId("gandalf-calls-the-eagles")))


@pytest.mark.rules("REI-E20")
def test_eagles_that_were_called_in_a_fight_come_no_second_time(game_on: Running) -> None:
    # Line 602: once per game, however Gandalf called them.
    game_on.go_to(2).do(Arrive(game_on.due("gandalf").key, place=PlaceId("edoras")))
    game_on.do(Declare(EventId("gandalf-calls-the-eagles")))
    assert game_on.due("eagles")
    called = Called(FigureId("gandalf-the-white"), ProfileId("eagles"), ())
    game_on.world = game_on.game.apply(game_on.world, called)
    assert not any(one.due.id == "eagles" for one in awaited(game_on.game.kit, game_on.world))


@pytest.mark.rules("REI-E21")
def test_the_ents_may_be_roused_once_two_hobbits_are_in_fangorn(game_on: Running) -> None:
    # PLC-FANGORN-11: only if Saruman has despoiled the forest.
    game_on.do(Decide("saruman.fangorn", "disturbed"))
    assert game_on.told("events") == []
    # Line 601: one is not two.
    alone = game_on.copy().do(Adjust((FigureId("merry"),), "for the test", place=PlaceId("fangorn")))
    assert alone.told("events") == []
    game_on.stand("merry", "fangorn").confirm("Two or more hobbits have gone into Fangorn")
    assert "roll each turn" in game_on.due("ents").due.note


@pytest.mark.rules("REI-S07", "PPL-FELLBEAST-01")
def test_from_turn_ten_on_the_witch_king_may_mount_a_fell_beast(game_on: Running) -> None:
    game_on.go_to(10).do(Arrive(game_on.due("fell-beast-of-the-witch-king").key))
    assert game_on.world.war.things["fell-beast@witch-king"] == "witch-king"
    assert game_on.world.figures[FigureId("witch-king")].mounted
    game_on.do(Forgo(game_on.due("fell-beast-of-khamul").key, "lost"))


@pytest.mark.rules("SEQ-06")
def test_what_need_not_come_holds_nobody_up(game_on: Running) -> None:
    game_on.report("opening-1", {"lurtz": "eliminated"}, winner="good")
    for one in awaited(game_on.game.kit, game_on.world):
        game_on.do(Arrive(one.key, place=one.due.places[0]))
    game_on.confirm("Denethor may despair", [4])
    game_on.do(Declare(EventId("gandalf-calls-the-eagles"))).do(GoOn())
    assert game_on.world.war.phase == "movement"


@pytest.mark.rules("AMB-003")
def test_by_the_other_reading_even_the_pikes_wait_for_the_next_turn_start(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-003": "next-turn-start"})
    running.go_to(4, "movement").do(Declare(EventId("war-of-saruman"), SARUMAN))
    assert all_due(running, "pikes-of-isengard") == []
    running.go_to(5)
    assert all_due(running, "pikes-of-isengard") == [5]
    pikes = running.due("pikes-of-isengard")
    running.do(Arrive(pikes.key)).do(Declare(EventId("war-of-the-ring"), CommanderId("witch-king")))
    assert not any(line.startswith("Due at once") for line in running.said)


def test_newcomers_join_only_their_own_commanders_force_and_only_where_they_come(game_on: Running) -> None:
    key = game_on.due("orcs-of-carn-dum").key
    with pytest.raises(Illegal, match="their own commander"):
        game_on.do(Arrive(key, joins=game_on.force_with("aragorn").id))
    with pytest.raises(Illegal, match="not at Carn Dûm"):
        game_on.do(Arrive(key, joins=game_on.force("buhrdur", "fornost").id))
