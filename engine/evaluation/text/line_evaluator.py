"""Evaluates what finds lines of text and reads them."""

from __future__ import annotations

import easel.runtime
from easel.runtime import Example, Tensors, Words

from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.text import lines
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.report import Report

Reading = tuple[Words, ...]


class LineEvaluator(Evaluator[Reading]):
    """Evaluates lines by their place and their characters; the op list holds the thresholds."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Reading:
        """Return the lines that the model answers."""
        return tuple(one for one in model.postprocess(example, outputs) if isinstance(one, Words))

    def metrics(self, scores: Scores[Reading], splits: Splits) -> dict[str, float]:
        """Return the figures of finding and reading; ``line_f1`` is the primary one."""
        return lines.numbers(_counts(scores))

    def report(self, held_out: HeldOut[Reading]) -> Report:
        """Build the evaluation report."""
        return sectioned_report(
            held_out,
            metrics=lines.headline(_counts(held_out)),
            sections=lines.sections(held_out.outcomes, held_out.records),
        )


def _counts(scores: Scores[Reading]) -> list[lines.PageCounts]:
    pairs = zip(scores.outcomes, scores.records, strict=True)
    return [lines.count(predicted, record) for predicted, record in pairs]
