"""How a connection becomes a WebSocket (RFC 6455, section 4.2)."""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Callable, Mapping

from wsproto.utilities import generate_accept_token

from engine.serving.errors import ServingError
from engine.serving.forwarding.responses import UpgradeResponse
from engine.serving.forwarding.upstream import Asked

ALLOW = (b"allow", b"GET, OPTIONS")
_VERSION = b"13"
_NUM_KEY_BYTES = 16


def require_websocket(asked: Asked, headers: Mapping[bytes, bytes]) -> None:
    """Refuse what does not ask for a WebSocket, or not as the protocol has it.

    Raises:
        ServingError: ``method_not_allowed``, ``upgrade_required`` or ``body_malformed``.
    """
    if asked.method != b"GET":
        raise ServingError(
            "A stream is opened with GET.", code="method_not_allowed", headers=(ALLOW,)
        )
    is_websocket = b"websocket" in _words(headers.get(b"upgrade", b""))
    is_upgrade = b"upgrade" in _words(headers.get(b"connection", b""))
    version = headers.get(b"sec-websocket-version")
    if not is_websocket or not is_upgrade or version != _VERSION:
        raise ServingError(
            "This address speaks WebSocket, version 13. Open it with a WebSocket client; a proxy "
            "in between has to pass the headers Upgrade and Connection on.",
            code="upgrade_required",
            headers=(
                (b"upgrade", b"websocket"),
                (b"connection", b"upgrade"),
                (b"sec-websocket-version", _VERSION),
            ),
        )
    try:
        key = base64.b64decode(headers.get(b"sec-websocket-key", b""), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != _NUM_KEY_BYTES:
        raise ServingError("Sec-WebSocket-Key has to be 16 bytes in base64.", code="body_malformed")


def upgrade(
    headers: Mapping[bytes, bytes], protocol: Callable[[], asyncio.Protocol], request_id: str
) -> UpgradeResponse:
    """Return the answer that opens a WebSocket.

    No extension is taken, compression the least: a message is as long as it says.
    """
    token = generate_accept_token(headers[b"sec-websocket-key"])
    answer = [
        (b"upgrade", b"websocket"),
        (b"connection", b"upgrade"),
        (b"sec-websocket-accept", token),
        (b"x-request-id", request_id.encode()),
    ]
    return UpgradeResponse(101, answer, b"", protocol=protocol)


def _words(value: bytes) -> set[bytes]:
    return {one.strip().lower() for one in value.split(b",")}
