"""What the run of a trial says on its way and makes in the end."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.jobs.contracts import NewEvent
from backend.jobs.services.jobs import request_cancellation
from backend.tuning.models import Study, Trial
from backend.tuning.services.specs import curve_of, direction_of, pruner_of
from engine.specs.tuning.study import NoPruner
from engine.tuning.pruning import is_hopeless


def note_measurements(*, run_id: UUID, events: Sequence[NewEvent]) -> None:
    """Add what was measured to the curve of a trial, and stop the trial if it is hopeless."""
    trial = Trial.objects.select_related("study").filter(training_run_id=run_id).first()
    if trial is None:
        return
    measured = _measured(events, trial.study.primary_metric)
    if not measured:
        return
    with transaction.atomic():
        study = Study.objects.select_for_update().get(id=trial.study_id)
        # Read again under the lock: the study may have been advanced meanwhile.
        trial.refresh_from_db()
        was_hopeless = trial.is_hopeless
        add_to_curve(study, trial, measured)
        study.revision += 1
        trial.revision = study.revision
        if trial.is_hopeless and not was_hopeless:
            run: Any = trial.training_run
            request_cancellation(job_id=run.job_id, requested_by_id=None)
        trial.save(update_fields=("curve", "is_hopeless", "revision"))
        study.save(update_fields=("revision",))


def add_to_curve(study: Study, trial: Trial, measured: Mapping[int, float]) -> None:
    """Add scores by step to the curve of a trial, and say if it is hopeless; the caller saves.

    A run that goes on from a checkpoint measures some epochs again; the later one counts.
    """
    curve = {int(step): score for step, score in trial.curve} | dict(measured)
    trial.curve = [[step, curve[step]] for step in sorted(curve)]
    trial.is_hopeless = trial.is_hopeless or _is_hopeless(study, trial)


def complete_trial(
    *, run_id: UUID, package: Path, finish: Callable[[Mapping[str, Any]], None]
) -> None:
    """End the job of a trial; its package stays in the work folder until another is better.

    Raises:
        OSError: when the run left no package, or one without what its manifest names.
    """
    (package / "manifest.json").stat()
    with transaction.atomic():
        study = Study.objects.select_for_update().get(trials__training_run_id=run_id)
        study.trials.filter(training_run_id=run_id).update(latency_ms=_latency_ms(package))
        finish({"trial_of": str(study.id)})


def _latency_ms(package: Path) -> float | None:
    """Return how long one answer took when the run tried its package; ``None`` if it did not."""
    manifest = json.loads((package / "manifest.json").read_bytes())
    if manifest.get("report_file") is None:
        return None
    report = json.loads((package / manifest["report_file"]).read_bytes())
    measured = report.get("runtime", {}).get("latency_p50_ms")
    return None if measured is None else float(measured)


def _measured(events: Sequence[NewEvent], metric: str) -> dict[int, float]:
    """Return the validation scores among events by epoch, counted from 1."""
    result: dict[int, float] = {}
    for event in events:
        if event.kind != "metric" or event.data["split"] != "validation":
            continue
        value = event.data["values"].get(metric)
        if isinstance(value, int | float) and math.isfinite(value):
            result[max(1, round(event.data["epoch"]))] = float(value)
    return result


def _is_hopeless(study: Study, trial: Trial) -> bool:
    pruner = pruner_of(study)
    if isinstance(pruner, NoPruner):
        return False
    others = Trial.objects.filter(study=study).exclude(id=trial.id).exclude(curve=[])
    return is_hopeless(
        pruner,
        direction_of(study),
        curve_of(trial.curve),
        [curve_of(curve) for curve in others.values_list("curve", flat=True)],
    )
