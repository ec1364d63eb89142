"""The combat desk: where a deed under way stands, whose question it is, and how a screen answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import SystemRandom

from assistant.campaign.evidence import read_answers
from assistant.campaign.knowing import followed, heard_by, may_read
from assistant.campaign.permissions import Power, may_answer, may_lead, refuse_unless_answers, who_answers
from assistant.campaign.playing import Table
from assistant.campaign.said.forms import check_answer
from assistant.campaign.service import Open
from assistant.kernel.asking import Allocate, Allocated, Answer, Choose, Chosen, Request, Roll, Rolled
from assistant.kernel.codec import Json, decode, decode_answer
from assistant.kernel.errors import Malformed, Stale
from assistant.ledger.reads import pending_closed
from assistant.ledger.records import Entry, Pending, Signed
from assistant.rules.arrivals import CommanderId
from assistant.simulate.answerers import chance


@dataclass(frozen=True, slots=True)
class Standing:
    """A deed under way as one seat sees it."""

    id: str
    title: str
    kind: str
    request: Request
    step: int
    revision: int
    log: tuple[str, ...]
    asked: tuple[str, ...]
    """The commanders whose question it is; none is the game master's."""
    is_mine: bool


def standing(here: Table, power: Power, at: Open) -> Standing:
    """Where a deed stands, for somebody who looks at it."""
    pending = here.service.ledger.pending(at.id)
    kit, world = here.kit, here.world
    return Standing(
        at.id,
        at.title,
        pending.kind,
        at.request,
        at.step,
        at.revision,
        heard_by(here, power, at.log),
        who_answers(kit, world, pending, at.request),
        may_answer(power, kit, world, pending, at.request),
    )


def look(here: Table, power: Power, pending_id: str) -> Standing:
    """The same by its id, for somebody who may look on."""
    followed(here, power, pending_in(here, pending_id))
    return standing(here, power, here.service.resume(pending_id))


def answer(
    here: Table,
    power: Power,
    pending_id: str,
    given: Json,
    *,
    step: int,
    revision: int | None,
    actor: Signed = "",
) -> Open | Entry:
    """Answer the question that was shown as `step`, if it is one's own."""
    if (over := here.service.ledger.entry_by_pending(pending_id)) is not None:
        return _again(here, power, over, pending_id, step, given)
    pending = followed(here, power, pending_in(here, pending_id))
    asked = here.service.so_far(pending)[1]
    # Judged by the question that was meant: who comes too late for it is told so, not that it is another's.
    request = asked[min(step, len(asked) - 1)]
    refuse_unless_answers(power, here.kit, here.world, pending, request)
    return here.service.answer(pending_id, step, read_answer(request, given), revision=revision, actor=actor)


def whose_answer(here: Table, pending_id: str, step: int) -> tuple[CommanderId, ...]:
    """The commanders whose question was shown as `step`; nobody's once it is all over."""
    if here.service.ledger.entry_by_pending(pending_id) is not None:
        return ()
    pending = pending_in(here, pending_id)
    asked = here.service.so_far(pending)[1]
    return who_answers(here.kit, here.world, pending, asked[min(step, len(asked) - 1)])


def _again(here: Table, power: Power, over: Entry, pending_id: str, step: int, given: Json) -> Open | Entry:
    """The last answer sent twice gets the same reply; anything else comes too late."""
    if over.campaign != here.campaign.id:
        raise _no_such_fight()
    if not may_read(power, over):
        raise pending_closed()
    if _is_by_app(given):
        raise Stale("over-already", f'"{over.title}" is over.', do="Here is how it came out.")
    return here.service.answer(pending_id, step, read_answer(None, given))


def may_take_back(here: Table, power: Power, pending_id: str) -> bool:
    """The game master takes back anything; a seat its own last answer, unless dice were cast."""
    pending = followed(here, power, pending_in(here, pending_id))
    if may_lead(power, here.kit, here.world, pending.holds):
        return True
    if not pending.answers or not power.commanders:
        return False
    last = read_answers(pending.answers)[-1]
    asked = here.service.so_far(pending)[1][pending.step - 1]
    return not isinstance(last, Rolled) and may_answer(power, here.kit, here.world, pending, asked)


def pending_in(here: Table, pending_id: str) -> Pending:
    """A deed under way in this campaign; one of another campaign is not there."""
    found = here.service.ledger.pending(pending_id)
    if found.campaign != here.campaign.id:
        raise _no_such_fight()
    return found


def _no_such_fight() -> Malformed:
    return Malformed("no-such-fight", "There is no such fight in this game.", do="See the list of fights.")


def _is_by_app(given: Json) -> bool:
    """Whether the app has a hand in it, so that the same answer sent twice would not be the same."""
    if not isinstance(given, Mapping):
        return False
    faces = given.get("faces")
    return given.get("by") == "app" or (isinstance(faces, list) and None in faces)


def read_answer(request: Request | None, given: Json) -> Answer:
    """An answer as a screen sends it: whole, or `{"by": "app"}` to roll or to take what is proposed.

    Of `{"by": "hand", "faces": [3, 5, null]}` the app rolls what is left open.
    """
    check_answer(given)
    if isinstance(given, Mapping) and given.get("by") == "hand":
        return _by_hand(request, given.get("faces"))
    if _is_by_app(given):
        match request:
            case Roll():
                return Rolled(chance(SystemRandom())(request))
            case Allocate():
                return Allocated(request.proposal)
            case Choose():
                return Chosen(request.options[0])
    answered = decode_answer(given)
    # What comes from outside lay on a table: the app's own faces are made here, and nowhere else.
    return Rolled(answered.faces, by_hand=True) if isinstance(answered, Rolled) else answered


def _by_hand(request: Request | None, faces: Json) -> Rolled:
    """Faces from the table; what the app rolled nevertheless is told apart for good."""
    if not isinstance(faces, list):
        raise Malformed("bad-field", "`faces` must be a list.", do="Send the faces as they lie.")
    left = tuple(place for place, face in enumerate(faces) if face is None)
    whole: Rolled = decode(Rolled, {"faces": [1 if face is None else face for face in faces]})
    if not left:
        return replace(whole, by_hand=True)
    if not isinstance(request, Roll) or len(faces) != len(request.dice):
        raise Malformed("dice-count", f"{len(faces)} faces do not fit what is asked.")
    rolled = chance(SystemRandom())(request)
    mixed = tuple(rolled[place] if place in left else face for place, face in enumerate(whole.faces))
    return Rolled(mixed, by_hand=True, by_app=left) if len(left) < len(faces) else Rolled(mixed)
