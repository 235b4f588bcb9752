"""Ports of model servers: which one to start on, and who holds one that is taken."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

import psutil
from django.conf import settings

from backend.api.errors import Unavailable
from backend.deployments.services import serving

PATIENCE_SECONDS = 6.0
"""What is left of a server that was killed may hold its port for a moment."""
TAKEN = "address_in_use"


def choose_port(host: str) -> int:
    """Return a free port of those that model servers may use here.

    Raises:
        Unavailable: ``no_port_left``.
    """
    allowed: range = settings.ENVIRONMENT.serving_ports
    if not allowed:
        return any_port(host)
    # One that is stopped or still starts does not listen, and comes back on its port.
    given = serving.ports_in_use()
    for port in allowed:
        if port not in given:
            with suppress(OSError):
                return _bound_port(host, port)
    raise Unavailable(
        f"All ports from {allowed[0]} to {allowed[-1]} are in use. Delete an endpoint, or widen "
        "EASEL_SERVING_PORTS.",
        code="no_port_left",
        first=allowed[0],
        last=allowed[-1],
    )


def any_port(host: str) -> int:
    """Return a port that is free now, whichever."""
    return _bound_port(host, 0)


def is_free(host: str, port: int) -> bool:
    """Tell whether a server could listen at a port."""
    try:
        _bound_port(host, port)
    except OSError:
        return False
    return True


def taken(port: int) -> Unavailable:
    """Return what to say of an endpoint whose published port somebody else holds."""
    return Unavailable(
        f"Port {port} of this endpoint is held by {holder_of(port)}. It keeps its port, because "
        "EASEL_SERVING_PORTS publishes a range: stop the other program, and the endpoint starts "
        "by itself; or widen the range and publish the model anew.",
        code=TAKEN,
        port=port,
    )


def holder_of(port: int) -> str:
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
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        bound: int = probe.getsockname()[1]
        return bound
