"""Guests ask the model of an endpoint by a share link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from backend.api.errors import Throttled, Unavailable
from backend.deployments.contracts import CalledEndpoint
from backend.deployments.contracts.predictions import TriedPrediction
from backend.deployments.services.endpoint_calls import call_endpoint
from backend.deployments.services.parts import Part, form_request
from backend.share_links.contracts import CALLER_PREFIX
from backend.share_links.models import ShareLink
from backend.share_links.services.quota import give_back, take_call

MAX_AT_ONCE = 32
"""Of so many guests a process waits for answers; a model that sleeps must not hold all of it up."""
_at_once = BoundedSemaphore(MAX_AT_ONCE)


def predict(
    *,
    link: ShareLink,
    endpoint: CalledEndpoint,
    top_num: int | None = None,
    threshold: float | None = None,
    include_proba: bool | None = None,
    **parts: Part,
) -> TriedPrediction:
    """Have an endpoint answer a guest's request, and count it.

    Args:
        link: by which the guest was admitted.
        endpoint: that of the link.
        top_num: how many answers at most.
        threshold: the least score of an answer.
        include_proba: of rows, say the probability of every class.
        parts: the parts of the request, by the names that the model's kind of input has.

    Raises:
        Gone: when the link was revoked meanwhile, or has expired.
        Invalid: when the model takes other parts, or the request cannot be used.
        TooLarge: when it is beyond 16 MiB.
        Throttled: ``share_link_used_up``, or when a limit of the endpoint is reached.
        Unavailable: when the endpoint does not answer.
    """
    options = {"top_num": top_num, "threshold": threshold, "include_proba": include_proba}
    request = form_request(
        endpoint.input["kind"],
        parts,
        {name: value for name, value in options.items() if value is not None},
    )
    with _turn():
        day = take_call(link)
        try:
            return call_endpoint(
                endpoint=endpoint, caller=f"{CALLER_PREFIX}{link.id}", request=request
            )
        except (Throttled, Unavailable):
            give_back(link, day)
            raise


@contextmanager
def _turn() -> Iterator[None]:
    """Hold one of the places of guests who wait for an answer.

    Raises:
        Unavailable: ``overloaded`` when all are taken.
    """
    if not _at_once.acquire(blocking=False):
        raise Unavailable(
            f"{MAX_AT_ONCE} guests wait for answers already. Try again in a moment.",
            code="overloaded",
        )
    try:
        yield
    finally:
        _at_once.release()
