"""Undo, redo and replay: the past is never rewritten, and what stands in the way is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from assistant.campaign import history
from assistant.campaign.replay import replay
from assistant.campaign.service import Open, Service
from assistant.kernel.asking import Answer, Request, Rolled
from assistant.kernel.codec import Json
from assistant.kernel.errors import Illegal, ReplayDiverged
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger
from assistant.rules.book import Book, Profile, ProfileId
from assistant.rules.game import RingOfPower
from tests.campaign.deeds import fight, triumph

HEROES = "eomer:eomer r:rider-of-rohan"


class Table:
    """A campaign as a game master handles it, every command with a key of its own."""

    def __init__(self, service: Service, campaign: Campaign, game: RingOfPower) -> None:
        self.service = service
        self.campaign = campaign
        self.game = game
        self.commands = 0

    def key(self) -> str:
        self.commands += 1
        return f"command-{self.commands}"

    def good_wins(self, good: str, evil: str) -> Entry:
        setup = fight(self.game, good, evil)
        return self.service.record(self.campaign, "fight", setup, triumph("good"), actor="gm", key=self.key())

    def begin(self, good: str, evil: str) -> Open:
        setup = fight(self.game, good, evil)
        opened = self.service.begin(self.campaign, "fight", setup, actor="gm", key=self.key())
        assert isinstance(opened, Open)
        return opened

    def house_rule(self, rule: str, reading: str) -> Entry:
        said: Json = {"rule": rule, "reading": reading}
        entry = self.service.begin(self.campaign, "house-rule", said, actor="gm", key=self.key())
        assert isinstance(entry, Entry)
        return entry

    def finish(self, opened: Open) -> Entry:
        at: Open | Entry = opened
        while isinstance(at, Open):
            at = self.service.answer(at.id, at.step, triumph("good")(at.request))
        return at

    def undo(self, seq: int | None = None) -> Entry:
        return history.undo(self.service, self.campaign, seq, actor="gm", key=self.key())

    def redo(self, seq: int | None = None) -> Entry:
        return history.redo(self.service, self.campaign, seq, actor="gm", key=self.key())

    @property
    def world(self) -> object:
        """Folded anew by a clerk who remembers nothing."""
        fresh = Service(self.service.ledger, self.game).world(self.campaign)
        assert fresh == self.service.world(self.campaign)
        return fresh

    def differences(self, game: RingOfPower | None = None) -> list[str | None]:
        again = replay(Service(self.service.ledger, game or self.game), self.campaign)
        return [one.difference for one in again]


@pytest.fixture
def table(service: Service, campaign: Campaign, game: RingOfPower) -> Table:
    """A fresh campaign."""
    return Table(service, campaign, game)


def test_undo_takes_back_the_last_deed_and_redo_brings_it_back(table: Table) -> None:
    before = table.world
    table.good_wins(HEROES, "o1:orc")
    after = table.world
    assert table.undo().title == "Undo 1: Éomer and 1 Rider of Rohan against 1 Orc"
    assert table.world == before
    assert table.redo().title == "Redo 1: Éomer and 1 Rider of Rohan against 1 Orc"
    assert table.world == after


def test_undo_after_undo_goes_further_back(table: Table) -> None:
    start = table.world
    table.good_wins(HEROES, "o1:orc")
    middle = table.world
    table.good_wins(HEROES, "o2:orc")
    table.undo()
    assert table.world == middle
    table.undo()
    assert table.world == start
    with pytest.raises(Illegal, match="nothing to undo"):
        table.undo()


def test_redo_after_redo_comes_forward_again(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    middle = table.world
    table.good_wins(HEROES, "o2:orc")
    end = table.world
    table.undo()
    table.undo()
    table.redo()
    assert table.world == middle
    table.redo()
    assert table.world == end
    with pytest.raises(Illegal, match="nothing to redo"):
        table.redo()


def test_undo_and_redo_can_go_on_and_on(table: Table) -> None:
    before = table.world
    table.good_wins(HEROES, "o1:orc")
    after = table.world
    for _ in range(3):
        table.undo()
        assert table.world == before
        table.redo()
        assert table.world == after
    assert table.differences() == [None]


def test_a_double_tap_undoes_once(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    middle = table.world
    table.good_wins(HEROES, "o2:orc")
    for _ in range(2):
        history.undo(table.service, table.campaign, None, actor="gm", key="tap")
    assert table.world == middle
    for _ in range(2):
        history.redo(table.service, table.campaign, None, actor="gm", key="tap again")
    assert table.world != middle


def test_a_deed_in_the_middle_is_undone_when_nothing_later_touched_the_same(table: Table) -> None:
    table.good_wins("theoden:theoden", "o1:orc")
    first = table.world
    table.good_wins(HEROES, "o2:orc")
    table.good_wins("gandalf:gandalf-the-white", "o3:orc")
    table.undo(2)
    world = table.service.world(table.campaign)
    assert set(world.figures) == {"theoden", "o1", "gandalf", "o3"}
    table.undo(3)
    assert table.world == first


def test_an_undo_is_refused_where_a_later_deed_felled_someone_of_it(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    table.good_wins("theoden:theoden", "o9:orc")
    table.service.record(
        table.campaign, "fight", fight(table.game, "r:rider-of-rohan", "t:troll"), triumph("evil"),
        actor="gm", key=table.key(),
    )  # fmt: skip
    with pytest.raises(Illegal) as caught:
        table.undo(1)
    assert caught.value.code == "built-upon"
    sentence = "Deed 3 (1 Rider of Rohan against 1 Troll) came later and changed Rider of Rohan"
    assert sentence in str(caught.value)
    assert "Undo deed 3 first" in str(caught.value)
    assert table.service.ledger.campaign(table.campaign.id).head == 3


def test_an_undo_is_refused_where_someone_of_it_has_since_fought_unhurt(table: Table) -> None:
    # Otherwise Éomer, who came to the table in the first fight, would vanish after he fought the second.
    table.good_wins(HEROES, "o1:orc")
    table.good_wins("eomer:eomer", "o2:orc")
    with pytest.raises(Illegal, match=r"Deed 2 .* came later and changed Éomer"):
        table.undo(1)


def test_a_redo_is_refused_where_its_figures_have_gone_on_without_it(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    table.undo()
    table.good_wins(HEROES, "o1:orc o2:orc")
    with pytest.raises(Illegal, match=r"Deed 3 .* came later and changed"):
        table.redo(1)


def test_a_redo_is_refused_while_the_deed_it_was_built_upon_is_undone(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc o2:orc o3:orc")
    table.good_wins("eomer:eomer", "o4:orc")
    table.undo()
    table.undo()
    before = table.world
    with pytest.raises(Illegal) as caught:
        table.redo(2)
    assert caught.value.code == "baseless"
    assert "deed 1" in str(caught.value)
    assert table.world == before
    table.redo(1)
    table.redo(2)


def test_a_redo_does_not_need_what_was_undone_before_it_was_done(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    table.undo()
    table.good_wins(HEROES, "o2:orc")
    done = table.world
    table.undo()
    table.redo(3)
    assert table.world == done


def test_an_undo_is_refused_while_a_fight_under_way_needs_its_figures(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    opened = table.begin("eomer:eomer", "o2:orc")
    with pytest.raises(Illegal, match='Éomer is still needed in "Éomer against 1 Orc", which is not over'):
        table.undo(1)
    table.service.call_off(opened.id)
    table.undo(1)


@pytest.mark.parametrize(
    ("seq", "code"),
    [(9, "no-such-deed"), (0, "no-such-deed"), (-1, "no-such-deed"), (1, "not-a-deed"), (2, "not-a-deed")],
)
def test_what_is_no_deed_cannot_be_undone(table: Table, seq: int, code: str) -> None:
    table.good_wins(HEROES, "o1:orc")
    table.undo()
    table.good_wins(HEROES, "o1:orc")
    with pytest.raises(Illegal) as caught:
        table.undo(seq)
    assert caught.value.code == code


def test_there_is_nothing_to_redo_before_anything_was_undone(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    with pytest.raises(Illegal, match="nothing to redo"):
        table.redo()
    with pytest.raises(Illegal, match="no undone deed 1"):
        table.redo(1)


def test_the_history_marks_what_no_longer_counts(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    table.undo()
    entries = table.service.ledger.entries(table.campaign.id)
    assert [(line.entry.kind, line.counts) for line in history.history(entries)] == [
        ("fight", False),
        ("undo", True),
    ]


def wraith_ends(table: Table, wraith: str, elf: str) -> str:
    """What becomes of a ringwraith whom an orc-slayer without magic fells beside a bearer who did not hit."""
    setup = fight(table.game, f"{elf}:wood-elf h{elf}:haldir", f"{wraith}:ringwraith")

    def answer(request: Request) -> Answer:
        if request.purpose == "attack" and request.seat == "good":
            # The elf's die first, then the bearer's.
            return Rolled((6, 1))
        return triumph("good")(request)

    table.service.record(table.campaign, "fight", setup, answer, actor="gm", key=table.key())
    condition: str = table.service.world(table.campaign).figures[wraith].condition
    return condition


def test_a_house_rule_changes_the_next_fight_and_can_be_undone(table: Table) -> None:
    assert wraith_ends(table, "w1", "a") == "eliminated"
    chosen = table.house_rule("CON-067", "hit-by-it")
    assert chosen.title == "House rule CON-067: hit-by-it"
    assert wraith_ends(table, "w2", "b") == "dispersed"
    table.undo(chosen.seq)
    assert wraith_ends(table, "w3", "c") == "eliminated"
    assert table.differences() == [None] * 4


def test_the_same_house_rule_twice_is_undone_in_turn(table: Table) -> None:
    table.house_rule("CON-067", "hit-by-it")
    table.house_rule("CON-067", "bearer-present")
    with pytest.raises(Illegal, match="changed house rule CON-067"):
        table.undo(1)
    table.undo()
    table.undo()


def test_a_fight_runs_on_in_the_world_it_began_in_and_replays_so(table: Table) -> None:
    opened = table.begin("e:wood-elf h:haldir", "w:ringwraith")
    table.house_rule("CON-067", "hit-by-it")
    at: Open | Entry = table.service.answer(opened.id, 0, Rolled((6, 1)))
    while isinstance(at, Open):
        at = table.service.answer(at.id, at.step, triumph("good")(at.request))
    assert table.service.world(table.campaign).figures["w"].condition == "eliminated"
    assert table.differences() == [None, None]


def test_a_fight_under_way_does_not_lose_a_house_rule_undone_meanwhile(table: Table) -> None:
    table.house_rule("CON-067", "hit-by-it")
    opened = table.begin("e:wood-elf h:haldir", "w:ringwraith")
    table.undo()
    at: Open | Entry = table.service.answer(opened.id, 0, Rolled((6, 1)))
    while isinstance(at, Open):
        at = table.service.answer(at.id, at.step, triumph("good")(at.request))
    assert table.service.world(table.campaign).figures["w"].condition == "dispersed"
    assert table.differences() == [None, None]


def test_every_deed_replays_as_it_was_recorded(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc o2:orc")
    table.undo()
    table.good_wins(HEROES, "o1:orc o2:orc o3:orc")
    opened = table.begin("theoden:theoden", "w:warg-rider")
    table.good_wins("eomer:eomer", "t:troll")
    table.finish(opened)
    assert table.differences() == [None] * 4


def with_profile(book: Book, **changes: object) -> RingOfPower:
    """The game with other numbers for orcs."""
    orc: Profile = replace(book.profiles[ProfileId("orc")], **changes)  # type: ignore[arg-type]
    return RingOfPower(replace(book, profiles={**book.profiles, orc.id: orc}))


def test_replay_finds_another_number_of_dice(table: Table, book: Book) -> None:
    table.good_wins(HEROES, "o1:orc")
    line = book.profiles[ProfileId("orc")].line
    (difference,) = table.differences(with_profile(book, line=replace(line, dice=3)))
    assert difference is not None
    assert "once asked 'roll evil attack 1', now 'roll evil attack 3'" in difference


def test_replay_finds_another_outcome_of_the_same_dice(table: Table, book: Book) -> None:
    table.good_wins("eomer:eomer", "o1:orc o2:orc")
    (difference,) = table.differences(with_profile(book, kind="character", leadership=1))
    assert difference is not None
    assert difference.startswith("fact 3 was {")
    assert "'evil_leadership': 1" in difference


def test_a_changed_rule_never_rewrites_a_recorded_fight(table: Table, book: Book, database: Path) -> None:
    table.good_wins(HEROES, "o1:orc")
    before = table.world
    line = book.profiles[ProfileId("orc")].line
    other = with_profile(book, line=replace(line, dice=3, defense=2))
    assert Service(table.service.ledger, other).world(table.campaign) == before


def test_replay_looks_at_undone_deeds_too(table: Table, book: Book) -> None:
    table.good_wins(HEROES, "o1:orc")
    table.undo()
    line = book.profiles[ProfileId("orc")].line
    (difference,) = table.differences(with_profile(book, line=replace(line, dice=3)))
    assert difference is not None


def test_a_fight_under_way_whose_questions_have_changed_says_so(table: Table, book: Book) -> None:
    opened = table.begin(HEROES, "o1:orc")
    table.service.answer(opened.id, 0, Rolled((6,) * 4))
    table.service.answer(opened.id, 1, Rolled((1,)))
    line = book.profiles[ProfileId("orc")].line
    clerk = Service(table.service.ledger, with_profile(book, line=replace(line, dice=3)))
    with pytest.raises(ReplayDiverged, match="Step 1: once asked"):
        clerk.resume(opened.id)


def test_a_fight_under_way_whose_questions_have_changed_goes_back_to_the_first_that_did(
    table: Table, book: Book
) -> None:
    opened = table.begin(HEROES, "o1:orc")
    table.service.answer(opened.id, 0, Rolled((6,) * 4))
    table.service.answer(opened.id, 1, Rolled((1,)))
    line = book.profiles[ProfileId("orc")].line
    clerk = Service(table.service.ledger, with_profile(book, line=replace(line, dice=3)))
    again = clerk.rewind(opened.id)
    # Good's four sixes stay; evil has three dice to roll now.
    assert (again.step, again.request.purpose) == (1, "attack")
    assert clerk.resume(opened.id) == again
    assert isinstance(clerk.answer(opened.id, 1, Rolled((1, 1, 1))), Open)


def test_a_ledger_read_only_shows_the_world_and_refuses_deeds(
    table: Table, game: RingOfPower, database: Path
) -> None:
    table.good_wins(HEROES, "o1:orc")
    with Ledger.open(database, read_only=True) as ledger:
        reader = Service(ledger, game)
        assert reader.world(table.campaign) == table.world
        with pytest.raises(Illegal, match="read only"):
            history.undo(reader, table.campaign, None, actor="gm", key="k")


def test_the_undo_after_a_redo_takes_back_what_was_redone_though_others_did_more(table: Table) -> None:
    table.good_wins(HEROES, "o1:orc")
    table.good_wins("theoden:theoden", "o2:orc")
    table.undo(1)
    table.redo(1)
    assert [table.undo().title.partition(":")[0] for _ in "12"] == ["Undo 1", "Undo 2"]
