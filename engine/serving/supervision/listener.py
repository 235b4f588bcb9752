"""The socket of an address, which outlives the processes that take connections on it."""

from __future__ import annotations

import socket
import time

from engine.errors import SpecError

BACKLOG = 1024
ADDRESS_PATIENCE_SECONDS = 5.0
"""How long to wait for an address: the replicas of a server that was killed let go of it soon."""


def bound_patiently(host: str, port: int) -> socket.socket:
    """Bind an address, waiting a while for whoever uses it.

    Raises:
        SpecError: ``address_in_use``.
    """
    deadline = time.monotonic() + ADDRESS_PATIENCE_SECONDS
    while True:
        try:
            return _bind(host, port)
        except SpecError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    # Connections of a server that has ended would keep the address for a minute.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise SpecError(
            f"The address {host}:{port} cannot be bound: {error.strerror}. "
            "Choose a free port, or stop what uses it.",
            code="address_in_use",
            host=host,
            port=port,
        ) from error
    listener.listen(BACKLOG)
    listener.setblocking(False)
    return listener
