"""A march that is refused says so once: how far it is gives way to that, until another place is chosen."""

from __future__ import annotations

from uuid import uuid4

from playwright.sync_api import expect

from assistant.kernel.codec import encode
from assistant.rules.deeds.placing import SetOut
from tests.browser.players import PATIENCE, Evening, Visit, phone


def test_how_far_it_is_gives_way_to_the_refusal_of_a_measured_march(evening: Evening, visit: Visit) -> None:
    at = evening.at()
    evening.service.begin(at.campaign, "go-on", {"anyway": True}, actor="gm", key=uuid4().hex)
    faramir = next(one.id for one in at.world.war.forces.values() if one.name == "Faramir")
    evening.service.begin(at.campaign, "set-out", encode(SetOut(faramir)), actor="gm", key=uuid4().hex)
    dora = phone(visit, evening, "Dora")
    dora.open("/seat/forces")
    row = dora.force("Faramir")
    far, refusal = row.locator("[data-own=far]"), row.locator("[data-deed=march] .trouble-here")
    row.get_by_label("March to").select_option(label="Edoras")
    expect(far).to_be_visible(timeout=PATIENCE)
    dora.march("Faramir", "Edoras")
    expect(refusal).to_contain_text("may not go to Edoras", timeout=PATIENCE)
    expect(far).to_be_hidden()
    row.get_by_label("March to").select_option(label="Rivendell")
    expect(refusal).to_be_hidden()
    expect(far).to_be_visible()
