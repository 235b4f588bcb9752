"""Turn a run's row into the spec its process is given."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from backend.api.catalog import require_allowed
from backend.api.errors import NotFound
from backend.datasets.contracts import VersionRef
from backend.datasets.selectors.references import version_refs
from backend.datasets.services.sample_index import records
from backend.files.contracts.keys import key_of
from backend.model_registry.services.packages import unpacked
from backend.model_registry.services.versions import next_version_number
from backend.training.models import TrainingRun
from backend.training.selectors import used_versions
from backend.training.services.index import partial, write_data
from backend.training.services.options import parse
from engine.catalog import TASKS
from engine.specs.training import PretrainedSpec, TrainingSpec


def prepare_launch(*, run_id: UUID, folder: Path) -> TrainingSpec:
    """Write the sample index of a run into ``folder`` and return its spec.

    Raises:
        NotFound: when a dataset version is gone.
        Invalid: ``licence_forbidden`` when its weights are no longer allowed.
        Unavailable: ``disk_full``.
    """
    run = TrainingRun.objects.select_related("project", "initial_model_version").get(id=run_id)
    # Here again: a run may have waited, a search makes its own, and what is allowed may change.
    if run.pretrained:
        require_allowed(TASKS[run.task].backbone(run.backbone))
    versions = _versions(run)
    initial = run.initial_model_version
    return TrainingSpec(
        run_id=str(run.id),
        task=run.task,
        data=write_data(versions, folder, partial(records(versions), run.data_fraction)),
        backbone=run.backbone,
        options=parse(run.task, run.options),
        pretrained=(
            PretrainedSpec(folder=settings.ENVIRONMENT.pretrained_folder)
            if run.pretrained
            else None
        ),
        initial_package=str(unpacked(initial.package_blob_id)) if initial else None,
        seed=run.seed,
        model_name=run.project.name,
        model_version=str(next_version_number(project_id=run.project_id, name=run.project.name)),
    )


def prepare_preview(
    *, version_id: UUID, request: Mapping[str, Any], folder: Path
) -> tuple[TrainingSpec, list[Path]]:
    """Write what an augmentation preview needs; return its spec and the image files.

    Raises:
        NotFound: when the version is gone.
        Unavailable: ``disk_full``.
    """
    version = version_refs([version_id]).get(version_id)
    if version is None:
        raise NotFound(
            "The dataset version is gone. Choose another.", code="dataset_version_not_found"
        )
    task = str(request["task"])
    data = write_data([version], folder)
    spec = TrainingSpec(
        run_id=str(version_id),
        task=task,
        data=data,
        backbone=TASKS[task].backbones[0].key,
        options=parse(task, request["options"]),
    )
    files = {record["id"]: key_of(record["sha256"]) for record in records([version])}
    files_root = Path(data.files_root)
    return spec, [files_root / files[sample_id] for sample_id in request["sample_ids"]]


def _versions(run: TrainingRun) -> list[VersionRef]:
    wanted = [used.id for used in used_versions([run.id])[run.id]]
    found = version_refs(wanted)
    if len(found) != len(wanted):
        raise NotFound(
            "A dataset version of this run is gone. Start a new run on another version.",
            code="dataset_version_not_found",
        )
    return [found[version_id] for version_id in wanted]
