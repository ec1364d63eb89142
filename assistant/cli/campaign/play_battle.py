"""Commands of contacts and fights."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from assistant.campaign.due import About
from assistant.cli.campaign.form import Form, Winner
from assistant.cli.campaign.play_commands import because, command, needs
from assistant.cli.campaign.play_names import find, listed, parted
from assistant.cli.campaign.play_sitting import Sitting
from assistant.cli.campaign.said import SAID
from assistant.kernel.errors import Illegal
from assistant.kernel.ids import FigureId
from assistant.ledger.records import Pending
from assistant.rules.book import TERRAINS
from assistant.rules.combat.proposal import with_proposals
from assistant.rules.combat.setup import SIDES, FightSetup
from assistant.rules.deeds.battles import Battle, ReportedBattle, proposed
from assistant.rules.deeds.meeting import Meet, Part
from assistant.rules.standing import side_of, where_at
from assistant.rules.war import Contact, Force, ForceId
from assistant.rules.wording import join

WORDS = ("without", "in", "walls", "near", "snared", "together")
FIGHTING = re.compile(rf"\s+(?=(?:{'|'.join(WORDS)})\b)", re.IGNORECASE)
WINNERS: Mapping[Winner, tuple[str, ...]] = {"good": (), "evil": (), "draw": ("nobody", "none", "tie")}


@command(
    "meet faramir and witch-king",
    "forces have met and must fight; `at` a place to which some march for it, `attacker good` if that is not "
    "clear; `because ...` if they stand together though the record says otherwise",
)
def meet(sitting: Sitting, text: str) -> None:
    what, _, why = needs(text, "meet faramir and witch-king").partition(" because ")
    said = parted(what, "at", "attacker")
    forces = [sitting.meaning.force(part) for part in listed(said[""])]
    sides: dict[str, list[Force]] = {"good": [], "evil": []}
    for force in forces:
        side = side_of(sitting.kit, sitting.world, force)
        # Whom nobody controls stands against whoever is named beside them.
        free = "evil" if sides["good"] or not sides["evil"] else "good"
        sides[side if side in sides else free].append(force)
    if not forces:
        raise Illegal("nobody-there", "Nobody meets.", do="Name the forces.")
    place = sitting.meaning.place(said["at"]) if said.get("at") else forces[0].place
    good, evil = (tuple(ForceId(one.id) for one in sides[side]) for side in SIDES)
    attacker = find("side", said["attacker"], dict.fromkeys(SIDES, ())) if said.get("attacker") else None
    met = Meet(good, evil, place, attacker=attacker, overruled=why)
    if not said.get("at") and met.elsewhere(sitting.kit, sitting.world):
        stand = join(f"{one.name} {where_at(sitting.kit, one.place)}" for one in forces)
        raise Illegal(
            "stand-apart",
            f"They stand apart: {stand}.",
            do=f"Say where they met, such as `at {place}`: who is not there marches, if the rules allow.",
        )
    sitting.do(met)


@command(
    "fight 1 without 3 orcs in woods",
    "fight out contact 1 of the list; who is not in reach, the ground, `walls good`, `near elrond: 3 elves`, "
    "`snared saruman` (by a palantír) and `together good` (its forces stand as one) may be said",
    "battle",
)
def fight(sitting: Sitting, text: str) -> None:
    fights = [one.about for one in sitting.items() if _is_fight(one.about)]
    if not text and len(fights) == 1:
        _fight(sitting, fights[0], "")
        return
    which = FIGHTING.split(needs(text, "fight 1"), maxsplit=1)[0]
    about = sitting.numbered(which, Contact, Pending)
    if not _is_fight(about):
        raise Illegal("something-else", f"{which.strip()} is something else on the list.", do="See `due`.")
    _fight(sitting, about, text.removeprefix(which))


def _is_fight(about: About) -> bool:
    return isinstance(about, Contact) or (isinstance(about, Pending) and about.kind == "battle")


def _fight(sitting: Sitting, about: About, text: str) -> None:
    """A contact is fought out; of a fight under way the next question is put."""
    match about:
        case Contact():
            fight_out(sitting, about, text)
        case Pending() if text.strip():
            raise Illegal(
                "under-way",
                f"{about.title} is under way: who fights, and where, was said when it began.",
                do="Go on with `resume`, or begin anew after `call-off`.",
            )
        case Pending():
            sitting.go_on(about.id)


@command(
    "report 1 winner evil slain 3 rangers wounded faramir",
    "a contact was fought at the table: who won, who was slain, wounded, captured, dispersed, dismounted; "
    "`winner draw` if nobody won; walls fall with those who lost the fight for them, unless `walls held`",
    "fought",
)
def report(sitting: Sitting, text: str) -> None:
    usage = "report 1 winner evil slain 3 rangers wounded faramir"
    said = parted(needs(text, usage), "winner", "walls", "dismounted", *SAID, again=("dismounted", *SAID))
    contact = sitting.expect(needs(said[""], usage), Contact)
    won = find("winner", needs(said.get("winner", ""), usage), WINNERS)
    form = Form(sitting.game.book, proposed(sitting.kit, sitting.world, contact), dashes="")
    form.fill({word: " ".join(listed_again(said.get(word))) for word in (*SAID, "dismounted")}, asked=False)
    if said.get("walls"):
        form.walls_fell = find("walls", said["walls"], dict.fromkeys(("fell", "held"), ())) == "fell"
    form.decide(won, None)
    sitting.do(ReportedBattle(contact.id, form.report()))


def listed_again(text: str | None) -> tuple[str, ...]:
    """Parts of a list with commas between them."""
    return tuple(f"{part}," for part in listed(text or ""))


def fight_out(sitting: Sitting, contact: Contact, text: str) -> None:
    """Walk through the fight of a contact."""
    said = parted(text, *WORDS)
    setup = proposed(sitting.kit, sitting.world, contact)
    everyone = [one.figure for side in SIDES for one in setup.side(side).figures]
    if said.get("in"):
        setup = setup.on_ground(find("ground", said["in"], dict.fromkeys(TERRAINS, ())))
    if said.get("near"):
        helper, _, helped = said["near"].partition(":")
        (friend,) = sitting.meaning.figures(needs(helper, "fight 1 near elrond: 3 elves"), everyone)
        names = sitting.meaning.figures(needs(helped, "fight 1 near elrond: 3 elves"), everyone)
        setup = setup.with_entrants(names, near=(friend,))
    if said.get("snared"):
        setup = setup.with_entrants(_of(sitting, said["snared"], setup), ensnared=True)
    if said.get("together"):
        setup = setup.together(find("side", said["together"], dict.fromkeys(SIDES, ())))
    if said.get("without"):
        setup = _without(setup, sitting.meaning.figures(said["without"], everyone))
    if said.get("walls"):
        side = find("side", said["walls"], dict.fromkeys(SIDES, ()))
        setup = replace(setup, site=replace(setup.site, fortress=side, holder=side, at="walls"))
    sitting.do(Battle(contact.id, with_proposals(sitting.game.book, setup)))


@command("part 1 because they are out of reach", "forces do not meet after all", "no-fight")
def part(sitting: Sitting, text: str) -> None:
    number, why = because(needs(text, "part 1 because they are out of reach"))
    sitting.do(Part(sitting.expect(number, Contact).id, why))


def _of(sitting: Sitting, commanders: str, setup: FightSetup) -> tuple[FigureId, ...]:
    """ITM-PALANTIR-03: whose commander was ensnared again in the turn before."""
    chosen, forces = sitting.meaning.commanders(commanders), sitting.world.war.forces
    entrants = (one for side in SIDES for one in setup.side(side).figures)
    return tuple(one.figure for one in entrants if forces[ForceId(one.force)].commander in chosen)


def _without(setup: FightSetup, absent: tuple[FigureId, ...]) -> FightSetup:
    good, evil = (
        replace(side, figures=tuple(one for one in side.figures if one.figure not in absent))
        for side in (setup.good, setup.evil)
    )
    return replace(setup, good=good, evil=evil)
