"""What is in the files is what is in the book, and every rule behind it is on record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from assistant.kernel.evidence import listen
from assistant.kernel.ids import RuleId
from assistant.packs.battle import read_battle
from assistant.packs.convert import cite
from assistant.packs.load import check_scenario, load_book, load_both
from assistant.packs.where import home
from assistant.rules.book import (
    Alternative,
    Book,
    Crew,
    Line,
    Move,
    Numbers,
    PlaceId,
    ProfileId,
    Trait,
    Variant,
)
from assistant.rules.effects.registry import parameters

if TYPE_CHECKING:
    from tests.packs.conftest import Pack

WORKED_BATTLES = sorted((Path(__file__).parents[1] / "examples").glob("battle-?.json"))


def cited_by(load: Callable[[], Book]) -> set[tuple[str, str]]:
    """The rules put on record while something is loaded."""
    heard: set[tuple[str, str]] = set()
    stop = listen(lambda rule, how, _: heard.add((rule, how)))
    try:
        load()
    finally:
        stop()
    return heard


def test_a_profile_is_loaded_as_written(book: Book) -> None:
    rider = book.profiles[ProfileId("rider-of-rohan")]
    assert (rider.name, rider.side, rider.people, rider.race, rider.kind) == (
        "Rider of Rohan",
        "good",
        "rohan",
        "man",
        "army",
    )
    assert rider.line == Line(2, 4, 4)
    assert rider.dismounted == Line(1, 5, 5)
    assert rider.starts_mounted
    assert rider.printed_move == Move(17, 7)
    assert rider.base_mm == 40
    assert rider.rules == ("PRF-GA24",)
    assert rider.lines == "1371;2109"


def test_abilities_keep_their_condition_and_order(book: Book) -> None:
    assert book.profiles[ProfileId("rider-of-rohan")].traits == (
        Trait("swift"),
        Trait("furious-charge", "mounted"),
    )


def test_the_parameters_of_an_ability_are_loaded(pack: Pack) -> None:
    pack.profile(abilities='[{ name = "ranger", dice = 2 }, { name = "swift", zone = "hills", by = 3 }]')
    assert pack.load().profiles[ProfileId("guard")].traits == (
        Trait("ranger", params=(("dice", 2),)),
        Trait("swift", params=(("by", 3), ("zone", "hills"))),
    )


def test_other_numbers_on_a_condition_are_loaded(book: Book) -> None:
    assert book.profiles[ProfileId("eomer")].alternatives == (
        Alternative("bearing", "anduril", Numbers(leadership=4), (RuleId("ITM-ANDURIL-02"),)),
    )


def test_other_numbers_under_a_house_rule_are_loaded(book: Book) -> None:
    assert book.profiles[ProfileId("rider-of-rohan")].variants == (
        Variant(RuleId("CON-033"), "booklet", Numbers(attack=5)),
    )


def test_a_character_s_standing_is_loaded(book: Book) -> None:
    eomer = book.profiles[ProfileId("eomer")]
    assert (
        eomer.leadership,
        eomer.leadership_scope,
        eomer.mounted_bonus,
        eomer.magic_weapon,
        eomer.wizardry,
    ) == (
        2,
        "rohan",
        True,
        True,
        None,
    )


def test_a_weapon_without_dice_of_its_own_has_those_of_its_full_crew(book: Book) -> None:
    ballista = book.profiles[ProfileId("siege-ballista")]
    assert ballista.crew == Crew(3, 1, 3)
    assert ballista.line == Line(3, 4, 5)


def test_a_profile_overrides_the_side_and_people_of_its_file(book: Book) -> None:
    gandalf = book.profiles[ProfileId("gandalf")]
    assert (gandalf.side, gandalf.people) == ("good", "istari")


def test_numbers_left_out_are_dashes(book: Book) -> None:
    assert book.profiles[ProfileId("saruman")].line == Line(2, None, None)


def test_places_and_abilities_are_loaded(book: Book) -> None:
    bree, amroth = book.places[PlaceId("bree")], book.places[PlaceId("dol-amroth")]
    assert bree.traits == (Trait("shelter", params=(("defense", 1),)),)
    assert (amroth.is_fortress, amroth.has_tower, amroth.tower_room) == (True, True, 0)
    assert book.abilities["furious-charge"].text == "Missed attack dice are rolled again."


def test_the_book_brings_every_house_rule(book: Book) -> None:
    assert len(book.house_rules) == 207


def test_every_rule_on_a_loaded_row_is_put_on_record(pack: Pack) -> None:
    assert cited_by(pack.load) == {
        (rule, "data")
        for rule in (
            "SCN-01",
            "PLC-BREE-01",
            "PLC-DOLAMROTH-01",
            "ABL-FURIOUSCHARGE",
            "PRF-GA24",
            "CON-033",
            "ITM-ANDURIL-02",
            "CMB-09",
            "CMB-15",
            *(f"MOV-{number:02}" for number in range(2, 12)),
            *(f"TER-{number:02}" for number in range(1, 13)),
            "ABL-IMMOBILE",
            "CON-065",
            "SEQ-02",
        )
    }


def test_citing_returns_the_rules() -> None:
    assert cite(["CMB-01", "CMB-02"]) == ("CMB-01", "CMB-02")


def test_a_scenario_may_use_only_some_rosters(pack: Pack) -> None:
    pack.write("scenario.toml", 'id = "x"\nname = "X"\nrosters = ["rohan"]')
    assert set(pack.load().profiles) == {"rider-of-rohan", "eomer"}


def test_rosters_given_by_hand_are_used_instead_of_the_scenario_s_own(pack: Pack, tmp_path: Path) -> None:
    for name in ("abilities", "rohan"):
        text = (pack.folder / "rosters" / f"{name}.toml").read_text(encoding="utf-8")
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    book = load_book(pack.folder, rosters=tmp_path, effects={"shelter": ("defense",)})
    assert set(book.profiles) == {"rider-of-rohan", "eomer"}


def test_a_scenario_without_places_is_sound(pack: Pack) -> None:
    (pack.folder / "places.toml").unlink()
    assert pack.load().places == {}


def test_the_same_content_has_the_same_hash_however_it_is_laid_out(pack: Pack) -> None:
    before = pack.load().hash
    text = (pack.folder / "scenario.toml").read_text(encoding="utf-8")
    pack.write("scenario.toml", "# a remark\n" + text.replace(" = ", "   =   "))
    assert pack.load().hash == before
    assert len(before) == 64


def test_other_content_has_another_hash(pack: Pack) -> None:
    before = pack.load().hash
    text = (pack.folder / "rosters" / "rohan.toml").read_text(encoding="utf-8")
    pack.write("rosters/rohan.toml", text.replace("base_mm = 40", "base_mm = 41"))
    assert pack.load().hash != before


def places_of_the_war() -> Book:
    """The shipped scenario."""
    return load_book(home() / "scenarios" / "war-of-the-ring", effects={"shelter": ("defense",)})


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("bree", "PLC-BREE-01"),
        ("cair-andros", "PLC-CAIRANDROS-03"),
        ("dale", "PLC-DALE-01"),
        ("edhellond", "PLC-EDHELLOND-01"),
        ("glittering-caves", "PLC-GLITTERINGCAVES-01"),
        ("osgiliath", "PLC-OSGILIATH-01"),
        ("pelargir", "PLC-PELARGIR-01"),
    ],
)
def test_sheltered_places_improve_the_defense_of_their_holders(place: str, rule: str) -> None:
    found = places_of_the_war().places[PlaceId(place)]
    assert Trait("shelter", params=(("defense", 1),)) in found.traits
    assert rule in found.rules


def test_the_grey_havens_shelter_twice_as_well_but_are_no_doubling_fortress() -> None:
    havens = places_of_the_war().places[PlaceId("grey-havens")]
    assert Trait("shelter", params=(("defense", 2),)) in havens.traits
    assert not havens.is_fortress
    assert {"PLC-GREYHAVENS-01", "FOR-10", "CON-072", "AMB-039"} <= set(havens.rules)


def test_dol_amroth_is_a_fortress_with_a_tower_for_characters_only() -> None:
    amroth = places_of_the_war().places[PlaceId("dol-amroth")]
    assert (amroth.is_fortress, amroth.has_tower, amroth.tower_room) == (True, True, 0)
    assert {"PLC-DOLAMROTH-01", "FOR-09", "AMB-087"} <= set(amroth.rules)


def test_the_easterling_city_is_a_fortress_without_a_tower() -> None:
    city = places_of_the_war().places[PlaceId("easterling-city")]
    assert (city.is_fortress, city.has_tower) == (True, False)
    assert {"PLC-EASTERLINGCITY-01", "CON-072", "AMB-087"} <= set(city.rules)


def test_the_war_is_played_on_two_tables_in_eight_to_ten_hours() -> None:
    assert {("SCN-01", "data"), ("SCN-02", "data")} <= cited_by(lambda: places_of_the_war())
    # Line 413: one of 8 by 6 feet and one of 12 by 6; line 411: eight to ten hours.
    _, scenario = load_both(effects=parameters())
    tables = {one.id: (one.width_feet, one.height_feet) for one in scenario.tables.values()}
    assert tables == {"north": (12, 6), "south": (8, 6)}
    assert "Eight to ten hours with many players" in scenario.description


def test_the_shipped_scenario_and_rosters_are_sound() -> None:
    assert check_scenario(home() / "scenarios" / "war-of-the-ring", effects=parameters()) == ()


@pytest.mark.parametrize("path", WORKED_BATTLES, ids=lambda path: path.stem)
def test_the_worked_battles_can_be_fought_with_the_shipped_rosters(path: Path) -> None:
    battle = read_battle(path, load_book(effects=parameters()))
    assert battle.dice is not None
    assert battle.dice["good"]["attack"]
