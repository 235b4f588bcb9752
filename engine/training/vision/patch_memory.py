"""Fill the memory of a ``PatchMemory`` from normal images, and measure what is normal.

Source: Roth et al., CVPR 2022 (PatchCore), sections 3.1 and 3.2.
"""

# S candidates, D0 features of a place, D features that are compared, M remembered, N neighbours

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from easel.runtime.image import TENSOR
from torch import Tensor

from engine.interfaces.dataset import TaskDataset
from engine.models.vision.anomaly.anomaly_maps import AnomalyMapper
from engine.models.vision.anomaly.patch_memory import NUM_NEIGHBOURS, PatchMemory

MAX_CANDIDATES = 40_000
MAX_FEATURES = 64
CHUNK = 16
# Directions that vary less than this share of the mean variance are not blown up to noise.
_LEAST_VARIANCE = 5e-4
_TINY = 1e-6

Ticking = Callable[[int, int], None]
"""Is told how many of how many images are done, and may stop the run."""


@dataclass(frozen=True)
class MemoryOptions:
    """How much is remembered: at most ``size`` places, drawn with ``seed``."""

    size: int
    seed: int


def fill_memory(
    model: PatchMemory,
    dataset: TaskDataset,
    normal: Sequence[int],
    options: MemoryOptions,
    tick: Ticking,
) -> None:
    """Let a model remember normal images.

    Args:
        model: in evaluation mode; changed in place.
        dataset: of the images.
        normal: places of the normal ones.
        options: how much is remembered.
        tick: is told of the progress.
    """
    found_SD0 = _candidates(model, dataset, normal, options, tick)
    center_D0 = found_SD0.mean(dim=0)
    projection_D0D = _whitening(found_SD0 - center_D0)
    _remember(model, center_D0, projection_D0D, (found_SD0 - center_D0) @ projection_D0D, options)


def grow_memory(
    model: PatchMemory,
    dataset: TaskDataset,
    normal: Sequence[int],
    options: MemoryOptions,
    tick: Ticking,
) -> None:
    """Let a model that has a memory remember further normal images beside what it knows.

    Features and their scale stay, or what is remembered would no longer fit.
    """
    found_SD0 = _candidates(model, dataset, normal, options, tick)
    places_SD = torch.cat([model.memory, (found_SD0 - model.center) @ model.projection])
    _remember(model, model.center, model.projection, places_SD, options)


def measure_normal(
    model: AnomalyMapper,
    dataset: TaskDataset,
    normal: Sequence[int],
    false_positive_rate: float,
    tick: Ticking,
) -> None:
    """Set the distance that a share of held-out normal images exceeds; it becomes 0.5.

    Args:
        model: in evaluation mode; changed in place.
        dataset: of held-out images.
        normal: places of the normal ones, at least one.
        false_positive_rate: that share.
        tick: is told of the progress.
    """
    scores = [model.distances(images)[0] for images in _images(model, dataset, normal, tick)]
    limit = torch.quantile(torch.cat(scores).double(), 1 - false_positive_rate)
    model.reference = limit.float().clamp(min=_TINY)


@torch.no_grad()
def _candidates(
    model: PatchMemory,
    dataset: TaskDataset,
    normal: Sequence[int],
    options: MemoryOptions,
    tick: Ticking,
) -> Tensor:
    """Return the features of as many places as can be looked through, evenly over images."""
    random = np.random.default_rng(options.seed)
    per_image = max(1, MAX_CANDIDATES // max(1, len(normal)))
    parts = []
    for images in _images(model, dataset, normal, tick):
        for features in model.patches(images).flatten(2).transpose(1, 2):
            chosen = random.permutation(len(features))[:per_image]
            parts.append(features[torch.from_numpy(np.sort(chosen)).to(features.device)])
    return torch.cat(parts)[:MAX_CANDIDATES]


def _images(
    model: AnomalyMapper, dataset: TaskDataset, places: Sequence[int], tick: Ticking
) -> Iterator[Tensor]:
    device = model.reference.device
    for start in range(0, len(places), CHUNK):
        part = places[start : start + CHUNK]
        rows = [example.tensors[TENSOR] for example in dataset.examples(part)]
        with torch.no_grad():
            yield torch.from_numpy(np.concatenate(rows)).to(device)
        tick(start + len(part), len(places))


def _whitening(centered_SD0: Tensor) -> Tensor:
    """Return the map (D0, D) after which all directions of normal places vary alike."""
    values = centered_SD0.double()
    variances, directions = torch.linalg.eigh(values.T @ values / max(1, len(values) - 1))
    largest = variances.flip(0)[:MAX_FEATURES].clamp(min=0)
    directions = directions.flip(1)[:, :MAX_FEATURES]
    floor = _LEAST_VARIANCE * variances.clamp(min=0).mean() + _TINY
    whitening: Tensor = (directions / (largest + floor).sqrt()).float()
    return whitening


@torch.no_grad()
def _remember(
    model: PatchMemory,
    center_D0: Tensor,
    projection_D0D: Tensor,
    places_SD: Tensor,
    options: MemoryOptions,
) -> None:
    memory_MD = places_SD[_covering(places_SD, options.size, options.seed)]
    # The quick form by a matrix product rounds, so that a place might not be nearest to itself.
    apart_MM = torch.cdist(memory_MD, memory_MD, compute_mode="donot_use_mm_for_euclid_dist")
    near = apart_MM.topk(min(NUM_NEIGHBOURS, len(memory_MD)), dim=1, largest=False)
    model.remember(center_D0, projection_D0D, memory_MD.contiguous(), near.indices)


def _covering(places_SD: Tensor, size: int, seed: int) -> Tensor:
    """Return the indices of at most ``size`` places such that every place is near one of them.

    The place that is farthest from all chosen ones is chosen next, which is at most twice as bad
    as the best choice there is.

    Source: Gonzalez, Theoretical Computer Science 1985; Roth et al., algorithm 1.
    """
    first = int(np.random.default_rng(seed).integers(len(places_SD)))
    chosen = [first]
    nearest_S = (places_SD - places_SD[first]).square().sum(dim=1)
    while len(chosen) < min(size, len(places_SD)):
        farthest = int(nearest_S.argmax())
        if float(nearest_S[farthest]) <= _TINY:
            break
        chosen.append(farthest)
        nearest_S = torch.minimum(nearest_S, (places_SD - places_SD[farthest]).square().sum(dim=1))
    return torch.tensor(chosen, device=places_SD.device)
