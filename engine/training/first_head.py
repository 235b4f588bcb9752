"""Begin with a head that tells the classes by what a network knows already."""

# N samples, B of a batch, D features, K classes

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import numpy as np
import torch
from torch import Tensor

from engine.data.label_targets import LABELS
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits, TrainingDataset
from engine.models.linear import LinearModel
from engine.models.norms import adapt_norms
from engine.models.pooled_classifier import PooledClassifier

# More samples change such a head little.
_MOST, _AT_ONCE = 2000, 64
# What no sample has, or all have, is not certain for ever.
_SUREST = 4.0


def fit_first_head(model: PooledClassifier, splits: Splits, name: str, seed: int) -> None:
    """Replace the new head by a linear model of the features, before the network learns.

    What a random head sends back in the first steps undoes part of what the network knows. The
    statistics of its norms are taken from the samples as well.

    Args:
        model: with features that know something; changed in place.
        splits: the samples, without any random change.
        name: of the network's input.
        seed: of which samples are looked at, where there are many.

    Source: Kumar et al., "Fine-tuning can distort pretrained features", ICLR 2022 (LP-FT).
    """
    device = next(model.parameters()).device
    train = cast(TrainingDataset, splits.train)
    chosen = np.random.default_rng(seed).permutation(len(train))[:_MOST]

    def batches() -> Iterator[Batch]:
        for start in range(0, len(chosen), _AT_ONCE):
            yield train.read(chosen[start : start + _AT_ONCE].tolist())

    was_training = model.training
    adapt_norms(model.features, (batch.inputs[name].to(device) for batch in batches()))
    means, given = _features(model.eval(), batches, name, len(splits.labels))
    center, spread = means.mean(axis=0), means.std(axis=0) + 1e-6
    # As long as one on average: the penalty of the linear model is made for such rows.
    scale = spread * np.sqrt(means.shape[1])
    fitted = LinearModel.fit(
        ((means - center) / scale).astype(np.float32), given, is_multi_label=splits.multi_label
    )
    weights_KD = (fitted.weights / scale[:, None]).T
    offsets_K = fitted.offsets.clip(-_SUREST, _SUREST) - weights_KD @ center
    with torch.no_grad():
        model.head.weight.copy_(torch.from_numpy(weights_KD))
        model.head.bias.copy_(torch.from_numpy(offsets_K))
    model.train(was_training)


def _features(
    model: PooledClassifier, batches: Callable[[], Iterator[Batch]], name: str, num_labels: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return what the head sees of each sample (N, D), and which labels it has (N, K)."""
    device = next(model.parameters()).device
    means: list[Tensor] = []
    given: list[Tensor] = []
    every_label = torch.eye(num_labels, dtype=torch.bool)
    with torch.no_grad():
        for batch in batches():
            means.append(model.pooled(batch.inputs[name].to(device)).float().cpu())
            labels = batch.targets[LABELS]
            given.append(labels > 0.5 if labels.ndim == 2 else every_label[labels])
    return torch.cat(means).numpy().astype(np.float64), torch.cat(given).numpy()
