"""The written table of what may be said: every field of every deed and answer, as everybody."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, cast, get_args

import pytest

from assistant.campaign.permissions import kinds_of_seats
from assistant.campaign.said.forms import answer_forms, check_answer, deed_form, deed_schema, kinds_said
from assistant.campaign.said.hints import LONGEST_OF_MANY
from assistant.campaign.said.records import Guarded, record_form
from assistant.campaign.said.who import (
    ANSWERS,
    DEEDS_SAID,
    FIGHTS,
    PARTS,
    ROLES,
    SEAT,
    TAGS,
    Role,
    may_set,
)  # fmt: skip
from assistant.kernel.asking import Answer
from assistant.kernel.errors import AssistantError
from assistant.kernel.forms import Either, Flag, Form, Listed, Named, Nothing, Number, OneOf, Record, Text
from assistant.rules.core.deed import STORED_AS
from tests.web.said_table import PAGE, parts, written
from tests.web.table import Visitor
from tests.web.test_rulings import fought

Come = Callable[..., Visitor]
FIELDS = [(kind, name) for kind in STORED_AS for name in DEEDS_SAID[kind]]


def names(stored: type[Any]) -> set[str]:
    return {one.name for one in dataclasses.fields(stored)} - {*TAGS}


def sample(form: Form) -> Any:
    """A value that fits, and that is not how a field usually is."""
    match form:
        case Text(least=least, pattern=pattern):
            return pattern.partition("|")[0] or "x" * max(1, least)
        case Number(most=most):
            return min(most, 1)
        case Flag():
            return True
        case OneOf(options=options):
            return options[-1]
        case Listed(item=item, least=least):
            return [sample(item)] * max(1, least)
        case Named(value=value, name=name):
            return {sample(name): sample(value)}
        case Either(forms=forms):
            return sample(next(one for one in forms if not isinstance(one, Nothing)))
        case Record() | Guarded():
            return {name: sample(record(form).fields[name]) for name in record(form).needed}
    raise TypeError(type(form).__name__)


def record(form: Form) -> Record:
    return form.said if isinstance(form, Guarded) else cast(Record, form)


def refusal(form: Form, value: Any) -> str:
    try:
        form.check(value, "setup")
    except AssistantError as error:
        return error.code
    return ""


def whole(kind: str) -> dict[str, Any]:
    """A deed with all that it needs."""
    found: dict[str, Any] = sample(deed_form(kind, "game-master"))
    return found


# ---- the table itself ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(STORED_AS))
def test_every_field_of_a_deed_stands_in_the_written_table(kind: str) -> None:
    assert set(DEEDS_SAID[kind]) == names(STORED_AS[kind])


def test_every_field_of_what_stands_within_a_deed_is_in_the_written_table() -> None:
    assert {name: set(fields) for name, fields in PARTS.items()} == {
        name: names(stored) for name, stored in parts().items()
    }


def test_every_field_of_every_answer_stands_in_the_written_table() -> None:
    assert {kind: set(fields) for kind, fields in ANSWERS.items()} == {
        stored.__name__.lower(): names(stored) for stored in get_args(Answer)
    }


def test_the_deeds_of_seats_are_those_that_they_may_do() -> None:
    assert set(SEAT) == set(kinds_of_seats())
    assert kinds_said("seat") == tuple(sorted(SEAT))
    assert kinds_said("assistant") == tuple(sorted(STORED_AS))


def test_the_page_prints_the_table() -> None:
    """If not: `python -m tests.web.said_table`."""
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page)


# ---- every field as everybody --------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_a_field_is_taken_from_those_alone_who_may_set_it(kind: str, name: str, role: Role) -> None:
    widest, who = record(deed_form(kind, "game-master")).fields, DEEDS_SAID[kind][name]
    value = sample(widest[name]) if name in widest else ["somebody"]
    said = {**whole(kind), name: value}
    # What somebody may not set of a fight is held against the record, and not against its form.
    is_taken = kind in FIGHTS or may_set(who, role)
    assert (refusal(deed_form(kind, role), said) == "") == is_taken


@pytest.mark.parametrize(("kind", "role"), [(kind, role) for role in ROLES for kind in kinds_said(role)])
def test_a_field_that_is_not_in_the_table_is_refused(kind: str, role: Role) -> None:
    assert refusal(deed_form(kind, role), {**whole(kind), "more": 1}) == "unknown-field"


def inner(form: Form) -> Iterator[Record]:
    """Every record within a form."""
    match form:
        case Record() | Guarded():
            yield record(form)
            for one in record(form).fields.values():
                yield from inner(one)
        case Listed(item=item):
            yield from inner(item)
        case Named(value=value):
            yield from inner(value)
        case Either(forms=forms):
            for one in forms:
                yield from inner(one)


@pytest.mark.parametrize("kind", sorted(STORED_AS))
def test_nothing_within_a_deed_takes_a_field_that_is_not_in_the_table(kind: str) -> None:
    found = [*inner(deed_form(kind, "game-master"))]
    assert {refusal(one, {**sample(one), "more": 1}) for one in found} == {"unknown-field"}


@dataclasses.dataclass(frozen=True, slots=True)
class Newly:
    """A deed of tomorrow, of which the table knows one field."""

    force: str
    wish: str = ""


def test_a_field_that_somebody_forgot_in_the_table_is_refused() -> None:
    form = record_form(Newly, {"force": "seat"}, "game-master", "refused")
    assert refusal(form, {"force": "rohan-1", "wish": "to win"}) == "unknown-field"


def bounded(form: Form) -> bool:
    """Whether every text and list within a form has an end, well below what a laptop could not hold."""
    match form:
        case Text(most=most):
            return most <= 200 or most == LONGEST_OF_MANY
        case Listed(item=item, most=most) | Named(value=item, most=most):
            return most <= 2000 and bounded(item)
        case Either(forms=forms):
            return all(map(bounded, forms))
        case Record() | Guarded():
            return all(map(bounded, record(form).fields.values()))
    return isinstance(form, Number | Flag | OneOf | Nothing)


@pytest.mark.parametrize("kind", sorted(STORED_AS))
def test_every_text_and_list_of_a_deed_has_bounds(kind: str) -> None:
    assert bounded(deed_form(kind, "game-master"))


def test_only_what_names_all_whom_it_is_about_is_longer_than_a_note() -> None:
    said = {kind: record(deed_form(kind, "game-master")).fields for kind in STORED_AS}
    texts = {(kind, name): one for kind in said for name, one in said[kind].items() if isinstance(one, Text)}
    assert [field for field, one in texts.items() if one.most > 200] == [("heed", "reminder")]


@pytest.mark.parametrize("kind", sorted(STORED_AS))
def test_a_seat_may_say_nothing_that_the_game_master_may_not(kind: str) -> None:
    assert set(deed_schema(kind, "seat")["properties"]) <= set(deed_schema(kind)["properties"])


@pytest.mark.parametrize("kind", sorted(answer_forms()))
def test_an_answer_takes_its_own_fields_and_no_other(kind: str) -> None:
    form = answer_forms()[kind]
    assert bounded(form)
    said = sample(form)
    for name, own in cast(Record, form).fields.items():
        check_answer({**said, name: sample(own)})
    assert refusal(form, {**said, "more": 1}) == "unknown-field"


# ---- over the web --------------------------------------------------------------------------------------


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


def test_the_door_refuses_what_is_not_in_the_table(come: Come) -> None:
    master = come("master")
    for kind in STORED_AS:
        answer = master.post("deeds", kind=kind, setup={**whole(kind), "more": 1})
        assert error(answer) == (400, "unknown-field"), kind
    assert master.at().seen == 1


def test_nobody_says_what_the_server_makes_itself(come: Come) -> None:
    for kind in ("go-on", "end-game"):
        said = {**whole(kind), "under_way": ["a fight that is not there"]}
        assert error(come("master").post("deeds", kind=kind, setup=said)) == (409, "from-the-record")


@pytest.mark.parametrize("who", ["", "projector"])
def test_who_has_no_seat_says_nothing_at_all(who: str, come: Come) -> None:
    visitor = come(who)
    for kind in STORED_AS:
        assert visitor.post("deeds", kind=kind, setup=whole(kind)).status_code in (401, 403)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("march", {"place": "isengard", "overruled": "x" * 201}),
        ("meet", {"good": [], "evil": [], "place": "edoras", "note": "x" * 201}),
        ("adjust", {"figures": [], "reason": "x" * 201}),
        ("part", {"contact": "opening-1", "why": "x" * 201}),
    ],
)
def test_a_note_of_more_than_two_hundred_letters_is_refused(kind: str, said: Any, come: Come) -> None:
    said = {**said, "force": "rohan-1"} if kind == "march" else said
    assert error(come("master").do(kind, **said)) == (400, "too-long")


ODD = "one\x1b[31m\n\u202etwo\x00 <b>three</b>\u2028four"
SEEN = "one[31m two <b>three</b> four"


def test_what_people_write_is_kept_on_one_line_with_nothing_unseen(come: Come) -> None:
    master, rohan = come("master"), come("rohan")
    war = master.at().world.war
    ours = next(one for one in war.forces.values() if one.commander == "rohan")
    theirs = next(one for one in war.forces.values() if one.commander == "saruman")
    done = rohan.do("hand-over", force=ours.id, commander="gondor", reason=ODD)
    assert SEEN in " ".join(done.get_json()["recorded"]["log"])
    meet = {"good": [ours.id], "evil": [theirs.id], "place": ours.place, "note": ODD, "overruled": ODD}
    while master.at().world.war.phase != "movement":
        for contact in master.at().world.war.contacts:
            assert master.do("part", contact=contact, why=ODD).status_code == 200
        assert master.do("go-on", anyway=True).status_code == 200
    assert master.post("deeds", kind="meet", setup=meet).status_code == 200
    assert [one.note for one in master.at().world.war.contacts.values()] == [SEEN]
    for page in ("history", "fights"):
        shown = master.page(page).text
        assert not {*"\x1b\x00\u202e\u2028"} & {*shown}


def test_the_reason_of_a_ruling_is_kept_on_one_line_too(come: Come) -> None:
    master = come("master")
    ruled = master.post(f"fought/{fought(master)}/ruling", winner="draw", reason=ODD)
    assert ruled.get_json()["recorded"]["title"].endswith(f"({SEEN})")


def test_persian_joiners_and_joined_pictures_stay_as_they_are_written(come: Come) -> None:
    rohan = come("rohan")
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    written = "\u0645\u06cc\u200c\u0631\u0648\u0645 \U0001f469\u200d\U0001f680  twice"
    done = rohan.do("hand-over", force=force.id, commander="gondor", reason=written)
    assert written in " ".join(done.get_json()["recorded"]["log"])


def test_a_commander_overrules_nothing_when_setting_out(come: Come) -> None:
    rohan = come("rohan")
    force = next(one for one in rohan.at().world.war.forces.values() if one.commander == "rohan")
    refused = rohan.do("set-out", force=force.id, overruled="so it is")
    assert error(refused) == (403, "for-the-master")
