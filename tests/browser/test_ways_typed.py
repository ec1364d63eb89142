"""A way typed on a phone is told back as it is read, and refused in words where it is none."""

from __future__ import annotations

import pytest

from tests.browser.players import Evening, Visit, phone, projector

READ = """async (text) => {
  const deeds = [...document.scripts].find(one => one.src.includes("/screen.js")) || document.scripts[0];
  const { wayOf, wayInWords } = await import(new URL("ways.js", deeds.src));
  try { return [wayOf(text), wayInWords(text)]; } catch (error) { return [error.message, wayInWords(text)]; }
}"""


@pytest.mark.parametrize(
    ("typed", "way", "words"),
    [
        ("58.2,44", [[58200, 44000]], "To 58.2″ from the west and 44″ from the south."),
        ("46 56", [[46000, 56000]], "To 46″ from the west and 56″ from the south."),
        ("46;56", [[46000, 56000]], "To 46″ from the west and 56″ from the south."),
        (
            "45,5 56, 2",
            [[45000, 5000], [56000, 2000]],
            "To 45″ from the west and 5″ from the south, then 56″ from the west and 2″ from the south.",
        ),
        ("abc", "“abc” is no point of the table. Write inches", ""),
        ("50", "“50” is no point of the table. Write inches", ""),
        ("1e99,3", "“1e99,3” is no point of the table. Write inches", ""),
    ],
)
def test_what_is_typed_is_read_as_points_or_refused_with_what_to_write(
    evening: Evening, visit: Visit, typed: str, way: object, words: str
) -> None:
    page = phone(visit, evening, next(iter(evening.codes))).page
    read, told = page.evaluate(READ, typed)
    if isinstance(way, str):
        assert read.startswith(way)
    else:
        assert read == way
    assert told == words


def test_names_of_bases_on_the_projector_are_large_enough_for_the_last_row(
    evening: Evening, visit: Visit
) -> None:
    page = projector(visit, evening).page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.wait_for_selector(".board-table .names.far text", state="attached")
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.board-table .names')]
          .filter(layer => getComputedStyle(layer).display !== 'none')
          .flatMap(layer => [...layer.querySelectorAll('text')].map(text => {
            const box = text.getBoundingClientRect();
            return [layer.classList[1],
                    parseFloat(getComputedStyle(text).fontSize) * box.width / (text.getBBox().width || 1)];
          }))"""
    )
    assert {layer for layer, _ in sizes} == {"far"}
    # 22 of 1080 lines on a picture 1.2 m high are letters of 2.5 cm.
    assert min(size for _, size in sizes) >= 22
