"""A force is called after whoever leads it now, and by a name that does not stutter. Worked by hand."""

from __future__ import annotations

from dataclasses import replace

from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.core.fact import apply
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.fight.facts import Suffered
from assistant.rules.names import force_at, names_of
from assistant.rules.standing import where_at
from assistant.rules.war import Force
from assistant.rules.world import Condition
from tests.running.table import Running


def test_a_force_is_called_after_the_next_when_its_leader_leaves(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    force = game_on.force_with("aragorn")
    assert force.name == "Aragorn"
    game_on.do(Divide(force.id, (FigureId("aragorn"),)))
    assert game_on.force_with("aragorn").name == "Aragorn"
    # Gimli and Legolas are left, both with leadership 1; Gimli is listed first.
    assert game_on.world.war.forces[force.id].name == "Gimli"


def test_a_force_whose_leader_falls_is_called_after_its_army(game_on: Running) -> None:
    force = game_on.force_with("lurtz")
    assert force.name == "Lurtz"
    game_on.world = apply(game_on.world, Suffered((FigureId("lurtz"),), "eliminated", "for the test"))
    assert game_on.world.war.forces[force.id].name == "Uruk-hai Scouts of Amon Hen"


def test_the_game_masters_correction_changes_the_name_as_a_fight_does(game_on: Running) -> None:
    force = game_on.force_with("lurtz")
    game_on.do(Adjust((FigureId("lurtz"),), "he fell", condition="eliminated"))
    assert game_on.world.war.forces[force.id].name == "Uruk-hai Scouts of Amon Hen"


def test_a_wounded_leader_still_gives_the_name(game_on: Running) -> None:
    game_on.world = apply(game_on.world, Suffered((FigureId("boromir"),), "wounded", "for the test"))
    assert game_on.force_with("boromir").name == "Boromir"


def test_a_name_given_by_the_table_stays(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    force = game_on.force_with("aragorn")
    game_on.do(Divide(force.id, (FigureId("aragorn"),), "The Grey Company"))
    gone = Suffered((FigureId("aragorn"),), "eliminated", "for the test")
    game_on.world = apply(game_on.world, gone)
    assert [one.name for one in game_on.world.war.forces.values() if "aragorn" in one.figures] == [
        "The Grey Company"
    ]


def test_no_place_is_named_twice_in_one_breath(game_on: Running) -> None:
    def named(commander: str, profile: str, place: str) -> str:
        add = AddFigures(ProfileId(profile), 3, CommanderId(commander), PlaceId(place), "for the test")
        return list(game_on.copy().do(add).world.war.forces.values())[-1].name

    assert named("saruman", "wild-man-of-dunland", "dunland") == "Wild Men of Dunland"
    assert named("rohan", "rider-of-rohan", "edoras") == "Riders of Rohan from Edoras"
    assert named("khamul", "orc", "dol-guldur") == "Orcs of Dol Guldur"
    assert named("dwarves", "dwarf-warrior", "erebor") == "Dwarf Warriors of Erebor"
    assert named("sulladan", "haradrim-foot", "south-road") == "Haradrim Foot of South Road"
    assert named("khamul", "giant-spider", "south-mirkwood") == "Giant Spiders"


def test_several_figures_are_counted_and_never_told_by_their_numbers(game_on: Running) -> None:
    figures = [
        game_on.world.figures[FigureId(one)] for one in ("lurtz", "uruk-hai-scout-1", "uruk-hai-scout-2")
    ]
    assert names_of(game_on.game.kit, game_on.world, figures) == "Lurtz and 2 Uruk-hai Scouts"


def test_those_who_stand_in_the_enemys_place_are_called_after_their_commander(game_on: Running) -> None:
    # Minas Tirith is Gondor's: orcs who split off before it are no orcs of Minas Tirith.
    game_on.do(Part("opening-1", "for the test")).stand("witch-king", "minas-tirith").go_to(1, "movement")
    host = game_on.force_with("witch-king")
    orcs = tuple(one for one in host.figures if one.startswith("orc-"))[:3]
    game_on.do(Divide(host.id, orcs))
    assert game_on.force_with(orcs[0]).name == "Orcs of Witch-king"


def test_two_forces_of_one_kind_from_one_place_are_told_apart(game_on: Running) -> None:
    def added(number: int) -> str:
        add = AddFigures(
            ProfileId("rider-of-rohan"), number, CommanderId("rohan"), PlaceId("edoras"), "for the test"
        )
        return list(game_on.do(add).world.war.forces.values())[-1].name

    assert added(3) == "Riders of Rohan from Edoras"
    assert added(2) == "Riders of Rohan from Edoras (2)"


def test_a_force_is_called_after_who_joined_it_once_its_leader_has_fallen(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    legolas, gimli, lake = FigureId("legolas"), FigureId("gimli"), PlaceId("lake-town")
    for one in (legolas, gimli):
        game_on.do(Adjust((one,), "for the test", place=lake))
    game_on.do(Unite((game_on.force_with("legolas").id, game_on.force_with("gimli").id)))
    assert game_on.force_with("gimli").name == "Legolas"
    parted = game_on.copy().do(Divide(game_on.force_with("gimli").id, (legolas,)))
    assert [parted.force_with(one).name for one in (legolas, gimli)] == ["Legolas", "Gimli"]
    assert parted.titles[-1] == "Legolas leaves Gimli"
    assert parted.said[0].startswith("Gimli parts from a single figure")
    game_on.do(Adjust((legolas,), "he fell", condition="eliminated"))
    assert game_on.force_with("gimli").name == "Gimli"


def test_an_army_that_a_leader_joined_is_called_after_him_when_it_is_gone(game_on: Running) -> None:
    game_on.do(
        AddFigures(ProfileId("rider-of-rohan"), 2, CommanderId("rohan"), PlaceId("edoras"), "for the test")
    )
    riders = list(game_on.world.war.forces.values())[-1]
    game_on.do(Adjust((FigureId("eomer"),), "he rides with them", force=riders.id))
    # They keep their name while any of them is left, and the verb that goes with it.
    assert game_on.force_with("eomer").does("rides", "ride") == f"{riders.name} ride"
    for number, called in enumerate((riders.name, "Éomer")):
        game_on.do(Adjust(riders.figures[number : number + 1], "he fell", condition="eliminated"))
        assert game_on.force_with("eomer").name == called


def test_a_captive_gives_no_name_to_those_who_lead_him_away(game_on: Running) -> None:
    lurtz = game_on.force_with("lurtz").id
    game_on.do(Adjust((FigureId("merry"),), "caught", condition="captured", force=lurtz))
    after = game_on.world.war.forces[lurtz].after
    assert after is not None
    assert [one.name for one in after.leaders] == ["Lurtz"]


def test_those_who_march_off_with_captives_say_so_and_are_called_after_none_of_them(game_on: Running) -> None:
    taken: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}
    game_on.report("opening-1", taken, "stay", winner="evil").stand("aragorn", "edoras").go_to(1, "movement")
    lurtz = game_on.force_with("lurtz")
    scout = next(one for one in lurtz.figures if one.startswith("uruk-hai-scout"))
    game_on.do(March(lurtz.id, PlaceId("fangorn"), (scout,)))
    assert game_on.force_with("merry") == game_on.force_with(scout)
    assert game_on.force_with("merry").name.startswith("Uruk-hai Scout")
    assert "Uruk-hai Scout of Saruman takes along the captives Merry and Pippin." in game_on.said


def test_who_leaves_with_the_name_leaves_those_who_have_another(game_on: Running) -> None:
    lurtz = game_on.do(Part("opening-1", "for the test")).force_with("lurtz")
    game_on.do(Divide(lurtz.id, (FigureId("lurtz"),)))
    assert game_on.titles[-1] == "Lurtz leaves Uruk-hai Scouts of Amon Hen"


def test_a_force_of_one_that_is_joined_by_others_is_called_several(game_on: Running) -> None:
    def added(number: int, profile: str = "rider-of-rohan") -> Force:
        rohan, edoras = CommanderId("rohan"), PlaceId("edoras")
        game_on.do(AddFigures(ProfileId(profile), number, rohan, edoras, "for the test"))
        return list(game_on.world.war.forces.values())[-1]

    def united(one: Force, other: Force) -> str:
        game_on.do(Unite((one.id, other.id)))
        return game_on.world.war.forces[one.id].name

    first, second = added(1), added(1)
    assert (first.name, second.name) == ("Rider of Rohan from Edoras", "Rider of Rohan from Edoras (2)")
    assert united(first, second) == "Riders of Rohan from Edoras"
    # They are told apart from the next ones, and a larger part gives its name to one who was alone.
    assert united(added(1), added(1)) == "Riders of Rohan from Edoras (2)"
    assert united(added(1), added(3, "rohan-foot")) == "Rohan Foot of Edoras"
    # Éomer's name is for those who lose their own.
    game_on.do(Adjust((FigureId("eomer"),), "he rides with them", force=first.id))
    assert game_on.world.war.forces[first.id].name == "Riders of Rohan from Edoras"


def test_a_name_that_says_where_it_is_needs_no_at(game_on: Running) -> None:
    kit = game_on.game.kit
    edoras, helms_deep, outside = map(PlaceId, ("edoras", "helms-deep", "outside-moria"))
    assert where_at(kit, edoras) == "at Edoras"
    assert where_at(kit, edoras, helms_deep) == "at Edoras or Helm's Deep"
    assert where_at(kit, outside) == "outside the west gate of Moria"


def test_a_force_that_is_called_after_its_place_is_not_said_to_be_there_as_well(game_on: Running) -> None:
    kit, forces = game_on.game.kit, game_on.world.war.forces.values()
    told = {force_at(kit, one) for one in forces}
    assert "Armed Hobbits of Buckland and Brandy Hall" in told
    assert "Watcher in the Water outside the west gate of Moria" in told
    assert "Saruman at Isengard" in told
    hobbits = next(one for one in forces if one.name == "Armed Hobbits of Buckland and Brandy Hall")
    marched = replace(hobbits, place=PlaceId("bree"))
    assert force_at(kit, marched) == "Armed Hobbits of Buckland and Brandy Hall at Bree"


def test_the_name_of_a_new_force_is_told_as_it_is_kept(game_on: Running) -> None:
    game_on.do(Part("opening-1", "for the test"))
    force = game_on.force_with("aragorn")
    game_on.do(Divide(force.id, (FigureId("aragorn"),), " The\x1b[31m\u202eGrey\n Company\x07 "))
    assert game_on.titles[-1].endswith(" as The[31mGrey Company")
    assert game_on.force_with("aragorn").name == "The[31mGrey Company"
