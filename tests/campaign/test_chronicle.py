"""The chronicle of a running game: hosts, roads, wars and losses in sentences, without numbers of rules."""

from __future__ import annotations

import pytest

from assistant.campaign.annals import plainly
from assistant.campaign.chronicle import chronicle
from assistant.campaign.service import Service
from assistant.kernel.asking import Chosen
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId
from assistant.rules.deeds.arriving import Arrive, Forgo
from assistant.rules.deeds.by_hand import Adjust
from assistant.rules.deeds.declaring import Declare
from assistant.rules.deeds.ending import EndGame
from assistant.rules.deeds.holding import TakePlace
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Part
from assistant.rules.deeds.reminding import Heed
from assistant.rules.deeds.turning import GoOn
from assistant.rules.game import RingOfPower
from tests.campaign.games import do, force_with, go_on


@pytest.fixture
def begun(begun: Campaign, clerk: Service) -> Campaign:
    """Nobody is in contact any more."""
    do(clerk, begun, Part("opening-1", "they slipped away"))
    return begun


def told(clerk: Service, campaign: Campaign) -> tuple[str, ...]:
    """The sentences of the first turn."""
    return chronicle(clerk, campaign).chapters[0].sentences


def test_a_war_is_declared_by_someone(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    assert "Saruman declares the War of Saruman." in told(clerk, begun)


def test_a_host_is_told_by_itself_and_the_trickle_of_a_turn_in_one_breath(
    clerk: Service, begun: Campaign
) -> None:
    do(clerk, begun, Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    for arrival in ("orcs-of-carn-dum@1", "men-of-minas-tirith@1", "pikes-of-isengard@1"):
        do(clerk, begun, Arrive(arrival))
    sentences = told(clerk, begun)
    assert "The ranks grow: Buhrdûr by two and Gondor by one." in sentences
    assert "Uruk-hai Shaman comes to Isengard with 10 Uruk-hai Pikemen and 2 Feral Uruk-hai." in sentences


def test_one_of_a_kind_in_a_host_is_counted_as_the_others_are(clerk: Service, begun: Campaign) -> None:
    # REI-S02: the first host of Harad comes on turn 5: a chieftain, a mûmak, 12 foot.
    go_on(clerk, begun, 12)
    do(clerk, begun, Arrive("first-host-of-harad@5"))
    (host,) = (one for one in chronicle(clerk, begun).chapters[-1].sentences if "Haradrim Foot" in one)
    assert "with 1 Mûmak and 12 Haradrim Foot." in host


def test_roads_are_told_by_where_they_lead(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, GoOn(anyway=True))
    world = clerk.world(begun)
    for figure in ("theodred", "eowyn", "aragorn"):
        force = world.war.force_of(FigureId(figure))
        place = "fangorn" if figure == "aragorn" else "helms-deep"
        # Théoden stays at Edoras with Gríma.
        going = (FigureId("eowyn"),) if figure == "eowyn" else ()
        do(clerk, begun, March(force.id, PlaceId(place), going))
    assert "On the march: Théodred and Éowyn to Helm's Deep; Aragorn to Fangorn." in told(clerk, begun)


def test_who_gets_no_further_than_a_place_is_told_apart_and_the_place_once(
    clerk: Service, begun: Campaign
) -> None:
    # As the demo had it: Shelob's Lair holds up whoever is on the way through it.
    do(clerk, begun, GoOn(anyway=True))
    frodo = force_with(clerk, begun, "frodo")
    do(clerk, begun, March(frodo, PlaceId("ithilien"), overruled="by the stairs"))
    go_on(clerk, begun, 3)
    do(clerk, begun, March(frodo, PlaceId("cirith-ungol")), answers=lambda _: Chosen("that-way"))
    first, *_, last = chronicle(clerk, begun).chapters
    assert [one for one in (*first.sentences, *last.sentences) if "Frodo" in one] == [
        "On the march: Frodo to Ithilien.",
        "Frodo gets no further than Shelob's Lair.",
    ]


def test_what_only_waits_is_no_news(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, Forgo("orcs-of-carn-dum@1"))
    assert not any("Orcs" in sentence for sentence in told(clerk, begun))


def test_what_was_said_is_told_without_rules_and_with_names(war: RingOfPower) -> None:
    line = "frodo carries sam at half speed (ABL-HERO-3, FEL-09)."
    assert plainly(war.kit, line) == "Frodo carries Sam at half speed."


def test_who_took_a_place_is_told_when_it_is_said_and_the_place_not_taken_again(
    clerk: Service, begun: Campaign
) -> None:
    do(clerk, begun, TakePlace(PlaceId("minas-tirith"), "evil"))
    do(clerk, begun, Heed("takers minas-tirith@1"), answers=lambda _: Chosen("sulladan"))
    sentences = told(clerk, begun)
    assert [one for one in sentences if "Minas Tirith" in one] == [
        "Minas Tirith falls to evil.",
        "Sulladan took Minas Tirith.",
        "Sulladan earns 40 status points: Minas Tirith taken.",
    ]


def test_who_takes_a_place_is_named_and_where_nobody_is_it_falls(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, TakePlace(PlaceId("hobbiton"), "evil"))
    do(clerk, begun, TakePlace(PlaceId("pelargir"), "evil", (CommanderId("sulladan"), CommanderId("khamul"))))
    sentences = told(clerk, begun)
    assert "Hobbiton falls to evil." in sentences
    assert "Sulladan and Khamûl take Pelargir." in sentences


def test_persons_set_elsewhere_by_hand_are_named(clerk: Service, begun: Campaign) -> None:
    both = (FigureId("frodo"), FigureId("sam"))
    do(clerk, begun, Adjust(both, "an eagle brought them", place=PlaceId("cracks-of-doom")))
    assert "By hand: Frodo and Sam at Cracks of Doom." in told(clerk, begun)


def test_what_belongs_together_is_one_paragraph_and_nothing_is_left_out(
    clerk: Service, begun: Campaign
) -> None:
    do(clerk, begun, Declare(EventId("war-of-saruman"), CommanderId("saruman")))
    do(clerk, begun, Adjust((FigureId("lurtz"),), "a rest", place=PlaceId("isengard")))
    for _ in range(2):
        do(clerk, begun, GoOn(anyway=True))
    do(clerk, begun, TakePlace(PlaceId("hobbiton"), "evil"))
    do(clerk, begun, EndGame("time"))
    (chapter,) = chronicle(clerk, begun).chapters
    start, combat, end = chapter.paragraphs
    assert "Saruman declares the War of Saruman. By hand: Lurtz at Isengard." in start
    assert combat.startswith("Hobbiton falls to evil.")
    assert end == clerk.world(begun).war.ending.words
    assert " ".join(chapter.paragraphs) == " ".join(chapter.sentences)


def test_how_it_ended_is_told_once(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, EndGame("time"))
    page = [*chronicle(clerk, begun).lines()]
    (words,) = [line for line in page if line == clerk.world(begun).war.ending.words]
    assert words
    assert "The game ended on turn 1." in page


def test_where_many_ranks_grow_each_side_is_told_as_a_whole(clerk: Service, begun: Campaign) -> None:
    for arrival in (
        "orcs-of-carn-dum@1", "men-of-minas-tirith@1", "uruk-hai-of-isengard@1", "orcs-of-dol-guldur@1",
        "orcs-of-minas-morgul@1",
    ):  # fmt: skip
        do(clerk, begun, Arrive(arrival))
    (grown,) = [one for one in told(clerk, begun) if one.startswith("The ranks grow")]
    assert grown.startswith("The ranks grow: evil by ")
    assert grown.endswith("good by one.")
