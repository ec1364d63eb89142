"""Four kinds of refusal, and what is shown of them."""

from __future__ import annotations

import pytest

from assistant.kernel.errors import (
    AssistantError,
    BadPack,
    Fault,
    Illegal,
    Malformed,
    ReplayDiverged,
    Stale,
)


def test_without_faults_the_sentence_and_what_to_do_are_one_line() -> None:
    assert Illegal("x", "You may not.", do="Do this.").lines() == ("You may not. Do this.",)
    assert Illegal("x", "You may not.").lines() == ("You may not.",)


def test_with_faults_each_has_its_line_and_the_sentence_is_left_out() -> None:
    refused = BadPack(
        "bad-pack",
        "There are faults.",
        faults=[Fault("a.toml", "orc.dice", "a word", "a number"), Fault("", "", "nothing there")],
    )
    assert refused.lines() == ("a.toml: orc.dice: a word; a number", "nothing there")


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (Fault("f", "at", "wrong", "right"), "f: at: wrong; right"),
        (Fault("f", "", "wrong"), "f: wrong"),
        (Fault("", "at", "wrong", "right"), "at: wrong; right"),
        (Fault("", "", "wrong"), "wrong"),
    ],
)
def test_a_fault_says_where_what_is_wrong_and_what_would_be_right(fault: Fault, line: str) -> None:
    assert str(fault) == line


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [(Malformed, "malformed"), (Illegal, "illegal"), (Stale, "stale"), (BadPack, "bad-pack")],
)
def test_each_kind_has_its_name_and_keeps_code_and_sentence(refusal: type[AssistantError], kind: str) -> None:
    raised = refusal("a-code", "A sentence.", do="A deed.")
    assert (raised.kind, raised.code, raised.sentence, raised.do) == (
        kind,
        "a-code",
        "A sentence.",
        "A deed.",
    )


def test_a_divergence_names_its_step_and_is_stale() -> None:
    diverged = ReplayDiverged(4, "once asked this.")
    assert (diverged.kind, diverged.code, diverged.step) == ("stale", "replay-diverged", 4)
    assert "Step 4: once asked this." in str(diverged)
