"""Ask the segmenter's server about an image. This process runs no model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
from django.utils import timezone

from backend.api.errors import Conflict, Invalid, Unavailable
from backend.datasets.contracts import SampleRef
from backend.deployments.services.responses import problem_of, require_results
from backend.deployments.services.tokens import sign_token
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.segmenting.contracts import Segmentation
from backend.segmenting.models import Segmenter
from backend.segmenting.selectors.status import current, status_of
from backend.segmenting.selectors.weights import configured
from backend.segmenting.services.serving import audience

CALL_SECONDS = 30.0
_TOKEN_LIFE = timedelta(minutes=2)
_NOT_KEPT = "image_not_kept"


class _Gone(Exception):
    """Nobody listens where the server should be."""


def segment(
    *,
    sample: SampleRef,
    points: Sequence[Mapping[str, Any]],
    box: Mapping[str, float] | None,
) -> Segmentation:
    """Outline what is pointed at.

    Args:
        sample: the image, which the caller may see.
        points: ``x``, ``y`` and ``positive`` each, in pixels of the upright image.
        box: ``left``, ``top``, ``width`` and ``height`` of a rectangle around the thing.

    Raises:
        Invalid: ``prompt_empty``, or when the model cannot use the image.
        Conflict: ``segmenter_absent`` when no weights are configured.
        Unavailable: ``segmenter_starting`` when it does not answer yet.
    """
    if not points and box is None:
        raise Invalid(
            "Nothing is pointed at. Send at least one point, or a box.", code="prompt_empty"
        )
    row = _require_running()
    prompt: dict[str, Any] = {"points": list(points)}
    if box is not None:
        prompt["box"] = dict(box)
    try:
        results = _ask(row, sample, prompt)
    except _Gone as error:
        raise _starting() from error
    Segmenter.objects.filter(id=row.id).update(last_used_at=timezone.now())
    if not results:
        return Segmentation(row.name, None, None)
    found = results[0]
    geometry = {"kind": "mask", "size": found["size"], "counts": found["mask"]}
    return Segmentation(row.name, geometry, found["score"])


def show_image(row: Segmenter, sample: SampleRef) -> bool:
    """Show the server an image before the first click; return whether there is a server."""
    try:
        _ask(row, sample, None)
    except _Gone:
        return False
    return True


def _require_running() -> Segmenter:
    if configured() is None:
        raise Conflict(
            "No weights of a segmentation model are configured. The administrator puts them into "
            "the folder that EASEL_PRETRAINED_FOLDER names; until then the classical cut-out is "
            "used.",
            code="segmenter_absent",
        )
    row = current()
    if row is None or status_of(row).state != "ready":
        raise _starting()
    return row


def _starting() -> Unavailable:
    return Unavailable(
        "The segmentation model is not running yet. Try again in a moment.",
        code="segmenter_starting",
    )


def _ask(
    row: Segmenter, sample: SampleRef, prompt: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """Return the results; the image itself is sent only where the server does not keep it."""
    fields = {} if prompt is None else {"prompt": json.dumps(prompt)}
    response = _post(row, data={**fields, "image_key": sample.sha256})
    if _is_not_kept(response):
        with store().open(key_of(sample.sha256)) as file:
            content: bytes = file.read()
        response = _post(row, data=fields, files={"image": ("image", content)})
    return require_results(response, _no_results())


def _is_not_kept(response: httpx.Response) -> bool:
    problem = problem_of(response)
    return problem is not None and problem.params.get("reason") == _NOT_KEPT


def _no_results() -> Unavailable:
    return Unavailable(
        "The segmentation model did not respond. Try again in a moment.",
        code="segmenter_unavailable",
    )


def _post(row: Segmenter, *, data: Mapping[str, str], files: Any = None) -> httpx.Response:
    token = sign_token(
        token_id=uuid4(),
        subject="segmenting",
        audience=audience(),
        deployments=[str(row.id)],
        expires_at=timezone.now() + _TOKEN_LIFE,
    )
    # A form without a file would go URL-encoded, which the server does not take.
    parts = {name: (None, value) for name, value in data.items()} | (files or {})
    try:
        return httpx.post(
            f"{row.address}/predict",
            headers={"Authorization": f"Bearer {token}"},
            timeout=CALL_SECONDS,
            files=parts,
        )
    except httpx.ConnectError as error:
        raise _Gone from error
    except httpx.HTTPError as error:
        raise _no_results() from error
