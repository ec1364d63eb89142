"""Lists of figures as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.kernel.errors import Malformed
from assistant.packs.lists import Listed, figure_rows, parse_list, read_figures, read_list
from assistant.packs.load import load_book
from assistant.rules.book import Book, ProfileId
from assistant.rules.effects.registry import parameters

BOOK = load_book(effects=parameters())


def test_a_list_of_ids_is_read_as_the_figures_of_a_battle_file() -> None:
    text = "eomer, 3 rider-of-rohan, 2x orc, 2 knight-of-gondor on foot, khamul mounted, aragorn with anduril"
    assert read_figures(text, BOOK) == [
        {"id": "eomer", "profile": "eomer"},
        {"id": "rider-of-rohan", "profile": "rider-of-rohan", "count": 3},
        {"id": "orc", "profile": "orc", "count": 2},
        {"id": "knight-of-gondor", "profile": "knight-of-gondor", "count": 2, "mounted": False},
        {"id": "khamul", "profile": "khamul", "mounted": True},
        {"id": "aragorn", "profile": "aragorn", "bears": ["anduril"]},
    ]


@pytest.mark.parametrize(
    ("typed", "profile", "number"),
    [
        ("12 Uruk-hai", "uruk-hai", 12),
        ("eight riders of Rohan", "rider-of-rohan", 8),
        ("8 rohirrim", "rider-of-rohan", 8),
        ("2 WOOD ELVES", "wood-elf", 2),
        ("Theoden", "theoden", None),
        ("Théoden", "theoden", None),
        ("5 mumakil", "mumak", 5),
        ("Khazad Guard x4", "khazad-guard", 4),
        ("a dozen orcs", "orc", 12),
        ("the Witch King", "witch-king", None),
        ("Gandalf", "gandalf-the-white", None),
        ("3 men of Dale", "man-of-dale", 3),
        ("9 Morannon", "morannon-orc", 9),
    ],
)
def test_names_are_taken_as_people_write_them(typed: str, profile: str, number: int | None) -> None:
    assert read_list(typed, BOOK) == (Listed(ProfileId(profile), number),)


def test_figures_are_parted_by_commas_lines_and_the_word_and() -> None:
    listed = read_list("Frodo, Sam\nMerry and Pippin; Aragorn with Andúril and heavy armor", BOOK)
    assert [one.profile for one in listed] == ["frodo", "sam", "merry", "pippin", "aragorn"]
    assert listed[-1].bears == ("anduril", "heavy-armor")


def test_some_of_many_may_be_in_reach() -> None:
    assert read_list("9 of 16 Uruk-hai", BOOK) == (Listed(ProfileId("uruk-hai"), 16, in_reach=9),)


def test_the_same_profile_twice_gets_an_id_of_its_own() -> None:
    rows = figure_rows(read_list("2 orc, 3 orc", BOOK), taken=["orc-2"])
    assert [row["id"] for row in rows if isinstance(row, dict)] == ["orc", "orc-3"]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    listed, faults = parse_list("0 orcs, lurz, 3 guards, 20 of 10 goblins, eomer", BOOK, "the first list")
    assert [one.profile for one in listed] == ["orc", "goblin", "eomer"]
    said = "\n".join(map(str, faults))
    assert "the count must be a whole number from 1 to 1000, not 0" in said
    assert "nobody is called 'lurz'; did you mean 'lurtz'?" in said
    assert "'guards' may be any of 8 figures" in said
    assert "20 of 10 cannot be in reach" in said
    assert said.count("the first list") == 4


def test_a_name_that_fits_a_few_names_them() -> None:
    with pytest.raises(Malformed) as refused:
        read_list("2 knights", BOOK)
    assert (
        "write elvish-knight, knight-of-gondor, knight-of-dol-amroth or morgul-knight"
        in refused.value.lines()[0]
    )


def test_several_without_a_number_are_asked_for_it() -> None:
    with pytest.raises(Malformed) as refused:
        read_list("orcs", BOOK)
    assert refused.value.lines() == ("how many orcs are there?; write 3 orcs",)


@pytest.mark.parametrize("text", ["3", "x3 orc", "-1 orc", "3 orc on horse", "²", "3 orc x 4"])
def test_what_is_no_figure_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_list(text, BOOK)


@given(st.text(max_size=30))
def test_whatever_is_typed_is_a_list_of_figures_or_malformed(text: str) -> None:
    listed, faults = parse_list(text, BOOK)
    assert all(one.profile in BOOK.profiles for one in listed)
    assert all(str(fault) for fault in faults)


def test_a_huge_count_does_not_overflow() -> None:
    with pytest.raises(Malformed):
        read_list("9" * 5000 + " orc", BOOK)


def test_every_profile_is_found_by_its_own_name(book: Book) -> None:
    for profile in book.profiles.values():
        assert [one.profile for one in read_list(f"2 {profile.name}", book)] == [profile.id], profile.name


def test_every_figure_alone_is_found_by_its_own_name(book: Book) -> None:
    for profile in book.profiles.values():
        listed, faults = parse_list(profile.name, book)
        assert [one.profile for one in listed] == [profile.id], faults


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("King Dain", Listed(ProfileId("dain"))),
        ("King Brand", Listed(ProfileId("brand"))),
        ("Prince Imrahil", Listed(ProfileId("imrahil"))),
        ("6 Khazad Gd", Listed(ProfileId("khazad-guard"), 6)),
        ("6 foot Swan Knights", Listed(ProfileId("knight-of-dol-amroth"), 6, mounted=False)),
        ("Khandish Chieftain on foot", Listed(ProfileId("khand-chieftain"), mounted=False)),
        ("Mounted Khand Chieftain", Listed(ProfileId("khand-chieftain"), mounted=True)),
        ("10 uruk-hai warriors", Listed(ProfileId("uruk-hai"), 10)),
        ("Trebuchet (3 crew)", Listed(ProfileId("trebuchet"))),
        (
            "2 armored Rangers of the North on foot",
            Listed(ProfileId("ranger"), 2, mounted=False, bears=("heavy-armor",)),
        ),
        # Whose own name begins so is not taken apart.
        ("3 armored elves", Listed(ProfileId("armored-elf"), 3)),
        ("8 Rohan foot", Listed(ProfileId("rohan-foot"), 8)),
    ],
)
def test_figures_go_by_the_names_that_their_starting_forces_have(printed: str, meant: Listed) -> None:
    assert parse_list(printed, BOOK) == ((meant,), [])


@pytest.mark.parametrize("typed", ["elves", "3 elves", "3 elfs"])
def test_the_name_of_a_race_lists_all_its_soldiers(typed: str) -> None:
    _, (fault,) = parse_list(typed, BOOK)
    assert "may be any of 5 figures" in fault.wrong
    for one in ("wood-elf", "armored-elf", "elf-sentinel", "galadhrim-guard", "elvish-knight"):
        assert one in fault.right


def test_a_name_that_does_not_fit_is_answered_with_soldiers_like_it() -> None:
    _, (fault,) = parse_list("20 gondor soldiers", BOOK)
    assert "gondor-foot" in fault.right
    assert "bolt-shooter" not in fault.right


def test_what_somebody_always_has_may_be_named_and_with_may_stand_in_brackets() -> None:
    assert parse_list("frodo with Sting and phial", BOOK) == ((Listed(ProfileId("frodo")),), [])
    assert parse_list("aragorn (with anduril)", BOOK) == parse_list("aragorn with anduril", BOOK)
