"""Fit an n-gram classifier: two views of the same counts, each a logistic regression."""

# N samples, V n-grams, K labels

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import torch
from easel.runtime import Example
from numpy.typing import NDArray
from scipy import sparse

from engine.models.text.ngram_classifier import NgramClassifier, NgramView
from engine.training.logistic import LinearWeights, fit_logistic

Numbers = NDArray[np.float64]


def count_matrix(examples: Sequence[Example], size: int) -> sparse.csr_matrix:
    """Return how often each text (N) has each n-gram (V)."""
    ids, counts, ends = [], [], [0]
    for example in examples:
        present = example.tensors["ngram_counts"][0] > 0
        ids.append(example.tensors["ngram_ids"][0][present])
        counts.append(example.tensors["ngram_counts"][0][present].astype(np.float64))
        ends.append(ends[-1] + len(ids[-1]))
    return sparse.csr_matrix(
        (np.concatenate(counts), np.concatenate(ids), np.array(ends)), shape=(len(examples), size)
    )


def inverse_document_frequency(counts: sparse.csr_matrix) -> Numbers:
    """Return ln((1 + N) / (1 + n)) + 1 for each n-gram (V,), as scikit-learn defines it."""
    seen = np.asarray((counts > 0).sum(axis=0)).ravel()
    weights: Numbers = np.log((1 + counts.shape[0]) / (1 + seen)) + 1
    return weights


def log_count_ratio(counts: sparse.csr_matrix, targets: Numbers) -> Numbers:
    """Return how much the presence of each n-gram (V,) tells of any label.

    That is the largest |r| over the labels, r the log ratio of its smoothed share among the
    samples with the label to that among those without.

    Source: Wang & Manning, ACL 2012, eq. 2, with presence as in section 2.3.
    """
    present = (counts > 0).astype(np.float64).T.tocsr()
    having, lacking = 1 + present @ targets, 1 + present @ (1 - targets)
    ratio = np.log(having / having.sum(axis=0)) - np.log(lacking / lacking.sum(axis=0))
    largest: Numbers = np.abs(ratio).max(axis=1)
    return largest


def fit_views(
    model: NgramClassifier,
    counts: sparse.csr_matrix,
    targets: Numbers,
    *,
    multi_label: bool,
    strength: float,
    sample_weights: Numbers | None = None,
    tick: Callable[[int], None] | None = None,
) -> None:
    """Fit all views of a model; one that already has weights is only moved on from them.

    A first view weighs n-grams by their rarity, a second by how much they tell of a label.

    Args:
        model: changed in place.
        counts: (N, V) of the training split.
        targets: (N, K) zeros and ones.
        multi_label: labels are independent of each other.
        strength: how far the data may move the weights; see ``fit_logistic``.
        sample_weights: (N,) how much each sample counts.
        tick: is told the number of each iteration; may raise to stop.
    """
    scales = (inverse_document_frequency(counts), log_count_ratio(counts, targets))
    num_views, known_bias = len(model.views), model.bias.numpy().astype(np.float64)
    bias = np.zeros(targets.shape[1])
    for view, own_scale in zip(model.views, scales, strict=False):
        assert isinstance(view, NgramView)
        is_known = bool(view.scale.any())
        scale = np.where(view.scale > 0, view.scale, own_scale) if is_known else own_scale
        prior = LinearWeights(view.weight.numpy().astype(np.float64), known_bias)
        fitted = fit_logistic(
            view_features(counts, scale, counted=view.counted),
            targets,
            multi_label=multi_label,
            strength=strength,
            sample_weights=sample_weights,
            prior=prior if is_known else None,
            tick=tick,
        )
        view.scale.copy_(torch.from_numpy(scale))
        view.weight.copy_(torch.from_numpy(fitted.weights))
        bias += fitted.bias / num_views
    model.bias.copy_(torch.from_numpy(bias))


def view_features(counts: sparse.csr_matrix, scale: Numbers, *, counted: bool) -> sparse.csr_matrix:
    """Return the features (N, V) that a view makes of counts: scaled, rows of length one."""
    values = counts.copy()
    values.data = 1 + np.log(values.data) if counted else np.ones_like(values.data)
    values = values @ sparse.diags_array(scale)
    norms = np.sqrt(np.asarray(values.multiply(values).sum(axis=1)).ravel())
    return (sparse.diags_array(1 / np.maximum(norms, 1e-12)) @ values).tocsr()
