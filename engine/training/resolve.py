"""What ``auto`` means for every task that learns by gradient descent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.options import options_of
from engine.specs.schedule import ScheduleOptions
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.precision import choose_precision


@dataclass(frozen=True)
class SchedulePreset:
    """What ``auto`` in a schedule stands for, by how fast a family of networks learns.

    Attributes:
        new_rate: peak learning rate of AdamW for random weights.
        known_rate: the same where the network knows something already.
        new_steps: steps after which the curve flattens, from random weights.
        known_steps: the same from known weights.
        max_batch: largest batch size that is chosen on a CPU; a GPU takes four times as many.
        max_epochs: most passes over the data, however small it is.
    """

    new_rate: float
    known_rate: float
    new_steps: int = 360
    known_steps: int = 180
    max_batch: int = 64
    max_epochs: int = 60


SMALL = SchedulePreset(new_rate=4e-3, known_rate=5e-4)
# A step is cheap here and few photographs are soon seen, so they are seen often.
PHOTOGRAPHS = SchedulePreset(
    new_rate=4e-3, known_rate=5e-4, new_steps=2400, known_steps=600, max_epochs=100
)
CONVOLUTIONAL = SchedulePreset(new_rate=1e-3, known_rate=1e-4)
TRANSFORMER = SchedulePreset(new_rate=5e-4, known_rate=1e-4)


def resolve_schedule(
    spec: TrainingSpec, num_train: int, preset: SchedulePreset, **chosen: object
) -> TrainingSpec:
    """Replace ``auto`` in the options of every schedule and in the number of threads.

    Args:
        spec: with options that are ``ScheduleOptions``.
        num_train: number of training samples.
        preset: of the schedule, for the network.
        **chosen: the task's own options, resolved; set as they are.

    Raises:
        SpecError: when the options are no schedule, or the device cannot compute in the precision.
    """
    options = options_of(spec, ScheduleOptions)
    goes_on = spec.initial_package is not None and spec.epochs_before is None
    is_new = spec.pretrained is None and not goes_on
    size = options.batch_size
    if size == "auto":
        size = batch_size(num_train, spec.resources.device, preset.max_batch)
    schedule = {
        "batch_size": size,
        "epochs": epochs(num_train, size, is_new, preset)
        if options.epochs == "auto"
        else options.epochs,
        "learning_rate": learning_rate(preset, options.optimizer, is_new)
        if options.learning_rate == "auto"
        else options.learning_rate,
        "precision": choose_precision(options.precision, spec.resources.device),
    }
    resolved = options.model_copy(update={**schedule, **chosen})
    return resolve_threads(spec).model_copy(update={"options": resolved})


def resolve_threads(spec: TrainingSpec) -> TrainingSpec:
    """Replace ``auto`` in the number of threads by all that the process may use."""
    count = num_threads(spec.resources.num_threads)
    resources = spec.resources.model_copy(update={"num_threads": count})
    return spec.model_copy(update={"resources": resources})


def batch_size(num_train: int, device: Literal["cpu", "cuda"], max_batch: int = 64) -> int:
    """Return a power of two: ``max_batch`` (four times that on a GPU), less for little data."""
    largest = 4 * max_batch if device == "cuda" else max_batch
    size = 4
    # At least eight steps an epoch, however few the samples are.
    while size < largest and size * 16 <= num_train:
        size *= 2
    return min(size, largest)


def epochs(num_train: int, batch: int, is_new: bool, preset: SchedulePreset) -> int:
    """Return enough epochs for a good model: fewer the more samples an epoch has."""
    wanted = preset.new_steps if is_new else preset.known_steps
    steps_per_epoch = max(1, -(-num_train // batch))
    return min(preset.max_epochs, max(8 if is_new else 4, round(wanted / steps_per_epoch)))


def learning_rate(
    preset: SchedulePreset, optimizer: Literal["adamw", "sgd"], is_new: bool
) -> float:
    """Return the peak learning rate: gentle where weights are known already."""
    if optimizer == "sgd":
        return 0.1 if is_new else 0.01
    return preset.new_rate if is_new else preset.known_rate
