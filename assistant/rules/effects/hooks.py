"""The closed list of hooks: what an ability, place, people or artifact may say about a fight or a march."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from assistant.rules.effects.answers import (
    AGAIN,
    Again,
    Aim,
    Brood,
    Call,
    Charge,
    Fate,
    Lives,
    Loan,
    LoanKey,
    Modifier,
    Ramming,
    Reason,
    Reroll,
    Revenge,
    Scope,
    Spent,
)

if TYPE_CHECKING:
    from assistant.rules.book import Profile
    from assistant.rules.combat.scene import Combatant, Scene
    from assistant.rules.effects.marching import Flight, Need, Rampart, Tether
    from assistant.rules.house import HouseRules
    from assistant.rules.moving.travel import Traveller
    from assistant.rules.spotting import Hunt


class Effect:
    """Every hook is silent; an effect overrides one or two. Questions are pure.

    `me` is always the figure in question: for its own effects their holder, for those of a place or a
    whole battle whoever stands there.
    """

    name: ClassVar[str]
    scope: ClassVar[Scope] = "fight"
    """Which friends it may reach: all in the fight, those of its holder's force, or who stands near."""
    inches: int = 0
    """How near is near, where that is its scope."""
    is_fortification: ClassVar[bool] = False
    comes_back: ClassVar[bool] = False
    """Whoever has it may be dispersed, and is then not lost for good."""
    things: ClassVar[tuple[str, ...]] = ()
    """What figures may bear that this effect asks about; one named like the effect brings it."""
    used_by: ClassVar[tuple[str, ...]] = ()
    """The peoples and races who can use these things, if not all."""
    used_with: ClassVar[tuple[str, ...]] = ()
    """What one must bear as well for these things to be of any use."""

    def refuses_to_attack(self, me: Combatant, scene: Scene) -> Reason | None:
        """Will not move into this fight, though it defends itself in any."""

    def is_unseen(self, me: Combatant, scene: Scene) -> Reason | None:
        """Cannot be attacked until it has been spotted."""

    def finds(self, me: Profile, hunt: Hunt) -> Iterable[Modifier]:
        """Better or worse at finding those who hide."""
        return ()

    def betrays(self, me: Profile | None, hunt: Hunt) -> Iterable[Modifier]:
        """Makes those who hide with me, or in this place, easier or harder to find."""
        return ()

    def found_on(self, me: Profile, hunt: Hunt) -> Need | None:
        """Those who hide with me are found on this or more."""

    def summons(self, me: Combatant, scene: Scene) -> Call | None:
        """May call others to the fight before it begins."""

    def falls_alone(self, me: Combatant, scene: Scene) -> Reason | None:
        """Is removed when the enemy comes upon it with nobody of another kind in its force."""

    def scatters(self, me: Combatant, foe: Combatant, scene: Scene) -> Reason | None:
        """This enemy is dispersed before the fight begins."""

    def reaches(self, holder: Combatant, me: Combatant, scene: Scene) -> bool:
        """Speaks for this friend of its holder too, as if it were theirs."""
        return False

    def fights_on_foot(self, me: Combatant, scene: Scene) -> Reason | None:
        """Leaves the mount behind for this fight."""

    def finds_clear(self, me: Combatant, house: HouseRules) -> bool:
        """The ground it stands on is clear ground to it."""
        return False

    def dice_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        """More or fewer dice."""
        return ()

    def doubles_dice(self, me: Combatant, scene: Scene) -> Reason | None:
        """Dice are doubled."""

    def attack_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        """Better or worse at hitting."""
        return ()

    def rerolls_attack(self, me: Combatant, scene: Scene) -> Reroll | None:
        """Which attack dice are rolled again."""

    def strikes_first(self, me: Combatant, scene: Scene) -> Reason | None:
        """Strikes in an exchange before the others."""

    def strikes_extra(self, me: Combatant, scene: Scene) -> Reason | None:
        """Strikes in the first exchange too, besides its ordinary blows."""

    def chooses_victim(self, me: Combatant, scene: Scene) -> Aim | None:
        """Its owner says which enemy takes one of its hits, or all of them."""

    def prefers(self, me: Combatant, foe: Combatant, scene: Scene) -> int | None:
        """My hits fall on the kinds of enemy that I prefer, the lowest number first."""

    def only_strikes(self, me: Combatant, scene: Scene) -> Reason | None:
        """Takes no part in who wins or loses: it is not lost by defeat and does not retreat."""

    def defense_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        """Better or worse at shrugging off any hit."""
        return ()

    def rides_on_hits(self, me: Combatant, scene: Scene) -> bool:
        """Hits of mine carry this effect to their victim."""
        return False

    def harms_defense(self, victim: Combatant, scene: Scene) -> Iterable[Modifier]:
        """What a hit that carries this does to its victim's defense roll."""
        return ()

    def rerolls_defense(self, me: Combatant, scene: Scene) -> Reroll | None:
        """Which of one's own defense dice are rolled again."""

    def spoils_defense(self, victim: Combatant, scene: Scene) -> Reason | None:
        """A hit that carries this makes its victim roll a successful defense again."""

    def shields(self, me: Combatant, scene: Scene, carried: Effect) -> Reason | None:
        """What a hit carries does nothing to me."""

    def cannot_strike(self, me: Combatant, scene: Scene) -> Reason | None:
        """Has no dice in this fight."""

    def lives(self, me: Combatant, scene: Scene) -> Lives | None:
        """Fails so often before it is gone."""

    def runs_amok(self, me: Combatant, scene: Scene) -> Reason | None:
        """Deals a die of hits to its own side when its last life is lost."""

    def rams(self, me: Combatant, scene: Scene) -> Ramming | None:
        """Can be run at a gate."""

    def blows_up(self, me: Combatant, scene: Scene) -> Charge | None:
        """Can blow up a gate or a weak wall."""

    def storms(self, me: Combatant, scene: Scene) -> Reason | None:
        """Keeps one defender of the walls from doubling its dice."""

    def spawns(self, me: Combatant, scene: Scene) -> Brood | None:
        """Brings newcomers after the blows."""

    def cannot_be_hit(self, me: Combatant, scene: Scene) -> Reason | None:
        """Hits may not be given to me."""

    def inflicts(self, victim: Combatant, scene: Scene) -> Fate | None:
        """What failing against a hit that carries this means for its victim, before anything of theirs."""

    def fate(self, me: Combatant, scene: Scene, carried: tuple[str, ...]) -> Fate | None:
        """What it means that I failed against a hit that carried these."""

    def is_spent(self, me: Combatant, scene: Scene) -> Spent | None:
        """Leaves the table once the blows are struck, whatever came of them."""

    def lends_rerolls(self, me: Combatant, scene: Scene) -> Loan | None:
        """Lets the force roll some dice again."""

    def leadership_modifiers(self, me: Combatant, scene: Scene) -> Iterable[Modifier]:
        """Leads better or worse."""
        return ()

    def turns_defeat(self, me: Combatant, scene: Scene, margin: int) -> Reason | None:
        """May give itself up to make a draw of a defeat by so many points."""

    def takes_revenge(self, me: Combatant, scene: Scene) -> Revenge | None:
        """Turns on one of its own side when they have lost."""

    def rests_after(self, me: Combatant, scene: Scene) -> Reason | None:
        """May not move in the turn after a fight."""

    def may_be_captured(self, me: Combatant, scene: Scene) -> Reason | None:
        """Wounded on the losing side, I may be carried off alive."""

    def overruns(self, me: Combatant, scene: Scene) -> Fate | None:
        """What losing the walls I defended means for me."""

    def withstands_overrun(self, me: Combatant, scene: Scene) -> Reason | None:
        """Beaten behind walls, I am not lost with them."""

    def turned_from_tower(self, me: Combatant, scene: Scene) -> Reason | None:
        """Finds no room in this place's tower when the walls fall, or is not stationed there before."""

    def doubles_move(self, profile: Profile) -> Reason | None:
        """May go twice as far as others of its kind."""

    def keeps_to_roads(self, profile: Profile) -> Reason | None:
        """Goes along roads only."""

    def allowance(self, profile: Profile, difficult: bool, house: HouseRules) -> Iterable[Modifier]:
        """Inches added to a move, in clear or in difficult ground."""
        return ()

    def bars_move(self, profile: Profile, difficult: bool) -> Reason | None:
        """May not move at all, or not into difficult ground off the road."""

    def bars_entry(self, me: Traveller) -> Reason | None:
        """Such a traveller may not come to this place."""

    def slays(self, me: Traveller) -> Reason | None:
        """Such a traveller dies of coming to this place, though nothing keeps it out."""

    def room(self) -> int | None:
        """So many figures find room in this place."""

    def closes(self, me: Traveller, ground: str) -> Reason | None:
        """This kind of ground is closed to such a traveller in this place."""

    def roughens(self, me: Traveller, ground: str) -> Reason | None:
        """This kind of ground is difficult in this place, whatever it looks like."""

    def delays(self, me: Traveller, ground: str) -> Reason | None:
        """Crossing water here takes a whole move."""

    def walks_clear(self, me: Traveller, ground: str) -> Reason | None:
        """This kind of ground is as good as clear to such a traveller, anywhere or in this place."""

    def crosses_freely(self, me: Traveller, water: str) -> Reason | None:
        """This water costs such a traveller no move; unnamed, the water of this place."""

    def denies_haste(self) -> Reason | None:
        """Nobody goes twice as far as usual in this place."""

    def denies_road_bonus(self) -> Reason | None:
        """A road gives nobody more inches in this place."""

    def lifts(self, me: Traveller) -> Flight | None:
        """Goes through the air, so far."""

    def wants_far_bank(self) -> Reason | None:
        """Nobody crosses here while an enemy holds the far bank."""

    def quickens(self, me: Traveller, difficult: bool) -> Iterable[Modifier]:
        """Inches added to the move of those who go with its holder."""
        return ()

    def tethers(self, me: Traveller) -> Tether | None:
        """Must stay in a place, or near it."""

    def rampart(self) -> Rampart | None:
        """Walls that count only against those who come from one side."""

    def takes_mount(self, profile: Profile) -> Reason | None:
        """Such a figure loses its mount by coming to this place."""

    def escapes_pins(self, profile: Profile, house: HouseRules) -> Reason | None:
        """An enemy beside it does not hold it fast."""

    def rides_along(self, profile: Profile, rider: Profile) -> Reason | None:
        """May be carried on this rider's mount, at no cost."""


HOOKS = tuple(name for name, hook in vars(Effect).items() if callable(hook) and not name.startswith("_"))
OF_THE_MARCH = frozenset({
    "doubles_move", "keeps_to_roads", "allowance", "bars_move", "bars_entry", "slays", "takes_mount",
    "escapes_pins", "rides_along", "room", "closes", "walks_clear", "crosses_freely", "denies_haste",
    "denies_road_bonus", "quickens", "tethers", "lifts", "wants_far_bank", "finds", "betrays", "found_on",
    "roughens", "delays", "rampart",
})  # fmt: skip
"""Those that no fight asks."""

__all__ = [
    "AGAIN",
    "HOOKS",
    "OF_THE_MARCH",
    "Again",
    "Aim",
    "Brood",
    "Call",
    "Charge",
    "Effect",
    "Fate",
    "Lives",
    "Loan",
    "LoanKey",
    "Modifier",
    "Ramming",
    "Reason",
    "Reroll",
    "Revenge",
    "Scope",
    "Spent",
]  # fmt: skip
