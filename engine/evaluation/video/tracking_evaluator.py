"""Evaluates what follows the objects of videos."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors
from easel.runtime.predictions.tracks import TracksDecoder, frames_context

from engine.catalog.video import OBJECT_TRACKING
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.video import tracking_outcome, tracks_report
from engine.evaluation.video.tracking_outcome import (
    Watched,
    count_all,
    finding_thresholds,
    videos_of,
)
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import Report
from engine.training.scoring import decoder_of
from engine.training.vision.detectors import MIN_SCORE


class TrackingEvaluator(Evaluator[Watched]):
    """Evaluates tracks of objects by how well they are found and kept apart."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Watched:
        """Return all that was found in the frames with the least score or more."""
        decoder = decoder_of(model, TracksDecoder)
        frames = decoder.find(example, outputs, MIN_SCORE)
        return Watched(tuple(frames), decoder.rules, frames_context(example))

    def metrics(self, scores: Scores[Watched], splits: Splits) -> dict[str, float]:
        """Return the numbers at the thresholds that find best in these very videos."""
        videos = videos_of(scores, splits.labels)
        return count_all(videos, finding_thresholds(videos, splits.labels)).numbers()

    def recommend_thresholds(
        self, validation: Scores[Watched], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the score of a sure detection of each label on the validation split."""
        videos = videos_of(validation, splits.labels)
        return tracking_outcome.recommend_thresholds(videos, splits.labels)

    def decided(
        self, scores: Scores[Watched], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return the numbers at the labels' thresholds."""
        videos = videos_of(scores, [label.name for label in labels])
        return count_all(videos, np.array([label.threshold for label in labels])).numbers()

    def report(self, held_out: HeldOut[Watched]) -> Report:
        """Build the evaluation report."""
        labels = held_out.labels
        videos = videos_of(held_out, [label.name for label in labels])
        counts = count_all(videos, np.array([label.threshold for label in labels]))
        return sectioned_report(
            held_out,
            metrics=tracks_report.headline(counts),
            sections=tracks_report.sections(videos, labels, OBJECT_TRACKING.prediction),
        )
