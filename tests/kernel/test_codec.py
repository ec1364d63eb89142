"""Questions and answers to JSON and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.asking import Allocate, Allocated, Answer, Choose, Chosen, Request, Roll, Rolled
from assistant.kernel.codec import Json, decode, decode_answer, encode
from assistant.kernel.errors import Malformed

ANY_JSON: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.just("kind"), inner, max_size=4)
    ),
    max_leaves=12,
)


def through_json(value: object) -> Json:
    """As it comes back from a file."""
    back: Json = json.loads(json.dumps(encode(value)))
    return back


@given(st.one_of(st.from_type(Roll), st.from_type(Choose), st.from_type(Allocate)))
def test_every_request_survives_json(request: Request) -> None:
    assert decode(Request, through_json(request)) == request


@given(st.one_of(st.from_type(Rolled), st.from_type(Chosen), st.from_type(Allocated)))
def test_every_answer_survives_json(answer: Answer) -> None:
    assert decode_answer(through_json(answer)) == answer


@given(ANY_JSON)
def test_any_json_is_a_request_or_malformed_and_never_a_crash(value: Json) -> None:
    with pytest.raises(Malformed):
        decode(Request, value)


@given(ANY_JSON, st.sampled_from(["rolled", "chosen", "allocated", "roll"]), st.text(max_size=8))
def test_half_an_answer_is_malformed_or_an_answer(value: Json, kind: str, key: str) -> None:
    half: Json = {"kind": kind, "faces": value, key: value}
    with suppress(Malformed):
        assert isinstance(decode_answer(half), Rolled)


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        "rolled",
        [],
        {},
        {"faces": [1]},
        {"kind": "rolled"},
        {"kind": "thrown", "faces": [1]},
        {"kind": ["rolled"], "faces": [1]},
        {"kind": "rolled", "faces": "123"},
        {"kind": "rolled", "faces": ["1"]},
        {"kind": "rolled", "faces": [1.0]},
        {"kind": "rolled", "faces": [True]},
        {"kind": "rolled", "faces": [1], "by_hand": 1},
        {"kind": "rolled", "faces": [1], "more": 1},
        {"kind": "chosen", "option": None},
        {"kind": "roll", "seat": "red", "purpose": "", "why": "", "dice": []},
    ],
)
def test_a_bad_answer_is_malformed(value: Json) -> None:
    with pytest.raises(Malformed) as caught:
        decode_answer(value)
    assert caught.value.code == "bad-record"


def test_a_long_wrong_value_is_cut_short_in_the_sentence() -> None:
    with pytest.raises(Malformed) as caught:
        decode_answer("x" * 10_000)
    assert len(str(caught.value)) < 500


@dataclass(frozen=True)
class Chest:
    """A thing with every sort of field the codec knows."""

    label: Literal["oak", "iron"]
    pair: tuple[str, int]
    depth: int | None
    held: Mapping[str, tuple[int, ...]]


CHEST = Chest("oak", ("a", 1), None, {"coins": (1, 2)})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"label": "ash"}, "`label`: 'ash' is not one of: oak, iron."),
        ({"pair": ["a"]}, "`pair`: \"['a']\" is not a list of 2."),
        ({"depth": "deep"}, "`depth`: 'deep' is not a whole number or nothing."),
        ({"held": []}, "`held`: '[]' is not an object with names."),
        ({"held": {"coins": [1, "two"]}}, "`held.coins.1`: 'two' is not a whole number."),
        ({"lid": True}, "'lid' is not a part of a chest."),
    ],
)
def test_what_does_not_fit_is_named_with_its_place_and_what_would(
    change: dict[str, Json], sentence: str
) -> None:
    sent = through_json(CHEST)
    assert isinstance(sent, dict)
    with pytest.raises(Malformed) as caught:
        decode(Chest, {**sent, **change})
    assert str(caught.value) == sentence


def test_what_is_missing_is_named() -> None:
    with pytest.raises(Malformed, match="it lacks `faces`"):
        decode_answer({"kind": "rolled"})
    with pytest.raises(Malformed, match="not of a kind known here: rolled, chosen, allocated"):
        decode_answer({"kind": "thrown"})


def test_pairs_literals_nothing_and_mappings_survive() -> None:
    assert decode(Chest, through_json(CHEST)) == CHEST


@pytest.mark.parametrize(
    "wrong",
    [
        {"label": "tin"},
        {"pair": ["a"]},
        {"pair": ["a", 1, 2]},
        {"depth": "deep"},
        {"held": []},
        {"held": {"a": 1}},
    ],
)
def test_a_field_of_another_sort_is_malformed(wrong: dict[str, Json]) -> None:
    good = through_json(CHEST)
    assert isinstance(good, dict)
    with pytest.raises(Malformed):
        decode(Chest, good | wrong)


def test_what_has_no_json_form_is_a_mistake_of_ours_and_not_a_players() -> None:
    with pytest.raises(TypeError, match="set"):
        encode({1, 2})
