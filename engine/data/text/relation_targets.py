"""What people say of the relations in a text, and the targets that a relation scorer learns."""

# B batch, S relations

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from easel.runtime import Example
from torch import Tensor

from engine.data.text.dataset import context_of
from engine.data.text.span_targets import Place, word_range
from engine.interfaces.dataset import Splits
from engine.specs.data import SampleRecord
from engine.specs.samples.geometry import Span

HEADS, TAILS = "heads", "tails"
Triple = tuple[str, Place, Place]
"""Relation, subject and object."""


@dataclass(frozen=True)
class RelationLabels:
    """Types of entities and names of relations; a name may be in both."""

    entities: tuple[str, ...]
    relations: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Return types, then relations: the order of the manifest."""
        return (*self.entities, *self.relations)


def relation_labels(records: Iterable[SampleRecord]) -> RelationLabels:
    """Return the labels in use, by name."""
    entities: set[str] = set()
    relations: set[str] = set()
    for record in records:
        entities.update(region.label for region in record.regions if region.label is not None)
        relations.update(relation.label for relation in record.relations)
    return RelationLabels(tuple(sorted(entities)), tuple(sorted(relations)))


def labels_of_relations(splits: Splits) -> RelationLabels:
    """Return the labels of a run."""
    num_entities = splits.num_first_labels
    return RelationLabels(splits.labels[:num_entities], splits.labels[num_entities:])


def annotated_triples(record: SampleRecord) -> list[Triple]:
    """Return the relations of a sample whose ends are labelled spans."""
    places: dict[str, Place] = {
        region.id: (region.label, region.geometry.start, region.geometry.end)
        for region in record.regions
        if region.label is not None and isinstance(region.geometry, Span)
    }
    return sorted(
        (relation.label, places[relation.subject], places[relation.object])
        for relation in record.relations
        if relation.subject in places and relation.object in places
    )


def relation_targets(
    records: Sequence[SampleRecord], examples: Sequence[Example], relations: Sequence[str]
) -> dict[str, Tensor]:
    """Return heads and tails (S, 4) of a batch: sample, relation, word of subject and of object."""
    heads, tails = [], []
    for row, (record, example) in enumerate(zip(records, examples, strict=True)):
        offsets = context_of(example).offsets[0]
        for label, subject, target in annotated_triples(record):
            ends = [word_range(offsets, start, end) for _, start, end in (subject, target)]
            if ends[0] is None or ends[1] is None:
                continue
            kind = relations.index(label)
            heads.append((row, kind, ends[0][0], ends[1][0]))
            tails.append((row, kind, ends[0][1], ends[1][1]))
    return {
        name: torch.tensor(rows, dtype=torch.int64).reshape(-1, 4)
        for name, rows in ((HEADS, heads), (TAILS, tails))
    }
