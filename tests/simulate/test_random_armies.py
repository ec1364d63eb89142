"""On random small battles the odds are the frequencies of the resolver."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.kernel.ids import RuleId
from assistant.rules.game import RingOfPower
from assistant.simulate.odds import odds
from tests.simulate.armies import fights_of
from tests.simulate.oracle import assert_near, by_chance

RUNS = 400
# Readings that change how dice are rolled, given out, counted or paid for.
BEARING = (
    "AMB-012", "AMB-014", "AMB-015", "AMB-016", "AMB-018", "AMB-019", "AMB-026", "AMB-027", "AMB-030",
    "AMB-078", "AMB-079", "AMB-080", "AMB-081", "AMB-083", "AMB-091", "AMB-092", "AMB-093", "CON-056",
    "CON-059", "CON-067",
)  # fmt: skip


@given(st.data())
@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_odds_are_the_frequencies_of_the_resolver(game: RingOfPower, data: st.DataObject) -> None:
    setup = data.draw(fights_of(game.book, most=5))
    readings = {
        rule: data.draw(st.sampled_from([*game.book.house_rules[RuleId(rule)].readings]))
        for rule in data.draw(st.lists(st.sampled_from(BEARING), max_size=4, unique=True))
    }
    setup = replace(setup, house_rules=readings)
    found = odds(game, setup, trials=20_000, seed=1, methods=["exact", "vectorised"])
    if found.method != "resolver":
        assert_near(found, by_chance(game, setup, RUNS), RUNS)
