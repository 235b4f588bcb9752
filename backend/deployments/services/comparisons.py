"""Two revisions of an endpoint beside each other, and what can be said of the difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from backend.api.errors import Invalid, NotFound
from backend.deployments import selectors
from backend.deployments.contracts import ServedVersion
from backend.deployments.models import CallStatistic, ShadowStatistic
from backend.deployments.services.counting import MAX_NAMES, Span
from backend.deployments.services.shadow_counting import pair_of
from backend.deployments.services.statistics import (
    begin_of_last,
    counted,
    merged,
    percentile,
    rows_of,
    span_of,
)
from backend.deployments.services.verdicts import (
    Interval,
    Measured,
    RevisionVerdict,
    compare,
    share_of,
)

MAX_PAIRS = 20


@dataclass(frozen=True)
class CallFigures:
    """The calls of one revision, or the copies that it was given as a shadow.

    ``error_share`` has a Wilson interval. ``mean_score`` is that of the surest result of each call;
    of copies none is known. ``labels`` maps names to numbers of calls.
    """

    num_calls: int
    num_errors: int
    error_share: Interval | None
    latency_mean_ms: float | None
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    latency_p99_ms: float | None
    mean_score: float | None
    labels: Mapping[str, int]


@dataclass(frozen=True)
class ComparedRevision:
    """One of two revisions: what it answered, and what it said as a shadow of the other."""

    number: int
    model_version: ServedVersion
    answered: CallFigures
    copies: CallFigures | None


@dataclass(frozen=True)
class LabelPair:
    """What a revision and the other said to the same calls, and to how many."""

    label: str
    other_label: str
    num_calls: int


@dataclass(frozen=True)
class ShadowAgreement:
    """How far both agree where one was the shadow of the other, 0 to 1 in the mean.

    ``differing`` are the pairs of labels on which they differ most often, at most twenty.
    """

    num_compared: int
    agreement: float | None
    differing: list[LabelPair]


@dataclass(frozen=True)
class Comparison:
    """Two revisions beside each other; the verdict is about calls that they answered."""

    revision: ComparedRevision
    other: ComparedRevision
    shadow: ShadowAgreement | None
    verdict: RevisionVerdict


def compare_revisions(*, deployment_id: UUID, revision: int, other: int, hours: int) -> Comparison:
    """Compare what two revisions of an endpoint did in the last hours.

    Raises:
        Invalid: ``same_revision`` when both are one.
        NotFound: ``revision_not_found``.
    """
    if revision == other:
        raise Invalid(
            "A revision is compared with itself. Choose two that differ.", code="same_revision"
        )
    versions = _versions(deployment_id, revision, other)
    calls = rows_of(deployment_id=deployment_id, hours=hours).filter(revision__in=(revision, other))
    answered = {number: _Calls([]) for number in (revision, other)}
    for row in calls:
        answered[row.revision].rows.append(row)
    shadows = _shadow_rows(deployment_id, hours, (revision, other))
    return Comparison(
        revision=_compared(revision, versions, answered, shadows),
        other=_compared(other, versions, answered, shadows),
        shadow=_agreement(revision, shadows),
        verdict=compare(answered[revision].measured(), answered[other].measured()),
    )


@dataclass(frozen=True)
class _Calls:
    rows: list[CallStatistic]

    def measured(self) -> Measured:
        return _measured(self.rows)

    def figures(self) -> CallFigures:
        num_scored = sum(row.num_scored for row in self.rows)
        score_sum = sum(row.score_sum for row in self.rows)
        return _figures(
            self.measured(),
            mean_score=score_sum / num_scored if num_scored else None,
            labels=counted(row.labels for row in self.rows),
        )


def _versions(deployment_id: UUID, *numbers: int) -> dict[int, ServedVersion]:
    rows = selectors.list_revisions(deployment_id=deployment_id).filter(number__in=numbers)
    versions = {one.number: one.model_version for one in selectors.revisions_of(list(rows))}
    for number in numbers:
        if number not in versions:
            raise NotFound(
                f"The endpoint has no revision {number}.", code="revision_not_found", number=number
            )
    return versions


def _shadow_rows(
    deployment_id: UUID, hours: int, numbers: tuple[int, int]
) -> Sequence[ShadowStatistic]:
    span = Span.HOUR if span_of(hours) == Span.MINUTE else span_of(hours)
    return list(
        ShadowStatistic.objects.filter(
            deployment_id=deployment_id,
            span=span,
            begin__gte=begin_of_last(hours, span),
            revision__in=numbers,
            shadow_revision__in=numbers,
        )
    )


def _compared(
    number: int,
    versions: Mapping[int, ServedVersion],
    answered: Mapping[int, _Calls],
    shadows: Sequence[ShadowStatistic],
) -> ComparedRevision:
    copies = [row for row in shadows if row.shadow_revision == number]
    return ComparedRevision(
        number=number,
        model_version=versions[number],
        answered=answered[number].figures(),
        copies=_copied(copies) if copies else None,
    )


def _copied(rows: Sequence[ShadowStatistic]) -> CallFigures:
    labels: Counter[str] = Counter()
    for row in rows:
        for key, num in row.label_pairs.items():
            labels[pair_of(key)[1]] += num
    return _figures(_measured(rows), mean_score=None, labels=dict(labels.most_common(MAX_NAMES)))


def _measured(rows: Sequence[CallStatistic] | Sequence[ShadowStatistic]) -> Measured:
    return Measured(
        num_calls=sum(row.num_calls for row in rows),
        num_errors=sum(row.num_errors for row in rows),
        latency_sum_ms=sum(row.latency_sum_ms for row in rows),
        latency_buckets=merged(rows),
    )


def _figures(
    measured: Measured, *, mean_score: float | None, labels: Mapping[str, int]
) -> CallFigures:
    return CallFigures(
        num_calls=measured.num_calls,
        num_errors=measured.num_errors,
        error_share=share_of(measured.num_errors, measured.num_calls),
        latency_mean_ms=measured.latency_mean_ms,
        latency_p50_ms=percentile(measured.latency_buckets, 0.50),
        latency_p95_ms=percentile(measured.latency_buckets, 0.95),
        latency_p99_ms=percentile(measured.latency_buckets, 0.99),
        mean_score=mean_score,
        labels=labels,
    )


def _agreement(revision: int, rows: Sequence[ShadowStatistic]) -> ShadowAgreement | None:
    if not rows:
        return None
    differing: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for key, num in row.label_pairs.items():
            answered, shadow_label = pair_of(key)
            if answered != shadow_label:
                differing[
                    (answered, shadow_label)
                    if row.revision == revision
                    else (shadow_label, answered)
                ] += num
    num_compared = sum(row.num_compared for row in rows)
    agreement_sum = sum(row.agreement_sum for row in rows)
    return ShadowAgreement(
        num_compared=num_compared,
        agreement=agreement_sum / num_compared if num_compared else None,
        differing=[
            LabelPair(one, two, num) for (one, two), num in differing.most_common(MAX_PAIRS)
        ],
    )
