"""Which addresses are offered to phones."""

from __future__ import annotations

from assistant.web.addresses import Address, choose, find_addresses, own_url

HERE = ("127.0.0.1", "lo")
DOCKER = ("172.17.0.1", "docker0")
WIFI = ("192.168.1.20", "wlan0")
CABLE = ("10.0.4.7", "eth0")


def test_all_private_addresses_are_offered_and_virtual_ones_come_last() -> None:
    assert choose([HERE, DOCKER, WIFI, CABLE], 8090) == (
        Address("http://192.168.1.20:8090/", "wlan0"),
        Address("http://10.0.4.7:8090/", "eth0"),
        Address("http://172.17.0.1:8090/", "docker0", "virtual"),
    )


def test_public_and_self_given_addresses_are_offered_only_for_want_of_private_ones() -> None:
    public, self_given = ("8.8.4.4", "eth1"), ("169.254.7.7", "eth2")
    assert choose([public, self_given, WIFI], 80) == (Address("http://192.168.1.20/", "wlan0"),)
    assert [one.adapter for one in choose([public, self_given], 80)] == ["eth1", "eth2"]


def test_windows_names_of_virtual_adapters_are_known() -> None:
    found = choose([("172.20.0.1", "Hyper-V Virtual Ethernet Adapter"), ("192.168.0.2", "Intel Wi-Fi")], 80)
    assert [one.reach for one in found] == ["network", "virtual"]


def test_on_no_network_only_this_computer_is_left() -> None:
    assert choose([HERE], 8090) == ()


def test_a_server_for_this_computer_only_says_so() -> None:
    assert [one.reach for one in find_addresses("127.0.0.1", 8090)] == ["here"]
    assert [one.reach for one in find_addresses("localhost", 8090)] == ["here"]


def test_a_server_on_one_address_offers_that_one() -> None:
    assert [one.url for one in find_addresses("gm.lan", 8090)] == ["http://gm.lan:8090/"]


def test_a_server_on_all_addresses_always_offers_at_least_one() -> None:
    assert find_addresses("0.0.0.0", 8090)


def test_this_computer_comes_by_loopback_unless_the_server_is_elsewhere() -> None:
    assert own_url("0.0.0.0", 8090) == "http://127.0.0.1:8090/"
    assert own_url("192.168.1.20", 80) == "http://192.168.1.20/"
    assert own_url("::1", 8090) == "http://[::1]:8090/"
