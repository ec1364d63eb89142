"""Where forces may go to, and where not: what places and bonds say about those who come or leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.rules.book import PlaceId
from assistant.rules.effects.hooks import Effect
from assistant.rules.effects.marching import Tether
from assistant.rules.effects.regions import is_within
from assistant.rules.effects.registry import carried, resolve
from assistant.rules.kit import Kit
from assistant.rules.moving.company import travellers
from assistant.rules.moving.routes import first_barred
from assistant.rules.moving.travel import Traveller
from assistant.rules.names import name_of
from assistant.rules.retreats import is_open_water
from assistant.rules.standing import place_name
from assistant.rules.world import Figure, World


def rules_of(kit: Kit, place: PlaceId) -> Iterator[Effect]:
    """What a place has to say about those who come."""
    if place in kit.book.places:
        yield from filter(None, (resolve(trait) for trait in kit.book.places[place].traits))


def require_somewhere(kit: Kit, place: PlaceId, name: str) -> None:
    """Where figures come beside someone or from the sea is known when they come; nobody walks there."""
    spot = kit.scenario.spots.get(place)
    if spot is not None and (spot.beside is not None or spot.lands):
        raise Illegal(
            "no-destination", f'"{name}" is no place to march to.', do="Name the place itself where they go."
        )


def require_dry(kit: Kit, world: World, going: Sequence[Figure], place: PlaceId) -> None:
    """TER-01: nobody who walks or rides halts in a river or at sea; boats have rules of their own."""
    if is_open_water(kit, place) and any(_walks(kit, one) for one in going):
        raise Illegal(
            "into-water",
            f"{place_name(kit, place)} is water: nobody marches there and stays ({enforced('TER-01')}).",
            do="Name the place on the bank or shore. The game master may overrule that with a reason.",
        )


def _walks(kit: Kit, one: Figure) -> bool:
    return kit.book.profiles[one.profile].pace.over != "air"


def require_may_enter(kit: Kit, world: World, going: Sequence[Figure], place: PlaceId) -> None:
    """Whom the rules of a place let in."""
    barred = first_barred(rules_of(kit, place), travellers(kit, world, going))
    if barred is not None:
        who = name_of(kit, world, going[barred.number])
        raise Illegal(
            "may-not-enter",
            f"{who} may not enter {place_name(kit, place)}: {barred.why}.",
            do="Leave such figures behind.",
        )


def tethers(kit: Kit, world: World, going: Sequence[Figure]) -> Iterator[tuple[Figure, Tether]]:
    """Who of those who go is bound to a place, and how closely."""
    for one, me in zip(going, travellers(kit, world, going), strict=True):
        for tether in bonds(me):
            yield one, tether


def bonds(me: Traveller) -> Iterator[Tether]:
    """The places that somebody is bound to by abilities of his own."""
    return filter(None, (effect.tethers(me) for effect in carried(me.profile, me.mounted)))


def require_untethered(kit: Kit, world: World, going: Sequence[Figure], place: PlaceId) -> None:
    """Who may not leave a place at all does not; how far others are from theirs, the table sees."""
    for one, tether in tethers(kit, world, going):
        if not tether.inches and not is_within(kit, place, PlaceId(tether.place)):
            who, home = name_of(kit, world, one), place_name(kit, PlaceId(tether.place))
            raise Illegal(
                "stays",
                f"{who} may not leave {home}: {tether.why}.",
                do="Leave those behind who stay.",
            )
