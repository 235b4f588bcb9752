"""Call an endpoint for somebody who has no key of it: through the gateway, as any caller does."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
from django.utils import timezone

from backend.api.errors import ApiError, Throttled, TooLarge, Unavailable
from backend.deployments.contracts import CalledEndpoint
from backend.deployments.contracts.predictions import TriedPrediction
from backend.deployments.selectors import address_of_suffix
from backend.deployments.services.parts import MAX_BYTES
from backend.deployments.services.responses import problem_of, require_results
from backend.deployments.services.tokens import audience_of, sign_token

TIMEOUT = httpx.Timeout(60.0, connect=5.0)
# Enough for one call; no row is kept of the token, so nobody could revoke it.
_TOKEN_LIFE = timedelta(minutes=2)
_REFUSES_CALLER = (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN, httpx.codes.NOT_FOUND)


def call_endpoint(
    *, endpoint: CalledEndpoint, caller: str, request: Mapping[str, Any]
) -> TriedPrediction:
    """Have the revisions of an endpoint answer a request.

    The call counts in its statistics and limits, and is stored if its owner consents to that.

    Args:
        endpoint: whom to call.
        caller: what the call is counted under.
        request: by ``backend.deployments.services.parts.form_request``.

    Raises:
        Invalid: when the request cannot be used.
        TooLarge: when it is larger than the endpoint takes.
        Throttled: when a limit of the endpoint is reached.
        Unavailable: ``endpoint_stopped``, ``endpoint_unavailable``, or why the model has no answer.
    """
    address = address_of_suffix(endpoint.suffix)
    if address is None:
        raise stopped()
    token = sign_token(
        token_id=uuid4(),
        subject=caller,
        audience=audience_of(endpoint.organisation_id),
        deployments=[str(endpoint.id)],
        expires_at=timezone.now() + _TOKEN_LIFE,
    )
    started = time.perf_counter()
    try:
        # A proxy that the environment names is for the world outside.
        with httpx.Client(timeout=TIMEOUT, trust_env=False) as client:
            response = client.post(
                f"{address}/endpoints/{endpoint.suffix}/predict",
                headers={"Authorization": f"Bearer {token}"},
                **request,
            )
    except httpx.HTTPError as error:
        raise _no_answer() from error
    elapsed = (time.perf_counter() - started) * 1e3
    refusal = _refusal(response)
    if refusal is not None:
        raise refusal
    return TriedPrediction(require_results(response, _no_answer()), latency_ms=round(elapsed, 3))


def stopped() -> Unavailable:
    """Return what callers of an endpoint that does not run are told."""
    return Unavailable(
        "The endpoint is stopped, so that nobody answers. Whoever owns it can start it.",
        code="endpoint_stopped",
    )


def _no_answer() -> Unavailable:
    return Unavailable(
        "The endpoint does not answer now. Try again in a moment.", code="endpoint_unavailable"
    )


def _refusal(response: httpx.Response) -> ApiError | None:
    """Return what a gateway refuses that no model server does, ``None`` of all else."""
    problem = problem_of(response)
    if problem is None:
        return None
    # The token is ours: that it is not taken is nothing that whoever asks could change.
    if response.status_code in _REFUSES_CALLER:
        return _no_answer()
    if response.status_code == httpx.codes.REQUEST_ENTITY_TOO_LARGE:
        return TooLarge(problem.detail, code="request_too_large", maximum=MAX_BYTES)
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        given = response.headers.get("Retry-After", "")
        seconds = {"seconds": int(given)} if given.isdigit() else {}
        return Throttled(problem.detail, code=problem.code, **seconds)
    return None
