"""What somebody at the table means: forces, places, commanders and figures by whatever name comes near."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from assistant.kernel.errors import Illegal, Malformed
from assistant.kernel.ids import FigureId
from assistant.kernel.near import nearest
from assistant.packs.lists import plain, refusal
from assistant.packs.picking import Picking
from assistant.rules.arrivals import CommanderId, EventId
from assistant.rules.book import PlaceId, ProfileId, Side
from assistant.rules.kit import Kit
from assistant.rules.near import no_such
from assistant.rules.standing import is_on_table, members, place_name, where_at
from assistant.rules.war import Force, ForceId
from assistant.rules.world import Figure, World

K = TypeVar("K", bound=str)

SURELY = 0.84
"""So near a name must come to be taken for it; from 0.6 on it is only proposed."""
MOST_LISTED = 8
NUMBERED = re.compile(r"([a-z-]+-)\d+")
"""A force by whose it is and its number, as in `sulladan-51`."""
NO_CHANGE = (True, False)
"""The rank of whoever is on the table and is so already."""
OF, ALL, ALL_OF = " of ", "all ", "all of "
SIDES: Mapping[str, Side] = {"good": "good", "evil": "evil"}


def find(
    what: str, typed: str, names: Mapping[K, Iterable[str]], titled: Callable[[K], str] | None = None
) -> K:
    """The one that is meant: by its whole name, by some of its words, by their beginnings, or nearly.

    `titled` says how each is listed where several fit; by its id and its name without it.
    """
    listed = titled or (lambda key: _titled(key, names))
    wanted = plain(typed)
    if not wanted:
        raise Malformed("nothing-named", f"Which {what}?", do="Name it.")
    spoken = [(key, plain(name)) for key, called in names.items() for name in (str(key), *called)]
    words = wanted.split()
    for fits in (
        lambda name: name == wanted,
        lambda name: set(words) <= set(name.split()),
        lambda name: all(any(one.startswith(word) for one in name.split()) for word in words),
    ):
        if found := list(dict.fromkeys(key for key, name in spoken if fits(name))):
            return _only(what, typed, found, listed)
    near = nearest(wanted, [name for _, name in spoken], cutoff=SURELY)
    if near is not None:
        found = list(dict.fromkeys(key for key, name in spoken if name == near))
        return _only(what, typed, found, listed)
    raise no_such(what, typed, [*names])


def find_first(
    what: str,
    typed: str,
    ranks: Sequence[Mapping[K, Iterable[str]]],
    titled: Callable[[K], str] | None = None,
) -> K:
    """The one that is meant, looked for among the nearest first."""
    for names in ranks:
        try:
            return find(what, typed, names, titled)
        except Illegal as error:
            if error.code == "which-one":
                raise
    raise no_such(what, typed, [name for names in ranks for called in names.values() for name in called])


def _only(what: str, typed: str, found: list[K], titled: Callable[[K], str]) -> K:
    if len(found) == 1:
        return found[0]
    listed = "; ".join(map(titled, found[:MOST_LISTED]))
    more = f" and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
    raise Illegal("which-one", f"{typed!r} may be any {what} of these: {listed}{more}.", do="Say which.")


def _titled(key: K, names: Mapping[K, Iterable[str]]) -> str:
    called = next(iter(names[key]), "")
    return f"{key} ({called})" if called and plain(called) != plain(key) else key


def is_anybody(figure: Figure) -> bool:
    """Everybody comes into question."""
    return True


@dataclass(frozen=True)
class Meaning:
    """Names as they are understood while the game stands as it does."""

    kit: Kit
    world: World
    changes: Callable[[Figure], bool] = is_anybody
    """For whom what is said would be a change: they are meant before the others."""

    # ---- the scenario's names ------------------------------------------------------------------------

    def place(self, typed: str) -> PlaceId:
        """A place or spot."""
        scenario = self.kit.scenario
        names = {place: (name,) for place, name in scenario.place_names.items()}
        return find("place", typed, names | {spot.id: (spot.name,) for spot in scenario.spots.values()})

    def commander(self, typed: str) -> CommanderId:
        """A commander, also by the name of whoever plays them if that is only one."""
        names: dict[CommanderId, list[str]] = {
            one.id: [one.name] for one in self.kit.scenario.commanders.values()
        }
        for seat in self.world.war.seats.values():
            if len(seat.commanders) == 1:
                names[seat.commanders[0]].append(seat.player)
        return find("commander", typed, names)

    def commanders(self, typed: str) -> tuple[CommanderId, ...]:
        """Several commanders, a whole side, a player's, or all of them."""
        known = self.kit.scenario.commanders
        if plain(typed) in ("all", "everyone", "everybody"):
            return tuple(known)
        if side := SIDES.get(plain(typed)):
            return tuple(one.id for one in known.values() if one.side == side)
        for seat in self.world.war.seats.values():
            if plain(typed) in (plain(seat.player), plain(seat.id)):
                return seat.commanders
        return tuple(dict.fromkeys(self.commander(part) for part in listed(typed)))

    def event(self, typed: str) -> EventId:
        """A war, or something else that may happen once."""
        return find("event", typed, {one.id: (one.name,) for one in self.kit.scenario.events.values()})

    def profile(self, typed: str) -> ProfileId:
        """A kind of figure."""
        profiles = self.kit.book.profiles.values()
        return find("profile", typed, {one.id: (one.name, one.plural or one.name) for one in profiles})

    # ---- who is there --------------------------------------------------------------------------------

    def force(self, typed: str, *, of: Iterable[Force] | None = None) -> Force:
        """A force by its number, its name, someone in it, or whose it is and where."""
        known = {force.id: force for force in (of or self.world.war.forces.values())}
        if exact := known.get(ForceId(typed.strip().lower())):
            return exact
        # Whoever is named is meant, not a force that was once called after them.
        if (person := self._force_with(typed)) is not None and person.id in known:
            return person
        able = {key: one for key, one in known.items() if members(self.world, one)}
        if like := self._numbered_otherwise(typed, able):
            raise Illegal(
                "unknown-force",
                f"There is no force {typed.strip()!r}.",
                do=f"Like it are: {', '.join(like)}.",
            )
        return known[find("force", typed, {key: [*self._called(one)] for key, one in able.items()})]

    def _numbered_otherwise(self, typed: str, able: Mapping[ForceId, Force]) -> Sequence[str]:
        """`sulladan-50`, where that commander has only others: `sulladan-51 (Haradrim Foot)`."""
        wanted = NUMBERED.fullmatch(typed.strip().lower())
        if wanted is None or any(one.startswith(f"{wanted[0]}-") for one in able):
            return ()
        own = ((NUMBERED.match(key), force) for key, force in able.items() if key.startswith(wanted[1]))
        return [f"{found[0]} ({force.name})" for found, force in own if found][:MOST_LISTED]

    def _force_with(self, person: str) -> Force | None:
        """The force that somebody of this very name is in."""
        found = next((one for one in self._of_that_name(person) if is_on_table(one)), None)
        return self.world.war.force_of(found.id) if found is not None else None

    def gone(self, person: str) -> FigureId | None:
        """Somebody of this very name who is in no force: captive, dispersed or dead."""
        named = [*self._of_that_name(person)]
        return None if any(map(is_on_table, named)) else next((one.id for one in named), None)

    def _of_that_name(self, person: str) -> Iterator[Figure]:
        wanted, profiles = plain(person), self.kit.book.profiles
        for figure in self.world.figures.values():
            own, profile = self.world.war.names.get(figure.id, ""), profiles[figure.profile]
            names = (own, figure.id, profile.name if profile.is_character else "")
            if wanted in map(plain, names):
                yield figure

    def _called(self, force: Force) -> Iterator[str]:
        where = place_name(self.kit, force.place)
        yield force.name
        yield f"{force.name} at {where}"
        if force.commander is not None:
            yield f"{self.kit.scenario.commanders[force.commander].name} at {where}"
        for one in members(self.world, force):
            profile = self.kit.book.profiles[one.profile]
            if profile.is_character:
                yield profile.name
                yield one.id
            if own := self.world.war.names.get(one.id):
                yield own

    def figures(
        self, typed: str, among: Iterable[FigureId] | None = None, who: str = ""
    ) -> tuple[FigureId, ...]:
        """Figures of a list such as `faramir, 3 rangers of Ithilien`, of everyone or of some."""
        known = self.world.figures
        chosen = [*(known if among is None else among)]
        named = {plain(name): figure for figure, name in self.world.war.names.items() if figure in chosen}
        parts = [named.get(plain(part), part) for each in listed(typed) for part in self._all(each, chosen)]
        # Whoever comes into question and is on the table comes first where only a number is given.
        chosen.sort(key=self._rank)
        common = who or ("in play" if among is None else "among them")
        picking = Picking(self.kit.book, {one: known[one].profile for one in chosen}, among=common)
        picked = picking.pick(", ".join(parts), "")
        if picking.faults:
            raise refusal(picking.faults)
        return picked

    def _all(self, part: str, chosen: Sequence[FigureId]) -> Sequence[str]:
        """`all orcs` as each of them who may be meant; anything else as it was said."""
        if not part.lower().startswith(ALL) or part.lower().startswith(ALL_OF):
            return (part,)
        kind = self.profile(part[len(ALL) :])
        found = self._likely([one for one in chosen if self.world.figures[one].profile == kind])
        return found or (part[len(ALL) :],)

    def those(self, typed: str) -> tuple[FigureId, ...]:
        """Figures, whole forces, or some of several: `witch-king-41`, `all of lurtz`, `2 orcs of gorbag`."""
        parts = listed(typed)
        # `gorbag, 2 orcs of witch-king-41` are all of that force.
        is_one_force = len(parts) > 1 and not any(OF in part for part in parts[:-1])
        if is_one_force and (found := self._some(typed)) is not None:
            return found
        return tuple(dict.fromkeys(one for part in parts for one in self._group(part)))

    def _group(self, part: str) -> tuple[FigureId, ...]:
        """A whole force by its number or as all of it, some of a force, or figures."""
        whole = part[len(ALL_OF) :] if part.lower().startswith(ALL_OF) else ""
        if force := self._numbered(whole or part):
            return self._likely(force.figures)
        if whole:
            return self._likely(self._force_or_fallen(whole).figures)
        return self._some(part) or self._of_one_force(part)

    def _of_one_force(self, part: str) -> tuple[FigureId, ...]:
        """Figures of everyone's; a number of a kind is not guessed out of several forces."""
        picked = self.figures(part)
        if part.lower().startswith(ALL) or any(self._is_called(one, part) for one in picked):
            return picked
        everyone = self.world.figures
        kinds = {everyone[one].profile for one in picked}
        last = max(map(self._rank, picked), default=NO_CHANGE)
        able = {one for one in everyone if everyone[one].profile in kinds and self._rank(one) <= last}
        left = [force for force in self.world.war.forces.values() if able & {*force.figures}]
        if len(left) < 2 or len(able) <= len(picked):
            return picked
        told = [f"{one.id} ({one.name} {where_at(self.kit, one.place)})" for one in left[:MOST_LISTED]]
        more = f" and {len(left) - MOST_LISTED} more" if len(left) > MOST_LISTED else ""
        raise Illegal(
            "which-one",
            f"{part!r} may be of any force of these: {'; '.join(told)}{more}.",
            do=f"Say of which: {part} of {left[0].id}.",
        )

    def _is_called(self, figure: FigureId, typed: str) -> bool:
        """Whether this is the very name of one figure: its id, or what the table calls it."""
        return plain(typed) in map(plain, (figure, self.world.war.names.get(figure, figure)))

    def _stands(self, figure: FigureId) -> bool:
        return is_on_table(self.world.figures[figure])

    def _numbered(self, typed: str) -> Force | None:
        """A force by its number alone, with or without whom it is called after: `witch-king-42`."""
        low, forces = typed.lower(), self.world.war.forces
        if exact := forces.get(ForceId(low)):
            return exact
        is_number = low[-1:].isdigit() and FigureId(low) not in self.world.figures
        found = [one for one in forces.values() if is_number and one.id.startswith(f"{low}-")]
        return found[0] if len(found) == 1 else None

    def _some(self, typed: str) -> tuple[FigureId, ...] | None:
        """Some of a force, if that is what is said: `rangers of Ithilien` are of no force of that name."""
        for at in re.finditer(OF, typed):
            try:
                force = self._force_or_fallen(typed[at.end() :])
            except (Illegal, Malformed):
                continue
            return self.figures(typed[: at.start()], force.figures)
        return None

    def _force_or_fallen(self, typed: str) -> Force:
        """A force, or one of which nobody is left."""
        try:
            return self.force(typed)
        except Illegal as unknown:
            if unknown.code == "which-one":
                raise
            fallen = [one for one in self.world.war.forces.values() if not members(self.world, one)]
            try:
                found = find("force", typed, {one.id: [*self._called(one)] for one in fallen})
            except Illegal:
                raise unknown from None
            return self.world.war.forces[found]

    def _likely(self, able: Sequence[FigureId]) -> tuple[FigureId, ...]:
        """Who is on the table, unless it is a change only for others; whoever there is if nobody stands."""
        standing = tuple(filter(self._stands, able))
        changed = tuple(one for one in able if self._rank(one) < NO_CHANGE)
        if standing and (not changed or {*standing} & {*changed}):
            return standing
        return changed or tuple(able)

    def _rank(self, figure: FigureId) -> tuple[bool, bool]:
        one = self.world.figures[figure]
        return not self.changes(one), not is_on_table(one)

    def figure(self, typed: str, among: Iterable[FigureId] | None = None, who: str = "") -> FigureId:
        """One figure."""
        found = self.figures(typed, among, who)
        if len(found) != 1:
            raise Illegal("which-one", f"{typed!r} is {len(found)} figures.", do="Name one.")
        return found[0]


def listed(text: str) -> tuple[str, ...]:
    """The parts of `faramir, damrod and 3 rangers`."""
    joined = text.replace(" and ", ",").replace("&", ",").replace("+", ",").replace(";", ",")
    return tuple(part.strip() for part in joined.split(",") if part.strip())


def parted(text: str, *words: str, again: tuple[str, ...] = ()) -> dict[str, str]:
    """`faramir to osgiliath with 3 rangers` by its small words: {"": "faramir", "to": ..., "with": ...}.

    What is said `again` is added: `slain 3 orcs wounded faramir slain 2 rangers`.
    """
    found: dict[str, list[str]] = {"": []}
    current = ""
    for word in text.split():
        low = word.lower().rstrip(":")
        if low in words and (low not in found or low in again):
            current = low
            if found.setdefault(current, []):
                found[current].append("and")
        else:
            found[current].append(word)
    return {key: " ".join(value) for key, value in found.items()}


__all__ = ["Meaning", "find", "find_first", "listed", "parted"]
