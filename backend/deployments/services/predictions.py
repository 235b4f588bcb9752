"""Try a model version before it is published.

This process runs no model: it asks a model server that the workers start on demand, one per
version, and that ends when it is not used for a while.
"""

from __future__ import annotations

import time
from uuid import UUID

import httpx

from backend.accounts.contracts import Caller
from backend.api.errors import NotFound, Unavailable
from backend.datasets.selectors.references import sample_ref
from backend.deployments.contracts.predictions import TriedPrediction
from backend.deployments.services import playgrounds
from backend.deployments.services.parts import (
    MAX_BYTES,
    Part,
    beyond_limit,
    form_request,
    parts_of_content,
)
from backend.deployments.services.responses import require_results
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.model_registry.contracts import ModelVersionRef
from backend.projects.selectors import require_project

START_SECONDS = 20.0
CALL_SECONDS = 30.0


def predict(
    *,
    caller: Caller,
    version: ModelVersionRef,
    sample_id: UUID | None = None,
    top_num: int | None = None,
    threshold: float | None = None,
    include_proba: bool | None = None,
    **parts: Part,
) -> TriedPrediction:
    """Ask a model version about a request, or about a sample.

    Args:
        caller: who asks.
        version: the model version.
        sample_id: the sample to ask about, in place of parts.
        top_num: how many answers at most.
        threshold: the least score of an answer.
        include_proba: of rows, say the probability of every class.
        parts: the parts of the request, by the names that the model's kind of input has.

    Raises:
        NotFound: when there is no such sample for the caller.
        Invalid: when the model takes other parts, or the request cannot be used.
        TooLarge: when it is beyond 16 MiB.
        Unavailable: when no worker runs, or the model server does not start.
    """
    asked = parts if sample_id is None else _parts_of_sample(caller, sample_id)
    options = {"top_num": top_num, "threshold": threshold, "include_proba": include_proba}
    request = form_request(
        version.manifest["input"]["kind"],
        asked,
        {name: value for name, value in options.items() if value is not None},
    )
    no_results = Unavailable(
        "The model server did not respond. Try again in a moment.", code="playground_unavailable"
    )
    address = playgrounds.use(version_id=version.id, timeout_seconds=START_SECONDS)
    started = time.perf_counter()
    try:
        response = httpx.post(
            f"{address.url}/predict",
            headers={"Authorization": f"Bearer {address.token}"},
            timeout=CALL_SECONDS,
            **request,
        )
    except httpx.HTTPError as error:
        raise no_results from error
    elapsed = (time.perf_counter() - started) * 1e3
    return TriedPrediction(require_results(response, no_results), latency_ms=round(elapsed, 3))


def _parts_of_sample(caller: Caller, sample_id: UUID) -> dict[str, Part]:
    """Return a sample as the parts that a model of its medium takes."""
    missing = NotFound("There is no such sample.", code="sample_not_found")
    sample = sample_ref(sample_id)
    if sample is None:
        raise missing
    try:
        require_project(caller=caller, project_id=sample.project_id)
    except NotFound:
        raise missing from None
    with store().open(key_of(sample.sha256)) as file:
        content: bytes = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise beyond_limit()
    return parts_of_content(sample.media, content)
