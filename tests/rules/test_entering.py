"""Who may come to a place or pass it, what its ground is to whom, and who must stay (lines 845-1180)."""

from __future__ import annotations

from typing import Any

import pytest

from assistant.rules.book import Book
from assistant.rules.moving.paths import Ruling
from tests.rules.wayfaring import go, going, halts, over

WRAITHS = frozenset({"wraith"})


# ---- who may enter -------------------------------------------------------------------------------------


@pytest.mark.rules("PLC-FORNOST-01")
@pytest.mark.effect("closed-to")
def test_of_good_only_elves_and_rangers_enter_fornost(book: Book) -> None:
    ruins = over("rough", 2, "fornost")
    assert halts(go(book, going(book, "rohan-foot"), over("clear", 1), ruins))[1:] == (1, "PLC-FORNOST-01")
    for name in ("armored-elf", "ranger", "goblin"):
        assert go(book, going(book, name), over("clear", 1), ruins).is_allowed


@pytest.mark.rules("PLC-MINASMORGUL-02")
@pytest.mark.effect("closed-to")
def test_evil_men_keep_out_of_minas_morgul_while_a_wraith_is_in_play(book: Book) -> None:
    city = over("clear", 1, "minas-morgul")
    for name in ("haradrim-foot", "mumak"):
        barred = going(book, name, abroad=WRAITHS)
        assert halts(go(book, barred, over("clear", 1), city))[1:] == (1, "PLC-MINASMORGUL-02")
        assert go(book, going(book, name), over("clear", 1), city).is_allowed
    for name in ("orc", "black-numenorean", "morgul-knight"):
        assert go(book, going(book, name, abroad=WRAITHS), over("clear", 1), city).is_allowed


@pytest.mark.rules("PLC-CIRITHUNGOL-01")
@pytest.mark.effect("only-characters")
def test_only_characters_of_good_and_gollum_pass_shelobs_lair(book: Book) -> None:
    lair = over("caves", 1, "shelobs-lair")
    for name in ("frodo", "gollum"):
        assert go(book, going(book, name), over("clear", 1), lair).is_allowed
    assert halts(go(book, going(book, "shagrat"), over("clear", 1), lair))[1:] == (1, "PLC-CIRITHUNGOL-01")
    assert not go(book, going(book, "ranger"), over("clear", 1), lair).is_allowed


@pytest.mark.effect("only-characters")
@pytest.mark.parametrize(
    ("place", "rule"),
    [
        pytest.param("dead-marshes", "PLC-DEADMARSHES-01", marks=pytest.mark.rules("PLC-DEADMARSHES-01")),
        pytest.param("emyn-muil", "PLC-EMYNMUIL-01", marks=pytest.mark.rules("PLC-EMYNMUIL-01")),
    ],
)
def test_armies_do_not_cross_the_marshes_nor_the_razor_hills(book: Book, place: str, rule: str) -> None:
    there = over("marsh", 2, place)
    assert go(book, going(book, "frodo", "sam"), over("clear", 1), there).is_allowed
    assert halts(go(book, going(book, "orc"), over("clear", 1), there))[1:] == (1, rule)


@pytest.mark.rules("MNT-01")
@pytest.mark.effect("no-mounts")
@pytest.mark.parametrize("place", ["moria", "caradhras"])
def test_riders_and_mumakil_do_not_enter_where_no_mount_can_go(book: Book, place: str) -> None:
    inside = (over("clear", 1), over("caves", 1, place))
    for name in ("rider-of-rohan", "mumak"):
        assert halts(go(book, going(book, name), *inside))[1:] == (1, "MNT-01")
    # A character goes in without the mount.
    assert go(book, going(book, "eomer"), *inside).is_allowed


def test_who_is_inside_already_may_go_on(book: Book) -> None:
    inside = over("rough", 2, "fornost")
    assert go(book, going(book, "rohan-foot"), inside, over("clear", 1)).is_allowed


@pytest.mark.rules("PLC-DUNHARROW-01")
@pytest.mark.effect("holds-at-most")
def test_dunharrow_holds_six(book: Book) -> None:
    six = going(book, *["rohan-foot"] * 6)
    seven = going(book, *["rohan-foot"] * 7)
    assert go(book, six, over("path", 2, "dunharrow")).is_allowed
    assert halts(go(book, seven, over("path", 2, "dunharrow")))[2] == "PLC-DUNHARROW-01"
    assert not go(book, six, over("path", 2, "dunharrow"), crowd={"dunharrow": 1}).is_allowed


# ---- ground of places ----------------------------------------------------------------------------------


@pytest.mark.rules("PLC-RAUROS-01")
@pytest.mark.effect("impassable")
def test_nobody_passes_the_falls(book: Book) -> None:
    over_them = (over("clear", 1), over("clear", 1, "falls-of-rauros"))
    assert halts(go(book, going(book, "frodo"), *over_them))[1:] == (1, "PLC-RAUROS-01")


@pytest.mark.rules("PLC-MOUNTDOOM-01")
@pytest.mark.effect("impassable")
def test_mount_doom_is_climbed_by_the_road_only(book: Book) -> None:
    frodo = going(book, "frodo")
    assert halts(go(book, frodo, over("rough", 1), over("rough", 1, "mount-doom")))[1:] == (
        1,
        "PLC-MOUNTDOOM-01",
    )
    assert go(book, frodo, over("rough", 1), over("road", 3, "mount-doom")).is_allowed


@pytest.mark.rules("PLC-DRUADAN-02", "TER-13")
@pytest.mark.effect("impassable")
def test_the_druadan_forest_is_passed_by_road_but_theoden_is_shown_the_way(book: Book) -> None:
    woods, road = over("woods", 9, "druadan-forest"), over("road", 9, "druadan-forest")
    gondor, rohan = going(book, "gondor-foot"), going(book, "theoden", "rider-of-rohan")
    assert halts(go(book, gondor, over("clear", 1), woods))[1:] == (1, "PLC-DRUADAN-02")
    assert not go(book, going(book, "rider-of-rohan"), over("clear", 1), woods).is_allowed
    assert go(book, gondor, road).is_allowed
    assert go(book, rohan, over("clear", 1), woods).is_allowed


@pytest.mark.rules("PLC-DRUADAN-01")
@pytest.mark.effect("ground")
def test_whom_theoden_leads_ride_through_the_druadan_forest_as_in_the_open(book: Book) -> None:
    # A mounted character goes 15 inches in the open and 7 in other woods; riders of Rohan are no slower.
    rohan = going(book, "theoden", "rider-of-rohan")
    assert go(book, rohan, over("woods", 15, "druadan-forest")).is_allowed
    assert not go(book, rohan, over("woods", 15)).is_allowed


@pytest.mark.effect("ground")
@pytest.mark.parametrize(
    ("place", "rule"),
    [
        pytest.param(place, rule, marks=pytest.mark.rules(rule))
        for place, rule in (
            ("gorgoroth", "TER-14"),
            ("fornost", "PLC-FORNOST-02"),
            ("tharbad", "PLC-THARBAD-01"),
            ("nindalf", "PLC-ENTWASH-02"),
        )
    ],
)
def test_some_places_are_rough_wherever_one_stands(book: Book, place: str, rule: str) -> None:
    # An orc goes 8 inches in the open and 6 here; its chariots do not come at all.
    inside = over("clear", 8, place)
    assert halts(go(book, going(book, "orc"), inside))[:2] == ("orc", 6)
    assert halts(go(book, going(book, "khand-chariot"), over("clear", 1), inside))[1:] == (1, rule)
    assert go(book, going(book, "orc"), over("road", 8, place)).is_allowed


@pytest.mark.rules("TER-17")
@pytest.mark.effect("ground")
def test_shelobs_lair_is_rough(book: Book) -> None:
    # Faramir goes 10 inches in the open, 7 in her tunnel.
    assert halts(go(book, going(book, "faramir", mounted=False), over("clear", 10, "shelobs-lair")))[1] == 7


@pytest.mark.rules("TER-13", "PLC-MORIA-10")
@pytest.mark.effect("ground")
def test_moria_is_clear_to_goblins_and_dwarves_and_to_characters_whom_gimli_leads(book: Book) -> None:
    halls = over("caves", 8, "moria")
    for name in ("goblin", "dwarf-warrior"):
        assert go(book, going(book, name), halls).is_allowed
    assert not go(book, going(book, "armored-elf"), halls).is_allowed
    deep = over("caves", 16, "moria")
    assert go(book, going(book, "gimli", "legolas"), deep).is_allowed
    assert not go(book, going(book, "legolas"), deep).is_allowed


@pytest.mark.rules("TER-13", "PLC-LOTHLORIEN-03")
@pytest.mark.effect("ground")
def test_lothlorien_is_clear_to_elves_and_to_characters_with_an_elf(book: Book) -> None:
    woods = over("woods", 9, "lothlorien")
    assert go(book, going(book, "armored-elf"), woods).is_allowed
    assert halts(go(book, going(book, "rohan-foot", "armored-elf"), woods))[:2] == ("rohan-foot", 7)
    assert go(book, going(book, "eomer", "haldir", mounted=False), woods).is_allowed
    assert not go(book, going(book, "eomer", mounted=False), woods).is_allowed


@pytest.mark.rules("PLC-CARADHRAS-06")
@pytest.mark.effect("ground")
def test_nobody_makes_haste_over_caradhras(book: Book) -> None:
    pass_ = over("path", 14, "caradhras")
    assert halts(go(book, going(book, "frodo"), pass_))[1] == 7
    assert go(book, going(book, "frodo"), over("path", 14)).is_allowed


@pytest.mark.rules("PLC-MIRKWOOD-01")
@pytest.mark.effect("ground")
def test_the_road_through_mirkwood_gives_no_bonus(book: Book) -> None:
    man = going(book, "man-of-dale")
    assert halts(go(book, man, over("road", 12, "mirkwood")))[1] == 10
    assert go(book, man, over("road", 12)).is_allowed


# ---- rivers --------------------------------------------------------------------------------------------


@pytest.mark.rules("PLC-LOTHLORIEN-02", "TER-11")
@pytest.mark.effect("crossing")
def test_elves_and_their_friends_cross_the_silverlode_without_delay(book: Book) -> None:
    way = (over("clear", 3), over("stream", 0.4, "lothlorien", feature="silverlode-river"), over("clear", 3))
    assert go(book, going(book, "rohan-foot", "armored-elf"), *way).is_allowed
    assert halts(go(book, going(book, "rohan-foot"), *way))[1:] == (3, "TER-11")


@pytest.mark.rules("PLC-CAIRANDROS-01", "PLC-CAIRANDROS-02")
@pytest.mark.effect("crossing")
def test_cair_andros_is_crossed_without_penalty_unless_the_shore_is_held(book: Book) -> None:
    way = (over("clear", 4), over("shallows", 1, "cair-andros"), over("clear", 3))
    orc = going(book, "orc")
    assert go(book, orc, *way).is_allowed
    held = go(book, orc, *way, held=frozenset({"cair-andros"}))
    assert halts(held) == ("orc", 4, "PLC-CAIRANDROS-02")


@pytest.mark.rules("TER-16")
@pytest.mark.effect("crossing")
def test_the_fords_of_isen_take_a_whole_move(book: Book) -> None:
    rider = going(book, "rider-of-rohan")
    ford = over("ford", 1, "fords-of-isen")
    assert go(book, rider, over("clear", 1), ford, over("clear", 1)).is_allowed
    assert halts(go(book, rider, over("clear", 3), ford))[1:] == (3, "TER-16")


@pytest.mark.rules("PLC-OSGILIATH-02", "PLC-ANDUIN-02")
@pytest.mark.effect("crossing")
def test_osgiliath_is_crossed_in_a_whole_move_once_the_far_bank_is_won(book: Book) -> None:
    way = (over("clear", 1), over("shallows", 1, "osgiliath"), over("clear", 1))
    assert go(book, going(book, "orc"), *way).is_allowed
    held = go(book, going(book, "orc"), *way, held=frozenset({"osgiliath"}))
    assert halts(held)[2] == "PLC-OSGILIATH-02"


# ---- who must stay -------------------------------------------------------------------------------------


@pytest.mark.effect("leash")
@pytest.mark.parametrize(
    ("name", "place", "inches", "rule"),
    [
        pytest.param(name, place, inches, rule, marks=pytest.mark.rules(rule))
        for name, place, inches, rule in (
            ("arwen", "rivendell", 12, "PPL-ARWEN-01"),
            ("beregond", "minas-tirith", 0, "PPL-BEREGOND-01"),
            ("dain", "erebor", 12, "PPL-DAIN-01"),
            ("denethor", "minas-tirith", 0, "PPL-DENETHOR-01"),
            ("galadriel", "lothlorien", 0, "PPL-GALADRIEL-01"),
            ("glorfindel", "rivendell", 0, "PPL-GLORFINDEL-01"),
            ("citadel-guard", "minas-tirith", 0, "PPL-CITADELGUARD-02"),
            ("fountain-court-guard", "minas-tirith", 0, "PPL-CITADELGUARD-03"),
            ("troll-chieftain", "black-gate", 3, "PPL-TROLLCHIEF-01"),
            ("balrog", "moria", 0, "PLC-MORIA-13"),
        )
    ],
)
def test_some_are_bound_to_a_place(book: Book, name: str, place: str, inches: int, rule: str) -> None:
    def ends(gap: float) -> Ruling:
        return go(
            book,
            going(book, name),
            over("clear", 1),
            gap_at_end=lambda asked: round(gap * 1000) if asked == place else 0,
        )

    assert ends(inches).is_allowed
    assert halts(ends(inches + 0.001))[1:] == (0, rule)


@pytest.mark.rules("PPL-CASTELLAN-01", "ABL-IMMOBILE")
@pytest.mark.effect("leash")
def test_the_castellans_never_leave_dol_guldur(book: Book) -> None:
    tried = go(book, going(book, "castellan-of-dol-guldur"), over("clear", 1), gap_at_end=lambda place: 1)
    assert {stop.why.rule for stop in tried.stops} == {"PPL-CASTELLAN-01", "ABL-IMMOBILE"}


@pytest.mark.effect("leash")
def test_a_leash_ends_when_its_reason_does(book: Book) -> None:
    def may_leave(*names: str, **more: Any) -> bool:
        return go(
            book, going(book, *names, **more), over("clear", 1), gap_at_end=lambda place: 5000
        ).is_allowed

    assert not may_leave("denethor")
    assert may_leave("denethor", events=frozenset({"aragorn-comes-by-the-paths"}))
    assert may_leave("glorfindel", fallen=frozenset({"aragorn"}))
    assert may_leave("balrog", fallen=frozenset({"gandalf-the-white"}))
    assert may_leave("fountain-court-guard", "aragorn", mounted=False)
