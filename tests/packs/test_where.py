"""The packs are found beside a checkout and inside an installed package."""

from pathlib import Path

from assistant.packs.where import home, shown_path


def test_a_checkout_has_its_packs_beside_the_package(tmp_path: Path) -> None:
    (tmp_path / "rosters").mkdir()
    (tmp_path / "assistant").mkdir()
    assert home(tmp_path / "assistant") == tmp_path


def test_an_installed_package_carries_its_packs_inside(tmp_path: Path) -> None:
    inside = tmp_path / "assistant" / "_packs"
    (inside / "rosters").mkdir(parents=True)
    assert home(tmp_path / "assistant") == inside


def test_this_project_finds_its_own_scenario() -> None:
    assert (home() / "scenarios" / "war-of-the-ring" / "scenario.toml").is_file()


def test_a_path_below_the_current_folder_is_shown_short() -> None:
    assert shown_path(Path.cwd() / "rosters" / "rohan.toml") == str(Path("rosters") / "rohan.toml")


def test_a_path_elsewhere_is_shown_in_full(tmp_path: Path) -> None:
    assert shown_path(tmp_path / "a.toml") == str(tmp_path / "a.toml")
