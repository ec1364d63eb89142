"""What acts in a fight and is not resolved is said once, before the dice."""

from __future__ import annotations

from dataclasses import replace

from assistant.kernel.ids import RuleId
from assistant.rules.book import AbilityText, Book, Place, PlaceId, ProfileId, Trait
from assistant.rules.game import RingOfPower
from tests.support import Fights

MOONLIGHT = AbilityText("moonlight", "Moonlight", "Shines.", (RuleId("ABL-STEALTH"),), in_combat=True)
HERBS = AbilityText("herbs", "Herbs", "Heals.", (RuleId("ABL-SWIFT"),), in_combat=False)
FLOOD = AbilityText("flood", "Flood", "The river rises.", (), in_combat=True)
FORD = PlaceId("ford-of-tests")


def told(book: Book, good: str = "eomer, 2 rider-of-rohan", **site: object) -> list[str]:
    """What a fight leaves to the table, with a book that has rules nobody resolves."""
    traits = (Trait("moonlight", "mounted"), Trait("herbs"))
    names = (ProfileId("eomer"), ProfileId("rider-of-rohan"))
    made = replace(
        book,
        abilities={**book.abilities, "moonlight": MOONLIGHT, "herbs": HERBS},
        profiles={**book.profiles, **{name: replace(book.profiles[name], traits=traits) for name in names}},
        places={**book.places, FORD: Place(FORD, "Ford of Tests", traits=(Trait("flood"),))},
        place_rules={**book.place_rules, "flood": FLOOD},
    )
    fights = Fights(RingOfPower(made))
    dice = {"good attack": "1" * 6, "evil attack": "1"}
    if "on foot" in good:
        dice["good attack"] = "1"
    log = fights(good, "1 orc", dice=dice, **site).played.done.log
    return [line for line in log if "by hand" in line]


def test_an_ability_that_acts_in_combat_and_is_not_resolved_is_said_once_for_all_who_have_it(
    book: Book,
) -> None:
    assert told(book) == [
        "Moonlight (Éomer, Rider of Rohan) is not resolved here; apply it by hand (ABL-STEALTH)."
    ]


def test_an_ability_that_does_not_hold_on_foot_is_not_said_of_those_on_foot(book: Book) -> None:
    assert told(book, "1 rider-of-rohan on foot") == []


def test_a_rule_of_the_place_is_said_as_well(book: Book) -> None:
    assert told(book, "1 rider-of-rohan on foot", place=FORD) == [
        "Flood (Ford of Tests) is not resolved here; apply it by hand."
    ]


def test_a_rule_of_the_place_around_is_said_under_that_place_and_lying_in_it_is_no_rule_to_apply(
    fights: Fights,
) -> None:
    # Spiders hold their prey in all of Mirkwood; Mordor as a whole has no rule for fights.
    dice = {"good attack": "1", "evil attack": "1"}
    log = fights("1 wood-elf", "1 orc", place="mirkwood-path", dice=dice).played.done.log
    said = [line for line in log if "by hand" in line]
    assert [line.split(" is not")[0] for line in said] == ["Held as prey (Mirkwood)"]
    log = fights("1 wood-elf", "1 orc", place="udun", dice=dice).played.done.log
    assert not [line for line in log if "greater place" in line]


def test_these_abilities_do_nothing_in_a_fight_and_all_others_are_marked(book: Book) -> None:
    assert {name for name, ability in book.abilities.items() if not ability.in_combat} == {
        # already in the printed numbers
        "elite", "heavy-armor", "rabble", "unarmored",
        # movement, bounds and hiding
        "bullies", "camels", "immobile", "ponderous", "road-bound", "scouts", "stealth", "sure-footed",
        "swift", "tracker", "venerable", "leash", "inseparable", "make-haste", "elven-cloak", "elven-rope",
        "orc-drummer", "slinker",
        # what happens between fights, or nothing at all
        "despair", "encounter-ally", "evenstar", "evil-counsel", "fleetmaster", "stinker", "under-a-spell",
    }  # fmt: skip
