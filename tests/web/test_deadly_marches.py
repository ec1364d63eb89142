"""A phone tells of a march that is death before anybody chooses it."""

from __future__ import annotations

import html

from tests.web.test_phone import Come, ranges_of


def test_the_paths_of_the_dead_are_listed_apart_and_warned_of_before_anybody_marches(come: Come) -> None:
    rohan, master = come("rohan"), come("master")
    master.do("go-on", anyway=True)
    force = next(one for one in rohan.at().world.war.forces.values() if one.name == "Théodred")
    page = rohan.page("seat/forces").text
    found = ranges_of(page, force.id)
    assert [label for label, names in found.items() if "Paths of the Dead" in names] == ["Death to them"]
    assert "Mind: Paths of the Dead is death to them: such figures are slain there (" in html.unescape(page)
