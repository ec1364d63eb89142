"""A procedure is run again from its answers; that is the whole machine."""

from __future__ import annotations

import pytest

from assistant.kernel.asking import Allocated, Answer, Choose, Chosen, Request, Roll, Rolled, fingerprint
from assistant.kernel.errors import Illegal, Malformed, ReplayDiverged, Stale
from assistant.kernel.procedure import Desk, Done, Procedure, Run, Waiting, advance, play
from tests.kernel.ways import RED, Blank, keep, outing, stroll

ANSWERS: tuple[Answer, ...] = (Rolled((2, 5)), Chosen("south"), Allocated(("b", "a")))
MARKS = ("roll red weather 2", "choose red way 2", "allocate red packs 2")


def answerer(request: Request) -> Answer:
    """Gives the answers above, whoever asks."""
    return next(answer for mark, answer in zip(MARKS, ANSWERS, strict=True) if mark == fingerprint(request))


def test_without_answers_it_stands_at_the_first_question() -> None:
    at = advance(outing, Blank(), keep, [])
    assert isinstance(at, Waiting)
    assert (at.step, at.facts, at.log) == (0, (), ())
    assert isinstance(at.request, Roll)


def test_it_stops_where_an_answer_is_missing_with_the_facts_so_far() -> None:
    at = advance(outing, Blank(), keep, ANSWERS[:1])
    assert isinstance(at, Waiting)
    assert (at.step, at.facts, at.log) == (1, ("rolled 7",), ("The weather is 7.",))
    assert isinstance(at.request, Choose)


def test_with_all_answers_it_is_done_and_the_world_was_changed_by_facts_alone() -> None:
    at = advance(outing, Blank(("once",)), keep, ANSWERS)
    assert at == Done(
        "once rolled 7 went south b carries the tent",
        ("rolled 7", "went south", "b carries the tent"),
        ("The weather is 7.", "They go south.", "They are off."),
    )


def test_a_run_leaves_the_world_it_began_in_as_it_was() -> None:
    world = Blank()
    advance(outing, world, keep, ANSWERS)
    assert world == Blank()


def test_played_in_one_go_it_comes_out_as_advanced_step_by_step() -> None:
    played = play(outing, Blank(), keep, answerer)
    assert played.done == advance(outing, Blank(), keep, ANSWERS)
    assert played.answers == ANSWERS
    assert tuple(map(fingerprint, played.requests)) == MARKS


def test_each_question_of_a_play_is_the_one_its_answers_lead_to() -> None:
    played = play(outing, Blank(), keep, answerer)
    for step, request in enumerate(played.requests):
        at = advance(outing, Blank(), keep, played.answers[:step])
        assert isinstance(at, Waiting)
        assert at.request == request
        assert at.facts == played.done.facts[: len(at.facts)]


def test_what_asks_nothing_is_done_at_once() -> None:
    assert advance(stroll, Blank(), keep, []) == Done(1, ("strolled",), ())
    assert play(stroll, Blank(), keep, answerer).requests == ()


def test_answers_left_over_are_a_divergence_at_the_step_after_the_last_question() -> None:
    with pytest.raises(ReplayDiverged, match="2 answers are left over") as caught:
        advance(outing, Blank(), keep, [*ANSWERS, Chosen("south"), Chosen("north")])
    assert caught.value.step == 3


def test_answers_to_what_asks_nothing_are_left_over() -> None:
    with pytest.raises(ReplayDiverged) as caught:
        advance(stroll, Blank(), keep, [Chosen("north")])
    assert caught.value.step == 0


@pytest.mark.parametrize("step", [0, 1, 2])
def test_a_question_that_was_once_another_is_a_divergence_at_its_step(step: int) -> None:
    marks = [*MARKS]
    marks[step] = "roll blue weather 2"
    with pytest.raises(ReplayDiverged, match="once asked 'roll blue weather 2'") as caught:
        advance(outing, Blank(), keep, ANSWERS, marks)
    assert caught.value.step == step
    assert isinstance(caught.value, Stale)


def test_the_marks_of_the_same_questions_are_no_divergence() -> None:
    assert isinstance(advance(outing, Blank(), keep, ANSWERS, MARKS), Done)


def test_a_changed_question_is_told_before_its_old_answer_is_judged() -> None:
    with pytest.raises(ReplayDiverged):
        advance(outing, Blank(), keep, [Rolled((1, 2, 3))], ["roll red weather 3"])


def test_an_answer_that_was_accepted_once_and_is_refused_now_is_a_divergence() -> None:
    with pytest.raises(ReplayDiverged, match="the answer no longer fits") as caught:
        advance(outing, Blank(), keep, [Rolled((1,))], MARKS[:1])
    assert caught.value.step == 0


def test_an_illegal_answer_stops_an_advance_and_a_play() -> None:
    with pytest.raises(Malformed, match="2 dice"):
        advance(outing, Blank(), keep, [Rolled((1,))])
    with pytest.raises(Illegal, match="not offered"):
        play(outing, Blank(), keep, lambda request: Chosen("up") if request.kind == "choose" else ANSWERS[0])


def test_no_dice_are_no_question() -> None:
    def start(desk: Desk[Blank, str]) -> Procedure[tuple[int, ...]]:
        return (yield from desk.roll(RED, "attack", "", []))

    assert advance(start, Blank(), keep, []) == Done((), (), ())


def test_a_run_that_goes_on_answer_by_answer_stands_where_one_from_the_start_would() -> None:
    run = Run(outing, Blank(), keep)
    for step in range(len(ANSWERS) + 1):
        run.feed(ANSWERS[:step])
        assert run.stand() == advance(outing, Blank(), keep, ANSWERS[:step])
    assert run.has_come_by(ANSWERS)
    assert not run.has_come_by(ANSWERS[:-1])
