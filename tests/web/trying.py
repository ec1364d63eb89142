"""Deeds about what is hidden, of every kind that a seat may do, whether they are its own or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assistant.rules.standing import awaited
from tests.web.twins import CONTACT, HIDDEN_DEED, ID, Game

Body = Mapping[str, Any]
Tried = tuple[str, dict[str, Any]]
BUHRDUR = "seat-2"
LONG_AGO = (0, 57, 276)
"""Before the game, in its first turns, and as the tables were when those of today met."""
HIDING, CAPTIVE, PLACE = ("frodo", "sam"), "merry", "emyn-muil"


def deeds(game: Game, who: str) -> Iterator[Body]:
    """What somebody may try; some of it also as if looked at before the hidden deed."""
    head = game.service.ledger.campaign(ID).head
    tried = [*about_the_hidden(game, who), *about_one(game, who), *about_others(game, who)]
    looked: set[str] = set()
    for number, (kind, setup) in enumerate((*tried, *not_well_formed(), *whole_fights(game))):
        body = {"kind": kind, "setup": {"kind": kind, **setup}}
        often = kind in ("search", "meet", "hand-over", "take-along")
        for seen in (*LONG_AGO, head - 1) if kind not in looked else (head - 1,) if often else ():
            yield {"key": f"looked-{seen:03}-{number:04}", **body, "seen": seen}
        # The things that are due are each of its own rule.
        looked |= {kind} - {"heed"}
        yield {"key": f"tried-{number:04}", **body}
    fight = {
        "kind": "battle",
        "contact": CONTACT,
        "setup": {"good": {"figures": []}, "evil": {"figures": []}},
    }
    yield {"key": "tried-with-more", "kind": "battle", "setup": fight, "additions": ["sam", "nobody"]}
    yield {"key": HIDDEN_DEED, "kind": "say-done", "setup": {"kind": "say-done", "commanders": ["rohan"]}}


def own(game: Game, who: str) -> dict[str, str]:
    """One force of the first commander of two seats at most; of whom nobody plays, one all the same."""
    war = game.service.world(game.service.campaign(ID)).war
    mine = [seat.commanders[0] for seat in war.seats.values() if seat.id in who.split()[:2]]
    forces = {one.commander: one.id for one in reversed(war.forces.values()) if one.commander in mine}
    return {str(commander): str(force) for commander, force in forces.items()} or {"rohan": "nobody-99"}


def about_the_hidden(game: Game, who: str) -> Iterator[Tried]:
    """With those who hide, Gollum and who has met enemies, by those who are near and by one's own."""
    targets = [game.force(one) for one in ("frodo", "gollum", "aragorn")]
    near = [game.force(one) for one in ("buhrdur", "goblin-shaman-1")]
    # PPL-RINGWRAITH-06: a ringwraith who looks for those who hide senses the Ring, so its player is told.
    by_rule = near[0] if BUHRDUR in who.split() else None
    for force in dict.fromkeys((*near, *own(game, who).values())):
        for hidden in targets:
            if (force, hidden) != (by_rule, targets[0]):
                yield "search", {"seekers": force, "hidden": hidden}
            yield "meet", {"good": [hidden], "evil": [force], "place": PLACE}
        yield "meet", {"good": [force], "evil": [targets[1]], "place": PLACE}
        yield "unite", {"forces": [force, targets[0]]}


def about_one(game: Game, who: str) -> Iterator[Tried]:
    """With those who hide, with Gollum, and with one's own."""
    for force in (game.force("frodo"), game.force("gollum"), *own(game, who).values()):
        for kind in ("hide", "set-out", "tidy", "fall-back", "lift"):
            yield kind, {"force": force}
        yield "march", {"force": force, "place": PLACE}
        yield "withdraw", {"force": force, "place": PLACE}
        yield "divide", {"force": force, "figures": ["sam"]}
        yield "hand-over", {"force": force, "commander": None, "reason": "so it is"}
        yield "shift", {"force": force, "way": [[1000, 1000]]}
        yield "take-along", {"captive": CAPTIVE, "force": force}


def about_others(game: Game, who: str) -> Iterator[Tried]:
    """With captives, what bears the Ring, what is due, and what comes."""
    at = game.come().at()
    for figures in (HIDING, (CAPTIVE,), ("gollum",)):
        yield "ride-along", {"figures": [*figures], "rider": "aragorn"}
        yield "leave-company", {"figures": [*figures]}
    yield "bring-home", {"captive": CAPTIVE, "place": "isengard"}
    yield "set-free", {"captive": CAPTIVE}
    for power in ("gollum", "one-ring", "phial"):
        yield "use-power", {"power": power}
    for due in (
        "rolling-off gollum@9",
        "naming-bearer",
        "neighbours lake-town dwarves-2-brand khamul-59-orc-1",
    ):
        yield "heed", {"reminder": due, "how": "done"}
    for commander in own(game, who):
        for event in sorted(at.kit.scenario.events)[:2]:
            yield "declare", {"event": event, "commander": commander}
        yield "say-done", {"commanders": [commander]}
    for arrival in (*(one.key for one in awaited(at.kit, at.world)), "nobody")[:6]:
        yield "arrive", {"arrival": arrival}
        yield "forgo", {"arrival": arrival, "how": "postponed"}
    for supply in (*(one.key for one in at.kit.scenario.supplies), "nothing")[:4]:
        yield "decide", {"choice": supply, "value": "nothing"}


def not_well_formed() -> Sequence[Tried]:
    """What is no deed, or the game master's alone."""
    return (
        ("no-such-deed", {}),
        ("march", {}),
        ("meet", {"good": 3}),
        ("pass-ring", {"bearer": "sam", "reason": "mine"}),
        ("adjust", {"figures": [CAPTIVE], "reason": "where is he?"}),
    )


def whole_fights(game: Game) -> Iterator[Tried]:
    """Fights that are sent whole, in which somebody is said to bear the Ring."""
    for contact in (*game.come().at().world.war.contacts, CONTACT):
        for figure in (*HIDING, "aragorn", "nobody"):
            row = {"figure": figure, "profile": figure, "mounted": False, "terrain": "hills"}
            good = {"figures": [{**row, "bears": ["one-ring"]}]}
            yield "battle", {"contact": contact, "setup": {"good": good, "evil": {"figures": []}}}
