"""The Ring on Frodo's hand, and hobbits in orc armor: who sees them, who comes, who may move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.agenda import agenda
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.battles import Battle, proposed
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.deeds.gathering import Divide, Hide
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.searching import Search
from assistant.rules.war import ForceId
from tests.running.table import Running

RING, ARMOR = "one-ring", "orc-armor"
SCOUT = FigureId("uruk-hai-scout-1")
FELLOWSHIP = CommanderId("fellowship")


@pytest.fixture
def ithilien(game_on: Running) -> Running:
    """Movement of turn 1: Frodo by himself, and Sam, have come to Ithilien."""
    game_on.go_to(1, "movement").stand("frodo", "ithilien")
    return game_on.do(Divide(game_on.force_with("frodo").id, (FigureId("frodo"),)))


@pytest.fixture
def mordor(game_on: Running) -> Running:
    """Movement of turn 1: Frodo and Sam are at Barad-dûr, inside Mordor, and so are orcs."""
    return game_on.go_to(1, "movement").stand("frodo", "barad-dur").stand("witch-king", "black-gate")


def ring_power(running: Running) -> str:
    """What the Fellowship is offered to do with the Ring."""
    powers = agenda(running.game.kit, running.world, (FELLOWSHIP,)).powers
    return next((one.name for one in powers if one.id == RING), "")


def orcs(running: Running) -> ForceId:
    return running.force("mouth-of-sauron", "barad-dur").id


@pytest.mark.rules("ITM-RING-03", "ITM-RING-06")
def test_frodo_alone_with_the_ring_on_cannot_be_attacked_by_orcs(ithilien: Running) -> None:
    assert ring_power(ithilien) == "Put on the Ring"
    ithilien.do(UsePower(RING)).set_war(contacts={})
    assert ithilien.world.war.ring.worn == 1
    ithilien.stand("lurtz", "ithilien")
    frodo, lurtz = ithilien.force_with("frodo").id, ithilien.force_with("lurtz").id
    with pytest.raises(Illegal, match="the Ring hides its bearer"):
        ithilien.do(Meet((frodo,), (lurtz,), PlaceId("ithilien")))
    assert ring_power(ithilien) == "Take off the Ring"
    ithilien.do(UsePower(RING)).do(Meet((frodo,), (lurtz,), PlaceId("ithilien")))
    assert ithilien.world.war.ring.worn == 0


def test_ringwraiths_see_and_attack_the_wearer(ithilien: Running) -> None:
    ithilien.do(UsePower(RING)).set_war(contacts={})
    contact = ithilien.meet("frodo", "witch-king", "ithilien")
    setup = proposed(ithilien.game.kit, ithilien.world, ithilien.world.war.contacts[contact])
    assert [one.figure for one in setup.good.figures] == ["frodo"]


@pytest.mark.rules("ITM-RING-06")
def test_beside_sam_the_wearer_stays_out_of_a_fight_with_those_who_do_not_see_him(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(UsePower(RING)).set_war(contacts={})
    contact = game_on.meet("frodo", "lurtz", "ithilien")
    setup = proposed(game_on.game.kit, game_on.world, game_on.world.war.contacts[contact])
    assert [one.figure for one in setup.good.figures] == ["sam"]


@pytest.fixture
def scout(game_on: Running) -> str:
    """Combat of turn 1: one Uruk-hai scout has come upon Sam and Frodo, who wears the Ring."""
    return beset(game_on)


def beset(game_on: Running, *more: str) -> str:
    """A contact of a scout, and more of them, with Sam and the unseen Frodo; Lurtz is far away."""
    game_on.do(Part("opening-1", "for the test")).go_to(1, "movement")
    game_on.do(UsePower(RING)).set_war(contacts={})
    game_on.stand("lurtz", "isengard")
    game_on.do(Divide(game_on.force_with("lurtz").id, (SCOUT, *map(FigureId, more))))
    contact = game_on.meet("frodo", SCOUT, "eastfold")
    game_on.go_to(1, "combat")
    return contact


def as_due(running: Running, contact: str) -> Battle:
    return Battle(contact, proposed(running.game.kit, running.world, running.world.war.contacts[contact]))


@pytest.mark.rules("ITM-RING-06")
def test_beside_the_unseen_wearer_sam_is_fought_alone_and_wins(game_on: Running, scout: str) -> None:
    # Sam has 1 die at 6+, the scout 1 die at 4+: 6 hits, 3 does not; the scout's 2 does not save on 5+.
    game_on.do(as_due(game_on, scout), "fight", (6,), (3,), (SCOUT,), (2,))
    assert "Good: 1 casualty inflicted + 0 leadership = 1 (OUT-01)." in game_on.said
    assert "Good wins (OUT-03)." in game_on.said
    assert game_on.world.figures[SCOUT].condition == "eliminated"
    assert not [line for line in game_on.said if "rodo" in line]
    assert (game_on.world.war.contacts, game_on.world.war.ring.worn) == ({}, 1)


@pytest.mark.rules("ITM-RING-06")
def test_when_sam_beside_the_wearer_is_beaten_no_hit_finds_the_wearer(game_on: Running, scout: str) -> None:
    # The scout's 4 hits and can only be Sam's; his 3 does not save on 5+, and hobbits are taken alive.
    game_on.do(as_due(game_on, scout), "fight", (5,), (4,), ("sam",), (3,), "capture")
    sam, frodo = (game_on.world.figures[FigureId(one)] for one in ("sam", "frodo"))
    assert (sam.condition, frodo.condition) == ("captured", "fit")
    assert game_on.world.war.ring.bearer == "frodo"


def test_the_wearer_may_not_be_named_in_a_fight_with_those_who_do_not_see_him(
    game_on: Running, scout: str
) -> None:
    battle = as_due(game_on, scout)
    (sam,) = battle.setup.good.figures
    both = replace(battle.setup.good, figures=(sam, replace(sam, figure=FigureId("frodo"))))
    with pytest.raises(Illegal, match="frodo is in none of the forces that have met, or cannot fight"):
        game_on.do(replace(battle, setup=replace(battle.setup, good=both)))


@pytest.mark.rules("ITM-RING-06")
def test_after_a_draw_nobody_fights_on_who_would_find_only_the_unseen_wearer(game_on: Running) -> None:
    # Sam's 6 slays one of two scouts, a scout's 4 wounds him: 1 to 1, and nobody is left to fight the other.
    contact = beset(game_on, "uruk-hai-scout-2")
    game_on.do(as_due(game_on, contact), "fight", (6,), (3, 4), ("sam",), (SCOUT,), (1,), (2,))
    assert "A draw; nobody is left to fight (OUT-04)." in game_on.said
    assert game_on.world.war.contacts == {}


def test_beside_a_wounded_sam_the_wearer_cannot_be_met_by_those_who_do_not_see_him(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(UsePower(RING)).set_war(contacts={})
    game_on.world = replace(
        game_on.world,
        figures={
            **game_on.world.figures,
            FigureId("sam"): replace(game_on.world.figures[FigureId("sam")], condition="wounded"),
        },
    )
    with pytest.raises(Illegal, match="Nobody of Frodo can be fought: unseen with the Ring on"):
        game_on.meet("frodo", "lurtz", "eastfold")


@pytest.mark.rules("ITM-RING-05", "PPL-GOLLUM-11")
def test_gollum_is_placed_beside_the_wearer_and_attacks_at_once(ithilien: Running) -> None:
    assert FigureId("gollum") not in ithilien.world.figures
    ithilien.do(UsePower(RING))
    gollum = ithilien.force_with("gollum")
    assert (gollum.place, gollum.commander) == ("ithilien", None)
    (contact,) = [one for one in ithilien.world.war.contacts.values() if gollum.id in one.evil]
    assert (contact.good, contact.attacker) == ((ithilien.force_with("frodo").id,), "evil")


def test_gollum_with_the_ring_does_not_come_upon_himself(ithilien: Running) -> None:
    ithilien.do(UsePower(RING))
    bearing = ithilien.world.war.ring
    ithilien.set_war(contacts={}, ring=replace(bearing, bearer=FigureId("gollum")))
    assert ring_power(ithilien) == ""


@pytest.mark.rules("ITM-RING-04")
@pytest.mark.effect("drawn")
def test_each_turn_the_ring_is_worn_ethereal_figures_may_come_at_once_and_attack(ithilien: Running) -> None:
    ithilien.do(UsePower(RING)).set_war(contacts={})
    title = "Frodo wears the Ring: who of Witch-king comes"
    assert title in ithilien.told("drawn")
    assert "Frodo wears the Ring: who of Sulladan comes" not in ithilien.told("drawn")
    ithilien.confirm(title, "witch-king")
    wraith = ithilien.force_with("witch-king")
    assert (wraith.place, wraith.figures) == ("ithilien", ("witch-king",))
    assert ithilien.world.war.contact_of(wraith.id) is not None
    assert wraith.moved != 1
    assert title not in ithilien.told("drawn")
    ithilien.set_war(contacts={}).go_to(2, "movement")
    assert title in ithilien.told("drawn")


def test_nobody_is_drawn_to_a_ring_that_is_not_worn(ithilien: Running) -> None:
    assert ithilien.told("drawn") == []


@pytest.mark.rules("ITM-RING-07")
def test_worn_in_mordor_it_shows_its_bearer_to_all_evil_there(mordor: Running) -> None:
    mordor.do(UsePower(RING)).set_war(contacts={})
    assert mordor.said[0] == "Frodo is revealed: all evil in Mordor may seek him (ITM-RING-07)."
    force = mordor.force_with("frodo").id
    mordor.do(Meet((force,), (orcs(mordor),), PlaceId("barad-dur")))
    (contact,) = mordor.world.war.contacts.values()
    setup = proposed(mordor.game.kit, mordor.world, contact)
    assert {one.figure for one in setup.good.figures} == {"frodo", "sam"}


# ---- orc armor -----------------------------------------------------------------------------------------


@pytest.mark.rules("ITM-ORCARMOUR-01")
def test_orc_armor_is_for_hobbits_inside_mordor(game_on: Running) -> None:
    with pytest.raises(Illegal, match="No hobbit is in Mordor"):
        game_on.do(UsePower(ARMOR))


@pytest.mark.rules("ITM-ORCARMOUR-01", "ITM-ORCARMOUR-02")
def test_for_three_turns_no_evil_in_mordor_moves_or_seeks_or_attacks_two_hobbits(mordor: Running) -> None:
    mordor.do(UsePower(ARMOR), "frodo", "sam")
    hobbits, enemy = mordor.force_with("frodo").id, orcs(mordor)
    for turn in (1, 2, 3):
        mordor.go_to(turn, "movement")
        with pytest.raises(Illegal, match="hobbits in orc armor go unnoticed there"):
            mordor.do(March(orcs(mordor), PlaceId("black-gate")))
        with pytest.raises(Illegal, match="orc armor disguises them"):
            mordor.do(Meet((hobbits,), (enemy,), PlaceId("barad-dur")))
    mordor.do(Hide(hobbits))
    with pytest.raises(Illegal, match="orc armor disguises them"):
        mordor.do(Search(enemy, hobbits))
    mordor.go_to(4, "movement").do(Search(enemy, hobbits), (6,))


def test_by_the_other_reading_evil_in_mordor_may_move(mordor: Running) -> None:
    mordor.world = replace(mordor.world, house_rules={"AMB-053": "may-not-hunt"})
    mordor.do(UsePower(ARMOR), "frodo", "sam").do(March(orcs(mordor), PlaceId("black-gate")), "free")


@pytest.mark.rules("ITM-ORCARMOUR-03")
def test_the_disguised_walk_through_the_enemy_and_are_not_pinned(
    mordor: Running,
) -> None:
    mordor.do(UsePower(ARMOR), "frodo", "sam")
    mordor.do(March(mordor.force_with("frodo").id, PlaceId("mount-doom")))
    assert mordor.force_with("frodo").place == "mount-doom"


@pytest.mark.rules("ITM-ORCARMOUR-04")
@pytest.mark.effect("misled")
def test_their_player_leads_up_to_five_evil_figures_of_mordor_astray_on_each_of_those_turns(
    mordor: Running,
) -> None:
    mordor.do(UsePower(ARMOR), "sam", "nobody-else")
    title = "Up to 5 evil figures in Mordor are led astray"
    assert mordor.told("misled") == [title]
    there = orcs(mordor)
    count = len(mordor.world.war.forces[there].figures)
    mordor.confirm(title, there, "mount-doom", *(() if count >= 5 else ("nobody-else",)))
    moved = [one for one in mordor.world.war.at(PlaceId("mount-doom")) if one.moved == 1]
    assert sum(len(one.figures) for one in moved) == min(count, 5)
    assert mordor.told("misled") == []
    assert mordor.go_to(3, "movement").told("misled") == [title]
    assert mordor.go_to(4, "movement").told("misled") == []


@pytest.mark.rules("ITM-RING-07")
def test_the_ring_worn_in_mordor_ends_what_orc_armor_does(mordor: Running) -> None:
    mordor.do(UsePower(ARMOR), "frodo", "sam").do(UsePower(RING)).set_war(contacts={})
    mordor.do(Meet((mordor.force_with("frodo").id,), (orcs(mordor),), PlaceId("barad-dur")))
