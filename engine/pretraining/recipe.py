"""What a recipe of pretraining is: a network, batches without end, and what is asked of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from torch import Tensor, nn

from engine.data.ocr.synthesis.fonts import FOLDERS


class Recipe(ABC):
    """How one network is pretrained; a pure function of its seed.

    Attributes:
        key: of the recipe, and of the weights that it makes.
        version: is raised when its weights would be others.
        batch_size: samples of a step.
        learning_rate: at its peak.
        packages: folders of the engine that the weights depend on.
        made_of: what the network is shown, in a few words.
        characters: of the classes that it reads, where it reads.
        materials: SHA-256 of each file that samples are made with, by its name.

    Args:
        seed: of everything random.
        font_folders: with the fonts of those that draw texts; the machine's unless they are given.
    """

    key: ClassVar[str]
    version: ClassVar[int] = 1
    batch_size: ClassVar[int]
    learning_rate: ClassVar[float]
    packages: ClassVar[tuple[str, ...]]
    made_of: ClassVar[str]

    def __init__(self, seed: int, font_folders: Sequence[Path] = FOLDERS) -> None:
        self.seed = seed
        self.font_folders = font_folders

    @property
    def characters(self) -> str:
        """Return nothing, for a network that does not read."""
        return ""

    @property
    def materials(self) -> Mapping[str, str]:
        """Return nothing, for samples that formulas alone make."""
        return {}

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
