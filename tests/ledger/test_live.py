"""What counts after undo and redo."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from assistant.ledger.records import Draft, Entry, live
from assistant.ledger.tables import sealed

History = Sequence[int | None]


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Deeds (None) and undos, each of any earlier entry."""
    undoes: list[int | None] = []
    for seq in range(1, draw(st.integers(1, 30)) + 1):
        undoes.append(draw(st.none() | st.integers(1, seq - 1)) if seq > 1 else None)
    return undoes


def entries_of(undoes: History) -> list[Entry]:
    return [
        sealed(
            Draft("deed", "A deed", "gm", None, [], [], [], undoes=undone),
            campaign="c",
            seq=seq,
            key=str(seq),
            at="",
            previous="",
        )
        for seq, undone in enumerate(undoes, 1)
    ]


def numbers(undoes: History) -> list[int]:
    return [entry.seq for entry in live(entries_of(undoes))]


def test_without_undo_everything_counts() -> None:
    assert numbers([None, None, None]) == [1, 2, 3]


def test_an_undone_deed_does_not_count_and_its_undo_does() -> None:
    assert numbers([None, None, 2]) == [1, 3]


def test_undoing_the_undo_brings_the_deed_back() -> None:
    assert numbers([None, None, 2, 3]) == [1, 2, 4]


def test_undoing_the_redo_takes_the_deed_back_again() -> None:
    assert numbers([None, None, 2, 3, 4]) == [1, 3, 5]


def test_a_deed_undone_twice_needs_both_undos_gone() -> None:
    assert numbers([None, 1, 1, 2]) == [3, 4]
    assert numbers([None, 1, 1, 2, 3]) == [1, 4, 5]


@given(histories())
def test_an_entry_counts_exactly_when_nothing_that_counts_undoes_it(undoes: History) -> None:
    counting = set(numbers(undoes))
    for seq in range(1, len(undoes) + 1):
        undone_by = {later for later, undone in enumerate(undoes, 1) if undone == seq}
        assert (seq in counting) == (not undone_by & counting)


@given(histories())
def test_undoing_the_last_entry_leaves_what_counted_before_it(undoes: History) -> None:
    last = len(undoes)
    assert numbers([*undoes, last]) == [*numbers(undoes[:-1]), last + 1]


@given(histories())
def test_undo_and_redo_leave_what_counted_before_them(undoes: History) -> None:
    last = len(undoes)
    assert numbers([*undoes, last, last + 1]) == [*numbers(undoes), last + 2]
