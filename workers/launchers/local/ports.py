"""Ports of model servers: which one to start on, and who holds one that is taken."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
from django.conf import settings

from workers.launchers.launcher import (
    ADDRESS_IN_USE,
    Address,
    LaunchDelayed,
    LaunchFailed,
    Listening,
)

PATIENCE_SECONDS = 6.0
"""What is left of a server that was killed may hold its port for a moment."""
_LOOPBACK = "127.0.0.1"
_EVERYWHERE = {"0.0.0.0": _LOOPBACK, "::": "::1"}


class Ports:
    """Chooses ports, and remembers since when the one that a server had is taken."""

    def __init__(self) -> None:
        self._taken_since: dict[Path, float] = {}

    def choose(self, spec_file: Path, listening: Listening) -> tuple[str, int]:
        """Return host and port for a server: the port it had, if that can be.

        Raises:
            LaunchDelayed: while the port it had may still become free.
            LaunchFailed: ``no_port_left``, or ``address_in_use`` when a published port is taken.
        """
        host = settings.ENVIRONMENT.serving_host if listening.is_public else _LOOPBACK
        before = _port_of(listening.before)
        if before is None:
            return host, _another_port(host, listening)
        if is_free(host, before):
            self._taken_since.pop(spec_file, None)
            return host, before
        now = time.monotonic()
        if now - self._taken_since.setdefault(spec_file, now) < PATIENCE_SECONDS:
            raise LaunchDelayed
        if listening.is_public and before in settings.ENVIRONMENT.serving_ports:
            raise _held(before)
        del self._taken_since[spec_file]
        return host, _another_port(host, listening)


def address_of(host: str, port: int) -> Address:
    """Return where a server is reached; callers use this site's host when it listens everywhere."""
    outside = host
    if host in _EVERYWHERE:
        outside = urlsplit(settings.ENVIRONMENT.public_url).hostname or host
    return Address(_url(_EVERYWHERE.get(host, host), port), _url(outside, port))


def is_free(host: str, port: int) -> bool:
    """Tell whether a server could listen at a port."""
    try:
        _bound_port(host, port)
    except OSError:
        return False
    return True


def _another_port(host: str, listening: Listening) -> int:
    """Return a free port, for callers one of those that model servers may use here.

    Raises:
        LaunchFailed: ``no_port_left``.
    """
    allowed: range = settings.ENVIRONMENT.serving_ports
    if not listening.is_public or not allowed:
        return _bound_port(host, 0)
    # One that is stopped or still starts does not listen, and comes back on its port.
    given = {_port_of(address) for address in listening.taken()}
    for port in allowed:
        if port not in given:
            with suppress(OSError):
                return _bound_port(host, port)
    raise LaunchFailed(
        "no_port_left",
        f"All ports from {allowed[0]} to {allowed[-1]} are in use. Stop what listens there, or "
        "widen EASEL_SERVING_PORTS.",
    )


def _held(port: int) -> LaunchFailed:
    """Return what to say of a server whose published port somebody else holds."""
    return LaunchFailed(
        ADDRESS_IN_USE,
        f"Port {port} of the gateway is held by {_holder_of(port)}. It keeps its port, because "
        "EASEL_SERVING_PORTS names the ports that callers reach: stop the other program, and the "
        "gateway starts by itself.",
    )


def _holder_of(port: int) -> str:
    """Return the name and id of the process that listens at a port, as far as we may see it."""
    with suppress(psutil.Error, OSError):
        for one in psutil.net_connections("tcp"):
            address: Any = one.laddr
            listens = one.status == psutil.CONN_LISTEN and address
            if listens and one.pid and address.port == port:
                return f"'{psutil.Process(one.pid).name()}' (process {one.pid})"
    return "another program"


def _bound_port(host: str, port: int) -> int:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        # Connections of the last server that the system still winds up do not take the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        bound: int = probe.getsockname()[1]
        return bound


def _port_of(address: str) -> int | None:
    return urlsplit(address).port


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
