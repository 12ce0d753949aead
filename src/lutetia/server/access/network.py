"""The network address of a client, as every limit, quota, trace and ban counts it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.types import Scope

PREFIX = 64
"""Bits of an IPv6 address that a provider gives to one customer. The others are as many addresses
as the customer likes."""


@lru_cache(maxsize=4096)
def counted(address: str) -> str:
    """The address under which a client counts: the network of an IPv6 address, and the IPv4 address
    that an IPv6 address stands for. Anything else stays as it is."""
    try:
        found = ip_address(address.partition("%")[0])  # without the name of an interface
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, PREFIX), strict=False))


def address_of(scope: Scope) -> str:
    """The address under which the client of a request or socket counts."""
    client = scope.get("client")
    return counted(client[0]) if client else "?"
