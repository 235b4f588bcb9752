"""The blend of fitted learners: who takes part, how much each counts, and how sure it is."""

# R rows, S scores, V rows predicted out of fold

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.export.graph import GraphBuilder
from engine.models.tabular.encoded import Encoded, Floats, Question
from engine.training.tabular.candidates import TableModel
from engine.training.tabular.cross_validation import OutOfFold

SELECTION_STEPS = 40
MIN_WEIGHT = 0.04


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


def select(candidates: Mapping[str, OutOfFold], truth: Floats, question: Question) -> Counter[str]:
    """Return how often each candidate is drawn into the blend.

    Starting with the best, the candidate is added, again and again, that makes the mean of all
    drawn ones best; so the blend is never worse than its best member on these rows.

    Args:
        candidates: their out-of-fold scores.
        truth: (V,) of the same rows.
        question: decides the loss.

    Source: Caruana et al., Ensemble Selection from Libraries of Models, ICML 2004, section 2.
    """
    drawn: list[str] = []
    total: Floats = np.zeros_like(next(iter(candidates.values())).scores)
    losses = []
    for step in range(SELECTION_STEPS):
        trials = {
            name: question.loss((total + found.scores) / (step + 1), truth)
            for name, found in candidates.items()
        }
        best = min(trials, key=trials.__getitem__)
        drawn.append(best)
        losses.append(trials[best])
        total = total + candidates[best].scores
    return Counter(drawn[: int(np.argmin(losses)) + 1])


def weights_of(drawn: Counter[str]) -> dict[str, float]:
    """Return shares that add up to one, without members too small to be worth their size."""
    total = sum(drawn.values())
    kept = {name: times for name, times in drawn.items() if times >= MIN_WEIGHT * total}
    return {name: times / sum(kept.values()) for name, times in kept.items()}


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
