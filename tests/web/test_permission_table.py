"""The written table of who may ask for what is the one that the program goes by."""

from __future__ import annotations

from flask import Flask

from tests.web.permission_table import PAGE, written


def test_the_page_prints_every_address_and_who_may_ask_for_it(app: Flask) -> None:
    """If not: `python -m tests.web.permission_table`."""
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page, app)


def test_what_is_not_in_the_table_is_for_the_game_master_only(app: Flask) -> None:
    app.add_url_rule("/forgotten", "forgotten", lambda: "a secret")
    assert app.test_client().get("/forgotten").status_code == 401
