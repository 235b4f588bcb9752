"""Look at the data before a run and say what is wrong with it, without opening a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Invalid
from backend.datasets.contracts import VersionRef
from backend.datasets.services.sample_index import records
from backend.training.services.columns import check_columns
from backend.training.services.data import label_union, num_rows, require_versions
from backend.training.services.options import parse
from engine.catalog import TASKS, Media, TaskCard
from engine.specs.data import SampleRecord
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.specs.training import TaskOptions
from engine.validation.checks import Census, Finding, blocking_first, check_census
from engine.validation.confirmation import CODE, refusal, unconfirmed
from engine.validation.rows import check_rows
from engine.validation.usable import is_usable, labels_learnt, telling_segments


def check_data(
    *,
    caller: Caller,
    dataset_version_ids: Sequence[UUID],
    task_options: Mapping[str, Any] | None = None,
) -> tuple[Finding, ...]:
    """Return what is wrong with the data of a request.

    Raises:
        NotFound: when a version does not exist for the caller.
        Invalid: when versions or options do not fit.
    """
    project, versions = require_versions(
        caller=caller, version_ids=dataset_version_ids, minimum=Role.DEVELOPER
    )
    options = parse(project.task, task_options or {}, pointer="/task_options")
    return find(TASKS[project.task], versions, options)


def require_trainable(card: TaskCard, versions: Sequence[VersionRef], options: TaskOptions) -> None:
    """Refuse data that a run could only fail on, or of which something has to be confirmed.

    Raises:
        Invalid: with the first blocking finding; ``not_confirmed`` with those that nobody agreed
            to.
    """
    findings = find(card, versions, options)
    for finding in findings:
        if finding.blocking:
            raise Invalid(finding.message, code=finding.code, **finding.params)
    if isinstance(options, TabularPredictionOptions | TabularForecastingOptions):
        waiting = unconfirmed(findings, options.accepted)
        if waiting:
            message, params = refusal(waiting)
            raise Invalid(message, code=CODE, **params)


def find(
    card: TaskCard, versions: Sequence[VersionRef], options: TaskOptions
) -> tuple[Finding, ...]:
    """Return all findings, blocking ones first."""
    census = Census(label_union(versions), versions[0].multi_label)
    for line in records(versions):
        record = SampleRecord.model_validate(line)
        census.add(
            id=record.id,
            split=record.split,
            labels=labels_learnt(record, card),
            width=record.width,
            height=record.height,
            is_usable=is_usable(record, card, census.multi_label),
            num_segments=len(telling_segments(record, card)),
        )
    columns = check_columns(options, [version.id for version in versions])
    return blocking_first((*check_census(census, card), *_rows(card, versions), *columns))


def _rows(card: TaskCard, versions: Sequence[VersionRef]) -> Iterator[Finding]:
    """Yield that the tables together are short."""
    total = sum(num_rows(versions).values())
    if card.media is Media.TABLE and total:
        yield from check_rows(total, card)
