"""Try a model version before it is published.

This process runs no model: it asks a model server that the workers start on demand, one per
version, and that ends when it is not used for a while.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx
from django.core.files.uploadedfile import UploadedFile

from backend.accounts.contracts import Caller
from backend.api.errors import Invalid, NotFound, TooLarge, Unavailable
from backend.datasets.selectors.references import sample_ref
from backend.deployments.services import playgrounds
from backend.files.store import key_of, store
from backend.model_registry.models import ModelVersion
from backend.projects.selectors import require_project

MAX_IMAGE_BYTES = 16 * 1024 * 1024
START_SECONDS = 20.0
CALL_SECONDS = 30.0


@dataclass(frozen=True)
class TriedAnswer:
    """What a model says, and the milliseconds it took to hear it."""

    results: list[dict[str, Any]]
    latency_ms: float


def predict(
    *,
    caller: Caller,
    version: ModelVersion,
    image: UploadedFile[bytes] | None = None,
    sample_id: UUID | None = None,
) -> TriedAnswer:
    """Ask a model version about an uploaded image or a sample.

    Raises:
        NotFound: when there is no such sample for the caller.
        Invalid: when the image cannot be used.
        TooLarge: when it is beyond 16 MiB.
        Unavailable: when no worker runs, or the model server does not start.
    """
    content = _content(caller, image, sample_id)
    address = playgrounds.use(version_id=version.id, timeout_seconds=START_SECONDS)
    started = time.perf_counter()
    try:
        answer = httpx.post(
            f"{address.url}/predict",
            content=content,
            headers={
                "Authorization": f"Bearer {address.token}",
                "Content-Type": "application/octet-stream",
            },
            timeout=CALL_SECONDS,
        )
    except httpx.HTTPError as error:
        raise Unavailable(
            "The model server did not answer. Try again in a moment.", code="playground_unavailable"
        ) from error
    elapsed = (time.perf_counter() - started) * 1e3
    body = answer.json()
    if answer.status_code != httpx.codes.OK:
        kind = Invalid if answer.status_code < 500 else Unavailable
        raise kind(str(body["detail"]), code=str(body["code"]), **body["params"])
    return TriedAnswer(results=body["results"], latency_ms=round(elapsed, 3))


def _content(caller: Caller, image: UploadedFile[bytes] | None, sample_id: UUID | None) -> bytes:
    if image is not None:
        if image.size is None or image.size > MAX_IMAGE_BYTES:
            raise TooLarge(
                "The image is larger than 16 MiB. Send a smaller one.",
                code="image_too_large",
                max_bytes=MAX_IMAGE_BYTES,
            )
        return image.read()
    missing = NotFound("There is no such sample.", code="sample_not_found")
    sample = sample_ref(sample_id) if sample_id is not None else None
    if sample is None:
        raise missing
    try:
        require_project(caller=caller, project_id=sample.project_id)
    except NotFound:
        raise missing from None
    with store().open(key_of(sample.sha256)) as file:
        content: bytes = file.read()
    return content
