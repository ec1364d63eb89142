"""Rosters are shared: a place or thing that one names may belong to another scenario beside this one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from assistant.packs.names import HOME, Kind
from assistant.packs.pack import Pack

Known = Mapping[Kind, Collection[str]]

SHARED: Mapping[Kind, str] = {**HOME, "thing": HOME["artifact"]}


def anywhere(pack: Pack, known: Known) -> Known:
    """What rosters may name: what is known here, and what the scenarios around have."""
    return {**{kind: known[kind] for kind in known if kind not in SHARED}, **dict(_around(pack, known))}


def _around(pack: Pack, known: Known) -> Iterator[tuple[Kind, Collection[str]]]:
    """Where neither this scenario nor any around has a file for such names, nobody can say what is right."""
    for kind, file in SHARED.items():
        names = _Anywhere(pack, kind, known.get(kind, ()))
        if pack.could_read(file) and (file in pack.files or names.others):
            yield kind, names


class _Anywhere(Collection[str]):
    """The names of this scenario, and only if those do not do, the names of the others."""

    def __init__(self, pack: Pack, kind: Kind, here: Collection[str]) -> None:
        self.pack, self.kind, self.here = pack, kind, here

    def __contains__(self, name: object) -> bool:
        return name in self.here or name in self.others

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self.here, *sorted(self.others))))

    def __len__(self) -> int:
        return len(tuple(iter(self)))

    @cached_property
    def others(self) -> frozenset[str]:
        """Read only when they are asked for: it takes as long as reading this scenario."""
        return self.pack.elsewhere(SHARED[self.kind], "artifact" if self.kind == "thing" else self.kind)
