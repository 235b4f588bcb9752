"""Counting by the database how regions are described by their attributes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, Exists, F, Func, OuterRef, Q, QuerySet, TextField
from django.db.models.sql.compiler import SQLCompiler

from backend.annotation.contracts.attributes import Definition, converted
from backend.annotation.models import Annotation
from engine.specs.data import AttributeKind

MAX_COUNTED_VALUES = 100
_FEW = (AttributeKind.FLAG, AttributeKind.CHOICE)


class AttributeText(Func):
    """The value of an attribute of a region as text, null where it has none.

    Django's own paths into JSON take names that are numbers for places in a list.
    """

    output_field = TextField()

    def __init__(self, column: str, name: str) -> None:
        super().__init__(F(column))
        self._name = name

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, tuple[str | int, ...]]:
        """Write numbers and flags as PostgreSQL does."""
        column, params = compiler.compile(self.source_expressions[0])
        path = "$." + json.dumps(self._name, ensure_ascii=False)
        kind, value = f"JSON_TYPE({column}, %s)", f"JSON_EXTRACT({column}, %s)"
        written = f"CASE {kind} WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE "
        return f"({written} CAST({value} AS TEXT) END)", (*params, path, *params, path)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """Read the value as text."""
        column, params = compiler.compile(self.source_expressions[0])
        return f"({column} ->> %s)", (*params, self._name)


def has_attribute(label_id: UUID | None, name: str, value: str | None) -> Exists:
    """Return the condition that a region of a sample has an attribute, or this value of it."""
    rows = _regions(label_id).filter(sample=OuterRef("pk"))
    rows = rows.annotate(attribute=AttributeText("attributes", name))
    return Exists(
        rows.filter(attribute__isnull=False) if value is None else rows.filter(attribute=value)
    )


class Num(NamedTuple):
    """How many regions there are of a kind, and how many samples have any of them."""

    regions: int
    samples: int


def num_with_values(
    *, dataset_id: UUID, label_id: UUID | None, definition: Definition
) -> tuple[Num, dict[str, Num]]:
    """Return how often regions have an attribute, and each of its values where those are few.

    What lies in the trash is left out.
    """
    rows = _counted(dataset_id, label_id).annotate(
        attribute=AttributeText("attributes", definition.name)
    )
    rows = rows.filter(attribute__isnull=False)
    regions, samples = Count("id"), Count("sample", distinct=True)
    num = Num(**rows.aggregate(regions=regions, samples=samples))
    if definition.kind not in _FEW:
        return num, {}
    counted = rows.values_list("attribute").annotate(num=regions, num_samples=samples)
    ordered = counted.order_by("-num", "attribute")[:MAX_COUNTED_VALUES]
    return num, {value: Num(of_value, of_samples) for value, of_value, of_samples in ordered}


def num_values_lost(
    *,
    dataset_id: UUID,
    label_id: UUID | None,
    names: Mapping[str, str | None],
    definitions: Sequence[Definition],
) -> dict[str, int]:
    """Return how many regions would lose the value of each attribute by a change, by its old name.

    ``names`` are the new names of attributes, ``None`` for those that go.
    """
    lost: Counter[str] = Counter()
    by_name = {one.name: one for one in definitions}
    rows = _counted(dataset_id, label_id).exclude(attributes={})
    # Many regions are described alike.
    counted = rows.values_list("attributes").annotate(num=Count("id")).order_by()
    for attributes, num in counted.iterator():
        for old, value in attributes.items():
            new = by_name.get(names.get(old) or "")
            if new is None or converted(new, value) is None:
                lost[old] += num
    return dict(lost)


def _regions(label_id: UUID | None) -> QuerySet[Annotation]:
    label = Q(label_id=label_id) if label_id is not None else Q(label__isnull=True)
    return Annotation.objects.filter(label, geometry__isnull=False)


def _counted(dataset_id: UUID, label_id: UUID | None) -> QuerySet[Annotation]:
    return _regions(label_id).filter(sample__dataset_id=dataset_id, sample__trashed_at=None)
