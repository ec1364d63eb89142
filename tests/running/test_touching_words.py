"""What stands in the way of an undo is told in people's words, never by its id."""

from __future__ import annotations

import pytest

from assistant.kernel.ids import FigureId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.renaming import Rename
from tests.running.table import Running


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("the turn", "the turn and its phase"),
        ("the Ring", "the Ring"),
        ("eomer", "Éomer"),
        ("orc-12", "Orc 12"),
        ("minas-tirith", "Minas Tirith"),
        ("south-road", "South Road"),
        ("war-of-saruman", "the War of Saruman"),
        ("saruman done", "whether Saruman is done"),
        ("seat seat-1", "the seat of Player 1"),
        ("saruman.fangorn", 'the answer to "Does Saruman despoil Fangorn for fuel?"'),
        ("arrival uruk-hai-of-isengard@1", "an arrival of Saruman's on turn 1"),
        ("power creeping-darkness", "Creeping darkness"),
        ("reminder healing", 'the reminder "The wounded recover"'),
        ("reminder healing gimli@3", 'the reminder "The wounded recover"'),
        ("spot of gimli", "where Gimli stands"),
        ("Ring with sam", "whether Sam bears the Ring"),
        ("CON-067", "house rule CON-067"),
        ("contact 9-9", "contact 9-9"),
    ],
)
def test_whatever_is_touched_has_words(game_on: Running, name: str, words: str) -> None:
    assert game_on.game.called(game_on.world, name) == words


def test_a_contact_is_told_by_those_who_met(game_on: Running) -> None:
    number = (
        game_on.do(Part("opening-1", "for the test"))
        .go_to(1, "movement")
        .meet("theoden", "saruman", PlaceId("edoras"))
    )
    assert game_on.game.called(game_on.world, f"contact {number}") == "the contact of Théoden and Saruman"


def test_a_figure_with_a_name_of_its_own_goes_by_it(game_on: Running) -> None:
    game_on.do(Rename(FigureId("orc-12"), "Snaga"))
    assert game_on.game.called(game_on.world, "orc-12") == "Snaga"
