"""Names that read as another's, in letters of other alphabets: nobody comes in under one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from assistant.campaign.lookalikes import reads_as
from tests.web.table import Visitor
from tests.web.test_who_did_it import error, seat

Come = Callable[..., Visitor]

AS_THE_MASTER = [
    "ｇａｍｅ master",
    "gаme mаster",
    "GАМE МASTER",
    "𝓰𝓪𝓶𝓮 𝓶𝓪𝓼𝓽𝓮𝓻",
    "garne master",
    "game\u200b ma\u00adster",
    "the\u3164game master",
    "gamemaster",
    "Game-Master",
    "game master.",
    "gáme mаster",
    "gam℮ mast℮r",
    "gᴀᴍᴇ ᴍᴀꜱᴛᴇʀ",
    "gᴀᴍᴇ ᴍᴀsᴛᴇʀ",
    "Garne Master",
    "game\ufe0f mas\u034fter",
]
OF_THEIR_OWN = ["Γιώργος", "Владимир", "Иван", "José", "Łukasz", "박지민", "山田", "מרים", "عمر", "Þórunn"]


def seated(master: Visitor, name: str) -> Any:
    told = [{"name": name}, *({"name": f"Player {number}"} for number in range(9))]
    return master.client.post("/api/v1/seating", json={"players": told, "key": "a-key-of-mine"})


@pytest.mark.parametrize("name", AS_THE_MASTER)
def test_nobody_is_called_so_that_it_reads_as_the_game_master(come: Come, name: str) -> None:
    master = come("master")
    held = seat(master, "rohan")[0]
    assert error(seated(master, name)) == (409, "reserved-name")
    assert error(master.do("change-seat", seat=held, player=name)) == (409, "reserved-name")
    assert error(master.post("passes", label=name)) == (409, "reserved-name")


@pytest.mark.parametrize("name", OF_THEIR_OWN)
def test_names_in_every_script_are_welcome(come: Come, name: str) -> None:
    master = come("master")
    assert seated(master, name).status_code == 200
    assert master.do("change-seat", seat=seat(master, "rohan")[0], player=name).status_code == 200
    assert master.post("passes", label=f"{name} 2").status_code == 200


def test_no_two_players_read_alike(come: Come) -> None:
    master = come("master")
    assert master.do("change-seat", seat=seat(master, "saruman")[0], player="Anna").status_code == 200
    held = seat(master, "rohan")[0]
    assert error(master.do("change-seat", seat=held, player="Аnnа")) == (409, "name-looks-alike")
    told = [{"name": "Anna"}, {"name": "Аnnа"}, *({"name": f"Player {number}"} for number in range(8))]
    sent = master.client.post("/api/v1/seating", json={"players": told, "key": "a-key-of-mine"})
    assert error(sent) == (409, "name-looks-alike")


def test_no_assistant_reads_as_a_player_or_another_assistant(come: Come) -> None:
    master = come("master")
    assert master.do("change-seat", seat=seat(master, "rohan")[0], player="Anna").status_code == 200
    assert error(master.post("passes", label="Аnnа")) == (409, "name-looks-alike")
    assert master.post("passes", label="Mira").status_code == 200
    assert error(master.post("passes", label="Мira")) == (409, "name-looks-alike")
    held = seat(master, "saruman")[0]
    assert error(master.do("change-seat", seat=held, player="Мira")) == (409, "name-looks-alike")


def test_who_sits_there_already_has_their_dice_changed_whoever_reads_alike(come: Come) -> None:
    master = come("master")
    held, name = seat(master, "rohan")
    assert master.do("change-seat", seat=held, player=name, dice="by-hand").status_code == 200


@pytest.mark.parametrize(
    "name",
    ["Anna\ufe0f", "An\u034fna", "Anna\u180b", "An\u17b4na", "Anna\U000e0100", "Anna\u2062", "ᴀnna", "ANNА"],
)
def test_signs_of_which_nothing_is_drawn_make_no_other_name(name: str) -> None:
    assert reads_as(name, ["Anna"]) == "Anna"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Lan", "Ian"),
        ("Anna L.", "Anna I."),
        ("Max 1", "Max L"),
        ("Lina", "Ina"),
        ("Ali", "All"),
        ("Bo", "B0"),
    ],
)
def test_ordinary_names_beside_one_another_are_two(name: str, other: str) -> None:
    assert reads_as(name, [other]) == "" == reads_as(other, [name])


@pytest.mark.parametrize(
    ("name", "other"), [("Max l", "Max 1"), ("Max I", "Max 1"), ("AI", "Al"), ("Bemie", "Bernie")]
)
def test_what_is_drawn_all_but_the_same_is_refused(name: str, other: str) -> None:
    """Of plain letters I, l and 1 are drawn as one stroke, and rn as m."""
    assert reads_as(name, [other]) == other


def test_names_that_differ_to_the_eye_are_two() -> None:
    assert reads_as("Anna M.", ["Anna K.", "Hanna", "Ann a", "Ana"]) == ""
    assert reads_as("Player 1", [f"Player {number}" for number in range(2, 18)]) == ""
