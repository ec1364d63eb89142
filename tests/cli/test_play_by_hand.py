"""By hand at the terminal: whole forces, groups of several, names, and the words they are told in."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Assistant, Run


@pytest.fixture
def play(assistant: Assistant) -> Assistant:
    """Commands typed into a game of ten that has begun."""
    assert assistant("campaign", "new", "Summer", "--players", 10, "--prefer", "Anna=rohan").code == 0

    def run(*typed: str) -> Run:
        return assistant("campaign", "play", "summer", typed="".join(f"{one}\n" for one in typed))

    return run


@pytest.mark.parametrize(
    "who", ["witch-king-42", "witch-king-42-gorbag", "all of gorbag", "all of witch-king-42-gorbag"]
)
def test_a_whole_force_is_set_right_at_one_word(play: Assistant, who: str) -> None:
    # SCN-S: Gorbag and 3 orcs at Cirith Ungol.
    out = play(f"adjust {who}: slain because the watchers fell upon them", "forces at cirith-ungol").out
    assert "By hand: Gorbag and 3 Orcs (Witch-king at Cirith Ungol) are eliminated" in out
    assert "Gorbag at" not in out.partition("> forces")[2]


def test_groups_of_two_forces_are_set_right_in_one_line(play: Assistant) -> None:
    out = play("adjust 2 orcs of gorbag, 3 orcs of witch-king: slain because of a cocked die").out
    assert "By hand: 5 Orcs (Witch-king at Cirith Ungol and Witch-king at Minas Morgul) are eliminated" in out


def test_several_of_one_force_are_named_before_it(play: Assistant) -> None:
    assert (
        "By hand: Gorbag and 2 Orcs (Witch-king at Cirith Ungol) are eliminated"
        in play("adjust gorbag, 2 orcs of gorbag: slain because x").out
    )


def test_a_number_of_a_kind_is_not_guessed_out_of_several_forces(play: Assistant) -> None:
    out = play("adjust 2 orcs: slain because x").out.partition("> adjust")[2]
    assert "'2 orcs' may be of any force of these: " in out
    assert "witch-king-42-gorbag (Gorbag at Cirith Ungol)" in out
    assert "Say of which: 2 orcs of khamul-" in out
    assert "By hand" not in out


def test_all_of_a_kind_are_set_right_in_a_force_or_everywhere(play: Assistant) -> None:
    out = play("adjust all orcs of gorbag: slain because x", "adjust all orcs: mounted because y").out
    assert "By hand: 3 Orcs (Witch-king at Cirith Ungol) are eliminated" in out
    assert re.search(r"By hand: \d\d Orcs \(of 5 forces\) are mounted", out)


@pytest.mark.parametrize("who", ["2 orcs of gorbag", "all orcs of gorbag", "all of gorbag"])
def test_figures_are_restored_in_the_words_that_removed_them(play: Assistant, who: str) -> None:
    out = play(f"adjust {who}: slain because x", f"adjust {who}: fit because I miscounted", "show gorbag").out
    slain, fit = out.partition("are eliminated")[0], out.partition(": fit because")[2]
    told = slain.rpartition("By hand: ")[2]
    assert told
    assert f"By hand: {told}are fit" in fit
    assert "Gorbag and 3 Orcs" in out.partition("> show gorbag")[2]


def test_the_dead_of_several_forces_are_not_guessed_between_either(play: Assistant) -> None:
    dead = ("adjust 2 orcs of gorbag: slain because x", "adjust 2 orcs of khamul: slain because x")
    out = play(*dead, "adjust 3 orcs: fit because y", "adjust 4 orcs: fit because y").out
    asked = out.partition("> adjust 3 orcs")[2].partition("> adjust 4")[0]
    assert "'3 orcs' may be of any force of these: " in asked
    assert "witch-king-42-gorbag (Gorbag at Cirith Ungol)" in asked
    assert "Minas Morgul" not in asked
    assert "By hand: 4 Orcs (" in out.partition("> adjust 4")[2]


def test_a_name_of_its_own_is_told_with_the_figure_it_is_given_to(play: Assistant) -> None:
    out = play("call orc-3 Snaga", "history 1", "undo").out
    assert out.count("Orc 3 is called Snaga") == 3


def test_who_has_a_name_of_its_own_is_set_right_by_it(play: Assistant) -> None:
    out = play("call orc-3 Snaga", "adjust snaga: slain because x", "show orc-3").out
    assert "By hand: Snaga (" in out
    assert "eliminated" in out.partition("> show orc-3")[2]


@pytest.mark.parametrize("name", ["Lurtz", "lurtz"])
def test_nobody_is_called_as_somebody_else_is(play: Assistant, name: str) -> None:
    assert "Somebody else is called Lurtz. Choose another name." in play(f"call orc-3 {name}").out


def test_an_undo_is_told_by_names(play: Assistant) -> None:
    assert "Sam bears the Ring. It is as if" in play("ring to sam", "undo").out


def test_what_cannot_move_says_why(play: Assistant) -> None:
    add = "add 1 trebuchet to gondor at minas-tirith because the club has one"
    out = play(add, "next anyway", "move trebuchet-1 to osgiliath").out
    assert "none." not in out.partition("> move")[2]
    assert "does not move (ABL-IMMOBILE)" in out


def test_who_was_just_put_off_is_not_placed_with_all_the_others(play: Assistant) -> None:
    out = play("part 1 because gone", "later gondor foot at minas", "place all anywhere", "may").out
    assert "Gondor: 1 Gondor Foot put off" in out
    assert "Gondor: 1 Gondor Foot at Minas Tirith" in out.partition("> may")[2]
    placed = out.partition("> place all")[2].partition("> may")[0]
    assert "Gondor: 1 Gondor Foot at Minas Tirith." not in placed


def test_all_of_something_else_places_nobody(play: Assistant) -> None:
    out = play("place all orcs", "history").out
    assert "'all orcs' is not understood: nobody is placed. Write `place all`, `place all anywhere`" in out
    assert "2. " not in out.partition("> history")[2]


def test_all_who_were_placed_at_one_word_are_taken_back_and_put_back_at_one(play: Assistant) -> None:
    # SCN: on the first turn thirteen have somebody to bring on.
    out = play("place all anywhere", "undo", "due", "redo", "due").out.partition("> undo")[2]
    assert ", and 12 more done with it. It is as if it had not been done." in out
    assert "Buhrdûr: 2 Orcs at Carn Dûm" in out.partition("> due")[2].partition("> redo")[0]
    assert ", and 12 more done with it. It counts again." in out
    assert "Orcs at" not in out.rpartition("> due")[2]


def test_one_of_those_placed_at_one_word_is_taken_back_alone(play: Assistant) -> None:
    out = play("place all anywhere", "undo 3 alone", "undo").out
    assert "done with it" not in out.partition("> undo 3 alone")[2].partition("> undo\n")[0]
    assert "done with it. It is as if" in out.partition("> undo\n")[2]


def test_whoever_waits_from_an_earlier_turn_says_from_which(play: Assistant) -> None:
    out = play("part 1 because gone", *["next anyway"] * 3, "due").out
    assert "Gondor: 1 Gondor Foot at Minas Tirith (since turn 1)" in out.partition("> due")[2]


def test_a_refusal_calls_everyone_by_name(play: Assistant) -> None:
    out = play("adjust eomer: slain because a fall", "ring to eomer", "put eomer at 3, 4 on south").out
    assert "Éomer is dead and bears nothing." in out
    assert "Éomer is not on the table." in out


def test_a_wrong_answer_is_told_what_can_be_typed_and_a_beginning_will_do(play: Assistant) -> None:
    frodo = "adjust frodo: at cirith-ungol because he is"
    result = play(frodo, "next anyway", "move gorbag to minas-morgul", "perhaps", "an")
    assert "'perhaps' is not offered here. Type 1 to 2, or how it begins." in result.err
    assert "has an enemy within 1 inch and stays" in result.out


def test_who_carries_is_asked_with_nobody_at_first_and_then_with_nobody_else(play: Assistant) -> None:
    there = "adjust aragorn, legolas, gimli: at bree because so"
    play(there, "adjust legolas: wounded because a fall", "next anyway")
    number = re.search(r"(\d+)\. .*Legolas lies wounded: who carries", play("due").out)
    assert number
    out = play(f"do {number[1]}", "aragorn", "nobody else").out
    assert re.findall(r"^  \d (Nobody.*)$", out, re.MULTILINE) == ["Nobody", "Nobody else"]


def test_a_fight_under_way_is_gone_on_with_by_its_number_or_by_the_word_alone(play: Assistant) -> None:
    out = play("fight 1", "quit", "due", "fight 1", "quit", "fight", "quit", "fight 1 without merry").out
    assert out.count("is something else on the list") == 0
    assert "is under way: who fights, and where, was said when it began." in out


def test_who_is_done_is_told_in_few_words(play: Assistant) -> None:
    out = play("next anyway", "done evil", "done rohan", "done all", "undone all").out
    assert "All of evil: done with movement of turn 1." in out
    assert "Everyone else: done with movement of turn 1." in out
    assert "Everyone: not done after all with movement of turn 1." in out


def test_what_comes_is_told_with_what_was_put_off_and_without_an_exchange_that_is_refused(
    play: Assistant,
) -> None:
    went = ("part 1 because gone", "later gondor foot at minas", "coming")
    coming = play(*went, "place uruk-hai instead", "coming").out.split("> coming")
    assert "Put off until turn 2:\n  Gondor: 1 Gondor Foot at Minas Tirith\n" in coming[1]
    assert "Saruman: 1 Uruk-hai at Isengard, or Uruk-hai Shaman instead" in coming[1]
    # There is a shaman of the Uruk-hai now.
    assert "Saruman: 1 Uruk-hai at Isengard\n" in coming[2]
    assert "Uruk-hai Shaman instead" not in coming[2]


def test_what_somebody_is_and_whose_or_where_needs_no_comma(play: Assistant) -> None:
    out = play("adjust frodo: captured under saruman because x", "adjust sam: wounded at bree because y").out
    assert "By hand: Frodo is captured, under Saruman" in out
    assert "By hand: Sam is wounded, at Bree" in out


def test_refusals_say_what_there_is_instead(play: Assistant) -> None:
    out = play("adjust sam: asleep because x", "move gondor-99 to osgiliath", "take moria by evil").out
    assert "regrouping, ready, at a place, in a force, under a commander." in out
    assert "There is no force 'gondor-99'. Like it are: gondor-14 (Denethor), gondor-15 (" in out
    assert "Evil holds Moria already, from the beginning. Nothing changes." in out


@pytest.mark.parametrize("way", ["fit", "healed", "unwounded", "alive", "restored", "Healed"])
def test_whoever_is_well_again_may_be_called_so_in_many_words(play: Assistant, way: str) -> None:
    out = play("adjust eomer: wounded because x", f"adjust eomer: {way} because y").out
    assert "By hand: Éomer is fit" in out.partition(f": {way} ")[2]


def test_who_is_on_a_horse_is_not_on_foot(play: Assistant) -> None:
    out = play("adjust eomer: on foot because x", "adjust eomer: on horse because y").out
    assert "By hand: Éomer is on foot" in out.partition("> adjust eomer: on horse")[0]
    assert "By hand: Éomer is mounted" in out.partition("> adjust eomer: on horse")[2]


@pytest.mark.parametrize(
    ("way", "says"), [("on hoof", "'on foot'"), ("unwoundet", "'unwounded'"), ("woundet", "'wounded'")]
)
def test_a_way_to_be_that_only_comes_near_is_proposed_and_not_done(
    play: Assistant, way: str, says: str
) -> None:
    out = play(f"adjust eomer: {way} because x").out
    assert f"There is no way to be '{way}'. Did you mean {says}?" in out
    assert "By hand" not in out


def test_the_reason_for_a_name_is_no_part_of_it_and_stands_in_the_history(play: Assistant) -> None:
    out = play("call orc-3 Snaga because he growls", "history 1").out
    assert "Orc 3 is called Snaga." in out
    assert "   Because: he growls" in out
    assert "Orc 3 is called Snaga, because: he growls  (" in out


def test_the_reason_for_handing_over_a_force_is_no_part_of_a_commanders_name(play: Assistant) -> None:
    out = play("give theodred to gondor because Anna asked", "history 1").out
    assert re.search(r"Théodred .*goes? to Gondor\.\n   Because: Anna asked", out)
    assert "to Gondor, because: Anna asked  (" in out


def test_the_reason_for_a_change_of_seats_is_no_part_of_a_players_name(play: Assistant) -> None:
    out = play("seat 1 Ann by hand because Zoe went home", "history 1", "seats").out
    assert "   Because: Zoe went home" in out
    assert re.search(r"Ann takes over from .*, because: Zoe went home  \(", out)
    assert "Ann because" not in out


def test_what_is_set_right_by_hand_says_why_in_the_history_and_by_itself(play: Assistant) -> None:
    out = play("adjust eomer: on foot because his horse is lame", "history 1", "deed 2", "deed 99").out
    assert "By hand: Éomer is on foot, because: his horse is lame  (" in out
    assert out.count("   Because: his horse is lame\n") == 2
    assert "There is no deed 99. `history` lists them." in out


def test_points_whose_title_says_why_do_not_say_it_twice(play: Assistant) -> None:
    assert "because: bold" not in play("points khamul +5 because bold", "history 1").out
