"""One run from spec to trained model: check, prepare, learn."""

from __future__ import annotations

from typing import Any

from engine.data.memory import load_into_memory
from engine.errors import DataError
from engine.events import EventSink
from engine.interfaces.dataset import Splits
from engine.interfaces.run import RunContext, TrainedModel
from engine.interfaces.task import Task
from engine.specs.training import TrainingSpec
from engine.training.resources import open_device, use_threads


class Trainer:
    """Trains one model in one work folder.

    Args:
        task: of the spec.
        spec: may still hold ``auto``.
        context: the work folder, whose checkpoints a run goes on from, and who is told of it.
    """

    def __init__(self, task: Task[Any], spec: TrainingSpec, context: RunContext) -> None:
        self._task, self._spec, self._context = task, spec, context

    def train(self) -> TrainedModel:
        """Train a model to its end, from the work folder's checkpoint when it has one.

        Raises:
            EngineError: the kind says whose fault it is.
        """
        emit = self._context.emit
        emit.phase("check")
        check_data(self._task, self._spec, emit)
        spec, splits = self._prepare()
        emit.phase("train")
        return self._task.fit(spec, splits, self._context)

    def restore(self) -> TrainedModel:
        """Return the best model so far without training.

        Raises:
            SpecError: ``not_trained`` when the work folder has none.
        """
        spec, splits = self._prepare()
        return self._task.restore(spec, splits, self._context)

    def _prepare(self) -> tuple[TrainingSpec, Splits]:
        """Open the data, decode it where it fits into memory, and leave nothing to choose."""
        # Refused before minutes are spent on reading.
        open_device(self._spec.resources)
        use_threads(self._spec.resources)
        self._context.emit.phase("prepare")
        splits = self._task.build_splits(self._spec)
        _say_sizes(splits, self._context.emit)
        spec = self._task.resolve(self._spec, splits)
        load_into_memory(splits, spec, self._context.emit)
        return spec, splits


def _say_sizes(splits: Splits, emit: EventSink) -> None:
    train, validation, test = map(len, (splits.train, splits.validation, splits.test))
    emit.log(
        "data_read",
        f"{train} samples to learn from, {validation} to choose by, {test} to evaluate on.",
        train=train,
        validation=validation,
        test=test,
    )


def check_data(task: Task[Any], spec: TrainingSpec, emit: EventSink) -> None:
    """Say what is wrong with the data.

    Raises:
        DataError: when it cannot be trained on; carries the first such finding.
    """
    for finding in task.check(spec.data):
        if finding.blocking:
            raise DataError(finding.message, code=finding.code, **finding.params)
        emit.warning(finding.code, finding.message, **finding.params)
