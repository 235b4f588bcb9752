"""Make something of what a search has found."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Conflict
from backend.model_registry.services.versions import register_version, store_package
from backend.projects.selectors import require_project
from backend.training.services.runs import create_run
from backend.tuning.models import Study, Trial
from backend.tuning.selectors.studies import require_study
from backend.tuning.selectors.trials import require_trial
from backend.tuning.services.files import package_of
from backend.tuning.services.starts import starts_pretrained
from backend.tuning.services.studies import record_act
from engine.catalog import TASKS
from engine.catalog.searchable import with_settings


def keep_model(*, caller: Caller, study_id: UUID, number: int) -> UUID:
    """Make a model version of what a trial trained and return its id; twice is once.

    Raises:
        Conflict: ``trial_package_gone``: only the best trial's package is kept;
            ``study_is_scripted``.
        Unavailable: ``disk_full``.
    """
    study = require_study(caller=caller, study_id=study_id, minimum=Role.DEVELOPER)
    _require_runs(study)
    trial = require_trial(study=study, number=number)
    trained: Trial = trial.copied_from or trial
    run: Any = trained.training_run
    version = getattr(run, "model_version", None)
    if version is not None and version.trashed_at is None:
        kept_id: UUID = version.id
        return kept_id
    package = package_of(run.job_id) if run is not None else None
    if package is None or not trained.has_package or not package.is_dir():
        raise Conflict(
            "Only the best trial's model is kept, and this one's is not. Train its settings in "
            "full instead.",
            code="trial_package_gone",
        )
    project = require_project(caller=caller, project_id=study.project_id)
    version_id, _, _ = register_version(
        project_id=project.id,
        model_name=project.name,
        training_run_id=run.id,
        package=package,
        package_sha256=store_package(package),
        created_by_id=caller.user_id,
    )
    record_act(caller, study, "study.model_kept")
    return version_id


def train_in_full(*, caller: Caller, study_id: UUID, number: int, name: str | None = None) -> UUID:
    """Start a training run with the settings of a trial on all data; return its id.

    Raises:
        Conflict: ``study_is_scripted``, or ``population_settings_moved``.
    """
    study = require_study(caller=caller, study_id=study_id, minimum=Role.DEVELOPER)
    _require_runs(study)
    if study.population is not None:
        raise Conflict(
            "The settings of this trial were those of its last interval alone: they moved while "
            "the model learnt. Make a model version of the trial instead.",
            code="population_settings_moved",
        )
    trial = require_trial(study=study, number=number)
    options, backbone = with_settings(study.options, trial.settings)
    network = TASKS[study.task].backbone(backbone or study.backbone)
    links = Study.dataset_versions.through.objects.filter(study_id=study.id).order_by("id")
    return create_run(
        caller=caller,
        project_id=study.project_id,
        dataset_version_ids=list(links.values_list("datasetversion_id", flat=True)),
        target=study.target,
        tier=network.tier.value,
        backbone=network.key,
        options=options,
        seed=study.seed,
        pretrained=starts_pretrained(study, network),
        name=name or f"{study.name[:100]} · {number}",
    )


def _require_runs(study: Study) -> None:
    if study.is_scripted:
        raise Conflict(
            "The trials of this search were run by scripts. Run the script with the settings of "
            "this trial.",
            code="study_is_scripted",
        )
