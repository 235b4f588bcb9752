"""One POST to an address that people of an organisation named, within bounds.

The host is checked where the connection is made, as for files that are fetched: what it resolves to
has to be public, or the host allowed by ``EASEL_WEBHOOK_PRIVATE_HOSTS``. A redirect is an answer,
and not followed: where it leads was named by nobody of the organisation.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ssl import SSLContext, SSLError
from typing import Any
from urllib.parse import urlsplit

import httpcore
from django.conf import settings

from backend.api.errors import Invalid
from backend.files.services.sources.addresses import (
    Guarded,
    NotPublic,
    names_private,
    written_for_http,
)
from backend.webhooks.contracts import Answer

WHOLE_SECONDS = 10.0
"""From the first packet to the last byte that is read, however slowly they come."""
MAX_ANSWER_BYTES = 16 * 1024
_SHOWN_CHARACTERS = 300


@dataclass(frozen=True)
class Posted:
    """An answer of HTTP, or why there is none (``status`` is then ``None``)."""

    status: int | None
    body: bytes
    reason: str = ""

    @property
    def text(self) -> str:
        """What people are shown of it."""
        shown = self.reason or self.body.decode(errors="replace")
        return "".join(one for one in shown if one.isprintable() or one == "\n")[:_SHOWN_CHARACTERS]

    def answer(self, *, is_accepted: bool | None = None) -> Answer:
        """Return it as an answer, accepted with a status of 2xx unless said otherwise."""
        is_fine = self.status is not None and 200 <= self.status < 300
        return Answer(is_fine if is_accepted is None else is_accepted, self.status, self.text)


def post(address: str, body: bytes, headers: Mapping[bytes | str, bytes | str]) -> Posted:
    """Post JSON to an address; whatever goes wrong is an answer, too."""
    guarded = _Timed(Guarded(settings.ENVIRONMENT.webhook_private_hosts), WHOLE_SECONDS)
    all_headers: dict[bytes | str, bytes | str] = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "easel",
        "Accept-Encoding": "identity",
        **headers,
    }
    try:
        with (
            httpcore.ConnectionPool(network_backend=guarded, retries=0) as pool,
            pool.stream(
                "POST",
                written_for_http(address),
                headers=all_headers,
                content=body,
                extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), 10.0)},
            ) as response,
        ):
            return Posted(response.status, _beginning(response))
    except NotPublic:
        reason = (
            "The address leads into a private network. An administrator of the server allows "
            "single hosts in EASEL_WEBHOOK_PRIVATE_HOSTS."
        )
        return Posted(None, b"", reason)
    except httpcore.TimeoutException:
        return Posted(None, b"", f"No answer within {WHOLE_SECONDS:g} seconds.")
    except (httpcore.NetworkError, httpcore.ProtocolError, SSLError, OSError) as error:
        return Posted(None, b"", f"The server cannot be reached: {str(error).rstrip('.')}.")
    except (UnicodeError, ValueError) as error:
        return Posted(None, b"", f"The address cannot be used: {str(error).rstrip('.')}.")


def require_web_address(address: str) -> str:
    """Return an address that may be posted to, as far as can be seen without asking there.

    Raises:
        Invalid: ``channel_address_invalid``.
    """
    try:
        parts = urlsplit(address.strip())
        is_of_web = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError as error:
        raise _invalid(str(error)) from error
    if not is_of_web:
        raise _invalid("it is no http:// or https:// address")
    if parts.username or parts.password:
        raise _invalid("it holds a name or a password")
    try:
        host = urlsplit(written_for_http(address.strip())).hostname or ""
    except ValueError as error:
        raise _invalid(str(error)) from error
    port = parts.port or (443 if parts.scheme.lower() == "https" else 80)
    if names_private(host, port, settings.ENVIRONMENT.webhook_private_hosts):
        raise _invalid("it leads into a private network")
    if "%" in host:
        is_interface = "[" in parts.netloc
        raise _invalid(
            "it names a network interface of this server"
            if is_interface
            else "the name of its server holds characters that no name has"
        )
    return address.strip()


def _invalid(reason: str) -> Invalid:
    return Invalid(
        f"Nothing can be sent to this address: {reason}. Expected one such as "
        "https://example.com/alerts.",
        code="channel_address_invalid",
        reason=reason,
    )


def _beginning(response: httpcore.Response) -> bytes:
    """Return the first bytes of an answer; nobody waits for the others."""
    found = b""
    for piece in response.iter_stream():
        found += piece
        if len(found) >= MAX_ANSWER_BYTES:
            break
    return found[:MAX_ANSWER_BYTES]


class _Timed(httpcore.NetworkBackend):
    """Lets nothing last longer than until one end: each read of a slow server has only the rest."""

    def __init__(self, inner: httpcore.NetworkBackend, seconds: float) -> None:
        self._inner = inner
        self._until = time.monotonic() + seconds

    def left(self) -> float:
        """Return how many seconds are left.

        Raises:
            ReadTimeout: when none are.
        """
        seconds = self._until - time.monotonic()
        if seconds <= 0:
            raise httpcore.ReadTimeout("too slow")
        return seconds

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect in the time that is left."""
        stream = self._inner.connect_tcp(host, port, self.left(), local_address, socket_options)
        return _TimedStream(stream, self)


class _TimedStream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream, timed: _Timed) -> None:
        self._inner = inner
        self._timed = timed

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._timed.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._timed.left())

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        inner = self._inner.start_tls(ssl_context, server_hostname, self._timed.left())
        return _TimedStream(inner, self._timed)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
