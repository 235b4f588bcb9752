"""What of a project's task can be searched."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from backend.accounts.contracts import Caller
from backend.projects.selectors import require_project
from backend.training.services.estimates import require_backbone
from backend.tuning.contracts import SearchableSpace
from backend.tuning.models import Study
from engine.catalog import TASKS, Media, TaskCard
from engine.catalog.population import learns_in_intervals, may_change_between_intervals
from engine.catalog.searchable import (
    BACKBONE,
    Searchable,
    default_parameters,
    searchable_options,
)


def searchable_space(
    *, caller: Caller, project: UUID, backbone: Sequence[str] = ()
) -> SearchableSpace:
    """Return the searchable parameters of a project's task.

    Raises:
        NotFound: when the caller may not see the project.
        ValidationError: when the task has no such backbone.
    """
    card = TASKS[require_project(caller=caller, project_id=project).task]
    for key in backbone:
        require_backbone(card.key, key)
    parameters = default_parameters(card, backbone)
    names = {parameter.name for parameter in parameters}
    options = [option for option in searchable_options(card) if option.name in names]
    defaults = {
        option.name: None if option.default == "auto" else option.default for option in options
    }
    if BACKBONE in names:
        defaults = {BACKBONE: None, **defaults}
    metric, direction = compared_by(card)
    networks = [card.backbone(key) for key in backbone] or card.backbones
    return SearchableSpace(
        task=card.key,
        space={
            "parameters": [one.model_dump(mode="json", exclude_none=True) for one in parameters]
        },
        suggested=_suggested(card, options, names),
        defaults=defaults,
        primary_metric=metric,
        direction=direction,
        supports_data_fraction=supports_data_fraction(card),
        supports_population=all(learns_in_intervals(card, one) for one in networks),
        fixed_in_population=[
            name for name in sorted(names) if not may_change_between_intervals(card, name)
        ],
    )


def _suggested(card: TaskCard, options: Sequence[Searchable], names: Collection[str]) -> list[str]:
    """Return what most searches vary: of tables the model, which matters more than its options."""
    suggested = [option.name for option in options if option.is_suggested]
    if BACKBONE in names and card.media is Media.TABLE:
        return [BACKBONE, *suggested]
    return suggested or [option.name for option in options]


def compared_by(card: TaskCard) -> tuple[str, str]:
    """Return the metric by which trials are compared, and which way is better."""
    if card.search_metric is not None:
        return card.search_metric, Study.Direction.MINIMIZE
    better_up = card.higher_is_better
    return card.primary_metric, (
        Study.Direction.MAXIMIZE if better_up else Study.Direction.MINIMIZE
    )


def supports_data_fraction(card: TaskCard) -> bool:
    """Tell whether a part of the samples is less data: a table is one sample of many rows."""
    return card.media is not Media.TABLE
