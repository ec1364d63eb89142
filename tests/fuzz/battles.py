"""Fights as nobody means them, begun in every way there is, and gone through to their ends."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from assistant.kernel.codec import encode
from assistant.rules.combat.setup import SIDES
from assistant.rules.deeds.battles import proposed
from assistant.rules.war import PHASES
from assistant.simulate.random_fights import Dealer
from tests.fuzz.asking import JSON, Asked
from tests.fuzz.hall import Somebody
from tests.fuzz.playing import Run

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
MOST_QUESTIONS = 200
BY_APP = {"by": "app"}
SEEN_AFTER = ("board", "fights", "console", "seat", "chronicle.pdf")
"""Pages of a campaign that tell what was fought."""


@dataclass
class Ends:
    """How the set-ups came out."""

    ways: Counter[str] = field(default_factory=Counter)

    def add(self, other: Ends) -> None:
        """Those of another run beside these."""
        self.ways += other.ways


class Battles:
    """Draws one set-up after the other and plays it; what is wrong stands in the run's tally."""

    def __init__(self, run: Run) -> None:
        self.run, self.hall, self.drawer, self.random = run, run.hall, run.drawer, run.random
        self.dealer = Dealer(self.hall.game.book, self.random)
        self.examples = battle_files()
        self.ends, self.fights = Ends(), 0
        self._ways: list[tuple[int, Callable[[], str]]] = [
            (4, self._quick),
            (2, self._odds),
            (5, self._battle),
            (3, self._fight),
            (3, self._contact),
            (1, self._report),
        ]

    def go(self, setups: int, told: Callable[[int], None] = lambda number: None) -> Ends:
        """Play so many."""
        for number in range(1, setups + 1):
            self.hall.tend(most=0)
            if number % 100 == 0:
                self.hall.begin_anew()
            self._await_combat()
            self.drawer.pools = self.hall.names()
            (way,) = self.random.choices([one for _, one in self._ways], [many for many, _ in self._ways])
            self.ends.ways[f"{way.__name__.strip('_')}: {way()}"] += 1
            told(number)
        self.run.tally.faults += self.hall.faults_of_record()
        return self.ends

    # ---- without a campaign ----------------------------------------------------------------------------

    def _document(self) -> Any:
        return self._spoiled(self.random.choice(self.examples))

    def _quick(self) -> str:
        """Step by step; what was answered is sent with each question, as the page does."""
        battle, whole, path = self._document(), self.random.random() < 0.5, "/api/v1/quick"
        said: dict[str, Any] = {"battle": battle}
        told = self._post(path if whole else "/quick/step", said)
        for _ in range(MOST_QUESTIONS):
            if told is None:
                return "refused"
            if told.get("is_over") or "finished" in told:
                return "ended"
            said = {"battle": battle, "answers": told["answers"], "answer": BY_APP}
            told = self._post(path if whole else "/quick/step", said)
        return self._endless(battle)

    def _odds(self) -> str:
        said = {"battle": self._document(), "odds": True, "what_if": self.random.random() < 0.1}
        return "refused" if self._post("/api/v1/quick", said) is None else "told"

    # ---- in the campaign -------------------------------------------------------------------------------

    def _battle(self) -> str:
        """What the record says of two who met, changed in a few spots."""
        contact = self._met()
        if contact is None:
            return "nobody met"
        world = self.hall.service.world(self.hall.campaign)
        fight: Any = encode(proposed(self.hall.game.kit, world, world.war.contacts[contact]), slim=True)
        for side in SIDES:
            for row in fight[side]["figures"]:
                # What is the record's alone says nothing where it is left out.
                row.pop("force", None)
        who = self._seat_in(contact) if self.random.random() < 0.5 else None
        return self._deed(
            "battle", {"kind": "battle", "contact": contact, "setup": self._spoiled(fight)}, who
        )

    def _fight(self) -> str:
        """Any fight that rosters allow, as the terminal declares it; mostly with figures of no record."""
        fight = self.dealer.fight()
        for side in SIDES:
            orders = fight.side(side)
            figures = tuple(replace(one, force="", is_told=False) for one in orders.figures)
            fight = fight.with_side(side, replace(orders, figures=figures, reserve=()))
        self.fights += 1
        everyone = (str(one.figure) for side in SIDES for one in fight.side(side).figures)
        names = {one: f"{one}-{self.fights}" for one in everyone}
        return self._deed("fight", self._spoiled(renamed(encode(fight, slim=True), names)), self.hall.master)

    def _contact(self) -> str:
        return self._of_contact("fight", "api.contact_fight")

    def _report(self) -> str:
        return self._of_contact("report", "api.contact_report")

    def _of_contact(self, what: str, endpoint: str) -> str:
        contact = self._met()
        if contact is None:
            return "nobody met"
        said = self.drawer.of_schema(self.run.asker.bodies[endpoint]) if self.random.random() < 0.5 else {}
        said = self._spoiled(said) if self.random.random() < 0.4 else said
        said = {**said, "key": self._key()} if isinstance(said, dict) else said
        return self._to_the_end(self._post(self._api(f"contacts/{contact}/{what}"), said, self._leader()))

    def _await_combat(self) -> None:
        """On to the phase in which contacts are fought; whatever is asked on the way is answered."""
        for _ in range(len(PHASES)):
            if self.hall.service.world(self.hall.campaign).war.phase == "combat":
                return
            said = {"kind": "go-on", "setup": {"kind": "go-on", "anyway": True}, "key": self._key()}
            self._to_the_end(self._post(self._api("deeds"), said, self.hall.master), looks=False)

    def _met(self) -> str | None:
        """Somebody who has met somebody: made so where nobody has."""
        if self.random.random() < 0.5 or not self.hall.contacts():
            said = {"kind": "meet", "setup": self.hall.meeting(self.random), "key": self._key()}
            self._post(self._api("deeds"), said, self.hall.master)
        found = self.hall.contacts()
        return self.random.choice(found) if found else None

    def _deed(self, kind: str, setup: Any, who: Somebody | None = None) -> str:
        """Begun as it is; new figures are confirmed, as the page and the terminal do."""
        said = {"kind": kind, "setup": setup, "key": self._key()}
        who = who or self._leader()
        refused: list[Any] = []
        told = self._post(self._api("deeds"), said, who, refused)
        if refused and refused[0].get("code") == "new-figures":
            said["additions"] = [one.partition(": ")[0] for one in refused[0]["faults"]]
            told = self._post(self._api("deeds"), said, who)
        return self._to_the_end(told)

    def _to_the_end(self, told: Any, looks: bool = True) -> str:
        """Question by question, then a look at every page that tells of it."""
        if told is None:
            return "refused"
        for _ in range(MOST_QUESTIONS):
            if "recorded" in told:
                return self._told_of(told["recorded"]["seq"]) if looks else "ended"
            at = told["open"]
            refused: list[Any] = []
            said = {"answer": BY_APP, "step": at["step"], "key": self._key()}
            told = self._post(self._api(f"fights/{at['id']}/answers"), said, self.hall.master, refused)
            if told is None:
                why = refused[0] if refused else "a fault"
                self._wrong(f"{at['title']} cannot be gone on with at {at['request']}: {why}")
                return "stuck"
        return self._endless(told["open"]["title"])

    def _told_of(self, seq: int) -> str:
        campaign = self.hall.campaign.id
        pages = [f"/c/{campaign}/{self.random.choice(SEEN_AFTER)}", f"/c/{campaign}/fought/{seq}"]
        for page in [*pages, f"/api/v1/campaigns/{campaign}"]:
            self.run.ask(Asked(self.hall.master, "GET", page))
        if self.random.random() < 0.6:
            self._post(self._api("undo"), {"seq": seq, "key": self._key()}, self.hall.master)
        return "ended"

    # ---- as it is sent ---------------------------------------------------------------------------------

    def _key(self) -> str:
        """One that nobody used before: a fight is to go on."""
        return f"battle-{self.random.getrandbits(64):016x}"

    def _seat_in(self, contact: str) -> Somebody | None:
        """One of those who have met: whoever else sends it is refused before it is read."""
        war = self.hall.service.world(self.hall.campaign).war
        met = war.contacts[contact]
        seats = [war.seat_of(war.forces[one].commander) for one in (*met.good, *met.evil)]
        roles = {seat.id for seat in seats if seat}
        found = [one for one in self.hall.people if one.role in roles]
        return self.random.choice(found) if found else None

    def _leader(self) -> Somebody:
        """Who begins it: the game master as often as anybody else."""
        return self.hall.master if self.random.random() < 0.5 else self.random.choice(self.hall.people)

    def _spoiled(self, said: Any) -> Any:
        """Mostly with something else of the same kind in it, as only a fight that is fought finds out."""
        drawn, times = self.random.random(), self.random.randint(1, 3)
        if drawn < 0.25:
            return said
        return self.drawer.shaken(said, times) if drawn < 0.8 else self.drawer.changed(said, times)

    def _api(self, path: str) -> str:
        return f"/api/v1/campaigns/{self.hall.campaign.id}/{path}"

    def _post(
        self, path: str, said: Any, who: Somebody | None = None, refused: list[Any] | None = None
    ) -> Any:
        """What was answered, or None if it was refused."""
        asked = Asked(who or self.hall.people[0], "POST", path, body=json.dumps(said).encode(), kind=JSON)
        answer = self.run.ask(asked)
        if answer is None:
            return None
        if answer.status_code == 200:
            return answer.get_json()
        if refused is not None and answer.is_json:
            refused.append(answer.get_json()["error"])
        return None

    def _endless(self, what: Any) -> str:
        self._wrong(f"no end after {MOST_QUESTIONS} questions: {json.dumps(what)[:1500]}")
        return "endless"

    def _wrong(self, what: str) -> None:
        self.run.tally.faults.append(what)


def renamed(said: Any, names: Mapping[str, str], of: str = "") -> Any:
    """The same about figures of other names: those of an earlier fight are on the table already."""
    match said:
        case dict():
            return {names.get(name, name): renamed(one, names, name) for name, one in said.items()}
        case list():
            return [renamed(one, names, of) for one in said]
        case str() if of != "profile":
            return names.get(said, said)
    return said


def battle_files() -> list[Any]:
    """Battles as people write them, without the dice that were rolled for them."""
    found = [
        json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(EXAMPLES.glob("*.json"))
        if not file.name.endswith(".expected.json")
    ]
    for battle in found:
        for side in battle["sides"].values():
            side.pop("dice", None)
    return found
