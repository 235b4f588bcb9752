"""One real request to a model: of the data that it was trained on, or out of its package."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import httpx

from backend.api.errors import ApiError, Conflict
from backend.datasets.selectors.references import version_refs
from backend.datasets.services.sample_index import records
from backend.deployments.services.parts import MAX_BYTES, Part, form_request, parts_of_content
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.load_tests.contracts import RequestSource
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.selectors import trained_on
from backend.model_registry.services.packages import unpacked
from engine.catalog import TASKS

MAX_LOOKED_AT = 500
"""So many samples are looked through for one of the test split."""
MAX_TRIED = 5


@dataclass(frozen=True)
class ExampleRequest:
    """What is posted to ``/predict``; ``name`` is the sample's, or a path in the package."""

    source: RequestSource
    name: str
    content_type: str
    body: bytes


def example_request(version: ModelVersionRef) -> ExampleRequest:
    """Return one real request to a model.

    Raises:
        Conflict: ``no_example_request`` when neither its data nor its package has one.
        Invalid, NotFound, Unavailable: when the package cannot be unpacked.
    """
    for record in islice(_samples(version), MAX_TRIED):
        made = _of_sample(version, record)
        if made is not None:
            return made
    return _golden(version)


def _samples(version: ModelVersionRef) -> Iterator[Mapping[str, Any]]:
    """Yield samples that the model was not trained on, then others."""
    found = version_refs(trained_on(version.id))
    ready = [one for one in found.values() if one.index_sha256 is not None]
    try:
        looked_at = list(islice(records(ready), MAX_LOOKED_AT))
    except (ApiError, OSError):
        return
    yield from sorted(looked_at, key=lambda record: record.get("split") != "test")


def _of_sample(version: ModelVersionRef, record: Mapping[str, Any]) -> ExampleRequest | None:
    """Return the request about a sample, ``None`` where it is none that the model takes."""
    media = TASKS[str(version.manifest["task"])].media
    try:
        with store().open(key_of(record["sha256"])) as file:
            content: bytes = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            return None
        parts = parts_of_content(media, content)
        return _made(version, parts, "sample", str(record["name"]))
    except (ApiError, OSError, ValueError):
        return None


def _golden(version: ModelVersionRef) -> ExampleRequest:
    cases = version.manifest.get("golden", {}).get("cases", ())
    if not cases:
        raise Conflict(
            "There is no request to test with: the data of the model is gone, and its package has "
            "no example. Train it again.",
            code="no_example_request",
        )
    folder, name = unpacked(version.package_sha256), str(cases[0]["request"])
    document = json.loads((folder / name).read_bytes())
    parts: dict[str, Part] = {
        part: (folder / value["file"]).read_bytes() if _is_file(value) else value
        for part, value in document.items()
    }
    return _made(version, parts, "golden", name)


def _is_file(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {"file"}


def _made(
    version: ModelVersionRef, parts: dict[str, Part], source: RequestSource, name: str
) -> ExampleRequest:
    arguments = form_request(version.manifest["input"]["kind"], parts, {})
    # Nothing is sent: the client writes it down as it would send it.
    request = httpx.Request("POST", "http://localhost/predict", **arguments)
    return ExampleRequest(source, name[:300], request.headers["content-type"], request.read())
