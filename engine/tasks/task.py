"""The protocol every task fulfils, and what passes between task, training, evaluation and export.

One task is one file and its path is its key: ``image.classification`` is
``engine/tasks/image/classification.py``, which defines ``TASK``. Training, evaluation, export,
the command line and the product use a task only through this protocol.

The network's surroundings are ``easel.runtime``: the same code makes the network's input and reads
its output while training is validated, when the exported model is checked, in the model server and
on a customer's machine. A task says what surrounds it as data (``pipeline``), and judges what comes
out (``outcome``, ``metrics``, ``report``).

A task that learns by gradient descent is a ``GradientTask``: its ``fit`` and ``restore`` are one
line each, calling ``engine.training.gradient``. Others (trees, nearest neighbours, templates)
write their own, and keep what they learnt in the work folder, so that a killed run goes on or
starts anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.backends import Session
from torch import Tensor, nn

from engine.catalog import TASKS, TaskCard
from engine.catalog.checks import Finding
from engine.errors import SpecError
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.data import DataSpec, SampleRecord, Split
from engine.specs.inputs import InputSpec
from engine.specs.manifest import LabelSpec, PostprocessingOp, PreprocessingOp, TensorSpec
from engine.specs.report import Report, RuntimeCheck, TrainingFacts
from engine.specs.training import TrainingSpec
from engine.training.recipe import Recipe
from engine.training.resources import ResourceMonitor

Outcome = TypeVar("Outcome")
"""What a task keeps of one sample to judge it: logits, boxes, a text, a confusion count."""


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


class TaskDataset(Protocol):
    """Samples of one split, decoded and preprocessed exactly as the package's manifest says."""

    records: Sequence[SampleRecord]

    def __len__(self) -> int: ...

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes, 0 when there is nothing to load."""
        ...

    @property
    def is_loaded(self) -> bool:
        """Return whether reading costs no decoding any more."""
        ...

    def load(self) -> Iterator[int]:
        """Decode all samples into memory, yielding the number done so far."""
        ...

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return samples as the runtime prepares them, without any random change."""
        ...

    def source(self, index: int) -> easel.runtime.Source:
        """Return what ``easel.runtime.Model.predict`` takes for one sample."""
        ...


class TrainingDataset(TaskDataset, Protocol):
    """A dataset that a network is trained on."""

    @property
    def sizes(self) -> Sequence[int] | None:
        """Return a size per sample, for batches of alike ones; ``None`` when all are alike."""
        ...

    def read(self, indices: Sequence[int]) -> Batch:
        """Return samples with their targets, padded to one shape, before random augmentation."""
        ...


@dataclass(frozen=True)
class Splits:
    """The datasets of a run. ``test`` may be empty: evaluation then uses ``validation``.

    ``files`` are what the pipeline needs beside numbers and was learnt from the data, such as a
    tokenizer, by path in the package.
    """

    train: TaskDataset
    validation: TaskDataset
    test: TaskDataset
    labels: tuple[str, ...]
    multi_label: bool = False
    files: Mapping[str, bytes] = field(default_factory=dict)

    def held_out(self) -> tuple[Split, TaskDataset]:
        """Return the split that the report is about."""
        if len(self.test) > 0:
            return Split.TEST, self.test
        return Split.VALIDATION, self.validation


@dataclass(frozen=True)
class Pipeline:
    """What surrounds the networks, as data: the part of the manifest that a task decides."""

    input: InputSpec
    preprocessing: tuple[PreprocessingOp, ...]
    postprocessing: tuple[PostprocessingOp, ...]


class Network(Protocol):
    """One trained network, before and after it is written as ONNX."""

    @property
    def name(self) -> str:
        """Return the name that ops know it by; its file in the package has it too."""
        ...

    def session(self) -> Session:
        """Return the network itself, to be run like an exported one."""
        ...

    def export(self, path: Path) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
        """Write the network as one self-contained ONNX file; return its inputs and outputs.

        Raises:
            ExportError: when ONNX cannot express it.
            ResourceError: when the disk is full.
        """
        ...

    def difference(self, trained: Tensors, exported: Tensors) -> float:
        """Return how far two sets of outputs of the same rows are apart, 0 for the same answer."""
        ...


@dataclass(frozen=True)
class RunContext:
    """What surrounds a run in this process."""

    work: Path
    emit: EventSink
    interrupt: Interrupt
    monitor: ResourceMonitor


@dataclass(frozen=True)
class TrainedModel:
    """What training hands to evaluation and export.

    Attributes:
        spec: without ``auto``.
        networks: the first takes what preprocessing makes.
        files: of the package beside networks and ``splits.files``, by path: vocabularies,
            templates; one called ``weights.…`` is what incremental training starts from, where
            that is not a module's state.
        module: the task's own view of what it learnt, for heat maps and attributions.
    """

    spec: TrainingSpec
    splits: Splits
    facts: TrainingFacts
    networks: tuple[Network, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    module: Any = None


@dataclass(frozen=True)
class Scores(Generic[Outcome]):
    """What a model predicted for one dataset, in the dataset's order."""

    split: Split
    records: Sequence[SampleRecord]
    outcomes: Sequence[Outcome]


class Task(Protocol[Outcome]):
    """How a task is done; the card says what the product shows of it."""

    card: TaskCard

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        ...

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets.

        Raises:
            DataError: when a split that is needed has no usable sample.
        """
        ...

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        ...

    def pipeline(self, spec: TrainingSpec, splits: Splits) -> Pipeline:
        """Return what surrounds the networks; ``spec`` is resolved."""
        ...

    def fit(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Learn, going on where the work folder ends; ``spec`` is resolved.

        Raises:
            Cancelled: when asked to stop; what was learnt so far is in the work folder.
            EngineError: the kind says whose fault it is.
        """
        ...

    def restore(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Return the best model of the work folder without learning.

        Raises:
            SpecError: ``not_trained`` when there is none.
        """
        ...

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Outcome:
        """Reduce the first network's outputs on one sample (R, …) to what is judged."""
        ...

    def metrics(self, scores: Scores[Outcome], splits: Splits) -> dict[str, float]:
        """Return the numbers of one dataset; ``card.primary_metric`` is among them."""
        ...

    def recommend_thresholds(
        self, validation: Scores[Outcome], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Choose the decision threshold of each label on the validation split."""
        ...

    def decided(
        self, scores: Scores[Outcome], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics`` with decisions made at the labels' thresholds, as packages do."""
        ...

    def report(
        self,
        trained: TrainedModel,
        held_out: Scores[Outcome],
        labels: Sequence[LabelSpec],
        runtime: RuntimeCheck,
        work: Path,
    ) -> Report:
        """Build the evaluation report; images it refers to are written under ``work``."""
        ...


Objective = Callable[[nn.Module, Batch], Tensor]
"""Runs the network on a batch and returns the training loss, a scalar."""


class GradientTask(Task[Outcome], Protocol[Outcome]):
    """A task whose network learns by gradient descent in ``engine.training.loop``."""

    def build_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the network, pretrained or incremental as the spec says.

        Its ``forward`` takes the batch's inputs by name.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
        """
        ...

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Apply the random changes of training to a whole batch; a pure function of the seed."""
        ...

    def recipe(self, spec: TrainingSpec) -> Recipe:
        """Return what the training loop needs to know of resolved options."""
        ...

    def objective(self, spec: TrainingSpec, splits: Splits) -> Objective:
        """Return the training loss, with all that is counted once, such as weights of labels."""
        ...

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the network as it is deployed: names and axes of its tensors."""
        ...


def load_task(key: str) -> Task[Any]:
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
    task: Task[Any] = import_module(f"engine.tasks.{key}").TASK
    return task
