"""What the ledger tells of its campaigns: their names and deeds, and the world after each of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from assistant.campaign.checkpoints import AnyGame, fold, load
from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.records import Campaign, Entry, live
from assistant.ledger.store import Ledger
from assistant.ledger.trouble import damaged

MOST_BASES = 64
"""Worlds kept for deeds under way; more fights than that are never open at once."""

FIGHTS = frozenset({"fight", "reported-fight", "battle", "reported-battle"})
"""The kinds of deeds that are fought: of these everybody may know that they are under way."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A campaign on a list."""

    id: str
    name: str
    scenario: str
    deeds: int
    last_title: str
    last_at: str
    head: int
    open_fights: int


class Archive:
    """Campaigns of one game in one ledger, to be looked up; whatever was read is kept while it is true."""

    def __init__(self, ledger: Ledger, game: AnyGame) -> None:
        self.ledger = ledger
        self.game = game
        # Whoever looks at the world and then writes goes through here, undo and redo too.
        self.turnstile = threading.RLock()
        self._worlds: dict[str, tuple[int, Any]] = {}
        self._lasts: dict[str, Entry] = {}
        self._entries: dict[str, tuple[Entry, ...]] = {}
        self._bases: dict[tuple[str, int], Any] = {}

    def campaign(self, ref: str) -> Campaign:
        """A campaign of this game by its id or name."""
        found = self.ledger.campaign(ref)
        if found.game != self.game.name:
            raise Illegal("another-game", f"{found.name!r} is a campaign of another game, {found.game}.")
        return found

    def summaries(self) -> tuple[Summary, ...]:
        """All campaigns, as a list shows them."""
        open_fights = self.ledger.under_way(FIGHTS)
        return tuple(
            self._summary(campaign, open_fights.get(campaign.id, 0)) for campaign in self.ledger.campaigns()
        )

    def _summary(self, campaign: Campaign, open_fights: int) -> Summary:
        last = self._last(campaign)
        return Summary(
            id=campaign.id,
            name=campaign.name,
            scenario=str(campaign.setup.get("scenario", "")),
            deeds=campaign.head,
            last_title=last.title if last else "",
            last_at=last.at if last else campaign.created_at,
            head=campaign.head,
            open_fights=open_fights,
        )

    def _last(self, campaign: Campaign) -> Entry | None:
        """The newest entry, read once: entries never change."""
        held = self._lasts.get(campaign.id)
        if campaign.head and (held is None or held.seq != campaign.head):
            held = self._lasts[campaign.id] = self.ledger.entry(campaign.id, campaign.head)
        return held if campaign.head else None

    def entries(self, campaign: Campaign) -> tuple[Entry, ...]:
        """Every deed of a campaign; only those are read that were not known before."""
        with self.turnstile:
            known = self._entries.get(campaign.id, ())
            fresh = self.ledger.entries(campaign.id, len(known))
            if fresh:
                known = self._entries[campaign.id] = (*known, *fresh)
            return known

    # ---- the state of a campaign --------------------------------------------------------------------

    def world(self, campaign: Campaign) -> Any:
        """The fold of everything that counts; kept until the ledger moves on."""
        with self.turnstile:
            head = self.ledger.campaign(campaign.id).head
            held = self._worlds.get(campaign.id)
            if held is None or held[0] != head:
                with self.told_as_damage(campaign.id):
                    held = (head, self._fold_on(campaign, held, head))
                self._worlds[campaign.id] = held
            return held[1]

    def _fold_on(self, campaign: Campaign, held: tuple[int, Any] | None, head: int) -> Any:
        """From the last fold if nothing was taken back since, else from what the ledger has."""
        if held is not None and held[0] < head:
            fresh = self.ledger.written(campaign.id, held[0])
            if all(one.undoes is None for one in fresh):
                return fold(self.game, held[1], fresh)
        return load(self.ledger, self.game, campaign)

    @contextmanager
    def told_as_damage(self, campaign_id: str) -> Iterator[None]:
        """What breaks over deeds that are not as they were written breaks because the file is damaged."""
        try:
            yield
        except AssistantError:
            raise
        except Exception as error:
            if not self.ledger.verify(campaign_id):
                raise
            raise damaged(self.ledger.path) from error

    def world_at(self, campaign_id: str, seq: int) -> Any:
        """The world after an entry: it never changes again, so fights under way keep theirs."""
        found = self._bases.get((campaign_id, seq))
        if found is None:
            campaign = self.ledger.campaign(campaign_id)
            if campaign.head == seq:
                found = self.world(campaign)
            else:
                past = self.ledger.written(campaign_id, upto=seq)
                with self.told_as_damage(campaign_id):
                    found = fold(self.game, self.game.set_up(campaign.setup), live(past))
            while len(self._bases) >= MOST_BASES:
                self._bases.pop(next(iter(self._bases)))
            self._bases[campaign_id, seq] = found
        return found
