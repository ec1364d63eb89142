"""Fights and other deeds under way: look, answer, take back, call off."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from assistant.campaign import desk
from assistant.campaign.permissions import refuse_unless_leads
from assistant.campaign.reached import key_in
from assistant.campaign.service import Open, Service
from assistant.rules.core.deed import not_yours
from assistant.web.access import here, power_in, signature
from assistant.web.api.reading import body
from assistant.web.api.shapes import opened, recorded


def add(pages: Blueprint, service: Service) -> None:
    """`/campaigns/ID/fights/FIGHT` and what can be done with it."""

    @pages.get("/campaigns/<campaign>/fights/<fight>")
    def fight(campaign: str, fight: str) -> Response:
        """The question a fight stands at."""
        at = here(service)
        return jsonify(opened(desk.look(at, power_in(at), key_in(at, fight))))

    @pages.post("/campaigns/<campaign>/fights/<fight>/answers")
    def answer(campaign: str, fight: str) -> Response:
        """Answers it."""
        sent, at = body(), here(service)
        fight = key_in(at, fight)
        power, step, revision = power_in(at), sent.needed("step"), sent.number("revision")
        by = signature(at, desk.whose_answer(at, fight, step))
        done = desk.answer(at, power, fight, sent.value("answer"), step=step, revision=revision, actor=by)
        return jsonify(
            opened(desk.standing(at, power, done)) if isinstance(done, Open) else recorded(at, done)
        )

    @pages.post("/campaigns/<campaign>/fights/<fight>/back")
    def back(campaign: str, fight: str) -> Response:
        """Takes the last answer back."""
        sent, at = body(), here(service)
        power, fight = power_in(at), key_in(at, fight)
        if not desk.may_take_back(at, power, fight):
            if power.is_master:
                refuse_unless_leads(power, at.kit, at.world, desk.pending_in(at, fight).holds)
            raise not_yours(is_somebodys=True)
        taken = service.take_back(fight, revision=sent.number("revision"))
        return jsonify(opened(desk.standing(at, power, taken)))

    @pages.post("/campaigns/<campaign>/fights/<fight>/rewind")
    def rewind(campaign: str, fight: str) -> Response:
        """After the rules changed: drops what they no longer ask."""
        at = here(service)
        power, fight = power_in(at), key_in(at, fight)
        refuse_unless_leads(power, at.kit, at.world, desk.pending_in(at, fight).holds)
        return jsonify(opened(desk.standing(at, power, service.rewind(fight))))

    @pages.delete("/campaigns/<campaign>/fights/<fight>")
    def call_off(campaign: str, fight: str) -> Response:
        """Calls the fight off."""
        at = here(service)
        key = key_in(at, fight)
        refuse_unless_leads(power_in(at), at.kit, at.world, desk.pending_in(at, key).holds)
        service.call_off(key)
        return jsonify(called_off=fight)
