"""Take stored calls and true answers over from the gateway's folder into rows."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable
from datetime import timedelta
from itertools import islice
from pathlib import Path

import pydantic
from django.db import DataError, transaction
from django.db.models import Q
from django.utils import timezone

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
UNUSED_SECONDS = 600.0
LATE_SECONDS = 120.0
"""Shadows are asked for half a minute before a call is stored."""
_HEAD_BYTES = 16


def collect(*, endpoint: StoringEndpoint, folder: Path) -> int:
    """Take over what an endpoint's gateway stored; return the number of calls.

    Safe to repeat after a break at any step: a call is one row, and its files go once that is
    there. What came before the consent was withdrawn is deleted.

    Args:
        endpoint: whose calls.
        folder: where the gateway writes about it.
    """
    found = list(islice((folder / "samples").glob("[!.]*.json"), MAX_AT_ONCE))
    for path in found:
        _take_call(endpoint, path)
    # What is said of a call is read once the call is here.
    if len(found) < MAX_AT_ONCE:
        _take_feedback(endpoint, folder)
    return len(found)


def delete_unused_files(folder: Path) -> int:
    """Delete files that a gateway left which was killed while it stored a call; return how many."""
    num = 0
    for path in (folder / "samples").glob("*"):
        is_complete = path.suffix == ".json" and not path.name.startswith(".")
        whole = path.with_name(path.name.split(".")[0] + ".json")
        try:
            is_old = time.time() - path.stat().st_mtime > UNUSED_SECONDS
        except FileNotFoundError:
            continue
        if is_old and not is_complete and not whole.exists():
            path.unlink(missing_ok=True)
            num += 1
    return num


def _take_call(endpoint: StoringEndpoint, path: Path) -> None:
    try:
        call = SampledCall.model_validate_json(_without_nul(path.read_bytes()))
        if endpoint.sampling is not None:
            _store(endpoint, call, path)
    except (pydantic.ValidationError, DataError, FileNotFoundError):
        # One call that no database takes must not keep the others from being stored.
        logger.exception("stored call unreadable", extra={"file": path.name})
    # The one that tells of the others goes first.
    path.unlink(missing_ok=True)
    for part in path.parent.glob(f"{path.stem}.*"):
        part.unlink(missing_ok=True)


def _without_nul(document: bytes) -> bytes:
    """Return JSON with another character for NUL, which texts of PostgreSQL cannot hold."""
    return document.replace(rb"\u0000", rb"\ufffd")


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
    for path in sorted(folder.glob("feedback-*.taken")):
        if time.time() - path.stat().st_ctime > SETTLED_SECONDS:
            _read_feedback(endpoint, path)
            path.unlink()
    for path in folder.glob("feedback-*.jsonl"):
        path.rename(path.with_suffix(f".{time.time_ns()}.taken"))


def _read_feedback(endpoint: StoringEndpoint, path: Path) -> None:
    answers: dict[int, TrueAnswer] = {}
    for line in path.read_bytes().splitlines():
        try:
            answer = TrueAnswer.model_validate_json(_without_nul(line))
        except pydantic.ValidationError:
            logger.warning("true answer unreadable", extra={"file": path.name})
            continue
        # Of several about one call the last one counts.
        answers[answer.log_id] = answer
    rows = StoredCall.objects.filter(deployment_id=endpoint.id, log_id__in=list(answers))
    for row in list(rows.only("id", "log_id", "caller", "results")):
        _note_truth(endpoint, row, answers.pop(row.log_id))
    _keep_waiting(answers.values(), path)


def _keep_waiting(answers: Iterable[TrueAnswer], path: Path) -> None:
    """Keep true answers that came before their calls, as far as those may still come."""
    since = timezone.now() - timedelta(seconds=LATE_SECONDS)
    late = [answer for answer in answers if answer.time > since]
    if late:
        lines = "".join(f"{answer.model_dump_json()}\n" for answer in late)
        partial = path.with_name(f".late.{time.time_ns()}")
        partial.write_text(lines, encoding="utf-8")
        partial.replace(path.with_name(f"feedback-late.{time.time_ns()}.taken"))


def _note_truth(endpoint: StoringEndpoint, row: StoredCall, truth: TrueAnswer) -> None:
    """Write down what was right of a call, and whether its results were.

    Only its own caller knows what it called about. A later answer takes the place of an earlier
    one, and one of another kind than what was predicted is none.
    """
    evaluated = evaluate(
        row.results,
        truth,
        has_rows=TASKS[endpoint.task].media is Media.TABLE,
        multi_label=endpoint.multi_label,
    )
    if row.caller != (truth.caller or "")[:200] or evaluated is None:
        logger.info("true answer not taken", extra={"log_id": row.log_id})
        return
    is_newer = Q(answered_at=None) | Q(answered_at__lt=truth.time)
    StoredCall.objects.filter(is_newer, id=row.id).update(
        truth=truth.model_dump(mode="json", include={"labels", "value", "text"}),
        answered_at=truth.time,
        num_evaluated=evaluated.num_evaluated,
        num_right=evaluated.num_right,
        error=evaluated.error,
    )
