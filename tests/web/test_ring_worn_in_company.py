"""With the Ring worn and company beside its bearer a fight is begun, reckoned and entered like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.reminders import due_now
from tests.web.table import Visitor
from tests.web.test_desk import begin, code

Come = Callable[..., Visitor]

WHY = "for the test"
COMPANIES = (("sam",), ("aragorn",), ("sam", "aragorn", "gimli"))
WHO = ("master", "assistant", "fellowship", "witch-king")


def done(answer: Any) -> None:
    assert answer.status_code == 200, answer.get_json()


def met(master: Visitor, company: tuple[str, ...], place: str = "bree") -> str:
    """Frodo wears the Ring among his company, and Gorbag has come upon them; it is combat."""
    to_movement(master)
    moved: dict[str, Any] = {"reason": WHY, "place": place}
    done(master.do("adjust", figures=["frodo", *company], commander="fellowship", **moved))
    done(master.do("adjust", figures=["gorbag"], **moved))
    put_it_on(master)
    forces = {name: force_of(master, name) for name in ("frodo", "gorbag")}
    done(master.do("meet", good=[forces["frodo"]], evil=[forces["gorbag"]], place=place, overruled=WHY))
    contact = [*master.at().world.war.contacts][-1]
    done(master.do("go-on", anyway=True))
    return contact


def to_movement(master: Visitor) -> None:
    """Nobody is in contact with anybody."""
    while master.at().world.war.phase != "movement":
        for contact in master.at().world.war.contacts:
            done(master.do("part", contact=contact, why=WHY))
        done(master.do("go-on", anyway=True))


def put_it_on(master: Visitor) -> None:
    """Gollum comes to its wearer at once (ITM-RING-05), and is told to go."""
    done(master.do("use-power", power="one-ring"))
    for contact in master.at().world.war.contacts:
        done(master.do("part", contact=contact, why=WHY))


def force_of(master: Visitor, figure: str) -> str:
    force = master.at().world.war.force_of(FigureId(figure))
    assert force is not None
    return force.id


def to_the_end(visitor: Visitor, at: dict[str, Any]) -> dict[str, Any]:
    """The game master's app answers everything; gives back what was recorded."""
    while True:
        sent = {"step": at["step"], "revision": at["revision"], "answer": {"by": "app"}}
        reply = visitor.post(f"fights/{at['id']}/answers", **sent)
        assert reply.status_code == 200, reply.get_json()
        if "recorded" in (told := reply.get_json()):
            found: dict[str, Any] = told["recorded"]
            return found
        at = told["open"]


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("company", COMPANIES, ids="+".join)
def test_whoever_may_begin_a_fight_begins_it_and_it_ends(
    company: tuple[str, ...], who: str, come: Come
) -> None:
    master = come("master")
    contact = met(master, company)
    recorded = to_the_end(master, begin(come(who), contact))
    assert "Frodo" not in recorded["title"]
    frodo = master.at().world.figures[FigureId("frodo")]
    assert frodo.condition == "fit"
    assert contact not in master.at().world.war.contacts


@pytest.mark.parametrize("who", ["master", "fellowship"])
def test_those_in_reach_may_be_named_without_the_wearer_and_not_with_him(who: str, come: Come) -> None:
    contact = met(come("master"), ("sam",))
    refused = come(who).post(f"contacts/{contact}/fight", figures=["frodo", "sam", "gorbag"])
    assert code(refused) == "not-in-the-fight"
    assert begin(come(who), contact, figures=["sam", "gorbag"])


@pytest.mark.parametrize("company", COMPANIES, ids="+".join)
def test_its_page_and_its_odds_are_of_the_company_alone(company: tuple[str, ...], come: Come) -> None:
    contact = met(come("master"), company)
    for who in WHO:
        page = come(who).page(f"contacts/{contact}")
        assert page.status_code == 200
        assert 'id="r-sam"' in page.text or "sam" not in company
        assert 'id="r-frodo"' not in page.text
    for what_if in (False, True):
        found = come("fellowship").post(f"contacts/{contact}/odds", what_if=what_if)
        assert sum(found.get_json()["odds"]["win"].values()) == pytest.approx(1)


def test_it_can_be_entered_as_the_table_fought_it(come: Come) -> None:
    master = come("master")
    contact = met(master, ("sam",))
    said = {"ends": {"sam": "wounded"}, "winner": "evil"}
    answer = master.post(f"contacts/{contact}/report", **said)
    assert answer.status_code == 200, answer.get_json()
    assert code(master.post(f"contacts/{contact}/report", **said)) != "characters-stand-together"


def test_with_hiding_company_a_fight_can_be_begun(come: Come) -> None:
    master = come("master")
    contact = met(master, ("sam",))
    to_the_end(master, begin(come("fellowship"), contact, hides={"good": True}))


def test_gollum_who_sees_the_wearer_fights_all_of_them(come: Come) -> None:
    master = come("master")
    to_movement(master)
    done(master.do("adjust", figures=["frodo", "sam"], commander="fellowship", reason=WHY, place="bree"))
    done(master.do("use-power", power="one-ring"))
    (contact,) = master.at().world.war.contacts
    done(master.do("go-on", anyway=True))
    page = master.page(f"contacts/{contact}").text
    assert 'id="r-frodo"' in page
    assert 'id="r-sam"' in page
    recorded = to_the_end(master, begin(master, contact))
    assert "Gollum" in recorded["title"]


def test_the_wearer_alone_is_not_met_at_all(come: Come) -> None:
    master = come("master")
    to_movement(master)
    done(master.do("adjust", figures=["sam"], reason=WHY, place="rivendell"))
    done(master.do("adjust", figures=["frodo"], reason=WHY, place="bree"))
    done(master.do("adjust", figures=["gorbag"], reason=WHY, place="bree"))
    put_it_on(master)
    frodo, gorbag = force_of(master, "frodo"), force_of(master, "gorbag")
    assert code(master.do("meet", good=[frodo], evil=[gorbag], place="bree")) == "spared"


@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_a_phone_that_hides_its_lone_bearer_from_the_enemy_is_offered_no_fight_any_more(
    phase: str, come: Come
) -> None:
    master, phone = come("master"), come("fellowship")
    to_movement(master)
    done(master.do("adjust", figures=["sam"], reason=WHY, place="rivendell"))
    for figure in ("frodo", "gorbag"):
        done(master.do("adjust", figures=[figure], reason=WHY, place="bree"))
    forces = {name: force_of(master, name) for name in ("frodo", "gorbag")}
    done(master.do("meet", good=[forces["frodo"]], evil=[forces["gorbag"]], place="bree"))
    if phase == "combat":
        done(master.do("go-on", anyway=True))
    done(phone.do("use-power", power="one-ring"))
    assert [one.evil for one in master.at().world.war.contacts.values()] == [(force_of(master, "gollum"),)]
    assert "Frodo against Gorbag" not in phone.page("seat").text
    secret = "unseen with the Ring on"
    for other in ("witch-king", "gondor", "projector"):
        assert secret not in come(other).page("seat" if other != "projector" else "board").text


def fights_gorbag(master: Visitor, *more: str) -> str:
    """Frodo and Sam have met Gorbag at Bree, and perhaps others; it is combat."""
    to_movement(master)
    done(master.do("adjust", figures=["frodo", "sam"], commander="fellowship", reason=WHY, place="bree"))
    done(master.do("adjust", figures=["gorbag"], reason=WHY, place="bree"))
    evil = [force_of(master, one) for one in ("gorbag", *more)]
    done(master.do("meet", good=[force_of(master, "frodo")], evil=evil, place="bree", overruled=WHY))
    (contact,) = master.at().world.war.contacts
    done(master.do("go-on", anyway=True))
    return contact


def test_the_ring_is_neither_put_on_nor_taken_off_while_its_bearer_fights(come: Come) -> None:
    master, phone = come("master"), come("fellowship")
    at = begin(phone, fights_gorbag(master))
    assert code(phone.do("use-power", power="one-ring")) == "held"
    assert master.at().world.war.ring.worn == 0
    done(master.client.delete(f"/api/v1/campaigns/{master.campaign}/fights/{at['id']}"))
    done(phone.do("use-power", power="one-ring"))
    assert master.at().world.war.ring.worn == 1


def test_gollum_does_not_leave_a_fight_under_way_for_the_ring(come: Come) -> None:
    master, phone = come("master"), come("fellowship")
    to_movement(master)
    put_it_on(master)
    done(phone.do("use-power", power="one-ring"))
    good, evil = ([force_of(master, one)] for one in ("aragorn", "gollum"))
    done(master.do("meet", good=good, evil=evil, place="amon-hen", overruled=WHY))
    (contact,) = master.at().world.war.contacts
    done(master.do("go-on", anyway=True))
    begin(master, contact)
    done(master.do("adjust", figures=["frodo"], reason=WHY, place="bree"))
    assert code(phone.do("use-power", power="one-ring")) == "held"


def test_ringwraiths_join_no_fight_that_is_under_way(come: Come) -> None:
    master = come("master")
    to_movement(master)
    put_it_on(master)
    contact = fights_gorbag(master)
    for _ in range(2):
        done(master.do("go-on", anyway=True))
    begin(master, contact)
    key = next(one.key for one in due_now(master.at().kit, master.at().world) if one.about == "drawn")
    assert code(master.do("heed", reminder=key, how="done")) == "held"


@pytest.mark.parametrize(("who", "is_told"), [("master", True), ("fellowship", True), ("witch-king", False)])
def test_why_the_wearer_is_missing_is_told_to_those_who_may_know(who: str, is_told: bool, come: Come) -> None:
    contact = met(come("master"), ("sam",))
    page = come(who).reads(f"contacts/{contact}")
    assert ("Frodo (unseen with the Ring on" in page) is is_told
    assert ("with the Ring on" in page) is is_told
