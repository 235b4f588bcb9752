"""Be told how a training goes, and end it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Union

from easel.training.errors import TrainingFailed
from easel.training.events import Event
from easel.training.work import SPEC

if TYPE_CHECKING:
    from easel.training.model import TrainedModel


@dataclass(frozen=True)
class Run:
    """A training that goes on.

    Attributes:
        work: its folder.
        spec: what was asked for, as in ``spec.json`` there.
    """

    work: Path
    spec: Mapping[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        """Task, backbone, seed and the options by name, those of groups as ``group.option``."""
        chosen = {name: self.spec[name] for name in ("task", "backbone", "seed")}
        return {**chosen, **_flat(self.spec["options"])}


class StopTraining(Exception):
    """Raised by a callback: the training ends now, and its best epoch so far becomes the model."""


class Callback:
    """Base of what is told how a training goes; override what you need.

    An error in a callback ends the training as an interrupt does, and goes on to the caller.
    """

    def on_start(self, run: Run) -> None:
        """Hear that a training begins, or goes on."""

    def on_epoch_end(self, epoch: float, metrics: Mapping[str, float]) -> None:
        """Hear the numbers of an epoch, such as ``train/loss`` and ``validation/accuracy``.

        Tasks that do not go through their data again and again tell them as they come.
        """

    def on_event(self, event: Event) -> None:
        """Hear everything that the engine says, as in ``events.jsonl``."""

    def on_end(self, model: TrainedModel) -> None:
        """Hear that the model is there."""

    def on_failure(self, error: BaseException) -> None:
        """Hear that there will be none."""


OnEpochEnd = Callable[[float, Mapping[str, float]], object]
Callbacks = Iterable[Union[Callback, OnEpochEnd]]
"""Callbacks, or functions that are told the numbers of each epoch."""


@dataclass
class CallbackList:
    """Tells callbacks what the events of a run mean.

    Attributes:
        callbacks: in their order.
        work: folder of the run.
    """

    callbacks: list[Callback]
    work: Path
    _train: dict[str, float] = field(default_factory=dict)
    _has_started: bool = False

    def __call__(self, event: Event) -> None:
        """Tell of one event."""
        if not self._has_started and not (self.work / SPEC).exists():
            # Refused before it began: nobody is told, and ``fit`` raises the reason.
            return
        if not self._has_started:
            self._has_started = True
            run = Run(self.work, json.loads((self.work / SPEC).read_text(encoding="utf-8")))
            for callback in self.callbacks:
                callback.on_start(run)
        for callback in self.callbacks:
            callback.on_event(event)
        if event["kind"] == "metric":
            self._tell_numbers(event)

    def end(self, model: TrainedModel) -> None:
        """Tell that the model is there."""
        for callback in self.callbacks:
            callback.on_end(model)

    def fail(self, error: BaseException) -> None:
        """Tell those who were told of a beginning that there will be no model."""
        for callback in self.callbacks if self._has_started else ():
            callback.on_failure(error)

    def _tell_numbers(self, event: Event) -> None:
        named = {f"{event['split']}/{name}": value for name, value in event["values"].items()}
        if event["split"] == "train":
            self._train = named
            return
        metrics = {**self._train, **named}
        for callback in self.callbacks:
            callback.on_epoch_end(event["epoch"], metrics)


def as_callbacks(given: Callbacks) -> list[Callback]:
    """Return callbacks, functions among them as some.

    Raises:
        TrainingFailed: ``callback_invalid`` when one is neither.
    """
    if not isinstance(given, Iterable) or not all(map(_is_callback, given)):
        raise TrainingFailed(
            "'callbacks' is a list of easel.callbacks.Callback, or of functions that take an epoch "
            f"and its numbers by name; {given!r} is not.",
            code="callback_invalid",
        )
    return [one if isinstance(one, Callback) else _Function(one) for one in given]


def _is_callback(one: object) -> bool:
    # A class in place of one of its objects would be made anew in each epoch.
    return isinstance(one, Callback) or (callable(one) and not isinstance(one, type))


class _Function(Callback):
    def __init__(self, function: OnEpochEnd) -> None:
        self._function = function

    def on_epoch_end(self, epoch: float, metrics: Mapping[str, float]) -> None:
        """Call the function."""
        self._function(epoch, metrics)


def _flat(options: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, Mapping):
            found.update(_flat(value, f"{prefix}{name}."))
        else:
            found[prefix + name] = value
    return found
