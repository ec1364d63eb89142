"""Those who hide are looked for in the running game."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.kernel.inches import mils
from assistant.rules.book import PlaceId
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.gathering import Hide
from assistant.rules.deeds.placing import Measure, Measured, SetOut
from assistant.rules.deeds.searching import Search, chance_of
from assistant.rules.deeds.shifting import Shift
from assistant.rules.war import Spot
from tests.running.table import Running

EMYN_MUIL = PlaceId("emyn-muil")
HOBBITS = (FigureId("frodo"), FigureId("sam"))


@pytest.fixture
def hiding(game_on: Running) -> Running:
    """Frodo and Sam hide in the movement phase of turn 1."""
    game_on.go_to(1, "movement")
    return game_on.do(Hide(game_on.force_with("frodo").id))


@pytest.mark.rules("CMB-05", "ITM-CLOAKS-01")
@pytest.mark.effect("elven-cloak")
def test_frodo_in_his_cloak_is_missed_on_a_five_and_found_on_a_six(hiding: Running) -> None:
    # Shagrat and two Uruk-hai look; nobody of them is a scout.
    hiding.stand("shagrat", hiding.force_with("frodo").place)
    search = Search(hiding.force_with("shagrat").id, hiding.force_with("frodo").id)
    missed = hiding.copy().do(search, (5,))
    assert missed.force_with("frodo").hidden
    assert missed.said[-1] == "5: not found; nobody of them comes within 2 inches this turn."
    with pytest.raises(Illegal, match="has looked for Frodo this turn"):
        missed.do(search)
    found = hiding.do(search, (6,))
    assert not found.force_with("frodo").hidden
    assert found.said == ["6+ elven cloaks (ITM-CLOAKS-01)", "6: Frodo is found (CMB-05)."]


@pytest.mark.rules("PPL-RINGWRAITH-06")
@pytest.mark.effect("ringwraith")
def test_the_witch_king_senses_the_ringbearer(hiding: Running) -> None:
    hiding.stand("witch-king", hiding.force_with("frodo").place)
    hiding.do(Search(hiding.force_with("witch-king").id, hiding.force_with("frodo").id), (5,))
    assert not hiding.force_with("frodo").hidden


@pytest.mark.rules("PLC-EMYNMUIL-03")
@pytest.mark.effect("spot-modifier")
def test_nobody_needs_to_roll_for_cloaks_among_the_razor_hills(hiding: Running) -> None:
    hiding.do(Adjust(HOBBITS, "for the test", place=EMYN_MUIL))
    hiding.do(Hide(hiding.force_with("frodo").id)).stand("shagrat", EMYN_MUIL)
    hiding.do(Search(hiding.force_with("shagrat").id, hiding.force_with("frodo").id))
    assert hiding.said[-1].startswith("No roll: not found")


def test_nobody_looks_for_friends_or_for_those_in_plain_sight(hiding: Running) -> None:
    shagrat, frodo, eomer = (hiding.force_with(name).id for name in ("shagrat", "frodo", "eomer"))
    with pytest.raises(Illegal, match="Nobody looks for friends"):
        hiding.do(Search(eomer, frodo))
    with pytest.raises(Illegal, match="does not hide"):
        hiding.do(Search(shagrat, eomer))


@pytest.mark.rules("CMB-04")
def test_nobody_is_looked_for_from_another_place_unless_a_move_brings_them_there(hiding: Running) -> None:
    # Minas Morgul is far from the Emyn Muil; Cair Andros is within a move of Ithilien.
    hiding.do(Adjust(HOBBITS, "for the test", place=EMYN_MUIL)).do(Hide(hiding.force_with("frodo").id))
    with pytest.raises(Illegal, match="Witch-king is at Minas Morgul, too far from Frodo") as refused:
        hiding.do(Search(hiding.force_with("witch-king").id, hiding.force_with("frodo").id))
    assert refused.value.do.startswith("Go there first.")
    hiding.do(Adjust(HOBBITS, "for the test", place=PlaceId("ithilien")))
    hiding.do(Hide(hiding.force_with("frodo").id)).stand("shagrat", "cair-andros")
    search = Search(hiding.force_with("shagrat").id, hiding.force_with("frodo").id)
    later = hiding.copy().go_to(1, "combat")
    assert not hiding.do(search, (6,)).force_with("frodo").hidden
    # In combat nobody moves any more.
    with pytest.raises(Illegal, match="Shagrat is at Cair Andros, too far from Frodo"):
        later.do(search)


def stand(running: Running, figure: str, x: float, y: float) -> None:
    running.do(SetOut(running.force_with(figure).id, "south", mils(x), mils(y)))


@pytest.mark.rules("CMB-04")
def test_where_all_are_measured_only_those_look_who_can_come_within_two_inches(hiding: Running) -> None:
    # Shagrat and two Uruks go 10 inches: whoever is 12 away can be looked for before they move.
    stand(hiding, "frodo", 72, 12)
    stand(hiding, "shagrat", 87.5, 12)
    search = Search(hiding.force_with("shagrat").id, hiding.force_with("frodo").id)
    with pytest.raises(
        Illegal, match=r'away from Shagrat, who find nobody beyond 2" and go at most 10"'
    ) as no:
        hiding.do(search)
    assert "CMB-04" in str(no.value)
    stand(hiding, "shagrat", 83, 12)
    hiding.copy().do(search, (5,))
    # Once the fighting begins they must be within 2 inches.
    later = hiding.go_to(1, "combat")
    with pytest.raises(Illegal, match=r'find nobody beyond 2" \(CMB-04\)'):
        later.do(search)
    stand(later, "shagrat", 74.5, 12)
    later.do(search, (6,))
    assert not later.force_with("frodo").hidden


@pytest.mark.rules("CMB-04", "TER-01")
def test_nobody_looks_for_those_on_the_other_bank_of_a_river_he_cannot_cross(hiding: Running) -> None:
    # Line 927: nobody crosses the Anduin below Rauros, and its west bank is 4.7 inches from Frodo.
    stand(hiding, "frodo", 55.1, 57)
    stand(hiding, "shagrat", 47.1, 57)
    search = Search(hiding.force_with("shagrat").id, hiding.force_with("frodo").id)
    with pytest.raises(Illegal, match=r"cannot come to Frodo this turn: over the ground .* \(CMB-04\)"):
        hiding.do(search)
    # At the water's edge he is found from the other bank.
    stand(hiding, "frodo", 52.6, 57)
    hiding.do(search, (6,))


@pytest.mark.rules("CMB-04")
def test_the_inches_of_a_search_go_on_over_the_edge_where_the_tables_join(hiding: Running) -> None:
    # 129 north is 77 south. Frodo is 3 inches below the edge and Shagrat 3 above, on bases of 25 mm, which
    # is 5.016 from edge to edge; he goes 10.
    search = Search(hiding.force_with("shagrat").id, hiding.force_with("frodo").id)
    in_a_row(hiding, "frodo", "south", 77, 69)
    in_a_row(hiding, "shagrat", "north", 129, 3)
    hiding.copy().do(search, (5,))
    in_a_row(far := hiding.copy(), "shagrat", "north", 129, 13)
    with pytest.raises(
        Illegal, match=r'15\.016" away from Shagrat, who find .* and go at most 10" \(CMB-04\)'
    ):
        far.do(search)
    # Once the fighting begins only 2 inches count.
    hiding.go_to(1, "combat")
    with pytest.raises(Illegal, match=r'5\.016" away from Shagrat, who find nobody beyond 2" \(CMB-04\)'):
        hiding.do(search)
    in_a_row(hiding, "frodo", "south", 77, 70.5)
    in_a_row(hiding, "shagrat", "north", 129, 1.4)
    hiding.do(search, (6,))
    assert not hiding.force_with("frodo").hidden


def in_a_row(running: Running, figure: str, table: str, x: float, y: float) -> None:
    """The force of a figure side by side from west to east, an inch and a half apart."""
    those = running.force_with(figure).figures
    row = (Spot(table, mils(x + 1.5 * number), mils(y)) for number in range(len(those)))
    running.do(Measure(tuple(Measured(one, spot) for one, spot in zip(those, row, strict=True))))


def test_nobody_is_found_from_a_table_that_does_not_join(hiding: Running) -> None:
    stand(hiding, "frodo", 72, 12)
    hiding.do(SetOut(hiding.force_with("shagrat").id, "moria-halls", mils(15), mils(6)))
    with pytest.raises(Illegal, match="on another table"):
        hiding.do(Search(hiding.force_with("shagrat").id, hiding.force_with("frodo").id))


@pytest.mark.rules("ITM-CLOAKS-01")
def test_nobody_walks_up_to_elven_cloaks_before_he_has_seen_them(hiding: Running) -> None:
    stand(hiding, "frodo", 72, 12)
    stand(hiding, "shagrat", 80, 12)
    shagrat, frodo = hiding.force_with("shagrat").id, hiding.force_with("frodo").id
    up_to_them, by = Shift(shagrat, ((mils(74), mils(12)),)), Shift(shagrat, ((mils(72), mils(16)),))
    with pytest.raises(Illegal, match=r"has not been found: .* \(elven cloaks \(ITM-CLOAKS-01\)\)") as no:
        hiding.do(up_to_them)
    assert "Search first, or go only" in no.value.do
    # Past them at four inches anyone may go.
    hiding.copy().do(by)
    hiding.do(Search(shagrat, frodo), (6,)).do(up_to_them)


@pytest.mark.rules("PLC-EMYNMUIL-03")
def test_measured_hobbits_above_rauros_have_the_cover_of_the_emyn_muil(game_on: Running) -> None:
    # The east bank lies in the Emyn Muil, where those who look have 1 less.
    unmeasured = chance_of(
        game_on.game.kit, game_on.world, game_on.force_with("lurtz"), game_on.force_with("frodo")
    )
    game_on.go_to(1, "movement").do(SetOut(game_on.force_with("frodo").id))
    found = chance_of(
        game_on.game.kit, game_on.world, game_on.force_with("lurtz"), game_on.force_with("frodo")
    )
    assert found.need == unmeasured.need + 1
