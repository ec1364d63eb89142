"""The page of a quick fight: anybody picks figures, sees the odds and fights it step by step."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template

from assistant.campaign.quick import choices, go_on, read_setup
from assistant.campaign.service import Service
from assistant.kernel.codec import encode
from assistant.rules.book import TERRAINS
from assistant.rules.combat.setup import SIDES
from assistant.rules.effects.ways import ground_of
from assistant.rules.game import RingOfPower
from assistant.web.api import bodies
from assistant.web.api.quick import seal_key
from assistant.web.api.reading import body
from assistant.web.turnstile import in_line

LONGEST_NAME = 40


def blueprint(service: Service) -> Blueprint:
    """`/quick`, and `/quick/step`, which draws what `/api/v1/quick` answers."""
    pages = Blueprint("quick", __name__)
    bodies.install(pages)

    def game() -> RingOfPower:
        found = service.game
        assert isinstance(found, RingOfPower)
        return found

    @pages.get("/quick")
    def quick() -> str:
        book = game().book
        places = sorted(book.places.values(), key=lambda one: one.name)
        figures = [encode(one) for one in choices(game())]
        shown: dict[str, Any] = {"places": places, "terrains": TERRAINS, "ground_of": ground_of}
        return render_template("quick.html", figures=figures, sides=SIDES, **shown)

    @pages.post("/quick/step")
    @in_line()
    def step() -> Response:
        sent = body()
        setup = read_setup(game(), sent.value("battle"))
        at = go_on(game(), setup, sent.given.get("answers", []), sent.value("answer"), seal_key())
        shown: dict[str, Any] = {"fight": at, "key": sent.text("name", "")[:LONGEST_NAME]}
        if at.account is not None:
            shown |= {"story": at.account.story(game().book), "luck": [*at.account.luck().lines()]}
        drawn = render_template("_quick_step.html", by_hand=sent.given.get("by_hand") is True, **shown)
        return jsonify(answers=[*at.sealed], is_over=at.is_over, drawn=drawn)

    return pages
