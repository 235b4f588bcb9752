"""Files at web addresses, fetched without letting anyone look into the network of this server.

Whoever names an address makes this server ask there. So the address is resolved here, every answer
has to be public, and the connection is made to what was checked and not resolved anew; a redirect
is one more address. Size and time are limited.
"""

from __future__ import annotations

import hashlib
import ipaddress
import socket
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator
from typing import IO, Any
from urllib.parse import quote, urljoin, urlsplit

import httpcore
import httpx
from django.conf import settings

from backend.files.contracts.source import WEB_SCHEMES, refused, unreachable, vanished

MAX_BYTES = 512 * 2**20
_CONNECT_SECONDS, _READ_SECONDS, _WHOLE_SECONDS = 10, 20, 300
_MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_IN_MEMORY = 4 * 2**20
_MAX_HOST, _MAX_HOST_LABEL, _MAX_PORT = 253, 63, 65_535

_RELAYS = ipaddress.ip_network("192.88.99.0/24")
_UNICAST = ipaddress.ip_network("2000::/3")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Parts of the unicast space that lead to no server of the public network: special uses with
# Teredo, documentation (old and new).
_NOT_ROUTED = tuple(map(ipaddress.ip_network, ("2001::/23", "2001:db8::/32", "3fff::/20")))


class NotPublic(Exception):
    """The host is one of this network."""


class Guarded(httpcore.NetworkBackend):
    """Connects to public hosts, and to those that the administrator allows.

    Args:
        allowed: hosts of this network, each as ``name`` or ``name:port``.
    """

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = allowed

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a host that is allowed."""
        backend = httpcore.SyncBackend()
        last: Exception = NotPublic(host)
        for address in checked_addresses(host, port, self._allowed):
            try:
                return backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last


def checked_addresses(host: str, port: int, allowed: Collection[str] = ()) -> Iterator[str]:
    """Yield the addresses of a host.

    Raises:
        NotPublic: when any of them is of a private network and the host is not allowed.
        httpcore.ConnectError: when the name is unknown.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from error
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    # All before the first: a name may have a public address beside a private one.
    if host not in allowed and f"{host}:{port}" not in allowed:
        for address in addresses:
            if not _is_public(address):
                raise NotPublic(address)
    yield from addresses


def names_private(host: str, port: int, allowed: Collection[str] = ()) -> bool:
    """Tell whether a host is written as the number of an address of a private network.

    Every form of number that the resolver knows; of a name only the resolver could tell.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except OSError:
        return False
    is_allowed = host in allowed or f"{host}:{port}" in allowed
    return not is_allowed and any(not _is_public(str(one[4][0])) for one in found)


def _is_public(address: str) -> bool:
    number = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(number, ipaddress.IPv4Address):
        return number.is_global and not number.is_multicast and number not in _RELAYS
    inner = _address_inside(number)
    if inner is not None:
        return _is_public(inner)
    is_used = not any(number in network for network in _NOT_ROUTED)
    return number in _UNICAST and number.is_global and is_used


def _address_inside(number: ipaddress.IPv6Address) -> str | None:
    """Return the address of the old kind that one of the new kind leads to, ``None`` without one.

    Mapped, 6to4, NAT64 and ISATAP addresses. Other forms (Teredo, NAT64 of a network's own,
    compatible and translated ones) lie outside of what counts as public.
    """
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    if number.sixtofour is not None:
        return str(number.sixtofour)
    last = str(ipaddress.IPv4Address(int(number) & 0xFFFFFFFF))
    is_isatap = (int(number) >> 32) & 0xFDFFFFFF == 0x5EFE
    return last if number in _NAT64 or is_isatap else None


def written_for_http(address: str) -> str:
    """Return an address in ASCII: names of hosts by IDNA, all else percent-encoded.

    Raises:
        ValueError: when it cannot be written so.
    """
    try:
        url = httpx.URL(address)
        host = url.raw_host.decode("ascii")
    except (httpx.InvalidURL, UnicodeError) as error:
        raise ValueError(str(error)) from error
    labels = host.removesuffix(".").split(".")
    if len(host) > _MAX_HOST or not all(0 < len(label) <= _MAX_HOST_LABEL for label in labels):
        raise ValueError("the name of its server is too long or has an empty part")
    if url.port is not None and url.port > _MAX_PORT:
        raise ValueError(f"there is no port {url.port}")
    place = f"[{host}]" if ":" in host else host
    port = "" if url.port is None else f":{url.port}"
    return f"{url.scheme}://{place}{port}{url.raw_path.decode('ascii')}"


def fetch(address: str, *, max_bytes: int = MAX_BYTES) -> tuple[IO[bytes], str]:
    """Return the file at an address, whole and rewound, and its SHA-256.

    Raises:
        NotAllowed: ``source_refused`` of an address that is not read, or a file that is too large.
        NotFound: ``source_missing`` when there is none, ``source_unreachable`` without an answer in
            time.
    """
    # A server that sends a byte now and then never breaks the limit of a single read.
    deadline = time.monotonic() + _WHOLE_SECONDS
    guarded = Guarded(settings.ENVIRONMENT.import_private_hosts)
    with httpcore.ConnectionPool(network_backend=guarded) as pool:
        here = address
        for _ in range(_MAX_REDIRECTS + 1):
            target = _require_web(address, here)
            try:
                with pool.stream(
                    "GET",
                    target,
                    headers={"User-Agent": "easel", "Accept-Encoding": "identity"},
                    extensions={
                        "timeout": {
                            "connect": _CONNECT_SECONDS,
                            "read": _READ_SECONDS,
                            "write": _READ_SECONDS,
                            "pool": _CONNECT_SECONDS,
                        }
                    },
                ) as response:
                    if response.status in _REDIRECTS:
                        here = urljoin(target, _location(response))
                        continue
                    if response.status != 200:
                        raise vanished(address)
                    return _received(address, response, max_bytes, deadline)
            except NotPublic as error:
                reason = (
                    "it leads into a private network. The administrator allows single hosts in "
                    "EASEL_IMPORT_PRIVATE_HOSTS."
                )
                raise refused(address, reason) from error
            except (httpcore.NetworkError, httpcore.TimeoutException) as error:
                raise unreachable(address) from error
            except (httpcore.ProtocolError, UnicodeError, ValueError) as error:
                raise refused(address, f"its server does not speak HTTP ({error}).") from error
    raise refused(address, f"it redirects more than {_MAX_REDIRECTS} times.")


def _require_web(address: str, here: str) -> str:
    """Return an address as HTTP takes it.

    Raises:
        NotAllowed: ``source_refused`` when it is none that this installation asks.
    """
    if not here.lower().startswith(WEB_SCHEMES):
        raise refused(address, "it is no http:// or https:// address.")
    try:
        parts = urlsplit(here)
        has_secret = bool(parts.username or parts.password)
        target = written_for_http(here)
        host = urlsplit(target).hostname
    except ValueError as error:
        raise refused(address, f"it is no address ({error}).") from error
    if not host:
        raise refused(address, "it is no http:// or https:// address.")
    if "%" in host:
        raise refused(address, "it names a network interface of this server.")
    if has_secret:
        raise refused(address, "it holds a name or a password.")
    if not settings.ENVIRONMENT.import_addresses:
        raise refused(address, "the administrator does not let people import from addresses.")
    return target


def _location(response: httpcore.Response) -> str:
    """Return where a redirect leads; servers send any bytes there, UTF-8 most of the time."""
    value = next((value for key, value in response.headers if key.lower() == b"location"), b"")
    return quote(value, safe="!#$%&'()*+,/:;=?@[]~")


def _received(
    address: str, response: httpcore.Response, max_bytes: int, deadline: float
) -> tuple[IO[bytes], str]:
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 the caller closes it
    digest, num_bytes = hashlib.sha256(), 0
    try:
        for piece in response.iter_stream():
            num_bytes += len(piece)
            if num_bytes > max_bytes:
                raise refused(address, f"it has more than {max_bytes} bytes.")
            if time.monotonic() > deadline:
                raise refused(address, f"it takes longer than {_WHOLE_SECONDS} seconds.")
            digest.update(piece)
            file.write(piece)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file, digest.hexdigest()
