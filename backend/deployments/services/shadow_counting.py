"""What shadows said to copies of calls, counted once: by hour and day."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from backend.deployments.models import ShadowStatistic
from backend.deployments.services.counting import Span, begin_of, bucket_of, most
from backend.deployments.services.log_parts import claim_part
from engine.specs.gateway import ShadowRecord


@transaction.atomic
def count_shadows(
    *, deployment_id: UUID, file: str, begin: int, end: int, calls: Iterable[ShadowRecord]
) -> bool:
    """Count lines read from ``begin`` to ``end`` of a log of shadows; once only, whoever tries.

    Returns:
        Whether they were counted; ``False`` when somebody else did.
    """
    if not claim_part(deployment_id=deployment_id, file=file, begin=begin, end=end):
        return False
    sums: dict[_Key, _Sum] = {}
    for call in calls:
        for span in (Span.HOUR, Span.DAY):
            key = _Key(span, begin_of(span, call.time), call.revision, call.shadow_revision)
            sums.setdefault(key, _Sum()).add(call)
    # In one order, so that two who count at once wait for each other and never in a circle.
    for key, counted in sorted(sums.items(), key=lambda pair: pair[0]):
        _add(deployment_id, key, counted)
    return True


def pair_key(answered: str, shadow_label: str) -> str:
    """Return the key by which a pair of labels is counted."""
    return json.dumps([answered, shadow_label], ensure_ascii=False, separators=(",", ":"))


def pair_of(key: str) -> tuple[str, str]:
    """Return the label that was answered, and the one that the shadow said."""
    answered, shadow_label = json.loads(key)
    return answered, shadow_label


class _Key(NamedTuple):
    """What tells one row of an endpoint from another."""

    span: Span
    begin: datetime
    revision: int
    shadow_revision: int


@dataclass
class _Sum:
    """Copies of calls that belong to one row."""

    num_calls: int = 0
    num_errors: int = 0
    num_compared: int = 0
    agreement_sum: float = 0.0
    latency_sum_ms: float = 0.0
    buckets: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)

    def add(self, call: ShadowRecord) -> None:
        self.num_calls += 1
        self.num_errors += call.status >= 400
        self.latency_sum_ms += call.latency_ms
        self.buckets[bucket_of(call.latency_ms)] += 1
        if call.agreement is not None:
            self.num_compared += 1
            self.agreement_sum += call.agreement
        if call.top_label is not None and call.shadow_top_label is not None:
            self.pairs[pair_key(call.top_label, call.shadow_top_label)] += 1


def _add(deployment_id: UUID, key: _Key, counted: _Sum) -> None:
    row, _ = ShadowStatistic.objects.select_for_update().get_or_create(
        deployment_id=deployment_id, **key._asdict()
    )
    row.num_calls += counted.num_calls
    row.num_errors += counted.num_errors
    row.num_compared += counted.num_compared
    row.agreement_sum += counted.agreement_sum
    row.latency_sum_ms += counted.latency_sum_ms
    row.latency_buckets = dict(Counter(row.latency_buckets) + counted.buckets)
    row.label_pairs = _most_of_each(Counter(row.label_pairs) + counted.pairs)
    row.save()


def _most_of_each(pairs: Mapping[str, int]) -> dict[str, int]:
    """Keep the most frequent pairs of those that agree, and of those that differ.

    Of a model with many labels those that agree would leave no room for the others.
    """
    agreed = {key: num for key, num in pairs.items() if len({*pair_of(key)}) == 1}
    differing = {key: num for key, num in pairs.items() if key not in agreed}
    return most(differing, {}) | most(agreed, {})
