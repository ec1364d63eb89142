"""A quick fight, kept by whoever asks: battle and answers so far come in, where it stands goes out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assistant.campaign.desk import read_answer
from assistant.campaign.naming import Naming, naming_of
from assistant.campaign.sealing import Seals
from assistant.campaign.story import Account
from assistant.campaign.views.question import Question, Throw, question, throws
from assistant.campaign.wording import thing_name
from assistant.kernel.asking import Answer, Request, check
from assistant.kernel.codec import Json, encode
from assistant.kernel.errors import AssistantError, Malformed
from assistant.kernel.procedure import Done, Run
from assistant.packs.battle import parse_battle
from assistant.rules.book import ProfileId
from assistant.rules.combat.check import check_setup, has_use_for, known_bearings
from assistant.rules.combat.helping import help_on_offer
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup
from assistant.rules.core.fact import Fact
from assistant.rules.effects.mounts import STEEDS
from assistant.rules.game import RingOfPower
from assistant.rules.world import World

MOST_FIGURES = 200
MOST_ANSWERS = 400
USUAL = 6
LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class QuickFight:
    """Where a fight without a campaign stands: at a question, or at its end."""

    answers: tuple[Answer, ...]
    requests: tuple[Request, ...]
    log: tuple[str, ...]
    names: Naming
    account: Account | None
    """Told when it is over."""
    sealed: tuple[Json, ...] = ()
    """The answers as they are handed out."""

    @property
    def is_over(self) -> bool:
        return self.account is not None

    @property
    def request(self) -> Request:
        """The question that is open."""
        return self.requests[-1]

    @property
    def asks(self) -> Question:
        """The same in the words of the table."""
        return question(self.request, self.names)

    @property
    def told(self) -> tuple[str, ...]:
        """What happened so far, in names."""
        return tuple(map(self.names.told, self.log))

    def thrown(self, last: int | None = None) -> tuple[Throw, ...]:
        """The dice of all answers, or of the last ones."""
        given = [*zip(self.requests, self.answers, strict=False)][-last if last else None :]
        return tuple(throw for request, answer in given for throw in throws(request, answer, self.names))

    def to_json(self, game: RingOfPower) -> dict[str, Any]:
        """As the API tells it."""
        answers = [*self.sealed]
        if self.account is None:
            request = encode(self.request)
            open_now = {"step": len(self.answers), "request": request, "log": [*self.told]}
            return {"answers": answers, "open": open_now}
        story = [*self.account.story(game.book)]
        luck = self.account.luck().to_json()
        return {"answers": answers, "finished": {"story": story, "luck": luck, "log": [*self.told]}}


def read_setup(game: RingOfPower, battle: Json) -> FightSetup:
    """The fight that a battle file declares, with the usual orders; not more than a table holds."""
    if not isinstance(battle, dict):
        raise Malformed(
            "no-fight", "Who fights?", do="Send `battle`, an object like those of docs/battle-files.md."
        )
    text = json.dumps(battle)
    if len(text) > LONGEST:
        raise Malformed("too-large", "This is more than the assistant takes at once.", do="Send less.")
    _refuse_crowds(battle)
    setup = parse_battle(text, "the request", game.book).setup
    check_setup(game.book, setup)
    return with_proposals(game.book, setup)


def _refuse_crowds(battle: dict[str, Json]) -> None:
    """Counted before anybody is made."""
    sides = battle.get("sides")
    rows = [
        row
        for side in (sides.values() if isinstance(sides, dict) else ())
        if isinstance(side, dict) and isinstance(figures := side.get("figures"), list)
        for row in figures
        if isinstance(row, dict)
    ]
    number = sum(count if type(count := row.get("count", 1)) is int and count > 0 else 1 for row in rows)
    if number > MOST_FIGURES:
        raise Malformed(
            "too-many-figures",
            f"{number} figures are more than a quick fight takes.",
            do=f"Name {MOST_FIGURES} at most, or fight it in a campaign.",
        )


def go_on(game: RingOfPower, setup: FightSetup, given: Json, answer: Json, secret: bytes = b"") -> QuickFight:
    """A fight after the answers given before, and one more if there is one; `secret` seals the app's dice."""
    if not isinstance(given, list) or len(given) > MOST_ANSWERS:
        raise Malformed(
            "bad-field",
            f"`answers` must be a list of at most {MOST_ANSWERS}.",
            do="See docs/api.md for what to send.",
        )
    seals = Seals(secret, setup)
    answers = seals.read(given)
    run: Run[World, Fact, object] = Run(game.fight(setup), World(), game.apply)
    names = naming_of(game.book, setup)
    try:
        run.feed(answers)
        if answer is not None and not run.is_over:
            one = read_answer(run.requests[-1], answer)
            check(run.requests[-1], one)
            run.feed([*answers, one])
    except AssistantError as error:
        raise names.tell(error) from None
    return _stand(game, setup, run, seals)


def _stand(game: RingOfPower, setup: FightSetup, run: Run[World, Fact, object], seals: Seals) -> QuickFight:
    stand, requests, answers = run.stand(), tuple(run.requests), tuple(run.answers)
    over = isinstance(stand, Done)
    return QuickFight(
        answers,
        requests,
        stand.log,
        naming_of(game.book, setup, stand.facts),
        Account(setup, stand.facts, requests, answers) if over else None,
        tuple(seals.sealed(answers)),
    )


@dataclass(frozen=True, slots=True)
class Near:
    """Somebody of a side who helps those that stand so near, and which of its figures that would help."""

    side: FightingSide
    helper: ProfileId
    name: str
    inches: int
    helps: tuple[ProfileId, ...]


def nearness(game: RingOfPower, setup: FightSetup) -> tuple[Near, ...]:
    """Whom it matters to stand near: only the table knows who does."""
    found: dict[tuple[FightingSide, ProfileId, int], dict[ProfileId, None]] = {}
    for one in help_on_offer(game.book, setup):
        profiles = {entrant.figure: entrant.profile for entrant in setup.side(one.side).everyone}
        helper = profiles[one.holder]
        kinds = dict.fromkeys(profiles[figure] for figure in one.helped if profiles[figure] != helper)
        found.setdefault((one.side, helper, one.inches), {}).update(kinds)
    return tuple(
        Near(side, helper, game.book.profiles[helper].name, inches, tuple(helps))
        for (side, helper, inches), helps in found.items()
        if helps
    )


@dataclass(frozen=True, slots=True)
class Bearing:
    """What a figure may bear in a fight."""

    id: str
    name: str
    is_steed: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A figure that may be picked."""

    id: str
    name: str
    side: str
    people: str
    is_character: bool
    rides: bool
    """Whether it comes mounted unless somebody says otherwise."""
    may_ride: bool
    usual: int
    """How many of them are meant by the name alone."""
    things: tuple[Bearing, ...]


def choices(game: RingOfPower) -> Sequence[Choice]:
    """Everyone in the rosters who can fight, by name."""
    profiles = game.book.profiles.values()
    known = sorted(known_bearings(game.book))
    usable = {one.id: [thing for thing in known if has_use_for(one, thing)] for one in profiles}
    # What anybody could bear is a person's: nobody asks it of every company.
    anyones = [thing for thing in known if all(thing in things for things in usable.values())]
    found = [
        Choice(
            one.id,
            one.name,
            one.side,
            one.people,
            one.is_character,
            one.starts_mounted,
            one.can_be_mounted,
            USUAL if one.kind == "army" and one.crew is None else 1,
            tuple(
                Bearing(thing, _as_a_title(thing_name(thing, game.book, game.scenario)), thing in STEEDS)
                for thing in usable[one.id]
                if one.is_character or thing not in anyones
            ),
        )
        for one in profiles
    ]
    return sorted(found, key=lambda one: (one.side != SIDES[0], one.name))


def _as_a_title(name: str) -> str:
    return name[:1].upper() + name[1:]
