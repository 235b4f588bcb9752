"""An endpoint as those see it who watch how all of them do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class WatchedRevision:
    """A revision that answers, should answer, or did lately.

    ``died_at`` are the last times at which its model server ended by itself. ``num_ready`` of its
    replicas answer, ``None`` before that is known.
    """

    number: int
    weight: float
    routed_weight: float
    is_shadow: bool
    state: str
    error_message: str
    withdrawn_reason: str
    died_at: Sequence[datetime]
    num_ready: int | None


@dataclass(frozen=True)
class RecentCalls:
    """The calls of the last minutes, in all revisions together.

    ``num_failures`` are those that ended with a failure of ours (5xx): what callers did wrong is
    none. ``num_refused_quota`` were refused because a quota was used up. ``latency_buckets`` counts
    them by the upper bound of their latency in milliseconds, as text.
    """

    num_calls: int
    num_failures: int
    num_refused_quota: int
    latency_buckets: Mapping[str, int]


@dataclass(frozen=True)
class QuotaUse:
    """How much of a daily quota is used: of an endpoint (``key_name`` empty) or one of its keys."""

    key_name: str
    num_used: int
    num_allowed: int


@dataclass(frozen=True)
class WatchedEndpoint:
    """An endpoint with all that conditions of alerts look at.

    One that ``should_run`` is neither stopped by somebody, nor asleep for want of calls.
    """

    id: UUID
    name: str
    project_id: UUID
    project_name: str
    organisation_id: UUID
    should_run: bool
    state: str
    error_message: str
    newest_revision: int | None
    revisions: Sequence[WatchedRevision]
    recent: RecentCalls
    quotas: Sequence[QuotaUse]
