"""A fight that is sent whole is made anew from the record: what a phone says beside that is refused."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from assistant.campaign.said.who import PARTS
from assistant.kernel.ids import FigureId
from tests.web.table import Visitor
from tests.web.test_desk import LURTZ, answer

Come = Callable[..., Visitor]
Change = Callable[[dict[str, Any]], None]
TROLLS = [
    {"figure": f"zz-troll-{number}", "profile": "cave-troll", "mounted": False, "terrain": "clear"}
    for number in range(1, 31)
]


def error(reply: Any) -> tuple[int, str]:
    return reply.status_code, reply.get_json()["error"]["code"]


def setup_of(visitor: Visitor, contact: str = LURTZ, **said: Any) -> dict[str, Any]:
    """The fight as the odds show it."""
    found: dict[str, Any] = visitor.post(f"contacts/{contact}/odds", **said).get_json()["setup"]
    return found


def send(visitor: Visitor, setup: dict[str, Any], contact: str = LURTZ, **more: Any) -> Any:
    return visitor.post(
        "deeds", kind="battle", setup={"kind": "battle", "contact": contact, "setup": setup}, **more
    )


def changed(visitor: Visitor, change: Change) -> Any:
    setup = deepcopy(setup_of(visitor))
    change(setup)
    return send(visitor, setup)


def under_way(visitor: Visitor) -> int:
    return len(visitor.service.ledger.pendings(visitor.campaign))


def end(visitor: Visitor, at: dict[str, Any]) -> int:
    """The number of the deed that a fight became."""
    while True:
        reply = answer(visitor, at, {"by": "app"})
        assert reply.status_code == 200, reply.text
        if "recorded" in reply.get_json():
            return int(reply.get_json()["recorded"]["seq"])
        at = reply.get_json()["open"]


# ---- a seat --------------------------------------------------------------------------------------------


def test_a_seat_brings_no_thirty_trolls_into_a_fight(come: Come) -> None:
    saruman = come("saruman")
    before = set(saruman.at().world.figures)

    def with_trolls(setup: dict[str, Any]) -> None:
        setup["evil"]["figures"] += TROLLS

    assert error(changed(saruman, with_trolls)) == (409, "not-in-the-fight")
    setup = setup_of(saruman)
    with_trolls(setup)
    additions = [one["figure"] for one in TROLLS]
    assert error(send(saruman, setup, additions=additions)) == (409, "not-in-the-fight")
    assert set(saruman.at().world.figures) == before


def ensnare(setup: dict[str, Any]) -> None:
    for one in setup["good"]["figures"]:
        one["ensnared"] = True


def read_otherwise(setup: dict[str, Any]) -> None:
    setup["house_rules"] = {"AMB-056": "one-die-fewer"}


def inside(figure: str, profile: str) -> Change:
    def change(setup: dict[str, Any]) -> None:
        setup["evil"]["inside"] = [
            {"figure": figure, "profile": profile, "mounted": False, "terrain": "clear"}
        ]

    return change


def order(side: str, **orders: Any) -> Change:
    return lambda setup: setup[side].update(orders)


def first(side: str, **said: Any) -> Change:
    return lambda setup: setup[side]["figures"][0].update(said)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (ensnare, "for-the-master"),
        (read_otherwise, "for-the-master"),
        (order("good", wizardry={"boromir": {"dice": 1, "attack": 0, "defense": 0}}), "for-the-master"),
        (order("good", allocation=["pippin", "merry", "boromir"]), "for-the-master"),
        (order("good", captures=["lurtz"]), "for-the-master"),
        (order("good", extra_losses=["boromir"]), "for-the-master"),
        (order("good", victims=["lurtz"]), "for-the-master"),
        (order("good", duels=[["boromir", "lurtz"]]), "for-the-master"),
        (order("good", engines={"boromir": {"crew": 0}}), "for-the-master"),
        (order("good", hides=True), "not-yours"),
        (order("good", is_asked=True), "from-the-record"),
        (order("good", outside=["boromir"]), "from-the-record"),
        (order("good", reserve=[{**TROLLS[0], "figure": "pippin"}]), "from-the-record"),
        (inside("balrog-97", "balrog"), "from-the-record"),
        (inside("amdur", "nonsense"), "from-the-record"),
        (order("evil", perhaps_inside=[TROLLS[0]]), "from-the-record"),
        (first("good", people="rohan"), "for-the-master"),
        (first("good", bears=["sting"]), "for-the-master"),
        (first("good", profile="aragorn"), "for-the-master"),
        (first("good", mounted=True), "for-the-master"),
        (first("good", force="saruman-38-saruman"), "from-the-record"),
        (first("good", is_told=True), "from-the-record"),
        (first("evil", by_hand={"why": "so", "dice": 5}), "for-the-master"),
        (lambda setup: setup.update(turn=7), "from-the-record"),
        (lambda setup: setup["site"].update(darkness=True), "for-the-master"),
        (lambda setup: setup["evil"]["figures"].append(setup["evil"]["figures"][0]), "figure-twice"),
        (lambda setup: setup["evil"]["figures"].append(setup["good"]["figures"][0]), "figure-twice"),
        (lambda setup: setup["evil"]["figures"].append(setup["good"]["figures"].pop()), "wrong-side"),
    ],
)
def test_a_seat_says_nothing_of_a_fight_that_is_not_its_own_to_say(
    change: Change, refusal: str, come: Come
) -> None:
    saruman = come("saruman")
    assert error(changed(saruman, change))[1] == refusal
    assert under_way(saruman) == 0


def test_a_seat_may_send_a_fight_back_as_the_odds_show_it(come: Come) -> None:
    saruman = come("saruman")
    opened = send(saruman, setup_of(saruman))
    assert opened.status_code == 200, opened.text
    assert not any(line.startswith("Said before") for line in opened.get_json()["open"]["log"])


def test_what_a_seat_leaves_out_of_a_whole_fight_says_nothing(come: Come) -> None:
    saruman = come("saruman")
    setup = setup_of(saruman)
    del setup["site"]
    opened = send(saruman, setup)
    assert opened.status_code == 200, opened.text
    assert not any(line.startswith("Said before") for line in opened.get_json()["open"]["log"])


def test_what_a_seat_may_say_it_may_also_say_of_a_whole_fight_and_everybody_hears_it(come: Come) -> None:
    saruman = come("saruman")
    setup = setup_of(saruman)
    gone = setup["evil"]["figures"].pop()
    setup["evil"].pop("allocation")
    setup["evil"]["figures"][0]["terrain"] = "woods"
    opened = send(saruman, setup).get_json()["open"]
    assert gone["figure"].startswith("uruk-hai-scout")
    told = "Said before the fight: out of reach on the side of evil: Uruk-hai Scout; on woods: "
    assert opened["log"][0].startswith(told)


def test_who_stands_where_is_told_too_when_the_ground_of_all_is_another(come: Come) -> None:
    saruman = come("saruman")
    setup = setup_of(saruman)
    setup["site"]["terrain"] = "woods"
    for side, ground in (("good", "marsh"), ("evil", "woods")):
        for one in setup[side]["figures"]:
            one["terrain"] = ground
    opened = send(saruman, setup).get_json()["open"]
    told = "the ground is woods, not clear; on marsh: Boromir, Merry and Pippin."
    assert opened["log"][0] == f"Said before the fight: {told}"


def test_no_seat_says_by_the_form_of_a_contact_that_the_enemy_hides(come: Come) -> None:
    saruman = come("saruman")
    refused = saruman.post(f"contacts/{LURTZ}/fight", hides={"good": True})
    assert error(refused) == (403, "not-yours")
    assert under_way(saruman) == 0


# ---- who leads -----------------------------------------------------------------------------------------


def test_who_leads_is_shown_whom_a_fight_would_bring_and_confirms_it(come: Come) -> None:
    master = come("master")
    setup = setup_of(master)
    setup["evil"]["figures"] += TROLLS[:3]
    refused = send(master, setup)
    assert error(refused) == (409, "new-figures")
    shown = refused.get_json()["error"]
    assert "3 Cave Trolls for evil" in shown["sentence"]
    assert [one.partition(":")[0] for one in shown["faults"]] == [one["figure"] for one in TROLLS[:3]]
    ids = [one["figure"] for one in TROLLS[:3]]
    assert error(send(master, setup, additions=ids[:2])) == (409, "new-figures")
    assert under_way(master) == 0
    opened = send(master, setup, additions=ids).get_json()["open"]
    assert "new to the table on the side of evil: 3 Cave Trolls" in opened["log"][0]
    end(master, opened)
    assert FigureId("zz-troll-1") in master.at().world.figures


def test_what_new_figures_have_beside_their_profile_is_told_with_them(come: Come) -> None:
    master = come("master")
    setup = setup_of(master)
    by_hand = {"why": "fed well", "dice": 5}
    setup["evil"]["figures"].append({**TROLLS[0], "terrain": "woods", "cover": True, "by_hand": by_hand})
    opened = send(master, setup, additions=["zz-troll-1"]).get_json()["open"]
    for told in ("new to the table", "in cover", "on woods", "changed by hand"):
        assert (
            f"{told}{' on the side of evil' if told.startswith('new') else ''}: Cave Troll"
            in opened["log"][0]
        )


@pytest.mark.parametrize(
    ("by_hand", "refusal"),
    [({"why": "fed well", "dice": 6}, "bad-field"), ({"why": " ", "dice": 1}, "no-reason")],
)
def test_what_is_added_by_hand_has_the_same_bounds_in_a_whole_fight(
    by_hand: dict[str, Any], refusal: str, come: Come
) -> None:
    assert error(changed(come("master"), first("evil", by_hand=by_hand))) == (400, refusal)


def test_nobody_brings_figures_that_no_roster_knows(come: Come) -> None:
    master = come("master")
    setup = setup_of(master)
    setup["evil"]["figures"].append({**TROLLS[0], "profile": "nonsense"})
    assert error(send(master, setup, additions=["zz-troll-1"])) == (409, "unknown-profile")


@pytest.mark.parametrize(("figure", "profile"), [("balrog-97", "balrog"), ("amdur", "nonsense")])
def test_nobody_says_who_else_is_behind_the_walls(figure: str, profile: str, come: Come) -> None:
    assert error(changed(come("master"), inside(figure, profile))) == (409, "from-the-record")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (ensnare, "ensnared: Boromir"),
        (read_otherwise, "for this fight alone AMB-056 is read as one-die-fewer"),
        (
            order("good", allocation=["pippin", "merry", "boromir"]),
            "good has its orders for the order of hits",
        ),
        (order("good", victims=["lurtz"]), "good has its orders for victims"),
        (order("good", captures=[]), "good has its orders for captives"),
        (lambda setup: setup["site"].update(darkness=True), "it is dark"),
        (lambda setup: setup["site"].update(place="isengard", holder="evil"), "it is at Isengard"),
        (lambda setup: setup["site"].update(resumed=True), "it goes on from before"),
        (first("evil", by_hand={"why": "home ground", "dice": 1}), "changed by hand: Lurtz"),
    ],
)
def test_what_the_game_master_changes_is_told_before_the_fight(change: Change, told: str, come: Come) -> None:
    opened = changed(come("master"), change)
    assert opened.status_code == 200, opened.text
    assert told in opened.get_json()["open"]["log"][0]


@pytest.mark.parametrize("kind", ["fight", "reported-fight", "reported-battle"])
def test_every_kind_of_fight_asks_before_it_brings_new_figures(kind: str, come: Come) -> None:
    master = come("master")
    fight = {
        "good": {"figures": [{**TROLLS[0], "figure": "new-eomer", "profile": "eomer"}]},
        "evil": {"figures": [{**TROLLS[0], "figure": "new-orc", "profile": "orc"}]},
    }
    if kind == "reported-battle":
        fight = setup_of(master)
        fight["evil"]["figures"].append(TROLLS[0])
    setup = {
        "fight": fight,
        "reported-fight": {"fight": fight},
        "reported-battle": {"contact": LURTZ, "report": {"fight": fight}},
    }[kind]
    new = ["zz-troll-1"] if kind == "reported-battle" else ["new-eomer", "new-orc"]
    assert error(master.post("deeds", kind=kind, setup=setup)) == (409, "new-figures")
    done = master.post("deeds", kind=kind, setup=setup, additions=new)
    assert done.status_code == 200, done.text


@pytest.mark.parametrize("kind", ["battle", "reported-battle", "reported-fight"])
@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda setup: setup.update(turn=7), "turn"),
        (order("good", reserve=[TROLLS[0]]), "good.reserve"),
        (order("good", is_asked=True), "good.is_asked"),
        (order("good", inside=[TROLLS[0]]), "good.inside"),
        (order("good", perhaps_inside=[TROLLS[0]]), "good.perhaps_inside"),
        (order("good", outside=["boromir"]), "good.outside"),
        (first("good", force="saruman-38-saruman"), "good.figures.boromir.force"),
        (first("good", is_told=True), "good.figures.boromir.is_told"),
    ],
)
def test_what_only_the_record_makes_of_a_fight_nobody_says(
    kind: str, change: Change, field: str, come: Come
) -> None:
    master = come("master")
    setup = setup_of(master)
    if kind == "reported-fight":
        # It is about no contact, so who stands where is nobody's to look up.
        for side in ("good", "evil"):
            setup[side] = {"figures": [{**one, "force": ""} for one in setup[side]["figures"]]}
        setup["turn"] = None
    change(setup)
    told = {
        "battle": {"contact": LURTZ, "setup": setup},
        "reported-battle": {"contact": LURTZ, "report": {"fight": setup, "reason": "so it was"}},
        "reported-fight": {"fight": setup, "reason": "so it was"},
    }[kind]
    refused = master.post("deeds", kind=kind, setup=told)
    assert error(refused) == (409, "from-the-record")
    assert refused.get_json()["error"]["sentence"].startswith(f"`{field}`")


def test_the_fields_that_only_the_record_makes_are_all_walked() -> None:
    made = {
        name
        for part in ("FightSetup", "SideSetup", "Entrant")
        for name, who in PARTS[part].items()
        if who == "record"
    }
    assert made == {
        "turn", "reserve", "is_asked", "inside", "perhaps_inside", "outside", "force", "is_told",
    }  # fmt: skip


def test_who_joined_in_the_middle_of_a_reported_fight_is_confirmed_as_well(come: Come) -> None:
    master = come("master")
    fight = setup_of(master)
    setup = {
        "contact": LURTZ,
        "report": {"fight": fight, "joined": {"evil": {"swarm-1": "spider-swarm"}}},
    }
    refused = master.post("deeds", kind="reported-battle", setup=setup)
    assert error(refused) == (409, "new-figures")
