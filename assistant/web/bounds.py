"""How much of the server one address may take, and for how long, before anybody knows who it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SocketBounds:
    """A hundred phones behind one address are let play; whoever sends nothing, or no end of it, is let go."""

    connections: int = 1500
    """How many are open at once, live streams included."""
    connections_each: int = 800
    """The same from one address: a hundred browsers with a stream and some spare ones each."""
    half_open: int = 100
    """From one address, those that have not yet said what they want; beyond it the oldest goes."""
    half_open_seconds: int = 2
    """For so long none of them goes: a hall may open a hundred pages in one second."""
    header_seconds: int = 15
    """Until it is said what is wanted."""
    idle_seconds: int = 60
    """Between two requests on one connection."""
    body_seconds: int = 20
    """Until what is sent has come in, beside what its size allows."""
    body_pace: int = 16_384
    """Bytes a second that what is sent must keep up beyond that."""
    upload_pace: int = 65_536
    """The same of a large file: others wait for its place."""
    bodies_each: int = 32
    """Of one seat, or of one address, awaited at once; beyond it the oldest goes, after as long as those."""
    unread_seconds: int = 30
    """For so long an answer waits for a reader that takes none of it."""
    header_bytes: int = 65_536
    """What a request says of itself."""
    body_bytes: int = 262_144
    """What a request may carry; positions and backups more, from those who may send them."""
    requests_each: int = 160
    """Of one seat, or of one address, in work at once, others wait; streams are not counted."""
    waiting_seconds: int = 20
    """For so long one waits for others of its seat or address, or a large file for its place."""
    workers: int = 32
    """How many are worked on at once."""
    workers_each: int = 24
    """The same of one seat, or of one address that has not joined, with those that wait or take long."""
    workers_alone: int = 2
    """Of these, those that have just begun, while nobody else asks."""
    workers_shared: int = 1
    """The same while others ask as well."""
    uploads: int = 2
    """How many large files are taken in at once, one place kept for the game master."""
