"""What a request says beside its input: the version it is for, and from where it comes."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address

import orjson

from engine.gateway.places import Place
from engine.gateway.revisions import Revisions
from engine.serving import http
from engine.serving.forwarding.upstream import Asked
from engine.specs.gateway import Network

_SMALL_BODY_BYTES = 64 * 1024


def named_version(
    place: Place, asked: Asked, headers: Mapping[bytes, bytes], query: bytes, revisions: Revisions
) -> str | None:
    """Return the model version that a request names, where that decides who answers."""
    target = place.target
    if target is not None and target.version is not None:
        return target.version
    if place.target is None or place.target.route != "predict":
        return None
    version = http.parse_query(query).get("version") if query else None
    if version is not None or len(asked.body) > _SMALL_BODY_BYTES or not revisions.is_split:
        return version
    if b'"version"' in asked.body and b"json" in headers.get(b"content-type", b""):
        try:
            named = orjson.loads(asked.body).get("version")
        except (orjson.JSONDecodeError, AttributeError):
            return None
        return named if isinstance(named, str) else None
    return None


def without_token(query: bytes) -> bytes:
    """Return a query without what lets its caller in."""
    if b"access_token" not in query:
        return query
    return b"&".join(one for one in query.split(b"&") if not one.startswith(b"access_token="))


def peer_of(asked: Asked, headers: Mapping[bytes, bytes], proxies: tuple[Network, ...]) -> str:
    """Return who calls: the address of the connection, or whom a trusted proxy speaks for."""
    forwarded = headers.get(b"x-forwarded-for")
    if forwarded is None or not is_in(asked.peer, proxies):
        return asked.peer
    # Each proxy appends whom it saw; the last that is no proxy of ours is who calls.
    chain = [one.strip() for one in forwarded.decode("latin-1").split(",")]
    return next((one for one in reversed(chain) if not is_in(one, proxies)), chain[0])


def is_in(address: str, networks: tuple[Network, ...]) -> bool:
    """Tell whether an address is one of these networks."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)
