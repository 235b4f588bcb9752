"""Evaluates what finds images by texts, and texts by images."""

from __future__ import annotations

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.image_text import ImageTextContext
from easel.runtime.predictions.matches import MatchesDecoder

from engine.data.multimodal.gallery import Pair
from engine.evaluation.image import retrieval
from engine.evaluation.sectioned import sectioned_report
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.specs.package.report import Report
from engine.training.scoring import decoder_of


class RetrievalEvaluator(Evaluator[Pair]):
    """Evaluates orders of images and texts by their recall; an order needs no threshold."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Pair:
        """Return both vectors of a pair."""
        decoder, context = decoder_of(model, MatchesDecoder), example.context
        text = decoder.text_vector(example, model.run_network)
        assert isinstance(context, ImageTextContext), type(context)
        assert context.text is not None, "samples of this task are pairs"
        assert text is not None, "samples of this task are pairs"
        return Pair(context.text, decoder.image_vector(outputs), text)

    def metrics(self, scores: Scores[Pair], splits: Splits) -> dict[str, float]:
        """Return the recalls; ``recall_at_5``, the mean of both directions, is the primary one."""
        return retrieval.numbers(retrieval.rank(scores.outcomes, scores.records))

    def report(self, held_out: HeldOut[Pair]) -> Report:
        """Build the evaluation report; its baseline is a random order."""
        ranks = retrieval.rank(held_out.outcomes, held_out.records)
        return sectioned_report(
            held_out,
            metrics=retrieval.headline(ranks),
            sections=retrieval.sections(ranks),
            baseline=retrieval.chance(ranks, 5),
        )
