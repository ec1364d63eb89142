"""Gollum: tamed or fought, tempted, turning on the ringbearer, taking the Ring, and who runs him then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.companies import company_of
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet
from assistant.rules.fight.facts import Suffered
from assistant.rules.war import Ring
from tests.running.table import Running

TAME = "gollum"
GOLLUM = FigureId("gollum")
FELLOWSHIP, WITCH_KING = CommanderId("fellowship"), CommanderId("witch-king")


@pytest.fixture
def tame(game_on: Running) -> Running:
    """Movement of turn 1: Frodo and Sam have tamed Gollum on a 3."""
    return game_on.go_to(1, "movement").do(UsePower(TAME), (3,))


def wound(running: Running, *figures: str) -> None:
    hurt = Suffered(tuple(map(FigureId, figures)), "wounded", "for the test")
    running.world = running.game.apply(running.world, hurt)


@pytest.mark.rules("PPL-GOLLUM-03", "PPL-GOLLUM-06", "PPL-GOLLUM-12")
def test_on_a_three_gollum_is_tamed_and_goes_with_them_as_one_of_the_fellowship(tame: Running) -> None:
    force = tame.force_with("gollum")
    assert force.figures == ("frodo", "sam", "gollum")
    assert force.commander == "fellowship"
    assert company_of(tame.game.kit, tame.world, tame.world.figures[GOLLUM]) is not None
    # Tame, he is the Fellowship's to run; nobody asks whose he is.
    assert tame.go_to(2).told("rolling-off") == []
    tame.set_war(forces={**tame.world.war.forces, force.id: replace(force, commander=None)})
    tame.confirm("Who moves Gollum", "witch-king")


@pytest.mark.rules("PPL-GOLLUM-03")
def test_on_a_two_they_fight_him(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(UsePower(TAME), (2,))
    gollum = game_on.force_with("gollum")
    contact = game_on.world.war.contact_of(gollum.id)
    assert contact is not None
    assert contact.good == (game_on.force_with("frodo").id,)


@pytest.mark.rules("AMB-060")
def test_they_try_it_once_a_turn(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(UsePower(TAME), (1,)).set_war(contacts={})
    with pytest.raises(Illegal, match="tried it this turn"):
        game_on.do(UsePower(TAME))
    game_on.go_to(2, "movement").do(UsePower(TAME), (6,))


@pytest.mark.rules("PPL-GOLLUM-10")
@pytest.mark.effect("tempted")
def test_at_each_turns_start_with_them_he_attacks_the_ringbearer_on_a_six(tame: Running) -> None:
    title = "Gollum is with the ringbearer and may turn on him"
    tame.go_to(2).confirm(title, (5,))
    assert tame.said == ["5: he stays with them."]
    tame.go_to(3).confirm(title, (6,))
    gollum, frodo = tame.force_with("gollum"), tame.force_with("frodo")
    assert gollum.id != frodo.id
    assert tame.world.war.contact_of(gollum.id) == tame.world.war.contact_of(frodo.id)


@pytest.mark.rules("PPL-GOLLUM-06", "PPL-GOLLUM-11")
@pytest.mark.effect("turning-on")
def test_he_attacks_by_himself_when_they_enter_mordor(tame: Running) -> None:
    assert tame.told("turning-on") == []
    tame.stand("frodo", "barad-dur")
    tame.confirm("Gollum attacks the ringbearer: they have come to Mordor")
    assert tame.world.war.contact_of(tame.force_with("gollum").id) is not None
    with pytest.raises(Illegal, match="serves nobody there"):
        tame.set_war(contacts={}).go_to(2, "movement").do(UsePower(TAME))


@pytest.mark.rules("PPL-GOLLUM-11")
def test_free_or_tame_he_is_at_the_cracks_of_doom(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(UsePower(TAME), (1,)).set_war(contacts={})
    game_on.stand("frodo", "cracks-of-doom")
    game_on.confirm("Gollum attacks the ringbearer: the fire is reached")
    assert game_on.force_with("gollum").place == "cracks-of-doom"


@pytest.mark.rules("PPL-GOLLUM-11")
def test_he_attacks_the_one_who_puts_on_the_ring_beside_him(tame: Running) -> None:
    tame.do(UsePower("one-ring"))
    assert tame.world.war.contact_of(tame.force_with("gollum").id) is not None


@pytest.mark.rules("PPL-GOLLUM-02")
@pytest.mark.effect("seizing")
def test_wounded_and_alone_frodo_loses_the_ring_to_gollum(game_on: Running) -> None:
    wound(game_on, "frodo", "sam")
    game_on.confirm("Frodo is wounded: Gollum comes for the Ring")
    assert game_on.world.war.ring.bearer == "gollum"


@pytest.mark.rules("PPL-GOLLUM-02")
def test_with_sam_at_his_side_gollum_has_to_fight_for_it(game_on: Running) -> None:
    wound(game_on, "frodo")
    game_on.confirm("Frodo is wounded: Gollum comes for the Ring")
    assert game_on.world.war.ring.bearer == "frodo"
    assert game_on.world.war.contact_of(game_on.force_with("gollum").id) is not None


@pytest.fixture
def precious(game_on: Running) -> Running:
    """Turn 1: Gollum has the Ring."""
    wound(game_on, "frodo", "sam")
    return game_on.confirm("Frodo is wounded: Gollum comes for the Ring")


@pytest.mark.rules("PPL-GOLLUM-04")
def test_with_the_ring_the_nearest_evil_player_and_the_fellowship_roll_for_him(precious: Running) -> None:
    # 4 against 3 and one more: a tie, and they roll again; 5 beats 3 and one more.
    precious.confirm("Who moves Gollum", "witch-king", (4,), (3,), (5,), (3,))
    assert precious.force_with("gollum").commander == "witch-king"
    # 3 against 3 and one more: the Fellowship moves him.
    precious.go_to(2).confirm("Who moves Gollum", "witch-king", (3,), (3,))
    assert precious.force_with("gollum").commander == "fellowship"


@pytest.mark.rules("PPL-GOLLUM-05")
def test_with_the_ring_he_starts_no_fight_but_can_be_attacked(precious: Running) -> None:
    precious.confirm("Who moves Gollum", "witch-king", (6,), (1,))
    precious.go_to(1, "movement").stand("gollum", "edoras")
    theoden, gollum = precious.force_with("theoden").id, precious.force_with("gollum").id
    with pytest.raises(Illegal, match="with the Ring he starts no fight"):
        precious.do(Meet((theoden,), (gollum,), PlaceId("edoras"), attacker="evil"))
    precious.do(Meet((theoden,), (gollum,), PlaceId("edoras"), attacker="good"))


@pytest.mark.rules("PPL-GOLLUM-12")
@pytest.mark.effect("rolling-off")
def test_free_and_without_the_ring_an_evil_player_runs_him(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(UsePower(TAME), (1,)).set_war(contacts={})
    game_on.go_to(2).confirm("Who moves Gollum", "witch-king")
    gollum = game_on.force_with("gollum")
    assert gollum.commander == "witch-king"
    game_on.go_to(2, "movement").do(March(gollum.id, PlaceId("minas-morgul")), "free")


def test_a_slain_gollum_troubles_nobody(game_on: Running) -> None:
    game_on.go_to(1, "movement").do(UsePower(TAME), (1,)).set_war(contacts={}, ring=Ring(FigureId("frodo")))
    game_on.world = game_on.game.apply(game_on.world, Suffered((GOLLUM,), "eliminated", "for the test"))
    wound(game_on, "frodo")
    assert game_on.told("seizing") == []
    assert game_on.stand("frodo", "cracks-of-doom").told("turning-on") == []
