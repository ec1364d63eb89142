"""Commands of places, captives, the Ring and status points."""

from __future__ import annotations

import re
from collections.abc import Mapping

from assistant.cli.campaign import play_show as show
from assistant.cli.campaign.play_commands import because, command, needs, whole
from assistant.cli.campaign.play_looks import echo
from assistant.cli.campaign.play_names import SIDES, parted
from assistant.cli.campaign.play_sitting import Sitting
from assistant.kernel.errors import Malformed
from assistant.rules.book import Side
from assistant.rules.captives import may_take_along
from assistant.rules.deeds.holding import BringHome, CorrectPoints, SetFree, TakePlace
from assistant.rules.deeds.leading_on import TakeAlong
from assistant.rules.deeds.ring_passing import PassRing

ENDS_IN_NUMBER = re.compile(r"\s[+-]?[0-9]+$")
CAPTIVE = "in anyone's hands"
HOLDERS: Mapping[str, Side] = {**SIDES, **dict.fromkeys(("nobody", "none", "uncontrolled"), "uncontrolled")}
"""By what words a side holds a place; also that none does."""


@command(
    "take osgiliath by evil",
    "a place changes hands; `by sulladan and khamul` also says whose points, `by nobody` that none holds it",
)
def take(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, "take osgiliath by evil"), "by")
    by = needs(said.get("by", ""), "take osgiliath by evil")
    place = sitting.meaning.place(said[""])
    if side := HOLDERS.get(by.lower()):
        sitting.do(TakePlace(place, side))
        return
    takers = sitting.meaning.commanders(by)
    sitting.do(TakePlace(place, sitting.kit.scenario.commanders[takers[0]].side, takers))


@command("bring merry to isengard", "a captive is brought to a place by its captor", "home")
def bring(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, "bring merry to isengard"), "to")
    captive = sitting.meaning.figure(said[""], sitting.world.war.captives, CAPTIVE)
    place = sitting.meaning.place(needs(said.get("to", ""), "bring merry to isengard"))
    sitting.do(BringHome(captive, place))


@command("lead frodo with khamul", "its captor's force takes along a captive who is kept where it stands")
def lead(sitting: Sitting, text: str) -> None:
    said = parted(needs(text, "lead frodo with khamul"), "with")
    captives = sitting.world.war.captives
    captive = sitting.meaning.figure(said[""], captives, CAPTIVE)
    able = may_take_along(sitting.world, captive)
    if not said.get("with") and len(able) == 1:
        sitting.do(TakeAlong(captive, able[0].id))
        return
    force = sitting.meaning.force(needs(said.get("with", ""), "lead frodo with khamul"))
    sitting.do(TakeAlong(captive, force.id))


@command("free merry", "a captive is free again", "release")
def free(sitting: Sitting, text: str) -> None:
    captives = sitting.world.war.captives
    sitting.do(SetFree(sitting.meaning.figure(needs(text, "free merry"), captives, CAPTIVE)))


@command(
    "ring to sam",
    "someone with its bearer has the Ring; `because ...` overrules; `ring destroyed` ends it",
)
def ring(sitting: Sitting, text: str) -> None:
    said, _, why = needs(text, "ring to sam").partition(" because ")
    words = said.lower()
    if words.startswith("destroy"):
        sitting.do(PassRing(None, destroyed=True, reason=why.strip()))
        return
    bearer = words.removeprefix("to ").strip()
    sitting.do(PassRing(None if bearer == "nobody" else sitting.meaning.figure(bearer), reason=why.strip()))


@command("points saruman +5 because ...", "points with their reasons, or a correction")
def points(sitting: Sitting, text: str) -> None:
    if not text:
        for commander, _ in sitting.agenda().standings:
            echo(show.points_lines(sitting, commander))
        return
    if " because " not in text and not ENDS_IN_NUMBER.search(text):
        echo(show.points_lines(sitting, sitting.meaning.commander(text)))
        return
    what, why = because(text)
    who, _, number = what.rpartition(" ")
    if not who:
        raise Malformed("nothing-named", "Whose points, and how many?", do="points saruman +5 because ...")
    sitting.do(CorrectPoints(sitting.meaning.commander(who), whole(number, "number of points"), why))
