"""Evaluates what finds lines of text and reads them."""

from __future__ import annotations

import easel.runtime
from easel.runtime import Example, Tensors, Words

from engine.data.ocr.pages import PageDataset
from engine.evaluation.image.synthetic_samples import show_synthetic_samples
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

    def report(self, held_out: HeldOut[Reading, PageDataset]) -> Report:
        """Build the evaluation report."""
        _, dataset = held_out.trained.splits.held_out()
        # Nobody gave samples to a model that was trained on none: those it was measured on are
        # drawn.
        is_drawn = held_out.trained.summary.train_samples == 0
        return sectioned_report(
            held_out,
            metrics=lines.headline(_counts(held_out)),
            sections=show_synthetic_samples(
                lines.sections(held_out.outcomes, held_out.records),
                held_out.records,
                dataset.files,
                lambda _: is_drawn,
                held_out.work,
            ),
        )


def _counts(scores: Scores[Reading]) -> list[lines.PageCounts]:
    pairs = zip(scores.outcomes, scores.records, strict=True)
    return [lines.count(predicted, record) for predicted, record in pairs]
