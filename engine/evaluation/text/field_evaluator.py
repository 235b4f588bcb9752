"""Evaluates what reads the fields of forms."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
from easel.runtime import Example, PredictOptions, Tensors, Words

from engine.data.ocr.drawn_forms import DrawnForms
from engine.data.ocr.pages import PageDataset
from engine.evaluation.image.synthetic_samples import show_synthetic_samples
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.text import fields
from engine.evaluation.text.line_evaluator import Reading
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import Report


class FieldEvaluator(Evaluator[Reading]):
    """Evaluates the values of fields; unsure ones are left out."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Reading:
        """Return the fields with all that was read, however unsure."""
        predicted = model.postprocess(example, outputs, PredictOptions(threshold=0.0))
        return tuple(one for one in predicted if isinstance(one, Words))

    def metrics(self, scores: Scores[Reading], splits: Splits) -> dict[str, float]:
        """Return the figures of reading; ``field_accuracy`` is the primary one."""
        return fields.numbers(_evaluated(scores, splits))

    def recommend_thresholds(
        self, validation: Scores[Reading], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose for each field the score below which nothing is said."""
        return fields.recommend(_evaluated(validation, splits), splits.labels)

    def decided(
        self, scores: Scores[Reading], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with unsure readings left out, as packages do."""
        return fields.numbers(_evaluated(scores, splits), _thresholds(labels))

    def report(self, held_out: HeldOut[Reading, PageDataset]) -> Report:
        """Build the evaluation report."""
        thresholds = _thresholds(held_out.labels)
        _, dataset = held_out.trained.splits.held_out()
        sections = fields.sections(
            held_out.outcomes,
            held_out.records,
            thresholds,
            are_drawn=any(map(DrawnForms.is_drawn, held_out.records)),
        )
        return sectioned_report(
            held_out,
            metrics=fields.headline(_evaluated(held_out, held_out.trained.splits), thresholds),
            sections=show_synthetic_samples(
                sections, held_out.records, dataset.files, DrawnForms.is_drawn, held_out.work
            ),
        )


def _evaluated(scores: Scores[Reading], splits: Splits) -> list[fields.EvaluatedForm]:
    return [
        fields.evaluate(predicted, record, splits.labels)
        for predicted, record in zip(scores.outcomes, scores.records, strict=True)
    ]


def _thresholds(labels: Sequence[LabelSpec]) -> dict[str, float]:
    return {label.name: label.threshold for label in labels}
