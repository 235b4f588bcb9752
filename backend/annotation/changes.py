"""Change the labels of samples: rows, history and counters together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from backend.annotation.models import Annotation, AnnotationRevision, Source
from backend.datasets.services import counters
from backend.datasets.services.counters import SampleState

# The labels of one sample; ``None`` while it is unlabelled.
Labels = frozenset[UUID] | None


@dataclass(frozen=True)
class Author:
    """Who says it; ``user_id`` is null for a model."""

    user_id: UUID | None
    source: Source = Source.HUMAN


def current_labels(states: Mapping[UUID, SampleState]) -> dict[UUID, Labels]:
    """Return the labels that samples have now."""
    found: dict[UUID, set[UUID]] = {
        sample_id: set() for sample_id, state in states.items() if state.is_labelled
    }
    rows = Annotation.objects.filter(sample_id__in=list(found), geometry__isnull=True)
    for sample_id, label_id in rows.values_list("sample_id", "label_id"):
        found[sample_id].add(label_id)
    return {
        sample_id: frozenset(found[sample_id]) if sample_id in found else None
        for sample_id in states
    }


def write_labels(
    dataset_id: UUID,
    *,
    states: Mapping[UUID, SampleState],
    before: Mapping[UUID, Labels],
    after: Mapping[UUID, Labels],
    names: Mapping[UUID, str],
    author: Author,
) -> list[UUID]:
    """Give samples of a locked dataset new labels; return those whose labels changed.

    Args:
        dataset_id: the dataset, whose lock the caller holds.
        states: what is known of the samples.
        before: their labels now.
        after: their labels from now on.
        names: names of all labels involved, for the history.
        author: who says so.
    """
    changed = [sample_id for sample_id in after if after[sample_id] != before[sample_id]]
    if not changed:
        return []
    now = timezone.now()
    differences: Counter[UUID] = Counter()
    num_labelled = 0
    added: list[Annotation] = []
    removed: dict[UUID, list[UUID]] = {}
    for sample_id in changed:
        old, new = before[sample_id] or frozenset(), after[sample_id] or frozenset()
        for label_id in old - new:
            removed.setdefault(label_id, []).append(sample_id)
        added.extend(
            Annotation(
                sample_id=sample_id,
                label_id=label_id,
                source=author.source,
                author_id=author.user_id,
                created_at=now,
            )
            for label_id in sorted(new - old)
        )
        if not states[sample_id].is_trashed:
            differences.update(new - old)
            differences.subtract(old - new)
            num_labelled += (after[sample_id] is not None) - (before[sample_id] is not None)
    for label_id, sample_ids in removed.items():
        Annotation.objects.filter(label_id=label_id, sample_id__in=sample_ids).delete()
    Annotation.objects.bulk_create(added, batch_size=1000)
    AnnotationRevision.objects.bulk_create(
        [
            AnnotationRevision(
                sample_id=sample_id,
                number=states[sample_id].revision + 1,
                labels=described(after[sample_id], names),
                source=author.source,
                author_id=author.user_id,
                created_at=now,
            )
            for sample_id in changed
        ],
        batch_size=1000,
    )
    counters.advance(
        labelled=[sample_id for sample_id in changed if after[sample_id] is not None],
        unlabelled=[sample_id for sample_id in changed if after[sample_id] is None],
        at=now,
    )
    counters.adjust(dataset_id, labelled=num_labelled, labels=differences)
    return changed


def described(labels: Labels, names: Mapping[UUID, str]) -> list[dict[str, str]] | None:
    """Return labels as the history keeps them: by id and by what they were called."""
    if labels is None:
        return None
    return sorted(
        ({"id": str(label_id), "name": names[label_id]} for label_id in labels),
        key=lambda label: label["name"],
    )
