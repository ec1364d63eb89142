"""Defense rolls: one die for each hit, and what becomes of those who fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.kernel.asking import Die, Item
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.fight import FailedSave, Fight, RulesDesk
from assistant.rules.combat.lives import failures_of, wear
from assistant.rules.combat.loans import borrowed
from assistant.rules.combat.muster import Fighter, Save
from assistant.rules.combat.setup import FightingSide
from assistant.rules.combat.telling import told
from assistant.rules.effects.hooks import Fate
from assistant.rules.fight.facts import FROM_AMBUSH, Dismounted, Suffered
from assistant.rules.world import Condition

SEVERITY: tuple[Condition, ...] = ("eliminated", "paralyzed", "captured", "dispersed", "wounded")


@dataclass(slots=True, eq=False)
class DefenseTest:
    """One hit on one figure; no face means that no die can save it."""

    fighter: Fighter
    save: Save
    face: int | None = None
    was_rolled_again: bool = False

    @property
    def is_passed(self) -> bool:
        return self.face is not None and self.save.need is not None and is_saved(self.save.need, self.face)

    def is_rolled_again(self) -> bool:
        if self.is_passed:
            return self.save.spoiled is not None
        again = self.save.again
        return (
            again is not None
            and self.face is not None
            and (again.which == "failed" or (again.which == "ones" and self.face == 1))
        )


def is_saved(need: int, face: int) -> bool:
    """DEF-01, DEF-03: at or above the target, and a natural 1 always fails."""
    return face >= max(2, need)


def defend(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    targets: Sequence[Fighter],
    taken: Mapping[FigureId, Sequence[Item]],
) -> Procedure[None]:
    """DEF-01..DEF-06: every hit must be saved; a rider's first failure costs the mount."""
    tests: list[DefenseTest] = []
    while wave := _next(targets, taken, tests):
        yield from _try(desk, fight, side, wave)
        tests += wave
    _remember(fight, side, tests)
    _suffer(desk, fight, side, targets, tests)


def _next(
    targets: Sequence[Fighter], taken: Mapping[FigureId, Sequence[Item]], tests: Sequence[DefenseTest]
) -> list[DefenseTest]:
    """All hits at once; AMB-082: or one by one for a rider until he is thrown, and the rest on foot."""
    wave: list[DefenseTest] = []
    for fighter in targets:
        done = [test for test in tests if test.fighter is fighter]
        hits = taken.get(fighter.me.id, ())[len(done) :]
        if fighter.on_foot is not None:
            is_thrown = not all(test.is_passed for test in done)
            saves, hits = (fighter.on_foot, hits) if is_thrown else (fighter.saves, hits[:1])
        else:
            saves = fighter.saves
        wave += [DefenseTest(fighter, saves[hit.carries]) for hit in hits]
    return wave


def _remember(fight: Fight, side: FightingSide, tests: Sequence[DefenseTest]) -> None:
    """AMB-038: dice that failed by themselves; some leaders have them rolled again when all is lost."""
    fight.failed[side] += [
        FailedSave(test.fighter.me.id, test.save.need, test.fighter.me.mounted)
        for test in tests
        if not test.is_passed and test.save.need is not None and not test.was_rolled_again
    ]


def _try(desk: RulesDesk, fight: Fight, side: FightingSide, tests: Sequence[DefenseTest]) -> Procedure[None]:
    """One die for each hit, and a second for those that are rolled again."""
    rolled = [test for test in tests if test.save.need is not None]
    yield from _roll(desk, fight, side, "defense", "to defend", rolled)
    again = [test for test in rolled if test.is_rolled_again()]
    failed = {
        index: test.fighter.me
        for index, test in enumerate(rolled)
        if not test.is_passed and test not in again
    }
    loans = borrowed(fight, desk, side, "failed", failed, easiest=lambda index: rolled[index].save.need or 0)
    spared = [test for test in again if not test.is_passed]
    why = [_why_again(test) for test in again] + list(loans.values())
    picked = [test for index, test in enumerate(rolled) if test in again or index in loans]
    yield from _roll(desk, fight, side, "defense_reroll", _again(why), picked)
    if fight.house["AMB-018"] == "terror-again":
        spoiled = [test for test in spared if test.is_passed and test.save.spoiled]
        why = [_why_again(test) for test in spoiled]
        yield from _roll(desk, fight, side, "defense_reroll", _again(why), spoiled)


def _roll(
    desk: RulesDesk, fight: Fight, side: FightingSide, purpose: str, why: str, tests: Sequence[DefenseTest]
) -> Procedure[None]:
    dice = [Die(test.fighter.me.id, test.save.need, reasons=test.save.reasons) for test in tests]
    faces = yield from desk.roll(fight.seat(side), purpose, why, dice, asked("DEF-01"))
    for test, face in zip(tests, faces, strict=True):
        test.was_rolled_again = test.face is not None
        test.face = face
    if faces:
        desk.say(f"{side.capitalize()} rolls {why}: {'; '.join(_tried(tests))}.")


def _tried(tests: Sequence[DefenseTest]) -> Iterator[str]:
    """1 2 for Amdûr (3+), 1 4 5 for 3 Orcs (4+): one's own, or those alike in the order of the figures."""
    hits = Counter(test.fighter.me.id for test in tests)
    alike: dict[tuple[str, int | None], list[DefenseTest]] = {}
    for test in tests:
        me = test.fighter.me
        alike.setdefault((me.profile.id if hits[me.id] == 1 else me.id, test.save.need), []).append(test)
    for (_, need), those in alike.items():
        faces = [test.face for test in those if test.face is not None]
        who = ", ".join(dict.fromkeys(test.fighter.me.id for test in those))
        yield f"{told(faces)} for {who} ({need}+)"


def _why_again(test: DefenseTest) -> str:
    return str(test.save.spoiled if test.is_passed else test.save.again and test.save.again.why)


def _again(reasons: Sequence[str]) -> str:
    return f"again, {', '.join(dict.fromkeys(reasons))}"


def _suffer(
    desk: RulesDesk,
    fight: Fight,
    side: FightingSide,
    targets: Sequence[Fighter],
    tests: Sequence[DefenseTest],
) -> None:
    failed: dict[FigureId, list[Save]] = {}
    for test in tests:
        if not test.is_passed:
            failed.setdefault(test.fighter.me.id, []).append(test.save)
    thrown: list[FigureId] = []
    ends: dict[Fate, list[FigureId]] = {}
    for fighter in targets:
        saves = failed.get(fighter.me.id, [])
        if saves and fighter.lives:
            passed = [test.is_passed for test in tests if test.fighter is fighter]
            wear(desk, fight, fighter.me, fighter.lives, failures_of(fighter.lives, passed))
            continue
        if saves and fighter.me.mounted:
            thrown.append(fighter.me.id)
            saves = saves[1:]
        if saves:
            fate = min((save.fate for save in saves), key=lambda one: SEVERITY.index(one.condition))
            ends.setdefault(fate, []).append(fighter.me.id)
    if thrown:
        desk.record(Dismounted(tuple(thrown)))
        lucky = [figure for figure in thrown if len(failed[figure]) == 1]
        if lucky:
            rules = f"{enforced('DEF-05')}, {enforced('OUT-02')}"
            desk.say(f"Dismounted: {', '.join(lucky)} ({rules}).")
            fight.casualties[side] += len(lucky) * (fight.house["CON-063"] == "two-kills")
        if len(lucky) < len(thrown):
            enforced("DEF-06")
        if 0 < len(lucky) < len(thrown):
            enforced("DEF-08")
    for fate, figures in ends.items():
        fell(desk, fight, side, figures, fate)


def fell(desk: RulesDesk, fight: Fight, side: FightingSide, figures: Sequence[FigureId], fate: Fate) -> None:
    """Record what befell some figures and count them as casualties of this fight."""
    rule = f", {fate.why}" if fate.why else f" ({enforced('DEF-02')})"
    cause = FROM_AMBUSH if fight.in_ambush else fate.why.source if fate.why else "failed to defend"
    desk.record(Suffered(tuple(figures), fate.condition, cause))
    desk.say(f"{fate.condition.capitalize()}: {', '.join(figures)}{rule}.")
    if fate.condition == "eliminated" or fight.house["AMB-026"] == "count":
        fight.casualties[side] += len(figures)
