"""What other apps may know of drift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import get_args
from uuid import UUID

from engine.specs.drift import FeatureDistribution, FeatureDrift, Verdict

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True)
class DriftSettingsView:
    """When windows of calls end, and how long they are kept.

    One ends after ``window_calls`` calls, or after ``window_hours`` as soon as it has enough of
    them for a verdict.
    """

    window_calls: int = 500
    window_hours: int = 24
    keep_days: int = 90


@dataclass(frozen=True)
class DriftWindowView:
    """A window of calls that has ended.

    Of ``num_calls`` that were answered ``num_measured`` were measured, which makes
    ``num_compared`` inputs: a table counts with its rows. ``excess`` is the largest statistic as a
    multiple of its threshold, null where nothing was compared.
    """

    id: UUID
    revision: int
    first_at: datetime
    last_at: datetime
    num_calls: int
    num_measured: int
    num_compared: int
    verdict: Verdict
    num_drifted: int
    excess: float | None


@dataclass(frozen=True)
class DriftWindowReport:
    """A window with its features: those that drifted first, with how they were and are spread."""

    window: DriftWindowView
    num_reference: int | None
    features: Sequence[FeatureDrift]
    distributions: Sequence[FeatureDistribution]


@dataclass(frozen=True)
class RevisionDrift:
    """Whether the calls of a revision look like the samples that its model was evaluated on.

    Only a package that ``has_reference`` can be compared. ``num_counted`` inputs are in the window
    that is being counted, of at least ``num_needed`` for a verdict. ``drifted_since`` is when the
    first of the latest windows began that have drifted without a break.
    """

    revision: int
    version: int
    weight: float
    is_shadow: bool
    has_reference: bool
    num_counted: int
    num_needed: int
    latest: DriftWindowView | None
    drifted_since: datetime | None


@dataclass(frozen=True)
class DeploymentDrift:
    """The drift of an endpoint: of each revision that is called, the newest first."""

    revisions: Sequence[RevisionDrift]
