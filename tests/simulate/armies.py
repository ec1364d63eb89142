"""Random small armies of the book on random ground."""

from __future__ import annotations

from hypothesis import strategies as st

from assistant.kernel.ids import FigureId
from assistant.rules.book import TERRAINS, Book, Profile
from assistant.rules.combat.setup import SIDES, Entrant, FightingSide, FightSetup, SideSetup, Site, other

FORCES = ("first", "second")


def dice_of(profile: Profile) -> int:
    """How many dice a figure has at most, before anything doubles them."""
    return max(profile.line.dice, profile.dismounted.dice if profile.dismounted else 0)


@st.composite
def armies(draw: st.DrawFn, book: Book, side: FightingSide, most: int, dice: int) -> SideSetup:
    """A few figures of a side, in whatever order they take hits."""
    able = [one for one in book.profiles.values() if one.side == side and dice_of(one) <= dice]
    profiles = draw(st.lists(st.sampled_from(able), min_size=1, max_size=most))
    figures = tuple(
        Entrant(
            FigureId(f"{side}.{number}"),
            profile.id,
            mounted=draw(st.booleans()) and (profile.starts_mounted or profile.is_character),
            terrain=draw(st.sampled_from(TERRAINS)),
            force=draw(st.sampled_from(FORCES)),
        )
        for number, profile in enumerate(profiles)
    )
    names = [one.figure for one in figures]
    return SideSetup(figures, allocation=tuple(draw(st.lists(st.sampled_from(names), unique=True))))


@st.composite
def fights_of(draw: st.DrawFn, book: Book, most: int, dice: int = 10) -> FightSetup:
    """A fight in the field or at walls, in the light or the dark."""
    fortress = draw(st.none() | st.sampled_from(SIDES))
    site = Site(
        place=draw(st.none() | st.sampled_from([*book.places])),
        holder=draw(st.none() | st.sampled_from(SIDES)),
        fortress=fortress,
        tower=draw(st.booleans()),
        at=draw(st.sampled_from(["walls", "tower", "field"])) if fortress else "field",
        darkness=draw(st.booleans()),
        resumed=draw(st.booleans()),
        attacker=draw(st.none() | st.sampled_from(SIDES)),
    )
    good, evil = (draw(armies(book, side, most, dice)) for side in SIDES)
    return FightSetup(good, evil, site)


@st.composite
def hidden_fights_of(draw: st.DrawFn, book: Book, most: int) -> FightSetup:
    """Some characters by themselves, who hide from those who come upon them."""
    side = draw(st.sampled_from(SIDES))
    names = [one.id for one in book.profiles.values() if one.side == side and one.is_character]
    profiles = draw(st.lists(st.sampled_from(names), min_size=1, max_size=most, unique=True))
    figures = tuple(Entrant(FigureId(f"{side}.{one}"), one, False, "clear") for one in profiles)
    site = Site(place=draw(st.none() | st.sampled_from([*book.places])), attacker=other(side))
    both = {side: SideSetup(figures), other(side): draw(armies(book, other(side), most, 10))}
    return FightSetup(both["good"], both["evil"], site).hiding(side)
