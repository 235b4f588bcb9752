"""What a recipe of pretraining is: a network, batches without end, and what is asked of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from torch import Tensor, nn


class Recipe(ABC):
    """How one network is pretrained; a pure function of its seed.

    Attributes:
        key: of the recipe, and of the weights that it makes.
        version: is raised when its weights would be others.
        batch_size: samples of a step.
        learning_rate: at its peak.
        packages: folders of the engine that the weights depend on.
        made_of: what the network is shown, in a few words.
    """

    key: ClassVar[str]
    version: ClassVar[int] = 1
    batch_size: ClassVar[int]
    learning_rate: ClassVar[float]
    packages: ClassVar[tuple[str, ...]]
    made_of: ClassVar[str]

    def __init__(self, seed: int) -> None:
        self.seed = seed

    @abstractmethod
    def new_model(self) -> nn.Module:
        """Return the network under the name ``network``, beside the heads of its pretext tasks."""

    @abstractmethod
    def batch(self, step: int, progress: float) -> Any:
        """Return the batch of a step; another thread makes it ahead.

        Args:
            step: from 0.
            progress: the share of all steps that lie before it.
        """

    @abstractmethod
    def loss(self, model: nn.Module, batch: Any) -> tuple[Tensor, Mapping[str, Tensor]]:
        """Return what is to fall, and what is to be shown; no batch was seen before."""
