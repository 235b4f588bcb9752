"""What one step of training sees, and what it makes smaller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from torch import Tensor


@dataclass(frozen=True)
class Batch:
    """What one training step sees.

    ``inputs`` are the network's, by name, (B, …). ``targets`` are tensors by name, in whatever
    layout the task's objective takes; things of varying number are laid end to end, with the place
    of their sample in a tensor beside them.
    """

    inputs: Mapping[str, Tensor]
    targets: Mapping[str, Tensor]

    def __len__(self) -> int:
        return len(next(iter(self.inputs.values())))


Objective = Callable[[Any, Batch], Tensor]
"""Runs the network on a batch and returns the training loss, a scalar."""
