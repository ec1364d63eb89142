"""Places one goes into only by a roll or in the right company, and guardians whom one must fight."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Divide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet
from assistant.rules.deeds.placing import Measure, Measured
from assistant.rules.deeds.shifting import Shift
from assistant.rules.deeds.turning import GoOn
from assistant.rules.war import Spot
from assistant.table.ground import ground
from tests.running.table import Running


@pytest.fixture
def moving(game_on: Running) -> Running:
    """The movement phase of turn 1."""
    return game_on.go_to(1, "movement")


def put(running: Running, place: str, *figures: str) -> Running:
    return running.do(Adjust(tuple(map(FigureId, figures)), "for the test", place=PlaceId(place)))


@pytest.mark.rules("PLC-CARNDUM-01")
def test_good_enters_carn_dum_on_a_six_with_the_leadership_of_one_added_once_a_turn(moving: Running) -> None:
    # Aragorn alone; what his leadership adds stands on his line.
    put(moving, "weathertop", "aragorn")
    leads = moving.game.book.profiles[moving.world.figures[FigureId("aragorn")].profile].leadership
    march = March(moving.force_with("aragorn").id, PlaceId("carn-dum"))
    failed = moving.copy().do(march, (6 - leads - 1,))
    assert failed.force_with("aragorn").place == "weathertop"
    assert "does not enter Carn Dûm (PLC-CARNDUM-01)" in failed.said[-1]
    with pytest.raises(Illegal, match="has tried Carn Dûm this turn and failed"):
        failed.do(march)
    # He may go elsewhere.
    failed.do(March(failed.force_with("aragorn").id, PlaceId("bree")))
    moving.do(march, (6 - leads,))
    assert moving.force_with("aragorn").place == "carn-dum"


def test_evil_comes_and_goes_at_carn_dum_without_a_roll(moving: Running) -> None:
    put(moving, "fornost", "buhrdur")
    moving.do(March(moving.force_with("buhrdur").id, PlaceId("carn-dum")))
    assert moving.force_with("buhrdur").place == "carn-dum"


@pytest.mark.rules("PLC-MORIA-04", "PLC-MORIA-05")
@pytest.mark.effect("entry-needs")
def test_the_west_gate_of_moria_opens_to_a_dwarf_or_elf_hero_who_guesses_the_password(
    moving: Running,
) -> None:
    put(moving, "caradhras", "aragorn", "legolas", "gimli")
    moving.do(Divide(moving.force_with("aragorn").id, (FigureId("aragorn"),)))
    gate = PlaceId("moria-west-gate")
    with pytest.raises(Illegal, match=r"nobody who can open it goes along \(PLC-MORIA-04\)"):
        moving.do(March(moving.force_with("aragorn").id, gate))
    march = March(moving.force_with("gimli").id, gate)
    # Saruman, who might close the pass behind them, lets them go.
    shut = moving.copy().do(march, "let-be", (3,))
    assert shut.force_with("gimli").place == "caradhras"
    moving.do(march, "let-be", (4,))
    assert moving.force_with("gimli").place == gate
    assert "4: West gate of Moria is open to them (PLC-MORIA-05)." in moving.said


@pytest.mark.rules("PLC-MORIA-05")
def test_who_marches_from_the_west_straight_into_moria_must_open_the_west_gate_too(moving: Running) -> None:
    put(moving, "caradhras", "gimli")
    march = March(moving.force_with("gimli").id, PlaceId("moria"))
    shut = moving.copy().do(march, "let-be", (3,))
    assert shut.force_with("gimli").place == "caradhras"
    with pytest.raises(Illegal, match="has tried West gate of Moria this turn and failed"):
        shut.do(march)
    assert moving.do(march, "let-be", (4,)).force_with("gimli").place == "moria"


def test_from_the_east_nobody_needs_the_password_of_moria(moving: Running) -> None:
    put(moving, "moria-east-gate", "gimli")
    moving.do(March(moving.force_with("gimli").id, PlaceId("moria")))
    assert moving.force_with("gimli").place == "moria"


@pytest.mark.rules("PLC-MORIA-07")
@pytest.mark.effect("gate-guards")
def test_the_watcher_attacks_those_who_open_the_west_gate_and_only_once(moving: Running) -> None:
    gate = PlaceId("moria-west-gate")
    put(moving, "caradhras", "gimli")
    moving.do(March(moving.force_with("gimli").id, gate), "let-be", (4,))
    title = "Watcher in the Water attacks Gimli at West gate of Moria"
    assert moving.told("gate-guards") == [title]
    moving.confirm(title)
    met = moving.world.war.contact_of(moving.force_with("gimli").id)
    assert met is not None
    assert (met.evil, met.attacker) == ((moving.force_with("watcher-in-the-water").id,), "evil")
    # It has struck: whoever opens the gate later, on this turn or another, is let through.
    moving.go_to(2, "movement")
    put(moving, "caradhras", "legolas")
    moving.do(March(moving.force_with("legolas").id, gate), "let-be", (4,))
    assert moving.told("gate-guards") == []


@pytest.mark.rules("PLC-CIRITHUNGOL-02")
def test_no_measured_way_leads_through_shelobs_lair_without_a_halt_in_it(moving: Running) -> None:
    lair = moving.game.scenario.atlas.sheets["south"]
    land = ground(lair)
    west, _, east, _ = land.footprint("shelobs-lair").bounds
    middle = land.footprint("shelobs-lair").centroid
    put(moving, "ithilien", "frodo")
    frodo = moving.force_with("frodo").id
    moving.do(Measure((Measured(FigureId("frodo"), Spot("south", round(west) - 300, round(middle.y))),)))
    through = ((round(middle.x), round(middle.y)), (round(east) + 300, round(middle.y)))
    with pytest.raises(Illegal, match=r"may not pass Shelob's Lair without a fight against Shelob"):
        moving.do(Shift(frodo, through))
    moving.do(Shift(frodo, through[:1]))
    assert moving.told("guardians") == ["Frodo must fight Shelob in Shelob's Lair"]


@pytest.mark.rules("PLC-CIRITHUNGOL-02")
def test_who_was_never_measured_says_whether_he_goes_through_the_lair_and_then_halts_in_it(
    moving: Running,
) -> None:
    # From Ithilien the map knows one way into Mordor for two hobbits: by the stairs and the tunnel.
    put(moving, "ithilien", "frodo", "sam")
    march = March(moving.force_with("frodo").id, PlaceId("gorgoroth"))
    elsewhere = moving.copy().do(march, "another-way")
    assert elsewhere.force_with("frodo").place == "gorgoroth"
    moving.do(march, "that-way")
    assert moving.force_with("frodo").place == "shelobs-lair"
    assert moving.told("guardians") == ["Frodo must fight Shelob in Shelob's Lair"]
    # The turn does not end past her without a word.
    with pytest.raises(Illegal, match=r"due and not seen to: .*Frodo must fight Shelob"):
        moving.go_to(1, "combat").do(GoOn())


@pytest.mark.rules("PLC-BARADDUR-02")
def test_courage_to_assault_barad_dur_fails_on_a_three_unless_aragorn_leads(moving: Running) -> None:
    foe = moving.force("mouth-of-sauron", "barad-dur")
    put(moving, "barad-dur", "faramir")
    put(moving, "barad-dur", "aragorn")

    def assault(name: str) -> Meet:
        return Meet((moving.force_with(name).id,), (foe.id,), PlaceId("barad-dur"), attacker="good")

    afraid = moving.copy().do(assault("faramir"), (3,))
    assert afraid.world.war.contact_of(foe.id) is None
    assert afraid.said == ["Faramir: 3: it does not assault Barad-dûr (PLC-BARADDUR-02)."]
    with pytest.raises(Illegal, match="has tried Barad-dûr this turn"):
        afraid.do(assault("faramir"))
    # A 2 and two for Aragorn are 4.
    moving.do(assault("aragorn"), (2,))
    assert moving.world.war.contact_of(foe.id) is not None


@pytest.mark.rules("PLC-MINASMORGUL-01")
def test_while_a_wraith_is_in_minas_morgul_only_aragorn_or_gandalf_leads_an_assault(moving: Running) -> None:
    put(moving, "minas-morgul", "witch-king")
    put(moving, "minas-morgul", "faramir")
    put(moving, "minas-morgul", "aragorn")
    foe = moving.force_with("witch-king").id

    def assault(name: str) -> Meet:
        return Meet((moving.force_with(name).id,), (foe,), PlaceId("minas-morgul"), attacker="good")

    with pytest.raises(Illegal, match=r"may lead there while a wraith is inside \(PLC-MINASMORGUL-01\)"):
        moving.do(assault("faramir"))
    moving.do(assault("aragorn"))
    assert moving.world.war.contact_of(foe) is not None


@pytest.mark.rules("PLC-CIRITHUNGOL-02")
@pytest.mark.effect("guardians")
def test_whoever_passes_shelobs_lair_must_fight_her_and_does_not_go_on_before(moving: Running) -> None:
    put(moving, "shelobs-lair", "frodo", "sam")
    assert moving.told("guardians") == ["Frodo must fight Shelob in Shelob's Lair"]
    moving.confirm("Frodo must fight Shelob in Shelob's Lair")
    met = moving.world.war.contact_of(moving.force_with("frodo").id)
    assert met is not None
    assert moving.force_with("shelob").id in met.evil
    assert moving.told("guardians") == []
    with pytest.raises(Illegal, match="has met the enemy"):
        moving.do(March(moving.force_with("frodo").id, PlaceId("gorgoroth")))


@pytest.mark.rules("CMB-01")
@pytest.mark.effect("meetings")
def test_a_contact_found_by_measuring_is_proposed_by_itself_with_one_answer(moving: Running) -> None:
    for name in ("faramir", "shagrat"):
        moving.do(Divide(moving.force_with(name).id, (FigureId(name),)))

    def stand(name: str, x: float) -> None:
        moving.do(Measure((Measured(FigureId(name), Spot("south", mils(x), mils(12))),)))

    stand("shagrat", 72)
    stand("faramir", 76)
    assert moving.told("meetings") == []
    stand("faramir", 73.9)
    (title,) = moving.told("meetings")
    assert title.startswith("Faramir has met Shagrat at")
    assert title.endswith("they stand within 1 inch")
    moving.confirm(title)
    met = moving.world.war.contact_of(moving.force_with("faramir").id)
    assert met is not None
    assert met.evil == (moving.force_with("shagrat").id,)
    assert moving.told("meetings") == []


@pytest.mark.rules("CMB-01")
@pytest.mark.effect("joiners")
def test_a_third_force_that_comes_within_an_inch_is_proposed_as_joining_the_contact(moving: Running) -> None:
    for name in ("faramir", "shagrat", "gorbag"):
        moving.do(Divide(moving.force_with(name).id, (FigureId(name),)))

    def stand(name: str, x: float) -> None:
        moving.do(Measure((Measured(FigureId(name), Spot("south", mils(x), mils(12))),)))

    stand("shagrat", 72)
    stand("faramir", 73.9)
    moving.confirm(moving.told("meetings")[0])
    assert moving.told("joiners") == []
    stand("gorbag", 75.8)
    assert moving.told("meetings") == []
    (title,) = moving.told("joiners")
    assert title == "Gorbag has come to the fight of Faramir and Shagrat: within 1 inch"
    moving.confirm(title)
    met = moving.world.war.contact_of(moving.force_with("faramir").id)
    assert met is not None
    assert met.evil == (moving.force_with("shagrat").id, moving.force_with("gorbag").id)
    assert moving.told("joiners") == []
