"""The action ``batch_prediction`` of schedules; its arguments are a request to begin one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rest_framework.exceptions import ValidationError

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict, Invalid
from backend.batch_predictions.models import BatchPrediction
from backend.batch_predictions.serializers import NewBatchPredictionSerializer
from backend.batch_predictions.services.starting import create_batch, inputs_of
from backend.jobs.selectors import get_view
from backend.model_registry.selectors import require_ref


def check(*, caller: Caller, project_id: UUID, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments as they were given, once they would begin a prediction.

    Raises:
        ValidationError: naming each wrong one.
        Invalid: ``files_not_scheduled``, ``project_differs``, or as ``inputs_of`` does.
        NotFound, NotAllowed: when the caller may not begin it.
        Conflict: ``version_not_ready``.
    """
    fields = _read(arguments)
    if fields["source"] == BatchPrediction.Source.FILES:
        raise Invalid(
            "A schedule predicts what is there each time. Choose a dataset, a view, a version "
            "or a folder of the server, not files that are sent.",
            code="files_not_scheduled",
        )
    version = require_ref(
        caller=caller, version_id=fields.pop("model_version_id"), minimum=Role.DEVELOPER
    )
    if version.project_id != project_id:
        raise Invalid(
            "The model belongs to another project than the schedule. Choose one of its own.",
            code="project_differs",
        )
    fields.pop("makes_labels", None)
    inputs_of(caller=caller, version=version, **fields)
    return dict(arguments)


def begin(*, caller: Caller, schedule_id: UUID, arguments: Mapping[str, Any]) -> None:
    """Order the prediction, unless the one before still goes on.

    Raises:
        Conflict: ``previous_run_busy``.
        ApiError: as ``create_batch`` does.
    """
    _require_done(schedule_id)
    fields = _read(arguments)
    version = require_ref(
        caller=caller, version_id=fields.pop("model_version_id"), minimum=Role.DEVELOPER
    )
    create_batch(caller=caller, version=version, schedule_id=schedule_id, **fields)


def _read(arguments: Mapping[str, Any]) -> dict[str, Any]:
    reader = NewBatchPredictionSerializer(data=dict(arguments))
    try:
        reader.is_valid(raise_exception=True)
    except ValidationError as error:
        raise ValidationError({"arguments": error.detail}) from error
    return dict(reader.validated_data)


def _require_done(schedule_id: UUID) -> None:
    before = BatchPrediction.objects.filter(schedule_id=schedule_id).order_by("-created_at").first()
    if before is None or before.job_id is None or get_view(job_id=before.job_id).is_finished:
        return
    raise Conflict(
        "The prediction before still went on, so none was begun. Choose longer times between them.",
        code="previous_run_busy",
    )
