"""Multinomial and multi-label logistic regression on sparse features, to convergence."""

# N samples, V features, K labels

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from easel.runtime.predictions.labels import sigmoid, softmax
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import minimize

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class LinearWeights:
    """A linear model: weights (V, K) and bias (K,)."""

    weights: Numbers
    bias: Numbers


def fit_logistic(
    features: sparse.csr_matrix,
    targets: Numbers,
    *,
    multi_label: bool,
    strength: float,
    sample_weights: Numbers | None = None,
    prior: LinearWeights | None = None,
    max_iterations: int = 300,
    tick: Callable[[int], None] | None = None,
) -> LinearWeights:
    """Minimise the summed cross entropy plus ``|w - prior|² / (2 strength)``.

    Weights are drawn towards the prior, which is zero unless the model goes on from another; the
    bias is free. The optimum is unique, so the result depends on nothing random.

    Args:
        features: (N, V).
        targets: (N, K) zeros and ones; one of each row is set unless ``multi_label``.
        multi_label: labels are independent of each other.
        strength: how far the data may move the weights; scikit-learn's ``C``.
        sample_weights: (N,) how much each sample counts.
        prior: where to start, and what to stay near to.
        max_iterations: of L-BFGS.
        tick: is told the number of the iteration; may raise to stop.
    """
    num_features, num_labels = features.shape[1], targets.shape[1]
    start = np.zeros((num_features + 1, num_labels))
    if prior is not None:
        start[:-1], start[-1] = prior.weights, prior.bias
    centre = start[:-1].copy()
    counts = np.ones(len(targets)) if sample_weights is None else sample_weights
    # Each step multiplies by it, which is quick by rows.
    transposed = features.T.tocsr()
    steps = 0

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        values = flat.reshape(start.shape)
        logits = features @ values[:-1] + values[-1]
        if multi_label:
            lost = np.logaddexp(0.0, logits) - logits * targets
            error = sigmoid(logits) - targets
        else:
            largest = logits.max(axis=1, keepdims=True)
            log_sum = largest[:, 0] + np.log(np.exp(logits - largest).sum(axis=1))
            lost = (log_sum - (logits * targets).sum(axis=1))[:, np.newaxis]
            error = softmax(logits) - targets
        error *= counts[:, np.newaxis]
        moved = values[:-1] - centre
        gradient = np.empty_like(values)
        gradient[:-1] = transposed @ error + moved / strength
        gradient[-1] = error.sum(axis=0)
        total = float((lost.sum(axis=1) * counts).sum() + (moved**2).sum() / (2 * strength))
        return total, gradient.ravel()

    def after_step(_: Numbers) -> None:
        nonlocal steps
        steps += 1
        if tick is not None:
            tick(steps)

    found = minimize(
        loss,
        start.ravel(),
        jac=True,
        method="L-BFGS-B",
        callback=after_step,
        options={"maxiter": max_iterations, "ftol": 1e-7, "gtol": 1e-3},
    )
    best = found.x.reshape(start.shape)
    return LinearWeights(best[:-1], best[-1])
