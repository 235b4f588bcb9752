"""The protocol every task fulfils.

One task is one file and its path is its key: ``image.classification`` is
``engine/tasks/image/classification.py``, which defines ``TASK``. Training, evaluation, export,
the command line and the product use a task only through this protocol.

The network's surroundings are ``easel.runtime``: the same code makes the network's input and reads
its output while training is validated, when the exported model is checked, in the model server and
on a customer's machine. A task says what surrounds it as data (``pipeline``), and its ``evaluator``
evaluates what comes out.

A task that learns by gradient descent is a ``GradientTask``, and takes what it shares with the
others from ``engine.training.gradient.GradientLearner``. Others (trees, nearest neighbours,
templates) write their own ``fit`` and ``restore``, and keep what they learnt in the work folder,
so that a killed run goes on or starts anew.
"""

from __future__ import annotations

from typing import Any, Protocol

from torch import nn

from engine.catalog import TaskCard
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import Outcome, RunContext, TrainedModel
from engine.specs.data import DataSpec
from engine.specs.training import TrainingSpec
from engine.validation.checks import Finding


class Task(Protocol[Outcome]):
    """How a task is done; the card says what the product shows of it."""

    card: TaskCard

    @property
    def evaluator(self) -> Evaluator[Outcome]:
        """Return what evaluates its models; tasks that predict alike share one."""
        ...

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        ...

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the datasets.

        Raises:
            DataError: when a split that is needed has no usable sample.
        """
        ...

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open data that a package is evaluated by, as training opens what it holds out.

        Raises:
            DataError: when nothing can be evaluated, or the model does not know a label.
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


class GradientTask(Task[Outcome], Protocol[Outcome]):
    """A task whose network learns by gradient descent in ``engine.training.loop``."""

    def build_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the network, pretrained or incremental as the spec says.

        Its ``forward`` takes the batch's inputs by name.

        Raises:
            ResourceError: when weights are asked for, absent, and may not be replaced.
        """
        ...

    def begin(self, spec: TrainingSpec, splits: Splits, model: Any) -> None:
        """Change a network that has learnt nothing yet, on its device, before its first step."""
        ...

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Apply the random changes of training to a whole batch; a pure function of the seed."""
        ...

    def objective(self, spec: TrainingSpec, splits: Splits) -> Objective:
        """Return the training loss, with all that is counted once, such as weights of labels."""
        ...

    def networks(self, spec: TrainingSpec, splits: Splits, model: Any) -> tuple[Network, ...]:
        """Return the network that ``build_model`` made as it is deployed: its tensors and axes."""
        ...
