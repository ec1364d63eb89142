"""What a deed under way holds, nobody else may touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from assistant.kernel.errors import Illegal
from assistant.ledger.records import Pending


def refuse_if_any_open(pendings: Iterable[Pending]) -> None:
    """Refuse what ends all play while something is still played."""
    if titles := [pending.title for pending in pendings]:
        raise Illegal(
            "under-way", f"Still under way: {'; '.join(titles)}.", do="Finish it first, or call it off."
        )


def refuse_if_held(
    pendings: Iterable[Pending], names: Sequence[str], called: Callable[[str], str] = str
) -> None:
    """Refuse whatever needs something that a deed under way holds, and name the first as people do."""
    for pending in pendings:
        if held := [name for name in names if name in pending.holds]:
            what = called(held[0])
            raise Illegal(
                "held",
                f'{what} is still needed in "{pending.title}", which is not over.',
                do="Finish that first, or call it off.",
            ).naming(pending, f"{what} is still needed in something that is not over.")
