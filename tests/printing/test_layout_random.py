"""Whatever sections a sheet has, they are laid out whole, apart, inside the margins, and all of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.printing.blocks import Boxes, Column, Lines, Page, Section, Sheet, Table, Text, TurnRecord
from assistant.printing.fonts import Cleaner
from assistant.printing.layout import lay_out
from assistant.printing.placed import PageOverflow
from assistant.printing.proof import faults
from assistant.printing.tables import shared
from assistant.printing.wrap import Run, number_of_lines, unwrapped, wrap

words = st.text("abcdeÉöß-/ \n<&'\"🜨短", max_size=40)
numbers = st.integers(0, 12)
paragraphs = st.builds(
    Text, st.integers(1, 12).flatmap(lambda n: words.map(lambda text: text * n)), st.booleans(), words
)
tallies = st.builds(Boxes, words, st.integers(0, 40), words, st.text("0123456789+-", max_size=4))
columns = st.builds(
    Column, words, st.sampled_from(["left", "center", "right"]), st.floats(0.1, 5, allow_nan=False)
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    heads = draw(st.lists(columns, min_size=1, max_size=5))
    rows = draw(st.lists(st.tuples(*[words] * len(heads)), max_size=8))
    boxes = draw(st.one_of(st.just(()), st.tuples(*[numbers] * len(rows))))
    return Table(tuple(heads), tuple(rows), boxes)


blocks = st.one_of(paragraphs, tallies, tables(), st.builds(Lines, words, st.integers(0, 4)))
sections = st.builds(Section, words, st.lists(blocks, max_size=4).map(tuple), st.booleans(), st.booleans())
records = st.builds(
    TurnRecord, st.integers(1, 60), st.lists(st.tuples(st.integers(1, 60), words), max_size=4).map(tuple)
)
pages = st.builds(
    Page,
    words,
    words,
    st.lists(sections, max_size=5).map(tuple),
    st.one_of(st.none(), records),
    st.integers(1, 3),
    st.booleans(),
    words,
)
sheets = st.builds(Sheet, st.just("any"), words, st.lists(pages, min_size=1, max_size=3).map(tuple), words)


@settings(max_examples=60)
@given(sheets, st.sampled_from(["a4", "letter"]))
def test_no_sheet_is_laid_out_badly(sheet: Sheet, paper: str) -> None:
    assert faults(lay_out(sheet, "a4" if paper == "a4" else "letter")) == ()


@settings(max_examples=30)
@given(st.lists(sections, max_size=6).map(tuple))
def test_no_text_is_lost(found: tuple[Section, ...]) -> None:
    layout = lay_out(Sheet("any", "", (Page("", "", found),), ""), "a4")
    clean = Cleaner()
    printed = sorted("".join(item.text for side in layout.sides for item in side.items).replace(" ", ""))
    for section in found:
        for block in section.blocks:
            for text in _texts(block):
                for char in clean(text).replace(" ", "").replace("\n", ""):
                    printed.remove(char)


def _texts(block: Text | Boxes | Table | Lines) -> list[str]:
    match block:
        case Text():
            return [block.text, block.strong]
        case Boxes():
            return [block.label, block.note, block.points]
        case Table():
            return [cell for row in block.rows for cell in row]
        case Lines():
            return [block.label]


@settings(max_examples=30)
@given(sheets)
def test_an_exact_sheet_has_as_many_sides_as_pages_or_is_refused(sheet: Sheet) -> None:
    exact = Sheet(sheet.name, sheet.title, sheet.pages, sheet.footer, exact=True)
    try:
        layout = lay_out(exact, "a4")
    except PageOverflow:
        return
    assert len(layout.sides) == len(sheet.pages)
    assert faults(layout) == ()


@given(st.text("ab cdeÉ/-\n", max_size=200), st.floats(0.9, 30))
def test_wrapped_lines_keep_every_letter_and_the_measure(text: str, measure: float) -> None:
    lines = wrap((Run(text, "bold"), Run(text)), measure)
    assert all(line.w <= measure + 1e-6 for line in lines)
    kept = "".join(span.text for line in lines for span in line.spans)
    assert kept.replace(" ", "") == (text + text).replace(" ", "").replace("\n", "")


@given(st.text("ab cdeÉ/-", max_size=200), st.floats(0.9, 30), st.floats(0.9, 30))
def test_lines_taken_apart_wrap_as_if_they_had_never_been_lines(text: str, one: float, other: float) -> None:
    runs = (Run(text.strip() or "a", "bold"), Run("tail of it"))
    assert wrap(unwrapped(wrap(runs, one)), other) == wrap(runs, other)


@given(st.lists(st.tuples(st.floats(0.1, 5), st.floats(1, 50), st.floats(0, 100)), min_size=1, max_size=6))
def test_columns_share_exactly_the_width_there_is(found: list[tuple[float, float, float]]) -> None:
    shares = [share for share, _, _ in found]
    needs = [need for _, need, _ in found]
    wants = [need + more for _, need, more in found]
    widths = shared(shares, needs, wants, 200.0)
    assert abs(sum(widths) - 200.0) < 1e-6
    if sum(needs) < 200:
        assert all(wide >= need - 1e-6 for wide, need in zip(widths, needs, strict=True))


@given(
    st.lists(st.builds(Run, st.text(max_size=60), st.sampled_from(["regular", "bold"])), max_size=3),
    st.floats(0.5, 40),
)
def test_lines_are_counted_as_they_are_broken(runs: list[Run], measure: float) -> None:
    clean = Cleaner()
    tidy = tuple(Run(clean(run.text), run.face) for run in runs)
    assert number_of_lines(tidy, measure) == len(wrap(tidy, measure))
