"""STA: status points as the facts earn them, each with its reason, and the standings."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.holding import BringHome, CorrectPoints, SetFree, TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.setting_right import HandThing
from assistant.rules.game import RingOfPower
from assistant.rules.scoring import for_captive, for_slain, standings
from assistant.rules.world import Condition
from tests.running.table import Running

ISENGARD = PlaceId("isengard")
TAKEN: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}


def reasons(running: Running, commander: str) -> list[str]:
    """What a commander's points were given for."""
    return [one.reason for one in running.world.war.points if one.commander == commander]


def by(*commanders: str) -> tuple[CommanderId, ...]:
    return tuple(map(CommanderId, commanders))


@pytest.mark.rules("STA-03", "AMB-061")
def test_a_good_citadel_is_worth_twenty_to_whoever_takes_it(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("helms-deep"), "evil", by("saruman")))
    assert game_on.points("saruman") == 20
    assert reasons(game_on, "saruman") == ["Helm's Deep taken"]
    assert "Saruman: +20 status points, Helm's Deep taken." in game_on.said


@pytest.mark.rules("STA-03")
def test_those_who_take_it_together_share_no_more_than_it_is_worth(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("erebor"), "evil", by("khamul", "easterling-king", "buhrdur")))
    # 20 among three is 6 each, and the 2 left over go to those who are named first.
    assert [game_on.points(one) for one in ("khamul", "easterling-king", "buhrdur")] == [7, 7, 6]


@pytest.mark.effect("takers")
@pytest.mark.rules("STA-03", "STA-09")
def test_whoever_took_a_place_is_asked_for_where_nobody_was_named(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil"))
    assert "Nobody has the points for it yet: say who took Minas Tirith." in game_on.said
    assert game_on.told("takers") == ["Who took Minas Tirith?"]
    asked = game_on.copy().confirm("Who took Minas Tirith?", "sulladan")
    # Minas Tirith is worth double to Sulladan.
    assert asked.points("sulladan") == 40
    assert asked.told("takers") == []


@pytest.mark.rules("STA-03")
def test_it_may_be_said_later_who_took_a_place_and_only_once(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil")).go_to(2)
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil", by("witch-king", "khamul")))
    assert (game_on.points("witch-king"), game_on.points("khamul")) == (10, 10)
    assert game_on.titles[-1] == "Witch-king and Khamûl took Minas Tirith"
    with pytest.raises(
        Illegal, match="Evil holds Minas Tirith already, since turn 1, taken by Witch-king and Khamûl"
    ):
        game_on.do(TakePlace(PlaceId("minas-tirith"), "evil", by("saruman")))


@pytest.mark.rules("AMB-061")
def test_by_the_other_reading_only_a_place_with_a_tower_is_a_citadel(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-061": "tower-or-citadel"})
    running.do(TakePlace(PlaceId("rivendell"), "evil", by("khamul")))
    running.do(TakePlace(PlaceId("helms-deep"), "evil", by("saruman")))
    assert (running.points("khamul"), running.points("saruman")) == (0, 20)


@pytest.mark.rules("STA-07")
def test_rivendell_and_lothlorien_count_double_for_the_goblin_king(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("rivendell"), "evil", by("goblin-king")))
    # With Khamul he has half of the double 40, and Khamul half of the plain 20.
    game_on.do(TakePlace(PlaceId("lothlorien"), "evil", by("goblin-king", "khamul")))
    assert (game_on.points("goblin-king"), game_on.points("khamul")) == (40 + 20, 10)


@pytest.mark.rules("STA-09", "STA-10")
def test_minas_tirith_counts_double_and_pelargir_ten_for_sulladan_alone(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("minas-tirith"), "evil", by("sulladan")))
    game_on.do(TakePlace(PlaceId("pelargir"), "evil", by("sulladan", "witch-king")))
    assert (game_on.points("sulladan"), game_on.points("witch-king")) == (40 + 10, 0)


@pytest.mark.rules("CON-090")
def test_by_the_other_reading_pelargir_counts_for_the_goblin_king_too(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-090": "goblin-king-too"})
    running.do(TakePlace(PlaceId("pelargir"), "evil", by("sulladan", "goblin-king")))
    assert (running.points("sulladan"), running.points("goblin-king")) == (10, 10)


@pytest.mark.rules("STA-04")
def test_a_good_army_figure_is_worth_one_point(game_on: Running) -> None:
    contact = game_on.meet("theodred", "saruman", "fords-of-isen")
    game_on.go_to(1, "combat")
    game_on.report(
        contact, {"rider-of-rohan-1": "eliminated", "rider-of-rohan-2": "eliminated"}, winner="evil"
    )
    assert game_on.points("saruman") == 2
    assert reasons(game_on, "saruman") == ["2 army figures slain"]


@pytest.mark.rules("STA-05")
def test_a_good_character_is_worth_its_leadership_and_five(game_on: Running) -> None:
    contact = game_on.meet("theodred", "saruman", "fords-of-isen")
    game_on.go_to(1, "combat").report(contact, {"theodred": "eliminated"}, winner="evil")
    # Theodred's leadership is 2.
    assert game_on.points("saruman") == 7


def test_fallen_evil_figures_earn_nobody_anything(game_on: Running) -> None:
    contact = game_on.meet("theodred", "saruman", "fords-of-isen")
    uruk = game_on.force_with("saruman").figures[-1]
    game_on.go_to(1, "combat").report(contact, {uruk: "eliminated"}, winner="good")
    assert game_on.world.war.points == ()


@pytest.mark.rules("STA-04")
def test_of_all_the_slain_only_those_of_good_earn_a_minion_points(game_on: Running) -> None:
    # Line 706: a good army figure. Two riders count, and an orc of another minion's does not.
    names = ("rider-of-rohan-1", "orc-1", "rider-of-rohan-2", "gothmog")
    fallen = [game_on.world.figures[FigureId(one)] for one in names]
    given = [*for_slain(game_on.game.kit, game_on.world, fallen, CommanderId("saruman"), fallen)]
    assert [(one.points.points, one.points.figures) for one in given] == [(2, (names[0], names[2]))]


@pytest.mark.rules("STA-02")
def test_a_captive_who_is_no_hobbit_earns_nothing_at_home(game_on: Running) -> None:
    # Line 704: a hobbit.
    kit, saruman = game_on.game.kit, CommanderId("saruman")
    points = {
        name: [one.points.points for one in for_captive(kit, game_on.world, figure, ISENGARD, saruman)]
        for name in ("boromir", "merry")
        if (figure := game_on.world.figures[FigureId(name)])
    }
    assert points == {"boromir": [], "merry": [20]}


@pytest.mark.rules("STA-04")
def test_where_two_minions_fought_the_master_says_whose_points_they_are(game_on: Running) -> None:
    game_on.stand("saruman", "osgiliath").stand("witch-king", "osgiliath").go_to(1, "combat")
    good = game_on.force("gondor", "osgiliath")
    evil = (game_on.force_with("saruman").id, game_on.force_with("witch-king").id)
    game_on.do(Meet((good.id,), evil, PlaceId("osgiliath")))
    contact = next(one for one in game_on.world.war.contacts if one != "opening-1")
    game_on.report(contact, {good.figures[0]: "eliminated"}, "witch-king", winner="evil")
    assert (game_on.points("saruman"), game_on.points("witch-king")) == (0, 1)


@pytest.mark.rules("AMB-063")
def test_a_wounded_hero_counts_only_by_the_other_reading_and_only_once(war: RingOfPower) -> None:
    for reading, worth in (("only-when-slain", 0), ("wounded-counts", 7)):
        running = Running.begun(war, house={"AMB-063": reading})
        contact = running.meet("theodred", "saruman", "fords-of-isen")
        running.go_to(1, "combat").report(contact, {"theodred": "wounded"}, winner="evil")
        assert running.points("saruman") == worth
    assert reasons(running, "saruman") == ["Théodred felled"]


@pytest.mark.rules("STA-06", "AMB-062")
def test_whoever_loses_a_home_base_loses_twenty_five_points(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("goblin-town"), "good"))
    game_on.do(TakePlace(PlaceId("moria"), "good"))
    assert game_on.points("goblin-king") == -50


@pytest.mark.rules("STA-05")
@pytest.mark.parametrize("reading", ["anduril-switch", "always-with-anduril"])
def test_aragorn_with_the_sword_that_was_broken_is_worth_one_more(war: RingOfPower, reading: str) -> None:
    # Leadership 3, and 4 with Andúril: 5 and 4.
    running = Running.begun(war, house={"CON-038": reading}).report("opening-1", {}, winner="good")
    if reading == "anduril-switch":
        running.do(HandThing("anduril", FigureId("aragorn"), "for the test"))
    contact = running.meet("aragorn", "witch-king", "minas-morgul")
    running.go_to(1, "combat").report(contact, {"aragorn": "eliminated"}, winner="evil")
    assert running.points("witch-king") == 9


@pytest.mark.rules("AMB-062")
def test_by_the_other_reading_only_the_first_of_two_homes_is_one(war: RingOfPower) -> None:
    running = Running.begun(war, house={"AMB-062": "one-each"})
    running.do(TakePlace(PlaceId("goblin-town"), "good")).do(TakePlace(PlaceId("moria"), "good"))
    assert running.points("goblin-king") == -25


@pytest.mark.effect("captives-home")
@pytest.mark.rules("STA-02", "STA-08")
def test_saruman_earns_twenty_for_each_hobbit_at_isengard(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "stay", winner="evil").stand("lurtz", "isengard")
    # Boromir, leadership 3, is worth 8.
    assert game_on.points("saruman") == 8
    assert game_on.told("captives-home") == ["Merry is brought to Isengard", "Pippin is brought to Isengard"]
    game_on.confirm("Merry is brought to Isengard").confirm("Pippin is brought to Isengard")
    assert game_on.points("saruman") == 8 + 20 + 20
    assert game_on.told("captives-home") == []


def test_a_captive_who_was_free_and_is_taken_again_is_asked_about_again(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "stay", winner="evil").stand("lurtz", "isengard")
    game_on.confirm("Merry is brought to Isengard").do(SetFree(FigureId("merry"))).go_to(2)
    lurtz, saruman = game_on.force_with("lurtz").id, CommanderId("saruman")
    again = Adjust((FigureId("merry"),), "caught again", condition="captured", force=lurtz, commander=saruman)
    game_on.do(again)
    assert "Merry is brought to Isengard" in game_on.told("captives-home")


@pytest.mark.rules("STA-02")
def test_another_minions_hobbit_is_worth_ten_and_only_at_home(game_on: Running) -> None:
    game_on.report("opening-1", {}, winner="good")
    contact = game_on.meet("merry", "witch-king", "osgiliath")
    game_on.go_to(1, "combat").report(contact, {"merry": "captured"}, winner="evil")
    assert "merry" in game_on.force_with("witch-king").figures
    assert game_on.told("captives-home") == []
    home = March(game_on.force_with("witch-king").id, PlaceId("minas-morgul"))
    game_on.go_to(2, "movement").do(home, "free")
    game_on.confirm("Merry is brought to Minas Morgul")
    assert game_on.points("witch-king") == 10


def test_captives_go_with_those_who_go(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "stay", winner="evil").go_to(1, "movement")
    lurtz = game_on.force_with("lurtz")
    game_on.do(March(lurtz.id, PlaceId("fangorn"), (FigureId("lurtz"),)), "free")
    assert game_on.force_with("merry").id == game_on.force_with("lurtz").id


def test_a_captive_cannot_be_brought_home_from_far_away(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "fangorn", winner="evil")
    with pytest.raises(Illegal, match="not at Isengard"):
        game_on.do(BringHome(FigureId("merry"), PlaceId("isengard")))


@pytest.mark.effect("captives-freed")
@pytest.mark.rules("STA-02")
def test_a_captive_whose_guards_are_all_dead_is_free_where_it_was(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "fangorn", winner="evil")
    guards = tuple(one for one in game_on.force_with("lurtz").figures if one not in ("merry", "pippin"))
    game_on.do(Adjust(guards, "slain by riders", condition="eliminated"))
    game_on.confirm("Merry is free again: nobody guards the captive")
    merry = game_on.force_with("merry")
    assert (merry.commander, merry.place) == ("fellowship", "fangorn")
    assert game_on.world.figures[FigureId("merry")].condition == "fit"


@pytest.mark.rules("STA-02")
def test_a_captive_at_a_place_its_friends_have_taken_is_free(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "stay", winner="evil").stand("lurtz", "isengard")
    game_on.confirm("Merry is brought to Isengard")
    game_on.do(TakePlace(PlaceId("isengard"), "good", by("rohan")))
    game_on.confirm("Merry is free again: nobody guards the captive")
    assert game_on.force_with("merry").place == "isengard"
    # What was earned stays earned; losing Isengard costs 25.
    assert game_on.points("saruman") == 8 + 20 - 25


@pytest.mark.effect("captives-taken")
@pytest.mark.rules("STA-02")
def test_of_a_captive_entered_by_hand_the_master_is_asked_whose_it_is(game_on: Running) -> None:
    game_on.report("opening-1", {}, winner="good").stand("lurtz", "fangorn").stand("merry", "fangorn")
    game_on.do(Adjust((FigureId("merry"),), "caught in the wood", condition="captured"))
    game_on.confirm("Merry is captive: in whose hands", game_on.force_with("lurtz").id)
    assert game_on.world.war.captives == {"merry": "saruman"}
    assert game_on.force_with("merry").id == game_on.force_with("lurtz").id
    # The history has the answer, not the question.
    assert game_on.titles[-1] == "Merry is in the hands of Lurtz at Fangorn"


def test_the_master_may_free_a_captive_at_any_time(game_on: Running) -> None:
    game_on.report("opening-1", TAKEN, "stay", winner="evil").do(SetFree(FigureId("pippin")))
    assert "pippin" not in game_on.world.war.captives


@pytest.mark.rules("STA-01", "CON-085")
def test_the_ring_is_worth_fifty_at_its_captors_home(game_on: Running) -> None:
    contact = game_on.meet("frodo", "khamul", "dol-guldur")
    game_on.go_to(1, "combat").report(contact, {"frodo": "captured"}, winner="evil")
    game_on.confirm("Frodo is brought to Dol Guldur")
    # 50 for the Ring, and 10 for the hobbit who has it.
    assert game_on.points("khamul") == 60
    assert sorted(reasons(game_on, "khamul")) == ["Frodo brought home", "the Ring brought home"]


@pytest.mark.rules("CON-085")
def test_by_the_other_reading_the_ring_earns_nothing_at_home(war: RingOfPower) -> None:
    running = Running.begun(war, house={"CON-085": "barad-dur"})
    contact = running.meet("frodo", "khamul", "dol-guldur")
    running.go_to(1, "combat").report(contact, {"frodo": "captured"}, winner="evil")
    running.confirm("Frodo is brought to Dol Guldur")
    assert running.points("khamul") == 10


@pytest.mark.rules("STA-11")
def test_the_standings_list_the_minions_the_highest_first(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("helms-deep"), "evil", by("saruman")))
    game_on.do(TakePlace(PlaceId("carn-dum"), "good"))
    table = standings(game_on.game.kit, game_on.world)
    assert table[0] == ("saruman", 20)
    assert table[-1] == ("buhrdur", -25)
    assert len(table) == 9


def test_points_are_corrected_with_a_reason_and_the_total_is_their_sum(game_on: Running) -> None:
    game_on.do(TakePlace(PlaceId("helms-deep"), "evil", by("saruman")))
    game_on.do(CorrectPoints(CommanderId("saruman"), -5, "half the walls were left"))
    assert game_on.points("saruman") == 15
    assert reasons(game_on, "saruman")[-1] == "half the walls were left"
    with pytest.raises(Illegal, match="and why"):
        game_on.do(CorrectPoints(CommanderId("saruman"), -5, " "))
