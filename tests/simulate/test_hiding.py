"""The odds of those who hide, and of those who would not fight at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from assistant.campaign.chances import Chances
from assistant.kernel.errors import Illegal
from assistant.rules.book import Book, ProfileId, Trait
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import METHODS, odds
from assistant.simulate.odds_tally import Method
from tests.simulate.oracle import by_chance
from tests.support import Fights


@pytest.mark.parametrize("method", METHODS)
def test_half_of_those_who_hide_are_not_found_and_fight_nobody(fights: Fights, method: Method) -> None:
    # CMB-05: the search fails on 1 to 3, and whoever is found fights as in the open.
    setup = fights.setup("boromir", "orc", good_hides=True)
    in_the_open = odds(fights.game, fights.setup("boromir", "orc"))
    found = odds(fights.game, setup, seed=1, trials=1_500, methods=(method,))
    # Five standard errors of 1,500 trials are at most 5 * sqrt(1/4 / 1500) = 0.065.
    assert found.no_fight == pytest.approx(1 / 2, abs=0.065)
    for side in ("good", "evil"):
        assert found.win[side] == pytest.approx(in_the_open.win[side] / 2, abs=0.065)


def test_a_fight_that_does_not_come_about_is_told_apart_from_a_draw(fights: Fights) -> None:
    words = Chances(odds(fights.game, fights.setup("aragorn, legolas", "8 orc", good_hides=True)))
    assert words.short() == "Good 50 % · draw 0 % · no fight 50 % · evil 0 %"
    assert "about 5 in 10 those who hide are not found: no fight." in words.words()[1]


def test_in_the_open_nothing_is_said_of_hiding(fights: Fights) -> None:
    found = odds(fights.game, fights.setup("aragorn, legolas", "8 orc"))
    assert "no_fight" not in found.to_json()
    assert "no fight" not in " ".join(Chances(found).words())


@pytest.mark.parametrize(
    ("good", "evil", "keys"),
    [
        ("9 man-of-dale", "5 ruffian", {"attacker": "evil"}),
        ("aragorn, 3 gondor-foot", "9 orc", {"good_hides": True}),
    ],
)
def test_who_would_not_fight_so_has_no_odds_either(
    fights: Fights, good: str, evil: str, keys: dict[str, Any]
) -> None:
    setup = fights.setup(good, evil, **keys)
    with pytest.raises(Illegal) as fought:
        by_chance(fights.game, setup, 1)
    for method in METHODS:
        with pytest.raises(Illegal) as asked:
            odds(fights.game, setup, methods=(method,))
        assert str(asked.value) == str(fought.value)


def test_a_tracker_finds_those_in_cloaks_twice_as_often(fights: Fights) -> None:
    # Frodo and Sam in elven cloaks are found on a 6, by a tracker on 5 or 6: 5/6 and 4/6 are not found.
    for seeker, missed in (("orc", 5 / 6), ("orc-tracker", 4 / 6)):
        setup = fights.setup("frodo, sam", seeker, good_hides=True)
        assert odds(fights.game, setup).no_fight == pytest.approx(missed)


@pytest.mark.rules("ABL-STEALTH")
@pytest.mark.parametrize("method", METHODS)
def test_spotting_by_a_rule_of_the_table_is_left_out_of_the_odds_and_said(book: Book, method: Method) -> None:
    # No figure has stealth; rangers are given it. Whether they are spotted nobody can compute.
    ranger = book.profiles[ProfileId("ranger")]
    hidden = replace(ranger, traits=(*ranger.traits, Trait("stealth")))
    fights = Fights(RingOfPower(replace(book, profiles={**book.profiles, hidden.id: hidden})))
    who = ("2 ranger", "3 orc")
    own = fights.setup(*who, house={"AMB-022": "own-spotting-roll"}, attacker="evil")
    seen = fights.setup(*who, house={"AMB-022": "unused"}, attacker="evil")
    found, plain = (odds(fights.game, one, seed=1, trials=300, methods=(method,)) for one in (own, seen))
    assert found.win == plain.win
    assert found.no_fight == 0
    said = "Not counted: whether good is spotted by your own rule (stealth (ABL-STEALTH)): these are the odds"
    assert any(line.startswith(said) for line in Chances(found).words())
    assert not plain.by_hand
