"""What an address at the gateway means: which deployment, and which address of its model servers.

``/endpoints/{suffix}/…`` is a deployment with all addresses of a model server behind it. Clients of
the Open Inference Protocol and of EasyDL name the deployment as they name a model, and find it at
the addresses that they know.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.gateway.feedback import PATH as FEEDBACK
from engine.serving.protocol.addresses import Target, find_target

ENDPOINTS = "/endpoints/"
PREDICTIONS = "/predictions"
"""Asynchronous predictions, and one of them behind a slash: the gateway's own."""
STREAM = "/stream"
"""Where a connection becomes a WebSocket: the gateway's own."""
OPEN_PATHS = frozenset({"/", "/openapi.json", "/v2", "/v2/health/live", "/v2/health/ready"})
"""Addresses of a model server that need no caller; its metrics are not shown to callers."""


@dataclass(frozen=True, slots=True)
class Place:
    """A deployment and what is asked of it.

    Attributes:
        suffix: the last part of the deployment's address.
        path: the address at its model servers.
        target: what is asked, ``None`` of addresses that need no caller, and of the gateway's own.
    """

    suffix: str
    path: str
    target: Target | None


# Callers ask for the same few again and again.
@lru_cache(maxsize=256)
def find_place(path: str) -> Place | None:
    """Return what an address means, ``None`` when it is about no deployment."""
    if path.startswith(ENDPOINTS):
        suffix, _, rest = path[len(ENDPOINTS) :].partition("/")
        inner = f"/{rest}"
        target = find_target(inner)
        if target is None and not _is_known(inner):
            return None
        return Place(suffix, inner, target)
    target = find_target(path)
    if target is None or target.route == "predict":
        return None
    # The bare network of a model is a model of its own in this protocol.
    return Place(target.model.removesuffix(".tensors"), path, target)


def _is_known(inner: str) -> bool:
    """Tell whether an address is one that model servers answer openly, or the gateway's own."""
    return inner in OPEN_PATHS or inner in (FEEDBACK, PREDICTIONS, STREAM) or is_prediction(inner)


def is_prediction(inner: str) -> bool:
    """Tell whether an address behind a deployment is that of an asynchronous prediction."""
    return inner.startswith(f"{PREDICTIONS}/")
