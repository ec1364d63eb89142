"""The chronicle in whole sentences: who it is about stands in each, and what came to nothing in none."""

from __future__ import annotations

import pytest

from assistant.campaign.chronicle import chronicle
from assistant.campaign.service import Service
from assistant.kernel.asking import Answer, Choose, Chosen, Request, Roll, Rolled
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive
from assistant.rules.deeds.battles import ReportedBattle, proposed
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.reporting import ReportedFight
from assistant.rules.game import RingOfPower
from assistant.rules.standing import awaited
from assistant.rules.world import Condition
from tests.campaign.games import Answerer, do, first_of_all, go_on

EREBOR = PlaceId("erebor")


def told(clerk: Service, campaign: Campaign) -> str:
    """The whole story of the turns so far."""
    return " ".join(one for chapter in chronicle(clerk, campaign).chapters for one in chapter.sentences)


def rolls(face: int) -> Answerer:
    def answer(request: Request) -> Answer:
        return Rolled((face,) * len(request.dice)) if isinstance(request, Roll) else first_of_all(request)

    return answer


@pytest.mark.rules("PPL-DENETHOR-04")
def test_despair_is_told_with_its_steward_and_a_steward_who_bears_up_is_no_news(
    clerk: Service, begun: Campaign
) -> None:
    do(clerk, begun, Heed("despairing denethor@1"), answers=rolls(3))
    assert "bears up" not in told(clerk, begun)
    go_on(clerk, begun, 3)
    do(clerk, begun, Heed("despairing denethor@2"), answers=rolls(1))
    assert "Denethor despairs, and no force of Gondor at Minas Tirith moves this turn." in told(clerk, begun)


@pytest.mark.rules("FEL-07")
def test_where_the_victors_of_amon_hen_went_with_their_captives_is_told(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    ends: dict[str, Condition] = {"boromir": "eliminated", "merry": "captured", "pippin": "captured"}
    setup = proposed(war.kit, clerk.world(begun), clerk.world(begun).war.contacts["opening-1"])
    fight = ReportedFight(setup, {FigureId(one): how for one, how in ends.items()}, winner="evil")

    def off(request: Request) -> Answer:
        is_way = isinstance(request, Choose) and "fangorn" in request.options
        return Chosen("fangorn") if is_way else first_of_all(request)

    do(clerk, begun, ReportedBattle("opening-1", fight), answers=off)
    assert "Lurtz is off to Fangorn with Merry and Pippin." in told(clerk, begun)


def test_whoever_mounts_what_came_for_them_is_named_once(
    clerk: Service, begun: Campaign, war: RingOfPower
) -> None:
    while not (beasts := [one for one in awaited(war.kit, clerk.world(begun)) if not one.due.figures]):
        go_on(clerk, begun)
    do(clerk, begun, Arrive(beasts[0].key))
    story = told(clerk, begun)
    assert "mounts a fell beast." in story
    assert "Khamûl: Khamûl" not in story
    assert "Witch-king: Witch-king" not in story


def test_a_place_that_nobody_holds_falls_to_nobody(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, TakePlace(EREBOR, "uncontrolled"))
    assert "Nobody holds Erebor (Lonely Mountain) any longer." in told(clerk, begun)
    assert "uncontrolled" not in told(clerk, begun)


@pytest.mark.parametrize(
    ("lord", "sentence"),
    [
        ("dwarves", "Dwarves and Men of Dale take Erebor (Lonely Mountain)."),
        ("high-elves", "High Elves take Erebor (Lonely Mountain)."),
        ("gondor", "Gondor takes Erebor (Lonely Mountain)."),
        ("fellowship", "Fellowship of the Ring takes Erebor (Lonely Mountain)."),
    ],
)
def test_whoever_takes_a_place_is_one_or_several_as_the_name_says(
    clerk: Service, begun: Campaign, lord: str, sentence: str
) -> None:
    do(clerk, begun, TakePlace(EREBOR, "evil", (CommanderId("khamul"),)))
    do(clerk, begun, TakePlace(EREBOR, "good", (CommanderId(lord),)))
    assert "Khamûl takes Erebor (Lonely Mountain)." in told(clerk, begun)
    assert sentence in told(clerk, begun)
