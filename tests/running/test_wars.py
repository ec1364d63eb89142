"""WAR: declarations, what binds before them, and the creeping darkness."""

from __future__ import annotations

import pytest

from assistant.kernel.asking import Answer, Choose, Chosen, Request, Roll
from assistant.kernel.codec import encode
from assistant.kernel.errors import Illegal
from assistant.kernel.procedure import play
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.by_hand import AddFigures
from assistant.rules.deeds.declaring import Declare, UsePower
from assistant.rules.deeds.marching import March
from assistant.rules.effects.darkness import darkness_now, is_dark, is_stilled
from assistant.rules.game import RingOfPower
from assistant.rules.limits import Strain, strains
from assistant.rules.standing import awaited, forces_of
from assistant.rules.war import Spot
from assistant.simulate.answerers import accepting
from tests.running.table import Running

SARUMAN, WITCH_KING, MOUTH = (CommanderId(one) for one in ("saruman", "witch-king", "mouth-of-sauron"))
SOUTH, NORTH, OF_SARUMAN = (
    EventId(one) for one in ("war-of-the-ring", "war-of-the-north", "war-of-saruman")
)  # fmt: skip


def strain(running: Running, commander: str, until: str) -> Strain:
    """How a limit stands for a commander."""
    found = strains(running.game.kit, running.world)
    return next(one for one in found if one.commander == commander and one.limit.until == until)


# ---- who may declare -----------------------------------------------------------------------------------


@pytest.mark.rules("WAR-04")
def test_saruman_declares_his_own_war_and_nobody_else_does(game_on: Running) -> None:
    with pytest.raises(Illegal, match="may not declare"):
        game_on.do(Declare(OF_SARUMAN, WITCH_KING))
    game_on.do(Declare(OF_SARUMAN, SARUMAN))
    assert game_on.world.war.events[OF_SARUMAN] == 1


@pytest.mark.rules("WAR-07")
def test_only_a_minion_with_forces_in_the_north_declares_war_there(game_on: Running) -> None:
    with pytest.raises(Illegal, match="no forces on the north table"):
        game_on.do(Declare(NORTH, WITCH_KING))
    game_on.do(Declare(NORTH, CommanderId("buhrdur")))
    assert NORTH in game_on.world.war.events


@pytest.mark.rules("WAR-11")
def test_sulladan_cannot_declare_the_war_of_the_ring_before_he_has_come(game_on: Running) -> None:
    with pytest.raises(Illegal, match="no forces on the south table"):
        game_on.do(Declare(SOUTH, CommanderId("sulladan")))
    game_on.do(Declare(SOUTH, CommanderId("king-of-khand")))


@pytest.mark.rules("WAR-11")
def test_sulladan_on_the_south_road_is_on_the_south_table_and_declares_its_war(game_on: Running) -> None:
    # Line 758: any minion with forces on the south table. His first come on the South Road (line 558), which
    # is no place of the book but lies on that table; the north has nobody of his (line 747).
    game_on.go_to(5)
    for one in awaited(game_on.game.kit, game_on.world):
        if one.due.commander == "sulladan":
            game_on.do(Arrive(one.key))
    sulladan = CommanderId("sulladan")
    assert {force.place for force in forces_of(game_on.world, sulladan)} == {"south-road"}
    with pytest.raises(Illegal, match="no forces on the north table"):
        game_on.do(Declare(NORTH, sulladan))
    game_on.do(Declare(SOUTH, sulladan))
    assert SOUTH in game_on.world.war.events


@pytest.mark.rules("WAR-07")
def test_a_minion_with_forces_only_at_a_spot_in_the_north_declares_war_there(game_on: Running) -> None:
    # Line 747: Khamûl's start in the south of Mirkwood; the others are put at a place of the south table.
    khamul = CommanderId("khamul")
    for force in forces_of(game_on.world, khamul):
        if force.place != "south-mirkwood":
            game_on.stand(force.figures[0], "minas-morgul")
    game_on.do(Declare(NORTH, khamul))
    assert NORTH in game_on.world.war.events


@pytest.mark.rules("WAR-11")
def test_a_war_is_declared_once(game_on: Running) -> None:
    game_on.do(Declare(SOUTH, WITCH_KING))
    with pytest.raises(Illegal, match="that was on turn 1"):
        game_on.do(Declare(SOUTH, MOUTH))


@pytest.mark.rules("WAR-04")
def test_the_box_on_the_chart_is_the_declaration_itself(game_on: Running) -> None:
    game_on.do(UsePower("war-of-saruman"))
    assert OF_SARUMAN in game_on.world.war.events
    with pytest.raises(Illegal, match="cannot be used again"):
        game_on.do(UsePower("war-of-saruman"))


@pytest.mark.rules("WAR-07")
def test_the_declaration_ticks_the_box_and_closes_it_to_the_rivals(game_on: Running) -> None:
    game_on.do(Declare(NORTH, CommanderId("khamul")))
    assert game_on.world.war.powers["war-of-the-north-khamul"] == (1,)
    with pytest.raises(Illegal, match="was declared on turn 1"):
        game_on.do(UsePower("war-of-the-north-buhrdur"))


@pytest.mark.rules("WAR-05", "WAR-01")
def test_the_agenda_offers_declarations_and_shows_limits_until_then(game_on: Running) -> None:
    before = agenda(game_on.game.kit, game_on.world, (SARUMAN,))
    assert {one.event for one in before.declarations} == {OF_SARUMAN, SOUTH}
    assert any('8" from the walls of Isengard' in one.text for one in before.limits)
    game_on.do(Declare(OF_SARUMAN, SARUMAN))
    assert any(line.startswith("No longer: At most 5") for line in game_on.said)
    after = agenda(game_on.game.kit, game_on.world, (SARUMAN,))
    assert not any(one.until == OF_SARUMAN for one in after.limits)


# ---- limits --------------------------------------------------------------------------------------------


@pytest.mark.rules("WAR-01")
def test_a_sixth_figure_away_from_isengard_is_warned_of(game_on: Running) -> None:
    garrison = game_on.force("saruman", "isengard")
    uruks = tuple(one for one in garrison.figures if one.startswith("uruk"))
    game_on.go_to(1, "movement")
    five = game_on.copy().do(March(garrison.id, PlaceId("edoras"), uruks[:5]))
    assert not any("At most 5" in line for line in five.said)
    six = game_on.copy().do(March(garrison.id, PlaceId("edoras"), uruks[:6]))
    assert any("6 are away from home" in line for line in six.said)


@pytest.mark.rules("WAR-02")
def test_lurtz_and_his_scouts_do_not_count(game_on: Running) -> None:
    assert strain(game_on, "saruman", "war-of-saruman").away == 0
    game_on.report("opening-1", {"boromir": "wounded"}, winner="evil").go_to(1, "movement")
    game_on.do(March(game_on.force_with("lurtz").id, PlaceId("fangorn")), "free")
    assert not any("At most 5" in line for line in game_on.said)
    assert any("Lurtz" in one.text for one in agenda(game_on.game.kit, game_on.world, (SARUMAN,)).limits)


@pytest.mark.rules("WAR-03")
def test_the_wild_men_on_their_way_do_not_count_either(game_on: Running) -> None:
    game_on.go_to(5).do(Arrive(game_on.due("wild-men-of-dunland").key))
    assert strain(game_on, "saruman", "war-of-saruman").away == 0


@pytest.mark.rules("WAR-06")
def test_an_eleventh_figure_of_khamuls_away_from_dol_guldur_is_warned_of(game_on: Running) -> None:
    # SCN-S09: in southern Mirkwood stand 2 bat swarms, 3 wargs, the queen and 4 spiders: 10 from the start.
    # By the map that wood begins 1.5 inches from Dol Guldur and goes on beyond 12: asked when it matters.
    assert strain(game_on, "khamul", "war-of-the-north").away == 10
    garrison = game_on.force("khamul", "dol-guldur")
    game_on.go_to(1, "movement")
    rider = March(garrison.id, PlaceId("rivendell"), (garrison.figures[-1],))
    far = game_on.copy().do(rider, "another-way", "away")
    assert any("At most 10 figures" in line and "11 are away" in line for line in far.said)
    near = game_on.copy().do(rider, "another-way", "near")
    assert not any("At most 10 figures" in line for line in near.said)
    assert strain(near, "khamul", "war-of-the-north").away == 1


@pytest.mark.rules("WAR-06", "CON-092")
def test_buhrdurs_force_at_fornost_is_at_a_base_of_his(game_on: Running) -> None:
    assert strain(game_on, "buhrdur", "war-of-the-north").away == 0
    assert any("Fornost" in one.text for one in agenda(game_on.game.kit, game_on.world).limits)


@pytest.mark.rules("WAR-09", "AMB-072")
def test_of_the_witch_kings_only_orcs_and_trolls_count_west_of_mordor(game_on: Running) -> None:
    game_on.go_to(1, "movement")
    garrison = game_on.force("witch-king", "minas-morgul")
    # Osgiliath is 5 inches from Minas Morgul, and the Anduin runs through it.
    game_on.do(March(garrison.id, PlaceId("osgiliath")), "away")
    # 12 orcs, the troll and Gothmog the orc are 14; the Witch-king is no orc.
    assert strain(game_on, "witch-king", "war-of-the-ring").away == 14
    assert any("14 are away from home" in line for line in game_on.said)


@pytest.mark.rules("AMB-072")
def test_by_the_other_reading_every_figure_counts(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-072": "every-figure"}).stand("witch-king", "osgiliath")
    assert strain(running, "witch-king", "war-of-the-ring").away == 15
    assert agenda(running.game.kit, running.world).limits


@pytest.mark.rules("WAR-08", "WAR-12")
def test_declared_wars_end_the_limits_of_their_table(game_on: Running) -> None:
    game_on.do(Declare(NORTH, CommanderId("khamul"))).do(Declare(SOUTH, WITCH_KING))
    assert [one.limit.until for one in strains(game_on.game.kit, game_on.world)] == [OF_SARUMAN]


# ---- creeping darkness ---------------------------------------------------------------------------------


@pytest.fixture
def dark(game_on: Running) -> Running:
    """The darkness released in the movement phase of turn 3."""
    game_on.go_to(3, "movement").do(Declare(SOUTH, WITCH_KING))
    return game_on.do(UsePower("creeping-darkness"))


@pytest.mark.rules("WAR-13")
def test_the_darkness_waits_for_the_war_of_the_ring_and_comes_once(game_on: Running) -> None:
    with pytest.raises(Illegal, match="War of the Ring must be declared first"):
        game_on.do(UsePower("creeping-darkness"))
    game_on.do(Declare(SOUTH, WITCH_KING)).do(UsePower("creeping-darkness"))
    with pytest.raises(Illegal, match="cannot be used again"):
        game_on.do(UsePower("creeping-darkness"))


@pytest.mark.rules("WAR-14", "WAR-16")
def test_it_spreads_eight_inches_a_turn_for_five_turns_and_is_spent(dark: Running) -> None:
    reach = []
    for turn in range(3, 9):
        dark.go_to(turn, "movement")
        found = darkness_now(dark.game.kit, dark.world)
        reach.append(found.inches if found else 0)
    assert reach == [8, 16, 24, 32, 40, 0]


@pytest.mark.rules("WAR-17")
def test_while_it_lasts_no_minion_moves_figures_inside_mordor(dark: Running) -> None:
    in_mordor = dark.force("mouth-of-sauron", "barad-dur").id
    with pytest.raises(Illegal, match="no minion may move"):
        dark.do(March(in_mordor, PlaceId("black-gate")))
    # Those outside go where they like, and all do once it is spent.
    dark.do(March(dark.force("saruman", "isengard").id, PlaceId("fords-of-isen")), "away")
    dark.go_to(8, "movement").do(March(in_mordor, PlaceId("black-gate")))


@pytest.mark.rules("WAR-17")
@pytest.mark.parametrize(("place", "to"), [("cirith-ungol", "minas-morgul"), ("black-gate", "ithilien")])
def test_the_pass_and_the_gate_lie_inside_mordor_and_are_stilled_too(
    dark: Running, place: str, to: str
) -> None:
    dark.stand("gorbag", place)
    with pytest.raises(Illegal, match=r"no minion may move.*WAR-17"):
        dark.do(March(dark.force_with("gorbag").id, PlaceId(to)))


@pytest.mark.rules("WAR-17")
@pytest.mark.parametrize(("answer", "place"), [("free", "cirith-ungol"), ("kept", "minas-morgul")])
def test_who_would_cross_the_border_of_mordor_says_whether_they_are_inside(
    dark: Running, answer: str, place: str
) -> None:
    # The city's walls reach over the border, and nobody has measured on which side the host stands.
    host = dark.force("witch-king", "minas-morgul").id
    dark.do(March(host, PlaceId("cirith-ungol")), answer)
    assert dark.world.war.forces[host].place == place
    assert dark.world.war.forces[host].has_moved(3) == (answer == "free")


@pytest.mark.rules("WAR-17")
def test_who_goes_away_from_the_border_of_mordor_is_asked_nothing(dark: Running) -> None:
    host = dark.force("witch-king", "minas-morgul").id
    dark.do(March(host, PlaceId("osgiliath")))
    assert dark.world.war.forces[host].place == "osgiliath"


@pytest.mark.rules("WAR-17")
def test_what_was_said_of_the_border_holds_for_the_turn_and_is_asked_anew_in_the_next(dark: Running) -> None:
    host = dark.force("witch-king", "minas-morgul").id
    dark.do(March(host, PlaceId("cirith-ungol")), "kept")
    for place in ("cirith-ungol", "osgiliath"):
        with pytest.raises(Illegal, match=r"no minion may move.*WAR-17"):
            dark.do(March(host, PlaceId(place)))
    dark.go_to(4, "movement").do(March(host, PlaceId("cirith-ungol")), "free")
    assert dark.world.war.forces[host].place == "cirith-ungol"


@pytest.mark.rules("WAR-17")
@pytest.mark.parametrize(("x", "is_inside"), [(79, True), (73, False)])
def test_where_figures_are_measured_nobody_is_asked_whether_they_are_inside(
    dark: Running, x: int, is_inside: bool
) -> None:
    # At 31.6 inches from the south edge the border of Mordor runs at about 78 inches.
    dark.stand("gothmog", "minas-morgul")
    force = dark.force_with("gothmog")
    dark.set_war(spots={one: Spot("south", x * 1000, 31600) for one in force.figures})
    assert is_stilled(dark.game.kit, dark.world, force) is is_inside


@pytest.mark.rules("WAR-17")
@pytest.mark.parametrize(
    "minion",
    ["sulladan", "khamul", "witch-king", "mouth-of-sauron", "easterling-king", "king-of-khand", "buhrdur"],
)
def test_the_darkness_stills_the_figures_of_every_minion(dark: Running, minion: str) -> None:
    # Line 764: no minion of Sauron may move figures within Mordor.
    gorgoroth = PlaceId("gorgoroth")
    dark.do(AddFigures(ProfileId("orc"), 2, CommanderId(minion), gorgoroth, "for the test"))
    assert is_stilled(dark.game.kit, dark.world, dark.force(minion, gorgoroth))


@pytest.mark.rules("WAR-17")
def test_good_moves_in_mordor_all_the_same(dark: Running) -> None:
    dark.stand("frodo", "gorgoroth").do(March(dark.force_with("frodo").id, PlaceId("mount-doom")))
    assert dark.force_with("frodo").place == "mount-doom"


@pytest.mark.rules("WAR-15")
def test_a_fight_inside_mordor_is_proposed_as_dark(dark: Running) -> None:
    contact = dark.meet("faramir", "dark-marshal", "gorgoroth")
    assert proposed(dark.game.kit, dark.world, dark.world.war.contacts[contact]).site.darkness
    # By the map all of Ithilien lies within 6 inches of Mordor, and Osgiliath further away than the first 8;
    # the edge of the darkness runs through the Emyn Muil.
    assert is_dark(dark.game.kit, dark.world, PlaceId("ithilien")) is True
    assert is_dark(dark.game.kit, dark.world, PlaceId("osgiliath")) is False
    assert is_dark(dark.game.kit, dark.world, PlaceId("emyn-muil")) is None
    # Rivendell is on the other table.
    assert is_dark(dark.game.kit, dark.world, PlaceId("rivendell")) is False


@pytest.mark.rules("WAR-15")
@pytest.mark.parametrize(("answer", "needs"), [("outside", 5), ("inside", 4)])
def test_where_the_edge_of_the_darkness_runs_the_table_says_whether_a_fight_is_inside_it(
    dark: Running, answer: str, needs: int
) -> None:
    # An orc strikes on 5 or more, and under darkness on 4 or more. On its second turn it reaches 16 inches,
    # and by the map some of the Emyn Muil lies beyond that.
    dark.go_to(4, "movement")
    contact = dark.meet("faramir", "gorbag", "emyn-muil")
    dark.go_to(4, "combat")
    battle = Battle(contact, proposed(dark.game.kit, dark.world, dark.world.war.contacts[contact]))
    asked: list[Request] = []

    def answers(request: Request) -> Answer:
        asked.append(request)
        is_dark = isinstance(request, Choose) and request.purpose == "darkness"
        return Chosen(answer) if is_dark else accepting(lambda roll: (1,) * len(roll.dice))(request)

    opening = dark.game.opening(battle.kind, encode(battle), dark.world)
    play(dark.game.start(battle.kind, opening.setup), dark.world, dark.game.apply, answers)
    attack = next(
        one for one in asked if isinstance(one, Roll) and (one.seat, one.purpose) == ("evil", "attack")
    )
    assert {one.need for one in attack.dice if one.figure.startswith("orc")} == {needs}


@pytest.mark.rules("AMB-066")
def test_by_the_other_reading_only_the_band_outside_is_dark(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-066": "band-only"})
    running.do(Declare(SOUTH, WITCH_KING)).do(UsePower("creeping-darkness"))
    assert is_dark(running.game.kit, running.world, PlaceId("gorgoroth")) is False


def test_without_darkness_nothing_is_dark_and_everyone_moves(game_on: Running) -> None:
    assert is_dark(game_on.game.kit, game_on.world, PlaceId("gorgoroth")) is False
    game_on.go_to(1, "movement")
    game_on.do(March(game_on.force("mouth-of-sauron", "barad-dur").id, PlaceId("black-gate")))


def test_a_war_that_nobody_is_said_to_declare_is_asked_about(game_on: Running) -> None:
    with pytest.raises(Illegal, match="By whom is the War of the Ring declared") as refused:
        game_on.do(Declare(SOUTH))
    assert refused.value.code == "who-declares"
    assert "Witch-king" in refused.value.do
    assert "Théoden" not in refused.value.do
