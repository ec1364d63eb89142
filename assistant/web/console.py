"""The game master's console, the whole history, and setting things right by hand."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, render_template, request

from assistant.campaign.playing import Table
from assistant.campaign.service import Service
from assistant.campaign.views import by_hand, console, keeping
from assistant.campaign.views.forces import by_place
from assistant.campaign.views.founding import house_shown
from assistant.campaign.views.presence import Presence, ScreenOpen, presence
from assistant.web.access import here, power_in, refuse_in_demo
from assistant.web.home import when
from assistant.web.hub import Hub
from assistant.web.screens import screen

ALL = 100_000
NEWEST = 10
ON_A_PAGE = 100


def blueprint(service: Service, hub: Hub) -> Blueprint:
    """`/c/CAMPAIGN/console`, `/history`, `/by-hand`, `/house-rules`, `/keeping` and who is connected."""
    pages = Blueprint("console", __name__)

    @pages.get("/c/<campaign>/console")
    def console_page(campaign: str) -> str:
        at = here(service)
        return screen(
            at,
            "console.html",
            damage=service.watch.faults,
            headline=service.watch.headline,
            view=console.console_view(at, power_in(at)),
            forces=by_place(at),
            clock=clock_time,
            present=present(at, hub),
            did=just_done(at, request.args.get("did", type=int)),
            copied="copied" in request.args,
        )

    @pages.get("/c/<campaign>/history")
    def history(campaign: str) -> str:
        at = here(service)
        words = request.args.get("find", "").casefold()
        found = [
            one
            for one in console.deeds(at, service.entries(at.campaign), ALL, power_in(at))
            if words in f"{one.seq} {one.title} {one.actor} {' '.join(one.log)}".casefold()
        ]
        told, left = page_of(console.folded(found), request.args.get("before", type=int))
        return screen(
            at,
            "history.html",
            deeds=told,
            left=left,
            before=request.args.get("before", type=int),
            find=request.args.get("find", ""),
            after=request.args.get("after", type=int),
            clock=clock_time,
        )

    _add_setting_right(pages, service)
    _add_keeping(pages, service, hub)
    return pages


def _add_setting_right(pages: Blueprint, service: Service) -> None:
    """What the game master changes by hand, and the house rules."""

    @pages.get("/c/<campaign>/by-hand")
    def by_hand_page(campaign: str) -> str:
        at = here(service)
        wanted = request.args.get("find", "")
        view = by_hand.by_hand_view(at, wanted, request.args.get("commander", ""), power_in(at))
        return screen(at, "by_hand.html", view=view, find=wanted)

    @pages.get("/c/<campaign>/house-rules")
    def house_rules(campaign: str) -> str:
        at = here(service)
        house = house_shown(at.game, at.world.house_rules)
        changed = [rule for rules in house.values() for rule in rules if rule.is_changed]
        return screen(at, "house_rules.html", house=house, changed=changed)


def _add_keeping(pages: Blueprint, service: Service, hub: Hub) -> None:
    """Safety, and who is connected."""

    @pages.get("/c/<campaign>/keeping")
    def keeping_page(campaign: str) -> str:
        at = here(service)
        refuse_in_demo(at.campaign)
        kept = keeping.keeping_view(at)
        shown = {
            "present": present(at, hub),
            "damage": service.watch.faults,
            "headline": service.watch.headline,
        }
        return screen(at, "keeping.html", kept=kept, when=when, clock=clock_time, **shown)

    @pages.get("/c/<campaign>/connections")
    def connections(campaign: str) -> str:
        """The part of the console and of the page of safety that tells who is connected."""
        at, part = here(service), "listed" if request.args.get("listed") else "summed"
        return render_template(f"_connections_{part}.html", at=at, present=present(at, hub))


def present(at: Table, hub: Hub) -> Presence:
    """Who looks at a game now."""
    screens = (
        ScreenOpen(one.client, one.holder.who, one.holder.codes, one.holder.is_master)
        for one in sorted(hub.listening(), key=lambda one: one.since)
    )
    return presence(at, screens)


def page_of(told: Sequence[console.DeedShown], before: int | None) -> tuple[Sequence[console.DeedShown], int]:
    """As many deeds as a browser takes easily, and how many are older; a game of a day has thousands."""
    there = [one for one in told if before is None or one.seq < before]
    return there[:ON_A_PAGE], max(0, len(there) - ON_A_PAGE)


def just_done(at: Table, seq: int | None) -> console.DeedShown | None:
    """What somebody comes from, while it counts."""
    found = (one for one in console.deeds(at, at.service.entries(at.campaign), NEWEST, power_in(at)))
    return next((one for one in found if one.seq == seq and one.counts), None) if seq else None


def clock_time(at: str) -> str:
    """21:40."""
    return when(at).rpartition(", ")[2]
