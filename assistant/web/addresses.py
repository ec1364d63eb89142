"""Under which addresses phones can reach this computer."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import ifaddr

from assistant.kernel.errors import Malformed

Reach = Literal["network", "virtual", "here"]

EVERYWHERE = ("0.0.0.0", "::", "")
VIRTUAL_NAMES = (
    "docker", "veth", "br-", "virbr", "vmnet", "vbox", "virtualbox", "vmware", "vethernet", "hyper-v",
    "tun", "tap", "utun", "wg", "zt", "tailscale", "lxc", "podman", "cni",
)  # fmt: skip
LINK_LOCAL = ipaddress.ip_network("169.254.0.0/16")


@dataclass(frozen=True, slots=True)
class Address:
    """One way to the server: its URL, through which network adapter, and who can come that way."""

    url: str
    adapter: str
    reach: Reach = "network"


def find_addresses(host: str, port: int) -> tuple[Address, ...]:
    """The addresses of a server bound to `host`, the likeliest for phones first; never none."""
    found = choose(adapter_addresses(), port)
    if host not in EVERYWHERE:
        url = url_of(host, port)
        named = tuple(address for address in found if address.url == url)
        return named or (Address(url, "as asked for", "here" if is_loopback(host) else "network"),)
    return found or (Address(url_of("127.0.0.1", port), "this computer", "here"),)


def adapter_addresses() -> tuple[tuple[str, str], ...]:
    """Every IPv4 address of this computer with the name of its adapter."""
    return tuple(
        (str(ip.ip), ip.nice_name or adapter.nice_name)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    )


def choose(candidates: Iterable[tuple[str, str]], port: int) -> tuple[Address, ...]:
    """The private addresses, real adapters before virtual ones; others only for want of a private one."""
    private, other = list[Address](), list[Address]()
    for ip, adapter in candidates:
        number = ipaddress.ip_address(ip)
        if number.is_loopback or number.is_unspecified:
            continue
        is_usual = number.is_private and number not in LINK_LOCAL
        reach: Reach = "virtual" if is_virtual(adapter) else "network"
        (private if is_usual else other).append(Address(url_of(ip, port), adapter, reach))
    return tuple(sorted(private or other, key=lambda address: address.reach != "network"))


def is_virtual(adapter: str) -> bool:
    """Whether an adapter's name is one that programs give to networks inside the computer."""
    return adapter.lower().startswith(VIRTUAL_NAMES) or any(
        word in adapter.lower() for word in ("virtual", "vethernet", "vmware", "docker")
    )


def is_loopback(host: str) -> bool:
    """Whether only this computer can come that way."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url_of(host: str, port: int) -> str:
    """The address as one types it; the port is left out where browsers assume it."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}/" if port == 80 else f"http://{name}:{port}/"


def own_url(host: str, port: int) -> str:
    """How this computer itself comes to the server."""
    return url_of("127.0.0.1" if host in EVERYWHERE else host, port)


def proxy_addresses(given: Iterable[str]) -> tuple[str, ...]:
    """The addresses of proxies that are trusted; several may stand in one text, with commas."""
    named = [one.strip() for text in given for one in text.split(",") if one.strip()]
    try:
        return tuple(str(ipaddress.ip_address(one)) for one in named)
    except ValueError as error:
        raise Malformed(
            "bad-proxy",
            "A trusted proxy is named by its address, which is a number.",
            do="For example: --trusted-proxy 127.0.0.1",
        ) from error
