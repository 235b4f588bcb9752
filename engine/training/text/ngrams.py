"""Fit an n-gram classifier: two views of the same counts, each a logistic regression."""

# N samples, V n-grams, K labels

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from easel.runtime import Example
from numpy.typing import NDArray
from safetensors.torch import save_file
from scipy import sparse
from torch import Tensor

from engine.data.label_targets import label_targets
from engine.disk import writing_to
from engine.interfaces.dataset import Splits
from engine.interfaces.run import RunContext
from engine.models.text.ngram_classifier import NgramClassifier
from engine.specs.training import TrainingSpec
from engine.training.checkpoint import not_trained, read_tensors
from engine.training.fingerprint import fingerprint
from engine.training.text.logistic import LinearWeights, fit_logistic

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
    is_known = bool(model.scales.any())
    scales = (inverse_document_frequency(counts), log_count_ratio(counts, targets))
    for view, linear in enumerate(model.maps):
        known = LinearWeights(_numbers(linear.weight).T, _numbers(linear.bias))
        # Known weights were learnt with the scale of their own texts.
        scale = _numbers(model.scales[view]) if is_known else scales[view]
        fitted = fit_logistic(
            view_features(counts, scale, counted=model.counted[view]),
            targets,
            multi_label=multi_label,
            strength=strength,
            sample_weights=sample_weights,
            prior=known if is_known else None,
            tick=tick,
        )
        model.scales[view].copy_(torch.from_numpy(scale))
        linear.weight.copy_(torch.from_numpy(fitted.weights.T))
        linear.bias.copy_(torch.from_numpy(fitted.bias))


def _numbers(tensor: Tensor) -> Numbers:
    values: Numbers = tensor.detach().numpy().astype(np.float64)
    return values


def view_features(counts: sparse.csr_matrix, scale: Numbers, *, counted: bool) -> sparse.csr_matrix:
    """Return the features (N, V) that a view makes of counts: scaled, rows of length one."""
    values = counts.copy()
    values.data = 1 + np.log(values.data) if counted else np.ones_like(values.data)
    values = values @ sparse.diags_array(scale)
    norms = np.sqrt(np.asarray(values.multiply(values).sum(axis=1)).ravel())
    return (sparse.diags_array(1 / np.maximum(norms, 1e-12)) @ values).tocsr()


FITTED = "checkpoints/ngrams.safetensors"


def fit_ngrams(
    model: NgramClassifier,
    spec: TrainingSpec,
    splits: Splits,
    context: RunContext,
    *,
    strength: float,
    balanced: bool,
) -> float:
    """Fit a model on the training split, or take what an earlier process of the run has fitted.

    Args:
        model: changed in place.
        spec: without ``auto``.
        splits: of the run.
        context: its work folder keeps what was fitted.
        strength: see ``fit_logistic``.
        balanced: give rare labels the say of common ones.

    Returns:
        The seconds that it took, 0 when it was there already.

    Raises:
        Cancelled: when asked to stop; fitting starts anew then.
        ResourceError: when the disk is full.
    """
    mark = fingerprint(spec, splits)
    path = context.work / FITTED
    if path.exists() and _load(model, path) == mark:
        context.emit.log("fitted_already", "The model was fitted already.")
        return 0.0
    began = time.monotonic()
    targets = _targets(splits)
    chosen = splits.train.examples(range(len(splits.train)))
    steps = 0

    def tick(_: int) -> None:
        nonlocal steps
        steps += 1
        context.interrupt.check()
        # How many iterations it takes is not known; the bar closes in on its end.
        context.emit.progress("train", steps, steps + _EXPECTED_STEPS)

    with context.interrupt.deferred():
        fit_views(
            model,
            count_matrix(chosen, model.scales.shape[1]),
            targets,
            multi_label=splits.multi_label,
            strength=strength,
            sample_weights=_sample_weights(targets) if balanced else None,
            tick=tick,
        )
    tensors = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    with writing_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(tensors, path, {"fingerprint": mark})
    context.emit.progress("train", steps, max(1, steps))
    return time.monotonic() - began


def restore_ngrams(model: NgramClassifier, work: Path) -> None:
    """Give a model what was fitted in a work folder.

    Raises:
        SpecError: ``not_trained`` when there is nothing.
    """
    path = work / FITTED
    if not path.exists():
        raise not_trained(work)
    _load(model, path)


_EXPECTED_STEPS = 30


def _load(model: NgramClassifier, path: Path) -> str:
    """Return the fingerprint of the run that the file is of; the model is filled in if it fits."""
    tensors, header = read_tensors(path)
    own = model.state_dict()
    if all(name in tensors and tensors[name].shape == own[name].shape for name in own):
        model.load_state_dict(tensors)
        return str(header.get("fingerprint"))
    return ""


def _targets(splits: Splits) -> Numbers:
    targets = label_targets(splits.train.records, splits.labels, splits.multi_label)
    if splits.multi_label:
        return targets.astype(np.float64)
    return np.eye(len(splits.labels))[targets.astype(np.intp)]


def _sample_weights(targets: Numbers) -> Numbers:
    """Weigh samples (N,) so that each label has the same say, one on average."""
    counts = targets.sum(axis=0)
    of_label = np.where(counts > 0, counts.sum() / np.maximum(counts, 1), 0.0)
    weights: Numbers = (targets * of_label).sum(axis=1) / np.maximum(targets.sum(axis=1), 1)
    weights[targets.sum(axis=1) == 0] = 1.0
    weights /= weights.mean()
    return weights
