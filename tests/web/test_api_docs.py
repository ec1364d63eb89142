"""Clubs script against the API: every address is documented, and nothing is documented in vain."""

from __future__ import annotations

import re
from pathlib import Path

from assistant.campaign.service import Service
from assistant.web import create_app

API = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLANKS = {"campaign": "ID", "fight": "FIGHT", "contact": "CONTACT", "code": "CODE", "seq": "SEQ"}


def addresses(played: Service) -> set[str]:
    found = set[str]()
    for rule in create_app(played, addresses=[]).url_map.iter_rules():
        if rule.endpoint.startswith("api."):
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda one: BLANKS.get(one[1], one[1].upper()), rule.rule)
            found |= {f"{method} {path}" for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    return found


def test_every_address_of_the_api_is_documented(played: Service) -> None:
    documented = set(
        re.findall(r"`((?:GET|POST|PUT|DELETE) /api/v1[^`\s]*)`", API.read_text(encoding="utf-8"))
    )
    assert addresses(played) == documented
