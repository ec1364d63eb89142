"""What wizards do with their points where nobody has said: proposed, counted, and told."""

from __future__ import annotations

import pytest

from assistant.campaign.chances import Oracle
from assistant.rules.book import Line
from assistant.rules.combat.proposal import with_wizardry, wizardry_spent
from assistant.rules.combat.setup import Boost
from assistant.rules.combat.spending import best_use
from assistant.simulate.odds import odds
from assistant.simulate.odds_what_if import variations
from tests.support import Fights

GANDALF = "gandalf-the-white, 5 gondor-foot"


@pytest.mark.rules("MAG-05", "MAG-06")
@pytest.mark.parametrize(
    ("dice", "attack", "points", "best"),
    [
        # A third die at 3+ strikes 4/6 of a hit, a better attack with two dice 2/6.
        (2, 3, 3, Boost(dice=3)),
        # Four dice at 6+: a die strikes 1/6 more, attack 4/6; then at 5+ 2/6 and 4/6, at 4+ 3/6 and 4/6.
        (4, 6, 3, Boost(attack=3)),
        # At 2+ nothing improves but the number of dice.
        (6, 2, 2, Boost(dice=2)),
        (1, 4, 0, Boost()),
    ],
)
def test_points_go_where_they_strike_the_most_hits(dice: int, attack: int, points: int, best: Boost) -> None:
    assert best_use(Line(dice, attack, 4), points) == best


@pytest.mark.parametrize(("defense", "points", "best"), [(4, 3, Boost(defense=2)), (2, 1, Boost())])
def test_who_never_strikes_spends_on_defense_down_to_2_and_keeps_the_rest(
    defense: int, points: int, best: Boost
) -> None:
    assert best_use(Line(0, None, defense), points) == best
    assert best_use(Line(0, None, None), points) == Boost()


@pytest.mark.rules("MAG-05", "CMB-09")
def test_galadriel_who_strikes_nobody_is_counted_with_her_defense(fights: Fights) -> None:
    # Line 1401: no dice, no attack, defense 4+; her two points of wizardry make it 2+ (line 181).
    found = Oracle().chances(fights.game, fights.setup("galadriel, 3 wood-elf", "3 orc"))
    assert "Counted: Galadriel spends wizardry, 2 on defense (MAG-05)." in found.words()


def test_orders_are_kept_and_only_a_side_without_any_gets_a_proposal(fights: Fights) -> None:
    ordered = {"gandalf-the-white": {"defense": 1}}
    setup = fights.setup(GANDALF, "saruman, 5 orc", good_wizardry=ordered)
    found = with_wizardry(fights.game.book, setup)
    assert [*found.good.wizardry.values()] == [Boost(defense=1)]
    assert [*found.evil.wizardry.values()] == [Boost(dice=2)]
    assert [*wizardry_spent(fights.game.book, setup, found)] == [
        "Saruman spends wizardry, 2 on dice (MAG-05)."
    ]


def test_a_power_that_holds_in_one_land_only_is_spent_there_only(fights: Fights) -> None:
    for place, points in (("mirkwood", 1), ("fangorn", 0)):
        setup = fights.setup("thranduil, 3 wood-elf", "5 orc", place=place)
        spent = with_wizardry(fights.game.book, setup).good.wizardry.values()
        assert sum(one.points for one in spent) == points


def test_a_file_that_spends_nothing_is_told_so_and_what_it_would_change(fights: Fights) -> None:
    setup = fights.setup(GANDALF, "6 orc")
    found = odds(fights.game, setup)
    assert "Gandalf the White has 3 points of wizardry and spends none (MAG-05)." in found.by_hand
    spending = next(one for one in variations(fights.game.book, setup) if "wizardry" in one.change)
    assert spending.change == "Gandalf the White spending wizardry, 3 on dice"
    ordered = fights.setup(GANDALF, "6 orc", good_wizardry={"gandalf-the-white": {"dice": 3}})
    assert odds(fights.game, spending.setup).win == odds(fights.game, ordered).win
    assert not odds(fights.game, ordered).by_hand


def test_the_desk_counts_what_wizards_would_do_and_says_so(fights: Fights) -> None:
    ordered = fights.setup(GANDALF, "6 orc", good_wizardry={"gandalf-the-white": {"dice": 3}})
    found = Oracle().chances(fights.game, fights.setup(GANDALF, "6 orc"))
    assert found.odds.win == odds(fights.game, ordered).win
    assert "Counted: Gandalf the White spends wizardry, 3 on dice (MAG-05)." in found.words()


def test_only_those_lead_who_could_come(fights: Fights) -> None:
    setup = fights.setup("5 gondor-foot", "6 orc")
    book = fights.game.book

    def leading(*able: str) -> list[str]:
        leaders = [one for one in book.profiles if one in able]
        return [one.change for one in variations(book, setup, leaders) if "leading good" in one.change]

    assert leading("boromir", "faramir") == ["Boromir leading good"]
    assert leading("faramir") == ["Faramir leading good"]
    assert leading() == []
