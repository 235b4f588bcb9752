"""Take stored calls and true answers over from the gateway's folder into rows."""

from __future__ import annotations

import logging
import os
import time
from itertools import islice
from pathlib import Path

import pydantic
from django.db import transaction

from backend.deployments.contracts import StoringEndpoint
from backend.files.services.blobs import put_path
from backend.stored_calls.models import StoredCall
from backend.stored_calls.services.evaluation import evaluate
from backend.stored_calls.services.media_types import media_type_of
from engine.catalog import TASKS, Media
from engine.specs.gateway import SampledCall, TrueAnswer

logger = logging.getLogger(__name__)

MAX_AT_ONCE = 200
SETTLED_SECONDS = 2.0
"""After so long nobody writes any more into a file that was renamed."""
_HEAD_BYTES = 16


def collect(*, endpoint: StoringEndpoint, folder: Path) -> int:
    """Take over what an endpoint's gateway stored; return the number of calls.

    Safe to repeat after a break at any step: a call is one row, and its files go once that is
    there. What came before the consent was withdrawn is deleted.

    Args:
        endpoint: whose calls.
        folder: where the gateway writes about it.
    """
    found = list(islice((folder / "samples").glob("*.json"), MAX_AT_ONCE))
    for path in found:
        _take_call(endpoint, path)
    _take_feedback(endpoint, folder)
    return len(found)


def _take_call(endpoint: StoringEndpoint, path: Path) -> None:
    try:
        call = SampledCall.model_validate_json(path.read_bytes())
    except pydantic.ValidationError:
        logger.warning("stored call unreadable", extra={"file": path.name})
        path.unlink()
        return
    if endpoint.sampling is not None:
        _store(endpoint, call, path)
    # The one that tells of the others goes first.
    path.unlink()
    for part in call.files:
        _file_of(path, part).unlink(missing_ok=True)


def _store(endpoint: StoringEndpoint, call: SampledCall, path: Path) -> None:
    if StoredCall.objects.filter(deployment_id=endpoint.id, log_id=call.log_id).exists():
        return
    file = _file_of(path, call.files[0]) if call.files else None
    num_bytes = path.stat().st_size + (file.stat().st_size if file else 0)
    agreements = [one.agreement for one in call.shadows if one.agreement is not None]
    with transaction.atomic():
        StoredCall.objects.create(
            deployment_id=endpoint.id,
            log_id=call.log_id,
            called_at=call.time,
            caller=(call.caller or "")[:200],
            revision=call.revision,
            model_version_id=endpoint.versions.get(call.revision or 0),
            reason=call.reason,
            values=call.values,
            blob_id=None if file is None else _put(file, call.files[0]),
            results=call.results,
            shadows=[one.model_dump(mode="json") for one in call.shadows],
            agreement=min(agreements, default=None),
            top_label=(call.top_label or "")[:300],
            top_score=call.top_score,
            num_bytes=num_bytes,
        )


def _put(file: Path, part: str) -> str:
    with file.open("rb") as stream:
        media_type = media_type_of(stream.read(_HEAD_BYTES), part)
    # Storing consumes the file; after a break the first one has to be there still.
    taken = file.with_suffix(f"{file.suffix}-taken")
    taken.unlink(missing_ok=True)
    os.link(file, taken)
    return put_path(path=taken, media_type=media_type)


def _file_of(path: Path, part: str) -> Path:
    return path.with_suffix(f".{part}")


def _take_feedback(endpoint: StoringEndpoint, folder: Path) -> None:
    """Take over true answers: a file is renamed, and read at a later look.

    Its writer opens it by its name each time, and may have done so just before.
    """
    for path in folder.glob("feedback-*.taken"):
        if time.time() - path.stat().st_ctime > SETTLED_SECONDS:
            _read_feedback(endpoint, path)
            path.unlink()
    for path in folder.glob("feedback-*.jsonl"):
        path.rename(path.with_suffix(f".{time.time_ns()}.taken"))


def _read_feedback(endpoint: StoringEndpoint, path: Path) -> None:
    answers: dict[int, TrueAnswer] = {}
    for line in path.read_bytes().splitlines():
        try:
            answer = TrueAnswer.model_validate_json(line)
        except pydantic.ValidationError:
            logger.warning("true answer unreadable", extra={"file": path.name})
            continue
        # Of several about one call the last one counts.
        answers[answer.log_id] = answer
    rows = StoredCall.objects.filter(deployment_id=endpoint.id, log_id__in=list(answers))
    found = list(rows.only("id", "log_id", "results"))
    for row in found:
        note_truth(endpoint, row, answers[row.log_id])
    if len(found) < len(answers):
        logger.info("true answers without a call", extra={"num": len(answers) - len(found)})


def note_truth(endpoint: StoringEndpoint, row: StoredCall, truth: TrueAnswer) -> None:
    """Write down what was right of a call, and whether its results were."""
    card = TASKS[endpoint.task]
    may_have_several = not card.annotation_card.is_classification or endpoint.multi_label
    evaluated = evaluate(
        row.results,
        truth,
        has_rows=card.media is Media.TABLE,
        multi_label=may_have_several,
    )
    StoredCall.objects.filter(id=row.id).update(
        truth=truth.model_dump(mode="json", include={"labels", "value", "text"}),
        answered_at=truth.time,
        num_evaluated=evaluated.num_evaluated,
        num_right=evaluated.num_right,
        error=evaluated.error,
    )
