"""A new scenario begins as a small one that works."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.kernel.errors import Illegal, Malformed
from assistant.packs.beginning import write_skeleton
from assistant.packs.load import check_scenario, load_both
from assistant.rules.effects.registry import parameters


def test_a_new_scenario_is_in_order_and_speaks_of_itself(tmp_path: Path) -> None:
    written = write_skeleton("The Siege of the Keep", tmp_path)
    folder = tmp_path / "the-siege-of-the-keep"
    assert all(path.parent == folder for path in written)
    assert check_scenario(folder, effects=parameters()) == ()
    _, scenario = load_both(folder, effects=parameters())
    assert (scenario.id, scenario.name) == ("the-siege-of-the-keep", "The Siege of the Keep")


@pytest.mark.parametrize("name", ['The "Last" Alliance', "Dagor Dagorath\\", "Barad-dûr", "last-alliance"])
def test_odd_names_still_make_files_that_can_be_read(tmp_path: Path, name: str) -> None:
    folder = write_skeleton(name, tmp_path)[0].parent
    assert check_scenario(folder, effects=parameters()) == ()


def test_a_scenario_that_is_there_is_left_alone(tmp_path: Path) -> None:
    write_skeleton("keep", tmp_path)
    before = (tmp_path / "keep" / "scenario.toml").read_bytes()
    with pytest.raises(Illegal, match="is there already"):
        write_skeleton("keep", tmp_path)
    assert (tmp_path / "keep" / "scenario.toml").read_bytes() == before


def test_a_name_without_letters_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="no letters"):
        write_skeleton("???", tmp_path)


def test_its_two_commanders_can_be_seated(tmp_path: Path) -> None:
    from assistant.packs.catalogue import house_rules
    from assistant.rules.house import HouseRules
    from assistant.rules.seats import seats

    folder = write_skeleton("keep", tmp_path)[0].parent
    _, scenario = load_both(folder, effects=parameters())
    seating = seats(scenario, 2, house=HouseRules(house_rules(), {}))
    assert [chair.side for chair in seating.chairs] == ["good", "evil"]
