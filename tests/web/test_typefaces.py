"""Titles are set in Source Serif on every screen, from the laptop itself."""

from __future__ import annotations

from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from assistant.web.typefaces import FACES, web_face


@pytest.mark.parametrize("name", FACES)
def test_a_face_has_the_letters_of_every_name_and_is_light_enough_for_a_phone(name: str) -> None:
    made = web_face(name)
    letters = TTFont(BytesIO(made)).getBestCmap()
    names = "Éomer Théoden Dúnedain Barad-dûr Khamûl Šárka – “9½” · 6″ −1"
    assert {ord(letter) for letter in names} <= letters.keys()
    assert len(made) < 33_000


def test_it_is_made_once_however_often_it_is_asked_for() -> None:
    assert web_face("titles.woff") is web_face("titles.woff")
