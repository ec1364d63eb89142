"""Breaking text into lines; sizes are left out, so that one measurement serves them all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Literal, NamedTuple

from assistant.printing.fonts import Face, fitting, width

MAY_BREAK_AFTER = "/-–—,;:.)"
SHORT = 9
"""Words up to this many letters are broken only where nothing else helps."""
SLACK = 1e-6
ELLIPSIS = "…"


class Run(NamedTuple):
    """Text in one face; a space parts it from the next run."""

    text: str
    face: Face = "regular"


class Span(NamedTuple):
    """Part of a line in one face, where it begins and how wide it is, in ems."""

    text: str
    face: Face
    x: float
    w: float


class Line(NamedTuple):
    """One line: its spans, how wide it is in ems, and what parts it from the next."""

    spans: tuple[Span, ...]
    w: float
    end: Literal[" ", "\n", ""] = " "
    """A space where the line was full, a newline where one was asked for, nothing inside a broken word."""


class _Words(NamedTuple):
    """A paragraph's words, and where each ends on a line long enough for all of them, in ems."""

    texts: tuple[str, ...]
    ends: tuple[float, ...]


@lru_cache(maxsize=2_000)
def balanced(runs: tuple[Run, ...], measure: float) -> tuple[Line, ...]:
    """The same on as many lines, but of a like length: no last word alone under a long line."""
    lines = wrap(runs, measure)
    for narrower in (0.5, 0.6, 0.7, 0.8, 0.9):
        if len(lines) > 1 and len(even := wrap(runs, measure * narrower)) == len(lines):
            return even
    return lines


def wrap(runs: tuple[Run, ...], measure: float) -> tuple[Line, ...]:
    """The runs as lines no wider than the measure, which is in ems; a word too long is broken."""
    lines: list[Line] = []
    spans: list[Span] = []

    def flush(end: Literal[" ", "\n", ""] = " ") -> None:
        lines.append(Line(_joined(spans), _end(spans), end))
        spans.clear()

    for run in runs:
        face, space, paragraphs = _read(run)
        for number, (texts, ends) in enumerate(paragraphs):
            if number:
                flush("\n")
            at = 0
            while at < len(texts):
                start = _end(spans) + space if spans else 0.0
                before = ends[at - 1] + space if at else 0.0
                # As many words as end within the measure, found without looking at each.
                to = bisect_right(ends, measure + SLACK - start + before, at)
                if to > at:
                    spans.append(Span(" ".join(texts[at:to]), face, start, ends[to - 1] - before))
                    at = to
                elif ends[at] - before <= measure + SLACK:
                    flush()
                else:
                    for part, (text, wide) in enumerate(_parts(texts[at], face, measure)):
                        start = _end(spans) + space if spans else 0.0
                        if spans and start + wide > measure + SLACK:
                            flush("" if part else " ")
                            start = 0.0
                        spans.append(Span(text, face, start, wide))
                    at += 1
    if spans or not lines:
        flush()
    return tuple(lines)


@lru_cache(maxsize=10_000)
def number_of_lines(runs: tuple[Run, ...], measure: float) -> int:
    """How many lines wrapping gives, without the lines: all that is needed while a size is looked for."""
    lines, x = 0, -1.0
    for run in runs:
        _, space, paragraphs = _read(run)
        for number, (texts, ends) in enumerate(paragraphs):
            if number:
                lines, x = lines + 1, -1.0
            at = 0
            while at < len(texts):
                start = x + space if x >= 0 else 0.0
                before = ends[at - 1] + space if at else 0.0
                to = bisect_right(ends, measure + SLACK - start + before, at)
                if to > at:
                    x, at = start + ends[to - 1] - before, to
                elif ends[at] - before <= measure + SLACK:
                    lines, x = lines + 1, -1.0
                else:
                    return len(wrap(runs, measure))
    return lines + (x >= 0 or not lines)


def _end(spans: list[Span]) -> float:
    return spans[-1].x + spans[-1].w if spans else 0.0


@lru_cache(maxsize=10_000)
def _read(run: Run) -> tuple[Face, float, tuple[_Words, ...]]:
    """The face a run is set in, how wide its spaces are, and its paragraphs."""
    face = fitting(run.face, run.text.replace("\n", ""))
    space = width(" ", face)
    return face, space, tuple(_measured(text, face, space) for text in run.text.split("\n"))


def _measured(paragraph: str, face: Face, space: float) -> _Words:
    texts = tuple(filter(None, paragraph.split(" ")))
    ends = tuple(accumulate((width(word, face) for word in texts), lambda end, word: end + space + word))
    return _Words(texts, ends)


def unwrapped(lines: tuple[Line, ...]) -> tuple[Run, ...]:
    """Lines as the runs they came from, ready to be wrapped at another measure."""
    runs: list[Run] = []
    for at, line in enumerate(lines):
        end = lines[at - 1].end if at else ""
        for number, span in enumerate(line.spans):
            if runs and runs[-1].face == span.face:
                between = " " if number else end
                runs[-1] = Run(f"{runs[-1].text}{between}{span.text}", span.face)
            else:
                runs.append(Run(span.text, span.face))
    return tuple(runs)


def shortened(text: str, face: Face, measure: float) -> str:
    """Text that one line can hold: cut with an ellipsis where it is too long, in ems."""
    one = " ".join(text.split())
    if width(one, fitting(face, one)) <= measure + SLACK:
        return one
    fits = bisect_right(
        range(len(one)), measure, key=lambda at: width(f"{one[:at]}{ELLIPSIS}", fitting(face, one))
    )
    return f"{one[: max(fits - 1, 0)].rstrip()}{ELLIPSIS}"


def longest_word(text: str, face: Face) -> float:
    """How wide the widest word is that nobody would want broken, in ems."""
    # Not at every white space: a no-break space is part of its word, as it is when lines are wrapped.
    words = filter(None, text.replace("\n", " ").split(" "))
    pieces = (piece for word in words for piece in _breakable(word))
    return max((width(piece, face) for piece in pieces), default=0.0)


def _joined(words: list[Span]) -> tuple[Span, ...]:
    """Neighbouring words of one face as one span."""
    if len(words) == 1:
        return (words[0],)
    spans: list[Span] = []
    for word in words:
        if spans and spans[-1].face == word.face:
            last = spans[-1]
            spans[-1] = Span(f"{last.text} {word.text}", last.face, last.x, word.x + word.w - last.x)
        else:
            spans.append(word)
    return tuple(spans)


def _parts(word: str, face: Face, measure: float) -> Iterator[tuple[str, float]]:
    """The word whole if a line can hold it, else in parts that each fill a line."""
    whole = width(word, face)
    if whole <= measure + SLACK:
        yield word, whole
        return
    part = ""
    for piece in _breakable(word):
        if part and width(part + piece, face) > measure:
            yield part, width(part, face)
            part = ""
        for char in piece:
            if part and width(part + char, face) > measure:
                yield part, width(part, face)
                part = ""
            part += char
    yield part, width(part, face)


def _breakable(word: str) -> Iterator[str]:
    """A word at the places where a long one may be broken well."""
    start = 0
    if len(word) <= SHORT:
        yield word
        return
    for at, char in enumerate(word[:-1], start=1):
        if char in MAY_BREAK_AFTER and at - start > 2 and len(word) - at > 3:
            yield word[start:at]
            start = at
    yield word[start:]
