"""Commands that move, part and join forces, and set figures right by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assistant.cli.campaign.play_commands import because, command, needs, whole
from assistant.cli.campaign.play_names import listed, parted
from assistant.cli.campaign.play_sitting import Sitting
from assistant.cli.campaign.said import SAID
from assistant.kernel.errors import Malformed
from assistant.packs.lists import plain
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.gathering import Divide, HandOver, Hide, Unite
from assistant.rules.deeds.leaving import LeaveCompany
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.renaming import ChangeSeat, Rename
from assistant.rules.deeds.retreating import Withdraw
from assistant.rules.deeds.riding import RideAlong
from assistant.rules.deeds.searching import Search
from assistant.rules.near import no_such
from assistant.rules.world import Condition

BY = re.compile(r"\bby (\w+)$", re.IGNORECASE)
CLAUSES = re.compile(r"(?!(?:at|in|under)\b)(.+?)\s+((?:at|in|under)\s.+)", re.IGNORECASE)
"""How somebody is, and where or whose: `wounded at bree`; what follows is kept whole."""
WELL = ("fit", "healed", "unwounded", "alive", "restored")
CONDITIONS: dict[str, Condition] = {
    **dict.fromkeys(WELL, "fit"),
    "eliminated": "eliminated",
    "dead": "eliminated",
    **SAID,
}
WAYS: Mapping[str, Mapping[str, Any]] = {
    **{word: {"condition": condition} for word, condition in CONDITIONS.items()},
    "mounted": {"mounted": True},
    "on horse": {"mounted": True},
    "on foot": {"mounted": False},
    "regrouping": {"regrouping": True},
    "ready": {"regrouping": False},
}


@command(
    "move faramir to osgiliath",
    "a force goes to a place; `with 3 rangers` or `alone` only some; `because ...` overrules",
    "march",
)
def move(sitting: Sitting, text: str) -> None:
    what, _, why = needs(text, "move faramir to osgiliath").partition(" because ")
    said = parted(what, "to", "with", "alone")
    force = sitting.meaning.force(said[""])
    figures = (
        sitting.meaning.figures(said["with"], force.figures)
        if said.get("with")
        else (sitting.meaning.figure(said[""], force.figures),)
        if "alone" in said
        else ()
    )
    where = said.get("to") or said.get("alone", "").removeprefix("to ")
    place = sitting.meaning.place(needs(where, "move faramir to osgiliath"))
    sitting.do(March(force.id, place, figures, why.strip()))


@command(
    "split gondor-14: 5 gondor foot", "some leave a force and are one of their own; `as` a name", "divide"
)
def split(sitting: Sitting, text: str) -> None:
    who, colon, rest = needs(text, "split gondor-14: 5 gondor foot").partition(":")
    if not colon:
        raise Malformed("nothing-named", "Who leaves?", do="Write it like: split gondor-14: 5 gondor foot")
    force, said = sitting.meaning.force(who), parted(rest, "as")
    sitting.do(Divide(force.id, sitting.meaning.figures(said[""], force.figures), said.get("as", "")))


@command("join faramir and gondor-14", "forces at one place become one", "unite")
def join_(sitting: Sitting, text: str) -> None:
    forces = [sitting.meaning.force(part) for part in listed(needs(text, "join faramir and gondor-14"))]
    sitting.do(Unite(tuple(one.id for one in forces)))


@command(
    "give gondor-14 to rohan", "a force goes to another commander, or to nobody; `because ...`", "hand-over"
)
def give(sitting: Sitting, text: str) -> None:
    what, _, why = needs(text, "give gondor-14 to rohan").partition(" because ")
    said = parted(what, "to")
    to = needs(said.get("to", ""), "give gondor-14 to rohan")
    commander = None if to.lower() == "nobody" else sitting.meaning.commander(to)
    sitting.do(HandOver(sitting.meaning.force(said[""]).id, commander, reason=why))


@command("leave boromir", "characters leave their company, for good", "leave-company")
def leave(sitting: Sitting, text: str) -> None:
    sitting.do(LeaveCompany(sitting.meaning.figures(needs(text, "leave boromir"))))


@command("hide aragorn", "a force of characters hides")
def hide(sitting: Sitting, text: str) -> None:
    sitting.do(Hide(sitting.meaning.force(needs(text, "hide aragorn")).id))


@command("reveal aragorn", "a hidden force comes out", "unhide")
def reveal(sitting: Sitting, text: str) -> None:
    sitting.do(Hide(sitting.meaning.force(needs(text, "reveal aragorn")).id, hidden=False))


@command("search witch-king-41 for frodo", "a force looks for one that hides", "spot")
def search(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, "search witch-king-41 for frodo"), "for")
    hidden = needs(said.get("for", ""), "search witch-king-41 for frodo")
    sitting.do(Search(sitting.meaning.force(said[""]).id, sitting.meaning.force(hidden).id))


@command(
    "fall-back theodred to helms-deep",
    "a beaten force stands elsewhere after its retreat",
    "withdraw",
    "retreat",
)
def fall_back(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, "fall-back theodred to helms-deep"), "to")
    place = sitting.meaning.place(needs(said.get("to", ""), "fall-back theodred to helms-deep"))
    sitting.do(Withdraw(sitting.meaning.force(said[""]).id, place))


@command(
    "ride pippin with gandalf-the-white", "figures ride on another's mount; without `with` they get down"
)
def ride(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, "ride pippin with gandalf-the-white"), "with")
    rider = sitting.meaning.figure(said["with"]) if said.get("with") else None
    sitting.do(RideAlong(sitting.meaning.figures(said[""]), rider))


# ---- by hand -------------------------------------------------------------------------------------------


@command(
    "adjust 2 orcs of witch-king-41: slain because they fell",
    "set figures right: a condition, mounted, on foot, regrouping, ready, `at`, `in`, `under`",
)
def adjust(sitting: Sitting, text: str) -> None:
    what, why = because(needs(text, "adjust faramir: wounded because the die was cocked"))
    who, colon, changes = what.partition(":")
    if not colon:
        raise Malformed(
            "nothing-named", "Who, and how?", do="Write it like: adjust faramir: wounded because ..."
        )
    deed = Adjust((), why)
    for change in (each for part in listed(changes) for each in _clauses(part)):
        deed = replace(deed, **_change(sitting, change))
    # Two Orcs who are fit again are two of the dead, not of those who stand.
    meaning = replace(sitting.meaning, changes=lambda one: not deed.is_so(one))
    sitting.do(replace(deed, figures=meaning.those(who)))


def _clauses(part: str) -> tuple[str, ...]:
    """`captured under saruman` says two things, with or without a comma."""
    found = CLAUSES.fullmatch(part)
    return found.groups() if found else (part,)


def _change(sitting: Sitting, text: str) -> Mapping[str, Any]:
    """What is to be otherwise; a word that only comes near may mean the opposite and is proposed."""
    word, _, rest = text.partition(" ")
    match word.lower():
        case "at":
            return {"place": sitting.meaning.place(rest)}
        case "in":
            return {"force": sitting.meaning.force(rest).id}
        case "under":
            return {"commander": sitting.meaning.commander(rest)}
    way = WAYS.get(plain(text))
    if way is None:
        raise no_such("way to be", text, [*WAYS, "at a place", "in a force", "under a commander"])
    return way


@command("add 3 orc to khamul at dol-guldur because ...", "figures beyond the scenario come into play")
def add(sitting: Sitting, text: str) -> None:
    usage = "add 3 orc to khamul at dol-guldur because ..."
    what, why = because(needs(text, usage))
    said = parted(what, "to", "at")
    number, name = re.fullmatch(r"([0-9]*)\s*(.*)", said[""]).groups()  # type: ignore[union-attr]
    to = needs(said.get("to", ""), usage)
    sitting.do(
        AddFigures(
            profile=sitting.meaning.profile(needs(name, usage)),
            count=whole(number, "number") if number else 1,
            commander=None if to.lower() == "nobody" else sitting.meaning.commander(to),
            place=sitting.meaning.place(needs(said.get("at", ""), usage)),
            reason=why,
        )
    )


@command("call orc-3 Snaga", "a figure has a name of its own; `because ...`", "rename", "name")
def call(sitting: Sitting, text: str) -> None:
    what, _, why = needs(text, "call orc-3 Snaga").partition(" because ")
    who, _, name = what.strip().partition(" ")
    sitting.do(Rename(sitting.meaning.figure(who), name, reason=why))


@command("seat seat-3 Anna by hand", "a seat changes hands, or rolls `by hand` or by `app`; `because ...`")
def seat(sitting: Sitting, text: str) -> None:
    what, _, why = needs(text, "seat seat-3 Anna by hand").partition(" because ")
    name, _, rest = what.strip().partition(" ")
    seats = sitting.world.war.seats
    wanted = name if name in seats else f"seat-{name}"
    if wanted not in seats:
        raise no_such("seat", name, seats)
    held, player = seats[wanted], rest.strip()
    dice = held.dice
    for words, how in (("by hand", "by-hand"), ("by app", "app")):
        if player.lower().endswith(words):
            player, dice = player[: -len(words)].strip(), how  # type: ignore[assignment]
    if (odd := BY.search(player)) is not None:
        raise no_such("way to roll", odd[1], ("hand", "app"))
    sitting.do(ChangeSeat(wanted, player or held.player, dice, reason=why))
