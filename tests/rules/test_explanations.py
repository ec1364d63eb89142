"""Every number is told with the reason that made it, and only with that one."""

from __future__ import annotations

from random import Random

import pytest

from assistant.kernel.asking import Choose
from assistant.kernel.errors import Illegal, Malformed
from assistant.kernel.ids import FigureId
from assistant.rules.game import RingOfPower
from assistant.simulate.resolve import Resolution, resolve
from tests.rules.battles import Rows, declared, fought, one, says
from tests.support import Fights


def told_of(resolution: Resolution, name: str) -> str:
    """The last line that sums up a figure's numbers."""
    return [line for line in resolution.played.done.log if line.startswith(f"{name} (")][-1]


def test_durins_axe_is_named_where_it_sharpens_the_attack(game: RingOfPower) -> None:
    # A chieftain's one die at 4+ is 3+ with the axe; dice and defense are as printed and need no reason.
    told = fought(game, declared(game, [one("dwarf-chieftain", bears=["durins-axe"])], [one("orc", count=1)]))
    assert told_of(told, "Dwarf Chieftain").startswith(
        "Dwarf Chieftain (dwarf-chieftain): 1 die at 3+ "
        "[attack 3+ bearing durins axe (ITM-DURINSAXE-02)]; defense 3+ [wounded"
    )


def test_armor_is_named_for_defense_and_the_sword_for_the_attack(game: RingOfPower) -> None:
    # Aragorn 3 dice at 4+ and defense 4+: Andúril makes it 3+, heavy armor the defense 3+.
    aragorn = one("aragorn", bears=["anduril", "heavy-armor"])
    told = told_of(fought(game, declared(game, [aragorn], [one("orc", count=1)])), "Aragorn")
    assert "3 dice at 3+ [attack 3+ bearing anduril (ITM-ANDURIL-02)]" in told
    assert "defense 3+ [3+ wearing heavy armor (ITM-ANDURIL-01); wounded" in told


@pytest.mark.rules("ITM-ANDURIL-02")
def test_a_sword_that_leads_better_is_named_with_the_leader(game: RingOfPower) -> None:
    told = fought(game, declared(game, [one("aragorn", bears=["anduril"])], [one("orc", count=1)]))
    assert says(told, "Good is led by aragorn: leadership 4 [4 bearing anduril (ITM-ANDURIL-02)].")


@pytest.mark.rules("PRF-GC29")
def test_sting_is_a_reason_for_the_attack_and_none_for_defense(game: RingOfPower) -> None:
    told = told_of(fought(game, declared(game, [one("frodo")], [one("giant-spider", count=1)])), "Frodo")
    strikes, _, defends = told.partition("; defense")
    assert "attack 4+ against spiders (PRF-GC29)" in strikes
    assert "against spiders" not in defends


@pytest.mark.rules("PPL-TASKMASTER-01")
def test_the_roll_says_who_had_dice_rolled_again(fights: Fights) -> None:
    # Three misses of orcs at 5+ are rolled again for the taskmaster, and one of them hits.
    told = fights(
        "1 dwarf-warrior",
        "3 orc, orc-taskmaster",
        dice={"good attack": "1", "evil attack": "1111", "evil attack_reroll": "156", "good defense": "66"},
    )
    line = "Evil rolls 1 1 1 1, again 1 5 6 [taskmaster (PPL-TASKMASTER-01)]: 2 hits (CMB-10)."
    assert line in told.played.done.log


@pytest.mark.rules("CMB-08", "PPL-HOBBITS-02")
def test_stones_are_told_where_they_fly_and_ambushers_later_say_why_they_rest(fights: Fights) -> None:
    dice = {"good attack": "1 1 1", "evil attack": "1"}
    told = fights("hobbit, elf-sentinel", "1 orc", dice=dice).played.done.log
    hobbits = [line for line in told if line.startswith("Armed Hobbit (")]
    assert ["stones (PPL-HOBBITS-02)" in line for line in hobbits] == [True, False]
    assert any("does not strike [struck from ambush (CMB-08)]" in line for line in told)


def test_what_a_hit_carries_is_told_in_words_and_once(game: RingOfPower) -> None:
    wraith = one("witch-king", bears=["fell-beast"])
    told = told_of(fought(game, declared(game, [one("dwarf-warrior", count=1)], [wraith])), "Dwarf Warrior")
    assert told.count("against fell beast ") == 1
    assert "fell-beast" not in told


@pytest.mark.parametrize(
    ("evil", "thing", "code", "wrong"),
    [
        ("uruk-hai", "anduril", "no-use-for-it", "Uruk-hai has no use for 'anduril' in a fight"),
        ("uruk-hai", "horn", "no-use-for-it", "Uruk-hai has no use for 'horn' in a fight"),
        ("uruk-hai", "fell-beast", "no-use-for-it", "Uruk-hai has no use for 'fell-beast' in a fight"),
        ("uruk-hai", "oath-of-the-dead", "no-use-for-it", "Uruk-hai has no use for 'oath-of-the-dead'"),
        ("witch-king", "fell-beast", "steed-not-ridden", "Witch-king has 'fell-beast' and does not ride it"),
    ],
)
def test_what_a_figure_cannot_use_is_refused(
    game: RingOfPower, evil: str, thing: str, code: str, wrong: str
) -> None:
    # A file says where it stands in it; whoever declares a fight otherwise is refused as well.
    with pytest.raises(Malformed) as unread:
        declared(game, [one("eomer")], [one(evil, bears=[thing], mounted=False)])
    assert any(wrong in fault.wrong for fault in unread.value.faults)
    setup = declared(game, [one("eomer")], [one(evil)])
    borne = setup.with_entrants([FigureId(evil)], bears=(thing,), mounted=False)
    with pytest.raises(Illegal) as refused:
        resolve(game, borne, None, Random(1))
    assert refused.value.code == code


@pytest.mark.rules("PPL-FELLBEAST-02")
def test_who_has_a_fell_beast_rides_it_unless_told_otherwise(game: RingOfPower) -> None:
    setup = declared(game, [one("eomer")], [one("witch-king", bears=["fell-beast"])])
    assert setup.evil.figures[0].mounted
    assert says(fought(game, setup), "success rolled again: terror of the fell beast (PPL-FELLBEAST-02)")


def test_the_ring_on_someone_nobody_seeks_is_said_to_change_nothing(game: RingOfPower) -> None:
    line = "Borne, but without bearing on this fight: one-ring (uruk-hai)."
    uruk = one("uruk-hai", bears=["one-ring"])
    assert line in fought(game, declared(game, [one("eomer")], [uruk])).played.done.log


def test_the_oath_of_the_dead_without_the_sword_is_said_to_be_of_no_use(game: RingOfPower) -> None:
    line = "Borne, but of no use without anduril: oath-of-the-dead (aragorn)."
    for things, is_said in ((["oath-of-the-dead"], True), (["anduril", "oath-of-the-dead"], False)):
        setup = declared(game, [one("aragorn", bears=things)], [one("orc")])
        assert (line in fought(game, setup).played.done.log) is is_said


@pytest.mark.parametrize(
    ("good", "idle"),
    [
        ([one("ranger", cover=True)], True),
        ([one("orc", cover=True)], True),
        ([one("faramir", cover=True)], False),
        ([one("ranger", cover=True, terrain="woods")], True),
    ],
)
def test_cover_that_changes_nothing_is_said(game: RingOfPower, good: Rows, idle: bool) -> None:
    # A ranger counts difficult ground; a captain with the footnote counts cover itself.
    told = fought(game, declared(game, good, [one("uruk-hai")]))
    assert says(told, "Cover makes no difference here to ") is idle


def test_cover_shelters_rangers_where_the_table_reads_it_so(game: RingOfPower) -> None:
    setup = declared(game, [one("ranger", cover=True)], [one("uruk-hai")], house={"CON-061": "cover"})
    assert not says(fought(game, setup), "Cover makes no difference")


@pytest.mark.rules("ART-19")
def test_a_run_at_the_gate_shows_its_faces_and_the_help_of_earlier_tries(game: RingOfPower) -> None:
    # 3 and 4 are 7, with 2 for one earlier try 9: 11 were needed.
    setup = declared(
        game,
        [one("gondor-foot")],
        [one("battering-ram"), one("orc")],
        fortress="good",
        sides={"evil": {"engines": {"battering-ram": {"use": "gate", "tries": 1}}}},
    )
    dice = {"evil special": "34", "good attack": "11", "evil attack": "1"}
    line = "battering-ram runs at the gate: 3 + 4 + 2 for earlier tries = 9, 11+ needed: it holds (ART-19)."
    assert says(fought(game, setup, dice=dice), line)


@pytest.mark.rules("MAG-01", "MAG-02")
def test_a_duel_shows_the_dice_and_the_wizardry_of_both(game: RingOfPower) -> None:
    # Gandalf 3 + 3, Saruman 4 + 2.
    setup = declared(
        game,
        [one("gandalf-the-white")],
        [one("saruman")],
        sides={"good": {"duels": [["gandalf-the-white", "saruman"]]}},
    )
    dice = {"good duel": "3", "evil duel": "4", "good attack": "11", "evil attack": "11"}
    line = (
        "gandalf-the-white 3 + 3 wizardry = 6, saruman 4 + 2 wizardry = 6: the duel has no effect (MAG-02)."
    )
    assert says(fought(game, setup, dice=dice), line)


@pytest.mark.rules("CMB-05", "ITM-CLOAKS-01", "ABL-TRACKER-2")
def test_a_search_names_cloaks_and_trackers(game: RingOfPower) -> None:
    # Elven cloaks are found on 6, by a tracker on 5.
    setup = declared(
        game,
        [one("frodo"), one("sam")],
        [one("orc-tracker")],
        attacker="evil",
        sides={"good": {"hides": True}},
    )
    told = fought(game, setup, dice={"evil special": "3"})
    assert says(
        told, "searches, 3 (5+) [6+ elven cloaks (ITM-CLOAKS-01); +1 tracker (ABL-TRACKER-2)]: not found"
    )


@pytest.mark.rules("MAG-05", "CMB-09")
def test_wizardry_spent_on_blows_that_nobody_strikes_is_told_to_be_in_vain(game: RingOfPower) -> None:
    spent = {"good": {"wizardry": {"galadriel": {"dice": 1, "attack": 1}}}}
    setup = declared(game, [one("galadriel"), one("wood-elf")], [one("orc")], sides=spent)
    told = told_of(fought(game, setup, dice=None), "Galadriel")
    assert "does not strike [has no attack (CMB-09); 2 points of wizardry in vain (MAG-05)]" in told


@pytest.mark.rules("MAG-05")
def test_who_has_no_attack_is_offered_a_better_defense_only(game: RingOfPower) -> None:
    asked = fought(game, declared(game, [one("galadriel")], [one("orc")])).played.requests
    options = [one.options for one in asked if isinstance(one, Choose) and one.purpose == "wizardry"]
    assert options[0] == ("defense", "keep")


@pytest.mark.rules("FOR-03")
def test_walls_that_were_breached_before_the_fight_are_told_to_help_nobody(game: RingOfPower) -> None:
    setup = declared(game, [one("gondor-foot")], [one("orc")], fortress="good", breached=True)
    told = fought(game, setup, dice={"good attack": "1", "evil attack": "1"})
    assert says(told, "The walls are breached already, and help nobody (FOR-03).")
