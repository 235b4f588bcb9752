"""Order batch predictions: choose the inputs, take files in, queue the work."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, Invalid
from backend.api.parsers import ReceivedFile, SpooledFile
from backend.audit import services as audit
from backend.batch_predictions.models import BatchPrediction, PredictedFile
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.filters import document, filter_of
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.saved_views import require_view
from backend.datasets.selectors.versions import require_version as require_dataset_version
from backend.files.services.blobs import put_bytes, put_path
from backend.files.services.sources import folders
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job, requeue_job
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.services.fitting import require_fitting
from backend.projects.selectors import organisation_of
from backend.suggestions.services.runs import note_job, record_run
from engine.formats.layout import Problem
from engine.formats.reading.paths import clean_path

WHOLE = SampleFilter()


@dataclass(frozen=True)
class Inputs:
    """What to predict, as the row of a batch prediction keeps it."""

    source: str
    name: str = ""
    project_id: UUID | None = None
    task: str | None = None
    fields: Mapping[str, Any] | None = None


@transaction.atomic
def create_batch(
    *,
    caller: Caller,
    version: ModelVersionRef,
    source: str,
    keeps_suggestions: bool = False,
    makes_labels: bool = False,
    schedule_id: UUID | None = None,
    **place: Any,
) -> BatchPrediction:
    """Order predictions; those of files wait until the files were sent.

    Args:
        caller: who asks; at least a developer.
        version: the model.
        source: ``dataset``, ``view``, ``version``, ``files`` or ``folder``.
        keeps_suggestions: whether what the model would annotate is kept, for people to accept.
        makes_labels: whether labels that only the model knows are added to the dataset.
        schedule_id: of the schedule that begins it, if any.
        place: what the source needs, see ``NewBatchPredictionSerializer``.

    Raises:
        NotFound: when there is no such thing for the caller.
        Invalid: ``project_differs``, ``model_of_other_media``, ``suggestions_of_dataset_only``, or
            as ``record_run`` refuses suggestions; ``folder_unknown`` as ``folder_at`` does.
        Conflict: ``version_not_ready``.
    """
    inputs = inputs_of(
        caller=caller, version=version, source=source, keeps_suggestions=keeps_suggestions, **place
    )
    batch = BatchPrediction.objects.create(
        project_id=version.project_id,
        model_version_id=version.id,
        source=inputs.source,
        source_name=inputs.name[:300],
        schedule_id=schedule_id,
        created_by_id=caller.user_id,
        **(inputs.fields or {}),
    )
    if keeps_suggestions:
        assert batch.dataset_id is not None, "inputs_of lets no other have suggestions"
        batch.suggestion_run_id = record_run(
            dataset_id=batch.dataset_id,
            version=version,
            wanted=filter_of(batch.wanted),
            makes_labels=makes_labels,
            asked_by=caller,
        )
        batch.save(update_fields=["suggestion_run"])
    if inputs.source != BatchPrediction.Source.FILES:
        _queue(batch, caller)
    return batch


def inputs_of(
    *,
    caller: Caller,
    version: ModelVersionRef,
    source: str,
    keeps_suggestions: bool = False,
    **place: Any,
) -> Inputs:
    """Return what a prediction would read, once the caller may have it predicted.

    Args:
        caller, version, source, keeps_suggestions, place: see ``create_batch``.

    Raises:
        NotFound, Invalid, Conflict: as ``create_batch`` does.
    """
    inputs = _SOURCES[source](caller, version, **place)
    require_fitting(version, project_id=inputs.project_id, task=inputs.task)
    if keeps_suggestions and "dataset_id" not in (inputs.fields or {}):
        raise Invalid(
            "Suggestions are kept for samples of a dataset only. Predict a dataset, a view or a "
            "version of it, or leave them out.",
            code="suggestions_of_dataset_only",
        )
    return inputs


def add_files(*, batch: BatchPrediction, files: Sequence[ReceivedFile]) -> None:
    """Take in files to predict.

    Raises:
        Conflict: ``batch_prediction_begun``.
        Invalid: ``path_unsafe`` or ``path_length``, naming the file.
        Unavailable: when the disk is full; none of these files is in then.
    """
    named = [(_name(file), file) for file in files]
    with transaction.atomic():
        _require_open(batch.id)
        PredictedFile.objects.bulk_create(
            [PredictedFile(batch=batch, name=name, blob_id=_put(file)) for name, file in named]
        )
        BatchPrediction.objects.filter(id=batch.id).update(num_files=F("num_files") + len(named))


@transaction.atomic
def start_batch(*, batch: BatchPrediction, started_by: Caller) -> None:
    """Queue the prediction of files that were sent, or go on with one that has ended early.

    Raises:
        Conflict: ``no_files`` when none was sent, or ``job_not_resumable``.
    """
    row = BatchPrediction.objects.select_for_update().get(id=batch.id)
    if row.job_id is not None:
        requeue_job(job_id=row.job_id)
        _record(row, started_by, "batch_prediction.resumed")
        return
    if row.num_files == 0:
        raise Conflict("No file was sent yet. Send some, then start.", code="no_files")
    _queue(row, started_by)


def _require_open(batch_id: UUID) -> None:
    """Lock a batch prediction that still takes files.

    Raises:
        Conflict: ``batch_prediction_begun``.
    """
    batch = BatchPrediction.objects.select_for_update().get(id=batch_id)
    if batch.job_id is not None or batch.source != BatchPrediction.Source.FILES:
        raise Conflict(
            "This batch prediction was started and takes no more files. Start another one.",
            code="batch_prediction_begun",
        )


def _name(file: ReceivedFile) -> str:
    path = clean_path(file.path)
    if isinstance(path, Problem):
        raise Invalid(path.message, code=path.code, name=path.place)
    return path[-500:]


def _put(file: ReceivedFile) -> str:
    media_type = mimetypes.guess_type(file.path)[0] or "application/octet-stream"
    if isinstance(file.content, SpooledFile):
        return put_path(path=file.content.path, media_type=media_type)
    return put_bytes(content=file.content, media_type=media_type)


def _queue(batch: BatchPrediction, caller: Caller) -> None:
    job = create_job(
        kind=names.BATCH_PREDICTION,
        organisation_id=organisation_of(project_id=batch.project_id),
        project_id=batch.project_id,
        subject_id=batch.id,
        title=batch.source_name[:200],
        requested_by_id=caller.user_id,
    )
    batch.job_id = job.id
    batch.save(update_fields=["job"])
    if batch.suggestion_run_id is not None:
        # The labelling tool shows how far the suggestions are.
        note_job(run_id=batch.suggestion_run_id, job_id=job.id)
    _record(batch, caller, "batch_prediction.started")


def _record(batch: BatchPrediction, actor: Caller, action: str) -> None:
    audit.record(
        organisation_id=organisation_of(project_id=batch.project_id),
        actor_id=actor.user_id,
        action=action,
        target_kind="batch_prediction",
        target_id=batch.id,
        project_id=batch.project_id,
        details={"name": batch.source_name, "source": batch.source},
    )


def _dataset(
    caller: Caller,
    version: ModelVersionRef,
    *,
    dataset_id: UUID,
    filter: SampleFilter = WHOLE,
) -> Inputs:
    dataset = require_dataset(caller=caller, dataset_id=dataset_id, minimum=Role.DEVELOPER)
    return Inputs(
        source=BatchPrediction.Source.DATASET,
        name=dataset.name,
        project_id=dataset.project_id,
        task=dataset.task,
        fields={"dataset_id": dataset.id, "wanted": document(filter)},
    )


def _view(caller: Caller, version: ModelVersionRef, *, view_id: UUID) -> Inputs:
    view = require_view(caller=caller, view_id=view_id, minimum=Role.DEVELOPER)
    return Inputs(
        source=BatchPrediction.Source.DATASET,
        name=f"{view.dataset.name} · {view.name}",
        project_id=view.dataset.project_id,
        task=view.dataset.task,
        fields={"dataset_id": view.dataset_id, "wanted": view.query},
    )


def _version(caller: Caller, version: ModelVersionRef, *, dataset_version_id: UUID) -> Inputs:
    found = require_dataset_version(
        caller=caller, version_id=dataset_version_id, minimum=Role.DEVELOPER
    )
    if found.index_blob_id is None:
        raise Conflict("The version is not ready yet. Wait for its job.", code="version_not_ready")
    return Inputs(
        source=BatchPrediction.Source.VERSION,
        name=f"{found.dataset.name} #{found.number}",
        project_id=found.dataset.project_id,
        task=found.dataset.task,
        fields={
            "dataset_id": found.dataset_id,
            "dataset_version_id": found.id,
            "wanted": document(SampleFilter(version=found.id)),
        },
    )


def _files(caller: Caller, version: ModelVersionRef, *, name: str = "") -> Inputs:
    return Inputs(source=BatchPrediction.Source.FILES, name=name)


def _folder(caller: Caller, version: ModelVersionRef, *, folder: int, path: str = "") -> Inputs:
    found = folders.folder_at(organisation_of(project_id=version.project_id), folder, path)
    return Inputs(
        source=BatchPrediction.Source.FOLDER,
        name=PurePosixPath(path).name or found.name,
        fields={"folder": folder, "path": path},
    )


_SOURCES: Mapping[str, Callable[..., Inputs]] = {
    "dataset": _dataset,
    "view": _view,
    "version": _version,
    "files": _files,
    "folder": _folder,
}
