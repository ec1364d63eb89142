"""A rule or a term of the game, for whoever wants to read it without leaving a page."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, jsonify

from assistant.kernel.codec import Json
from assistant.packs.catalogue import Rule, find
from assistant.packs.terms import Glossary
from assistant.rules.book import HouseRule


def add(pages: Blueprint, glossary: Callable[[], Glossary]) -> None:
    """`GET /rules/RULE`, `GET /terms/TERM`."""

    @pages.get("/rules/<rule>")
    def rule(rule: str) -> Response:
        """A rule or a house rule by its id."""
        return jsonify(told(find(rule[:40])))

    @pages.get("/terms/<term>")
    def term(term: str) -> Response:
        """A word of the game, such as `wounded`: what it means, and the `rules` it rests on."""
        one = glossary().find(term[:80])
        return jsonify(
            id=one.id, title=one.name, text=one.text, rules=[told(find(rule)) for rule in one.rules]
        )


def told(one: Rule | HouseRule) -> dict[str, Json]:
    """What a page says of a rule, or of a question that the book leaves open."""
    if isinstance(one, HouseRule):
        readings: list[Json] = [
            {"name": name, "text": text, "usual": name == one.default} for name, text in one.readings.items()
        ]
        return {
            "id": one.id, "title": one.topic, "text": one.why, "lines": one.lines, "readings": readings
        }  # fmt: skip
    return {"id": one.id, "title": one.area.capitalize(), "text": one.rule, "lines": one.lines}
