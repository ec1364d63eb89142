"""Rules are found by id and by words, whichever way they are spelled."""

import pytest

from assistant.kernel.errors import Illegal
from assistant.kernel.ids import RuleId
from assistant.packs.catalogue import find, house_rules, plain, rules, search
from assistant.rules.book import HouseRule


def ids(words: str) -> list[str]:
    return [rule.id for rule in search(words)]


def test_every_rule_of_the_ledger_is_there() -> None:
    assert len(rules()) == 822
    first = rules()[RuleId("SEQ-01")]
    assert (first.area, first.kind, first.lines) == ("sequence", "data", "23")
    assert "six-sided" in first.rule


def test_a_house_rule_has_its_readings_by_name() -> None:
    rate = house_rules()[RuleId("CON-001")]
    assert dict(rate.readings) == {
        "two-every-turn": "2 orcs every turn",
        "one-on-even-turns": "1 orc on even turns only",
    }
    assert rate.default == "two-every-turn"
    assert rate.lines == "544;1711"


def test_a_third_reading_is_the_suggested_default() -> None:
    rate = house_rules()[RuleId("CON-008")]
    assert rate.default == "quarter-regular-half-rest"
    assert rate.readings[rate.default].startswith("Regular rate quartered")


def test_every_default_is_one_of_its_readings() -> None:
    assert [rule.id for rule in house_rules().values() if rule.default not in rule.readings] == []


@pytest.mark.parametrize("written", ["CMB-04", "cmb-04", " Cmb-04 "])
def test_a_rule_is_found_by_its_id(written: str) -> None:
    assert find(written).id == "CMB-04"


def test_a_house_rule_is_found_by_its_id() -> None:
    assert isinstance(find("AMB-087"), HouseRule)


def test_a_wrong_id_is_refused_with_the_nearest() -> None:
    with pytest.raises(Illegal, match=r"There is no rule 'CMB-4'\. Did you mean 'CMB-\d4'\?") as refusal:
        find("CMB-4")
    assert refusal.value.code == "unknown-rule"


def test_an_id_like_none_is_refused_with_where_to_look() -> None:
    with pytest.raises(Illegal, match="Search by words"):
        find("the one where orcs flee")


def test_all_words_must_occur() -> None:
    found = search("trebuchet crew")
    assert "ART-12" in [rule.id for rule in found]
    assert search("trebuchet hobbit palantir") == ()


def test_an_id_comes_first_among_its_matches() -> None:
    assert ids("con-072")[0] == "CON-072"


def test_whole_words_come_before_parts_of_words() -> None:
    found = ids("ram")
    assert found.index("PLC-MINASTIRITH-03") < found.index("SCN-08")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("armour", "armor"),
        ("DEFENCE", "defense"),
        ("paralyse", "paralyze"),
        ("neutralise", "neutralize"),
        ("Théoden", "theoden"),
        ("grey havens", "gray havens"),
        ("travelling", "traveling"),
        ("immobilised", "immobilized"),
    ],
)
def test_spelling_makes_no_difference(one: str, other: str) -> None:
    assert ids(one) == ids(other) != []


def test_house_rules_are_searched_too() -> None:
    assert "CON-001" in ids("mouth sauron orc rate")


@pytest.mark.parametrize("nothing", ["", "  "])
def test_no_words_find_nothing(nothing: str) -> None:
    assert search(nothing) == ()


def test_plain_text_keeps_other_words_as_they_are() -> None:
    assert plain("Four hours, a wise disguise") == "four hours, a wise disguize"
