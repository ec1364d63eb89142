"""Lines of the charts that hold under another reading than the usual one."""

from __future__ import annotations

from assistant.rules.book import Book, Line, ProfileId
from assistant.rules.house import HouseRules, profile_under


def test_a_shaman_who_fights_as_printed_has_his_printed_line_on_foot_too(book: Book) -> None:
    shaman = book.profiles[ProfileId("orc-shaman")]
    house = HouseRules(book.house_rules, {"CON-094": "fights-as-printed"})
    # The chart has 2/4+/5+ on his warg, and 1/5/6 once he has lost it.
    fighting = profile_under(house, shaman)
    assert (fighting.line, fighting.dismounted) == (Line(2, 4, 5), Line(1, 5, 6))


def test_a_shaman_who_does_not_fight_rolls_only_defense_on_foot(book: Book) -> None:
    shaman = profile_under(HouseRules(book.house_rules, {}), book.profiles[ProfileId("orc-shaman")])
    assert shaman.dismounted == Line(0, None, 6)


def test_the_troll_chieftain_goes_six_inches_from_the_gate_where_the_chart_is_followed(book: Book) -> None:
    troll = book.profiles[ProfileId("troll-chieftain")]

    def leash(**house: str) -> list[object]:
        chosen = {rule.replace("_", "-"): reading for rule, reading in house.items()}
        traits = profile_under(HouseRules(book.house_rules, chosen), troll).traits
        return [dict(one.params)["inches"] for one in traits if one.name == "leash"]

    # His own entry has 3", the chart 6": one leash, by either reading.
    assert leash() == [3]
    assert leash(CON_070="six-inches") == [6]
