"""What a replica answers: find the route, check the caller, answer, take note."""

from __future__ import annotations

import logging
from collections.abc import Callable

from engine.serving.auth import Guard
from engine.serving.bodies import Bodies
from engine.serving.calls import CALL_HEADER, LOAD_TEST_HEADER, TIMEOUT_HEADER, Call, CallLog
from engine.serving.errors import ServingError
from engine.serving.files_by_url import UrlReader
from engine.serving.forwarding import upstream
from engine.serving.forwarding.caller import OpenConnection
from engine.serving.forwarding.upstream import Asked
from engine.serving.http import Request, Response, json_response, split_url
from engine.serving.in_flight import InFlight
from engine.serving.metrics import Metrics
from engine.serving.packages.repository import Repository
from engine.serving.protocol import easydl, predict, v2
from engine.serving.protocol.addresses import (
    Target,
    find_target,
    request_id_of,
    secret_of,
)
from engine.serving.protocol.refusals import CORS, refusal
from engine.serving.replica.openapi import openapi_document
from engine.specs.serving import GATEWAY_KEY_ID, DeploymentSpec
from engine.version import ENGINE_VERSION

logger = logging.getLogger(__name__)

METRICS_TYPE = b"text/plain; version=0.0.4; charset=utf-8"


def _no_news() -> DeploymentSpec | None:
    """Say that who may call has not changed."""
    return None


class Application:
    """Everything a replica answers; a ``Forwarder`` of connections that answers by itself."""

    def __init__(
        self,
        spec: DeploymentSpec,
        repository: Repository,
        metrics: Metrics,
        calls: CallLog,
        in_flight: InFlight,
        newer_access: Callable[[], DeploymentSpec | None] = _no_news,
    ) -> None:
        """Prepare to answer.

        Args:
            spec: what is served.
            repository: the loaded packages.
            metrics: where requests are counted.
            calls: where calls are noted.
            in_flight: the count of requests in progress.
            newer_access: asked with each call whether somebody else may call now.
        """
        self._newer_access = newer_access
        self.is_draining = False
        self.callers: set[OpenConnection] = set()
        self.bodies = Bodies(spec.max_bodies_bytes)
        self._in_flight = in_flight
        self._spec = spec
        self._repository = repository
        self._metrics = metrics
        self._calls = calls
        self._guard = Guard(spec, spec.deployment_id)
        self._urls = UrlReader(spec.allowed_url_hosts, spec.max_body_bytes)

    def take_note(self) -> None:
        """Bring metrics and call log up to date; to be called twice a second."""
        self._calls.flush()
        self._metrics.observe_in_flight(self._in_flight.count)
        for package in self._repository.packages():
            self._metrics.observe_queue(package.name, package.version, package.num_waiting)

    def change_access(self, spec: DeploymentSpec) -> None:
        """Take over who may call, and nothing else, from a new spec."""
        self._guard = Guard(spec, spec.deployment_id)

    def max_body_of(self, url: bytes, headers: upstream.Headers) -> int:
        """Return how long a body may be to be kept: none is of whoever may not call.

        It goes by the file as it is now. A signal says that it changed, too, but somebody with a
        new key, or whose key was just revoked, can be faster than the signal.
        """
        spec = self._newer_access()
        if spec is not None:
            self.change_access(spec)
        try:
            self._guard.check(secret_of(dict(headers), split_url(url)[1]))
        except ServingError:
            return 0
        return self._spec.max_body_bytes

    async def forward(self, asked: Asked) -> upstream.Response:
        """Answer one request."""
        self._in_flight.count += 1
        try:
            response = await self._respond_to_any(Request(asked, self._spec.max_body_bytes))
        finally:
            self._in_flight.count -= 1
        headers = [(b"content-type", response.content_type), *response.headers]
        # Nothing more is read from whoever sends too much; a relay ends its connection, too.
        is_last = response.status == 413
        return upstream.Response(response.status, headers, response.body, is_last)

    async def _respond_to_any(self, request: Request) -> Response:
        target = find_target(request.path)
        if target is None:
            return self._respond_openly(request)
        return await self._respond(target, request)

    async def _respond(self, target: Target, request: Request) -> Response:
        """Answer a route that needs a caller, and note the call."""
        # Browsers ask beforehand whether they may ask, and show no token then.
        if request.method == "OPTIONS" and target.route == "predict":
            return Response(204, b"", headers=CORS)
        call = Call(
            target.route,
            request_id=request_id_of(request.headers),
            started=request.headers_at,
        )
        error_code: str | None = None
        try:
            call.caller = self._guard.check(secret_of(request.headers, request.query_string))
            if call.caller == GATEWAY_KEY_ID:
                call.is_test = LOAD_TEST_HEADER in request.headers
                if TIMEOUT_HEADER in request.headers:
                    call.timeout_seconds = float(request.headers[TIMEOUT_HEADER])
            response = await self._dispatch(target, request, call)
        except ServingError as error:
            error_code = error.code
            response = refusal(target.route, error, call.log_id)
        except Exception:
            logger.exception(
                "request failed",
                extra={"log_id": call.log_id, "request_id": call.request_id},
            )
            error_code = "internal"
            response = refusal(target.route, _internal(call), call.log_id)
        if target.action == "infer":
            if not call.is_test:
                self._calls.add(call, status=response.status, error_code=error_code)
            if call.caller == GATEWAY_KEY_ID:
                note = (CALL_HEADER, call.summary(error_code))
                response.headers = (*response.headers, note)
        return response

    async def _dispatch(self, target: Target, request: Request, call: Call) -> Response:
        if target.route == "easydl":
            return await easydl.predict(self._repository, request, call, target.model, self._urls)
        expected = ("POST",) if target.action == "infer" else ("GET", "HEAD")
        if request.method not in expected:
            raise ServingError(
                f"{request.method} is not answered here. Use {expected[0]}.",
                code="method_not_allowed",
                headers=((b"allow", ", ".join(expected).encode()),),
            )
        if target.route == "predict":
            return await predict.predict(self._repository, request, call)
        if target.action == "infer":
            return await v2.infer(self._repository, request, call, target.model, target.version)
        if target.action == "ready":
            return v2.model_ready(self._repository, target.model, target.version)
        return v2.model_metadata(self._repository, target.model, target.version)

    def _respond_openly(self, request: Request) -> Response:
        """Answer the routes that tell nothing about data and need no caller."""
        if request.method not in ("GET", "HEAD"):
            return _nothing_here(request.path)
        path = request.path
        if path == "/v2/health/live":
            return json_response({"live": True})
        if path == "/v2/health/ready":
            ready = not self.is_draining
            return json_response({"live": True, "ready": ready}, 200 if ready else 503)
        if path == "/v2":
            return v2.server_metadata()
        if path == "/metrics":
            # Calls are counted when they are noted, a few times a second.
            self.take_note()
            return Response(200, self._metrics.text(), METRICS_TYPE)
        if path == "/openapi.json":
            return json_response(openapi_document(self._repository), headers=CORS)
        if path == "/":
            return json_response(self._description())
        return _nothing_here(path)

    def _description(self) -> dict[str, object]:
        return {
            "name": v2.SERVER_NAME,
            "version": ENGINE_VERSION,
            "models": self._repository.versions(),
            "access": self._spec.access,
            "routes": {
                "predict": "POST /predict",
                "v2": "POST /v2/models/{model}/infer",
                "easydl": "POST /rpc/2.0/ai_custom/v1/{segment}/{suffix}",
                "description": "GET /openapi.json",
                "health": "GET /v2/health/ready",
                "metrics": "GET /metrics",
            },
        }


def _nothing_here(path: str) -> Response:
    """Answer for an address that leads nowhere, in the form of its protocol."""
    error = ServingError(
        f"There is nothing at '{path[:200]}'. GET / lists the addresses.", code="not_found"
    )
    is_v2 = path == "/v2" or path.startswith("/v2/")
    return refusal("v2" if is_v2 else "predict", error, None)


def _internal(call: Call) -> ServingError:
    return ServingError(
        f"Something unexpected went wrong; the server's log has it under log_id {call.log_id}.",
        code="internal",
    )
