"""For whom something is counted: who has joined by their seats, who has not by the address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from flask import request

from assistant.campaign.service import Service
from assistant.web.access import access

SITE_BITS = 64


GAME_MASTER = "game master"


@dataclass(frozen=True, slots=True)
class Claimant:
    """Somebody with one share of what there is."""

    name: str
    has_joined: bool = False
    """Whether they are in a game that is played: who is in a demo only is still a visitor."""


def claimant(service: Service) -> Claimant:
    """Who asks now."""
    mine = access()
    if mine.is_master:
        return Claimant(GAME_MASTER, has_joined=True)
    played = [one.code for one in mine.passes if not service.campaign(one.campaign).is_demo]
    if played:
        return Claimant(f"code {first_of(played)}", has_joined=True)
    return Claimant(here_from())


def first_of(codes: Iterable[str]) -> str:
    """By which of its codes a phone counts: some together are no further share."""
    return min(codes)


def here_from() -> str:
    """The address that asks now, as far as it counts as one."""
    return home_of(request.remote_addr or "")


def home_of(address: str) -> str:
    """What counts as one address: of the newer kind a device has any number, all in one network."""
    read = _read(plain(address))
    if not isinstance(read, IPv6Address):
        return address if read is None else str(read)
    # On the link itself everybody is in the same network, so that would be all phones of the hall.
    return str(read) if read.is_link_local else network_of(read)


def plain(address: str) -> str:
    """An address of the older kind as itself, though it was spelled as one of the newer."""
    read = _read(address)
    mapped = read.ipv4_mapped if isinstance(read, IPv6Address) else None
    return address if mapped is None else str(mapped)


def crowd_of(address: str) -> str:
    """The network of an address that is counted for itself in it, where one device may take many of them."""
    read = _read(address)
    return network_of(read) if isinstance(read, IPv6Address) and read.is_link_local else ""


def network_of(address: IPv6Address) -> str:
    """The network of an address of the newer kind."""
    return str(int(address) >> (128 - SITE_BITS))


def _read(address: str) -> object:
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:
        return None
