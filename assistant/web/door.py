"""The game master's way in: a new campaign, one that was made without players, and campaigns from files."""

from __future__ import annotations

from flask import Blueprint, render_template

from assistant.campaign.service import Service
from assistant.campaign.views.founding import founding_view
from assistant.campaign.views.keeping import kept_by
from assistant.web.access import here
from assistant.web.api.founding import game_of
from assistant.web.home import title_of, when


def blueprint(service: Service) -> Blueprint:
    """`/new`, `/c/CAMPAIGN/begin` and `/restore`."""
    pages = Blueprint("door", __name__)

    @pages.get("/new")
    def new() -> str:
        return render_template(
            "new.html", view=founding_view(game_of(service)), existing=None, title_of=title_of
        )

    @pages.get("/c/<campaign>/begin")
    def begin(campaign: str) -> str:
        """The same for a campaign that was made without its players."""
        at = here(service)
        return render_template(
            "new.html", view=founding_view(at.game), existing=at.campaign, title_of=title_of
        )

    @pages.get("/restore")
    def restore() -> str:
        return render_template("restore.html", kept=kept_by(service), when=when)

    return pages
