"""What stands on the charts, read from the plain sheets before they are laid out."""

from __future__ import annotations

import pytest

from assistant.printing.blocks import Boxes, Lines, Table, Text
from assistant.printing.sheets_arrivals import coming
from assistant.printing.sheets_charts import chart, merged_chart
from assistant.rules.arrivals import CommanderId
from tests.printing.material import (
    BOOK,
    COMMANDERS,
    EVIL,
    GOOD,
    WAR,
    boxes,
    chart_of,
    commander,
    material,
    plain,
    rows,
    section,
    section_words,
    shipped,
    words,
)


@pytest.mark.rules("CHT-01", "CHT-03", "CHT-04", "CHT-05")
@pytest.mark.parametrize("name", COMMANDERS)
def test_every_chart_is_two_pages_under_the_commanders_name(name: CommanderId) -> None:
    found = chart_of(name)
    assert [page.title for page in found.pages] == [WAR.commanders[name].name] * 2
    assert found.exact
    assert found.pages[0].record is not None


@pytest.mark.rules("CHT-26")
@pytest.mark.parametrize("name", GOOD)
def test_good_has_objectives_and_no_status_record(name: CommanderId) -> None:
    found = chart_of(name)
    assert all(objective in words(found) for objective in WAR.commanders[name].objectives)
    assert "Status points" not in words(found)


@pytest.mark.rules("CHT-02", "CHT-27")
@pytest.mark.parametrize("name", EVIL)
def test_every_minion_has_objectives_and_a_status_record_with_a_total(name: CommanderId) -> None:
    found = chart_of(name)
    said = words(found)
    assert all(objective in said for objective in WAR.commanders[name].objectives)
    deeds = boxes(found, "Status points")
    assert deeds["Capture the Ring and bring it to your home base"] == 1
    kills = next(one for one in section(found, "Status points").blocks if "army figure" in str(one))
    assert isinstance(kills, Boxes)
    assert kills.strokes == 2, "whoever fights all day needs lines to tally on, not ten boxes"
    assert Lines("Total", 1) in section(found, "Status points").blocks
    assert deeds.get("Lose your home base", 0) == len(WAR.commanders[name].home)


def test_only_sulladan_scores_for_pelargir() -> None:
    assert [one for one in EVIL if "Take Pelargir" in boxes(chart_of(one), "Status points")] == ["sulladan"]


def test_a_house_rule_gives_the_goblin_king_pelargir_too() -> None:
    assert "Take Pelargir" in boxes(chart_of("goblin-king", CON_090="goblin-king-too"), "Status points")


@pytest.mark.rules("CHT-06")
def test_sarumans_arrivals_come_fewer_while_fangorn_stands() -> None:
    found = rows(chart_of("saruman"), "Reinforcements")
    assert found[0][:2] == (
        "Every turn",
        "2 × Uruk-hai (1 × Uruk-hai, every odd turn). One of them may be the Uruk-hai Shaman, if none is in "
        "play. No more once the ents destroy the walls of Isengard.",
    )
    assert (
        "Turn 10",
        "Sharkû, 5 (3) × Warg Rider, 2 (1) × Siege Ballista, 20 (10) × Uruk-hai.",
        "Isengard",
    ) in found
    assert "In brackets: what comes while Fangorn is undisturbed." in words(chart_of("saruman"))


def test_what_comes_once_has_a_box_and_what_comes_again_and_again_has_none() -> None:
    table = section(chart_of("rohan"), "Reinforcements").blocks[0]
    assert getattr(table, "boxes", None) == (0, 1, 1)


def test_a_rate_that_doubles_tells_when() -> None:
    assert rows(chart_of("rohan"), "Reinforcements")[0] == (
        "Every even turn",
        "1 × Rider of Rohan. War of Saruman declared: 1 × Rider of Rohan, every turn from the next on.",
        "Edoras",
    )


def test_a_house_rule_changes_the_rate_on_the_chart() -> None:
    found = rows(chart_of("mouth-of-sauron", CON_001="one-on-even-turns"), "Reinforcements")
    assert found[0] == ("Every even turn", "1 × Orc.", "Black Gate")


def test_a_house_rule_changes_the_numbers_on_the_chart() -> None:
    numbers = {row[0]: row[1:4] for row in rows(chart_of("gondor-fiefdoms", CON_033="booklet"), "Armies")}
    assert numbers["Gondor Militia"] == ("1", "5+", "4+")


def test_changed_house_rules_stand_on_the_charts_they_concern() -> None:
    made = material(CON_071="two-inches", AMB_078="every-doubling")
    arrivals = coming(made)
    said = {one: words(chart(made, arrivals, one)) for one in COMMANDERS}
    near_the_gate = {"fellowship", "gondor", "sulladan", "king-of-khand", "mouth-of-sauron"}
    assert {one for one in COMMANDERS if "CON-071" in said[one]} == near_the_gate
    assert all("AMB-078" in text for text in said.values()), "a rule of every fight matters to all"


def test_without_changed_house_rules_no_chart_speaks_of_them() -> None:
    assert not any("House rules" in words(chart_of(one)) for one in COMMANDERS)


def test_the_footer_tells_games_with_other_rules_apart() -> None:
    footers = {
        material(**chosen).footer
        for chosen in ({}, {"CON_001": "one-on-even-turns"}, {"CON_002": "gate-or-barad-dur"})
    }
    assert len(footers) == 3
    assert all(WAR.name in footer and "assistant test" in footer for footer in footers)


def test_choosing_a_default_changes_no_footer() -> None:
    assert material(CON_001="two-every-turn").footer == material().footer


def test_characters_with_the_same_numbers_share_a_line() -> None:
    names = [row[0] for row in rows(chart_of("dwarves"), "Characters")]
    assert "Dwarf Chieftain / Murin / Drar / Dwarf King" in names


def test_every_ability_on_a_chart_is_explained_or_speaks_for_itself() -> None:
    said = words(chart_of("rohan"))
    assert "Tracker. +1 to rolls to detect enemy characters" in said
    assert "Furious charge. Re-rolls missed attacks once" in said
    assert "# Magic weapon." not in said, "nobody of Rohan has one"


def test_what_is_in_the_numbers_stands_in_brackets() -> None:
    special = {row[0]: row[-1] for row in rows(chart_of("sulladan"), "Armies")}
    assert special["Serpent Guard"] == "(Heavy armor); Poisoned weapons; only if the table agrees"


def test_a_weapon_tells_its_dice_and_who_it_takes_to_move_it() -> None:
    ballista = next(row for row in rows(chart_of("saruman"), "Armies") if row[0] == "Siege Ballista")
    assert ballista == (
        "Siege Ballista",
        "1/crew",
        "3+",
        "4+",
        "4 / –",
        "Ponderous; Siege weapon; crew 3, 3 to move",
    )


def test_the_dismounted_line_stands_in_a_column_where_many_ride() -> None:
    rider = next(row for row in rows(chart_of("rohan"), "Characters") if row[0] == "Théoden")
    assert rider[5] == "1 / 4+ / 5+, 10 / 7"
    knight = next(row for row in rows(chart_of("wood-elves"), "Armies") if row[0] == "Elvish Knight*")
    assert "dismounted 1 / 3+ / 4+, 9 / 6" in knight[-1]


def test_berserkers_are_told_to_strike_at_three_or_more() -> None:
    # Printed 4+, and berserk adds 1 to attack rolls: 3+ (rulebook lines 239 and 1457).
    assert "They strike at +1: attack 3+." in words(chart_of("saruman"))


def test_heavy_armor_that_may_be_had_costs_an_inch() -> None:
    special = {row[0]: row[-1] for row in rows(chart_of("gondor"), "Characters")}
    assert "in heavy armor: defense 3+, move 9 / 6" in special["Boromir"], "10 / 7 less 1"
    assert "in heavy armor: defense 3+, move 9 / 8" in special["Aragorn#"], "10 / 9 less 1"


def test_a_swift_rider_on_foot_is_a_normal_foot_figure() -> None:
    # Whoever is dismounted goes on foot as anyone else does: a man 10 / 7 (rulebook lines 52 and 169).
    rider = next(row for row in rows(chart_of("rohan"), "Armies") if row[0] == "Rider of Rohan")
    assert "dismounted 1 / 4+ / 5+, 10 / 7" in rider[-1]
    assert "mounted: (Swift), Furious charge" in rider[-1], "its 17 inches count it"


def test_leadership_names_a_people_as_one_says_it() -> None:
    leads = {row[0]: row[5] for row in rows(chart_of("fellowship"), "Characters and armies")}
    assert (leads["Gimli*"], leads["Legolas"], leads["Halbarad"]) == ("1 Dwarves", "1 Elves", "1 Men")


def test_what_many_lines_have_is_a_mark_explained_below() -> None:
    legend = plain(" ".join(section_words(section(chart_of("fellowship"), "What the tables mean"))))
    assert "* Fights on foot. May be carried on a mount" in legend
    assert "† Taken alive." in legend


def test_good_reads_where_the_wounded_are_healed() -> None:
    assert "Healed by a full turn at rest in Rivendell, Lothlórien" in words(chart_of("gondor"))
    assert "Healed by" not in words(chart_of("khamul"))


def test_sulladan_is_told_that_he_has_no_home_base() -> None:
    assert chart_of("sulladan").pages[0].subtitle == "Evil, no home base, moves 3rd of evil's 9 commanders"
    assert "You have no home base to lose" in words(chart_of("sulladan"))


def test_the_line_below_the_name_follows_the_readings() -> None:
    # AMB-062: Moria and Goblin Town, or one of them; AMB-064: nine names, the printed eight, or no order.
    def below(commander: str, **house: str) -> str:
        return chart_of(commander, **house).pages[0].subtitle

    assert "home bases" in below("goblin-king")
    assert "home base: " in below("goblin-king", AMB_062="one-each")
    assert below("buhrdur").endswith("moves 9th of evil's 9 commanders")
    assert below("buhrdur", AMB_064="printed-eight").endswith("moves with evil")
    assert below("sulladan", AMB_064="printed-eight").endswith("moves 3rd of evil's 8 commanders")
    assert below("sulladan", AMB_064="organiser-decides").endswith("moves first, in the order agreed")


def test_a_minion_reads_that_a_shared_citadel_is_split() -> None:
    said = words(chart_of("khamul"))
    assert "Take a good citadel (any main base of good; split if taken together)" in said


def test_the_other_side_reads_of_a_people_in_few_words() -> None:
    gollum = next(one for one in WAR.peoples if one.id == "gollum")
    assert gollum.short in words(chart_of("witch-king"))
    assert plain(" ".join(gollum.text)) in words(chart_of("fellowship"))


def test_places_of_which_the_same_is_told_share_a_paragraph() -> None:
    assert "Nindalf / Mouth of the Entwash. Rough;" in words(chart_of("fellowship"))


def test_two_ringwraiths_of_one_player_have_a_fell_beast_each() -> None:
    made, arrivals = shipped()
    found = merged_chart(made, arrivals, (commander("witch-king"), commander("khamul")))
    labels = [getattr(one, "label", "") for one in section(found, "Powers: tick when used").blocks]
    assert {"Witch-king: Fell beast", "Khamûl: Fell beast"} <= set(labels)


def test_powers_have_a_box_for_each_use() -> None:
    assert boxes(chart_of("saruman"), "Powers: tick when used")["Spell on Radagast"] == 4
    assert boxes(chart_of("rohan"), "Powers: tick when used") == {"Horn of Helm Hammerhand": 1}


def test_what_binds_a_minion_before_the_wars_is_told() -> None:
    assert "Until the War of Saruman: at most 5" in words(chart_of("saruman"))
    assert "Until war is declared" not in words(chart_of("rohan"))


@pytest.mark.rules("CHT-21", "CHT-23")
def test_the_fellowship_reads_about_the_ring_the_swap_and_its_mounts() -> None:
    said = words(chart_of("fellowship"))
    for heading in (
        "Faramir in Boromir's place.",
        "The ringbearer.",
        "Hunting the ring.",
        "Mounts.",
        "Gollum.",
    ):
        assert heading in said
    assert "Leaving is for good." in said


def test_those_who_may_join_or_be_met_are_on_the_chart() -> None:
    names = " ".join(row[0] for row in rows(chart_of("fellowship"), "Characters and armies"))
    for name in ("Glorfindel", "Gollum", "Shelob", "Eagles", "Army of the Dead", "Ents"):
        assert name in names
    assert "Balrog#" in " ".join(row[0] for row in rows(chart_of("goblin-king"), "Characters"))
    assert "Bruinen" in " ".join(row[0] for row in rows(chart_of("high-elves"), "Armies"))


def test_figures_of_the_rulebooks_charts_that_no_list_brings_are_there() -> None:
    assert "Serpent Rider" in words(chart_of("sulladan"))
    assert "Dwarf Ballista" in words(chart_of("dwarves"))


@pytest.mark.parametrize("name", COMMANDERS)
def test_home_bases_are_explained_unless_their_people_tell_of_them(name: CommanderId) -> None:
    said = words(chart_of(name))
    for place in WAR.commanders[name].home:
        assert plain(" ".join(BOOK.places[place].text)) in said


@pytest.mark.parametrize("name", COMMANDERS)
def test_every_power_is_on_its_chart_in_full(name: CommanderId) -> None:
    said = words(chart_of(name))
    assert [power.id for power in WAR.powers if power.commander == name and power.text not in said] == []


@pytest.mark.parametrize("name", COMMANDERS)
def test_every_people_is_told_in_full_or_in_few_words(name: CommanderId) -> None:
    found = chart_of(name)
    said = words(found)
    told_elsewhere = {rule for power in WAR.powers if power.commander == name for rule in power.rules} | {
        rule
        for place in BOOK.places.values()
        if plain(" ".join(place.text)) in said or (place.short and place.short in said)
        for rule in place.rules
    }
    for people in WAR.peoples:
        texts = (" ".join(people.text), people.short)
        if name in people.commanders and not any(text and text in said for text in texts):
            own = {rule for rule in people.rules if rule.startswith(("PPL-", "PLC-", "ITM-", "FEL-"))}
            assert own <= told_elsewhere, people.id


def test_a_place_both_sides_start_in_is_nobodys_own_ground() -> None:
    assert "palisade" not in words(chart_of("saruman")), "Gríma stands in Edoras, but in few words"
    assert "palisade" in words(chart_of("rohan"))


def test_what_is_worth_more_to_a_minion_is_explained_to_them() -> None:
    assert "Pelargir." in words(chart_of("sulladan"))
    assert "first fights the Bruinen" in words(chart_of("goblin-king"))


def test_a_merged_chart_tells_what_its_commands_share_once() -> None:
    made, arrivals = shipped()
    found = merged_chart(made, arrivals, (commander("gondor"), commander("gondor-fiefdoms")), "Anna")
    said = words(found)
    assert found.name == "chart-gondor+gondor-fiefdoms"
    assert found.pages[0].subtitle == "Anna"
    assert said.count("The ring cannot stay here.") == 1
    assert sum(row[0] == "Gondor Foot" for row in rows(found, "Armies")) == 1
    titles = [one.title for one in found.pages[0].sections]
    assert titles.count("Reinforcements") == 2
    assert {"A · Gondor", "B · Fiefdoms of Gondor"} <= set(titles), "a line parts the commands"


def test_two_commands_of_one_player_declare_a_war_with_one_box() -> None:
    made, arrivals = shipped()
    found = merged_chart(made, arrivals, (commander("khamul"), commander("easterling-king")))
    assert list(boxes(found, "Powers: tick when used")).count("Declare the War of the North") == 1
    assert len(section(found, "Powers: tick when used").blocks) == 3


def test_each_minion_of_a_merged_chart_keeps_points_of_their_own_in_one_record() -> None:
    made, arrivals = shipped()
    found = merged_chart(made, arrivals, (commander("witch-king"), commander("sulladan")))
    assert [one.title for one in found.pages[0].sections].count("Status points") == 1
    record, *exceptions = section(found, "Status points").blocks
    assert isinstance(record, Table)
    assert [column.title for column in record.columns] == ["Deed", "Points", "Witch-king", "Sulladan"]
    pelargir = next(row for row in record.rows if row[0] == "Take Pelargir")
    assert pelargir == ("Take Pelargir", "10", "–", ""), "only Sulladan has points for it"
    said = " ".join(f"{one.strong} {one.text}" for one in exceptions if isinstance(one, Text))
    assert "double for Sulladan at Minas Tirith" in said
    assert "Saruman" not in said, "what others earn is not theirs to know"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mouth-of-sauron", "Black Gate: Mouth of Sauron, Shadow Lord mounted, 8 × Orc, 1 × Troll."),
        ("witch-king", "Minas Morgul: Witch-king mounted, Gothmog, 12 × Orc, 1 × Troll."),
        ("high-elves", "Rivendell: Elrond, Glorfindel, Arwen, 12 × Armored Elf."),
        ("gondor-fiefdoms", "Dol Amroth: 6 × Knight of Dol Amroth on foot."),
        ("king-of-khand", "Khandish Encampment: Khand Chieftain on foot, 5 × Khand Foot."),
    ],
)
def test_only_who_rides_or_walks_against_their_line_is_said_to(name: str, told: str) -> None:
    # Gothmog, Glorfindel and the Mouth of Sauron ride in print, ringwraiths only by a rule of their own.
    assert told in words(chart_of(name))


def test_a_merged_chart_says_of_each_figure_whose_it_is() -> None:
    # Rangers start in Ithilien, knights in Dol Amroth, and foot come to both.
    found = merged_chart(*shipped(), (commander("gondor"), commander("gondor-fiefdoms")))
    table = next(one for one in section(found, "Armies").blocks if isinstance(one, Table))
    assert table.columns[1].title == "Of"
    whose = {row[0].rstrip("*#"): row[1] for row in table.rows}
    assert (whose["Ranger"], whose["Knight of Dol Amroth"], whose["Gondor Foot"]) == ("A", "B", "AB")
    assert "Of: the commands that have it, by their letters." in words(found)
    assert "Of" not in {
        column.title
        for one in section(chart_of("gondor"), "Armies").blocks
        if isinstance(one, Table)
        for column in one.columns
    }
