"""Marked places of a text: the ``spans`` op."""

# R rows (windows), T words, K types, C = 2K + 1 tags, L longest span in words

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, choice, invalid_op, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.chain import span_probabilities
from easel.runtime.predictions.labels import sigmoid
from easel.runtime.predictions.outputs import output
from easel.runtime.results import Document, PredictOptions, Result
from easel.runtime.text.context import TextContext

FIELDS = {"spans": {"decode", "max_words", "nested"}}
LEAST_SCORE = 0.05
"""Spans of a lower score are not even candidates."""


@dataclass(frozen=True)
class SpanResult:
    """One marked place: characters ``start`` to ``end``, half open, in Unicode code points."""

    name: str
    text: str
    start: int
    end: int
    score: float

    def document(self) -> Document:
        """Return the JSON form."""
        return {
            "name": self.name,
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "score": round(self.score, 6),
        }


class SpanFinder:
    """Turns the outputs of a tagger or span scorer into places of the text.

    ``decode`` is ``chain`` (outputs ``emissions`` (R, T, C) and ``transitions`` (R, C + 1, C)) or
    ``pairs`` (output ``spans`` (R, K, T, T): logits by first and last word).

    A span that touches the edge of a window where the text goes on is left to the window beside
    it, which sees it whole; a span that two windows find has the higher of their scores.
    """

    def __init__(self, op: Op, labels: Sequence[str]) -> None:
        """Compile the op for the labels of its types.

        Raises:
            PackageError: ``op_invalid``.
        """
        self.labels = tuple(labels)
        self._decode = choice(op, "decode", ("chain", "pairs"), None)
        self.max_words = whole(op, "max_words", None, 1)
        self.nested = op.get("nested", False)
        if not isinstance(self.nested, bool):
            raise invalid_op(op, "nested must be true or false")

    def candidates(self, example: Example, outputs: Tensors) -> list[SpanResult]:
        """Return all spans of at least ``LEAST_SCORE``, the surest first.

        Raises:
            BackendError: ``output_missing`` or ``output_shape``.
        """
        context = cast(TextContext, example.context)
        text = context.texts[0]
        found: dict[tuple[int, int, int], float] = {}
        for row, offsets in enumerate(context.offsets):
            if not offsets:
                continue
            is_first, is_last = row == 0, row == len(context.offsets) - 1
            scores = self._scores(outputs, row, len(offsets))
            for kind, first, last, score in _above(scores, LEAST_SCORE):
                touches = (first == 0 and not is_first) or (
                    last == len(offsets) - 1 and not is_last
                )
                start, end = offsets[first][0], offsets[last][1]
                if touches or offsets[first][1] == 0 or end <= start:
                    continue
                place = (kind, start, end)
                found[place] = max(score, found.get(place, 0.0))
        spans = [
            SpanResult(self.labels[kind], text[start:end], start, end, score)
            for (kind, start, end), score in found.items()
        ]
        return sorted(spans, key=lambda span: (-span.score, span.start, span.end, span.name))

    def _scores(self, outputs: Tensors, row: int, length: int) -> NDArray[np.float64]:
        """Return scores (K, T, L) by type, first word and length - 1 of one row."""
        if self._decode == "chain":
            emissions = output(outputs, "emissions", 3)[row, :length]
            transitions = output(outputs, "transitions", 3)[row]
            return span_probabilities(
                emissions.astype(np.float64), transitions.astype(np.float64), self.max_words
            )
        return by_length(sigmoid(output(outputs, "spans", 4)[row, :, :length, :length]), self)


def by_length(scores: NDArray[np.float64], finder: SpanFinder) -> NDArray[np.float64]:
    """Turn scores (K, T, T) by first and last word into (K, T, L) by first word and length."""
    length = scores.shape[1]
    longest = min(finder.max_words, length)
    out = np.zeros((scores.shape[0], length, longest))
    for extra in range(longest):
        out[:, : length - extra, extra] = np.diagonal(scores, extra, axis1=1, axis2=2)
    return out


def _above(scores: NDArray[np.float64], least: float) -> Iterable[tuple[int, int, int, float]]:
    kinds, firsts, extras = np.nonzero(scores >= least)
    values = scores[kinds, firsts, extras]
    return zip(kinds.tolist(), firsts.tolist(), (firsts + extras).tolist(), values.tolist())


def select(
    candidates: Sequence[SpanResult],
    thresholds: dict[str, float],
    *,
    nested: bool,
    threshold: float | None = None,
) -> list[SpanResult]:
    """Keep the candidates that reach their label's threshold.

    Where spans may not nest, the surest of those that share a character is kept.

    Args:
        candidates: the surest first.
        thresholds: by label.
        nested: whether spans may share characters.
        threshold: instead of the labels' own.
    """
    kept: list[SpanResult] = []
    for span in candidates:
        if span.score < (thresholds[span.name] if threshold is None else threshold):
            continue
        if nested or all(span.end <= one.start or span.start >= one.end for one in kept):
            kept.append(span)
    return kept


class SpansDecoder:
    """A compiled op list: ``spans`` alone."""

    networks: Sequence[str] = ()

    def __init__(self, ops: Sequence[Op], labels: Sequence[tuple[str, float]]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        op = sole_op(ops, FIELDS)
        if not labels:
            raise PackageError("The package names no label. Export it again.", code="op_invalid")
        self.finder = SpanFinder(op, [name for name, _ in labels])
        self.thresholds = dict(labels)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the spans of one example, the surest first.

        Raises:
            BackendError: ``output_missing`` or ``output_shape``.
        """
        spans = select(
            self.finder.candidates(example, outputs),
            self.thresholds,
            nested=self.finder.nested,
            threshold=options.threshold,
        )
        return [*spans[: options.top_num]]


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> SpansDecoder:
    """Compile a manifest's postprocessing; see ``easel.runtime.predictions``."""
    return SpansDecoder(ops, labels)
