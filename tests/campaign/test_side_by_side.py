"""Names in use are never given away, neither by an undo nor by what others do while a deed is under way."""

from __future__ import annotations

import pytest

from assistant.campaign import history
from assistant.campaign.replay import replay
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Choose, Chosen, Rolled
from assistant.kernel.codec import Json, encode
from assistant.kernel.errors import Stale
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Campaign, Entry
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.deeds.by_hand import AddFigures, Adjust
from assistant.rules.deeds.declaring import UsePower
from assistant.rules.deeds.gathering import Divide, Unite
from assistant.rules.deeds.marching import March
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.deeds.reminding import Heed
from assistant.rules.game import RingOfPower
from assistant.rules.reminders import due_now
from assistant.rules.standing import IN_NO_FORCE, census
from tests.campaign.games import do, first_of_all, force_with, go_on, seated

BACK = "back"


def test_a_force_formed_after_an_undo_takes_nobody_elses_name(clerk: Service, begun: Campaign) -> None:
    first = do(clerk, begun, Divide(force_with(clerk, begun, "eomer"), (FigureId("rider-of-rohan-7"),)))
    murin = force_with(clerk, begun, "murin")
    warriors = [one for one in clerk.world(begun).war.forces[murin].figures if "warrior" in one][:3]
    party = (FigureId("drar"), *warriors)
    do(clerk, begun, Divide(murin, party))
    history.undo(clerk, begun, first.seq, actor="anna", key=BACK)
    do(clerk, begun, Divide(force_with(clerk, begun, "drar"), party[:1]))
    # Drar is alone now, and his three warriors are a force without him.
    world = clerk.world(begun)
    homes = [world.war.force_of(one) for one in party]
    assert [len(one.figures) for one in homes if one] == [1, 3, 3, 3]
    assert census(world)[IN_NO_FORCE] == 0
    assert [again.difference for again in replay(clerk, begun)] == [None] * len(
        [one for one in clerk.entries(begun) if one.undoes is None]
    )


def test_forces_that_meet_after_an_undo_end_no_other_contact(clerk: Service, begun: Campaign) -> None:
    go_on(clerk, begun)

    def meet(good: str, evil: str, place: str) -> int:
        both = (force_with(clerk, begun, good),), (force_with(clerk, begun, evil),)
        return do(clerk, begun, Meet(*both, PlaceId(place), overruled="they stand there")).seq

    first = meet("theodred", "saruman", "isengard")
    meet("faramir", "witch-king", "osgiliath")
    history.undo(clerk, begun, first, actor="anna", key=BACK)
    before = dict(clerk.world(begun).war.contacts)
    meet("eomer", "saruman", "edoras")
    after = clerk.world(begun).war.contacts
    assert {name: after.get(name) for name in before} == before
    assert len(after) == len(before) + 1


def test_newcomers_of_two_deeds_under_way_at_once_are_other_figures(clerk: Service, war: RingOfPower) -> None:
    # Aragorn comes to Bree; while the game master is asked how many ruffians he meets, two others are added.
    setup: dict[str, Json] = {"scenario": "war-of-the-ring", "house_rules": {"AMB-068": "encounters"}}
    begun = clerk.new("On the road", setup, key="new")
    do(clerk, begun, seated(war))
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    do(clerk, begun, March(force_with(clerk, begun, "aragorn"), PlaceId("bree"), overruled="he is there"))
    (met,) = [one for one in due_now(war.kit, clerk.world(begun)) if one.about == "encountering"]
    under_way = clerk.begin(begun, "heed", encode(Heed(met.key)), actor="anna", key="meeting")
    assert isinstance(under_way, Open)
    added = AddFigures(
        ProfileId("ruffian"), 2, CommanderId("saruman"), PlaceId("bree"), "they came by the road"
    )
    do(clerk, begun, added)
    given = iter((Chosen("met"), Rolled((3,))))
    stands: Open | Entry = under_way
    while isinstance(stands, Open):
        stands = clerk.answer(stands.id, stands.step, next(given, None) or first_of_all(stands.request))
    world = clerk.world(begun)
    ruffians = [one.id for one in world.figures.values() if one.profile == "ruffian"]
    homes = {force.id for one in ruffians if (force := world.war.force_of(one)) is not None}
    assert (len(ruffians), len(homes), census(world)[IN_NO_FORCE]) == (5, 2, 0)
    (contact,) = [one for one in world.war.contacts.values() if one.place == "bree"]
    assert [len(world.war.forces[one].figures) for one in contact.evil] == [3]


def test_who_has_come_meanwhile_does_not_come_a_second_time(clerk: Service, begun: Campaign) -> None:
    # While a die is to say whether Frodo tames Gollum, the Ring is put on, and Gollum comes for it.
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    taming = clerk.begin(begun, "use-power", encode(UsePower("gollum")), actor="anna", key="tame")
    assert isinstance(taming, Open)
    do(clerk, begun, UsePower("one-ring"))
    clerk.answer(taming.id, taming.step, Rolled((3,)))
    world = clerk.world(begun)
    assert [one.id for one in world.figures.values() if one.profile == "gollum"] == ["gollum"]
    assert [again.difference for again in replay(clerk, begun) if again.difference] == []


def test_a_deed_goes_on_among_forces_that_have_joined_since_it_began(clerk: Service, begun: Campaign) -> None:
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    taming = clerk.begin(begun, "use-power", encode(UsePower("gollum")), actor="anna", key="tame")
    assert isinstance(taming, Open)
    frodo, amon_hen = force_with(clerk, begun, "frodo"), PlaceId("amon-hen")
    do(clerk, begun, March(frodo, amon_hen, overruled="they go back"))
    do(clerk, begun, Unite((force_with(clerk, begun, "aragorn"), frodo)))
    clerk.answer(taming.id, taming.step, Rolled((5,)))
    assert force_with(clerk, begun, "gollum") == force_with(clerk, begun, "aragorn")


def test_a_force_that_is_undone_under_a_question_is_not_missed(clerk: Service, begun: Campaign) -> None:
    # Frodo and Sam were put into a force of their own by hand; that is undone while the die is asked for.
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    fellows = (FigureId("frodo"), FigureId("sam"))
    apart = do(clerk, begun, Adjust(fellows, "they went ahead", place=PlaceId("fangorn")))
    taming = clerk.begin(begun, "use-power", encode(UsePower("gollum")), actor="anna", key="tame")
    assert isinstance(taming, Open)
    history.undo(clerk, begun, apart.seq, actor="anna", key=BACK)
    clerk.answer(taming.id, taming.step, Rolled((5,)))
    world = clerk.world(begun)
    assert census(world)[IN_NO_FORCE] == 0
    assert force_with(clerk, begun, "gollum") == force_with(clerk, begun, "frodo")


def test_what_was_asked_of_a_force_that_is_gone_is_refused_and_the_game_goes_on(
    clerk: Service, begun: Campaign
) -> None:
    # Saruman casts his spell on Radagast; while he chooses where to, Radagast joins Farmer Maggot.
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    spell = clerk.begin(begun, "use-power", encode(UsePower("spell-on-radagast")), actor="anna", key="spell")
    assert isinstance(spell, Open)
    assert isinstance(spell.request, Choose)
    radagast, maggot = force_with(clerk, begun, "radagast"), force_with(clerk, begun, "farmer-maggot")
    do(clerk, begun, March(radagast, clerk.world(begun).war.forces[maggot].place, overruled="he is there"))
    do(clerk, begun, Unite((maggot, radagast)))
    with pytest.raises(Stale, match="others changed what it is about"):
        clerk.answer(spell.id, spell.step, Chosen(spell.request.options[-1]))
    clerk.call_off(spell.id)
    assert force_with(clerk, begun, "radagast") == maggot


def test_what_was_asked_of_a_table_that_others_have_changed_since_replays_as_it_was_asked(
    clerk: Service, begun: Campaign
) -> None:
    # Saruman looks for a group to hold back; meanwhile one more of them is added, which he was not offered.
    do(clerk, begun, Part("opening-1", "they slipped away"))
    go_on(clerk, begun)
    looking = clerk.begin(
        begun, "use-power", encode(UsePower("palantir-of-orthanc")), actor="anna", key="see"
    )
    assert isinstance(looking, Open)
    assert isinstance(looking.request, Choose)
    stands: Open | Entry = clerk.answer(looking.id, looking.step, Chosen(looking.request.options[-1]))
    added = AddFigures(ProfileId("gondor-foot"), 2, CommanderId("gondor"), PlaceId("osgiliath"), "a patrol")
    do(clerk, begun, added)
    while isinstance(stands, Open):
        stands = clerk.answer(stands.id, stands.step, first_of_all(stands.request))
    assert [again.difference for again in replay(clerk, begun) if again.difference] == []
