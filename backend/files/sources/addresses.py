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
from collections.abc import Iterable, Iterator
from typing import IO, Any
from urllib.parse import urljoin, urlsplit

import httpcore
from django.conf import settings

from backend.files.sources.source import refused, vanished

SCHEMES = ("http://", "https://")
MAX_BYTES = 512 * 2**20
_CONNECT_SECONDS, _READ_SECONDS, _WHOLE_SECONDS = 10, 20, 300
_MAX_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_IN_MEMORY = 4 * 2**20


class _NotPublic(Exception):
    """The host is one of this network."""


class _Guarded(httpcore.NetworkBackend):
    """Connects to public hosts, and to those that the administrator allows."""

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
        last: Exception = _NotPublic(host)
        for address in checked_addresses(host, port):
            try:
                return backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last


def checked_addresses(host: str, port: int) -> Iterator[str]:
    """Yield the addresses of a host.

    Raises:
        _NotPublic: when any of them is of a private network and the host is not allowed.
        httpcore.ConnectError: when the name is unknown.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from error
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    allowed = settings.ENVIRONMENT.import_private_hosts
    if host not in allowed and f"{host}:{port}" not in allowed:
        for address in addresses:
            if not _is_public(address):
                raise _NotPublic(address)
    yield from addresses


def _is_public(address: str) -> bool:
    number = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(number, ipaddress.IPv6Address):
        # An address of the old kind inside one of the new kind leads where the old one does.
        inner = number.ipv4_mapped or number.sixtofour or (number.teredo or (None, None))[1]
        if inner is not None:
            number = inner
        elif number in ipaddress.ip_network("64:ff9b::/96"):
            number = ipaddress.IPv4Address(int(number) & 0xFFFFFFFF)
    return number.is_global and not number.is_multicast


def fetch(address: str, *, max_bytes: int = MAX_BYTES) -> tuple[IO[bytes], str]:
    """Return the file at an address, whole and rewound, and its SHA-256.

    Raises:
        NotAllowed: ``source_refused`` of an address that is not read, or a file that is too large.
        NotFound: ``source_missing`` when there is none, or no answer in time.
    """
    deadline = time.monotonic() + _WHOLE_SECONDS
    with httpcore.ConnectionPool(network_backend=_Guarded()) as pool:
        here = address
        for _ in range(_MAX_REDIRECTS + 1):
            _require_web(address, here)
            try:
                with pool.stream(
                    "GET",
                    here,
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
                        here = urljoin(here, _header(response, b"location"))
                        continue
                    if response.status != 200:
                        raise vanished(address)
                    return _received(address, response, max_bytes, deadline)
            except _NotPublic as error:
                reason = (
                    "it leads into a private network. The administrator allows single hosts in "
                    "EASEL_IMPORT_PRIVATE_HOSTS."
                )
                raise refused(address, reason) from error
            except (httpcore.NetworkError, httpcore.TimeoutException) as error:
                raise vanished(address) from error
            except (httpcore.ProtocolError, UnicodeError, ValueError) as error:
                raise refused(address, f"its server does not speak HTTP ({error}).") from error
    raise refused(address, f"it redirects more than {_MAX_REDIRECTS} times.")


def _require_web(address: str, here: str) -> None:
    parts = urlsplit(here)
    if not here.lower().startswith(SCHEMES) or not parts.hostname:
        raise refused(address, "it is no http:// or https:// address.")
    if parts.username or parts.password:
        raise refused(address, "it holds a name or a password.")
    if not settings.ENVIRONMENT.import_addresses:
        raise refused(address, "the administrator does not let people import from addresses.")


def _header(response: httpcore.Response, name: bytes) -> str:
    return next(
        (value.decode("latin-1") for key, value in response.headers if key.lower() == name), ""
    )


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
