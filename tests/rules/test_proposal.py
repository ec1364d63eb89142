"""ALC-01: whom the assistant proposes for hits where their owner has named nobody. Worked by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assistant.kernel.asking import Allocate
from assistant.rules.combat.proposal import proposed_order, with_proposals, worth
from assistant.rules.combat.setup import FightSetup
from assistant.rules.game import RingOfPower
from tests.rules.battles import Rows, declared, fought, one


def order(game: RingOfPower, setup: FightSetup) -> list[str]:
    return [*proposed_order(game.book, setup.good)]


def evil_order(game: RingOfPower, *evil: str) -> list[str]:
    """The order for some figures of the enemy, each named like its profile."""
    setup = declared(game, [one("eomer")], [one(name) for name in evil])
    return [*proposed_order(game.book, setup.evil)]


def test_the_weakest_of_the_army_go_first_and_the_leader_last(game: RingOfPower) -> None:
    # A goblin strikes 1/6 of a hit and one hit fells it. An orc strikes 2/6, and 6/5 hits fell it; of an
    # Uruk-hai that is 3/6 and 6/4. Lurtz leads.
    assert evil_order(game, "lurtz", "uruk-hai", "orc", "goblin") == ["goblin", "orc", "uruk-hai", "lurtz"]


@pytest.mark.parametrize(
    ("profile", "mounted", "hits"),
    [
        # 1 die at 4+, 5+ to defend: 3/6 of a hit a round, and 6/4 hits fell him.
        ("rohan-foot", False, 3 / 6 * 6 / 4),
        # 2 dice at 3+ and 4+ to defend, then as one on foot.
        ("rider-of-rohan", True, 2 * 4 / 6 * 6 / 3 + 3 / 6 * 6 / 4),
        ("rider-of-rohan", False, 3 / 6 * 6 / 4),
        # No defense: the first hit fells it.
        ("goblin", False, 1 / 6),
    ],
)
def test_worth_is_the_hits_it_strikes_before_it_falls(
    game: RingOfPower, profile: str, mounted: bool, hits: float
) -> None:
    setup = declared(game, [one(profile, mounted=mounted)], [one("orc")])
    assert worth(game.book.profiles[setup.good.figures[0].profile], setup.good.figures[0]) == pytest.approx(
        hits
    )


def test_of_equals_the_first_listed_goes_first(game: RingOfPower) -> None:
    setup = declared(game, [one("rohan-foot", count=2), one("man-of-bree", count=2)], [one("orc")])
    assert order(game, setup) == ["rohan-foot.1", "rohan-foot.2", "man-of-bree.1", "man-of-bree.2"]


def test_who_helps_the_others_is_spared_before_stronger_ones(game: RingOfPower) -> None:
    # A taskmaster strikes as an orc does, but three orcs roll again because of him; the drummers likewise.
    assert evil_order(game, "orc-taskmaster", "orc", "troll") == ["orc", "troll", "orc-taskmaster"]
    assert evil_order(game, "goblin-drummer", "goblin") == ["goblin", "goblin-drummer"]


def test_engines_and_beasts_come_after_the_army_and_before_characters(game: RingOfPower) -> None:
    assert evil_order(game, "harad-chieftain", "mumak", "haradrim-cavalry") == [
        "haradrim-cavalry", "mumak", "harad-chieftain",
    ]  # fmt: skip


def test_hobbits_whom_the_enemy_could_carry_off_come_last_of_all(game: RingOfPower) -> None:
    company = [one(name) for name in ("frodo", "sam", "aragorn", "gimli", "boromir")]
    # Gimli leads with 1, Boromir and Aragorn with 3.
    told = order(game, declared(game, company, [one("orc")]))
    assert (told[:3], set(told[3:])) == (["gimli", "boromir", "aragorn"], {"frodo", "sam"})


@pytest.mark.rules("ALC-01", "ALC-02")
def test_the_proposal_gives_everyone_one_before_the_weakest_takes_two(game: RingOfPower) -> None:
    # Three hits on a foot soldier, a rider and Éomer: one each, though the foot soldier is listed last.
    good: Rows = [one("eomer"), one("rider-of-rohan"), one("rohan-foot")]
    setup = with_proposals(game.book, declared(game, good, [one("orc", count=4)]))
    dice = {
        "good attack": "11 11 1", "good attack_reroll": "11", "evil attack": "5551",
        "good defense": "666",
    }  # fmt: skip
    fight = fought(game, setup, dice=dice)
    assert proposals(fight.played.requests) == [("rohan-foot", "rider-of-rohan", "eomer")]


@pytest.mark.rules("FOR-08")
def test_the_tower_is_proposed_to_those_who_would_be_hit_last(game: RingOfPower) -> None:
    # Minas Tirith's citadel holds 6. One of 4 militia falls; of the 3 left and 4 guards one militia is lost.
    good: Rows = [one("gondor-militia", count=4), one("citadel-guard", count=4)]
    setup = with_proposals(
        game.book, declared(game, good, [one("gothmog")], place="minas-tirith", holder="good")
    )
    dice = {"good attack": "1" * 16, "evil attack": "41", "good defense": "2"}
    fight = fought(game, setup, dice=dice)
    lost = [name for name, end in fight.figures.items() if end == "eliminated"]
    assert lost == ["gondor-militia.1", "gondor-militia.2"]


def proposals(requests: Sequence[object]) -> list[tuple[str, ...]]:
    """Who is proposed for hits, each time someone is asked."""
    return [one.proposal for one in requests if isinstance(one, Allocate) and one.purpose == "hits"]
