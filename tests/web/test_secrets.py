"""Games that differ in what is hidden only are told alike to whoever may not know, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from assistant.campaign.permissions import kinds_of_seats
from assistant.rules.game import RingOfPower
from assistant.web.access import RANK
from assistant.web.api.bodies import COMMANDS
from assistant.web.papers import Press
from assistant.web.routes import ROUTES
from tests.web.asking import QUERIES, Asked, addresses, commands, hear, looks, told
from tests.web.hidden import FAMILIES, askers, unknown_to
from tests.web.secret import BUHRDUR, MASTERS, bears
from tests.web.trying import LONG_AGO, deeds
from tests.web.twins import ID, Game, Tale, at_noon, games, make_past

WEB = Path(__file__).resolve().parents[2] / "assistant" / "web"
MOST_TOLD, TOO_MANY, BROKEN = 8, 429, 500
WITH_A_CODE = {"joining.come_in"}
"""Nobody's code is tried."""
OF_NO_GAME = {"api.quick", "quick.step", "api.demo"}
"""What is sent there is about no campaign that others play."""
Named = Mapping[str, Game]
CASES = [(family, who) for family in FAMILIES for who in askers(family)]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory, war: RingOfPower) -> Iterator[Path]:
    """What all games have in common, at noon."""
    with at_noon():
        yield make_past(tmp_path_factory.mktemp("past"), war)


@pytest.fixture(scope="module")
def press(war: RingOfPower) -> Press:
    """What prints the sheets of all games."""
    return Press(war)


@pytest.fixture(scope="module")
def played(
    past: Path, press: Press, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, Named]]:
    """The games of every family, for those who only look."""
    with ExitStack() as opened:
        found: dict[str, Named] = {}
        for family, secrets in FAMILIES.items():
            tales = [one.tell for one in secrets.values()]
            folder = tmp_path_factory.mktemp("games")
            told = opened.enter_context(games(past, press, folder, tales, before=look_around))
            found[family] = dict(zip(secrets, told, strict=True))
        yield found


def look_around(game: Game) -> None:
    """Somebody has looked before: what is kept for the next one must not tell that it changed."""
    for who in ("projector", "seat-7"):
        assert game.come(who).page("map/south/layer").status_code == 200


def differences(told: Sequence[Game], who: str, asked: Sequence[Asked]) -> list[str]:
    """What somebody is told differently in these games."""
    browsers = [(game, game.come(who).client) for game in told]
    found = []
    for one in asked:
        first, *others = (hear(game, client, one) for game, client in browsers)
        assert first.status != TOO_MANY, "whoever is told to wait is told nothing"
        assert first.status < BROKEN, one
        found += [f"{one}: {first.status}, {other.status}" for other in others if other != first][:1]
    return found


@pytest.mark.parametrize(("family", "who"), CASES)
def test_whoever_may_not_know_is_shown_the_same(family: str, who: str, played: Mapping[str, Named]) -> None:
    told = [played[family][name] for name in unknown_to(who, family)]
    asked = [*looks(told[0])]
    assert all([*looks(game)] == asked for game in told)
    assert differences(told, who, asked)[:MOST_TOLD] == []


@pytest.mark.parametrize(("family", "who"), CASES)
def test_whoever_may_not_know_is_answered_the_same(
    family: str, who: str, past: Path, press: Press, tmp_path: Path
) -> None:
    with games(past, press, tmp_path, [one.tell for one in unknown_to(who, family).values()]) as told:
        asked = [*commands(told[0], who)]
        assert all([*commands(game, who)] == asked for game in told)
        assert differences(told, who, asked)[:MOST_TOLD] == []


TELLING = {
    "seat": {"desk.fights", "desk.fought", "maps.layer", "phone.forces", "phone.goals", "phone.seat"},
    MASTERS: {"console.history", "desk.fights", "seating.seats"},
}
"""Where those who may know are told of all of it."""
KNOWN = [
    (family, name, who)
    for family, secrets in FAMILIES.items()
    for name, one in secrets.items()
    for who in (*one.known_to, MASTERS)
]


@pytest.mark.parametrize(("family", "name", "who"), KNOWN)
def test_whoever_may_know_is_shown_it(family: str, name: str, who: str, played: Mapping[str, Named]) -> None:
    """If not, the tests above would prove nothing."""
    other = next(one for one in FAMILIES[family] if one != name)
    told = [played[family][name], played[family][other]]
    telling = TELLING[MASTERS if who == MASTERS else "seat"]
    assert differences(told, who, [one for one in looks(told[0]) if one.endpoint in telling])


def test_only_the_seekers_of_a_ringwraith_learn_that_the_ring_is_near(
    past: Path, press: Press, tmp_path: Path
) -> None:
    """PPL-RINGWRAITH-06: what the rule tells them they are told, and nobody else is."""
    with games(past, press, tmp_path, [bears("sam"), bears("aragorn")]) as told:
        logs = []
        for game in told:
            seekers, hidden = game.force("ringwraith"), game.force("frodo")
            answer = game.come(BUHRDUR).do("search", seekers=seekers, hidden=hidden).get_json()
            logs.append(answer.get("open", answer.get("recorded"))["log"])
        near, far = logs
        assert [line for line in near if line not in far] == ["+1 senses the Ring (PPL-RINGWRAITH-06)"]


ALIKE = {
    "deeds": ["Aragorn bears the Ring", "Saruman earns points", "the Witch-king has Merry"],
    "questions": [*FAMILIES["questions"]],
}
"""Of these as much is heard: that something was done, or that something goes on."""


@pytest.mark.parametrize(("family", "word"), [("deeds", b"event: deed"), ("questions", b"event: stir")])
def test_live_news_of_what_is_hidden_are_the_same_for_everybody(
    family: str, word: bytes, past: Path, press: Press, tmp_path: Path
) -> None:
    secrets = [FAMILIES[family][name] for name in ALIKE[family]]
    heard = []

    def listen(tell: Tale) -> Tale:
        def tale(game: Game) -> None:
            streams = [game.come(who).client.get(f"/stream?campaign={ID}") for who in ("", "seat-7")]
            tell(game)
            heard.append([told(one) for one in streams])
            for one in streams:
                one.close()

        return tale

    with games(past, press, tmp_path, [listen(one.tell) for one in secrets]):
        assert all(one == heard[0] for one in heard)
    assert all(word in one for one in heard[0])


# ---- that nothing is left out ----


def test_every_address_is_asked_by_somebody(played: Mapping[str, Named]) -> None:
    game = played["deeds"]["Aragorn bears the Ring"]
    asked = {one.endpoint for one in (*looks(game), *commands(game, "seat-7"))}
    assert asked == {rule.endpoint for rule in addresses(game)} == set(ROUTES)


def test_what_a_seat_may_look_at_is_shown_to_it(played: Mapping[str, Named]) -> None:
    """If all were refused, the tests above would compare refusals."""
    game = played["deeds"]["Aragorn bears the Ring"]
    client = game.come("seat-9").client
    asked = [one for one in looks(game) if RANK[ROUTES[one.endpoint]] <= RANK["seat"]]
    shown = {one.endpoint for one in asked if hear(game, client, one).status < 400}
    assert {one.endpoint for one in asked} - shown == WITH_A_CODE


def test_everything_that_can_be_said_behind_an_address_is_asked() -> None:
    sources = "".join(one.read_text(encoding="utf-8") for one in WEB.rglob("*.py"))
    read = set(re.findall(r"args\.get\(\"(\w+)\"", sources)) | set(
        re.findall(r"\"(\w+)\" in request\.args", sources)
    )
    asked = {part.partition("=")[0] for some in QUERIES.values() for one in some for part in one.split("&")}
    assert read - asked == set()


def test_every_field_that_a_seat_may_send_is_sent(played: Mapping[str, Named]) -> None:
    game, sent = played["deeds"]["Aragorn bears the Ring"], dict[str, set[str]]()
    for one in commands(game, "seat-7"):
        sent.setdefault(one.endpoint, set()).update(one.body or ())
    for endpoint, command in COMMANDS.items():
        if RANK[ROUTES[endpoint]] <= RANK["seat"] and endpoint not in OF_NO_GAME:
            assert {*command.fields, "seen"} - sent[endpoint] == set(), endpoint


def test_every_kind_of_deed_is_tried_as_if_looked_at_long_ago(played: Mapping[str, Named]) -> None:
    tried = [*deeds(played["deeds"]["Aragorn bears the Ring"], "seat-7")]
    for seen in LONG_AGO:
        assert set(kinds_of_seats()) - {str(one["kind"]) for one in tried if one.get("seen") == seen} == set()


def test_every_kind_of_deed_that_a_seat_may_do_is_tried(played: Mapping[str, Named]) -> None:
    tried = {str(one["kind"]) for one in deeds(played["deeds"]["Aragorn bears the Ring"], "seat-7")}
    assert set(kinds_of_seats()) - tried == set()


def test_an_address_that_tells_too_much_is_found(
    past: Path, press: Press, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plant(game: Game) -> None:
        def planted(campaign: str) -> str:
            return str(game.service.world(game.service.campaign(campaign)).war.ring.bearer)

        game.app.add_url_rule("/c/<campaign>/planted", "planted", planted)

    with games(past, press, tmp_path, [bears("sam"), bears("aragorn")], before=plant) as told:
        asked = [one for one in looks(told[0]) if one.endpoint == "planted"]
        # An address of which nothing is said is the game master's alone.
        assert differences(told, "seat-7", asked) == []
        monkeypatch.setitem(ROUTES, "planted", "seat")
        assert len(differences(told, "seat-7", asked)) == 1
