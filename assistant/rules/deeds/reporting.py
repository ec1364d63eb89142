"""A fight that was fought at the table without the assistant, entered as it came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from assistant.kernel.codec import encode
from assistant.kernel.errors import AssistantError, Illegal, refuse_all
from assistant.kernel.evidence import enforced, warned
from assistant.kernel.game import Opening
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Book, ProfileId
from assistant.rules.combat.aftermath import mend
from assistant.rules.combat.departure import fall_back_outside
from assistant.rules.combat.fight import Fight
from assistant.rules.combat.leading import leads
from assistant.rules.combat.opening import calls
from assistant.rules.combat.outcome import Score
from assistant.rules.combat.overrun import lose_the_walls_as_told
from assistant.rules.combat.scene import Combatant, Scene
from assistant.rules.combat.setup import SIDES, FightingSide, FightSetup, other
from assistant.rules.core.deed import Deed, RulesDesk, stored_as
from assistant.rules.core.facts import Enlisted
from assistant.rules.deeds.checks import lost_for_good
from assistant.rules.deeds.fighting import Combat, as_they_stand, enlist
from assistant.rules.deeds.reported_crews import Crews, crews_before, lose_crews, wrong_crews
from assistant.rules.effects.registry import in_play
from assistant.rules.fight.facts import Called, Dismounted, FightEnded, Retreated, Suffered
from assistant.rules.house import HouseRules
from assistant.rules.kit import Kit
from assistant.rules.world import Condition, Figure, World

CAUSE = "as reported from the table"


def told_otherwise(book: Book, report: ReportedFight, crews_lost: Crews | None = None) -> str:
    """OUT-01: who won by the losses and the leaders, if that is not who is said to have won.

    Losses in defeat may be among those entered: they make no winner of whom the others do not.
    """
    house = HouseRules(book.house_rules, report.fight.house_rules)
    scene = Fight(book, report.fight, house).declared()
    scores: dict[FightingSide, Score] = {}
    for side in SIDES:
        host = scene.hosts[side].combatants
        fell = {one.id for one in host if house["AMB-081"] == "lost" and one.id in report.ends}
        led = max((leads(one, scene) for one in host if one.id not in fell), default=0)
        scores[side] = Score(report.casualties(other(side), crews_lost or {}), led)
    good, evil = scores["good"].total, scores["evil"].total
    if report.winner == (None if good == evil else "good" if good > evil else "evil"):
        return ""
    told = "nobody won" if good == evil else f"{'good' if good > evil else 'evil'} won"
    return f"By these losses {told}: {_sum('good', scores)}, {_sum('evil', scores)} ({enforced('OUT-01')})."


def _sum(side: FightingSide, scores: Mapping[FightingSide, Score]) -> str:
    one = scores[side]
    return f"{side} felled {one.casualties_inflicted} + {one.leadership} leadership = {one.total}"


def refuse_unless_it_follows(book: Book, report: ReportedFight) -> None:
    """OUT-01: whoever won against the numbers did so for a reason, which is asked for."""
    if not report.reason and (otherwise := told_otherwise(book, report)):
        claimed = f"{report.winner} is" if report.winner else "a draw is"
        raise Illegal(
            "not-by-the-numbers",
            f"{otherwise} Yet {claimed} entered.",
            do="Set the losses or the winner right, or say why the table has it so.",
        )


def can_be_wounded(kit: Kit, world: World, setup: FightSetup) -> frozenset[FigureId]:
    """ABL-HERO, CON-056: those in a fight of whom it can be reported that they were wounded."""
    house = HouseRules(kit.book.house_rules, {**world.house_rules, **setup.house_rules})
    scene = Fight(kit.book, setup, house).declared()
    return frozenset(
        one.id for side in SIDES for one in scene.hosts[side].combatants if _can_be_wounded(one, scene)
    )


def _can_be_wounded(one: Combatant, scene: Scene) -> bool:
    """ABL-HERO: whether failing may leave a figure wounded instead of lost."""
    effects = in_play(one, scene)
    fates = (
        *(found.fate(one, scene, ()) for found in effects),
        *(found.overruns(one, scene) for found in effects),
    )
    return any(fate is not None and fate.condition == "wounded" for fate in fates)


def walls_at_stake(fight: FightSetup) -> FightingSide | None:
    """FOR-06: the side that loses its walls if it loses the fight."""
    return fight.site.fortress if fight.site.at != "field" else None


@stored_as("reported-fight")
@dataclass(frozen=True, slots=True)
class ReportedFight(Deed):
    """Who fought where, what became of those who did not come through, who won and who goes back."""

    fight: FightSetup
    ends: Mapping[FigureId, Condition] = field(default_factory=dict)
    dismounted: tuple[FigureId, ...] = ()
    winner: FightingSide | None = None
    retreats: FightingSide | None = None
    how: Literal["full-move", "blocked"] = "full-move"
    walls_fell: bool = False
    reason: str = ""
    """Why the table has it so where the losses and the leaders say otherwise."""
    crews: Crews = field(default_factory=dict)
    """ART-03: how many of its crew each weapon and beast has left, where that is said."""
    joined: Mapping[FightingSide, Mapping[FigureId, ProfileId]] = field(default_factory=dict)
    """ART-20: those of each side who came to the table in the middle of the fight."""

    def plan(self, kit: Kit, world: World) -> Opening:
        opening = Combat(self.fight).plan(kit, world)
        present = as_they_stand(self.fight, kit.book, world)
        before = crews_before(kit.book, world, present)
        refuse_all(
            [
                *self._wrong(present),
                *self._strangers(kit, world),
                *self._not_so(kit, world, present),
                *wrong_crews(before, self.crews),
            ]
        )
        return replace(
            opening, title=f"{opening.title}, as reported", setup=encode(replace(self, fight=present))
        )

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        enlist(desk, kit.book, self.fight)
        desk.say("Reported from the table:")
        self._join(desk)
        self._call(kit, desk)
        crews_lost = lose_crews(desk, kit.book, self.fight, self.crews, CAUSE)
        if self.dismounted:
            desk.record(Dismounted(self.dismounted))
            desk.say(f"Dismounted: {', '.join(self.dismounted)}.")
        for condition, figures in self._fallen():
            desk.record(Suffered(figures, condition, CAUSE))
            desk.say(f"{condition.capitalize()}: {', '.join(figures)}.")
        desk.record(self._ended(crews_lost))
        desk.say(f"{self.winner.capitalize()} won." if self.winner else "Nobody won.")
        if otherwise := told_otherwise(kit.book, self, crews_lost):
            desk.say(f"{otherwise} The table has it so{f': {self.reason}' if self.reason else ''}.")
        fight = Fight(kit.book, self.fight, HouseRules(kit.book.house_rules, self.fight.house_rules))
        mend(desk, fight, self.winner)
        if self.walls_fell and self.winner is not None:
            holder = other(self.winner)
            yield from lose_the_walls_as_told(desk, fight, holder)
            yield from fall_back_outside(desk, fight, holder)
        elif self.winner is not None and walls_at_stake(self.fight) == other(self.winner):
            desk.say(f"Mind: who loses a fight for walls loses them, and all inside ({warned('FOR-06')}).")
        if self.retreats is not None:
            desk.record(Retreated(self._left(self.retreats), self.how))
            far = "a full move" if self.how == "full-move" else "as far as they can"
            desk.say(f"{self.retreats.capitalize()} retreats {far} and regroups for a turn.")

    def _fallen(self) -> Iterator[tuple[Condition, tuple[FigureId, ...]]]:
        """Who met which end, in listed order: a stored mapping does not keep its own."""
        for condition in get_args(Condition):
            named = self.lost("good") + self.lost("evil")
            if figures := tuple(figure for figure in named if self.ends[figure] == condition):
                yield condition, figures

    def _join(self, desk: RulesDesk) -> None:
        """Those who came in the middle of the fight are on the table from now on."""
        for side in SIDES:
            if named := self.joined.get(side):
                came = (Figure(name, side, profile, mounted=False) for name, profile in named.items())
                desk.record(Enlisted(tuple(came)))
                desk.say(f"Joined {side} in the fight: {', '.join(named)}.")

    def _call(self, kit: Kit, desk: RulesDesk) -> None:
        """PPL-EAGLES-01, PPL-DEADARMY-01: powers that came to this fight have come for this game."""
        fight = Fight(kit.book, self.fight, HouseRules(kit.book.house_rules, self.fight.house_rules))
        for side, one, call in tuple(calls(fight.scene(desk))):
            there = (
                name for name in self._everyone(side) if desk.world.figures[name].profile == call.profile
            )
            if call.profile not in desk.world.called and (came := tuple(there)):
                desk.record(Called(one.id, call.profile, came))

    def _ended(self, crews_lost: Crews) -> FightEnded:
        return FightEnded(
            good_casualties=self.casualties("good", crews_lost),
            good_leadership=0,
            evil_casualties=self.casualties("evil", crews_lost),
            evil_leadership=0,
            winner=self.winner,
            fought=tuple(self._everyone("good") + self._everyone("evil")),
            turn=self.fight.turn,
            reported=True,
            attacker=self.fight.site.attacker,
        )

    def _everyone(self, side: FightingSide) -> list[FigureId]:
        return [*(one.figure for one in self.fight.side(side).everyone), *self.joined.get(side, ())]

    def lost(self, side: FightingSide) -> list[FigureId]:
        """Those of a side who did not come through."""
        return [figure for figure in self._everyone(side) if figure in self.ends]

    def casualties(self, side: FightingSide, crews_lost: Crews) -> int:
        """ART-02: those who did not come through; of a weapon its crew, with those who stepped in."""
        own = {figure: number for figure, number in crews_lost.items() if figure in self._everyone(side)}
        engines = self.fight.side(side).engines
        counted = {*own, *(one for weapon in own if weapon in engines for one in engines[weapon].recruits)}
        return sum(own.values()) + sum(figure not in counted for figure in self.lost(side))

    def _left(self, side: FightingSide) -> tuple[FigureId, ...]:
        return tuple(figure for figure in self._everyone(side) if figure not in self.ends)

    def _not_so(self, kit: Kit, world: World, present: FightSetup) -> Iterator[AssistantError]:
        """ABL-HERO, ABL-ETHEREAL: only heroes are wounded, and only some are dispersed."""
        heroes = can_be_wounded(kit, world, present)
        for one in (one for side in SIDES for one in present.side(side).everyone):
            if self.ends.get(one.figure) == "wounded" and one.figure not in heroes:
                rule, name = enforced("ABL-HERO-2"), kit.book.profiles[one.profile].name
                yield Illegal(
                    "no-hero",
                    f"{one.figure} ({name}) is no hero: lost, not wounded ({rule}).",
                    do="Enter it as slain, and overrule that if the table decided otherwise.",
                )
            if self.ends.get(one.figure) == "dispersed":
                profile = kit.book.profiles[one.profile]
                if (refusal := lost_for_good(profile, f"{one.figure} ({profile.name})")) is not None:
                    yield refusal

    def _strangers(self, kit: Kit, world: World) -> Iterator[AssistantError]:
        """Those who are said to have joined the fight must be new, and something the book knows."""
        for side in SIDES:
            for figure, profile in self.joined.get(side, {}).items():
                if figure in world.figures or figure in self.fight_ids:
                    yield Illegal(
                        "another-figure",
                        f"{figure} is already on the table, and cannot have joined in the fight.",
                        do="Give the new figure another id.",
                    )
                if profile not in kit.book.profiles:
                    yield Illegal("unknown-profile", f"{figure}: there is no profile {profile!r}.")

    @property
    def fight_ids(self) -> frozenset[FigureId]:
        """All who were there from the beginning."""
        return frozenset(one.figure for side in SIDES for one in self.fight.side(side).everyone)

    def _wrong(self, present: FightSetup) -> Iterator[AssistantError]:
        mounted = {one.figure: one.mounted for side in SIDES for one in present.side(side).everyone}
        joined = {name for side in SIDES for name in self.joined.get(side, ())}
        for figure in dict.fromkeys([*self.ends, *self.dismounted]):
            if figure not in mounted and figure not in joined:
                yield Illegal("not-in-the-fight", f"{figure} is named, but did not take part in this fight.")
        for figure in self.dismounted:
            if not mounted.get(figure, True):
                yield Illegal("not-mounted", f"{figure} was on foot and cannot have lost a mount.")
            if self.ends.get(figure) == "eliminated":
                yield Illegal(
                    "fell-and-came-through",
                    f"{figure} is said to have fallen, and to have come through without the mount.",
                    do="Say one of the two.",
                )
        if self.retreats is not None and self.retreats == self.winner:
            yield Illegal(
                "winner-retreats", f"{self.retreats.capitalize()} won, and the beaten side retreats."
            )
        elif self.retreats is not None and self.winner is None:
            yield Illegal(
                "nobody-beaten",
                f"Nobody won, and only the beaten retreat ({enforced('OUT-07')}).",
                do="Say who won, or leave out who retreats.",
            )
        elif self.retreats is not None and not self._left(self.retreats):
            yield Illegal("nobody-left", f"Nobody of {self.retreats} is left to retreat.")
        if self.walls_fell and (self.winner is None or present.site.fortress != other(self.winner)):
            yield Illegal(
                "no-walls-to-fall",
                "Walls fall only to a winner who attacked them.",
                do="Say who held the fortress and that the other side won.",
            )
