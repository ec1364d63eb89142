"""What is drawn can always be sent: it is JSON, however often it was changed."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.fuzz.drawing import Drawer

NESTED = {"rows": [{"name": "eomer", "riders": [{"name": "eothain"}]}, {"name": "theoden", "riders": []}]}
"""A list within a row of a list, as sides have rows that have figures."""


@pytest.mark.parametrize("seed", range(40))
def test_a_row_is_never_moved_into_itself(seed: int) -> None:
    drawer = Drawer(Random(seed), {"name": ["eomer", "theoden"]})
    for _ in range(20):
        assert json.dumps(drawer.shaken(NESTED))
