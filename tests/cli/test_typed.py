"""What people type at the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.campaign.handfuls import handfuls
from assistant.campaign.naming import Naming
from assistant.cli.typed import owners, read_faces, read_takers
from assistant.kernel.asking import Die
from assistant.kernel.errors import Malformed
from assistant.packs.load import load_both
from assistant.rules.book import ProfileId
from assistant.rules.effects.registry import parameters


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("133456", (1, 3, 3, 4, 5, 6)),
        (" 1 3 3 4 5 6 ", (1, 3, 3, 4, 5, 6)),
        ("1,3,3,4,5,6", (1, 3, 3, 4, 5, 6)),
        ("1:1 3:2 4:1 5:1 6:1", (1, 3, 3, 4, 5, 6)),
        ("6:6", (6,) * 6),
        ("6 : 5, 1:1", (6, 6, 6, 6, 6, 1)),
        ("6:6 1:0", (6,) * 6),
    ],
)
def test_faces_are_read_run_together_or_counted(text: str, faces: tuple[int, ...]) -> None:
    assert read_faces(text, 6) == faces


@pytest.mark.parametrize(
    "text",
    ["", "abc", "12a456", "1.2", "-1", "²²²²²²", "12345", "1234567", "123450", "123457", "1:", ":6", "1:2:3",
     "0:6", "7:6", "1:6 x", "6:99999999999", "6:" + "9" * 5000, "1" * 5000],
)  # fmt: skip
def test_what_is_no_roll_of_six_dice_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_faces(text, 6)


def test_a_wrong_number_of_dice_says_how_many_are_rolled() -> None:
    with pytest.raises(Malformed, match="6 dice are rolled here and 2 came"):
        read_faces("12", 6)
    with pytest.raises(Malformed, match="1 die is rolled here and 2 came"):
        read_faces("12", 1)


@given(st.lists(st.integers(1, 6), min_size=1))
def test_whatever_lies_on_the_table_can_be_typed_both_ways(faces: list[int]) -> None:
    assert read_faces("".join(map(str, faces)), len(faces)) == tuple(faces)
    counted = " ".join(f"{face}:{faces.count(face)}" for face in sorted(set(faces)))
    assert read_faces(counted, len(faces)) == tuple(sorted(faces))


@given(st.text(max_size=20), st.integers(1, 8))
def test_whatever_is_typed_is_a_roll_or_malformed(text: str, dice: int) -> None:
    try:
        faces = read_faces(text, dice)
    except Malformed:
        return
    assert len(faces) == dice
    assert set(faces) <= set(range(1, 7))


def test_dice_are_gathered_by_what_they_need_and_carry_easiest_first() -> None:
    dice = [Die("a", 4), Die("b", 3), Die("a", 4, "axes"), Die("c", None), Die("b", 3)]
    assert handfuls(dice) == {(None, ""): [3], (3, ""): [1, 4], (4, ""): [0], (4, "axes"): [2]}
    assert [*handfuls(dice)] == [(None, ""), (3, ""), (4, ""), (4, "axes")]


def test_owners_of_dice_are_told_in_order_and_rows_of_equals_together() -> None:
    figures = [
        "eomer",
        "eomer",
        "orc.1",
        "orc.2",
        "orc.4",
        "troll.1",
        "troll.1",
        "troll.2",
        "troll.2",
        "eomer",
    ]
    told = ("eomer (2)", "orc.1 to orc.2", "orc.4", "troll.1 to troll.2 (2 each)", "eomer")
    assert owners([Die(figure) for figure in figures]) == told


BOOK = load_both(effects=parameters())[0]
TAKERS = ["u.1", "u.2", "lurtz"]


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("u.1, u.2", ("u.1", "u.2")),
        ("u.1 u.2", ("u.1", "u.2")),
        ("u.1*2 lurtz", ("u.1", "u.1", "lurtz")),
        ("u.1 * 2, lurtz", ("u.1", "u.1", "lurtz")),
        ("u.1 * 2 lurtz", ("u.1", "u.1", "lurtz")),
        ("u.1,,u.2,", ("u.1", "u.2")),
        ("u.1*0", ()),
        ("", ()),
    ],
)
def test_takers_are_read_by_commas_or_spaces(text: str, shares: tuple[str, ...]) -> None:
    assert read_takers(text, TAKERS) == shares


@pytest.mark.parametrize("text", ["u.3", "u.1; u.2", "*2", "u.1*x", "nobody*3"])
def test_a_taker_who_is_not_there_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_takers(text, TAKERS)


def test_an_endless_number_of_shares_is_cut_short() -> None:
    assert len(read_takers("u.1*99999999", TAKERS)) <= 1000
    with pytest.raises(Malformed):
        read_takers("u.1*" + "9" * 5000, TAKERS)


def _at_the_table(text: str) -> str:
    """Names as a campaign gives them."""
    profiles = {f"uruk-hai-{number}": BOOK.profiles[ProfileId("uruk-hai")] for number in range(1, 5)}
    profiles |= {f"orc-{number}": BOOK.profiles[ProfileId("orc")] for number in range(1, 4)}
    return Naming({**profiles, "eomer": BOOK.profiles[ProfileId("eomer")]}).told(text)


def test_owners_of_dice_are_told_by_name_and_equals_together() -> None:
    dice = [Die("eomer"), Die("eomer"), *(Die(f"orc-{number}") for number in (1, 2, 3))]
    assert owners(dice, _at_the_table) == ("Éomer (2)", "3 Orcs")


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("2 orcs, eomer*2", ("orc-1", "orc-2", "eomer", "eomer")),
        ("Éomer", ("eomer",)),
        ("orc", ("orc-1",)),
        ("3 Orcs, orc", ("orc-1", "orc-2", "orc-3", "orc-1")),
        ("orc-3 orc-1", ("orc-3", "orc-1")),
    ],
)
def test_takers_are_read_by_their_names_too(text: str, shares: tuple[str, ...]) -> None:
    assert read_takers(text, ("eomer", "orc-1", "orc-2", "orc-3"), _at_the_table) == shares


@pytest.mark.parametrize("text", ["4 orcs", "gimli", "2 eomer"])
def test_who_is_not_there_in_such_numbers_takes_nothing(text: str) -> None:
    with pytest.raises(Malformed, match="not among those who may be chosen"):
        read_takers(text, ("eomer", "orc-1", "orc-2", "orc-3"), _at_the_table)
