"""The desk clerk: starts deeds, takes answers, records, undoes and redoes, one transaction each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from uuid import uuid4

from assistant.campaign.archive import Archive, Summary
from assistant.campaign.checkpoints import AnyGame, fold, put_by
from assistant.campaign.evidence import Evidence, read_answers, read_asked, signed, store_answers
from assistant.campaign.once import require_same
from assistant.campaign.runs import AnyRun, Runs, Stand
from assistant.campaign.turn_backups import back_up
from assistant.campaign.watching import Watch
from assistant.kernel.asking import Answer, Request, check, fingerprint
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Illegal, ReplayDiverged, Stale
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Done, Run, Waiting, advance, play
from assistant.ledger.holding import refuse_if_held
from assistant.ledger.records import Actor, Campaign, Draft, Entry, Pending, Signed, actor_of
from assistant.ledger.store import Ledger

P = ParamSpec("P")
R = TypeVar("R", bound="Open | Entry")
CHANGED = "While you were looking, somebody changed what this is about."
AS_IT_IS = "Here is how it stands now."


@dataclass(frozen=True, slots=True)
class Open:
    """A deed under way: the question it stands at, and what has been told so far.

    Steps are taken back and answered anew, so the same step may come again with another past; `revision`
    never does.
    """

    id: str
    title: str
    request: Request
    step: int
    log: tuple[str, ...]
    revision: int = 0


def new_key() -> str:
    """An idempotency key for a command that nobody retries."""
    return uuid4().hex


def _closing_chapters(
    work: Callable[Concatenate[Service, P], R],
) -> Callable[Concatenate[Service, P], R]:
    """What may end a turn sees to all that a turn's end brings, outside the turnstile."""

    @wraps(work)
    def closing(service: Service, /, *args: P.args, **kwargs: P.kwargs) -> R:
        result = work(service, *args, **kwargs)
        service.close_chapter(result)
        return result

    return closing


class Service(Archive):
    """Deeds in the campaigns of one game in one ledger; any thread may use it."""

    def __init__(self, ledger: Ledger, game: AnyGame) -> None:
        super().__init__(ledger, game)
        self._closed: set[str] = set()
        self._runs = Runs()
        self.watch = Watch(ledger)
        self.only_look = ""
        """Why nothing can be recorded, where this was clear from the start."""
        self.backup_trouble = ""
        """What went wrong with the backup at the last turn's end, if anything did."""

    def new(self, name: str, setup: dict[str, Json], *, key: str) -> Campaign:
        """A new campaign, refused if the game cannot be set up so."""
        self.game.set_up(setup)
        return self.ledger.create(name, self.game.name, setup, key=key)

    # ---- deeds ---------------------------------------------------------------------------------------

    @_closing_chapters
    def record(
        self,
        campaign: Campaign,
        kind: str,
        setup: Json,
        answerer: Callable[[Request], Answer],
        *,
        actor: Signed,
        key: str,
    ) -> Entry:
        """A whole deed in one go, with someone who answers everything."""
        with self.turnstile:
            if known := self.ledger.entry_by_key(campaign.id, key):
                return known
            world, others = self.world(campaign), self.ledger.pendings(campaign.id)
            opening = self.game.opening(kind, setup, world, _titles(others))
            refuse_if_held(others, opening.holds, partial(self.game.called, world))
            played = play(self.game.start(kind, opening.setup), world, self.game.apply, answerer)
            evidence = [
                Evidence(fingerprint(request), answer)
                for request, answer in zip(played.requests, played.answers, strict=True)
            ]
            draft = self._draft(kind, opening, actor, store_answers(evidence), played.done)
            return self.let_lapse(self.ledger.append(campaign.id, draft, key=key), others)

    @_closing_chapters
    def begin(
        self,
        campaign: Campaign,
        kind: str,
        setup: Json,
        *,
        actor: Signed,
        key: str,
        seen: int | None = None,
    ) -> Open | Entry:
        """Put a deed under way and stand at its first question; what asks nothing is recorded at once.

        `seen` is the last entry that whoever acts had before their eyes.
        """
        with self.turnstile:
            if known := self.ledger.entry_by_key(campaign.id, key):
                return require_same(known, kind)
            world = self.world(campaign)
            if seen is not None:
                self._refuse_if_unseen(campaign, kind, setup, seen)
            # A retry finds its own deed under way, which holds nothing from itself.
            others = [one for one in self.ledger.pendings(campaign.id) if one.id != key]
            opening = self.game.opening(kind, setup, world, _titles(others))
            at = advance(self.game.start(kind, opening.setup), world, self.game.apply, [])
            refuse_if_held(others, opening.holds, partial(self.game.called, world))
            if isinstance(at, Done):
                draft = self._draft(kind, opening, actor, [], at)
                return self.let_lapse(self.ledger.append(campaign.id, draft, key=key), others)
            pending = self.ledger.begin(
                campaign.id,
                kind=kind,
                title=opening.title,
                actor=actor,
                setup=opening.setup,
                base_seq=self.ledger.campaign(campaign.id).head,
                rules_version=self.game.rules_version,
                holds=opening.holds,
                key=key,
            )
            return self.resume(pending.id) if pending.answers else self._open(pending, at)

    def let_lapse(self, entry: Entry, others: Sequence[Pending]) -> Entry:
        """What was asked for the sake of something that has just passed is asked no more."""
        facts = [self.game.decode_fact(fact) for fact in entry.facts] if others else []
        for one in others:
            if any(self.game.lapses(one.kind, one.setup, fact) for fact in facts):
                self.ledger.drop(one.id)
        return entry

    def _refuse_if_unseen(self, campaign: Campaign, kind: str, setup: Json, seen: int) -> None:
        """What was meant for a table that others have changed meanwhile, where it matters, is not done."""
        fresh = self.ledger.entries(campaign.id, seen)
        if not fresh:
            return
        before = self._held_then(kind, setup, self.world_at(campaign.id, seen))
        changed = [name for entry in fresh for name in self._changes(campaign.id, entry)]
        if shared := [name for name in before if name in changed]:
            by = next(one for one in fresh if shared[0] in self._changes(campaign.id, one))
            raise Stale(
                "changed-meanwhile",
                f"While you were looking, {by.actor} changed what this is about: {by.title}.",
                do=AS_IT_IS,
            ).naming(by, CHANGED)

    def _held_then(self, kind: str, setup: Json, then: Any) -> tuple[str, ...]:
        """What a deed would have held; why it was refused then is not told, for the past has secrets too."""
        try:
            return self.game.opening(kind, setup, then).holds
        except AssistantError:
            raise Stale("changed-meanwhile", CHANGED, do=AS_IT_IS) from None

    def _changes(self, campaign_id: str, entry: Entry) -> tuple[str, ...]:
        """What an entry changed by name; an undo changes what the deed it takes back had changed."""
        while entry.undoes is not None:
            entry = self.ledger.entry(campaign_id, entry.undoes)
        return tuple(name for fact in entry.facts for name in self.game.touches(self.game.decode_fact(fact)))

    def resume(self, pending_id: str) -> Open:
        """Where a deed under way stands now."""
        pending = self.ledger.pending(pending_id)
        at = self._advance(pending, read_answers(pending.answers))
        if isinstance(at, Done):
            raise ReplayDiverged(pending.step, "nothing more is asked now.")
        return self._open(pending, at)

    def so_far(self, pending: Pending) -> tuple[Stand, tuple[Request, ...]]:
        """Where a deed under way stands, and every question that was put in it, the open one last."""
        return self._follow(pending, read_answers(pending.answers))

    def rewind(self, pending_id: str) -> Open:
        """Drop the answers that the rules no longer ask for, as few as will do."""
        with self.turnstile:
            pending = self.ledger.pending(pending_id)
            answers = read_answers(pending.answers)
            for step in range(pending.step, -1, -1):
                with suppress(ReplayDiverged):
                    at = self._advance(pending, answers[:step])
                    if isinstance(at, Waiting):
                        kept = self.ledger.put_answers(
                            pending_id, pending.answers[:step], expect_step=pending.step
                        )
                        return self._open(kept, at)
        raise Illegal(
            "asks-nothing",
            f'By today\'s rules nothing is asked in "{pending.title}".',
            do="Call it off.",
        )

    @_closing_chapters
    def answer(
        self, pending_id: str, step: int, answer: Answer, *, revision: int | None = None, actor: Signed = ""
    ) -> Open | Entry:
        """Give the answer to the question that was shown as `step`; the last one records the deed."""
        with self.turnstile:
            if (retried := self._retried(pending_id, step, answer)) is not None:
                return retried
            pending = self.ledger.pending(pending_id)
            self._refuse_if_over(pending)
            standing = self.resume(pending_id)
            _refuse_if_moved_on(pending, step, revision)
            check(standing.request, answer)
            by = actor_of(actor)
            given = Evidence(fingerprint(standing.request), answer, by.name, by.who)
            stored = [*pending.answers, *store_answers([given])]
            at = self._advance(pending, read_answers(stored))
            if isinstance(at, Waiting):
                return self._open(self.ledger.put_answers(pending_id, stored, expect_step=step), at)
            opening = Opening(pending.title, tuple(pending.holds), pending.setup)
            begun_by = Actor(signed(pending.actor, stored), pending.who)
            done = self._as_it_is_now(pending, stored, at)
            draft = self._draft(pending.kind, opening, begun_by, stored, done)
            return self.ledger.append(pending.campaign, draft, key=pending_id, closes=pending_id)

    def _refuse_if_over(self, pending: Pending) -> None:
        """Nothing that began before the game ended is played on after it."""
        now = self.world(self.ledger.campaign(pending.campaign))
        if self.game.is_over(now) and not self.game.is_over(
            self.world_at(pending.campaign, pending.base_seq)
        ):
            raise Illegal(
                "over",
                f'The game ended before "{pending.title}" was over.',
                do="Call it off, or undo the end to go on playing.",
            )

    def _as_it_is_now(
        self, pending: Pending, answers: list[Json], at: Done[Any, object]
    ) -> Done[Any, object]:
        """What a deed brings about among what others have done since it began.

        Where the same is asked, it is played on the table as it is now; where not, it is written as it was
        played, unless that cannot be any more.
        """
        campaign = self.ledger.campaign(pending.campaign)
        if campaign.head == pending.base_seq:
            return at
        world, start = self.world(campaign), self.game.start(pending.kind, pending.setup)
        # Made for another table, it may trip over anything that is not there any more.
        with suppress(Exception):
            now = advance(start, world, self.game.apply, read_answers(answers), read_asked(answers))
            if isinstance(now, Done):
                return now
        if self.game.can_hold(world, at.facts):
            return at
        raise Stale(
            "changed-meanwhile",
            f'While "{pending.title}" was being answered, others changed what it is about.',
            do="Call it off, and begin it anew on the table as it is now.",
        )

    def close_chapter(self, result: Open | Entry) -> None:
        """At the end of a turn, and of the game, the world is put by and the database copied."""
        if isinstance(result, Open) or not (chapter := self._chapter(result)):
            return
        # Not again for a retry, which gets the same entry.
        if result.hash not in self._closed:
            self._closed.add(result.hash)
            put_by(self.ledger, self.game, result, self.world_at(result.campaign, result.seq))
            self.backup_trouble = back_up(self.ledger, result.campaign, chapter)

    def _chapter(self, entry: Entry) -> str:
        """Where a deed leaves the game, if it opened a chapter or closed the last one."""
        facts = [self.game.decode_fact(fact) for fact in entry.facts]
        if any(map(self.game.ends, facts)):
            return "end of the game"
        begun = next(filter(None, map(self.game.begins, facts)), "")
        return f"start of {begun}" if begun else ""

    def _retried(self, pending_id: str, step: int, answer: Answer) -> Open | Entry | None:
        """A phone that never heard back sends the same answer again: it is answered like the first time."""
        try:
            given = read_answers(self.ledger.pending(pending_id).answers)
        except Stale:
            recorded = self.ledger.entry_by_pending(pending_id)
            given = read_answers(recorded.answers) if recorded else ()
            return recorded if step == len(given) - 1 and given[step] == answer else None
        return self.resume(pending_id) if step == len(given) - 1 and given[step] == answer else None

    def take_back(self, pending_id: str, steps: int = 1, *, revision: int | None = None) -> Open:
        """Drop the last answers of a deed under way."""
        with self.turnstile:
            pending = self.ledger.pending(pending_id)
            _refuse_if_moved_on(pending, pending.step, revision)
            kept = pending.answers[: max(0, pending.step - steps)]
            self.ledger.put_answers(pending_id, kept, expect_step=pending.step)
            return self.resume(pending_id)

    def call_off(self, pending_id: str) -> None:
        """Give a deed under way up; nothing of it is recorded."""
        self.ledger.drop(pending_id)

    def _advance(self, pending: Pending, answers: Sequence[Answer]) -> Stand:
        return self._follow(pending, answers)[0]

    def _follow(self, pending: Pending, answers: Sequence[Answer]) -> tuple[Stand, tuple[Request, ...]]:
        """Run it on the world in which it began: what happens elsewhere meanwhile does not disturb it."""

        def begin() -> AnyRun:
            world = self.world_at(pending.campaign, pending.base_seq)
            return Run(self.game.start(pending.kind, pending.setup), world, self.game.apply)

        return self._runs.follow(pending.id, begin, answers, read_asked(pending.answers))

    def _open(self, pending: Pending, at: Waiting[Any]) -> Open:
        return Open(pending.id, pending.title, at.request, at.step, at.log, pending.revision)

    def _draft(
        self, kind: str, opening: Opening, actor: Signed, answers: list[Json], done: Done[Any, object]
    ) -> Draft:
        return Draft(
            kind=kind,
            title=done.title or opening.title,
            actor=actor_of(actor).name,
            who=actor_of(actor).who,
            setup=opening.setup,
            answers=answers,
            facts=[self.game.encode_fact(fact) for fact in done.facts],
            log=list(done.log),
            rules_version=self.game.rules_version,
            pack_hash=self.game.pack_hash,
        )


def _titles(pendings: Sequence[Pending]) -> tuple[str, ...]:
    return tuple(one.title for one in pendings)


def _refuse_if_moved_on(pending: Pending, step: int, revision: int | None) -> None:
    if step != pending.step or revision not in (None, pending.revision):
        raise Stale(
            "answered-already",
            "Someone answered this question or took it back while you were looking.",
            do="Here is the question that is open now.",
        )


__all__ = ["Open", "Service", "Summary", "fold", "new_key"]
