"""The game master's word: a fight entered as it came out, a result overruled, and both undone."""

from __future__ import annotations

import pytest

from assistant.campaign import history
from assistant.campaign.accounts import accounts
from assistant.campaign.chronicle import chronicle
from assistant.campaign.corrections import overrule, report
from assistant.campaign.replay import replay
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Allocate, Allocated, Answer, Choose, Chosen, Roll, Rolled
from assistant.kernel.errors import AssistantError, Illegal, Stale
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Entry
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.deeds.ruling import Ruling
from assistant.rules.game import RingOfPower
from assistant.rules.table_word.facts import Correction
from tests.campaign.deeds import declared, fight, triumph

EOMER, ORC, TWO = FigureId("eomer"), FigureId("o"), FigureId("o2")


def reported(game: RingOfPower) -> ReportedFight:
    """Éomer was wounded and unhorsed; one orc of two was slain, the other goes back."""
    setup = declared(game, "eomer:eomer", "o:orc o2:orc")
    return ReportedFight(setup, {EOMER: "wounded", ORC: "eliminated"}, (EOMER,), "good", "evil")


def enter(service: Service, campaign: Campaign, game: RingOfPower) -> Entry:
    return report(service, campaign, reported(game), actor="gm", key="report")


def test_a_reported_fight_is_recorded_as_it_came_out(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    entry = enter(service, campaign, game)
    world = service.world(campaign)
    assert entry.title == "Éomer against 2 Orcs, as reported"
    assert (world.figures[EOMER].condition, world.figures[EOMER].mounted) == ("wounded", False)
    assert world.figures[ORC].condition == "eliminated"
    assert (world.figures[TWO].condition, world.figures[TWO].regrouping) == ("fit", True)
    assert world.fights == 1


def test_a_reported_fight_is_told_and_comes_out_the_same_again(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    enter(service, campaign, game)
    (told,) = accounts(service, campaign)
    assert told.account.story(game.book) == (
        "Éomer met two Orcs.",
        "Good lost nobody outright; Éomer was wounded.",
        "Evil lost one Orc.",
        "Good won.",
        "Evil retreated a full move with one Orc.",
    )
    assert [again.difference for again in replay(service, campaign)] == [None]


def test_a_reported_fight_is_undone_as_if_it_had_not_been(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    before = service.world(campaign)
    enter(service, campaign, game)
    history.undo(service, campaign, None, actor="gm", key="undo")
    assert service.world(campaign) == before


def test_the_same_key_enters_a_fight_once(service: Service, campaign: Campaign, game: RingOfPower) -> None:
    assert enter(service, campaign, game) == enter(service, campaign, game)


def test_everything_wrong_with_a_report_is_told_at_once(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    setup = declared(game, "eomer:eomer", "o:orc")
    wrong = ReportedFight(setup, {FigureId("nobody"): "wounded"}, (ORC,), "good", "good", walls_fell=True)
    with pytest.raises(AssistantError) as refused:
        report(service, campaign, wrong, actor="gm", key="k")
    said = "\n".join(refused.value.lines())
    for words in ("nobody is named", "o was on foot", "the beaten side retreats", "Walls fall only"):
        assert words in said


def test_a_figure_that_cannot_fight_cannot_have_fought(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    enter(service, campaign, game)
    again = ReportedFight(declared(game, "eomer:eomer", "x:orc"), winner="good")
    with pytest.raises(Illegal, match="eomer is wounded and cannot fight"):
        report(service, campaign, again, actor="gm", key="again")


def rule(service: Service, campaign: Campaign, ruling: Ruling, key: str = "rule") -> Entry:
    return overrule(service, campaign, ruling, actor="gm", key=key)


SPARED = Ruling("the die was cocked", (Correction(EOMER, "fit", mounted=True),), 1)


def test_a_ruling_changes_the_figures_and_stands_in_the_history_and_the_story(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    enter(service, campaign, game)
    entry = rule(service, campaign, SPARED)
    eomer = service.world(campaign).figures[EOMER]
    assert (eomer.condition, eomer.mounted) == ("fit", True)
    assert entry.title == "Ruling on deed 1: Éomer is fit and mounted (the die was cocked)"
    (told,) = accounts(service, campaign)
    assert told.account.story(game.book)[-1] == (
        "The game master ruled otherwise: Éomer is fit and mounted (the die was cocked)."
    )


def test_the_chronicle_tells_a_ruling_on_a_fight_once(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    enter(service, campaign, game)
    rule(service, campaign, SPARED)
    lines = " ".join(chronicle(service, campaign).lines())
    assert lines.count("Éomer is fit and mounted (the die was cocked)") == 1
    assert "The game master ruled otherwise: Éomer is fit and mounted" in lines


def test_a_ruling_is_undone_and_the_story_forgets_it(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    enter(service, campaign, game)
    before = service.world(campaign)
    rule(service, campaign, SPARED)
    history.undo(service, campaign, None, actor="gm", key="undo")
    assert service.world(campaign) == before
    (told,) = accounts(service, campaign)
    assert not any("ruled" in sentence for sentence in told.account.story(game.book))


def test_a_fight_stays_while_a_ruling_stands_on_it(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    enter(service, campaign, game)
    rule(service, campaign, Ruling("nobody saw it", (), 1, "draw"))
    with pytest.raises(Illegal, match="Undo deed 2 first"):
        history.undo(service, campaign, 1, actor="gm", key="undo")


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        (Ruling("  ", (Correction(EOMER, "fit"),), 1), "needs a reason"),
        (Ruling("x" * 501, (Correction(EOMER, "fit"),), 1), "500 letters at most"),
        (Ruling("because", (), 1), "changes something"),
        (Ruling("because", (Correction(FigureId("bilbo"), "fit"),)), "no figure 'bilbo'"),
        (Ruling("because", (Correction(FigureId("bilbo"), "fit"),), 1), "bilbo did not take part in deed 1"),
        (Ruling("because", (Correction(EOMER, "fit"),), 9), "no deed 9"),
        (Ruling("because", (), None, "draw"), "Which fight"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(
    service: Service, campaign: Campaign, game: RingOfPower, ruling: Ruling, said: str
) -> None:
    enter(service, campaign, game)
    with pytest.raises(AssistantError, match=said):
        rule(service, campaign, ruling)
    assert service.ledger.campaign(campaign.id).head == 1


def test_a_figure_in_a_fight_under_way_is_not_ruled_upon(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    enter(service, campaign, game)
    rule(service, campaign, SPARED)
    service.begin(campaign, "fight", fight(game, "eomer:eomer", "x:orc"), actor="gm", key="open")
    with pytest.raises(Illegal, match=r'Éomer is still needed in ".*", which is not over'):
        rule(service, campaign, Ruling("because", (Correction(EOMER, "wounded"),)), "second")


# ---- taking back, with several commanders at one fight ---------------------------------------------------


def any_answer(at: Open, face: int = 1) -> Answer:
    match at.request:
        case Roll():
            return Rolled((face,) * len(at.request.dice))
        case Choose():
            return Chosen(at.request.options[0])
        case Allocate():
            return Allocated(at.request.proposal)


def begun(service: Service, campaign: Campaign, game: RingOfPower) -> Open:
    at = service.begin(campaign, "fight", fight(game, "eomer:eomer", "o:orc"), actor="gm", key="f")
    assert isinstance(at, Open)
    return at


def on(service: Service, at: Open, face: int = 1) -> Open:
    after = service.answer(at.id, at.step, any_answer(at, face), revision=at.revision)
    assert isinstance(after, Open)
    return after


def test_an_answer_to_a_question_that_was_taken_back_is_refused_even_at_the_same_step(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    first = begun(service, campaign, game)
    seen_by_evil = on(service, first, face=1)
    # Meanwhile good takes its roll back and rolls anew: the same step, but another fight.
    back = service.take_back(first.id, revision=seen_by_evil.revision)
    now = on(service, back, face=6)
    assert (now.step, now.request.seat) == (seen_by_evil.step, seen_by_evil.request.seat)
    with pytest.raises(Stale):
        service.answer(first.id, seen_by_evil.step, any_answer(seen_by_evil), revision=seen_by_evil.revision)
    assert service.resume(first.id) == now


def test_two_who_take_back_at_once_take_back_one_step(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    first = begun(service, campaign, game)
    second = on(service, first, face=6)
    third = on(service, second, face=6)
    assert service.take_back(first.id, revision=third.revision).step == second.step
    with pytest.raises(Stale):
        service.take_back(first.id, revision=third.revision)
    assert service.resume(first.id).step == second.step


def test_a_step_taken_back_and_answered_the_same_ends_the_same(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    at: Open | Entry = begun(service, campaign, game)
    while isinstance(at, Open):
        step, revision = at.step, at.revision
        at = service.answer(at.id, step, triumph("good")(at.request), revision=revision)
        if isinstance(at, Open):
            again = service.take_back(at.id)
            at = service.answer(again.id, again.step, triumph("good")(again.request))
    straight = service.new("Other", {}, key="other")
    setup = fight(game, "eomer:eomer", "o:orc")
    entry = service.record(straight, "fight", setup, triumph("good"), actor="gm", key="straight")
    assert at.facts == entry.facts
