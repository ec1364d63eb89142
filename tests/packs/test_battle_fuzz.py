"""Whatever bytes or values a file holds, reading it answers or refuses; it never breaks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.kernel.codec import decode, encode
from assistant.kernel.errors import Malformed
from assistant.packs.battle import parse_battle, read_battle
from assistant.packs.files import Unreadable, parse_toml
from assistant.packs.load import check_scenario
from assistant.rules.book import TERRAINS, Book
from assistant.rules.combat.setup import FightSetup

if TYPE_CHECKING:
    from tests.packs.conftest import Battles, Pack

FUZZ = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

KEYS = st.sampled_from(
    [
        *("site", "house_rules", "sides", "good", "evil", "figures", "id", "profile", "count", "mounted"),
        *("terrain", "allocation", "extra_losses", "wizardry", "duels", "dice", "attack", "defense", "place"),
        *("holder", "fortress", "tower", "at", "darkness", "resumed", "side", "people", "name", "race"),
        *("kind", "abilities", "rules", "when", "effects", "tables"),
    ]
)
WORDS = st.sampled_from(
    [
        "eomer",
        "rider-of-rohan",
        "good",
        "evil",
        "clear",
        "walls",
        "tower",
        "bree",
        "r.1",
        "CON-033",
        "army",
        "man",
    ]
)
ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS
VALUES: st.SearchStrategy[Any] = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(), inner, max_size=4),
    max_leaves=20,
)
FIGURES = st.lists(
    st.fixed_dictionaries(
        {"id": WORDS, "profile": WORDS}, optional={"count": VALUES, "mounted": VALUES, "terrain": VALUES}
    )
    | VALUES,
    max_size=5,
)
SIDE = st.fixed_dictionaries(
    {"figures": FIGURES | VALUES},
    optional=dict.fromkeys(("allocation", "extra_losses", "wizardry", "duels", "dice", "terrain"), VALUES),
)
BATTLES = st.fixed_dictionaries(
    {"sides": st.fixed_dictionaries({"good": SIDE | VALUES, "evil": SIDE | VALUES}) | VALUES},
    optional={"site": VALUES, "house_rules": VALUES},
)


def answered(text: str, book: Book) -> None:
    """Parse, and let a refusal be in order only if every line of it can be printed."""
    try:
        parse_battle(text, "b.json", book)
    except Malformed as refusal:
        lines = refusal.lines()
        broken = [line for line in lines if not line.isprintable()]
        if not refusal.faults or broken:
            pytest.fail(f"a refusal without a readable line: {broken}")


@FUZZ
@given(data=st.binary(max_size=300))
def test_any_bytes_are_answered(book: Book, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(data)
    with pytest.raises(Malformed):
        read_battle(path, book)


@FUZZ
@given(text=st.text(alphabet='{}[]:,"0123456789.eE+-\\ \nabntrufalse', max_size=200))
def test_any_text_like_json_is_answered(book: Book, text: str) -> None:
    answered(text, book)


@FUZZ
@given(value=VALUES)
def test_any_value_is_answered(book: Book, value: object) -> None:
    answered(json.dumps(value), book)


@FUZZ
@given(battle=BATTLES)
def test_anything_shaped_like_a_battle_is_answered(book: Book, battle: object) -> None:
    answered(json.dumps(battle), book)


@FUZZ
@given(text=st.text(alphabet="abc=[]{}.,\"'#\n 019-_:TZ", max_size=200))
def test_any_text_like_toml_is_answered(text: str) -> None:
    try:
        parse_toml(text, "r.toml")
    except Unreadable as unreadable:
        assert unreadable.faults[0].wrong  # noqa: PT017


def toml(value: Any) -> str:
    """A value as TOML, so far as TOML has it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(held)}" for key, held in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if value is None or isinstance(value, float):
        return "1.5"
    return json.dumps(value)


SPOILED = settings(FUZZ, max_examples=60)


@SPOILED
@given(
    name=st.sampled_from(["scenario.toml", "places.toml", "rosters/rohan.toml", "rosters/abilities.toml"]),
    key=KEYS | st.sampled_from(["profile", "place", "ability", "tables", "rosters"]),
    value=VALUES | st.lists(st.dictionaries(KEYS, VALUES, max_size=4), max_size=3),
)
def test_any_values_in_a_pack_are_answered(pack: Pack, name: str, key: str, value: object) -> None:
    whole = (pack.folder / name).read_text(encoding="utf-8")
    try:
        (pack.folder / name).write_bytes(f"{key} = {toml(value)}".encode("utf-8", "surrogatepass"))
        faults = check_scenario(pack.folder, effects={"shelter": ("defense",), "furious-charge": ()})
        assert all(str(fault).isprintable() for fault in faults)
    finally:
        pack.write(name, whole)


@st.composite
def sound_battles(draw: st.DrawFn) -> dict[str, Any]:
    """Battles without a fault."""
    terrain = st.sampled_from(TERRAINS)
    names = draw(
        st.lists(
            st.from_regex(r"[a-zé][a-z .]{0,8}[a-z]", fullmatch=True), min_size=2, max_size=6, unique=True
        )
    )
    profiles = st.sampled_from(["eomer", "rider-of-rohan", "uruk-hai", "gandalf", "saruman"])
    figure = {"terrain": terrain, "count": st.integers(1, 4)}
    riding = figure | {"mounted": st.booleans()}
    figures: list[dict[str, Any]] = []
    for name in names:
        profile = draw(profiles)
        more = figure if profile == "uruk-hai" else riding
        figures.append({"id": name, "profile": profile} | draw(st.fixed_dictionaries({}, optional=more)))
    cut = draw(st.integers(1, len(names) - 1))
    sides: dict[str, dict[str, Any]] = {
        "good": {"figures": figures[:cut]},
        "evil": {"figures": figures[cut:]},
    }
    first = figures[0]["id"] + (".1" if "count" in figures[0] else "")
    enemy = figures[cut]["id"] + (".1" if "count" in figures[cut] else "")
    decided: dict[str, st.SearchStrategy[Any]] = {
        "allocation": st.just([first]),
        "extra_losses": st.just([first]),
        "wizardry": st.just({first: {"dice": 1}}),
        "duels": st.just([[first, enemy]]),
        "terrain": terrain,
    }
    sides["good"] |= draw(st.fixed_dictionaries({}, optional=decided))
    site = {
        "terrain": terrain,
        "place": st.sampled_from([None, "bree", "dol-amroth", "easterling-city"]),
        "holder": st.sampled_from([None, "good", "evil", "uncontrolled"]),
        "fortress": st.sampled_from([None, "good", "evil"]),
        "tower": st.booleans(),
        "darkness": st.booleans(),
    }
    return {"site": draw(st.fixed_dictionaries({}, optional=site)), "sides": sides}


@FUZZ
@given(battle=sound_battles())
def test_every_fight_survives_being_kept_and_read_again(battles: Battles, battle: dict[str, Any]) -> None:
    setup = battles.parse(battle).setup
    assert decode(FightSetup, json.loads(json.dumps(encode(setup)))) == setup
