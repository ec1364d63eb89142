"""What the projector shows: the turn, the wars, the bases, who leads, and the fights as they happen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant.campaign.accounts import SETUPS
from assistant.campaign.aims import Aim, aims
from assistant.campaign.annals import plainly
from assistant.campaign.due import contact_text, under_way_text, unfought
from assistant.campaign.knowing import heard_by
from assistant.campaign.naming import naming
from assistant.campaign.permissions import NOTHING
from assistant.campaign.playing import Table
from assistant.campaign.rulings import rulings
from assistant.campaign.story import in_short
from assistant.campaign.views.clock import ClockShown, clock_shown
from assistant.campaign.views.console import Stage, stage, weather
from assistant.campaign.views.standings import standings_shown
from assistant.kernel.errors import AssistantError
from assistant.ledger.records import Entry, live
from assistant.rules.agenda import agenda
from assistant.rules.book import Side
from assistant.rules.kit import Kit
from assistant.rules.standing import in_play, place_name
from assistant.rules.table_word.facts import Overruled

REASONS = re.compile(r" \[[^\]]*\]")
FACES = re.compile(r"\b\d(?: \d){3,}\b")
COUNTED = re.compile(r" \(\d+ × \d[^)]*\)")
ASIDE = re.compile(r"; defense |apply it by hand| strikes? with \d|rolls to defend| allocates ")
"""Lines for those who fight: what everyone can do, each die of defense, who was given which hit."""
LAST = 3
LOG = 4


@dataclass(frozen=True, slots=True)
class Base:
    """A base that a side must hold, and who holds it now."""

    name: str
    owner: Side
    holder: Side | None


@dataclass(frozen=True, slots=True)
class FightShown:
    """A fight that is over, told shortly, or one that is under way."""

    key: str
    title: str
    lines: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything on the projector."""

    stage: Stage
    waiting: tuple[tuple[str, Side], ...]
    done: tuple[tuple[str, Side], ...]
    wars: tuple[str, ...]
    bases: tuple[Base, ...]
    aims: tuple[Aim, ...]
    """Only those that something has happened towards: the rest stand on everybody's chart."""
    standings: tuple[tuple[str, int], ...]
    """Nobody's, unless the game master lets everybody see them or the game is over."""
    fights: tuple[FightShown, ...]
    contacts: tuple[str, ...]
    clock: ClockShown | None
    ending: str


def board_view(here: Table) -> BoardView:
    """The board as the game stands."""
    kit, world = here.kit, here.world
    now, known = agenda(kit, world), kit.scenario.commanders
    pendings = here.service.ledger.pendings(here.campaign.id)
    ending = world.war.ending
    return BoardView(
        stage(here),
        tuple((known[one].name, known[one].side) for one in now.waiting),
        tuple((known[one].name, known[one].side) for one in in_play(kit, world) if one in world.war.done),
        weather(here, now),
        tuple(_bases(here)),
        aims(kit, [one for one in now.progress if one.is_begun and (one.met or not one.is_of_ring)]),
        standings_shown(here, now),
        (*_open(here), *_last(here)),
        tuple(contact_text(kit, world, one) for one in unfought(now, pendings) if not ending),
        clock_shown(here.service.entries(here.campaign), world.war, kit.scenario.turns),
        ending.words if ending else "",
    )


def _bases(here: Table) -> list[Base]:
    found: dict[str, Base] = {}
    for conquest in here.kit.scenario.conquests:
        owner: Side = "good" if conquest.winner == "evil" else "evil"
        for place in (*conquest.all_of, *conquest.any_of):
            name = place_name(here.kit, place)
            found[name] = Base(name, owner, here.world.war.holder(place))
    return list(found.values())


def _open(here: Table) -> list[FightShown]:
    """Fights under way, with the last lines of what has happened in them, the newest first."""
    shown, names = list[FightShown](), naming(here.kit, here.world)
    for pending in here.service.ledger.pendings(here.campaign.id):
        if pending.kind not in SETUPS:
            continue
        try:
            at = here.service.resume(pending.id)
        except AssistantError:
            # Finished or called off while we looked.
            continue
        title = under_way_text(here.kit, here.world, pending)
        told = aloud(here.kit, map(names.told, heard_by(here, NOTHING, at.log)))[:LOG]
        shown.append(FightShown(pending.id, title, told, is_open=True))
    return shown


def aloud(kit: Kit, log: Iterable[str]) -> tuple[str, ...]:
    """What a hall wants to hear of a fight, the newest first: what happens, not by which rule."""
    told = (COUNTED.sub("", REASONS.sub("", plainly(kit, line))) for line in log if not ASIDE.search(line))
    return tuple(FACES.sub(lambda run: f"{len(run[0].split())} dice", line) for line in told)[::-1]


def _last(here: Table) -> list[FightShown]:
    """The last fights, the newest first."""
    counting = live(here.service.entries(here.campaign))
    fought, ruled = [one for one in counting if one.kind in SETUPS][-LAST:], rulings(here.game, counting)
    return [
        FightShown(str(one.seq), one.title, _told(here, one, ruled.get(one.seq, ())), is_open=False)
        for one in reversed(fought)
    ]


def _told(here: Table, entry: Entry, ruled: Sequence[Overruled]) -> tuple[str, ...]:
    facts = (*map(here.game.decode_fact, entry.facts), *ruled)
    return in_short(here.game.book, SETUPS[entry.kind](entry.setup), facts)
