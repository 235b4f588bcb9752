"""What the engine is told to propose settings from, and the trials that its answer begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from backend.projects.selectors import organisation_of
from backend.training.services.runs import start_trial
from backend.tuning.models import Study, Trial
from backend.tuning.selectors.trials import ACTIVE
from backend.tuning.services.populations import has_weights, population_of
from backend.tuning.services.progress import MIN_FOR_IMPORTANCES, numbers_to_begin
from backend.tuning.services.specs import curve_of, study_spec
from backend.tuning.services.starts import starts_pretrained
from engine.catalog import TASKS
from engine.catalog.searchable import with_settings
from engine.specs.tuning import study as specs
from engine.specs.tuning.search_space import Value

Finish = Callable[[Mapping[str, Any]], None]

_STATES = {
    Trial.State.QUEUED: "running",
    Trial.State.RUNNING: "running",
    Trial.State.COMPLETE: "complete",
    Trial.State.PRUNED: "pruned",
    Trial.State.FAILED: "failed",
}


def prepare_proposal(*, study_id: UUID, numbers: list[int]) -> specs.ProposalSpec:
    """Return a study and its trials as the engine knows them.

    Trials that somebody cancelled tell nothing and are left out.
    """
    study = Study.objects.get(id=study_id)
    rows = list(study.trials.exclude(state=Trial.State.CANCELLED).select_related("training_run"))
    ended = [row for row in rows if row.state not in ACTIVE]
    ended.sort(key=lambda row: (row.finished_at or row.created_at, row.number))
    active = sorted((row for row in rows if row.state in ACTIVE), key=lambda row: row.number)
    has_copies = any(row.is_copy for row in rows)
    num_complete = sum(row.state == Trial.State.COMPLETE for row in rows)
    return specs.ProposalSpec(
        study=study_spec(study, has_copies=has_copies),
        trials=tuple(_trial(row) for row in (*ended, *active)),
        numbers=tuple(numbers),
        # Scores of a population tell of all intervals so far, not of the settings of the last.
        wants_importances=(
            study.population is None
            and num_complete >= MIN_FOR_IMPORTANCES
            and study.importances_of < num_complete
        ),
    )


def take_proposal(
    *, study_id: UUID, numbers: list[int], proposal: specs.Proposal, finish: Finish
) -> None:
    """Begin the trials of a proposal and end its job, both or neither.

    What the study has no room for any more, because somebody stopped it meanwhile, is dropped; so
    is what would begin from weights that were cleared meanwhile, and is asked for again.
    """
    with transaction.atomic():
        study = Study.objects.select_for_update().get(id=study_id)
        study.revision += 1
        if proposal.importances:
            study.importances = dict(proposal.importances)
            study.importances_of = study.trials.filter(state=Trial.State.COMPLETE).count()
        num_active = study.trials.filter(state__in=ACTIVE).count()
        free = numbers_to_begin(study, num_active=num_active)
        parents = proposal.parents or (None,) * len(numbers)
        wanted = {number for number in parents if number is not None}
        known = {row.number: row for row in study.trials.filter(number__in=wanted)}
        begun = []
        for number, settings, parent in zip(numbers, proposal.settings, parents, strict=False):
            row = None if parent is None else known[parent]
            if number in free and (row is None or row.has_package):
                _begin(study, number, dict(settings), row)
                begun.append(number)
        if len(proposal.settings) < len(numbers):
            study.is_exhausted = True
        study.save(update_fields=("revision", "importances", "importances_of", "is_exhausted"))
        finish({"numbers": begun})


def _begin(study: Study, number: int, settings: dict[str, Value], parent: Trial | None) -> None:
    """Record a trial and queue its run, or let a script run it."""
    run_id = None if study.is_scripted else _start_run(study, number, settings)
    Trial.objects.create(
        study=study,
        number=number,
        settings=settings,
        training_run_id=run_id,
        parent=parent,
        revision=study.revision,
    )


def _start_run(study: Study, number: int, settings: dict[str, Value]) -> UUID:
    options, backbone = with_settings(study.options, settings)
    population = population_of(study)
    if population is not None:
        options["epochs"] = population.interval
    network = TASKS[study.task].backbone(backbone or study.backbone)
    links = Study.dataset_versions.through.objects.filter(study_id=study.id).order_by("id")
    return start_trial(
        study_id=study.id,
        organisation_id=organisation_of(project_id=study.project_id),
        project_id=study.project_id,
        dataset_version_ids=list(links.values_list("datasetversion_id", flat=True)),
        task=study.task,
        name=f"{study.name[:100]} · {number}",
        requested_by_id=study.created_by_id,
        target=study.target,
        backbone=network.key,
        options=options,
        seed=study.seed,
        pretrained=starts_pretrained(study, network),
        data_fraction=study.data_fraction,
    )


def _trial(row: Trial) -> specs.Trial:
    return specs.Trial(
        number=row.number,
        settings=row.settings,
        state=_STATES[Trial.State(row.state)],
        score=row.score,
        curve=curve_of(row.curve),
        has_weights=has_weights(row),
        latency_ms=row.latency_ms,
    )
