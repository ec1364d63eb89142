"""One question of a deed under way, as a screen puts it: what to roll, to choose or to give out, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.campaign.handfuls import handfuls
from assistant.campaign.naming import Naming
from assistant.campaign.views.phrases import GIVEN, STEPS, notes, option_words, sentence
from assistant.kernel.asking import (
    FACES,
    Allocate,
    Allocated,
    Answer,
    Choose,
    Chosen,
    Die,
    Item,
    Request,
    Roll,
    Rolled,
    Taker,
    count_of,
)
from assistant.rules.combat.luck import SKILLS, SUCCEEDS
from assistant.rules.wording import join

ONE_ROW = 10
"""Dice that stand side by side on a phone."""


@dataclass(frozen=True, slots=True)
class Handful:
    """Dice that are rolled together: how many, what each needs, whose they are, and why."""

    need: int | None
    notes: tuple[str, ...]
    """Misses are rolled again: what sets these dice apart."""
    dice: tuple[int, ...]
    """Their places in the request, in which the faces are dealt back."""
    whose: tuple[str, ...]
    names: tuple[str, ...]
    """Whose each die is."""
    good_faces: tuple[int, ...]
    reasons: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def sentence(self) -> str:
        """Roll 8 dice. You need 3 or more."""
        dice = count_of(len(self.dice), "die", "dice")
        if self.need is None:
            read = "it as it falls" if len(self.dice) == 1 else "them as they fall"
            return f"Roll {dice} and read {read}."
        return (
            f"Roll {dice}. You need {self.wanted}." if self.good_faces else f"Roll {dice}. No face will do."
        )

    @property
    def wanted(self) -> str:
        """3 or more."""
        if not self.good_faces:
            return "anything"
        least = min(self.good_faces)
        return f"{least} or more" if least < max(FACES) else "a 6"


@dataclass(frozen=True, slots=True)
class Option:
    """One of several answers."""

    value: str
    says: str


@dataclass(frozen=True, slots=True)
class Takers:
    """Those who may take things and are alike."""

    says: str
    figures: tuple[str, ...]
    holds: int
    most: int | None
    heads: int
    saves: str
    """5+: what they set against it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked now; only one of handfuls, options and takers has anything in it."""

    kind: str
    purpose: str
    step: str
    why: str
    rules: tuple[str, ...]
    handfuls: tuple[Handful, ...] = ()
    options: tuple[Option, ...] = ()
    items: tuple[str, ...] = ()
    takers: tuple[Takers, ...] = ()
    proposal: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    """The proposal in words."""

    @property
    def number(self) -> int:
        """How many dice are rolled in all."""
        return sum(len(one.dice) for one in self.handfuls)


def question(request: Request, names: Naming) -> Question:
    """A request in the words of the table."""
    step = STEPS.get(request.purpose) or names.words(request.purpose)
    shared = (request.kind, request.purpose, step, sentence(names.told(request.why)), tuple(request.rules))
    match request:
        case Roll():
            return Question(*shared, handfuls=tuple(_handfuls(request, names)))
        case Choose():
            return Question(*shared, options=tuple(_options(request, names)))
        case Allocate():
            return Question(
                *shared,
                items=tuple(_item(one, request.purpose, names) for one in request.items),
                takers=tuple(_takers(request.takers, names)),
                proposal=request.proposal,
                proposed=tuple(shares(request.proposal, names)),
            )


def good_faces(purpose: str, need: int | None) -> tuple[int, ...]:
    """The faces that are a success, by the same reading as the fight itself."""
    if need is None:
        return ()
    skill = SKILLS.get(purpose)
    return tuple(face for face in FACES if (SUCCEEDS[skill](need, face) if skill else face >= need))


def answered(request: Request, answer: Answer, names: Naming) -> str:
    """What an answer came to, in a few words: 1 each to 7 Riders of Rohan; 24 dice, 15 hits; Fight."""
    match request, answer:
        case Roll(), Rolled():
            fell = [one for one in _throws(request, answer, names) if one.says]
            return ", ".join((count_of(len(answer.faces), "die", "dice"), *(one.says for one in fell)))
        case Allocate(), Allocated():
            return ", ".join(f"{many} to {who}" for who, many in _shares(answer.takers, names))
        case Choose(), Chosen():
            return option_words(request, answer.option) or names.words(answer.option)
    return ""


def _options(request: Choose, names: Naming) -> Iterator[Option]:
    """Each answer once: of several figures that nobody tells apart the first will do."""
    sorts: dict[str, list[str]] = {}
    for one in request.options:
        sorts.setdefault(one if names.is_alone(one) else f"one {names.one(one)}", []).append(one)
    for alike in sorts.values():
        says = option_words(request, alike[0]) or names.words(alike[0])
        yield Option(alike[0], says if len(alike) == 1 else f"{says}, one of {len(alike)}")


def _handfuls(request: Roll, names: Naming) -> Iterator[Handful]:
    for (need, label), sorts in _gathered(request, names):
        dice = [request.dice[place] for alike in sorts.values() for place in alike]
        yield Handful(
            need,
            tuple(notes(names.told(label), request.purpose)),
            tuple(place for alike in sorts.values() for place in alike),
            tuple(_whose(request.dice, alike, names, alone=len(sorts) == 1) for alike in sorts.values()),
            tuple(names.one(die.figure) for die in dice),
            good_faces(request.purpose, need),
            tuple(_reasons(dice, names)),
        )


def _gathered(
    request: Roll, names: Naming
) -> Iterator[tuple[tuple[int | None, str], Mapping[tuple[str, ...], list[int]]]]:
    """Handful by handful the places of its dice, those of one sort together: as they are typed and shown."""
    for kind, places in handfuls(request.dice).items():
        sorts: dict[tuple[str, ...], list[int]] = {}
        for place in places:
            sorts.setdefault(names.several([request.dice[place].figure]), []).append(place)
        yield kind, sorts


def _whose(dice: Sequence[Die], places: Sequence[int], names: Naming, *, alone: bool) -> str:
    """3 Riders of Rohan; Éomer (2 dice), unless all dice are his."""
    figures = [*dict.fromkeys(dice[place].figure for place in places)]
    who = join(names.several(figures))
    is_plain = alone or len(places) == len(figures)
    return who if is_plain else f"{who} ({count_of(len(places), 'die', 'dice')})"


def _reasons(dice: Sequence[Die], names: Naming) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Who has which reasons: those with the same stand together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for die in dice:
        alike.setdefault(die.reasons, []).append(die.figure)
    for reasons, figures in alike.items():
        yield join(names.several(dict.fromkeys(figures))), tuple(map(names.told, reasons))


def _item(item: Item, purpose: str, names: Naming) -> str:
    """What is given out, told apart by what it carries: a hit, a hit with axes."""
    what = GIVEN.get(purpose, ("pick", "picks"))[0].capitalize()
    return f"{what}, {names.told(', '.join(item.carries))}" if item.carries else what


def _takers(takers: Sequence[Taker], names: Naming) -> Iterator[Takers]:
    def alike(one: Taker) -> tuple[object, ...]:
        who = one.figure if names.is_alone(one.figure) else names.profiles[one.figure].id
        return who, one.holds, one.most, one.heads, one.saves

    groups: dict[tuple[object, ...], list[Taker]] = {}
    for one in takers:
        groups.setdefault(alike(one), []).append(one)
    for same in groups.values():
        figures = tuple(one.figure for one in same)
        says = join(names.several(figures))
        yield Takers(says, figures, same[0].holds, same[0].most, same[0].heads, same[0].saves)


def shares(given: Sequence[str], names: Naming) -> Iterator[str]:
    """Boromir: 3, 2 Uruk-hai: 1 each."""
    return (f"{who}: {many}" for who, many in _shares(given, names))


def _shares(given: Sequence[str], names: Naming) -> Iterator[tuple[str, str]]:
    """Who takes how many, those who are alike together."""
    counts: dict[str, int] = {}
    for figure in given:
        counts[figure] = counts.get(figure, 0) + 1
    alike: dict[tuple[str, int], list[str]] = {}
    for figure, number in counts.items():
        who = figure if names.is_alone(figure) else names.profiles[figure].id
        alike.setdefault((who, number), []).append(figure)
    for (_, number), figures in alike.items():
        who = join(names.several(figures))
        yield who, f"{number} each" if len(figures) > 1 else f"{number}"


@dataclass(frozen=True, slots=True)
class FaceShown:
    """One die as it fell."""

    face: int
    is_good: bool | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Throw:
    """A handful that was rolled: whose, what for, and how it fell."""

    side: str
    step: str
    why: str
    need: str
    faces: tuple[FaceShown, ...]
    says: str

    @property
    def is_many(self) -> bool:
        """Whether its dice are more than a phone shows in one row."""
        return len(self.faces) > ONE_ROW

    @property
    def tally(self) -> tuple[tuple[int, int, bool | None], ...]:
        """How many dice show which face, and whether that is a good one."""
        counts = Counter(one.face for one in self.faces)
        good = {one.face: one.is_good for one in self.faces}
        return tuple((face, counts[face], good[face]) for face in sorted(counts))

    @property
    def by_hand(self) -> int:
        """How many of them lay on the table."""
        return sum(one.by_hand for one in self.faces)


def throws(request: Request, answer: object, names: Naming) -> tuple[Throw, ...]:
    """What was rolled in answer to a request, handful by handful."""
    if not isinstance(request, Roll) or not isinstance(answer, Rolled):
        return ()
    return tuple(_throws(request, answer, names))


def _throws(request: Roll, answer: Rolled, names: Naming) -> Iterator[Throw]:
    for (need, _), sorts in _gathered(request, names):
        good = good_faces(request.purpose, need)
        faces = tuple(
            FaceShown(face, face in good if need is not None else None, answer.is_by_hand(place))
            for alike in sorts.values()
            for place in alike
            for face in (answer.faces[place],)
        )
        yield Throw(
            request.seat,
            STEPS.get(request.purpose) or names.words(request.purpose),
            names.told(request.why),
            f"{need}+" if need is not None else "",
            faces,
            _came(request.purpose, sum(bool(one.is_good) for one in faces)) if need is not None else "",
        )


def _came(purpose: str, number: int) -> str:
    match SKILLS.get(purpose):
        case "hits":
            return count_of(number, "hit", "hits")
        case "saves":
            return f"{number} saved"
    return f"{number} made it"
