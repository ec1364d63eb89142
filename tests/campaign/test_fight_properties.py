"""Random fights of random small armies: replay is play, nothing is lost, and every fight ends."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

import assistant.rules
from assistant.campaign import history
from assistant.campaign.replay import replay
from assistant.campaign.service import Service
from assistant.kernel.asking import (
    Allocate,
    Choose,
    Chosen,
    Request,
    Roll,
    Rolled,
)
from assistant.kernel.codec import decode, decode_answer, encode
from assistant.kernel.ids import FigureId, RuleId
from assistant.kernel.procedure import Played, Waiting, advance, play
from assistant.ledger.store import Ledger
from assistant.packs.load import load_book
from assistant.rules.book import TERRAINS, Book, Profile, ProfileId
from assistant.rules.combat.outcome import Outcome
from assistant.rules.combat.setup import (
    SIDES,
    Boost,
    Entrant,
    FightingSide,
    FightSetup,
    SideSetup,
    Site,
    other,
)
from assistant.rules.core.fact import Fact
from assistant.rules.core.facts import Enlisted
from assistant.rules.effects.registry import parameters
from assistant.rules.fight.facts import Dismounted, FightEnded, LivesLost, Recovered, Suffered
from assistant.rules.game import RingOfPower, status_of
from assistant.rules.world import Condition, World
from assistant.simulate.bots import Whim

F = TypeVar("F", bound=Fact)

BOOK: Book = load_book(effects=parameters())
GAME = RingOfPower(BOOK)
RULES_FOLDER = Path(assistant.rules.__file__).parent
READ_IN_COMBAT = sorted(
    {
        rule
        for path in RULES_FOLDER.rglob("*.py")
        for rule in re.findall(r'house\["([A-Z]+-[0-9]+)"\]', path.read_text(encoding="utf-8"))
    }
)
PROFILES = {side: [one for one in BOOK.profiles.values() if one.side == side] for side in SIDES}
# An ambush and a main exchange of three rolls a side and one share each, two duels, and the aftermath.
MOST_QUESTIONS = 2 * 2 * 5 + 4 * 2 + 5
CONDITIONS = [*get_args(Condition)]
STATUSES = {"unhurt", "dismounted", "wounded", "captured", "paralyzed", "dispersed", "eliminated"}


@st.composite
def sides(draw: st.DrawFn, side: FightingSide, most: int = 6) -> SideSetup:
    """A few figures of a side, on whatever ground, in whatever order, with wizardry if they have it."""
    profiles = draw(st.lists(st.sampled_from(PROFILES[side]), min_size=1, max_size=most))
    entrants = tuple(
        Entrant(
            FigureId(f"{side}.{number}"),
            profile.id,
            draw(st.booleans()) if may_ride(profile) else False,
            draw(st.sampled_from(TERRAINS)),
        )
        for number, profile in enumerate(profiles)
    )
    names = [entrant.figure for entrant in entrants]
    wizards = {
        entrant.figure: Boost(dice=draw(st.integers(0, profile.wizardry)))
        for entrant, profile in zip(entrants, profiles, strict=True)
        if profile.wizardry
    }
    return SideSetup(
        entrants,
        allocation=tuple(draw(st.lists(st.sampled_from(names), unique=True))),
        extra_losses=tuple(draw(st.lists(st.sampled_from(names), unique=True))),
        wizardry=wizards,
    )


def may_ride(profile: Profile) -> bool:
    return profile.starts_mounted or profile.is_character


def is_wizard(profile: ProfileId, least: int) -> bool:
    wizardry = BOOK.profiles[profile].wizardry
    return wizardry is not None and wizardry >= least


def duels_of(own: SideSetup, enemy: SideSetup, least: int) -> tuple[tuple[FigureId, FigureId], ...]:
    """Every wizard of a side against the first of the other."""
    mine, theirs = (
        [one.figure for one in side.figures if is_wizard(one.profile, least)] for side in (own, enemy)
    )
    return tuple((one, theirs[0]) for one in mine) if theirs else ()


@st.composite
def sites(draw: st.DrawFn) -> Site:
    """In the field, before walls or at a tower, in the light or the dark."""
    fortress = draw(st.none() | st.sampled_from(SIDES))
    return Site(
        place=draw(st.none() | st.sampled_from([*BOOK.places])),
        holder=draw(st.none() | st.sampled_from(SIDES)),
        fortress=fortress,
        tower=draw(st.booleans()),
        at=draw(st.sampled_from(["field", "walls", "tower"])) if fortress else "field",
        darkness=draw(st.booleans()),
    )


@st.composite
def setups(draw: st.DrawFn) -> FightSetup:
    """A fight under any readings of the house rules."""
    good, evil = draw(sides("good")), draw(sides("evil"))
    rules = draw(st.lists(st.sampled_from(READ_IN_COMBAT), max_size=6, unique=True))
    readings = {rule: draw(st.sampled_from([*BOOK.house_rules[RuleId(rule)].readings])) for rule in rules}
    if draw(st.booleans()):
        least = 1 if readings.get("AMB-031") == "none" else 0
        good = replace(good, duels=duels_of(good, evil, least))
    return FightSetup(good, evil, draw(sites()), readings)


@dataclass(frozen=True)
class Fought:
    """A fight and how it went."""

    setup: FightSetup
    played: Played[Fact, Outcome]

    @property
    def world(self) -> World:
        world = World()
        for fact in self.played.done.facts:
            world = GAME.apply(world, fact)
        return world


def fight_out(setup: FightSetup, seed: int) -> Fought:
    return Fought(setup, play(GAME.fight(setup), World(), GAME.apply, Whim(Random(seed))))


FOUGHT = st.builds(fight_out, setups(), st.integers(0, 2**32))


@given(FOUGHT)
@settings(max_examples=50)
def test_replay_equals_play_at_every_prefix(fought: Fought) -> None:
    start, played = GAME.fight(fought.setup), fought.played
    for step, request in enumerate(played.requests):
        at = advance(start, World(), GAME.apply, played.answers[:step])
        assert isinstance(at, Waiting)
        assert at.request == request
        assert at.facts == played.done.facts[: len(at.facts)]
        assert at.log == played.done.log[: len(at.log)]
    assert advance(start, World(), GAME.apply, played.answers) == played.done


@given(FOUGHT)
@settings(max_examples=50)
def test_the_setup_and_every_request_answer_and_fact_survive_json(fought: Fought) -> None:
    def back(value: object) -> Any:
        return json.loads(json.dumps(encode(value)))

    assert decode(FightSetup, back(fought.setup)) == fought.setup
    for request, answer in zip(fought.played.requests, fought.played.answers, strict=True):
        assert decode(Request, back(request)) == request
        assert decode_answer(back(answer)) == answer
    for fact in fought.played.done.facts:
        assert GAME.decode_fact(json.loads(json.dumps(GAME.encode_fact(fact)))) == fact


@given(FOUGHT)
@settings(max_examples=50)
def test_hits_given_out_are_hits_scored(fought: Fought) -> None:
    scored: dict[str, list[int]] = {side: [] for side in SIDES}
    given_out: dict[str, int] = dict.fromkeys(SIDES, 0)
    for request, answer in zip(fought.played.requests, fought.played.answers, strict=True):
        if isinstance(request, Roll) and isinstance(answer, Rolled) and request.purpose == "attack":
            scored[other(side_of(request))].append(hits(request, answer))
        elif isinstance(request, Roll) and isinstance(answer, Rolled) and request.purpose == "attack_reroll":
            # Only misses are rolled again, and ones; neither was a hit before unless a one hits.
            scored[other(side_of(request))][-1] += hits(request, answer) - ones_that_hit(request)
        elif isinstance(request, Allocate) and request.purpose == "hits":
            given_out[side_of(request)] += len(request.items)
        elif isinstance(request, Choose) and request.purpose == "victim":
            given_out[other(side_of(request))] += 1
    for side in SIDES:
        if not any(line.startswith(f"Nobody of {side} may be given") for line in fought.played.done.log):
            assert sum(scored[side]) == given_out[side]


def side_of(request: Request) -> FightingSide:
    return "good" if request.seat == "good" else "evil"


def hits(request: Roll, answer: Rolled) -> int:
    dealt = zip(request.dice, answer.faces, strict=True)
    return sum(face == 6 or face >= (die.need or 0) for die, face in dealt)


def ones_that_hit(request: Roll) -> int:
    return sum(die.need == 1 for die in request.dice)


@given(FOUGHT)
@settings(max_examples=50)
def test_nothing_is_lost(fought: Fought) -> None:
    world = fought.world
    listed = [entrant for side in SIDES for entrant in fought.setup.side(side).figures]
    newcomers = [figure.id for fact in facts_of(fought, Enlisted)[1:] for figure in fact.figures]
    assert [*world.figures] == [*(entrant.figure for entrant in listed), *newcomers]
    statuses = {entrant.figure: status_of(entrant, world.figures[entrant.figure]) for entrant in listed}
    assert set(statuses.values()) <= STATUSES
    suffered: set[FigureId] = set()
    for fact in fought.played.done.facts:
        if isinstance(fact, Suffered):
            suffered |= {*fact.figures}
        elif isinstance(fact, Recovered):
            suffered -= {*fact.figures}
    hurt = {name for name, status in statuses.items() if status not in ("unhurt", "dismounted")}
    assert suffered - {*newcomers} == hurt


@given(FOUGHT)
@settings(max_examples=50)
def test_casualties_are_those_who_fell_before_the_outcome(fought: Fought) -> None:
    facts, outcome, log = fought.played.done.facts, fought.played.done.result, fought.played.done.log
    (end,) = (number for number, fact in enumerate(facts) if isinstance(fact, FightEnded))
    counted = ["eliminated"] if fought.setup.house_rules.get("AMB-026") == "do-not-count" else CONDITIONS
    for side in SIDES:
        entrants = fought.setup.side(side).figures
        figures = {entrant.figure for entrant in entrants}
        weapons = {one.figure for one in entrants if BOOK.profiles[one.profile].kind == "artillery"}
        fallen = [
            name
            for fact in facts[:end]
            if isinstance(fact, Suffered) and fact.condition in counted
            # Those who are driven off before the fight are no casualties of it.
            if not any(line.startswith(f"Dispersed before the fight: {fact.figures[0]}") for line in log)
            for name in fact.figures
            if name in figures - weapons
        ]
        # Of a weapon every crewman counts, and not the weapon; by CON-063 mere falls from the saddle may.
        fallen += [
            FigureId(f"{fact.figure}, crewman {number}")
            for at, fact in enumerate(facts[:end])
            if isinstance(fact, LivesLost) and fact.figure in figures & weapons
            for number in (f"{at}-{each}" for each in range(fact.number))
        ]
        if fought.setup.house_rules.get("CON-063") == "two-kills":
            thrown = [name for fact in facts[:end] if isinstance(fact, Dismounted) for name in fact.figures]
            fallen += [name for name in thrown if name in figures and name not in fallen]
        # Those who give themselves up by their own deed count or not, each by its own words.
        by_own_hand = [
            line.partition(": ")[2].split(", ")
            for line in fought.played.done.log
            if line.startswith("Spent: ") or "killed by their charge" in line
        ]
        spent = [name for name in fallen if any(name in names for names in by_own_hand)]
        assert len(set(fallen)) == len(fallen)
        assert len(fallen) - len(spent) <= outcome.score(other(side)).casualties_inflicted <= len(fallen)


def only_strikes(fought: Fought, one: Entrant) -> bool:
    """AMB-077: powers that neither win nor lose, unless the house fights them in full."""
    if fought.setup.house_rules.get("AMB-077") == "full-combat":
        return False
    return any(trait.name == "strike-only" for trait in BOOK.profiles[one.profile].traits)


def facts_of(fought: Fought, kind: type[F]) -> list[F]:
    return [fact for fact in fought.played.done.facts if isinstance(fact, kind)]


@given(FOUGHT)
@settings(max_examples=50)
def test_the_winner_has_the_higher_total_and_the_loser_retreats_if_anyone_is_left(fought: Fought) -> None:
    outcome, world = fought.played.done.result, fought.world
    totals = {side: outcome.score(side).total for side in SIDES}
    best = max(totals.values())
    leaders = [side for side in SIDES if totals[side] == best]
    turned = any(answer == Chosen("draw") for answer in fought.played.answers)
    apart = any("only strikes: nobody wins or loses" in line for line in fought.played.done.log)
    assert outcome.winner == (leaders[0] if len(leaders) == 1 and not turned and not apart else None)
    (ended,) = facts_of(fought, FightEnded)
    assert ended.winner == outcome.winner
    if outcome.winner is None:
        assert (outcome.retreats, outcome.extra_losses, outcome.walls_fell) == (None, (), False)
        return
    loser = other(outcome.winner)
    left = [
        one
        for one in fought.setup.side(loser).figures
        if world.figures[one.figure].condition == "fit" and not only_strikes(fought, one)
    ]
    assert outcome.retreats == (loser if left and not outcome.walls_fell else None)


@given(FOUGHT)
@settings(max_examples=50)
def test_every_fight_ends_within_a_bounded_number_of_questions(fought: Fought) -> None:
    assert len(fought.played.requests) <= MOST_QUESTIONS


@given(FOUGHT)
@settings(max_examples=50)
def test_no_modified_target_is_better_than_two_or_worse_than_six(fought: Fought) -> None:
    best = 1 if fought.setup.house_rules.get("AMB-079") == "one-plus" else 2
    for request in fought.played.requests:
        if isinstance(request, Roll) and request.purpose != "duel":
            assert all(die.need is not None and best <= die.need <= 6 for die in request.dice)


@given(FOUGHT)
@settings(max_examples=50)
def test_every_die_and_every_share_is_for_someone_in_the_fight(fought: Fought) -> None:
    names = {side: {one.figure for one in fought.setup.side(side).figures} for side in SIDES}
    for fact in facts_of(fought, Enlisted):
        for figure in fact.figures:
            names["good" if figure.side == "good" else "evil"].add(figure.id)
    for request in fought.played.requests:
        if isinstance(request, Roll):
            assert {die.figure for die in request.dice} <= names[side_of(request)]
        elif isinstance(request, Allocate):
            assert {taker.figure for taker in request.takers} <= names[side_of(request)]


@given(FOUGHT, st.integers(0, 2**32))
@settings(max_examples=8)
def test_undo_equals_never_having_done_it(fought: Fought, seed: int) -> None:
    with TemporaryDirectory() as folder, Ledger.open(Path(folder) / "l.sqlite", who="the tests") as ledger:
        service = Service(ledger, GAME)
        campaign = service.new("Summer", {}, key="new")
        first = FightSetup(
            SideSetup((Entrant(FigureId("bystander"), ProfileId("eomer"), True, "clear"),)),
            SideSetup((Entrant(FigureId("foe"), ProfileId("orc"), False, "clear"),)),
        )
        service.record(campaign, "fight", encode(first), Whim(Random(seed)), actor="gm", key="first")
        before = service.world(campaign)
        service.record(campaign, "fight", encode(fought.setup), Whim(Random(seed)), actor="gm", key="second")
        after = service.world(campaign)
        history.undo(service, campaign, None, actor="gm", key="undo")
        assert service.world(campaign) == before == Service(ledger, GAME).world(campaign)
        history.redo(service, campaign, None, actor="gm", key="redo")
        assert service.world(campaign) == after == Service(ledger, GAME).world(campaign)
        assert [again.difference for again in replay(service, campaign)] == [None, None]
        assert ledger.verify(campaign.id) == ()
