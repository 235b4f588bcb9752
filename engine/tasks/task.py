"""The protocol every task fulfils, and what passes between task, trainer, evaluation and export.

One task is one file and its path is its key: ``image.classification`` is
``engine/tasks/image/classification.py``, which defines ``TASK``. Training, evaluation, export,
the command line and the product use a task only through this protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.catalog import TASKS, TaskCard
from engine.catalog.checks import Finding
from engine.errors import SpecError
from engine.specs.data import DataSpec, SampleRecord, Split
from engine.specs.manifest import LabelSpec, PostprocessingOp, PreprocessingOp
from engine.specs.report import Report, RuntimeCheck, TrainingFacts
from engine.specs.training import TrainingSpec
from engine.training.recipe import Recipe


@dataclass(frozen=True)
class Batch:
    """What one step sees: ``inputs`` (B, …) as the network takes them, ``targets`` (B, …)."""

    inputs: Tensor
    targets: Tensor


class TaskDataset(Protocol):
    """Samples of one split, decoded and preprocessed exactly as the package's manifest says."""

    records: Sequence[SampleRecord]

    def __len__(self) -> int: ...

    def read(self, indices: Sequence[int]) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
        """Return network inputs (B, …), before random augmentation, and targets (B, …)."""
        ...

    def file(self, index: int) -> Path:
        """Return the file of one sample."""
        ...


@dataclass(frozen=True)
class Splits:
    """The datasets of a run. ``test`` may be empty: evaluation then uses ``validation``."""

    train: TaskDataset
    validation: TaskDataset
    test: TaskDataset
    labels: tuple[str, ...]
    multi_label: bool

    def held_out(self) -> tuple[Split, TaskDataset]:
        """Return the split that the report is about."""
        if len(self.test) > 0:
            return Split.TEST, self.test
        return Split.VALIDATION, self.validation


@dataclass(frozen=True)
class TrainedModel:
    """What training hands to evaluation and export. ``spec`` has no ``auto`` left in it."""

    model: nn.Module
    spec: TrainingSpec
    splits: Splits
    facts: TrainingFacts


@dataclass(frozen=True)
class Scores:
    """Raw network outputs on one dataset: ``logits`` (N, …) float32 beside ``targets`` (N, …)."""

    split: Split
    logits: NDArray[np.float32]
    targets: NDArray[np.generic]
    records: Sequence[SampleRecord]


class Task(Protocol):
    """How a task is done; the card says what the product shows of it."""

    card: TaskCard

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        ...

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        ...

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets.

        Raises:
            DataError: when a split that is needed has no usable sample.
        """
        ...

    def build_model(self, spec: TrainingSpec, labels: Sequence[str]) -> nn.Module:
        """Build the network (B, …) → logits (B, …), pretrained or incremental as the spec says.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
        """
        ...

    def augment(
        self, spec: TrainingSpec, labels: Sequence[str], batch: Batch, step_seed: int
    ) -> Batch:
        """Apply the random changes of training to a whole batch; a pure function of the seed."""
        ...

    def recipe(self, spec: TrainingSpec) -> Recipe:
        """Return what the training loop needs to know of resolved options."""
        ...

    def label_weights(self, spec: TrainingSpec, splits: Splits) -> Tensor | None:
        """Return the weight of each label in the loss (K,), ``None`` when all weigh the same."""
        ...

    def loss(
        self, spec: TrainingSpec, logits: Tensor, targets: Tensor, label_weights: Tensor | None
    ) -> Tensor:
        """Return the training loss, a scalar."""
        ...

    def metrics(self, scores: Scores, labels: Sequence[str]) -> dict[str, float]:
        """Return the validation numbers; ``card.primary_metric`` is among them, more is better."""
        ...

    def preprocessing(self, spec: TrainingSpec) -> tuple[PreprocessingOp, ...]:
        """Return how an input becomes a tensor, as data."""
        ...

    def postprocessing(self, multi_label: bool) -> tuple[PostprocessingOp, ...]:
        """Return how an output tensor becomes an answer, as data."""
        ...

    def recommend_thresholds(
        self, validation: Scores, labels: Sequence[str]
    ) -> Sequence[LabelSpec]:
        """Choose the decision threshold of each label on the validation split."""
        ...

    def report(
        self,
        trained: TrainedModel,
        held_out: Scores,
        labels: Sequence[LabelSpec],
        runtime: RuntimeCheck,
        work: Path,
    ) -> Report:
        """Build the evaluation report; pictures it refers to are written under ``work``."""
        ...


def load_task(key: str) -> Task:
    """Import the task of a key.

    Raises:
        SpecError: when the catalog has no such task; nothing is imported then.
    """
    if key not in TASKS:
        raise SpecError(
            f"There is no task '{key}'. Known tasks: {', '.join(sorted(TASKS))}. "
            "Choose one of them.",
            code="task_unknown",
            task=key,
        )
    task: Task = import_module(f"engine.tasks.{key}").TASK
    return task
