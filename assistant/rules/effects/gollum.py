"""Who follows the Ring to have it back: tamed or free, tempted, or with it in his hands."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.kernel.asking import Die
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import FigureId
from assistant.kernel.procedure import Procedure
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import PlaceId, ProfileId
from assistant.rules.companies import JOINED
from assistant.rules.core.deed import RulesDesk
from assistant.rules.core.resources import membership_of
from assistant.rules.deeds.coming_upon import come_beside, is_about, known, set_upon
from assistant.rules.deeds.recruiting import NOBODY, join_force, seat_for
from assistant.rules.deeds.ring_passing import take_up_ring
from assistant.rules.effects.campaign_powers import CampaignPower, Numbers, campaign_power
from assistant.rules.effects.hooks import Reason
from assistant.rules.effects.regions import is_in
from assistant.rules.effects.ring_worn import bearer_of, bearers_force, fall_upon
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForceHandedOver
from assistant.rules.names import name_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.scenario import People, Power, Thing
from assistant.rules.standing import is_on_table, members
from assistant.rules.sways import Case, Sway, sway
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

TAMED, ROLL_OFF = "tamed", "roll-off"


def _name(kit: Kit, given: Numbers) -> str:
    return kit.book.profiles[ProfileId(str(given["who"]))].name


def _free(world: World, given: Numbers) -> Figure | None:
    """Him, if he is on the table and able to do something."""
    figure = known(world, str(given["who"]))
    return figure if figure is not None and is_on_table(figure) and figure.condition == "fit" else None


def _with_bearer(world: World, given: Numbers) -> Force | None:
    """The ringbearer's force, if he goes with it and somebody else bears the Ring."""
    force, figure = bearers_force(world), _free(world, given)
    if force is None or figure is None or figure.id not in force.figures:
        return None
    return None if world.war.ring.bearer == figure.id else force


@campaign_power(TAMED)
class Taming(CampaignPower):
    """PPL-GOLLUM-03, PPL-GOLLUM-06, AMB-060: they try to trap and tame him, or have to fight him."""

    def offered(self, kit: Kit, world: World, thing: Thing, numbers: Numbers) -> Power | None:
        force = self._tamers(world, numbers)
        if not isinstance(thing, People) or force is None or force.commander is None:
            return None
        once = kit.house(world)["AMB-060"] == "once"
        text = f"On {numbers['needs']} or more he serves them and goes with them; else they fight him."
        traits = tuple(one for one in thing.traits if one.name == TAMED)
        uses = 1 if once else 10**6
        return Power(thing.id, f"Tame {_name(kit, numbers)}", force.commander, text, uses, (), traits)

    def _tamers(self, world: World, numbers: Numbers) -> Force | None:
        """The force in which all who may try it are together, and fit."""
        trying = [known(world, one) for one in str(numbers["by"]).split()]
        if not all(one is not None and one.condition == "fit" for one in trying):
            return None
        found = {force.id: force for one in trying if one and (force := world.war.force_of(one.id))}
        return next(iter(found.values())) if len(found) == 1 else None

    def why_not(self, kit: Kit, world: World, power: Power, numbers: Numbers) -> str:
        force, name = self._tamers(world, numbers), _name(kit, numbers)
        figure = known(world, str(numbers["who"]))
        if force is None or not is_about(world, str(numbers["who"])):
            return f"{name} cannot be tamed now."
        if figure is not None and (figure.id in force.figures or world.war.ring.bearer == figure.id):
            return f"{name} is with them already, or has the Ring."
        if is_in(kit, force, PlaceId(str(numbers["until_in"]))) or world.war.ring.worn:
            return f"{name} serves nobody there, or while the Ring is worn ({enforced('PPL-GOLLUM-06')})."
        if world.war.contact_of(force.id) is not None or force.fought == world.war.turn:
            return f"{force.does('has', 'have')} met an enemy."
        once_a_turn = kit.house(world)["AMB-060"] == "once-per-turn"
        if once_a_turn and world.war.turn in world.war.powers.get(power.id, ()):
            return f"They have tried it this turn ({enforced('AMB-060')})."
        return ""

    def act(self, kit: Kit, desk: RulesDesk, power: Power, numbers: Numbers) -> Procedure[None]:
        force, need = self._tamers(desk.world, numbers), int(numbers["needs"])
        assert force is not None
        name, rule = _name(kit, numbers), asked("PPL-GOLLUM-03")
        who = str(numbers["by"]).split()[0]
        why = f"{force.does('tries', 'try')} to tame {name}, on {need} or more."
        (face,) = yield from desk.roll(seat_for(power.commander), TAMED, why, [Die(who, need)], rule)
        figure = come_beside(kit, desk, str(numbers["who"]), force)
        if face < need:
            own = desk.world.war.force_of(figure)
            assert own is not None
            set_upon(desk, own.id, force.id, f"{name} attacks them")
            desk.say(f"{face}: they cannot tame {name} and fight him ({enforced('PPL-GOLLUM-03')}).")
            return
        join_force(kit, desk, (figure,), force.id)
        desk.record(ChoiceMade(membership_of(figure), JOINED, desk.world.war.turn))
        desk.say(f"{face}: {name} is tame and goes with them ({enforced('PPL-GOLLUM-06')}).")


@upkeep("tempted", "Gollum is tempted", thing=TAMED)
class Tempted(Upkeep):
    """PPL-GOLLUM-10: at each turn's start that he is with the ringbearer, he may attack him."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        force, figure = _with_bearer(world, given), _free(world, given)
        if force is None or figure is None or world.war.contact_of(force.id):
            return
        yield self.each_turn(
            world,
            figure.id,
            title=f"{name_of(kit, world, figure)} is with the ringbearer and may turn on him",
            commander=force.commander,
            rules=rules("PPL-GOLLUM-10"),
            figures=(figure.id,),
            given={"attacks_on": given["attacks_on"]},
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        need, (figure,) = reminder.number("attacks_on"), reminder.figures
        why = f"{reminder.title}, on {need} or more."
        seat = seat_for(reminder.commander)
        (face,) = yield from desk.roll(seat, self.name, why, [Die(figure, need)], asked("PPL-GOLLUM-10"))
        who = name_of(kit, desk.world, desk.world.figures[figure])
        desk.title = f"{who} turns on the ringbearer" if face >= need else f"{who} stays with the ringbearer"
        if face < need:
            desk.say(f"{face}: he stays with them.")
            return
        fall_upon(kit, desk, desk.world.figures[figure].profile, "PPL-GOLLUM-10")


@upkeep("turning-on", "Gollum serves no longer", phase=None, thing=TAMED)
class TurningOn(Upkeep):
    """PPL-GOLLUM-06, PPL-GOLLUM-11: the Ring worn, a land entered or the fire reached, he attacks."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        force, figure = bearers_force(world), _free(world, given)
        if force is None or figure is None or world.war.ring.bearer == figure.id:
            return
        if world.war.contact_of(force.id) or force.fought == world.war.turn:
            return
        if why := self._why(kit, world, force, figure, given):
            yield Reminder(
                key=f"{self.name} {figure.id} {force.place}@{force.moved}",
                about=self.name,
                title=f"{name_of(kit, world, figure)} attacks the ringbearer: {why}",
                commander=None,
                rules=rules("PPL-GOLLUM-06", "PPL-GOLLUM-11"),
                figures=(figure.id,),
            )

    def _why(self, kit: Kit, world: World, force: Force, figure: Figure, given: Params) -> str:
        """What makes him attack; to the fire he comes from wherever he is."""
        if is_in(kit, force, PlaceId(str(given["until_at"]))):
            return "the fire is reached"
        if figure.id not in force.figures:
            return ""
        if world.war.ring.worn:
            return "the Ring is worn"
        region = PlaceId(str(given["until_in"]))
        if is_in(kit, force, region):
            return f"they have come to {kit.scenario.place_names[region]}"
        return ""

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        enforced("PPL-GOLLUM-06")
        fall_upon(kit, desk, desk.world.figures[figure].profile, "PPL-GOLLUM-11")
        yield from ()


@upkeep("seizing", "Gollum comes for the Ring", phase=None, thing=TAMED)
class Seizing(Upkeep):
    """PPL-GOLLUM-02: the ringbearer lies wounded: he takes the Ring, or fights whoever can stop him."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        bearer, force = bearer_of(world), bearers_force(world)
        if bearer is None or force is None or bearer.condition != "wounded":
            return
        if bearer.profile not in str(given["by"]).split() or not is_about(world, str(given["who"])):
            return
        if world.war.contact_of(force.id) or force.fought == world.war.turn:
            return
        yield Reminder(
            key=f"{self.name} {bearer.id}@{world.war.since.get(bearer.id, 0)}",
            about=self.name,
            title=f"{name_of(kit, world, bearer)} is wounded: {_name(kit, given)} comes for the Ring",
            commander=None,
            rules=rules("PPL-GOLLUM-02"),
            figures=(bearer.id,),
            given={"who": given["who"]},
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        profile, force = ProfileId(reminder.word("who")), bearers_force(desk.world)
        assert force is not None
        others = [one for one in members(desk.world, force) if one.condition == "fit"]
        if any(one.profile != profile for one in others):
            fall_upon(kit, desk, profile, "PPL-GOLLUM-02")
            return
        figure = come_beside(kit, desk, profile, force)
        take_up_ring(desk, figure)
        name = name_of(kit, desk.world, desk.world.figures[figure])
        desk.say(f"Nobody stops {name}: he has the Ring ({enforced('PPL-GOLLUM-02')}).")
        yield from ()


# ---- who runs him --------------------------------------------------------------------------------------


@upkeep("rolling-off", "Who runs Gollum", phase="start", thing=ROLL_OFF)
class RollingOff(Upkeep):
    """PPL-GOLLUM-04, PPL-GOLLUM-12, CON-088: with the Ring two roll for him, else evil has him."""

    is_owed = True

    def due_by(self, kit: Kit, world: World, thing: Thing, given: Params) -> Iterator[Reminder]:
        figure = _free(world, given)
        force = world.war.force_of(figure.id) if figure else None
        if figure is None or force is None:
            return
        rolls = self._rolls(kit, world, figure)
        if not rolls and force.commander is not None:
            return
        yield self.each_turn(
            world,
            figure.id,
            title=f"Who moves {name_of(kit, world, figure)}",
            commander=None,
            rules=rules("PPL-GOLLUM-04" if rolls else "PPL-GOLLUM-12"),
            figures=(figure.id,),
            given={"people": thing.id},
        )

    def _rolls(self, kit: Kit, world: World, figure: Figure) -> bool:
        """Whether two players roll for him as things stand and are read."""
        match kit.house(world)["CON-088"]:
            case "roll-off":
                return True
            case "any-evil-player":
                return False
            case _:
                return world.war.ring.bearer == figure.id

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        (figure,) = reminder.figures
        people = next(one for one in kit.scenario.peoples if one.id == reminder.word("people"))
        given = next(dict(one.params) for one in people.traits if one.name == ROLL_OFF)
        evil = [one.id for one in kit.scenario.commanders.values() if one.side == "evil"]
        ask = f"{reminder.title}: which evil commander's figures are nearest to him?"
        nearest = CommanderId((yield from desk.choose(NOBODY, "nearest", ask, evil, *reminder.rules)))
        winner = nearest
        if self._rolls(kit, desk.world, desk.world.figures[figure]):
            ours = CommanderId(str(given["commander"]))
            winner = yield from self._roll_off(kit, desk, figure, (nearest, ours), int(given["plus"]))
        force = desk.world.war.force_of(figure)
        assert force is not None
        if force.commander != winner:
            desk.record(ForceHandedOver(force.id, winner))
        cited = ", ".join(map(enforced, reminder.rules))
        desk.say(f"{kit.scenario.commanders[winner].name} moves him this turn ({cited}).")

    def _roll_off(
        self, kit: Kit, desk: RulesDesk, figure: FigureId, both: tuple[CommanderId, CommanderId], plus: int
    ) -> Procedure[CommanderId]:
        """Each rolls a die, the second with a bonus, until one is higher."""
        names, rule = [kit.scenario.commanders[one].name for one in both], asked("PPL-GOLLUM-04")
        why = f"{names[0]} and {names[1]} (+{plus}) roll for who moves him."
        while True:
            (one,) = yield from desk.roll(seat_for(both[0]), "roll-off", why, [Die(figure)], rule)
            (other,) = yield from desk.roll(seat_for(both[1]), "roll-off", why, [Die(figure)], rule)
            if one != other + plus:
                return both[0] if one > other + plus else both[1]
            desk.say(f"{one} against {other} + {plus}: they roll again.")


@sway(ROLL_OFF)
class NeverAttacks(Sway):
    """PPL-GOLLUM-05: with the Ring he starts no fight, though he fights back."""

    def spares(self, case: Case, seekers: Force, target: Force) -> Reason | None:
        figure = _free(case.world, case.given)
        if figure is None or case.world.war.ring.bearer != figure.id or figure.id not in seekers.figures:
            return None
        return Reason("with the Ring he starts no fight", enforced("PPL-GOLLUM-05"))
