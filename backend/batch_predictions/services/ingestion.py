"""Take in what a process predicts, as it comes, and its results at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction
from django.db.models import F

from backend.batch_predictions.models import BatchPrediction, PredictionFile, PredictionProblem
from backend.files.services.blobs import put_path
from backend.suggestions.services.ingestion import ingest as ingest_suggestions
from backend.suggestions.services.ingestion import lines_behind
from engine.specs.predictions import ANSWERS_FILE, PREDICTIONS_FILES, PredictedInput
from engine.specs.suggestions import Suggestion

Finish = Callable[[Mapping[str, Any]], None]

MEDIA_TYPES: Mapping[str, str] = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv",
    "parquet": "application/vnd.apache.parquet",
}


def ingest(*, batch_id: UUID, work: Path) -> None:
    """Count all whole lines that are new, list their problems and keep their suggestions.

    Raises:
        OSError: when the file cannot be read.
    """
    path = work / ANSWERS_FILE
    while _count_some(batch_id, path):
        pass
    run_id = BatchPrediction.objects.values_list("suggestion_run_id", flat=True).get(id=batch_id)
    if run_id is not None:
        ingest_suggestions(run_id=run_id, path=path, read=_suggestion)


def complete_batch(*, batch_id: UUID, work: Path, finish: Finish) -> None:
    """Keep the files of predictions and end the job; safe to repeat after a break."""
    ingest(batch_id=batch_id, work=work)
    with transaction.atomic():
        for form, name in PREDICTIONS_FILES.items():
            # Storing consumes the file; what is refused later finds the first one still there.
            taken = work / f"{name}.taken"
            taken.unlink(missing_ok=True)
            os.link(work / name, taken)
            blob_id = put_path(path=taken, media_type=MEDIA_TYPES[form])
            PredictionFile.objects.update_or_create(
                batch_id=batch_id, format=form, defaults={"blob_id": blob_id}
            )
        batch = BatchPrediction.objects.get(id=batch_id)
        finish({"num_predicted": batch.num_predicted, "num_failed": batch.num_failed})


@transaction.atomic
def _count_some(batch_id: UUID, path: Path) -> bool:
    """Count some lines; return whether there were any."""
    # Locked, as the row tells from where on the file is still to be read.
    batch = BatchPrediction.objects.select_for_update().get(id=batch_id)
    found, end = lines_behind(path, batch.num_bytes_read)
    if not found:
        return False
    failed = [line for line in map(orjson.loads, found) if line["problem"] is not None]
    PredictionProblem.objects.bulk_create(
        [
            PredictionProblem(
                batch_id=batch_id,
                name=line["name"][-500:],
                code=line["problem"]["code"][:60],
                message=line["problem"]["message"][:1000],
                params=line["problem"].get("params", {}),
            )
            for line in failed
        ],
        batch_size=1000,
    )
    BatchPrediction.objects.filter(id=batch_id).update(
        num_bytes_read=end,
        num_predicted=F("num_predicted") + len(found) - len(failed),
        num_failed=F("num_failed") + len(failed),
    )
    return True


def _suggestion(line: bytes) -> Suggestion:
    """Return what a line suggests; of an input without a prediction, why there is nothing."""
    answer = PredictedInput.model_validate_json(line)
    if answer.suggestion is not None:
        return answer.suggestion
    assert answer.problem is not None
    return Suggestion(id=answer.id, problem=answer.problem.message)
