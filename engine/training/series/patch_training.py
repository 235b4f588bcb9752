"""Train a PatchTST on windows of all targets alike."""

# R windows, T targets, L points, H steps ahead, N windows of one target each

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.models.series.patches import PatchForecast, PatchSizes, PatchTst
from engine.training.budget import OutOfTime

Floats = NDArray[np.float64]
BATCH, STEPS_AN_EPOCH, PATIENCE = 128, 100, 4
RATE, DECAY, WARM_UP_SHARE = 1e-3, 1e-2, 0.05


@dataclass(frozen=True)
class Windows:
    """Windows of one target each.

    Attributes:
        seen: (N, L) float32.
        came: (N, H) float32, NaN where nothing is known.
    """

    seen: Tensor
    came: Tensor

    @classmethod
    def of(cls, windows: Floats, truths: Floats, scales: Floats) -> Windows:
        """Return windows (R, L, T) and what came (R, H, T), target by target, in scales (R, T)."""
        units = scales[:, np.newaxis]
        return cls(_apart(windows / units), _apart(truths / units))


def fit_patches(
    train: Windows,
    watched: Windows,
    *,
    max_epochs: int,
    seed: int,
    num_threads: int,
    on_step: Callable[[], None],
    is_over: Callable[[], bool],
) -> PatchForecast:
    """Return the network of the epoch that forecast the watched windows best.

    An epoch is 100 batches of 128 windows, or all of them where they are fewer.

    Args:
        train: windows to learn from.
        watched: windows that say when to stop.
        max_epochs: most epochs.
        seed: of weights, order and dropout.
        num_threads: of torch.
        on_step: called before each step, to be interrupted.
        is_over: asked before each step; the best of the finished epochs is taken then.

    Raises:
        OutOfTime: when the time is over before the first epoch is.
    """
    torch.set_num_threads(num_threads)
    generator = torch.Generator().manual_seed(seed)
    sizes = PatchSizes.of(train.seen.shape[1], train.came.shape[1])
    steps = min(STEPS_AN_EPOCH, -(-len(train.seen) // BATCH))
    # Weights and dropout draw from torch's own generator, which is the caller's again afterwards.
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        module = PatchTst(sizes)
        optimizer = torch.optim.AdamW(module.parameters(), lr=RATE, weight_decay=DECAY)
        best, kept, waited = math.inf, copy.deepcopy(module.state_dict()), 0
        for epoch in range(max_epochs):
            module.train()
            for step in range(steps):
                on_step()
                if is_over():
                    break
                for group in optimizer.param_groups:
                    group["lr"] = RATE * _share((epoch * steps + step) / (max_epochs * steps))
                chosen = torch.randint(len(train.seen), (BATCH,), generator=generator)
                loss = _loss(module, train.seen[chosen], train.came[chosen])
                optimizer.zero_grad(set_to_none=True)
                loss.backward()  # type: ignore[no-untyped-call]
                optimizer.step()
            if is_over():
                break
            error = _watch(module, watched)
            waited = 0 if error < best else waited + 1
            if error < best:
                best, kept = error, copy.deepcopy(module.state_dict())
            if waited >= PATIENCE:
                break
        if not math.isfinite(best) and is_over():
            raise OutOfTime
        module.load_state_dict(kept)
    return PatchForecast(module)


@torch.no_grad()
def _watch(module: PatchTst, watched: Windows) -> float:
    module.eval()
    errors = [
        float(_loss(module, seen, came)) * len(seen)
        for seen, came in zip(
            torch.split(watched.seen, 1024), torch.split(watched.came, 1024), strict=True
        )
    ]
    return sum(errors) / len(watched.seen)


def _loss(module: PatchTst, seen: Tensor, came: Tensor) -> Tensor:
    """Return the mean squared error of what is known."""
    known = came.isfinite()
    apart = (module(seen) - came.nan_to_num()) * known
    loss: Tensor = apart.square().sum() / known.sum().clamp(min=1)
    return loss


def _share(progress: float) -> float:
    """Return the share of the rate: warm-up, then half a cosine."""
    if progress < WARM_UP_SHARE:
        # The first step would else be of no length.
        return (progress + 1e-3) / WARM_UP_SHARE
    return 0.5 * (1 + math.cos(math.pi * progress))


def _apart(values: Floats) -> Tensor:
    flat = np.ascontiguousarray(np.moveaxis(values, 1, 2)).reshape(-1, values.shape[1])
    return torch.from_numpy(flat.astype(np.float32))
