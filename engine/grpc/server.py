"""The server: each call becomes a request over HTTP, each answer a message or a gRPC status."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import grpc
import orjson

from engine.errors import SpecError
from engine.grpc import messages
from engine.grpc.tensors import grpc_response, http_body
from engine.serving.errors import ServingError
from engine.serving.forwarding.upstream import (
    AllLost,
    Asked,
    NoReplica,
    ReplicaAddress,
    Response,
    ask_any,
)
from engine.serving.protocol.tensors import HEADER_LENGTH

MAX_MESSAGE_BYTES = 64 * 2**20
TIMEOUT_SECONDS = 60.0
"""For callers who name no deadline."""
PATIENCE_SECONDS = 5.0
"""So long a call waits for what stands behind to come back."""
GRACE_SECONDS = 30.0

_STATUS = {
    400: grpc.StatusCode.INVALID_ARGUMENT,
    401: grpc.StatusCode.UNAUTHENTICATED,
    403: grpc.StatusCode.PERMISSION_DENIED,
    404: grpc.StatusCode.NOT_FOUND,
    413: grpc.StatusCode.RESOURCE_EXHAUSTED,
    415: grpc.StatusCode.INVALID_ARGUMENT,
    422: grpc.StatusCode.INVALID_ARGUMENT,
    429: grpc.StatusCode.RESOURCE_EXHAUSTED,
    502: grpc.StatusCode.UNAVAILABLE,
    503: grpc.StatusCode.UNAVAILABLE,
    504: grpc.StatusCode.DEADLINE_EXCEEDED,
}
# What a caller may not say for us: how the body is to be read, and who calls from where.
_SET_HERE = frozenset(
    {
        "content-encoding", "content-length", "content-type", "expect", "forwarded", "host",
        "inference-header-content-length", "te", "transfer-encoding", "user-agent",
        "x-forwarded-for",
    }
)  # fmt: skip
_NOT_PASSED_ON = frozenset({b"content-type", b"date", b"server", HEADER_LENGTH})

Method = Callable[[Any, Any], Awaitable[Any]]


class OpenInference:
    """The methods of the protocol, for one address behind them."""

    def __init__(self, upstream: str) -> None:
        """Stand before an address such as ``http://127.0.0.1:8080``.

        Raises:
            SpecError: when it is no such address.
        """
        self._target = _address(upstream)

    def handler(self) -> grpc.GenericRpcHandler:
        """Return what a gRPC server is given."""
        methods: dict[str, tuple[Method, Any]] = {
            "ServerLive": (self.server_live, messages.Empty),
            "ServerReady": (self.server_ready, messages.Empty),
            "ServerMetadata": (self.server_metadata, messages.Empty),
            "ModelReady": (self.model_ready, messages.ModelRequest),
            "ModelMetadata": (self.model_metadata, messages.ModelRequest),
            "ModelInfer": (self.model_infer, messages.InferRequest),
        }
        return grpc.method_handlers_generic_handler(
            messages.SERVICE,
            {
                name: grpc.unary_unary_rpc_method_handler(
                    method,
                    request_deserializer=asked.FromString,
                    response_serializer=lambda message: message.SerializeToString(),
                )
                for name, (method, asked) in methods.items()
            },
        )

    async def server_live(self, asked: Any, context: Any) -> Any:
        """Tell whether what stands behind is there."""
        response = await self._ask(context, b"GET", "/v2/health/live", refusals={503})
        return messages.LiveResponse(live=response.status == 200)

    async def server_ready(self, asked: Any, context: Any) -> Any:
        """Tell whether what stands behind answers calls."""
        response = await self._ask(context, b"GET", "/v2/health/ready", refusals={503})
        return messages.ReadyResponse(ready=response.status == 200)

    async def server_metadata(self, asked: Any, context: Any) -> Any:
        """Describe the server."""
        response = await self._ask(context, b"GET", "/v2")
        return messages.ServerMetadata(**orjson.loads(response.body))

    async def model_ready(self, asked: Any, context: Any) -> Any:
        """Tell whether a model answers calls."""
        place = f"{_model(asked.name, asked.version)}/ready"
        response = await self._ask(context, b"GET", place, refusals={404, 503})
        return messages.ReadyResponse(ready=response.status == 200)

    async def model_metadata(self, asked: Any, context: Any) -> Any:
        """Describe a model."""
        response = await self._ask(context, b"GET", _model(asked.name, asked.version))
        return messages.ModelMetadata(**orjson.loads(response.body))

    async def model_infer(self, asked: Any, context: Any) -> Any:
        """Have a model answer."""
        place = f"{_model(asked.model_name, asked.model_version)}/infer"
        try:
            body, head_length = http_body(asked)
        except ServingError as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, error.message)
            raise
        headers = [
            (b"content-type", b"application/octet-stream"),
            (HEADER_LENGTH, b"%d" % head_length),
        ]
        response = await self._ask(context, b"POST", place, headers, body)
        length = next(value for name, value in response.headers if name == HEADER_LENGTH)
        return grpc_response(response.body, int(length))

    def close(self) -> None:
        """Close the connections that are kept."""
        self._target.close()

    async def _ask(
        self,
        context: Any,
        method: bytes,
        place: str,
        headers: Iterable[tuple[bytes, bytes]] = (),
        body: bytes = b"",
        refusals: Iterable[int] = (),
    ) -> Response:
        """Ask over HTTP; a refusal that is not one of ``refusals`` ends the call with its status.

        A caller who goes, or whose deadline passes, ends the request as well.
        """
        asked = Asked(
            method,
            place.encode(),
            [*headers_of(context), *headers, (b"host", b"grpc")],
            body,
            None,
        )
        seconds_left = context.time_remaining()
        try:
            response = await asyncio.wait_for(
                ask_any(
                    lambda: [self._target],
                    asked,
                    patience_seconds=PATIENCE_SECONDS,
                    are_replaced=True,
                ),
                TIMEOUT_SECONDS if seconds_left is None else seconds_left,
            )
        except TimeoutError:
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "No answer came in time.")
            raise
        except (NoReplica, AllLost):
            await context.abort(
                grpc.StatusCode.UNAVAILABLE, "Nobody answers behind this server. Try again later."
            )
            raise
        trailing = tuple(
            (name.decode("latin-1").lower(), value.decode("latin-1"))
            for name, value in response.headers
            if name.lower() not in _NOT_PASSED_ON
        )
        context.set_trailing_metadata(trailing)
        if response.status != 200 and response.status not in refusals:
            code = _STATUS.get(response.status, grpc.StatusCode.INTERNAL)
            await context.abort(code, _message(response.body), trailing)
        return response


async def serve(
    upstream: str,
    host: str,
    port: int,
    *,
    stop: asyncio.Event,
    on_ready: Callable[[int], None],
) -> None:
    """Answer on an address until ``stop``, then finish what was begun.

    Raises:
        SpecError: when the address behind it is none, or ``address_in_use``.
    """
    service = OpenInference(upstream)
    server = grpc.aio.server(
        options=(
            ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
            ("grpc.max_send_message_length", -1),
            # Two servers on one port would share its calls out without a word.
            ("grpc.so_reuseport", 0),
        )
    )
    server.add_generic_rpc_handlers((service.handler(),))
    try:
        bound = server.add_insecure_port(f"{host}:{port}")
    except RuntimeError as error:
        raise SpecError(
            f"{host}:{port} cannot be listened on: another program may do so. Choose another port.",
            code="address_in_use",
        ) from error
    await server.start()
    on_ready(bound)
    await stop.wait()
    await server.stop(GRACE_SECONDS)
    service.close()


def headers_of(context: Any) -> Iterable[tuple[bytes, bytes]]:
    """Yield what a caller says beside the message, and from where it calls."""
    for name, value in context.invocation_metadata() or ():
        if isinstance(value, str) and name not in _SET_HERE and not name.startswith((":", "grpc-")):
            yield name.encode(), value.encode("latin-1", "replace")
    peer = address_of(context.peer())
    if peer is not None:
        yield b"x-forwarded-for", peer.encode()


def address_of(peer: str) -> str | None:
    """Return the address of a caller as gRPC names it; none of one who calls through a file."""
    kind, _, place = unquote(peer).partition(":")
    return place.rpartition(":")[0].strip("[]") if kind in ("ipv4", "ipv6") else None


def _model(name: str, version: str) -> str:
    path = f"/v2/models/{quote(name, safe='')}"
    return f"{path}/versions/{quote(version, safe='')}" if version else path


def _message(body: bytes) -> str:
    """Return the sentence of a refusal."""
    try:
        return str(orjson.loads(body)["error"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return body[:300].decode("utf-8", "replace")


def _address(upstream: str) -> ReplicaAddress:
    parts = urlsplit(upstream)
    try:
        port = parts.port or 80
    except ValueError:
        port = 0
    if parts.scheme != "http" or parts.hostname is None or not port or parts.path.strip("/"):
        raise SpecError(
            f"'{upstream}' is not the address of a model server or gateway. Give one such as "
            "http://127.0.0.1:8080."
        )
    return ReplicaAddress(parts.hostname, port)
