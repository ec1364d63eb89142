"""A run of the fuzz at a hall of its own, closed when its test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from assistant.rules.game import RingOfPower
from tests.fuzz.playing import Run, run

Begin = Callable[[int], Run]


@pytest.fixture
def begin(war: RingOfPower, tmp_path: Path) -> Iterator[Begin]:
    """Begins a run with a seed."""
    halls = count()
    with ExitStack() as running:

        def new(seed: int) -> Run:
            folder = tmp_path / f"hall-{next(halls)}"
            folder.mkdir()
            return running.enter_context(run(folder, war, seed))

        yield new
