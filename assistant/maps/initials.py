"""Initials by which characters are known on a map: two letters each, rarely three, and no two alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache


@lru_cache(maxsize=8)
def initials_of(names: tuple[str, ...]) -> Mapping[str, str]:
    """For every name its own: as usual where nobody else has the same, else by the letter that parts them."""
    usual: dict[str, list[str]] = {}
    for name in names:
        usual.setdefault(_usual(name), []).append(name)
    found = {group[0]: short for short, group in usual.items() if len(group) == 1}
    taken = set(usual)  # what several would have had belongs to nobody
    for group in usual.values():
        alike = sorted(group, key=lambda name: (_parting(name, group), name)) if len(group) > 1 else ()
        for name in alike:
            found[name] = next(short for short in _tries(name, group) if short not in taken)
            taken.add(found[name])
    return found


def _usual(name: str) -> str:
    words = [word for word in name.replace("-", " ").split() if word[0].isupper()]
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else name[:2]


def _parting(name: str, group: Sequence[str]) -> int:
    """Where a name first differs from all others of its group."""
    return next(
        (
            end
            for end in range(1, len(name))
            if not any(other.startswith(name[: end + 1]) for other in group if other != name)
        ),
        len(name) - 1,
    )


def _tries(name: str, group: Sequence[str]) -> Iterator[str]:
    """The first letter with the one that parts it from the others, then with those after and before it."""
    first, at = name[0], _parting(name, group)
    for letter in name[at:] + name[1:at]:
        if letter.isalpha() and letter.lower() != first.lower():
            yield first + letter.lower()
    yield from (first + name[end : end + 2] for end in range(at, len(name) - 1))
    yield from (f"{name[:2]}{number}" for number in range(2, 1000))
