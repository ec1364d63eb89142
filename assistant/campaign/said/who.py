"""The written table: every field of every deed and answer, and who may set it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Role = Literal["seat", "assistant", "game-master"]
Who = Literal["seat", "assistant", "record"]
"""The least who may set a field; `record` is nobody, for the server makes it from the record."""

ROLES: tuple[Role, ...] = ("seat", "assistant", "game-master")
FIGHTS = ("battle", "fight", "reported-battle", "reported-fight")
"""Deeds that begin with a whole fight: what somebody may not set there may be sent as the record has it."""
TAGS = ("kind",)
"""Fields that only say what they stand in, and can be nothing else."""

Fields = Mapping[str, Who]


def _all(who: Who, names: str) -> dict[str, Who]:
    return dict.fromkeys(names.split(), who)


SEAT: Mapping[str, Fields] = {
    "withdraw": _all("seat", "force place"),
    "ride-along": _all("seat", "figures rider"),
    "divide": _all("seat", "force figures name"),
    "unite": _all("seat", "forces"),
    "hand-over": _all("seat", "force commander reason"),
    "hide": _all("seat", "force hidden"),
    "set-out": _all("seat", "force table x y facing") | _all("assistant", "overruled"),
    "tidy": _all("seat", "force"),
    "fall-back": _all("seat", "force"),
    "lift": _all("seat", "force"),
    "march": _all("seat", "force place figures") | _all("assistant", "overruled"),
    "shift": _all("seat", "force way onto before") | _all("assistant", "overruled"),
    "search": _all("seat", "seekers hidden"),
    "leave-company": _all("seat", "figures"),
    "arrive": _all("seat", "arrival place kinds mounted instead joins apart rider"),
    "forgo": _all("seat", "arrival how"),
    "declare": _all("seat", "event commander"),
    "decide": _all("seat", "choice value"),
    "use-power": _all("seat", "power"),
    "heed": _all("seat", "reminder how"),
    "say-done": _all("seat", "commanders done"),
    "bring-home": _all("seat", "captive place"),
    "take-along": _all("seat", "captive force"),
    "set-free": _all("seat", "captive"),
    "meet": _all("seat", "good evil place note attacker") | _all("assistant", "overruled"),
    "battle": _all("seat", "contact setup"),
}

LEADING: Mapping[str, Fields] = {
    "fight": _all("assistant", "good evil site house_rules turn"),
    "reported-fight": _all(
        "assistant", "fight ends dismounted winner retreats how walls_fell reason crews joined"
    ),
    "reported-battle": _all("assistant", "contact report"),
    "ruling": _all("assistant", "reason figures deed winner") | _all("record", "concerns"),
    "house-rule": _all("assistant", "rule reading"),
    "begin-game": _all("assistant", "seats"),
    "go-on": _all("assistant", "anyway turn phase") | _all("record", "under_way"),
    "set-last-turn": _all("assistant", "turn"),
    "end-game": _all("assistant", "how winner nobody") | _all("record", "under_way"),
    "measure": _all("assistant", "figures"),
    "confront": {},
    "part": _all("assistant", "contact why"),
    "take-place": _all("assistant", "place side by"),
    "pass-ring": _all("assistant", "bearer destroyed reason"),
    "correct-points": _all("assistant", "commander points reason"),
    "switch-reminder": _all("assistant", "about on"),
    "show-standings": _all("assistant", "shown"),
    "adjust": _all("assistant", "figures reason condition mounted regrouping place force commander"),
    "add-figures": _all("assistant", "profile count commander place reason mounted"),
    "rename": _all("assistant", "figure name reason"),
    "change-seat": _all("assistant", "seat player dice reason"),
    "hand-thing": _all("assistant", "thing bearer reason"),
    "settle-event": _all("assistant", "event happened reason"),
}

PARTS: Mapping[str, Fields] = {
    "FightSetup": _all("seat", "good evil site") | _all("assistant", "house_rules") | _all("record", "turn"),
    "SideSetup": _all("seat", "figures hides")
    | _all("assistant", "allocation extra_losses wizardry duels engines victims captures")
    | _all("record", "reserve is_asked inside perhaps_inside outside"),
    "Entrant": _all("seat", "figure terrain near cover body")
    | _all("assistant", "profile mounted bears people ensnared by_hand")
    | _all("record", "force is_told"),
    "Site": _all("seat", "terrain water attacker")
    | _all("assistant", "place holder fortress tower at darkness resumed breached weak_wall"),
    "ByHand": _all("assistant", "why dice attack defense"),
    "Boost": _all("assistant", "dice attack defense"),
    "Service": _all("assistant", "crew recruits use tries"),
    "ReportedFight": LEADING["reported-fight"],
    "Correction": _all("assistant", "figure condition mounted regrouping"),
    "SeatHeld": _all("assistant", "id player side commanders dice"),
    "Measured": _all("assistant", "figure spot"),
    "Spot": _all("assistant", "table x y facing"),
}
"""Records that stand within a deed, by the names of their types."""

ANSWERS: Mapping[str, Fields] = {
    "rolled": _all("seat", "faces") | _all("record", "by_hand by_app"),
    "chosen": _all("seat", "option"),
    "allocated": _all("seat", "takers"),
}
"""Whole answers; whose question it is answers it."""

DEEDS_SAID: Mapping[str, Fields] = {**SEAT, **LEADING}


def may_set(who: Who, role: Role) -> bool:
    """Whether somebody may set a field that is for these."""
    return who == "seat" or (who == "assistant" and role != "seat")
