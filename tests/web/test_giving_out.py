"""Whoever gives out hits sees what each figure sets against them, by the number that the fight uses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from assistant.campaign.permissions import MASTER
from assistant.campaign.views.fights import FightView, fight_view
from assistant.kernel.asking import Allocate
from assistant.rules.world import World
from assistant.simulate.answerers import accepting
from assistant.simulate.resolve import resolve_with
from tests.support import Fights
from tests.web.table import Visitor
from tests.web.test_desk import begin, go_on

Come = Callable[..., Visitor]


def to_the_hits(master: Visitor) -> FightView:
    """The first question of who takes hits, after dice of which all hit."""
    at: dict[str, Any] = begin(master)
    while at["request"]["kind"] != "allocate":
        dice = at["request"].get("dice")
        at = go_on(master, at, {"by": "hand", "faces": [6] * len(dice)} if dice else None)
    return fight_view(master.at(), MASTER, at["id"])


def test_every_row_of_those_who_may_take_hits_says_its_defense(come: Come) -> None:
    master = come("master")
    view = to_the_hits(master)
    log = " ".join(view.log)
    assert len(view.question.takers) > 1
    for one in view.question.takers:
        told = re.search(rf"(?:^|\. ){re.escape(one.says)}: .*?defense (\w\+?)", log)
        assert told is not None, one
        assert one.saves == told[1]
    page = master.page(f"fights/{view.at.id}").text
    rows = re.findall(r'data-share="give">(.*?)</button>', page, re.DOTALL)
    for row, one in zip(rows, view.question.takers, strict=True):
        assert re.sub("<[^>]*>", "", row).strip() == f"{one.says} · defense {one.saves}"


def test_where_some_hits_are_worse_than_others_each_kind_has_its_number(fights: Fights) -> None:
    setup = fights.setup("2 axeman-of-lossarnach, 2 rider-of-rohan", "6 uruk-hai")
    played = resolve_with(fights.game, setup, accepting(lambda roll: (6,) * len(roll.dice)), World()).played
    asked = next(one for one in played.requests if isinstance(one, Allocate) and one.seat == "evil")
    assert {one.carries for one in asked.items} == {("axes",), ()}
    assert {one.saves for one in asked.takers} == {"5+, 6+ against axes"}
