"""SCN-22: the game ends by a victory, by agreement, or because time is up."""

from __future__ import annotations

from typing import Literal

from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal
from assistant.kernel.evidence import enforced
from assistant.kernel.game import Opening
from assistant.kernel.procedure import Procedure
from assistant.rules.combat.setup import FightingSide
from assistant.rules.core.deed import Deed, RulesDesk, deed
from assistant.rules.core.resources import TURN
from assistant.rules.deeds.checks import require_running
from assistant.rules.kit import Kit
from assistant.rules.turn.facts import GameEnded
from assistant.rules.victory import Verdict, verdict, verdicts
from assistant.rules.war import Ending
from assistant.rules.world import World


@deed
class EndGame(Deed):
    """SCN-22: by a victory that the game master confirms, by agreement, or because time is up.

    Who agrees to stop and says nothing else loses no victory that is met; who agrees on `nobody` does.
    """

    how: Literal["victory", "agreement", "time"]
    winner: FightingSide | None = None
    """Who is victorious by agreement, or of two who have both won."""
    nobody: bool = False
    """The players agree that no side is victorious, whatever is met."""
    kind: Literal["end-game"] = "end-game"
    under_way: tuple[str, ...] = ()
    """What nobody has finished, by title; never stored."""

    def plan(self, kit: Kit, world: World) -> Opening:
        require_running(world)
        self._require_nothing_open()
        self._require_one_word()
        if self.how == "victory" and verdict(kit, world) is None:
            raise _not_yet(kit, world)
        self._require_winner(kit, world)
        return Opening(f"The game ends by {self.how}{self._outcome()}", (TURN,), self._told())

    def _outcome(self) -> str:
        """VIC-11: that no side is victorious does not mean that nobody comes first."""
        if self.nobody:
            return ": no side is victorious, so the minion with most points comes first"
        return f": {self.winner} is victorious" if self.winner else ""

    def _told(self) -> Json:
        """As it always was: what was under way has no part in it."""
        return {"how": self.how, "winner": self.winner, "nobody": self.nobody, "kind": self.kind}

    def _require_nothing_open(self) -> None:
        """SCN-22: who won rests on all that was played, so nothing is played on after it."""
        if self.under_way:
            raise Illegal(
                "under-way",
                f"Still under way: {'; '.join(self.under_way)} ({enforced('SCN-22')}).",
                do="Finish it first, or call it off. Then end the game.",
            )

    def _require_one_word(self) -> None:
        if self.nobody and (self.how != "agreement" or self.winner is not None):
            raise Illegal(
                "which-victory",
                "That no side wins is agreed on, and none is named with it.",
                do="End the game by agreement with nobody, or leave nobody out.",
            )

    def _require_winner(self, kit: Kit, world: World) -> None:
        """A winner is named by agreement, or of two who have both won; time names nobody."""
        if self.how == "victory":
            won = [one.winner for one in verdicts(kit, world)]
            if self.winner not in won and (self.winner or len(won) > 1):
                raise Illegal(
                    "which-victory",
                    f"Whose victory it is: that of {' or '.join(str(one) for one in won)}.",
                    do="Name that side, or end the game by agreement.",
                )
        elif self.how == "time" and self.winner is not None:
            raise Illegal(
                "which-victory",
                f"Nobody wins because time is up ({enforced('SCN-22')}).",
                do="Leave the side out, or end the game by agreement.",
            )
        elif self._is_open and len(_met_at_the_end(kit, world)) > 1:
            raise Illegal(
                "which-victory",
                "Both sides have met a victory condition.",
                do="Say whose victory it is: end the game by agreement, and name that side, or nobody.",
            )

    @property
    def _is_open(self) -> bool:
        """Whether the players stop without a word on who has won."""
        return self.how != "victory" and self.winner is None and not self.nobody

    def _found(self, kit: Kit, world: World) -> Verdict:
        if self.how == "victory":
            won = verdicts(kit, world)
        else:
            won = _met_at_the_end(kit, world) if self._is_open else ()
        if found := next((one for one in won if self.winner in (None, one.winner)), None):
            return found
        return Verdict.agreed(kit, world, self.winner) if self.winner else Verdict.of_standings(kit, world)

    def perform(self, kit: Kit, desk: RulesDesk) -> Procedure[None]:
        world, found = desk.world, self._found(kit, desk.world)
        rules = [enforced("SCN-22")]
        if self._is_open and verdicts(kit, world) != verdicts(kit, world, at_turn_start=True):
            rules.append(enforced("AMB-101"))
        desk.record(
            GameEnded(
                Ending(self.how, found.winner, found.overall, found.sharing, found.words, world.war.turn)
            )
        )
        desk.say(f"{found.words} ({', '.join(rules)})")
        yield from ()


def _not_yet(kit: Kit, world: World) -> Illegal:
    """CON-097: nobody has won, or what wins counts only when the next turn starts."""
    waits = verdict(kit, world, at_turn_start=True)
    if waits is None:
        sentence, do = "Nobody has met a victory condition.", "End by agreement or because time is up."
    else:
        sentence = (
            f"{waits.words} It counts at the next turn start, if it still stands ({enforced('CON-097')})."
        )
        do = "Go on to the next turn; the game master confirms it there."
        if _met_at_the_end(kit, world):
            do += (
                f" If you stop here, end because time is up: it counts all the same ({enforced('AMB-101')})."
            )
    return Illegal("nobody-has-won", sentence, do=do)


def _met_at_the_end(kit: Kit, world: World) -> tuple[Verdict, ...]:
    """VIC-01, AMB-101: who stops playing loses no victory that is met, though it waited for a turn start."""
    waits_no_longer = kit.house(world)["AMB-101"] == "it-counts"
    enforced("AMB-101")
    return verdicts(kit, world, at_turn_start=waits_no_longer)
