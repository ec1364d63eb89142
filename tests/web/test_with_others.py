"""Figures ride along, leave their company and are handed over from a phone, and are renamed by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

from assistant.kernel.ids import FigureId
from tests.web.table import Visitor

Come = Callable[..., Visitor]


def forms(page: str, deed: str) -> list[Any]:
    """What the forms and buttons of a deed send by themselves."""
    found = re.findall(rf'data-deed="{deed}"[^>]*data-setup="([^"]*)"', page)
    return [json.loads(unescape(one)) for one in found]


def at_edoras(come: Come) -> Visitor:
    """Merry, and Éomer of Rohan on his horse, at Edoras, which Gríma has left; forces move."""
    master = come("master")
    assert master.do("go-on", anyway=True).status_code == 200
    for who, place in (("grima", "isengard"), ("merry", "edoras"), ("eomer", "edoras")):
        said = master.do("adjust", figures=[who], place=place, reason="for the test")
        assert said.status_code == 200
    return master


def test_a_hobbit_is_put_on_another_player_s_horse_and_goes_where_it_goes(come: Come) -> None:
    master = at_edoras(come)
    fellowship, rohan = come("fellowship"), come("rohan")
    page = fellowship.page("seat/forces").text
    assert {"figures": ["merry"], "rider": None} in forms(page, "ride-along")
    assert '<option value="eomer">Éomer</option>' in page
    assert fellowship.do("ride-along", figures=["merry"], rider="eomer").status_code == 200
    assert '<option value="eomer" selected>Éomer</option>' in fellowship.page("seat/forces").text
    force = master.at().world.war.force_of(FigureId("eomer"))
    assert force is not None
    gone = rohan.do("march", force=force.id, place="helms-deep")
    assert gone.status_code == 200, gone.get_json()
    merry = master.at().world.war.force_of(FigureId("merry"))
    assert merry is not None
    assert (merry.place, merry.commander) == ("helms-deep", "fellowship")


def test_nobody_puts_another_player_s_figure_on_a_horse(come: Come) -> None:
    at_edoras(come)
    assert come("rohan").do("ride-along", figures=["merry"], rider="eomer").status_code == 403


def test_a_phone_offers_to_leave_the_company_and_says_that_it_is_for_good(come: Come) -> None:
    fellowship = come("fellowship")
    assert {"figures": ["sam"]} in forms(fellowship.page("seat/forces").text, "leave-company")
    assert "never comes back to it" in fellowship.reads("seat/forces")
    assert fellowship.do("leave-company", figures=["sam"]).status_code == 200
    assert {"figures": ["sam"]} not in forms(fellowship.page("seat/forces").text, "leave-company")
    assert not forms(come("rohan").page("seat/forces").text, "leave-company")


def test_a_force_is_handed_to_another_commander_of_its_side(come: Come) -> None:
    rohan = come("rohan")
    eomer = rohan.at().world.war.force_of(FigureId("eomer"))
    assert eomer is not None
    page = rohan.page("seat/forces").text
    assert {"force": eomer.id} in forms(page, "hand-over")
    assert '<option value="gondor">Gondor</option>' in page
    assert '<option value="saruman">' not in page
    assert rohan.do("hand-over", force=eomer.id, commander="gondor").status_code == 200
    assert rohan.at().world.war.forces[eomer.id].commander == "gondor"


def test_somebody_is_called_by_a_name_of_the_table_s_own(come: Come) -> None:
    master = come("master")
    assert 'data-deed="rename"' in master.page("by-hand").text
    assert master.do("rename", figure="lurtz", name="Old Scar").status_code == 200
    assert "Old Scar" in come("saruman").reads("seat/forces")
    assert master.do("rename", figure="lurtz", name="").status_code == 200
    assert "Old Scar" not in come("saruman").reads("seat/forces")
