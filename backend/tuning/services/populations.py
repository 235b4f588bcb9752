"""Searches whose trials go on from the weights of better ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pydantic
from rest_framework import serializers

from backend.api.errors import NotFound
from backend.training.services.options import nested_errors
from backend.tuning.models import Study, Trial
from backend.tuning.selectors.trials import ACTIVE, line_of
from backend.tuning.services.files import package_of
from engine.catalog import TaskCard
from engine.catalog.population import learns_in_intervals, may_change_between_intervals
from engine.specs.training import TrainingSpec
from engine.specs.tuning.search_space import SearchSpace
from engine.specs.tuning.study import (
    POPULATION_SAMPLERS,
    NoPruner,
    Pbt,
    Population,
    Pruner,
    Sampler,
)


def parse_population(document: Mapping[str, Any] | None) -> Population | None:
    """Return a population, ``None`` for trials that learn from scratch.

    Raises:
        ValidationError: naming what is out of range.
    """
    if document is None:
        return None
    try:
        return Population.model_validate(document)
    except pydantic.ValidationError as error:
        raise serializers.ValidationError(nested_errors(error, "/population")) from error


def require_leader(population: Population | None, sampler: Sampler) -> None:
    """Refuse a sampler that cannot lead a population, or that can do nothing else.

    Raises:
        ValidationError: ``population_sampler`` or ``population_needed``.
    """
    if population is None and isinstance(sampler, Pbt):
        message = "PBT needs a population. Let trials go on from better ones, or take another way."
        raise _refusal("sampler/kind", message, "population_needed")
    if population is not None and sampler.kind not in POPULATION_SAMPLERS:
        message = (
            f"The sampler '{sampler.kind}' cannot lead a population. "
            f"Take one of: {', '.join(POPULATION_SAMPLERS)}."
        )
        raise _refusal("sampler/kind", message, "population_sampler")


def require_handing_on(card: TaskCard, backbone: str, space: SearchSpace, pruner: Pruner) -> None:
    """Refuse a population whose trials could not go on from each other's weights.

    Raises:
        ValidationError: ``population_unsupported``, ``population_pruner``, or
            ``parameter_changes_network`` of each parameter that does.
    """
    if not learns_in_intervals(card, card.backbone(backbone)):
        message = (
            f"'{backbone}' does not learn in epochs and cannot go on from another model. Let each "
            "trial learn from scratch."
        )
        raise _refusal("population", message, "population_unsupported")
    if not isinstance(pruner, NoPruner):
        message = (
            "Trials of a population are short, and those behind copy a better one. Stop none early."
        )
        raise _refusal("pruner/kind", message, "population_pruner")
    changing = {
        f"space/parameters/{place}/name": [
            serializers.ErrorDetail(
                f"The weights of a trial with another {parameter.name} would not fit. Leave it "
                "out, or let each trial learn from scratch.",
                code="parameter_changes_network",
            )
        ]
        for place, parameter in enumerate(space.parameters)
        if not may_change_between_intervals(card, parameter.name)
    }
    if changing:
        raise serializers.ValidationError(changing)


def population_of(study: Study) -> Population | None:
    """Return how the trials of a study go on from each other, ``None`` if they do not."""
    return None if study.population is None else Population.model_validate(study.population)


def has_weights(trial: Trial) -> bool:
    """Tell whether another trial can go on from what a trial learnt; one query unless joined."""
    run: Any = trial.training_run
    return trial.has_package and run is not None and package_of(run.job_id).is_dir()


def trials_to_keep(study: Study) -> set[UUID]:
    """Return the trials whose weights others have begun from or may.

    While a study runs that is the last complete trial of each member; afterwards only what trials
    that still run began from. So no more than twice the population is ever kept.
    """
    population = population_of(study)
    if population is None:
        return set()
    parents = study.trials.filter(state__in=ACTIVE, parent__isnull=False)
    kept = set(parents.values_list("parent_id", flat=True))
    if study.state == Study.State.RUNNING:
        complete = study.trials.filter(state=Trial.State.COMPLETE).order_by("number")
        last = {
            number % population.size: trial_id
            for number, trial_id in complete.values_list("number", "id")
        }
        kept |= set(last.values())
    return kept


def numbers_of_idle_members(study: Study, population: Population) -> list[int]:
    """Return the number of the next interval of each member that does not learn now, in order."""
    last = {member: member - population.size for member in range(population.size)}
    busy = set()
    for number, state in study.trials.order_by("number").values_list("number", "state"):
        last[number % population.size] = number
        if state in ACTIVE:
            busy.add(number % population.size)
    return sorted(number + population.size for member, number in last.items() if member not in busy)


def as_interval(*, run_id: UUID, spec: TrainingSpec) -> TrainingSpec:
    """Return the spec of a trial's run, which begins from its parent's weights if it has one.

    Raises:
        NotFound: ``trial_parent_gone``.
    """
    trial = Trial.objects.select_related("study", "parent__training_run").get(
        training_run_id=run_id
    )
    population = population_of(trial.study)
    if population is None:
        return spec
    epochs_before = (len(line_of(trial)) - 1) * population.interval
    initial: str | None = None
    if trial.parent is not None:
        run: Any = trial.parent.training_run
        if not has_weights(trial.parent):
            raise NotFound(
                f"The weights of trial {trial.parent.number}, which this one was to go on from, "
                "are gone. The search takes others.",
                code="trial_parent_gone",
                number=trial.parent.number,
            )
        initial = str(package_of(run.job_id))
    return spec.model_copy(update={"initial_package": initial, "epochs_before": epochs_before})


def _refusal(field: str, message: str, code: str) -> serializers.ValidationError:
    return serializers.ValidationError({field: [serializers.ErrorDetail(message, code=code)]})
