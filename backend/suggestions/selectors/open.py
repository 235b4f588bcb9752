"""The suggestions that wait for a person."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery

from backend.datasets.services.counters import labels_of
from backend.suggestions.models import SuggestedLabel, Suggestion

# Counting stops here: a person needs to know "more than ten thousand", not how many more.
COUNT_LIMIT = 10_000


def open_suggestions(
    *, dataset_id: UUID, threshold: float = 0.0, label_id: UUID | None = None
) -> QuerySet[Suggestion]:
    """Return suggestions of samples that nobody annotated, or that acceptances alone did.

    Args:
        dataset_id: the dataset.
        threshold: the least score of the whole or a part, or of the label where one is given.
        label_id: the label that they name.
    """
    rows = Suggestion.objects.filter(
        _nobody_spoke(""), dataset_id=dataset_id, rejected_at=None, sample__trashed_at=None
    )
    named = SuggestedLabel.objects.filter(suggestion=OuterRef("pk"), score__gte=threshold)
    if label_id is None:
        return rows.filter(Q(score__gte=threshold) | Exists(named))
    return rows.filter(Exists(named.filter(label_id=label_id)))


def named_suggestions(*, label_id: UUID | OuterRef, threshold: float) -> QuerySet[SuggestedLabel]:
    """Return the same of one label by its score, so that a list can begin with the surest."""
    return SuggestedLabel.objects.select_related("suggestion").filter(
        _nobody_spoke("suggestion__"),
        label_id=label_id,
        score__gte=threshold,
        suggestion__rejected_at=None,
        suggestion__sample__trashed_at=None,
    )


def count_up_to_limit(rows: QuerySet[Suggestion] | QuerySet[SuggestedLabel]) -> int:
    """Return how many rows there are, ``COUNT_LIMIT`` + 1 for more than that."""
    return rows.order_by()[: COUNT_LIMIT + 1].count()


class _Count(Subquery):
    """How many rows a query has that was cut at a limit."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


def counts_of_labels(*, dataset_id: UUID, threshold: float) -> dict[UUID, int]:
    """Return how many open suggestions name each label of a dataset, each up to the limit."""
    named = named_suggestions(label_id=OuterRef("pk"), threshold=threshold).order_by()
    rows = labels_of(dataset_id).annotate(num=_Count(named.values("pk")[: COUNT_LIMIT + 1]))
    return dict(rows.values_list("pk", "num"))


def _nobody_spoke(path: str) -> Q:
    untouched = Q(**{f"{path}sample__labelled_at": None})
    return untouched | Q(**{f"{path}accepted_revision": F(f"{path}sample__revision")})
