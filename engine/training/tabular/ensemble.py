"""The blend of fitted learners: who takes part, how much each counts, and how sure it is."""

# R rows, S scores, V rows predicted out of fold

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.onnx_graphs.graph import GraphBuilder
from engine.training.tabular.candidates import TableModel
from engine.training.tabular.cross_validation import OutOfFold
from engine.training.tabular.ensemble_selection import select

SELECTION_STEPS, LEAST_SHARE = 40, 0.04


@dataclass(frozen=True)
class Calibration:
    """``scale * score + shift``: temperature, and for two classes Platt's shift too.

    Sources: Guo et al., On Calibration of Modern Neural Networks, ICML 2017, section 4.2; Platt,
    Probabilistic Outputs for Support Vector Machines, 1999.
    """

    scale: float = 1.0
    shift: float = 0.0

    def __call__(self, scores: Floats) -> Floats:
        """Return calibrated scores."""
        return self.scale * scores + self.shift


@dataclass(frozen=True)
class Ensemble:
    """Weighted mean of the scores of its members, then the calibration."""

    names: tuple[str, ...]
    weights: tuple[float, ...]
    members: tuple[TableModel, ...]
    calibration: Calibration

    def scores(self, rows: Encoded) -> Floats:
        """Return the scores of rows (R, S)."""
        total: Floats = np.zeros(1)
        for weight, member in zip(self.weights, self.members, strict=True):
            total = total + weight * member.scores(rows)
        return self.calibration(total)

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the model to an ONNX graph; return the name of its scores (R, S)."""
        total = ""
        for weight, member in zip(self.weights, self.members, strict=True):
            scores = member.add_to(graph, numbers, categories)
            factor = graph.constant(np.array(weight * self.calibration.scale, np.float32))
            part = graph.node("Mul", scores, factor)
            total = graph.node("Add", total, part) if total else part
        shift = graph.constant(np.array(self.calibration.shift, np.float32))
        return graph.node("Add", total, shift)


def weigh(
    candidates: Mapping[str, OutOfFold], truth: Floats, question: Question
) -> dict[str, float]:
    """Return the share of each candidate that takes part, adding up to one.

    Args:
        candidates: with their out-of-fold scores.
        truth: (V,) of the same rows.
        question: decides the loss.
    """
    scores = {name: found.scores for name, found in candidates.items()}
    return select(
        scores,
        lambda mean: question.loss(mean, truth),
        steps=SELECTION_STEPS,
        least_share=LEAST_SHARE,
    ).weights


def blend(candidates: Mapping[str, OutOfFold], weights: Mapping[str, float]) -> Floats:
    """Return the weighted mean of out-of-fold scores (V, S)."""
    parts: Sequence[Floats] = [candidates[name].scores * share for name, share in weights.items()]
    mean: Floats = np.sum(parts, axis=0)
    return mean


def calibrate(scores: Floats, truth: Floats, question: Question) -> Calibration:
    """Return the calibration that lowers the log loss of classes, none for values.

    With class weights nothing is calibrated: the shares are meant to be off.
    """
    if question.problem == "regression" or question.class_weights:
        return Calibration()
    from scipy.optimize import minimize

    has_shift = question.problem == "binary"

    def loss(parameters: Floats) -> float:
        return question.loss(_applied(parameters, has_shift)(scores), truth)

    start = np.array([0.0, 0.0]) if has_shift else np.array([0.0])
    found = minimize(loss, start, method="Nelder-Mead", options={"xatol": 1e-3, "maxiter": 200})
    better = _applied(found.x, has_shift)
    # A gain that chance would give is not worth another shape of the scores.
    gained = question.loss(scores, truth) - question.loss(better(scores), truth)
    return better if gained > 2 / len(truth) else Calibration()


def _applied(parameters: Floats, has_shift: bool) -> Calibration:
    return Calibration(float(np.exp(parameters[0])), float(parameters[1]) if has_shift else 0.0)
