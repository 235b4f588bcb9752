"""How many rows the tables of datasets have: what people count where a sample is a table."""

from __future__ import annotations

from django.db.models import Case, IntegerField, OuterRef, Subquery, Sum, When
from django.db.models.functions import Coalesce

from backend.datasets.models import Sample
from engine.catalog import TASKS, Media

TABLE_TASKS = tuple(key for key, card in TASKS.items() if card.media is Media.TABLE)


def num_rows() -> Case:
    """Return the rows of all tables of a dataset that are not in the trash; null of others."""
    tables = Sample.objects.filter(dataset=OuterRef("id"), trashed_at=None).order_by()
    total = tables.values("dataset").annotate(total=Sum("num_rows")).values("total")
    # Only asked of datasets that hold tables, which are few: others may have millions of samples.
    return Case(
        When(task__in=TABLE_TASKS, then=Coalesce(Subquery(total), 0)),
        default=None,
        output_field=IntegerField(),
    )
