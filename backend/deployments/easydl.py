"""The two addresses that applications written for EasyDL call.

Neither uses the session or the keys of ``/api/v1``: the first takes an application's secret, the
second passes a call on to its endpoint, which checks the token itself.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from urllib.parse import quote
from weakref import WeakKeyDictionary

import httpx
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from backend.deployments.selectors import address_of_suffix
from backend.deployments.services.callers import grant_token

logger = logging.getLogger(__name__)

MAX_BODY_BYTES = 16 * 1024 * 1024
ADDRESS_LIFE_SECONDS = 2.0
TIMEOUT = httpx.Timeout(60.0, connect=5.0)
_SUFFIX = re.compile(r"^[a-z0-9-]{3,60}$")
# The session's cookie is among what an endpoint must not be handed.
_PASSED_ON = ("Authorization", "X-API-Key", "Content-Type", "Content-Encoding")

_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()
_addresses: dict[str, tuple[float, str | None]] = {}


@csrf_exempt
@require_http_methods(["GET", "POST"])
def token(request: HttpRequest) -> HttpResponse:
    """Exchange client id and secret, in the query or a form, for an access token."""
    given = request.GET.dict() | request.POST.dict()
    if given.get("grant_type") != "client_credentials":
        return _refusal(400, "unsupported_grant_type", "grant_type must be client_credentials.")
    client_id, secret = given.get("client_id", ""), given.get("client_secret", "")
    if not client_id or not secret:
        return _refusal(400, "invalid_request", "client_id and client_secret are needed.")
    # An id of other characters is nobody's; PostgreSQL would refuse to look for some of them.
    known = client_id.isascii() and client_id.isalnum()
    granted = None if not known else grant_token(client_id=client_id, client_secret=secret)
    if granted is None:
        return _refusal(401, "invalid_client", "The client id or the client secret is wrong.")
    return JsonResponse(
        {
            "access_token": granted.access_token,
            "expires_in": granted.expires_in,
            "scope": granted.scope,
        },
        headers={"Cache-Control": "no-store"},
    )


@csrf_exempt
async def predict(request: HttpRequest, segment: str, suffix: str) -> HttpResponse:
    """Pass a call on to the endpoint with this suffix, whatever the segment says."""
    if request.method != "POST":
        return _failure(3, f"The method {request.method} is not supported. Use POST.")
    length = request.headers.get("Content-Length", "0")
    # A body in chunks has no length; it is counted as it comes (``backend.api.bodies``).
    is_number = length.isascii() and length.isdigit() and len(length) < 12
    if not is_number or int(length) > MAX_BODY_BYTES:
        return _failure(336004, "The request is larger than 16 MiB. Send a smaller one.")
    address = await _address(suffix) if _SUFFIX.match(suffix) else None
    if address is None:
        return _failure(3, f"There is no running endpoint '{suffix[:60]}'. Check the address.")
    headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
    query = request.META.get("QUERY_STRING", "")
    url = httpx.URL(
        f"{address}/rpc/2.0/ai_custom/v1/{quote(segment, safe='')}/{suffix}",
        query=query.encode("latin-1"),
    )
    try:
        upstream = await _client().post(url, content=request.body, headers=headers)
    except httpx.HTTPError:
        _addresses.pop(suffix, None)
        return _failure(2, "The endpoint does not answer now. Try again in a moment.")
    response = HttpResponse(upstream.content, status=upstream.status_code)
    for name in ("Content-Type", "Retry-After"):
        if name in upstream.headers:
            response.headers[name] = upstream.headers[name]
    return response


async def _address(suffix: str) -> str | None:
    """Return where an endpoint answers, asking the database every two seconds at most."""
    known = _addresses.get(suffix)
    now = time.monotonic()
    if known is not None and now < known[0]:
        return known[1]
    address = await sync_to_async(address_of_suffix)(suffix)
    # Anybody may ask for any suffix, and each is remembered, also where there is no endpoint.
    if len(_addresses) > 10_000:
        _addresses.clear()
    _addresses[suffix] = (now + ADDRESS_LIFE_SECONDS, address)
    return address


def _client() -> httpx.AsyncClient:
    """Return the client of this event loop, whose connections are kept."""
    loop = asyncio.get_running_loop()
    if loop not in _clients:
        limits = httpx.Limits(max_connections=256, max_keepalive_connections=64)
        # A proxy that the environment names is for the world outside, not for endpoints of this
        # site.
        _clients[loop] = httpx.AsyncClient(timeout=TIMEOUT, limits=limits, trust_env=False)
    return _clients[loop]


def _failure(code: int, message: str) -> JsonResponse:
    """Answer in the EasyDL manner: status 200, because clients look at ``error_code``."""
    # A number that a caller can name, as the endpoints' own answers have one.
    log_id = secrets.randbelow(2**53)
    logger.info("call refused", extra={"log_id": log_id, "error_code": code})
    return JsonResponse({"error_code": code, "error_msg": message, "log_id": log_id})


def _refusal(status: int, error: str, description: str) -> JsonResponse:
    return JsonResponse({"error": error, "error_description": description}, status=status)
