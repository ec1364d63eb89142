"""The quick reference: a turn, a fight, walls, the way and who is seen, in the order they come up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from textwrap import dedent

from assistant.printing.blocks import Page, Section, Sheet, Text
from assistant.printing.sheets_source import Material, cite, house_rule_texts
from assistant.printing.wording import join, with_article
from assistant.rules.arrivals import CommanderId
from assistant.rules.book import Side
from assistant.rules.scenario import Conquest, Overall, RingVictory
from assistant.rules.terrain import MANY, terrain_chart
from assistant.rules.wording import plural_of

IN_SHORT = (
    "Combat, step by step", "Outcome", "Movement and ground", "Fortress and tower",
    "Spotting and the wounded",
)  # fmt: skip
"""Topics of the quick reference for charts with room to spare, in the order they are added."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A heading, its points, and the rules they stand on.

    A point is a lead-in, a bar, and a sentence or two; where a line is indented the point goes on.
    What stands in braces is taken from the charts.
    """

    title: str
    text: str
    rules: str

    def points(self) -> Iterator[tuple[str, str]]:
        """Lead-in and sentence of each point."""
        whole = dedent(self.text).strip().replace("\n  ", " ")
        for line in whole.splitlines():
            lead, _, said = line.partition(" | ")
            yield lead, said


TOPICS = (
    Topic(
        "A turn",
        """
        1 Start. | See whether anyone has won. Then all arrivals of this turn come; what cannot come is lost.
        2 Movement. | Evil moves first, player by player; good follows. Each finishes before the next begins.
        3 Combat. | All fights between forces in contact, one after another. Then cross out the turn.
        Dice | are always six-sided.
        """,
        "SEQ-01 SEQ-03 SEQ-04 SEQ-05 SEQ-06 SEQ-07 SCN-20",
    ),
    Topic(
        "Forces",
        """
        A force | is figures of one side, each within 1" of another of them. It moves at its slowest's pace.
        Joining and leaving: | end your move within 1" of a force to join it, further off to leave it.
        Characters alone | stand, for combat, where their leading member stands.
        Distances | run from base edge to base edge; exactly 1" counts as within 1".
        """,
        "FRC-01 FRC-02 FRC-03 FRC-04 FRC-05 FRC-06",
    ),
    Topic(
        "Movement and ground",
        """
        Pinned. | A figure with an enemy within 1" as its move begins may not move, unless it has stealth and
          has not been spotted.
        Difficult: | {difficult}. Whoever enters it moves no
          further than the difficult rate in all.
        Roads | cancel difficult ground; a move all along a road gains {whole_way}".
        {whole_move} | take a whole move to cross, bridges nothing. A river has no other
          crossing.
        Mountains | are closed away from paths and passes, walls away from gates, rocks to chariots.
        """,
        "MOV-01 MOV-12 MOV-13 MOV-14 TER-01 TER-02 TER-03 TER-04 TER-05 TER-06 TER-08 TER-09 TER-10 "
        "TER-11 TER-12",
    ),
    Topic(
        "Combat, step by step",
        """
        Who. | Forces with an enemy within 1" must fight; of them, every figure with an enemy within 6".
        Hide. | Characters alone, with an enemy within 2", may hide first. A searcher finds them on 4+.
        1 Wizards. | One with wizardry may duel an enemy who has it: 1d6 + wizardry each. The loser neither
          strikes nor leads in this fight; a tie does nothing. A point spent improves one's own dice,
          attack or defense by 1, to 2+ at best.
        2 Strike. | Both sides roll all dice at once; the attack number or more hits, a 6 always. Ambushers
          strike first, and whoever they remove does not strike back.
        3 Share out. | Each side gives the hits it took to its own figures in the fight: nobody a second
          before all have one.
        4 Defend. | One die for each hit: the defense number or more saves, a 1 never. One failure and the
          figure is lost. A rider is dismounted by the first, lost by the second. A good character is wounded.
        5 Score. | Enemies removed, plus the highest leadership of one own character. The higher score wins.
        """,
        "CMB-01 CMB-02 CMB-04 CMB-05 CMB-06 CMB-07 CMB-08 CMB-09 CMB-10 CMB-11 ALC-01 ALC-02 ALC-03 "
        "DEF-01 DEF-02 DEF-03 DEF-04 DEF-05 DEF-06 MAG-01 MAG-02 MAG-03 MAG-04 MAG-05 MAG-06 "
        "OUT-01 OUT-02 OUT-03 ABL-HERO-2",
    ),
    Topic(
        "Outcome",
        """
        Draw. | The fight stops, and goes on next turn if they are still in contact.
        The loser | removes 1 more for every 10 left in the fight, rounded up, army figures first.
        Retreat. | The rest goes a full move away from the victors, or as far as it can.
        Regroup. | For a full turn it neither moves nor attacks; attacked, it defends as usual.
        Dismounted | figures go on foot until they can remount. They do not count as removed.
        """,
        "OUT-04 OUT-05 OUT-06 OUT-07 OUT-08 OUT-09 OUT-10",
    ),
    Topic(
        "Fortress and tower",
        """
        Holders | fight on foot, double their dice (once, whatever else doubles them) and defend 1 better, to
          2+ at best.
        If they lose, | the walls fall and every defender is lost. But characters may withdraw to the tower,
          and army figures where it has room for them. There is no further loss and no retreat.
        A tower | is assaulted as a fortress is. A character who steps out fights every enemy in the fortress
          or within 2".
        Other places | give only what their own rule says.
        Furious charge | does nothing against walls, towers or difficult ground.
        """,
        "FOR-01 FOR-02 FOR-03 FOR-04 FOR-05 FOR-06 FOR-07 FOR-08 FOR-10 TOW-01 TOW-02 TOW-03 TOW-04 TOW-05",
    ),
    Topic(
        "Engines",
        """
        Crew | take the hits; the engine is no target. With fewer crew it stands still, then strikes with
          fewer dice, then is gone. Infantry of the force may step in while one of the first crew lives.
        Heavy engines | strike only for or against a fortress; bolt shooters anywhere.
        A ram at a gate: | up to 4 attackers re-roll misses, or 11+ on 2d6 breaks it, +2 for each later try.
        A charge at a gate or weak wall: | 3+ breaks it; its crew of 2 dies.
        """,
        "ART-02 ART-03 ART-04 ART-05 ART-15 ART-17 ART-18 ART-19 ART-20 ART-22 ART-23",
    ),
    Topic(
        "Spotting and the wounded",
        """
        Stealth: | may not be pinned or attacked before it is spotted.
        Spotting. | Hidden characters are found on 4+; Gollum, or a party all in elven cloaks, only on a 6.
          +1 for trackers; against cloaks +1 with a scout and +1 per figure above three; against Gollum +1 for
          elves, rangers and wizards; +1 for a ringwraith if the ringbearer is there. -1 in the Emyn Muil, or
          if Gollum guides them.
        A wounded hero | cannot fight. One friend carries one at half pace, two at full; a hobbit or goblin is
          half a figure. If he is left behind, an enemy in contact may slay or capture him.
        Healing: | a full turn in a place of healing without moving or fighting.
        """,
        "CMB-04 CMB-05 ABL-STEALTH ABL-TRACKER-2 ITM-CLOAKS-01 ITM-CLOAKS-02 ITM-CLOAKS-03 "
        "ABL-HERO ABL-HERO-3 ABL-HERO-4 ABL-HERO-5 HEA-01 HEA-02",
    ),
)

WINS = "wins"
BEARER: Overall = "bearer"
BY_POINTS: Overall = "status-points"
OVERALL = "is the minion with the most status points."
BY_OTHERS = " (another minion, not you)"
SHARED = "share in a victory of good, but for whoever has lost a home base."


def quick_reference(material: Material) -> Sheet:
    """Everything a table asks about again and again, in our own words."""
    sections = [topic_section(topic, material) for topic in TOPICS]
    sections.append(Section("How the game is won", tuple(_victories(material))))
    if material.changed:
        sections.append(Section("House rules at this table", house_rule_texts(material, material.changed)))
    page = Page("Quick reference", material.scenario.name, tuple(sections), notes="Agreed at this table")
    return Sheet("quick-reference", "Quick reference", (page,), material.footer, material.scenario.name)


def topic_section(topic: Topic, material: Material) -> Section:
    """A topic as it stands on a sheet."""
    cite(topic.rules.split())
    quoted = _charts(material)
    points = ((lead.format_map(quoted), said.format_map(quoted)) for lead, said in topic.points())
    return Section(topic.title, tuple(_point(lead, said) for lead, said in points))


def _point(lead: str, said: str) -> Text:
    """A step has its number in the place of a bullet."""
    number, _, step = lead.partition(" ")
    if number.isdigit():
        return Text(said, number=number, strong=step)
    return Text(said, bullet=True, strong=lead)


def _charts(material: Material) -> dict[str, str]:
    """What topics quote of the terrain chart, by the readings in force."""
    chart = terrain_chart(material.book, material.house)
    slow = [
        MANY.get(at, plural_of(ground.name.lower()))
        for ground in chart
        for at, cost in ground.crossings.items()
        if cost == "whole-move"
    ]
    return {
        "difficult": join(one.name.lower() for one in chart if one.difficult and not one.is_closed),
        "whole_way": str(next((one.whole_way for one in chart if one.cancels_difficult), 0)),
        "whole_move": join(slow).capitalize(),
    }


def _victories(material: Material) -> Iterator[Text]:
    """By the Ring and by conquest, from the scenario; then who of a side has won."""
    for ring in material.scenario.ring_victories:
        cite(ring.rules)
        yield Text(_by_the_ring(material, ring), bullet=True, strong=_winner(material, ring))
    for conquest in material.scenario.conquests:
        cite(conquest.rules)
        yield Text(_by_conquest(material, conquest), bullet=True, strong=conquest.winner.capitalize())
    yield from _winners(material)


def _winners(material: Material) -> Iterator[Text]:
    """VIC-09, VIC-11: the overall winner of a side, and who has no share in it."""
    ways: tuple[RingVictory | Conquest, ...] = (
        *material.scenario.ring_victories,
        *material.scenario.conquests,
    )
    for side in dict.fromkeys(way.winner for way in ways if way.overall == BY_POINTS):
        cite(("VIC-11",))
        yield Text(OVERALL, bullet=True, strong=f"The overall winner of {side}")
    if any(way.winner == "good" for way in ways):
        cite(("VIC-09",))
        yield Text(SHARED, bullet=True, strong="All good players")


def wins(material: Material, side: Side, *, named: bool = True, but_for: Collection[CommanderId] = ()) -> str:
    """How a whole side wins, in one sentence, and who may win alone but for those whose objective says so.

    With the bases by name unless they are told elsewhere.
    """
    rings, alone = (
        [
            one
            for one in material.scenario.ring_victories
            if one.winner == side and (one.overall == BEARER) is for_himself
        ]
        for for_himself in (False, True)
    )
    conquests = [one for one in material.scenario.conquests if one.winner == side]
    cite(rule for one in (*rings, *alone) for rule in one.rules)
    cite(rule for one in conquests for rule in one.rules)
    said = [
        *(_by_the_ring(material, one, by_others=_is_for_others(one, but_for)) for one in rings),
        *(_by_conquest(material, one, named=named) for one in conquests),
    ]
    ways = [way.removeprefix(f"{WINS} ").rstrip(".") for way in said]
    whole = [f"{side.capitalize()} {WINS} {join(ways, 'or')}."] if ways else []
    own = (
        f"{_winner(material, one)} {_by_the_ring(material, one).replace(WINS, f'{WINS} alone')}"
        for one in alone
        if not set(one.commanders) & set(but_for)
    )
    return " ".join((*whole, *own))


def _is_for_others(ring: RingVictory, commanders: Collection[CommanderId]) -> bool:
    """VIC-03, VIC-04: whether these share in a victory that they cannot bring about."""
    return bool(commanders and ring.commanders) and not set(ring.commanders) & set(commanders)


def _winner(material: Material, ring: RingVictory) -> str:
    """VIC-03, VIC-04: the side, unless whoever bears the Ring wins for himself."""
    if ring.overall != BEARER:
        return ring.winner.capitalize()
    return join(map(material.commander_name, ring.commanders), "or")


def _by_the_ring(material: Material, ring: RingVictory, *, by_others: bool = False) -> str:
    where = with_article(material.scenario.place_names[ring.place])
    if ring.turns:
        return f"{WINS} by bringing the Ring to {where} and keeping it there for {ring.turns} turns."
    return f"{WINS} by bringing the Ring to {where}{BY_OTHERS if by_others else ''}."


def _by_conquest(material: Material, conquest: Conquest, *, named: bool = True) -> str:
    names = material.scenario.place_names
    sure = [names[place] for place in conquest.all_of]
    loser = "good" if conquest.winner == "evil" else "evil"
    some = f"{conquest.number} {'other ' if sure else ''}main bases of {loser}"
    which = f": {join(names[place] for place in conquest.any_of)}" if named else ""
    return f"{WINS} by holding {join([*sure, some])}{which}."


def topics_in_short(material: Material) -> tuple[Section, ...]:
    """What a chart with room to spare tells of all this."""
    by_title = {topic.title: topic for topic in TOPICS}
    return tuple(topic_section(by_title[title], material) for title in IN_SHORT)
