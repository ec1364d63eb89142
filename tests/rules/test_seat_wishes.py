"""Wishes for commands: which are met, what is given instead, and what is refused."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.errors import Illegal, Malformed
from assistant.rules.arrivals import CommanderId
from assistant.rules.scenario import Scenario
from assistant.rules.seats import Wish, seats
from tests.rules.seating import (
    ALL_MINIONS,
    DEFAULT,
    IN_FOUR,
    IN_THREE,
    IN_TWO,
    SEATS,
    SIDES,
    handed_out,
    names_of,
    wish,
)


def test_a_wish_puts_a_name_on_the_seat_that_has_the_command(war: Scenario) -> None:
    seating = seats(war, 10, house=DEFAULT, wishes=[wish("Anna: rohan"), wish("Ben: buhrdur")])
    assert {chair.name: chair.commands[0] for chair in seating.chairs if chair.name} == {
        "Anna": "rohan",
        "Ben": "khamul",
    }
    assert seating.notes == ()


def test_two_wishes_for_one_command_are_refused(war: Scenario) -> None:
    with pytest.raises(Illegal) as refusal:
        seats(war, 10, house=DEFAULT, wishes=[wish("Anna: rohan"), wish("Ben: rohan")])
    assert str(refusal.value) == (
        "Anna and Ben both wish for Rohan. Only one can have it: let the other choose again."
    )


def test_of_two_wishes_for_one_seat_the_first_is_met_and_the_second_is_told(war: Scenario) -> None:
    # With ten players Gondor and its fiefdoms are one seat; the upper free seat of good is the Fellowship.
    seating = seats(war, 10, house=DEFAULT, wishes=[wish("Anna: gondor"), wish("Ben: gondor-fiefdoms")])
    assert {chair.name: chair.commands[0] for chair in seating.chairs if chair.name} == {
        "Anna": "gondor",
        "Ben": "fellowship",
    }
    assert seating.notes == (
        "Ben wished for Fiefdoms of Gondor and Anna for Gondor: with 10 players that is one seat; they are "
        "apart from 13 players on. Given Fellowship of the Ring.",
    )


def test_wishes_are_heard_before_leftovers_are_dealt_out(war: Scenario) -> None:
    # Without wishes Rohan's player has the hobbits too. Now they go, first of all leftovers, to the upper of
    # those with one commander who is nobody else's wish, and the dwarves to Rohan, which has one as well.
    seating = seats(war, 7, house=DEFAULT, wishes=[wish("Anna: eriador"), wish("Ben: rohan")])
    assert names_of(seating) == {"Anna": "fellowship eriador", "Ben": "rohan dwarves"}
    assert seating.notes == ()


def test_a_wish_that_the_usual_deal_already_meets_changes_nothing(war: Scenario) -> None:
    assert handed_out(seats(war, 7, house=DEFAULT, wishes=[wish("Anna: eriador")])) == SEATS[7]


def test_two_who_wish_for_half_of_a_command_left_over_get_half_each(war: Scenario) -> None:
    seating = seats(war, 5, house=DEFAULT, wishes=[wish("Anna: high-elves"), wish("Ben: wood-elves")])
    assert names_of(seating) == {"Anna": "fellowship high-elves dwarves", "Ben": "rohan wood-elves"}
    assert seating.notes == ()


def test_a_side_with_more_wishes_than_seats_says_so(war: Scenario) -> None:
    wishes = [wish("Anna: gondor"), wish("Ben: rohan"), wish("Cleo: eriador")]
    seating = seats(war, 4, house=DEFAULT, wishes=wishes)
    assert {name: text.split()[0] for name, text in names_of(seating).items()} == {
        "Anna": "gondor",
        "Ben": "fellowship",
        "Cleo": "mouth-of-sauron",
    }
    assert seating.notes == (
        "Cleo wished for Eriador: with 4 players good has only 2 seats, and Anna and Ben wished first. Given "
        "Mouth of Sauron, Khamûl, Witch-king, Sulladan, Easterling King, King of Khand, Buhrdûr.",
    )


def belongs_with(players: int) -> list[set[str]]:
    """The groups that the list makes seats of; whoever is in none of them is a leftover."""
    minions = {9: IN_TWO, 10: IN_TWO, 11: IN_THREE, 12: IN_FOUR, 13: IN_FOUR, 14: IN_FOUR}
    primary = ["fellowship", ALL_MINIONS, "saruman", "gondor gondor-fiefdoms", "rohan", "goblin-king"]
    primary += ["high-elves wood-elves", "dwarves", "eriador"]
    if players <= 8:
        return [set(group.split()) for group in primary[:players]]
    rest = [group for group in SEATS[players] if not set(group.split()) & set(ALL_MINIONS.split())]
    if players == 9:
        rest = [group.removesuffix(" eriador") for group in rest]
    evil = [group for group in SEATS[players] if set(group.split()) & set(ALL_MINIONS.split())]
    return [set(group.split()) for group in (*minions.get(players, evil), *rest)]


@pytest.mark.parametrize("players", SEATS)
def test_two_wishes_are_both_met_unless_they_are_one_seat_or_their_side_has_but_one(
    war: Scenario, players: int
) -> None:
    groups = belongs_with(players)
    chairs = {
        side: sum(war.commanders[CommanderId(min(one))].side == side for one in groups) for side in SIDES
    }
    for first, second in permutations(war.commanders, 2):
        seating = seats(war, players, house=DEFAULT, wishes=[Wish("Anna", first), Wish("Ben", second)])
        together = any({first, second} <= group for group in groups)
        sides = {war.commanders[first].side, war.commanders[second].side}
        clash = together or (len(sides) == 1 and chairs[min(sides)] == 1)
        met = [chair.name for one in (first, second) for chair in seating.chairs if one in chair.commands]
        assert (met == ["Anna", "Ben"]) is not clash, (first, second)
        assert met[0] == "Anna"
        assert len(seating.notes) == (1 if clash else 0)
        assert {chair.name for chair in seating.chairs} >= {"Anna", "Ben"}
        assert sorted(one for chair in seating.chairs for one in chair.commands) == sorted(war.commanders)


@given(data=st.data(), players=st.integers(2, 17))
def test_whatever_is_wished_no_wish_is_refused_that_could_stand_beside_the_earlier_ones(
    war: Scenario, data: st.DataObject, players: int
) -> None:
    commanders = data.draw(st.lists(st.sampled_from(list(war.commanders)), max_size=players, unique=True))
    wishes = [Wish(f"Player {number}", commander) for number, commander in enumerate(commanders)]
    seating = seats(war, players, house=DEFAULT, wishes=wishes)
    groups, met = belongs_with(players), list[CommanderId]()
    for one in wishes:
        side = war.commanders[one.commander].side
        rivals = [other for other in met if war.commanders[other].side == side]
        room = sum(war.commanders[CommanderId(min(group))].side == side for group in groups)
        together = any(one.commander in group and other in group for other in met for group in groups)
        if not together and len(rivals) < room:
            met.append(one.commander)
    has = {one: chair.name for chair in seating.chairs for one in chair.commands}
    assert all(has[one.commander] == one.name for one in wishes if one.commander in met)
    assert len(seating.notes) == len(wishes) - len(met)
    assert sorted(has) == sorted(war.commanders)
    assert all(war.commanders[one].side == chair.side for chair in seating.chairs for one in chair.commands)


def test_all_that_is_wrong_with_wishes_is_said_at_once(war: Scenario) -> None:
    with pytest.raises(Malformed) as refusal:
        seats(war, 5, house=DEFAULT, wishes=[wish("Anna: rohan"), wish("Ben: rohn"), wish("Anna: gondor")])
    assert refusal.value.lines() == (
        "There is no commander 'rohn'. Did you mean 'rohan'?",
        "Anna has two wishes. Keep one of them.",
    )


def test_a_seat_given_instead_is_never_one_that_a_later_wish_is_for(war: Scenario) -> None:
    wishes = [wish("Anna: gondor"), wish("Ben: gondor-fiefdoms"), wish("Cleo: fellowship")]
    seating = seats(war, 10, house=DEFAULT, wishes=wishes)
    assert {chair.name: chair.commands[0] for chair in seating.chairs if chair.name} == {
        "Anna": "gondor",
        "Ben": "rohan",
        "Cleo": "fellowship",
    }


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (["Anna: rohn"], "There is no commander 'rohn'. Did you mean 'rohan'?"),
        (["Anna: rohan", "Anna: gondor"], "Anna has two wishes. Keep one of them."),
        (
            ["Anna: rohan", "Ben: saruman", "Cleo: gondor"],
            "3 people have wishes and 2 play. Name as many as there are players, or seat more.",
        ),
    ],
)
def test_a_wish_that_cannot_be_is_refused(war: Scenario, wishes: list[str], said: str) -> None:
    with pytest.raises(Illegal) as refusal:
        seats(war, 2, house=DEFAULT, wishes=list(map(wish, wishes)))
    assert str(refusal.value) == said
