"""Probabilities of classes as scores that can be averaged with those of other learners."""

# R rows, K classes, S scores

from __future__ import annotations

import numpy as np

from engine.data.tabular.encoded_table import Floats
from engine.onnx_graphs.graph import GraphBuilder

SMALLEST = 0.01
"""Probabilities count as at least this and at most the rest: means of few rows are 0 or 1 too
easily, and a logarithm there would make float32's last bits large."""


def scores_of_probabilities(probabilities: Floats) -> Floats:
    """Return log-odds (R, 1) of one column, logarithms (R, K) of several."""
    bounded = np.clip(probabilities, SMALLEST, 1 - SMALLEST)
    scores: Floats = np.log(bounded)
    return scores - np.log(1 - bounded) if probabilities.shape[1] == 1 else scores


def add_scores_of_probabilities(graph: GraphBuilder, probabilities: str, *, is_one: bool) -> str:
    """Add the same to an ONNX graph; return the name of the scores."""
    low, high = (graph.constant(np.float32(end)) for end in (SMALLEST, 1 - SMALLEST))
    bounded = graph.node("Clip", probabilities, low, high)
    scores = graph.node("Log", bounded)
    if not is_one:
        return scores
    rest = graph.node("Sub", graph.constant(np.float32(1)), bounded)
    return graph.node("Sub", scores, graph.node("Log", rest))
