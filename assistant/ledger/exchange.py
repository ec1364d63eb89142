"""A campaign as a text file: a line that says what it is, a line per entry, and a line that ends it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, NoReturn

from assistant.kernel.codec import Json
from assistant.kernel.errors import Fault, Malformed
from assistant.ledger import chain
from assistant.ledger.clock import moment_of
from assistant.ledger.records import Campaign, Entry
from assistant.ledger.store import Ledger

FORMAT = "ring-of-power-campaign"
FIRST, VERSION = 1, 2
READS = (FIRST, VERSION)
"""The first had names alone, without who it was that bore them; it is written where no more is known."""
MOST_FAULTS = 20

HEADER_FIELDS: Mapping[str, tuple[type, ...]] = {
    "format": (str,),
    "version": (int,),
    "id": (str,),
    "name": (str,),
    "game": (str,),
    "created_at": (str,),
    "origin": (str,),
    "setup": (dict,),
    "genesis": (str,),
}
ENTRY_FIELDS: Mapping[str, tuple[type, ...]] = {
    "seq": (int,),
    "at": (str,),
    "kind": (str,),
    "title": (str,),
    "actor": (str,),
    "undoes": (int, type(None)),
    "setup": (dict, list, str, int, float, bool, type(None)),
    "answers": (list,),
    "facts": (list,),
    "log": (list,),
    "rules_version": (str,),
    "pack_hash": (str,),
    "key": (str,),
    "previous": (str,),
    "hash": (str,),
}
# What an entry has where it is known.
ENTRY_EXTRAS: Mapping[str, tuple[type, ...]] = {"who": (list,)}
SENTENCES = {"log": "it lists sentences", "who": "it lists who it was"}
MOMENTS = ("at", "created_at")
END_FIELDS: Mapping[str, tuple[type, ...]] = {"end": (bool,), "entries": (int,), "hash": (str,)}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file, understood as a JSON object."""

    number: int
    fields: dict[str, Any]


def export_campaign(ledger: Ledger, campaign_id: str, file: BinaryIO) -> None:
    """Write a campaign as JSON lines in UTF-8; what is still under way is no part of it."""
    campaign = ledger.campaign(campaign_id)
    entries = ledger.entries(campaign.id)
    _write_line(file, _header(campaign, VERSION if any(map(_names_who, entries)) else FIRST))
    for entry in entries:
        _write_line(file, {**chain.content(entry), "hash": entry.hash})
    last_hash = entries[-1].hash if entries else campaign.genesis
    _write_line(file, {"end": True, "entries": len(entries), "hash": last_hash})


def import_campaign(ledger: Ledger, path: Path, *, as_name: str | None = None) -> Campaign:
    """Take in an exported campaign, equal in every entry and hash, or refuse the file as a whole."""
    campaign, entries = read_export(path)
    return ledger.adopt(campaign, entries, as_name=as_name)


def read_export(path: Path) -> tuple[Campaign, tuple[Entry, ...]]:
    """The campaign in an exported file, with every line, number and hash verified."""
    lines = _lines(path)
    campaign = _campaign(path, lines[0])
    _refuse_if(path, list(_misshapen(path, lines[1:])))
    entries = tuple(_entry(campaign.id, line) for line in lines[1:-1])
    _refuse_if(path, list(_broken(path, campaign, entries, lines)))
    return campaign, entries


def _names_who(entry: Entry) -> bool:
    """Whether it is told who did a deed, or who answered in it."""
    return bool(entry.who) or any(isinstance(one, dict) and "who" in one for one in entry.answers)


def _header(campaign: Campaign, version: int) -> dict[str, Json]:
    return {
        "format": FORMAT,
        "version": version,
        "id": campaign.id,
        "name": campaign.name,
        "game": campaign.game,
        "created_at": campaign.created_at,
        "origin": campaign.origin,
        "setup": campaign.setup,
        "genesis": campaign.genesis,
    }


def _write_line(file: BinaryIO, fields: dict[str, Json]) -> None:
    file.write(f"{json.dumps(fields, ensure_ascii=False)}\n".encode())


def _lines(path: Path) -> list[Line]:
    """Every line as JSON; the first that is not ours ends it, for a foreign file has a fault in each."""
    texts = [(number, text) for number, text in enumerate(_text(path).split("\n"), 1) if text.strip()]
    if not texts:
        _refuse(path, [Fault(str(path), "line 1", "the file is empty")])
    lines: list[Line] = []
    faults: list[Fault] = []
    for number, text in texts:
        try:
            fields = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            faults.append(Fault(str(path), f"line {number}", f"this is not JSON{_because(error)}"))
        else:
            if isinstance(fields, dict):
                lines.append(Line(number, fields))
            else:
                faults.append(Fault(str(path), f"line {number}", "this is not a JSON object"))
        if faults and number == texts[0][0]:
            break
    _refuse_if(path, faults)
    return lines


def _because(error: Exception) -> str:
    """Where or why, in words that are not Python's."""
    match error:
        case json.JSONDecodeError():
            return f", from character {error.pos + 1} on"
        case RecursionError():
            return " of ours: brackets within brackets without end"
        case _:
            return f" ({error})"


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        _refuse(path, [Fault(str(path), "", f"the file cannot be read ({error.strerror or error})")])
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        _refuse(path, [Fault(str(path), f"line {line}", "this is not text, but binary data")])


def _campaign(path: Path, line: Line) -> Campaign:
    at = f"line {line.number}"
    if line.fields.get("format") != FORMAT:
        right = f'the first line says "format": "{FORMAT}"'
        _refuse(path, [Fault(str(path), at, "this is not an exported campaign", right)])
    if line.fields.get("version") not in READS:
        right = f"this assistant reads version {' and '.join(map(str, READS))}"
        _refuse(path, [Fault(str(path), at, f"the version is {line.fields.get('version')!r}", right)])
    _refuse_if(path, list(_wrong_fields(path, line, HEADER_FIELDS)))
    fields = line.fields
    wanted = _checked_genesis(path, line)
    if wanted != fields["genesis"]:
        _refuse(path, [Fault(str(path), at, "the campaign's game, setup, date or origin was altered")])
    return Campaign(
        id=fields["id"],
        name=fields["name"],
        game=fields["game"],
        created_at=fields["created_at"],
        setup=fields["setup"],
        head=0,
        head_hash=wanted,
        origin=fields["origin"],
        genesis=wanted,
    )


def _checked_genesis(path: Path, line: Line) -> str:
    fields = line.fields
    try:
        chain.canonical(fields["name"])
        return chain.genesis(
            game=fields["game"],
            setup=fields["setup"],
            created_at=fields["created_at"],
            origin=fields["origin"],
        )
    except Malformed as error:
        _refuse(path, [Fault(str(path), f"line {line.number}", error.sentence)])


def _misshapen(path: Path, lines: list[Line]) -> Iterator[Fault]:
    """Lines after the first that lack something: entries, and the end that must come last."""
    for line in lines[:-1]:
        if "end" in line.fields:
            yield Fault(str(path), f"line {line.number}", "there are lines after the end")
        else:
            yield from _wrong_fields(path, line, ENTRY_FIELDS, ENTRY_EXTRAS)
    if not lines or "end" not in lines[-1].fields:
        number = lines[-1].number if lines else 1
        yield Fault(str(path), f"line {number}", "the file breaks off here", "its last line is an end line")
    else:
        yield from _wrong_fields(path, lines[-1], END_FIELDS)


def _wrong_fields(
    path: Path,
    line: Line,
    wanted: Mapping[str, tuple[type, ...]],
    extras: Mapping[str, tuple[type, ...]] = MappingProxyType({}),
) -> Iterator[Fault]:
    at = f"line {line.number}"
    for name in wanted.keys() - line.fields.keys():
        yield Fault(str(path), at, f'"{name}" is missing')
    for name, value in line.fields.items():
        if name not in wanted and name not in extras:
            yield Fault(str(path), at, f'"{name}" does not belong here')
        elif type(value) not in (wanted.get(name) or extras[name]):
            yield Fault(str(path), at, f'"{name}" is of the wrong kind')
        elif name in MOMENTS and moment_of(value) is None:
            yield Fault(str(path), at, f'"{name}" is no moment', 'such as "2025-11-16T09:30:00Z"')
        elif name in SENTENCES and not all(isinstance(said, str) for said in value):
            yield Fault(str(path), at, f'"{name}" is of the wrong kind', SENTENCES[name])


def _entry(campaign_id: str, line: Line) -> Entry:
    fields = {**line.fields, "who": tuple(line.fields.get("who", ()))}
    return Entry(campaign=campaign_id, **fields)


def _broken(path: Path, campaign: Campaign, entries: tuple[Entry, ...], lines: list[Line]) -> Iterator[Fault]:
    """Where the chain does not hold, or the end does not fit what stands before it."""
    for place, sentence in chain.faults_in(campaign.genesis, entries):
        yield Fault(str(path), f"line {lines[1 + place].number}", sentence)
    end = lines[-1]
    if end.fields["entries"] != len(entries):
        wrong = f"the file has {len(entries)} entries, and its end says {end.fields['entries']}"
        yield Fault(str(path), f"line {end.number}", wrong)
    if end.fields["hash"] != (entries[-1].hash if entries else campaign.genesis):
        yield Fault(str(path), f"line {end.number}", "the last hash is not that of the last entry")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _refuse_if(path: Path, faults: list[Fault]) -> None:
    if faults:
        _refuse(path, faults)


def _refuse(path: Path, faults: list[Fault]) -> NoReturn:
    raise Malformed(
        "bad-export",
        f"{path.name} is not a sound export of a campaign; nothing was imported.",
        do="Export the campaign again where it is kept, and copy the whole file.",
        faults=sorted(faults, key=_place)[:MOST_FAULTS],
    )


def _place(fault: Fault) -> tuple[int, str]:
    return int(fault.at.removeprefix("line ") or 0), fault.wrong
