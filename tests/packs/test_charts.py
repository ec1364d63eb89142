"""The movement and terrain charts are a file: a club changes a number there, and everything follows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from assistant.kernel.errors import BadPack
from assistant.packs.load import load_book
from assistant.packs.spreadsheet import export_csv
from assistant.rules.book import Book, ProfileId
from assistant.rules.effects.registry import parameters
from assistant.rules.house import HouseRules
from assistant.rules.movement import allowance, print_move
from assistant.rules.terrain import crossing_cost, ground_of, said_of, terrain_chart
from tests.packs.conftest import Pack

ROOT = Path(__file__).parents[2]
CHARTS = (ROOT / "rosters" / "movement.toml").read_text(encoding="utf-8")


def changed(pack: Pack, before: str, after: str) -> Pack:
    """The small scenario with a chart of its own, in which one thing is changed."""
    assert before in CHARTS
    pack.write("rosters/movement.toml", CHARTS.replace(before, after, 1))
    return pack


def move(book: Book, profile: str) -> str:
    found = book.profiles[ProfileId(profile)]
    house = HouseRules(book.house_rules, {"AMB-011": "label-decides"})
    return print_move(allowance(found, found.starts_mounted, house))


def test_rosters_without_a_chart_of_their_own_use_the_games(pack: Pack) -> None:
    assert pack.load().paces["man"].on_foot == 10


def test_a_changed_row_changes_how_far_figures_move(pack: Pack) -> None:
    assert move(pack.load(), "rider-of-rohan") == "17/7"
    # Horses go 18 inches at this club, and the rider is swift.
    assert move(changed(pack, "mounted = 15", "mounted = 18").load(), "rider-of-rohan") == "20/7"


def test_a_changed_row_stands_in_the_exported_sheet(tmp_path: Path) -> None:
    rosters = tmp_path / "rosters"
    rosters.mkdir()
    for path in (ROOT / "rosters").glob("*.toml"):
        (rosters / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (rosters / "movement.toml").write_text(
        CHARTS.replace(
            "on_foot = 8\nmounted = 12\ndifficult = 6", "on_foot = 9\nmounted = 12\ndifficult = 5"
        ),
        encoding="utf-8",
    )
    sheet = export_csv(load_book(rosters=rosters, effects=parameters()))
    orc = next(line for line in sheet.splitlines() if line.startswith("orc,"))
    assert ",9,5,25," in orc


def test_a_row_of_the_clubs_own_can_be_used_by_its_figures(pack: Pack) -> None:
    row = '[[movement]]\nid = "wain"\nname = "Wain"\nmounted = 9\nafoot = "man"\n\n[[movement]]\nid = "man"'
    changed(pack, '[[movement]]\nid = "man"', row)
    text = (pack.folder / "rosters" / "rohan.toml").read_text(encoding="utf-8")
    pack.write("rosters/rohan.toml", text.replace("dice = 2", 'dice = 2\nmovement = "wain"', 1))
    book = pack.load()
    rider = book.profiles[ProfileId("rider-of-rohan")]
    house = HouseRules(book.house_rules, {"AMB-011": "label-decides"})
    # Swift: 2 inches more in clear ground. A wain has no business in the woods; its driver walks as a man.
    assert print_move(allowance(rider, True, house)) == "11/-"
    assert print_move(allowance(rider, False, house)) == "12/7"


def test_ground_that_is_easy_at_a_club_shelters_nobody(pack: Pack) -> None:
    changed(pack, 'name = "Hills"\ndifficult = true', 'name = "Hills"')
    assert not pack.load().is_difficult("hills")
    assert pack.load().is_difficult("woods")


@pytest.mark.rules("TER-05", "TER-08", "TER-11")
def test_rivers_are_crossed_at_bridges_for_nothing_and_at_fords_for_a_whole_move(book: Book) -> None:
    house = HouseRules(book.house_rules, {})
    river, stream = ground_of(book, "river", house), ground_of(book, "stream", house)
    assert [crossing_cost(river, at) for at in ("bridge", "ford", "shallows", "anywhere")] == [
        "nothing", "whole-move", "whole-move", None,
    ]  # fmt: skip
    assert crossing_cost(stream, "ford") == "whole-move"
    assert (river.is_closed, stream.is_closed, ground_of(book, "mountain", house).is_closed) == (
        True, False, True,
    )  # fmt: skip
    assert crossing_cost(ground_of(book, "woods", house), "anywhere") == "nothing"


def test_fords_are_free_by_the_other_reading(book: Book) -> None:
    house = HouseRules(book.house_rules, {"CON-065": "shallows-only"})
    river = ground_of(book, "river", house)
    assert (crossing_cost(river, "ford"), crossing_cost(river, "shallows")) == ("nothing", "whole-move")
    assert said_of(river, book) == "closed, but for bridges, fords and shallows; shallows take a whole move"


def test_what_no_row_is_about_is_clear(book: Book) -> None:
    ground = ground_of(book, "clear", HouseRules(book.house_rules, {}))
    assert (ground.difficult, ground.crossings, said_of(ground, book)) == (False, {}, "clear")


def test_the_chart_tells_each_row_in_words_made_of_its_values(book: Book) -> None:
    said = {one.id: said_of(one, book) for one in terrain_chart(book, HouseRules(book.house_rules, {}))}
    assert said["rocky"] == "difficult; closed to chariots"
    assert said["road"] == 'cancels difficult ground; +2" if the whole move is on it'
    assert said["wall"] == "closed, but for gates; they may be assaulted"
    assert said["tower"] == "characters only, unless the place says otherwise"
    assert said["stream"] == "takes a whole move to cross"
    assert said["caves"] == "difficult, but not for miners and burrowers"


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("on_foot = 10", "on_foot = -1", "movement[0] (man).on_foot: on_foot must be {inches}, not -1"),
        ("on_foot = 10", 'on_foot = "ten"', "movement[0] (man).on_foot: on_foot must be {inches}, not 'ten'"),
        ("on_foot = 10", "on_foot = 10.5", "movement[0] (man).on_foot: on_foot must be {inches}, not 10.5"),
        ("on_foot = 10", "onfoot = 10", "movement[0] (man): unknown key 'onfoot'; did you mean 'on_foot'?"),
        (
            'afoot = "man"',
            'afoot = "mna"',
            "movement[4] (chariot).afoot: unknown movement 'mna'; did you mean 'man'?",
        ),
        (
            'afoot = "man"',
            'afoot = "chariot"',
            "movement[4] (chariot).afoot: its riders walk as 'chariot', which has no inches on foot; "
            "name a row with on_foot, such as man",
        ),
        (
            'over = "air"',
            'over = "sky"',
            "movement[5] (flying).over: unknown over 'sky'; use one of: land, air, water",
        ),
        (
            'id = "orc"',
            'id = "man"',
            "movement[1] (man): the id 'man' is used twice; it is already at {file}: movement[0]",
        ),
        (
            'id = "hills"',
            'id = "woods"',
            "terrain[1] (woods): the id 'woods' is used twice; it is already at {file}: terrain[0]",
        ),
        ('id = "hills"', 'id = "hils"', "terrain[1] (hils).id: unknown id 'hils'; did you mean 'hills'?"),
        (
            'closed_to = ["chariot"]',
            'closed_to = ["chariots"]',
            "terrain[3] (rocky).closed_to[0]: unknown movement 'chariots'; did you mean 'chariot'?",
        ),
        (
            'pass = "nothing"',
            'passes = "nothing"',
            "terrain[6] (mountain).crossings: unknown key 'passes'; did you mean 'pass'?",
        ),
        (
            '{ anywhere = "whole-move" }',
            '{ anywhere = "half" }',
            "terrain[8] (stream).crossings.anywhere: unknown anywhere 'half'; "
            "use one of: nothing, whole-move",
        ),
        (
            '{ anywhere = "whole-move" }',
            "{}",
            "terrain[8] (stream).crossings: crossings names no crossing; name one, or leave crossings out",
        ),
        (
            'reading = "shallows-only"',
            'reading = "shallow-only"',
            "terrain[9] (river).house[0].reading: CON-065 has no reading 'shallow-only'; "
            "did you mean 'shallows-only'?",
        ),
        (
            '["TER-07"]',
            '["TER-O7"]',
            "terrain[11] (tower).rules[0]: unknown rule 'TER-O7'; did you mean 'TER-17'?",
        ),
        (
            "whole_way = 2",
            "whole_way = true",
            "terrain[7] (road).whole_way: whole_way must be {inches}, not true",
        ),
        (
            'difficult = true\nrules = ["TER-12"]',
            'difficult = "yes"',
            "terrain[0] (woods).difficult: difficult must be true or false, not 'yes'",
        ),
    ],
)
def test_a_damaged_chart_is_refused_with_its_place(pack: Pack, before: str, after: str, fault: str) -> None:
    file = "rosters/movement.toml"
    said = fault.format(file=file, inches="a whole number from 0 to 60")
    assert f"{file}: {said}" in changed(pack, before, after).lines()


def test_a_chart_that_leaves_ground_out_says_which(pack: Pack) -> None:
    pack.write("rosters/movement.toml", re.sub(r"\[\[terrain]]\nid = \"hills\"\n(.+\n)+", "", CHARTS))
    assert pack.lines() == [
        "rosters/movement.toml: terrain: it leaves out hills; add a [[terrain]] for each kind of ground"
    ]


def test_a_profile_that_names_no_row_is_refused(pack: Pack) -> None:
    pack.write("rosters/movement.toml", CHARTS.replace('id = "man"', 'id = "human"', 1))
    assert any("unknown movement 'man'" in line for line in pack.lines())
    with pytest.raises(BadPack):
        pack.load()


def test_a_chart_or_roster_without_rows_is_blamed_alone(pack: Pack) -> None:
    # Everyone else names what would stand in it; one word about the file says more than many about them.
    pack.write("rosters/movement.toml", CHARTS[CHARTS.index("# ---- The terrain chart") :])
    pack.write("rosters/rohan.toml", "")
    assert pack.lines() == [
        "rosters/movement.toml: movement is missing; give one [[movement]] for each way to move",
        "rosters/rohan.toml: profile is missing; give one [[profile]] for each figure type",
    ]
