"""Who may fight in a campaign: the busy, the fallen, the wounded and the unhorsed, and what is refused."""

from __future__ import annotations

import pytest

from assistant.campaign.service import Service
from assistant.kernel.asking import Answer, Request, Rolled
from assistant.kernel.codec import Json
from assistant.kernel.errors import AssistantError, Illegal
from assistant.ledger.records import Campaign
from assistant.rules.game import RingOfPower
from tests.campaign.deeds import begun, fight, finish, peace, triumph


@pytest.mark.parametrize("shared", ["eomer:eomer", "r:rider-of-rohan"])
def test_a_second_fight_that_needs_a_busy_figure_is_refused_and_names_it(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json, shared: str
) -> None:
    begun(service, campaign, skirmish)
    setup = fight(game, shared, "o3:orc")
    name = shared.split(":")[0]
    with pytest.raises(Illegal, match=name) as caught:
        service.begin(campaign, "fight", setup, actor="gm", key="second")
    assert caught.value.code == "held"
    with pytest.raises(Illegal, match=name):
        service.record(campaign, "fight", setup, peace, actor="gm", key="third")


def test_two_fights_of_different_figures_go_on_side_by_side(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    first = begun(service, campaign, skirmish)
    second = begun(service, campaign, fight(game, "theoden:theoden", "o3:orc"), key="second")
    assert finish(service, second).seq == 1
    assert service.resume(first.id) == first
    assert finish(service, first).seq == 2
    assert len(service.world(campaign).figures) == 6


def test_the_fallen_cannot_fight_again(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    service.record(campaign, "fight", skirmish, triumph("good"), actor="gm", key="first")
    with pytest.raises(Illegal, match="o1 is eliminated and cannot fight") as caught:
        service.begin(campaign, "fight", fight(game, "eomer:eomer", "o1:orc"), actor="gm", key="second")
    assert caught.value.code == "cannot-fight"
    assert service.ledger.pendings(campaign.id) == ()


def test_a_wounded_hero_cannot_fight_again(service: Service, campaign: Campaign, game: RingOfPower) -> None:
    service.record(
        campaign,
        "fight",
        fight(game, "haldir:haldir", "t:troll"),
        triumph("evil"),
        actor="gm",
        key="first",
    )
    with pytest.raises(Illegal, match="haldir is wounded"):
        service.begin(campaign, "fight", fight(game, "haldir:haldir", "o:orc"), actor="gm", key="second")


def test_a_rider_unhorsed_comes_to_the_next_fight_on_foot(
    service: Service, campaign: Campaign, game: RingOfPower
) -> None:
    setup = fight(game, "r:rider-of-rohan", "o1:orc o2:orc")
    unhorsed = fight(game, "r:rider-of-rohan", "o3:uruk-hai")

    def one_blow(request: Request) -> Answer:
        if request.kind == "roll" and request.purpose == "attack" and request.seat == "evil":
            return Rolled((6, 1))
        return peace(request)

    service.record(campaign, "fight", setup, one_blow, actor="gm", key="first")
    assert service.world(campaign).figures["r"].mounted is False
    opened = begun(service, campaign, unhorsed, key="second")
    assert opened.request.kind == "roll"
    assert len(opened.request.dice) == 1


def test_an_id_that_is_someone_else_is_refused(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    service.record(campaign, "fight", skirmish, peace, actor="gm", key="first")
    with pytest.raises(Illegal, match="r is already on the table as rider-of-rohan of good") as caught:
        service.begin(campaign, "fight", fight(game, "r:eowyn", "o3:orc"), actor="gm", key="second")
    assert caught.value.code == "another-figure"


@pytest.mark.parametrize(
    ("kind", "setup"),
    [
        ("dance", {}),
        ("fight", None),
        ("fight", {}),
        ("fight", {"good": 1, "evil": 2}),
        ("house-rule", {"rule": "CON-067"}),
        ("house-rule", {"rule": "CON-999", "reading": "x"}),
        ("house-rule", {"rule": "CON-067", "reading": "sometimes"}),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_recorded(
    service: Service, campaign: Campaign, kind: str, setup: Json
) -> None:
    with pytest.raises(AssistantError):
        service.begin(campaign, kind, setup, actor="gm", key="k")
    with pytest.raises(AssistantError):
        service.record(campaign, kind, setup, peace, actor="gm", key="k")
    assert service.ledger.campaign(campaign.id).head == 0
    assert service.ledger.pendings(campaign.id) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"site": {"place": "gondolin"}},
        {"house_rules": {"CON-999": "x"}},
        {"house_rules": {"CON-067": "sometimes"}},
        {"duels": [["nobody", "o1"]]},
        {"wizardry": {"nobody": {"dice": 1}}},
        {"twice": True},
        {"nobody": True},
    ],
)
def test_a_fight_declared_past_the_battle_file_is_checked_too(
    service: Service, campaign: Campaign, skirmish: Json, change: dict[str, Json]
) -> None:
    # A page or a program may hand the clerk a setup that no battle file could hold.
    assert isinstance(skirmish, dict)
    good = skirmish["good"]
    assert isinstance(good, dict)
    assert isinstance(good["figures"], list)
    setup: dict[str, Json] = {**skirmish}
    match next(iter(change)):
        case "twice":
            setup["good"] = {**good, "figures": [*good["figures"], good["figures"][0]]}
        case "nobody":
            setup["good"] = {**good, "figures": []}
        case "duels" | "wizardry":
            setup["good"] = {**good, **change}
        case _:
            setup |= change
    with pytest.raises(AssistantError):
        service.begin(campaign, "fight", setup, actor="gm", key="k")
    assert service.ledger.pendings(campaign.id) == ()


def test_a_new_campaign_with_an_unknown_house_rule_is_refused(service: Service) -> None:
    with pytest.raises(Illegal, match="CON-999"):
        service.new("Winter", {"house_rules": {"CON-999": "x"}}, key="winter")
    assert service.summaries() == ()


def test_the_list_of_campaigns_tells_deeds_and_open_fights(
    service: Service, campaign: Campaign, game: RingOfPower, skirmish: Json
) -> None:
    service.record(campaign, "fight", skirmish, triumph("good"), actor="gm", key="first")
    begun(service, campaign, fight(game, "theoden:theoden", "o3:orc"), key="second")
    (summary,) = service.summaries()
    assert (summary.name, summary.scenario, summary.deeds, summary.open_fights) == (
        "Summer",
        "war-of-the-ring",
        1,
        1,
    )
    assert summary.last_title == "Éomer and 1 Rider of Rohan against 2 Orcs"
