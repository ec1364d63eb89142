"""FRC-01: on the page of a contact the table says whether the forces of a side stand as one."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.table import Visitor

Come = Callable[..., Visitor]

TICK = 'data-together="good"'


def test_forces_that_nobody_measured_may_be_said_to_stand_as_one(come: Come) -> None:
    master = come("master")
    while master.at().world.war.phase != "combat":
        master.do("go-on", anyway=True)
    war = master.at().world.war
    rohan = [one.id for one in war.forces.values() if one.commander == "rohan" and one.figures][:2]
    evil = next(one.id for one in war.forces.values() if one.commander == "mouth-of-sauron" and one.figures)
    why = "they came in the night"
    assert master.do("meet", good=rohan, evil=[evil], place="edoras", overruled=why).status_code == 200
    contact = [*master.at().world.war.contacts][-1]
    assert TICK in master.page(f"contacts/{contact}").text

    def bodies(**said: object) -> set[str]:
        setup = master.post(f"contacts/{contact}/odds", **said).get_json()["setup"]
        return {one.get("body") or one["force"] for one in setup["good"]["figures"]}

    assert len(bodies()) == 2
    assert len(bodies(together=["good"])) == 1
    wrong = master.post(f"contacts/{contact}/odds", together="good")
    assert wrong.status_code == 400
    assert "together" in wrong.get_json()["error"]["sentence"]
