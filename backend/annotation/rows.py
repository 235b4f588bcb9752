"""From rows to values."""

from __future__ import annotations

from collections.abc import Sequence

from backend.annotation import models
from backend.annotation.contracts.states import Region, Relation, State


def state_of(rows: Sequence[models.Annotation], relations: Sequence[models.Relation]) -> State:
    """Put the rows of one sample, in their order, together."""
    values = [row.value for row in rows if row.value is not None]
    return State(
        labels=frozenset(
            row.label_id for row in rows if row.geometry is None and row.label_id is not None
        ),
        regions=tuple(
            Region(row.key, row.label_id, row.geometry, row.text, tuple(row.points), row.attributes)
            for row in rows
            if row.geometry is not None
        ),
        relations=frozenset(
            Relation(relation.label_id, relation.subject, relation.object) for relation in relations
        ),
        texts=tuple(row.text for row in rows if row.geometry is None and row.text is not None),
        value=values[0] if values else None,
    )
