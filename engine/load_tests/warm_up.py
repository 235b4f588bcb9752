"""Wait until an endpoint answers, and let it warm up, before anything is measured."""

from __future__ import annotations

import asyncio
import time

from engine.errors import DataError, ResourceError
from engine.load_tests.client import Client
from engine.load_tests.stage import run_stage

WARM_UP_SECONDS = 1.0
AGAIN_SECONDS = 0.5
_PASSING = frozenset({408, 429, 502, 503, 504})
"""A server that starts answers so."""


async def wake(client: Client, *, wake_seconds: float, call_seconds: float) -> None:
    """Have a model server started if none runs, and some calls answered that nobody counts.

    Raises:
        DataError: ``load_test_refused`` when the request is refused, by whose words.
        ResourceError: ``load_test_no_answer`` when no answer came in time.
    """
    deadline = time.monotonic() + wake_seconds
    while True:
        answer = await client.call(max(1.0, deadline - time.monotonic()))
        if answer.error is None:
            break
        if answer.status is not None and answer.status not in _PASSING:
            raise DataError(
                f"The endpoint refused the request of the test ({answer.error}): {answer.detail} "
                "Try the request on the endpoint's page.",
                code="load_test_refused",
                reason=answer.error,
                detail=answer.detail,
            )
        if time.monotonic() > deadline:
            raise ResourceError(
                f"The endpoint did not answer within {wake_seconds:g} seconds ({answer.error}). "
                "See why on its page, then test again.",
                code="load_test_no_answer",
                reason=answer.error,
            )
        await asyncio.sleep(AGAIN_SECONDS)
    await run_stage(client, callers=1, seconds=WARM_UP_SECONDS, call_seconds=call_seconds)
