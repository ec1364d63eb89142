"""What a game master types is done as it is meant, and what is not meant is not done."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Assistant, Run


@pytest.fixture
def play(assistant: Assistant) -> Assistant:
    """Commands typed into a game of ten that has begun."""
    assert assistant("campaign", "new", "Summer", "--players", 10).code == 0

    def run(*typed: str) -> Run:
        return assistant("campaign", "play", "summer", typed="".join(f"{line}\n" for line in typed))

    return run


def declaring(play: Assistant) -> str:
    """The number under which Saruman's war stands on the list of what is possible."""
    line = next(one for one in play("may").out.splitlines() if "may declare the War of Saruman" in one)
    return line.split(".")[0].strip()


def test_a_number_that_was_not_on_the_screen_does_nothing(play: Assistant) -> None:
    number = declaring(play)
    out = play(number).out
    assert f"Number {number} was not on the screen, so nothing is done. `may` shows it" in out
    assert "War of Saruman" not in play("history").out


def test_a_number_that_was_shown_is_seen_to(play: Assistant) -> None:
    number = declaring(play)
    assert "Saruman declares the War of Saruman" in play("may", number, "history").out


def test_words_that_fit_several_lines_of_the_list_are_answered_with_their_numbers(play: Assistant) -> None:
    out = play("place orcs", "place 11").out
    assert "'orcs' may be any thing of these: 9. Buhrdûr: 2 Orcs at Carn Dûm; 10. Mouth of Sauron: 2" in out
    assert "2. Witch-king: 2 Orcs at Minas Morgul." in out.partition("> place 11")[2]


def test_a_captive_is_shown_as_such_and_not_by_the_force_once_called_after_him(
    play: Assistant,
) -> None:
    taken = "adjust frodo: captured, under saruman because he was carried off"
    out = play(taken, "show frodo").out.partition("> show frodo")[2]
    assert "frodo: Frodo of good" in out
    assert "Captive of Saruman" in out
    assert "  Bears the Ring" in out
    assert "fellowship-" not in out


def test_a_force_is_shown_with_the_captives_whom_it_leads_away(play: Assistant) -> None:
    taken = "adjust merry: captured, under saruman, in saruman-40-lurtz because he was carried off"
    assert "  Leads away Merry" in play(taken, "show lurtz").out
    shown = play("show merry").out
    assert "  Captive of Saruman, led away by Lurtz at Amon Hen" in shown


def test_a_commander_is_shown_with_player_and_forces_and_points_only_if_he_earns_any(play: Assistant) -> None:
    good = play("show dwarves").out.partition("> show dwarves")[2]
    assert "Dwarves and Men of Dale of good, played by Player" in good
    assert "at Erebor" in good
    assert "status points" not in good
    assert "Sulladan: 0 status points" in play("show sulladan").out


def test_points_without_a_reason_are_asked_for_one_instead_of_being_dropped(play: Assistant) -> None:
    out = play("points saruman +5", "points saruman -3", "points saruman").out
    assert out.count("Say why. End it with: because ...") == 2
    assert "Saruman: 0 status points" in out.partition("> points saruman\n")[2]


@pytest.mark.rules("STA-11")
def test_who_is_no_minion_has_no_points_to_correct(play: Assistant) -> None:
    out = play("points rohan +5 because they rode well").out
    assert "Rohan earns no status points: only the minions of evil do (STA-11). Name a minion." in out


def test_the_ring_goes_elsewhere_only_with_a_reason(play: Assistant) -> None:
    by_word = "ring to merry because Frodo called him over"
    out = play("ring to merry", "ring to orc-3", by_word, "show ring").out
    assert "Merry is at Amon Hen, and Frodo, who bears the Ring, at East bank of the Anduin" in out
    assert "Evil may not handle the Ring: it must carry off the ringbearer (HUN-01). Say why" in out
    assert "Because: Frodo called him over" in out
    assert "Merry" in out.partition("> show ring")[2]


def test_a_captive_destroys_the_ring_only_with_a_reason(play: Assistant) -> None:
    led = ("adjust frodo: captured under witch-king because taken", "adjust frodo: in witch-king because led")
    there = "adjust witch-king, frodo: at cracks-of-doom because they pass by"
    out = play(*led, there, "ring destroyed", "ring destroyed because he leapt").out
    assert "Frodo bears the Ring and is captive: no captive throws it into the fire (HUN-01)." in out
    assert "Because: he leapt" in out
    assert "Victory: Good wins" in out


def test_whoever_is_asked_is_called_by_name(play: Assistant) -> None:
    lured = "adjust faramir: at minas-morgul because he was lured"
    out = play(lured, "next anyway", "move witch-king-41 to osgiliath", "1").out
    assert "\nWitch-king: Witch-king would move, and Faramir is near" in out


@pytest.mark.rules("MOV-13")
def test_a_move_that_an_enemy_held_back_stands_in_history_as_what_it_was(play: Assistant) -> None:
    came = "adjust lurtz: at ithilien because he ran far"
    out = play(came, "next anyway", "move faramir to osgiliath", "pinned", "history").out
    told = out.partition("> history")[2]
    assert "Faramir stays at Ithilien" in told
    assert "to Osgiliath" not in told


def test_a_way_to_roll_that_there_is_not_is_no_part_of_a_name(play: Assistant) -> None:
    out = play("seat seat-1 Ann by foot", "seat seat-1 Ann by hand", "seats").out
    assert "There is no way to roll 'foot'" in out
    assert "Ann by foot" not in out.partition("> seats")[2]
    assert "seat-1: Ann of" in out.partition("> seats")[2]


def test_whoever_is_done_is_not_done_a_second_time(play: Assistant) -> None:
    out = play("next anyway", "done Player 3", "done Player 3", "history").out
    assert "They are done with this phase already. `undone` takes it back." in out
    assert out.partition("> history")[2].count(": done with movement") == 1


def test_one_point_is_one_point(play: Assistant) -> None:
    out = play("points saruman +1 because he asked", "points saruman -2 because he boasted").out
    assert "Saruman: +1 status point, he asked" in out
    assert "Saruman: -2 status points, he boasted" in out


def test_one_point_is_one_point_in_the_chronicle_too(play: Assistant) -> None:
    assert "Saruman: 1 status point.\n" in play("points saruman +1 because he asked", "chronicle").out


def test_a_refusal_is_a_whole_sentence(play: Assistant) -> None:
    out = play("adjust gandalf-the-white: wounded because of a fall").out
    assert "\nGandalf the White is not in play; name those who are.\n" in out


def test_one_arrival_is_not_several(play: Assistant) -> None:
    out = play("place all anywhere", "undo 14 alone", "next anyway").out
    assert "  1 arrival waits; `due` lists it.\n" in out.partition("> next")[2]


def test_what_stands_in_the_way_of_an_undo_is_told_apart_from_others_of_its_kind(play: Assistant) -> None:
    out = play("adjust orc-3: mounted because x", "adjust orc-3: slain because y", "undo 2").out
    assert "came later and changed Orc 3. Undo deed 3 first." in out.partition("> undo 2")[2]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("undeclare war-of-saruman by saruman", "`undo` takes a deed back; `help` lists the commands."),
        ("unmeet theodred and saruman at isengard", "`undo` takes a deed back"),
        ("recall eomer Bold", "Did you mean `call`? `help` lists them."),
        ("remove eomer to isengard", "Did you mean `move`?"),
        ("declaer war-of-saruman by saruman", "Did you mean `declare`?"),
    ],
)
def test_a_word_that_only_comes_near_a_command_is_proposed_and_not_obeyed(
    play: Assistant, typed: str, says: str
) -> None:
    out = play(typed, "history").out
    assert f"'{typed.split()[0]}' is no command here. {says}" in out
    assert "2. " not in out.partition("> history")[2]


@pytest.mark.parametrize("word", ["unmute", "unsilence"])
def test_a_reminder_that_was_silenced_is_switched_on_by_the_opposite_word(play: Assistant, word: str) -> None:
    out = play("silence healing", f"{word} healing").out.partition(f"> {word}")[2]
    assert 'The reminder "The wounded recover" is on.' in out


def test_the_reminders_that_are_off_are_listed_with_how_to_switch_them_on(play: Assistant) -> None:
    out = play("remind", "silence healing", "remind", "remind healing", "remind").out
    first, then, last = (out.split("> remind\n")[at] for at in (1, 2, 3))
    assert first.startswith("All reminders are on.\n")
    assert "These reminders are off:\n  The wounded recover; `remind healing` switches it on again\n" in then
    assert last.startswith("All reminders are on.\n")


def test_a_reminder_is_silenced_by_the_words_in_which_the_list_tells_it(play: Assistant) -> None:
    out = play("silence denethor", "silence nobody at all").out
    assert "Gondor: Denethor may despair" in out
    assert 'The reminder "A steward despairs" is off.' in out
    assert "There is no kind of reminder 'nobody at all'." in out


def test_the_clock_tells_of_the_day_and_of_the_turn_that_was_asked_for(assistant: Assistant) -> None:
    assert assistant("campaign", "new", "Summer", "--players", 10).code == 0
    typed = (
        "clock 18",
        "next anyway",
        "next anyway",
        "next anyway",
        "clock 18",
        "clock 1",
        "clock soon",
        "clock 101",
    )
    out = assistant("campaign", "play", "summer", typed="".join(f"{one}\n" for one in typed)).out
    first, then, past, odd, beyond = (out.split("> clock ")[at] for at in (1, 2, 3, 4, 5))
    assert re.search(
        r"Turn 1 began at \d\d:\d\d, 0 minutes of it played; today since \d\d:\d\d, played 0 minutes", first
    )
    assert "How long a turn takes is known after the first." in first
    assert re.search(r"at this pace turn 2 ends at \d\d:\d\d.* and turn 18 ends at \d\d:\d\d", then)
    assert "Turn 1 is over." in past
    assert "'soon' is no turn." in odd
    assert "The turn record ends with turn 100." in beyond


def test_the_last_turn_of_the_day_is_said_and_left_open_again(play: Assistant) -> None:
    out = play(
        "last-turn 18", "last-turn 18", "last-turn 101", "last-turn open", "last-turn", "last-turn soon"
    ).out
    assert "Turn 18 is to be the last\n" in out.replace(".\n", "\n")
    assert "Turn 18 is to be the last already." in out
    assert "Turn 101 cannot be the last: it is turn 1 now, and the turn record ends with turn 100." in out
    assert "The end of the day is open" in out
    assert "Write it like: last-turn 18" in out
    assert "'soon' is no turn." in out


@pytest.mark.parametrize("nobody", ["draw", "nobody", "none", "tie"])
def test_a_fight_that_nobody_won_is_reported_in_any_word_for_it(play: Assistant, nobody: str) -> None:
    out = play(f"report 1 winner {nobody}", "help report").out
    assert "Nobody won." in out
    assert "`winner draw` if nobody won" in " ".join(out.partition("> help report")[2].split())


def test_who_declares_a_power_is_told_how_it_is_used(play: Assistant) -> None:
    out = play("declare creeping darkness", "declare creeping flowers").out
    assert "There is no event 'creeping darkness'. It is a power: `use creeping-darkness`." in out
    assert "There is no event 'creeping flowers'. Choose one of:" in out


@pytest.mark.parametrize("words", ["place all", "place all anywhere"])
def test_where_nobody_is_left_to_be_placed_that_is_said(play: Assistant, words: str) -> None:
    assert "Nobody is waiting to be placed." in play("place all anywhere", words).out
    assert "Nobody is waiting" not in play("undo", "place all anywhere").out
    put_off = play("undo", "later orcs at black gate", "place all anywhere", words).out
    assert "Whoever still waits is put off or shut out; `due` lists them." in put_off


def test_that_nobody_holds_a_place_is_said_too(play: Assistant) -> None:
    out = play("take helms-deep by nobody", "take helms-deep by nobody").out
    assert "Nobody holds Helm's Deep." in out
    assert "Nobody holds Helm's Deep already, since turn 1." in out
    assert "There is no" not in out


def test_a_fleet_that_cannot_wait_is_named_on_every_screen_and_placed_by_its_number(play: Assistant) -> None:
    # NAV-03, line 610: it lands on the turn it comes, or is lost; all others may wait and are counted.
    play("part 1 because they slipped away", "adjust all of lurtz: at isengard because they went home")
    play(*["next anyway"] * 4, "declare war-of-the-ring by mouth of sauron")
    screen = play("where").out.partition("> where")[2]
    (fleet,) = (line for line in screen.splitlines() if " by sea " in line)
    assert "Sulladan: Corsair Captain, Corsair Bosun and 24 Corsairs by sea (they land" in fleet
    assert "arrivals wait; `due` lists them." in screen
    assert "Orcs" not in screen
    number = fleet.split(".")[0].strip()
    assert "was not on the screen" not in play(f"place {number} at pelargir").out
