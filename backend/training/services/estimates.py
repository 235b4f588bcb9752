"""How long a run would take: from like runs of this installation, else from a stated formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from statistics import median
from typing import Any
from uuid import UUID

from rest_framework.serializers import ValidationError

from backend.accounts.contracts import Caller, Role
from backend.jobs.contracts import JobState
from backend.training.contracts import BackboneEstimate
from backend.training.models import TrainingRun
from backend.training.services.data import num_of_split, require_versions
from backend.training.services.options import parse
from engine.catalog import TARGETS, TASKS, BackboneCard

# Two multiply-adds a parameter and pixel-independent weight reuse make a step cost about
# 6 × parameters × (pixels / 32) operations; two ordinary cores sustain about 50 GFLOP/s of it.
_OPERATIONS_PER_SECOND = 50e9
# A network whose input is no picture works about as much as one of this size, in pixels.
_USUAL_SIZE = 32
_FIXED_SECONDS = 8.0
_AUTO_EPOCHS = 30
_MAX_RUNS = 20
_BYTES_PER_PARAMETER = 4


def estimate(
    *,
    caller: Caller,
    dataset_version_ids: Sequence[UUID],
    backbone: str,
    options: Mapping[str, Any],
    target: str,
) -> list[BackboneEstimate]:
    """Estimate each backbone that suits the target; ``backbone`` is the one that is chosen.

    Raises:
        NotFound: when a version does not exist for the caller.
        ValidationError: when an option or the backbone is wrong.
    """
    project, versions = require_versions(
        caller=caller, version_ids=dataset_version_ids, minimum=Role.DEVELOPER
    )
    card = TASKS[project.task]
    require_backbone(card.key, backbone)
    chosen = parse(project.task, options).model_dump()
    work = num_of_split(versions, "train") * _epochs(chosen.get("epochs"))
    limit = TARGETS[target].max_parameters_millions
    return [
        _estimate(one, work, chosen.get("image_size"))
        for one in card.backbones
        if limit is None or one.parameters_millions <= limit
    ]


def require_backbone(task: str, key: str) -> BackboneCard:
    """Return a backbone of a task.

    Raises:
        ValidationError: when the task has no such backbone.
    """
    try:
        return TASKS[task].backbone(key)
    except KeyError:
        known = ", ".join(card.key for card in TASKS[task].backbones)
        raise ValidationError(
            {"backbone": [f"There is no backbone '{key}'. Known ones: {known}."]},
            code="backbone_unknown",
        ) from None


def _estimate(card: BackboneCard, work: int, image_size: Any) -> BackboneEstimate:
    size_mb = round(card.parameters_millions * _BYTES_PER_PARAMETER, 1)
    seconds_per_sample = _measured(card.key)
    if seconds_per_sample is not None:
        seconds, basis = work * seconds_per_sample, "measured"
    else:
        size = image_size if isinstance(image_size, int) else card.input_size or _USUAL_SIZE
        operations = 6 * card.parameters_millions * 1e6 * (size / 32) ** 2
        seconds = _FIXED_SECONDS + work * operations / _OPERATIONS_PER_SECOND
        basis = "estimated"
    return BackboneEstimate(card.key, card.tier.value, round(seconds, 1), size_mb, basis)


def _measured(backbone: str) -> float | None:
    """Return the seconds a sample and epoch took in the latest runs of a backbone."""
    runs = (
        TrainingRun.objects.filter(backbone=backbone, study_id=None, job__state=JobState.SUCCEEDED)
        .select_related("job", "model_version")
        .order_by("-created_at")[:_MAX_RUNS]
    )
    paces = []
    for run in runs:
        version = getattr(run, "model_version", None)
        if version is None:
            continue
        facts = version.report["training"]
        samples = int(facts["train_samples"]) * max(1, int(facts["epochs"]))
        if samples > 0:
            paces.append(_duration(run).total_seconds() / samples)
    return median(paces) if paces else None


def _duration(run: TrainingRun) -> timedelta:
    job = run.job
    if job.started_at is None or job.finished_at is None:
        return timedelta(0)
    return job.finished_at - job.started_at


def _epochs(value: Any) -> int:
    return value if isinstance(value, int) else _AUTO_EPOCHS
