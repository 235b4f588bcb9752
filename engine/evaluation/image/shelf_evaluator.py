"""Evaluates what finds the products of a shelf and names them."""

from __future__ import annotations

from collections.abc import Sequence

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors
from easel.runtime.predictions.products import Named, ProductsDecoder

from engine.catalog.retail import PRODUCT_DETECTION
from engine.data.image.true_regions import detections, true_boxes
from engine.data.retail.dataset import ShelfDataset
from engine.data.retail.shelves import is_composed
from engine.evaluation.image import detection_report, shelves
from engine.evaluation.image.shelves import ComparedShelf, ShelfDetections, compare_shelf
from engine.evaluation.image.synthetic_samples import show_synthetic_samples
from engine.evaluation.sectioned import sectioned_report
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.metrics.matched_detections import RegionSet
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import Report
from engine.training.scoring import decoder_of
from engine.training.vision.product_library import EMBEDDER, CentredSession

# Detections and names below these scores change no figure that anyone looks at.
MIN_FOUND, MIN_NAMED = 0.05, 0.01


class ShelfEvaluator(Evaluator[ShelfDetections]):
    """Evaluates named products by mean average precision, and how a shelf is shared."""

    def outcome(
        self, model: easel.runtime.Model, example: Example, outputs: Tensors
    ) -> ShelfDetections:
        """Return all detections, and all names that they may have, in the order of the labels."""
        decoder, session = decoder_of(model, ProductsDecoder), model.sessions[EMBEDDER]
        if isinstance(session, CentredSession):
            decoder.library = session.library(model.labels)
        named = decoder.recognise(example, outputs, model.run_network, MIN_FOUND)
        return _detections(named, decoder, model.labels)

    def metrics(self, scores: Scores[ShelfDetections], splits: Splits) -> dict[str, float]:
        """Return mean average precisions; ``map_50`` is the primary one."""
        return shelves.learning_numbers(_compared(scores, splits), len(splits.labels))

    def recommend_thresholds(
        self, validation: Scores[ShelfDetections], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the threshold of the best F1 of each product on the validation split."""
        return shelves.recommend_thresholds(_compared(validation, splits), splits.labels)

    def decided(
        self, scores: Scores[ShelfDetections], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics``, and what decisions at the labels' thresholds give."""
        return shelves.numbers(_compared(scores, splits), labels)

    def report(self, held_out: HeldOut[ShelfDetections, ShelfDataset]) -> Report:
        """Build the evaluation report."""
        labels = held_out.labels
        compared = _compared(held_out, held_out.trained.splits)
        names = [label.name for label in labels]
        _, dataset = held_out.trained.splits.held_out()
        own = dataset.shelves
        cases = detection_report.sections(
            compared,
            held_out.records,
            labels,
            lambda regions, record: detections(regions, names, record),
            PRODUCT_DETECTION.prediction,
        )
        return sectioned_report(
            held_out,
            metrics=shelves.headline(compared, labels),
            sections=(
                *shelves.sections(
                    compared,
                    labels,
                    num_composed=sum(is_composed(record) for record in held_out.records),
                    num_borrowed=len(own.borrowed),
                ),
                *show_synthetic_samples(
                    cases, held_out.records, own.files, is_composed, held_out.work
                ),
            ),
        )


def _detections(named: Named, decoder: ProductsDecoder, labels: Sequence[str]) -> ShelfDetections:
    """Reduce detections to what is evaluated."""
    found, products = named.found, decoder.library.products
    place_P = np.array([labels.index(product) for product in products], dtype=np.intp)
    detections, names = np.nonzero(named.scores_NP >= MIN_NAMED)
    best_N, every_N = named.products_N, np.arange(len(found))
    known = np.flatnonzero(~decoder.decide(named).is_unknown_N)
    seen = np.flatnonzero(found.scores_N >= decoder.product_threshold)
    best = RegionSet(found.boxes_N4, place_P[best_N], named.scores_NP[every_N, best_N])
    whole = RegionSet(found.boxes_N4, np.zeros(len(found), dtype=np.intp), found.scores_N)
    return ShelfDetections(
        RegionSet(found.boxes_N4[detections], place_P[names], named.scores_NP[detections, names]),
        best.of(known),
        whole.of(seen),
    )


def _compared(scores: Scores[ShelfDetections], splits: Splits) -> list[ComparedShelf]:
    return [
        compare_shelf(detections, true_boxes(record, splits.labels))
        for detections, record in zip(scores.outcomes, scores.records, strict=True)
    ]
