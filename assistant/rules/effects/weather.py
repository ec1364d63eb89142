"""PLC-CARADHRAS-01..04: wizards who close a pass with storms, or keep it open against each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from assistant.kernel.asking import Die
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import asked, enforced
from assistant.kernel.ids import Seat
from assistant.kernel.procedure import Procedure
from assistant.rules.book import Place, PlaceId
from assistant.rules.core.deed import RulesDesk
from assistant.rules.deeds.recruiting import seat_for
from assistant.rules.deeds.things import borne
from assistant.rules.kit import Kit
from assistant.rules.march.facts import ForcesMarked
from assistant.rules.names import name_of
from assistant.rules.reminders import Params, Reminder, Upkeep, rules, upkeep
from assistant.rules.standing import is_on_table, members, place_name
from assistant.rules.turn.facts import ChoiceMade
from assistant.rules.war import Force
from assistant.rules.world import Figure, World

LET, CLOSE, OPPOSE = "let-be", "close", "oppose"
CLOSED, OPEN, TRIED = "closed", "open", "tried"
WEATHER = "weather-duel"


def _pass(place: str) -> str:
    return f"{place} pass"


def _duel(place: str) -> str:
    return f"{place} duel"


def _tried(force: Force, place: str) -> str:
    return f"{force.id} by {place}"


def state_of(world: World, place: str) -> str:
    """Whether a pass is closed or kept open now by what was decided; nothing if anyone may try again."""
    said = world.war.choices.get(_pass(place))
    if said is None:
        return ""
    state, _, until = said.value.partition(" ")
    return state if world.war.turn <= int(until) else ""


def is_closed(world: World, place: str) -> bool:
    """Whether storms close a pass this turn."""
    return state_of(world, place) == CLOSED


def require_open(kit: Kit, world: World, force: Force, places: Iterable[str]) -> None:
    """PLC-CARADHRAS-03: nobody goes onto a pass that storms close."""
    for place in places:
        if is_closed(world, place):
            raise Illegal(
                "pass-closed",
                f"{force.name} may not go by {place_name(kit, PlaceId(place))}: {_how_long(world, place)} "
                f"({enforced('PLC-CARADHRAS-03')}).",
                do="Go another way, or wait until it is open.",
            )


def require_not_trapped(kit: Kit, world: World, force: Force) -> None:
    """PLC-CARADHRAS-05: who is on a pass that storms close stays there."""
    if force.inside is not None and is_closed(world, force.inside):
        raise Illegal(
            "pass-closed",
            f"{force.does('is', 'are')} trapped on {place_name(kit, force.place)}: "
            f"{_how_long(world, force.place)} ({enforced('PLC-CARADHRAS-05')}).",
            do="They may go on when the pass is open again.",
        )


def _how_long(world: World, place: str) -> str:
    until = int(world.war.choices[_pass(place)].value.partition(" ")[2])
    return f"storms close it {'this turn' if until == world.war.turn else f'until turn {until} is over'}"


@upkeep("weather", "Wizards' weather", phase="movement", trait=WEATHER)
class Weather(Upkeep):
    """PLC-CARADHRAS-01: a wizard may try to close the way of those who pass, and another oppose him."""

    def due_at(self, kit: Kit, world: World, place: Place, given: Params) -> Iterator[Reminder]:
        climbing = _climbing(world, place.id)
        wizards = _wizards(kit, world, place.id, given)
        if not climbing or not wizards or state_of(world, place.id):
            return
        force = world.war.force_of(wizards[0].id)
        yield self.each_turn(
            world,
            place.id,
            title=f"{climbing[0].name} would pass {place.name}: does a wizard close the way?",
            commander=force.commander if force else None,
            rules=rules("PLC-CARADHRAS-01"),
            figures=tuple(one.id for one in wizards),
            place=place.id,
            deed=f"The weather on {place.name}",
        )

    def perform(self, kit: Kit, desk: RulesDesk, reminder: Reminder) -> Procedure[None]:
        place = kit.book.places[reminder.here]
        wizards = [desk.world.figures[one] for one in reminder.figures]
        for force in _climbing(desk.world, place.id):
            desk.record(ChoiceMade(_tried(force, place.id), TRIED, desk.world.war.turn))
        yield from self.contest(kit, desk, place, wizards, wizards)

    def contest(
        self, kit: Kit, desk: RulesDesk, place: Place, closing: list[Figure], there: list[Figure]
    ) -> Procedure[None]:
        """One of those who may tries to close the pass, and another who is there may oppose him."""
        given: Params = next(dict(one.params) for one in place.traits if one.name == self.trait)
        closer = yield from self._who(kit, desk, closing, CLOSE, f"try to close {place.name}")
        if closer is None:
            desk.say(f"Nobody closes {place.name}.")
            return
        rivals = [one for one in there if one.id != closer.id]
        rival = yield from self._who(kit, desk, rivals, OPPOSE, "keep it open")
        if rival is None:
            yield from self._unopposed(kit, desk, closer, place, given)
        else:
            yield from self._opposed(kit, desk, closer, rival, place, given)

    def _who(
        self, kit: Kit, desk: RulesDesk, wizards: list[Figure], what: str, words: str
    ) -> Procedure[Figure | None]:
        for one in wizards:
            why = f"Does {name_of(kit, desk.world, one)} {words}?"
            rule = asked("PLC-CARADHRAS-01")
            if (yield from desk.choose(_seat(desk.world, one), self.name, why, (LET, what), rule)) == what:
                return one
        return None

    def _unopposed(
        self, kit: Kit, desk: RulesDesk, closer: Figure, place: Place, given: Params
    ) -> Procedure[None]:
        """PLC-CARADHRAS-02, AMB-096: a low roll closes it, for this turn or as long as after a duel."""
        most, who = int(given["closes_on"]), name_of(kit, desk.world, closer)
        why = f"{who} raises a storm on {place.name}: 1 to {most} closes the pass."
        rule = asked("PLC-CARADHRAS-02")
        (face,) = yield from desk.roll(_seat(desk.world, closer), "duel", why, [Die(closer.id)], rule)
        if face > most:
            desk.say(f"{face}: the pass stays open ({enforced('PLC-CARADHRAS-02')}).")
            return
        long = kit.house(desk.world)["AMB-096"] == "three-turns"
        self._settle(desk, place, CLOSED, int(given["turns" if long else "unopposed_turns"]))
        enforced("AMB-096")
        desk.say(f"{face}: {who} closes {place.name} ({enforced('PLC-CARADHRAS-02')}).")

    def _opposed(
        self, kit: Kit, desk: RulesDesk, closer: Figure, rival: Figure, place: Place, given: Params
    ) -> Procedure[None]:
        """PLC-CARADHRAS-03, PLC-CARADHRAS-04: the winner closes the pass or keeps it open for some turns."""
        last = desk.world.war.choices.get(_duel(place.id))
        again = int(given["again"]) if last is not None and last.value == CLOSED else 0
        mine = yield from self._throw(kit, desk, closer, again)
        theirs = yield from self._throw(kit, desk, rival, 0)
        names = [name_of(kit, desk.world, one) for one in (closer, rival)]
        told = f"{names[0]} {mine}, {names[1]} {theirs}"
        if mine == theirs:
            desk.say(f"{told}: the duel has no effect ({enforced('MAG-02')}).")
            return
        state = CLOSED if mine > theirs else OPEN
        desk.record(ChoiceMade(_duel(place.id), state, desk.world.war.turn))
        self._settle(desk, place, state, int(given["turns"]))
        desk.say(
            f"{told}: {place.name} is {state} for {given['turns']} turns ({enforced('PLC-CARADHRAS-03')})."
        )

    def _throw(self, kit: Kit, desk: RulesDesk, one: Figure, again: int) -> Procedure[int]:
        wizardry = kit.book.profiles[one.profile].wizardry or 0
        reasons = [f"+{wizardry} wizardry"]
        if again:
            reasons.append(f"+{again} it was closed by the last duel ({enforced('PLC-CARADHRAS-04')})")
        die = Die(one.id, reasons=tuple(reasons))
        why = f"{name_of(kit, desk.world, one)} duels over the weather"
        rule = asked("PLC-CARADHRAS-03")
        (face,) = yield from desk.roll(_seat(desk.world, one), "duel", why, [die], rule)
        return face + wizardry + again

    def _settle(self, desk: RulesDesk, place: Place, state: str, turns: int) -> None:
        """So it stays for so many turns, this one counted; who is on a closed pass is trapped there."""
        turn = desk.world.war.turn
        desk.record(ChoiceMade(_pass(place.id), f"{state} {turn + turns - 1}", turn))
        trapped = tuple(one.id for one in desk.world.war.within(place.id) if _may_move(desk.world, one))
        if state == CLOSED and trapped:
            desk.record(ForcesMarked(trapped, "halted", turn))


def _climbing(world: World, place: PlaceId) -> list[Force]:
    """Who is on a pass and may still move, and whom no wizard has been asked about this turn."""
    return [
        one
        for one in world.war.within(place)
        if members(world, one) and _may_move(world, one) and not _was_tried(world, one, place)
    ]


def _may_move(world: World, force: Force) -> bool:
    """Whether anyone of a force has not moved this turn, whoever has joined them."""
    return any(world.war.marks_of(force, (one,)).moved < world.war.turn for one in force.figures)


def _was_tried(world: World, force: Force, place: str) -> bool:
    said = world.war.choices.get(_tried(force, place))
    return said is not None and said.turn == world.war.turn


def who_may_close(
    kit: Kit, world: World, force: Force, going: Sequence[Figure], place: str
) -> tuple[list[Figure], list[Figure]]:
    """PLC-CARADHRAS-01: wizards who may block those who would pass, and all who may have a say."""
    known = kit.book.places.get(PlaceId(place))
    given = next((dict(one.params) for one in known.traits if one.name == WEATHER), None) if known else None
    if given is None or state_of(world, place) or _was_tried(world, force, place):
        return [], []
    along = {one.id for one in going}
    there = list(_wizards(kit, world, PlaceId(place), given, along))
    return [one for one in there if one.id not in along], there


def blocked(kit: Kit, desk: RulesDesk, force: Force, going: Sequence[Figure], place: str) -> Procedure[bool]:
    """PLC-CARADHRAS-01: whoever attempts the pass may be blocked at that moment; whether he is."""
    closing, there = who_may_close(kit, desk.world, force, going, place)
    if not closing:
        return False
    desk.record(ChoiceMade(_tried(force, place), TRIED, desk.world.war.turn))
    known = kit.book.places[PlaceId(place)]
    desk.say(f"{force.name} would pass {known.name} ({enforced('PLC-CARADHRAS-01')}).")
    yield from Weather().contest(kit, desk, known, closing, there)
    return is_closed(desk.world, place)


def _seat(world: World, one: Figure) -> Seat:
    force = world.war.force_of(one.id)
    return seat_for(force.commander if force else None)


def _holds(kit: Kit, world: World, one: Figure, what: str) -> bool:
    """Whether a figure bears a thing of this kind."""
    mine = borne(world, one.id)
    return any(
        trait.name == what for thing in kit.scenario.things if thing.id in mine for trait in thing.traits
    )


def _wizards(
    kit: Kit, world: World, place: PlaceId, given: Params, along: Collection[str] = ()
) -> tuple[Figure, ...]:
    """Who can work the weather there: present, or going along, or from afar with what it takes."""
    named = str(given["present"]).split()
    found = []
    for one in world.figures.values():
        if one.profile not in named or one.condition != "fit" or not is_on_table(one):
            continue
        force = world.war.force_of(one.id)
        is_there = one.id in along or (force is not None and force.inside == place)
        if is_there or (one.profile == given["from_afar"] and _holds(kit, world, one, str(given["holding"]))):
            found.append(one)
    return tuple(sorted(found, key=lambda one: named.index(one.profile)))
