"""Sentiment: labels of the whole text, and what the text speaks of with its polarity."""

# R rows (windows), K labels of the whole text

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.labels import softmax
from easel.runtime.predictions.outputs import output
from easel.runtime.predictions.spans import SpanFinder, SpanResult, select
from easel.runtime.results import Document, Prediction, PredictOptions, Result

FIELDS = {"opinions": {"decode", "max_words", "nested", "num_labels"}}


@dataclass(frozen=True)
class AspectResult:
    """One aspect: the place that names it, and the polarity towards it."""

    span: SpanResult

    def document(self) -> Document:
        """Return the JSON form."""
        return {**self.span.document(), "aspect": self.span.text, "polarity": self.span.name}


class AspectSentimentDecoder:
    """A compiled op list: ``opinions`` alone.

    The first ``num_labels`` labels are of the whole text (output ``logits`` (R, K), mean of the
    windows' softmax); the others are polarities of targets, found as ``spans`` finds places.
    """

    networks: Sequence[str] = ()

    def __init__(self, ops: Sequence[Op], labels: Sequence[tuple[str, float]]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        op = sole_op(ops, FIELDS)
        count = whole(op, "num_labels", None, 0, len(labels))
        self.labels = tuple(name for name, _ in labels[:count])
        self.finder = SpanFinder(op, [name for name, _ in labels[count:]])
        self.thresholds = dict(labels[count:])

    def whole_text(self, outputs: Tensors) -> list[Prediction]:
        """Return the labels of the whole text, the best first; ties by label order."""
        if not self.labels:
            return []
        scores = softmax(output(outputs, "logits", 2)).mean(axis=0)
        order = np.argsort(-scores, kind="stable")
        return [Prediction(self.labels[i], float(scores[i])) for i in order.tolist()]

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the labels of the whole text, then the targets, the surest first.

        ``top_num`` limits the labels, ``threshold`` the targets.

        Raises:
            BackendError: ``output_missing`` or ``output_shape``.
        """
        targets = select(
            self.finder.candidates(example, outputs),
            self.thresholds,
            nested=self.finder.nested,
            threshold=options.threshold,
        )
        return [
            *self.whole_text(outputs)[: options.top_num],
            *(AspectResult(span) for span in targets),
        ]


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> AspectSentimentDecoder:
    """Compile a manifest's postprocessing; see ``easel.runtime.predictions``."""
    return AspectSentimentDecoder(ops, labels)
