"""What profiles bring to a fight by a footnote, a mark or a word of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.kernel.errors import Illegal
from assistant.rules.book import Book, ProfileId, Trait
from assistant.rules.game import RingOfPower
from tests.rules.battles import declared, first, fought, one, says


@pytest.mark.rules("PRF-N02")
@pytest.mark.effect("ranger")
def test_who_has_the_footnote_defends_on_two_in_cover(game: RingOfPower) -> None:
    # Faramir 4+: in cover on open ground 2+, and no better with woods. A plain ranger stays at 4+.
    def need(profile: str, **keys: Any) -> int | None:
        fight = fought(game, declared(game, [one(profile, **keys)], [one("orc")]))
        return first(fight, "good", "defense").dice[0].need

    assert need("faramir") == 4
    assert need("faramir", cover=True) == 2
    assert need("faramir", cover=True, terrain="woods") == 2
    assert need("ranger", cover=True) == 4


@pytest.mark.rules("PRF-N03")
@pytest.mark.effect("magic-weapon")
def test_a_hit_by_a_marked_weapon_slays_an_ethereal_figure(game: RingOfPower) -> None:
    # CON-067: Haldir has the mark and his hit slays; the foot's hit only disperses.
    def end(profile: str) -> str:
        house = {"CON-067": "hit-by-it"}
        setup = declared(game, [one(profile)], [one("ringwraith", mounted=False)], house=house)
        dice = {"good attack": "6" + "1" * (len(first(fought(game, setup), "good", "attack").dice) - 1)}
        dice["evil attack"] = "1" * len(first(fought(game, setup), "evil", "attack").dice)
        return fought(game, setup, dice={**dice, "evil defense": "1"}).figures["ringwraith"]

    assert end("haldir") == "eliminated"
    assert end("rohan-foot") == "dispersed"


@pytest.mark.rules("PPL-RINGWRAITH-03")
@pytest.mark.effect("ethereal")
def test_a_ringwraith_is_dispersed_unless_a_marked_weapon_is_there(game: RingOfPower) -> None:
    def says_slain(*good: str) -> bool:
        setup = declared(game, [one(profile) for profile in good], [one("ringwraith", mounted=False)])
        return says(fought(game, setup), "slain by a magic weapon")

    assert says_slain("rohan-foot", "haldir")
    assert not says_slain("rohan-foot")


@pytest.mark.rules("ABL-HERO")
@pytest.mark.effect("hero")
def test_where_only_the_named_are_heroes_the_ability_makes_one(book: Book) -> None:
    # CON-056: Eomer has no such word on his line and is killed; with it he is wounded.
    eomer = book.profiles[ProfileId("eomer")]
    named = replace(eomer, traits=(*eomer.traits, Trait("hero")))
    for profile, end in ((eomer, "eliminated"), (named, "wounded")):
        game = RingOfPower(replace(book, profiles={**book.profiles, eomer.id: profile}))
        setup = declared(game, [one("eomer", mounted=False)], [one("orc")], house={"CON-056": "labelled"})
        assert says(fought(game, setup), f"{end} when it fails") == (end == "wounded")
        fight = fought(game, setup, dice={"good attack": "1", "evil attack": "5", "good defense": "1"})
        assert says(fight, f"{end.capitalize()}: eomer")


@pytest.mark.rules("PPL-GANDALF-04")
@pytest.mark.effect("furious-charge")
def test_gandalf_charges_furiously_on_shadowfax_only(game: RingOfPower) -> None:
    def rolls_again(mounted: bool) -> bool:
        setup = declared(game, [one("gandalf-the-white", mounted=mounted)], [one("orc")])
        return says(fought(game, setup), "misses rolled again: furious charge (PPL-GANDALF-04)")

    assert rolls_again(True)
    assert not rolls_again(False)


@pytest.mark.rules("PPL-THRANDUIL-01")
def test_thranduil_has_a_point_of_wizardry_in_mirkwood_alone(game: RingOfPower) -> None:
    # 3+ with the point on attack is 2+.
    spent = {"good": {"wizardry": {"thranduil": {"attack": 1}}}}

    def need(place: str) -> int | None:
        setup = declared(game, [one("thranduil")], [one("orc")], place=place, sides=spent)
        return first(fought(game, setup), "good", "attack").dice[0].need

    assert need("mirkwood") == 2
    # His palace and the path lie in it.
    assert (need("thranduils-palace"), need("mirkwood-path")) == (2, 2)
    with pytest.raises(Illegal, match="0 wizardry"):
        need("bree")


@pytest.mark.rules("PPL-BOROMIR-01")
def test_boromir_in_heavy_armor_defends_on_three(game: RingOfPower) -> None:
    def need(*bears: str) -> int | None:
        setup = declared(game, [one("boromir", bears=list(bears))], [one("orc")])
        return first(fought(game, setup), "good", "defense").dice[0].need

    assert (need(), need("heavy-armor")) == (4, 3)


@pytest.mark.rules("ART-15", "ART-05")
@pytest.mark.effect("siege-weapon")
def test_a_bolt_shooter_shoots_in_the_field_and_a_siege_ballista_does_not(game: RingOfPower) -> None:
    # One die for each of a crew of three.
    for weapon, dice in (("bolt-shooter", 3), ("siege-ballista", 0)):
        setup = declared(game, [one("rohan-foot")], [one("orc"), one(weapon)])
        struck = first(fought(game, setup), "evil", "attack").dice
        assert sum(die.figure == weapon for die in struck) == dice
