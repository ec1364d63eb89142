"""A database that is renamed, deleted or replaced while it is open: nothing goes into a nameless file."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.kernel.errors import Illegal
from assistant.ledger.records import Campaign, Draft
from assistant.ledger.store import Ledger

MakeDraft = Callable[..., Draft]


def replace_with_a_copy(database: Path) -> None:
    copy = database.with_name("copy.sqlite")
    shutil.copyfile(database, copy)
    copy.replace(database)


@pytest.mark.parametrize(
    "how",
    [Path.unlink, lambda file: file.rename(file.with_name("old.sqlite")), replace_with_a_copy],
    ids=["deleted", "renamed", "replaced"],
)
def test_nothing_is_acknowledged_into_a_file_without_its_name(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft, how: Callable[[Path], object]
) -> None:
    ledger.append(campaign.id, deed(), key="before")
    how(ledger.path)
    with pytest.raises(Illegal) as refusal:
        ledger.append(campaign.id, deed(), key="after")
    assert refusal.value.code == "database-gone"


def test_a_file_that_has_its_name_back_is_written_again(
    ledger: Ledger, campaign: Campaign, deed: MakeDraft
) -> None:
    away = ledger.path.with_name("away.sqlite")
    ledger.path.rename(away)
    with pytest.raises(Illegal):
        ledger.append(campaign.id, deed(), key="k")
    away.rename(ledger.path)
    assert ledger.append(campaign.id, deed(), key="k").seq == 1
    assert ledger.verify(campaign.id) == ()
