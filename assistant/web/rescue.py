"""The way back from a damaged database: the game master puts the newest sound backup in its place."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template

from assistant.campaign.service import Service
from assistant.campaign.watching import DAMAGED
from assistant.kernel.errors import AssistantError
from assistant.ledger.sound import Sound


@dataclass(frozen=True, slots=True)
class Row:
    """A campaign, and how many of its deeds each of both holds; none where that cannot be read."""

    name: str
    here: int | None
    there: int


def blueprint(service: Service, *, is_here: bool) -> Blueprint:
    """`/rescue`."""
    pages = Blueprint("rescue", __name__)

    @pages.app_context_processor
    def only_look() -> dict[str, str]:
        return {"only_look": service.only_look}

    @pages.get("/rescue")
    def page() -> str:
        faults, ways_back = service.watch.look(), service.watch.ways_back()
        sound = ways_back[0] if ways_back else None
        return render_template(
            "rescue.html",
            faults=faults,
            headline=service.watch.headline if faults else "The database is sound",
            is_lost=service.watch.is_lost,
            sound=sound,
            ways_back=ways_back,
            rows=rows(service, sound) if sound else (),
            count=service.watch.count(),
            trouble=service.watch.trouble,
            database=service.ledger.path,
            is_here=is_here,
        )

    return pages


def rows(service: Service, sound: Sound) -> tuple[Row, ...]:
    """What would be won and lost."""
    try:
        here = {one.id: one for one in service.ledger.campaigns()}
    except AssistantError:
        return tuple(Row(name, None, head) for name, head in sound.heads.items())
    ids = dict.fromkeys((*here, *sound.heads))
    return tuple(
        Row(
            here[one].name if one in here else one,
            here[one].head if one in here else 0,
            sound.heads.get(one, 0),
        )
        for one in ids
    )


def with_way_back(service: Service, error: AssistantError) -> AssistantError:
    """A refusal because of damage names the newest sound backup, if there is one."""
    if error.code != DAMAGED:
        return error
    service.watch.met(error)
    sound = service.watch.way_back()
    if sound is None:
        return error
    do = f"The newest sound backup is {sound.path.name}, of {sound.when}. The game master can put it back."
    return type(error)(error.code, error.sentence, do=do, faults=error.faults)
