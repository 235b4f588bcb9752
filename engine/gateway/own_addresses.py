"""The addresses that a gateway answers itself: its health, what it is, and its metrics."""

from __future__ import annotations

from engine.gateway.answers import json_answer, plain_answer
from engine.gateway.requests import is_in, peer_of
from engine.serving import http
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import Asked, Response
from engine.serving.metrics import Metrics
from engine.serving.protocol.refusals import refusal
from engine.specs.gateway import GatewaySpec
from engine.version import ENGINE_VERSION

_TEXT = b"text/plain; version=0.0.4; charset=utf-8"


def respond(
    asked: Asked, path: str, *, spec: GatewaySpec, metrics: Metrics, is_draining: bool
) -> Response:
    """Answer a request that is about no deployment.

    Args:
        asked: the request.
        path: its address without the query.
        spec: who may read metrics, and who speaks for others.
        metrics: what is counted for Prometheus.
        is_draining: whether the gateway takes no more calls.
    """
    if asked.method in (b"GET", b"HEAD"):
        if path == "/v2/health/live":
            return json_answer({"live": True})
        if path == "/v2/health/ready":
            return json_answer(
                {"live": True, "ready": not is_draining}, 503 if is_draining else 200
            )
        if path == "/v2":
            extensions = ["binary_tensor_data"]
            return json_answer(
                {"name": "easel", "version": ENGINE_VERSION, "extensions": extensions}
            )
        if path == "/":
            return json_answer({"name": "easel gateway", "version": ENGINE_VERSION})
        if path == "/metrics" and _may_see_metrics(asked, spec):
            return plain_answer(http.Response(200, metrics.text(), _TEXT))
    error = ServingError(
        f"There is nothing at '{path[:200]}'. Endpoints are at /endpoints/NAME/predict.",
        code="not_found",
    )
    is_v2 = path == "/v2" or path.startswith("/v2/")
    return plain_answer(refusal("v2" if is_v2 else "predict", error, None))


def _may_see_metrics(asked: Asked, spec: GatewaySpec) -> bool:
    """Tell whether a request comes from where metrics may be read, and not through a proxy."""
    peer = peer_of(asked, dict(asked.headers), spec.trusted_proxies)
    is_forwarded = any(name == b"x-forwarded-for" for name, _ in asked.headers)
    return is_in(peer, spec.metrics_networks) and not (is_forwarded and peer == asked.peer)
