"""Who asks, seen through the proxies that the administrator trusts, and only through these."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from backend.config.assets import Application, Receive, Scope, Send
from backend.config.env import Network


def through_proxies(application: Application, trusted: Sequence[Network]) -> Application:
    """Return an application that learns the client's own address and scheme.

    Headers of proxies are believed only when the connection comes from a trusted one: anybody else
    could write any address there. The last hop that is not trusted is the client.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        peer = (scope.get("client") or ("", 0))[0]
        if trusted and scope["type"] == "http" and _is_trusted(peer, trusted):
            scope = {**scope, **_seen_through(scope, peer, trusted)}
        await application(scope, receive, send)

    return serve


def _seen_through(scope: Scope, peer: str, trusted: Sequence[Network]) -> dict[str, object]:
    hops = [hop.strip() for hop in _values(scope, b"x-forwarded-for") if hop.strip()]
    client = peer
    for hop in reversed(hops):
        if not _is_address(hop):
            break
        client = hop
        if not _is_trusted(hop, trusted):
            break
    scheme = next(iter(reversed(_values(scope, b"x-forwarded-proto"))), "").strip().lower()
    return {
        "client": (client, 0),
        "scheme": scheme if scheme in ("http", "https") else scope.get("scheme", "http"),
    }


def _values(scope: Scope, name: bytes) -> list[str]:
    """Return the values of a list header, over all lines in which it is sent."""
    lines = [value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name]
    return ",".join(lines).split(",")


def _is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    if not _is_address(address):
        return False
    number = ipaddress.ip_address(address)
    if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped is not None:
        number = number.ipv4_mapped
    return any(number in network for network in trusted)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
