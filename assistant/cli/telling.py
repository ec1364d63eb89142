"""Telling a fight that is over: its story, and whether the dice were kind."""

from __future__ import annotations

import click

from assistant.campaign.naming import Naming, naming_of
from assistant.campaign.story import Account
from assistant.kernel.codec import Json
from assistant.rules.book import Book
from assistant.simulate.resolve import Resolution


def echo_account(account: Account, book: Book, *, story: bool = True, luck: bool = True) -> None:
    """Print what is asked for."""
    if story:
        click.echo(" ".join(account.story(book)))
    if luck:
        for line in account.luck().lines():
            click.echo(line)


def account_json(account: Account, book: Book) -> dict[str, Json]:
    """Story and luck for scripts."""
    return {"story": list(account.story(book)), "luck": account.luck().to_json()}


def names_in(book: Book, resolution: Resolution) -> Naming:
    """What those are called who fought, or came in the middle of it."""
    return naming_of(book, resolution.setup, resolution.played.done.facts)
