"""Rules and terms to look up: by id, by words, part by part; every term on a screen leads here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

from flask import Blueprint, render_template, request

from assistant.packs.catalogue import Rule, areas, find, search
from assistant.packs.house_areas import AREAS
from assistant.packs.terms import Glossary
from assistant.rules.book import HouseRule
from assistant.web.origins import parts_of
from assistant.web.turnstile import in_line

MOST = 60


def blueprint(glossary: Callable[[], Glossary]) -> Blueprint:
    """`/rules`, `/rules/ID`, `/terms`, `/terms/TERM`."""
    pages = Blueprint("lore", __name__)

    @pages.get("/rules")
    def rules() -> str:
        words = request.args.get("find", "")
        about = request.args.get("about", "")
        with in_line() if words else nullcontext():
            found = search(words) if words else areas().get(about, ())
            most = MOST if words else len(found)
            return render_template(
                "rules.html",
                words=words,
                about=about if found and not words else "",
                found=found[:most],
                left=max(0, len(found) - most),
                headings=AREAS,
                areas=areas(),
                back="",
            )

    @pages.get("/rules/<rule>")
    def rule(rule: str) -> str:
        found = (find(rule[:40]),)
        return render_template("rules.html", words="", about="", found=found, left=0, back=_came_from())

    @pages.get("/terms")
    def terms() -> str:
        words = request.args.get("find", "")
        with in_line() if words else nullcontext():
            found = {"Found": glossary().search(words)} if words else glossary().groups()
            return render_template("terms.html", words=words, found=found, back=_came_from())

    @pages.get("/terms/<term>")
    def term(term: str) -> str:
        one = glossary().find(term[:80])
        return render_template(
            "terms.html", one=one, rules=[find(rule) for rule in one.rules], back=_came_from()
        )

    @pages.app_template_test("house_rule")
    def is_house_rule(one: Rule | HouseRule) -> bool:
        return isinstance(one, HouseRule)

    return pages


def _came_from() -> str:
    """The page of ours on which the rule was asked for; none if one came otherwise."""
    came = parts_of(request.referrer or "")
    is_ours = came.netloc == request.host and not came.path.startswith(("/rules", "/terms"))
    return came.path if is_ours and came.path.startswith("/c/") else ""
