"""What the projector tells of a fight that goes on: what happens, in few words."""

from __future__ import annotations

from assistant.campaign.views.board import aloud
from assistant.rules.game import RingOfPower

LOG = (
    "Galadriel spends wizardry, 2 on defense (MAG-05).",
    "12 Wood Elves: 1 die at 3+; defense 5+.",
    "Home ground (Weathertop) is not resolved here; apply it by hand (PLC-WEATHERTOP-01).",
    "Good strikes with 12 dice at 3+.",
    "Good rolls 6 6 1 1 6 5 5 2 4 4 4 1 [the light of the Lady (PPL-GALADRIEL-02)]: 8 hits (CMB-10).",
    "Evil allocates 1 hit each to 8 Orcs (ALC-01).",
    "Evil rolls to defend: 5 for Orc (6+), 6 for Orc (6+).",
    "Eliminated: 6 Orcs (DEF-02).",
    "Good: 6 casualties inflicted + 4 leadership = 10 (OUT-01).",
)


def test_the_newest_comes_first_without_faces_rules_or_asides(game: RingOfPower) -> None:
    assert aloud(game.kit, LOG) == (
        "Good: 6 casualties inflicted + 4 leadership = 10.",
        "Eliminated: 6 Orcs.",
        "Good rolls 12 dice: 8 hits.",
        "Galadriel spends wizardry, 2 on defense.",
    )


def test_few_dice_are_told_as_they_lie(game: RingOfPower) -> None:
    assert aloud(game.kit, ["Frodo rolls 6 2: 1 hit (CMB-10)."]) == ("Frodo rolls 6 2: 1 hit.",)
