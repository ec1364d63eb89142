"""`assistant seats` as clubs script it and as a game master reads it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Assistant


def test_the_document_has_the_published_shape(assistant: Assistant) -> None:
    document = assistant("seats", "10", "--json").json
    assert document["players"] == 10
    assert document["seats"][0] == {"player": 1, "side": "good", "commands": ["fellowship"]}
    assert [seat["player"] for seat in document["seats"]] == list(range(1, 11))
    assert set(document) == {"players", "seats"}


@pytest.mark.parametrize("players", range(2, 18))
def test_all_seventeen_commanders_are_handed_out_once(assistant: Assistant, players: int) -> None:
    seats = assistant("seats", players, "--json").json["seats"]
    handed_out = [commander for seat in seats for commander in seat["commands"]]
    assert len(seats) == players
    assert len(handed_out) == len(set(handed_out)) == 17


def test_names_stand_on_the_seats_they_wish_for(assistant: Assistant) -> None:
    document = assistant("seats", "3", "--prefer", "Ben=saruman", "--prefer", "Anna=rohan", "--json").json
    assert [seat.get("name") for seat in document["seats"]] == ["Anna", None, "Ben"]
    assert "notes" not in document


def test_the_goblins_go_to_whoever_wishes_for_them(assistant: Assistant) -> None:
    document = assistant(
        "seats", "3", "--prefer", "Ben=saruman", "--prefer", "Anna=goblin-king", "--json"
    ).json
    assert [seat.get("name") for seat in document["seats"]] == [None, "Anna", "Ben"]
    assert document["seats"][1]["commands"][-1] == "goblin-king"
    assert "notes" not in document


def test_wishes_that_clash_say_why(assistant: Assistant) -> None:
    document = assistant("seats", "3", "--prefer", "Ben=sulladan", "--prefer", "Anna=khamul", "--json").json
    assert [seat.get("name") for seat in document["seats"]] == [None, "Ben", "Anna"]
    assert document["notes"] == [
        "Anna wished for Khamûl and Ben for Sulladan: with 3 players that is one seat; they are apart from 9 "
        "players on. Given Saruman, Goblin King."
    ]


def test_the_game_master_reads_a_line_for_each_seat(assistant: Assistant) -> None:
    told = assistant("seats", "10", "--prefer", "Anna=rohan").out.splitlines()
    assert len(told) == 10
    assert told[0] == " 1  good  Fellowship of the Ring"
    assert told[5] == " 6  good  Rohan  (Anna)"
    assert told[9] == "10  good  Eriador"


def test_a_house_rule_changes_who_gets_what(assistant: Assistant) -> None:
    document = assistant("seats", "9", "--house-rule", "CON-103=split-after-nine", "--json").json
    assert document["seats"][8]["commands"] == ["eriador"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["1"], "seats for 2 to 17 players, not for 1. Name 2 players or more."),
        (["18"], "seats for 2 to 17 players, not for 18. More players than that share a command."),
        (["0"], "not for 0"),
        (["ten"], "'ten' is not a valid integer"),
        (["2.5"], "'2.5' is not a valid integer"),
        ([], "Missing argument"),
        (["10", "--prefer", "Anna"], "'Anna' is not NAME=COMMAND"),
        (["10", "--prefer", "Anna=rohn"], "Did you mean 'rohan'?"),
        (["10", "--prefer", "Anna=rohan", "--prefer", "Ben=rohan"], "Anna and Ben both wish for Rohan."),
        (["10", "--house-rule", "CON-103=never"], "CON-103 has no reading 'never'"),
        (["10", "--scenario", "nowhere"], "There is no scenario 'nowhere'"),
    ],
)
def test_bad_input_is_refused_with_a_useful_line(
    assistant: Assistant, arguments: list[str], said: str
) -> None:
    assistant("seats", "--json", *arguments).refused(said)


@pytest.mark.parametrize("wish", ["Rohan", "rohan", " ROHAN "])
def test_a_commander_may_be_called_by_name_however_it_is_written(assistant: Assistant, wish: str) -> None:
    assert "Rohan  (Anna)" in assistant("seats", "10", "--prefer", f"Anna={wish}").out


@pytest.mark.parametrize(
    ("wish", "commander"),
    [
        ("Witch-king", "Witch-king"),
        ("witch king", "Witch-king"),
        ("Mouth", "Mouth of Sauron"),
        ("Khand", "King of Khand"),
        ("fiefdoms", "Gondor, Fiefdoms of Gondor"),
        ("Khamul", "Khamûl"),
        ("BUHRDÛR", "Buhrdûr"),
        ("men of dale", "Dwarves and Men of Dale"),
    ],
)
def test_part_of_a_name_will_do_where_one_commander_has_it(
    assistant: Assistant, wish: str, commander: str
) -> None:
    told = assistant("seats", "10", "--prefer", f"Anna={wish}").out
    assert [line for line in told.splitlines() if commander in line and "(Anna)" in line]


def test_part_of_a_name_that_several_have_is_asked_about(assistant: Assistant) -> None:
    assistant("seats", "10", "--prefer", "Anna=king").refused(
        "'king' can be Easterling King, King of Khand, Witch-king or Goblin King. Write the name in full."
    )


def test_a_campaign_takes_wishes_by_name_too(assistant: Assistant) -> None:
    wishes = ("--prefer", "Anna=Rohan", "--prefer", "Bob=Witch-king", "--prefer", "Cleo=Mouth")
    assert assistant("campaign", "new", "Summer", "--players", "12", *wishes).code == 0
    seated = assistant("campaign", "play", "summer", typed="seats\n").out
    for player in ("Anna of good, Rohan", "Bob of evil, Witch-king", "Cleo of evil, Mouth of Sauron"):
        assert player in seated
    assistant("campaign", "new", "Autumn", "--players", "10", "--prefer", "Anna=rohn").refused(
        "There is no commander 'rohn'. Did you mean 'rohan'?"
    )


def test_whoever_wishes_for_a_command_gets_a_commander_of_it(assistant: Assistant) -> None:
    told = assistant("seats", "2", "--prefer", "Anna=elves").out
    (line,) = [line for line in told.splitlines() if "(Anna)" in line]
    assert "High Elves" in line


def test_a_wish_for_a_command_leaves_the_commander_another_named_to_them(assistant: Assistant) -> None:
    assert (
        "both wish"
        not in assistant("seats", "10", "--prefer", "Anna=elves", "--prefer", "Ben=high-elves").err
    )


def test_a_scenario_for_two_says_so_plainly(assistant: Assistant, tmp_path: Path) -> None:
    assistant("scenario", "new", "keep", "-o", tmp_path)
    run = assistant("seats", "3", "--scenario", tmp_path / "keep")
    assert "There are seats for 2 players, not for 3." in run.err
