"""Terms on pages: each a link to its rule, once in a block; what people type never becomes markup."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from markupsafe import Markup

from assistant.rules.game import RingOfPower
from assistant.web.linking import Linking
from tests.web.table import Visitor

Come = Callable[..., Visitor]


@pytest.fixture(scope="session")
def linking(war: RingOfPower) -> Linking:
    """Links for the War of the Ring."""
    return Linking(lambda: war)


def test_a_term_is_a_link_the_first_time_that_a_sentence_has_it(linking: Linking) -> None:
    assert linking.linked("wounded, and wounded again (HEA-01)") == (
        '<a class="term" href="/terms/wounded">wounded</a>, and wounded again '
        '(<a class="rule" href="/rules/HEA-01">HEA-01</a>)'
    )


def test_sentences_that_stand_together_have_a_term_as_a_link_once(linking: Linking) -> None:
    first, second = linking.all_linked(["Sam is wounded.", "Frodo is wounded and carried."])
    assert first.count("<a") == 1
    assert second == 'Frodo is wounded and <a class="term" href="/terms/carried">carried</a>.'


def test_what_people_type_never_becomes_markup(linking: Linking) -> None:
    typed = '<img src=x onerror=alert(1)> wounded" & <b>hidden</b>'
    for shown in (linking.linked(typed), *linking.all_linked([typed]), linking.each_linked(typed)):
        assert re.findall(r"<(?!/?a\b)", shown) == []
        assert "&lt;img src=x" in shown
    assert linking.term_link("<i>wounded</i>") == "&lt;i&gt;wounded&lt;/i&gt;"
    assert linking.term_link("wounded", '"><script>').endswith("&#34;&gt;&lt;script&gt;</a>")
    assert linking.linked("<b>no term</b>") == "&lt;b&gt;no term&lt;/b&gt;"


def test_what_is_marked_already_is_not_marked_twice(linking: Linking) -> None:
    once = linking.linked("hidden")
    assert linking.linked(once) is once
    assert isinstance(once, Markup)


def test_a_rule_that_does_not_exist_is_no_link(linking: Linking) -> None:
    assert linking.linked("See CMB-99 and UTF-8.") == "See CMB-99 and UTF-8."


def test_a_name_with_a_hyphen_stays_whole_and_is_found_by_its_letters(linking: Linking) -> None:
    whole = '<span class="unbroken">Uruk-hai</span>'
    assert linking.linked("3 Uruk-hai & more") == f"3 {whole} &amp; more"
    assert linking.linked("older-draft, UTF-8, Ab" + "-ab" * 20) == "older-draft, UTF-8, Ab" + "-ab" * 20


def test_a_list_of_abilities_is_linked_one_by_one(linking: Linking) -> None:
    shown = linking.each_linked("Tracker; (Elite); mounted: Swift, Furious\xa0charge")
    assert re.findall(r"/terms/([a-z-]+)", shown) == [
        "tracker",
        "elite",
        "mounted",
        "swift",
        "furious-charge",
    ]


def test_the_list_of_terms_has_every_term_with_an_anchor_and_can_be_searched(come: Come) -> None:
    client = come().client
    page = client.get("/terms").text
    assert 'id="wounded"' in page
    assert 'id="furious-charge"' in page
    assert [*re.findall(r'<div id="([^"]+)"', page)] == [
        *dict.fromkeys(re.findall(r'<div id="([^"]+)"', page))
    ]
    found = client.get("/terms?find=wounded").text
    assert 'id="wounded"' in found
    assert 'id="swift"' not in found
    assert "No term has all these words in it." in client.get("/terms?find=xylophone").text


def test_a_term_has_a_page_with_its_rules_and_a_way_back(come: Come) -> None:
    client = come().client
    came = {"Referer": "http://localhost/c/summer/seat/forces"}
    page = client.get("/terms/wounded", headers=came).text
    assert "ABL-HERO-3" in page
    assert '<a href="/c/summer/seat/forces">Back' in page
    from_terms = {"Referer": "http://localhost/terms"}
    assert "Back to where" not in client.get("/terms/wounded", headers=from_terms).text
    missing = client.get("/terms/wouned")
    assert missing.status_code in (404, 409)
    assert "There is no term" in missing.text


def test_scripts_read_rules_and_terms_as_pages_show_them(come: Come) -> None:
    client = come().client
    rule = client.get("/api/v1/rules/CMB-04").get_json()
    assert (rule["id"], rule["title"]) == ("CMB-04", "Combat")
    assert "hide" in rule["text"]
    house = client.get("/api/v1/rules/CON-001").get_json()
    assert [one["name"] for one in house["readings"] if one["usual"]] == ["two-every-turn"]
    term = client.get("/api/v1/terms/hidden").get_json()
    assert [one["id"] for one in term["rules"]] == ["CMB-04", "CMB-05"]
    refused = client.get("/api/v1/terms/hiden")
    assert refused.get_json()["error"]["code"] == "unknown-term"


def test_my_forces_tell_what_their_figures_can_do_and_bear_term_by_term(come: Come) -> None:
    page = come("gondor").page("seat/forces").text
    denethor = page[page.index("<strong>Denethor</strong>") :].partition("</li>")[0]
    assert 'href="/terms/palantir-of-minas-tirith"' in denethor
    assert 'href="/terms/bound-to-a-place">Bound to Minas Tirith</a>' in denethor
    assert 'href="/terms/leadership">leadership' in denethor


def test_the_ring_is_not_among_what_its_bearer_is_shown_with(come: Come) -> None:
    """Assistants look at this page too, and only the master is told who bears it."""
    page = come("fellowship").page("seat/forces").text
    frodo = page[page.index("<strong>Frodo</strong>") :].partition("</li>")[0]
    assert "/terms/sting" in frodo
    assert "Ring" not in frodo


def test_no_link_stands_in_a_button_a_summary_or_another_link(come: Come) -> None:
    visitor = come("gondor")
    for name in ("seat", "seat/forces", "seat/coming", "seat/goals", "seat/chart", "fights", "meet"):
        page = visitor.page(name).text
        for tag in ("button", "summary", "option", "a"):
            for inner in re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.DOTALL):
                assert 'class="term"' not in inner, (name, tag, inner)
