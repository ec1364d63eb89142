"""Rules to look up: by id, by words; every term on a screen leads here."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from assistant.packs.catalogue import Rule, find, search
from assistant.rules.book import HouseRule

MOST = 60


def blueprint() -> Blueprint:
    """`/rules`, `/rules/ID`."""
    pages = Blueprint("lore", __name__)

    @pages.get("/rules")
    def rules() -> str:
        words = request.args.get("find", "")[:80]
        found = search(words)
        return render_template("rules.html", words=words, found=found[:MOST], left=max(0, len(found) - MOST))

    @pages.get("/rules/<rule>")
    def rule(rule: str) -> str:
        return render_template("rules.html", words="", found=(find(rule[:40]),), left=0)

    @pages.app_template_test("house_rule")
    def is_house_rule(one: Rule | HouseRule) -> bool:
        return isinstance(one, HouseRule)

    return pages
