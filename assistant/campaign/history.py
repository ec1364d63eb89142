"""The named history of a campaign: undo, redo, and copies that go another way."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any

from assistant.campaign.acts import counting_together, part_key, together
from assistant.campaign.checkpoints import AnyGame
from assistant.campaign.evidence import Myself, had_a_hand
from assistant.campaign.once import require_same
from assistant.campaign.rulings import overruled
from assistant.campaign.service import Service
from assistant.kernel.errors import Illegal
from assistant.ledger.holding import refuse_if_any_open, refuse_if_held
from assistant.ledger.records import Actor, Campaign, Draft, Entry, Signed, actor_of, live

JUST_NOW = 8
"""Entries among which is looked for what others undid of one's own."""


@dataclass(frozen=True, slots=True)
class Line:
    """One deed on the list, and whether it still counts."""

    entry: Entry
    counts: bool
    rulings: tuple[str, ...] = ()
    """What the game master ruled on it since, a line each."""

    @property
    def account(self) -> tuple[str, ...]:
        """What happened; first what of it holds no more."""
        return (*self.rulings, *self.entry.log)

    @property
    def told(self) -> str:
        """What was done, and why, where somebody said so and the title does not."""
        setup = self.entry.setup
        reason = str(setup.get("reason") or "").strip() if isinstance(setup, dict) else ""
        if not reason or reason in self.entry.title:
            return self.entry.title
        return f"{self.entry.title}, because: {reason}"


def history(entries: Sequence[Entry]) -> tuple[Line, ...]:
    """Every deed in order, undone and overruled ones marked."""
    counting = live(entries)
    numbers, ruled = {entry.seq for entry in counting}, overruled(counting)
    return tuple(Line(entry, entry.seq in numbers, ruled.get(entry.seq, ())) for entry in entries)


def undo(
    service: Service, campaign: Campaign, seq: int | None, *, actor: Signed, key: str, alone: bool = False
) -> Entry:
    """Take a deed back, by default the newest that counts, and all that was done at the same word with it."""
    with service.turnstile:
        if known := service.ledger.entry_by_key(campaign.id, key):
            return require_same(known, "undo")
        return _undo(service, campaign, seq, actor, key, alone)


def _undo(
    service: Service, campaign: Campaign, seq: int | None, actor: Signed, key: str, alone: bool
) -> Entry:
    entries = service.entries(campaign)
    deeds = undoable(entries)
    if not deeds:
        raise Illegal("nothing-to-undo", "There is nothing to undo.")
    target = deeds[0] if seq is None else counting_deed(entries, seq)
    act = (target,) if alone else counting_together(entries, target)
    # The newest first: each may stand on those before it.
    wanted = [Reversal("Undo", one, one) for one in reversed(act)]
    return _write(service, campaign, entries, wanted, actor=actor, key=key)


def redo(
    service: Service, campaign: Campaign, seq: int | None, *, actor: Signed, key: str, alone: bool = False
) -> Entry:
    """Let an undone deed count again, by default the one undone last, and all undone at the same word."""
    with service.turnstile:
        if known := service.ledger.entry_by_key(campaign.id, key):
            return require_same(known, "redo")
        return _redo(service, campaign, seq, actor, key, alone)


def _redo(
    service: Service, campaign: Campaign, seq: int | None, actor: Signed, key: str, alone: bool
) -> Entry:
    entries = service.entries(campaign)
    undos = _undos(entries)
    if seq is not None:
        undos = [entry for entry in undos if entry.undoes == seq]
    if not undos:
        named = "nothing" if seq is None else f"no undone deed {seq}"
        raise Illegal("nothing-to-redo", f"There is {named} to redo.")
    act = undos[:1] if alone else together(_undos(entries), undos[0])
    by_number = {entry.seq: entry for entry in entries}
    wanted = [Reversal("Redo", by_number[one.undoes], one) for one in act if one.undoes is not None]
    wanted.sort(key=lambda one: one.deed.seq)
    back = {one.deed.seq for one in wanted}
    for one in wanted:
        if any(service.game.ends(service.game.decode_fact(fact)) for fact in one.deed.facts):
            _refuse_if_ended_otherwise(entries, one.deed)
            refuse_if_any_open(service.ledger.pendings(campaign.id))
        _refuse_if_baseless(service.game, service.world(campaign), entries, one.deed, back)
    return _write(service, campaign, entries, wanted, actor=actor, key=key)


def undoable(entries: Sequence[Entry]) -> list[Entry]:
    """The deeds that count, the newest first; one that was redone is as new as that."""
    counting, by_number = live(entries), {entry.seq: entry for entry in entries}
    since = {entry.seq: entry.seq for entry in counting if entry.undoes is None}
    for redo in (entry for entry in counting if entry.undoes is not None):
        undone = by_number[redo.undoes or 0]
        while undone.undoes is not None:
            undone = by_number[undone.undoes]
        if undone.seq in since:
            since[undone.seq] = redo.seq
    return [by_number[seq] for seq in sorted(since, key=lambda one: -since[one])]


def redoable(entries: Sequence[Entry], after: int = 0) -> list[Entry]:
    """The deeds that were undone, or undone after an entry; the last undone first."""
    by_number = {entry.seq: entry for entry in entries}
    undos = (entry for entry in _undos(entries) if entry.seq > after)
    return [by_number[entry.undoes] for entry in undos if entry.undoes is not None]


def is_free(game: AnyGame, world: Any, entries: Sequence[Entry], act: Sequence[Entry]) -> bool:
    """Whether nothing later that counts stands in the way of taking an act back, or of putting it back."""
    those = {one.seq for one in act}
    others = [one for one in live(entries) if one.seq not in those]
    try:
        for one in act:
            refuse_if_built_upon(game, world, others, one)
    except Illegal:
        return False
    return True


def taken_from(service: Service, campaign: Campaign, me: Myself) -> tuple[tuple[int, str], ...]:
    """What others took back of one's own just now, the newest first: the undo's number, and a sentence."""
    entries = live(service.ledger.entries(campaign.id, max(0, campaign.head - JUST_NOW)))
    undos = [one for one in reversed(entries) if not me.is_one_of(Actor(one.actor, one.who))]
    found = [(one, service.ledger.entry(campaign.id, one.undoes)) for one in undos if one.undoes is not None]
    return tuple(
        (undo.seq, f"{at_first(undo.actor)} undid what you did: {deed.title}.")
        for undo, deed in found
        if deed.undoes is None and had_a_hand(deed, me)
    )


def at_first(actor: str) -> str:
    """The game master, or a name, at the beginning of a sentence."""
    return "The game master" if actor == "game master" else actor


def _undos(entries: Sequence[Entry]) -> list[Entry]:
    newest = reversed(live(entries))
    return [entry for entry in newest if entry.undoes is not None and not _is_redo(entry, entries)]


def _is_redo(entry: Entry, entries: Sequence[Entry]) -> bool:
    return any(other.seq == entry.undoes and other.undoes is not None for other in entries)


def counting_deed(entries: Sequence[Entry], seq: int) -> Entry:
    """The deed of this number, if it counts."""
    for entry in live(entries):
        if entry.seq == seq and entry.undoes is None:
            return entry
    found = next((entry for entry in entries if entry.seq == seq), None)
    if found is None:
        raise Illegal("no-such-deed", f"There is no deed {seq} in this campaign.")
    if found.undoes is not None:
        raise Illegal("not-a-deed", f"Number {seq} ({found.title}) is itself an undo or a redo.")
    by = next((one.actor for one in reversed(live(entries)) if one.undoes == seq), "")
    raise Illegal("not-a-deed", f"Deed {seq} ({found.title}) is undone already{f', by {by}' if by else ''}.")


@dataclass(frozen=True, slots=True)
class Reversal:
    """An undo or a redo: the deed it is about, and the entry that will count no more."""

    verb: str
    deed: Entry
    target: Entry


def _write(
    service: Service,
    campaign: Campaign,
    entries: Sequence[Entry],
    wanted: Sequence[Reversal],
    *,
    actor: Signed,
    key: str,
) -> Entry:
    """All of an act, or nothing of it; the first entry has the key, so that a retry finds it."""
    game, world = service.game, service.world(campaign)
    act = {one.deed.seq for one in wanted}
    others = [one for one in live(entries) if one.seq not in act]
    pendings = service.ledger.pendings(campaign.id)
    for one in wanted:
        refuse_if_built_upon(game, world, others, one.deed)
        refuse_if_held(pendings, touched(game, one.deed), partial(game.called, world))
    drafts = [_draft(service, one, actor) for one in wanted]
    keys = [key, *(part_key(key, one.deed.seq) for one in wanted[1:])]
    written = service.ledger.append_all(campaign.id, drafts, keys=keys, expect=entries[-1].seq)
    for one in wanted:
        service.let_lapse(one.deed, pendings)
    return written[0]


def _draft(service: Service, wanted: Reversal, actor: Signed) -> Draft:
    return Draft(
        kind=wanted.verb.lower(),
        title=f"{wanted.verb} {wanted.deed.seq}: {wanted.deed.title}",
        actor=actor_of(actor).name,
        who=actor_of(actor).who,
        setup=None,
        answers=[],
        facts=[],
        log=[],
        undoes=wanted.target.seq,
        rules_version=service.game.rules_version,
        pack_hash=service.game.pack_hash,
    )


def touched(game: AnyGame, entry: Entry) -> tuple[str, ...]:
    """Everything a deed changed, by name."""
    return tuple(dict.fromkeys(name for fact in entry.facts for name in game.touches(game.decode_fact(fact))))


def needed(game: AnyGame, entry: Entry) -> tuple[str, ...]:
    """Everything a deed changed or stands on, by name."""
    facts = [game.decode_fact(fact) for fact in entry.facts]
    return tuple(
        dict.fromkeys(name for fact in facts for name in (*game.touches(fact), *game.rests_on(fact)))
    )


def refuse_if_built_upon(game: AnyGame, world: Any, counting: Sequence[Entry], deed: Entry) -> None:
    """A deed may be taken back or put back only while nothing later has touched the same."""
    mine = touched(game, deed)
    for later in counting:
        if later.seq <= deed.seq:
            continue
        if any(game.ends(game.decode_fact(fact)) for fact in later.facts):
            raise Illegal(
                "built-upon",
                f"The game ended later, by deed {later.seq} ({later.title}): that rests on all before it.",
                do=f"Undo deed {later.seq} first.",
            )
        if shared := [name for name in needed(game, later) if name in mine]:
            how = "changed" if shared[0] in touched(game, later) else "depends on"
            came = f"came later and {how} {game.called(world, shared[0])}."
            raise Illegal(
                "built-upon",
                f"Deed {later.seq} ({later.title}) {came}",
                do=f"Undo deed {later.seq} first.",
            ).naming(later, f"Deed {later.seq} {came}")


def _refuse_if_ended_otherwise(entries: Sequence[Entry], deed: Entry) -> None:
    """An end rests on all before it: it counts again only where just the same has been done."""
    then = {one.seq for one in undoable(entries[: deed.seq - 1])}
    if then != {one.seq for one in undoable(entries)}:
        raise Illegal(
            "baseless", "Something else has been done since the game ended so.", do="End the game anew."
        )


def _refuse_if_baseless(
    game: AnyGame, world: Any, entries: Sequence[Entry], deed: Entry, back: Set[int]
) -> None:
    """A deed may be put back only while everything it was built upon counts, or comes back with it."""
    mine, counting = needed(game, deed), {entry.seq for entry in live(entries)} | back
    for earlier in live([entry for entry in entries if entry.seq < deed.seq]):
        if earlier.seq in counting:
            continue
        if shared := [name for name in touched(game, earlier) if name in mine]:
            raise Illegal(
                "baseless",
                f"It goes on from deed {earlier.seq} ({earlier.title}), which changed "
                f"{game.called(world, shared[0])} and is undone.",
                do=f"Redo deed {earlier.seq} first.",
            )


def what_if(service: Service, campaign: Campaign, seq: int | None, name: str = "") -> Campaign:
    """A new campaign with the same past up to a deed, without what is under way, and a future of its own.

    Without a name it is called after that deed, and by a number if another copy is called so.
    """
    entries = service.entries(campaign)
    upto = len(entries) if seq is None else seq
    if not 0 <= upto <= len(entries):
        raise Illegal(
            "no-such-deed",
            f"There is no deed {seq} in this campaign.",
            do=f"Name one from 1 to {len(entries)}, or 0 for the very beginning.",
        )
    if name.strip().isdigit():
        raise Illegal(
            "number-as-name",
            f"{name.strip()} is a number, and a copy is called by a name.",
            do="Name it in words; after which deed it begins is said apart (`--upto` at the command line).",
        )
    return service.ledger.adopt(
        campaign, entries[:upto], as_name=name.strip() or _unlike_others(service, campaign, upto)
    )


def _unlike_others(service: Service, campaign: Campaign, upto: int) -> str:
    """Summer, after deed 12; a second copy of that is Summer, after deed 12 (2)."""
    name = f"{campaign.name}, {f'after deed {upto}' if upto else 'from the beginning'}"
    taken = {one.name for one in service.ledger.campaigns()}
    numbered = (f"{name} ({number})" for number in count(2))
    return next(one for one in chain((name,), numbered) if one not in taken)
