"""Entities of a text and how they relate: the ``relations`` op."""

# R rows (windows), T words, K types of entities, P relations

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.labels import sigmoid
from easel.runtime.predictions.outputs import output
from easel.runtime.predictions.spans import SpanFinder, SpanResult, select
from easel.runtime.results import Document, PredictOptions, Result
from easel.runtime.text.context import TextContext

FIELDS = {"relations": {"max_words", "nested", "num_entities"}}
LEAST_SCORE = 0.05


@dataclass(frozen=True)
class RelationResult:
    """One relation, from its subject to its object."""

    name: str
    subject: SpanResult
    object: SpanResult
    score: float

    def document(self) -> Document:
        """Return the JSON form."""
        return {
            "name": self.name,
            "subject": self.subject.document(),
            "object": self.object.document(),
            "score": round(self.score, 6),
        }


class RelationsDecoder:
    """A compiled op list: ``relations`` alone.

    The first ``num_entities`` labels are types of entities (output ``spans`` (R, K, T, T)), the
    others relations: ``heads`` and ``tails`` (R, P, T, T) score the first and the last words of
    subject (third axis) and object (fourth). A relation is as sure as the less sure of the two.
    """

    networks: Sequence[str] = ()

    def __init__(self, ops: Sequence[Op], labels: Sequence[tuple[str, float]]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        op = sole_op(ops, FIELDS)
        count = whole(op, "num_entities", None, 1, len(labels))
        spans = {key: value for key, value in op.items() if key != "num_entities"}
        self.finder = SpanFinder({**spans, "decode": "pairs"}, [name for name, _ in labels[:count]])
        self.relations = tuple(name for name, _ in labels[count:])
        self.entity_thresholds = dict(labels[:count])
        self.thresholds = dict(labels[count:])

    def entities(
        self, example: Example, outputs: Tensors, threshold: float | None = None
    ) -> list[SpanResult]:
        """Return the entities that reach their threshold, the surest first."""
        candidates = self.finder.candidates(example, outputs)
        return select(
            candidates, self.entity_thresholds, nested=self.finder.nested, threshold=threshold
        )

    def candidates(
        self, example: Example, outputs: Tensors, entities: Sequence[SpanResult]
    ) -> list[RelationResult]:
        """Return all relations between entities of at least ``LEAST_SCORE``, the surest first."""
        context = cast(TextContext, example.context)
        best: dict[tuple[int, SpanResult, SpanResult], float] = {}
        for row, offsets in enumerate(context.offsets):
            starts = {start: word for word, (start, end) in enumerate(offsets) if end}
            ends = {end: word for word, (_, end) in enumerate(offsets) if end}
            inside = [one for one in entities if one.start in starts and one.end in ends]
            if not inside or not self.relations:
                continue
            first = [starts[one.start] for one in inside]
            last = [ends[one.end] for one in inside]
            heads = sigmoid(output(outputs, "heads", 4)[row][:, first][:, :, first])
            tails = sigmoid(output(outputs, "tails", 4)[row][:, last][:, :, last])
            scores = np.minimum(heads, tails)
            for kind, subject, target in zip(*np.nonzero(scores >= LEAST_SCORE)):
                key = (int(kind), inside[subject], inside[target])
                best[key] = max(float(scores[kind, subject, target]), best.get(key, 0.0))
        found = [
            RelationResult(self.relations[kind], subject, target, score)
            for (kind, subject, target), score in best.items()
        ]
        return sorted(found, key=lambda x: (-x.score, x.subject.start, x.object.start, x.name))

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the relations of one example, the surest first.

        Raises:
            BackendError: ``output_missing`` or ``output_shape``.
        """
        entities = self.entities(example, outputs)
        relations = [
            relation
            for relation in self.candidates(example, outputs, entities)
            if relation.score
            >= (self.thresholds[relation.name] if options.threshold is None else options.threshold)
        ]
        return [*relations[: options.top_num]]


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> RelationsDecoder:
    """Compile a manifest's postprocessing; see ``easel.runtime.predictions``."""
    return RelationsDecoder(ops, labels)
