"""What ``auto`` means for every task that learns by gradient descent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.catalog import TASKS
from engine.options import options_of
from engine.specs.schedule import ScheduleOptions
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.precision import choose_precision

Origin = Literal["new", "known", "built_in"]
"""What a network begins with: random weights, those of a model, or those of the engine."""


class Start(NamedTuple):
    """The peak learning rate of AdamW, and after how many steps the curve flattens."""

    rate: float
    steps: int


@dataclass(frozen=True)
class SchedulePreset:
    """What ``auto`` in a schedule stands for, by how fast a family of networks learns.

    Attributes:
        new_rate: peak learning rate of AdamW for random weights.
        known_rate: the same where the network knows something already.
        new_steps: steps after which the curve flattens, from random weights.
        known_steps: the same from known weights.
        built_in_rate: peak learning rate from the weights that come with the engine, which know
            less than those of other models: ``new_rate`` if left out.
        built_in_steps: steps from these; ``new_steps`` if left out.
        max_batch: largest batch size that is chosen on a CPU; a GPU takes four times as many.
        max_epochs: most passes over the data, however small it is.
    """

    new_rate: float
    known_rate: float
    new_steps: int = 360
    known_steps: int = 180
    max_batch: int = 64
    max_epochs: int = 60
    built_in_rate: float | None = None
    built_in_steps: int | None = None

    def start(self, origin: Origin) -> Start:
        """Return how fast and how long a network learns, by what it begins with."""
        match origin:
            case "new":
                return Start(self.new_rate, self.new_steps)
            case "known":
                return Start(self.known_rate, self.known_steps)
            case "built_in":
                return Start(
                    self.built_in_rate or self.new_rate, self.built_in_steps or self.new_steps
                )


SMALL = SchedulePreset(new_rate=4e-3, known_rate=5e-4)
# A step is cheap here and few photographs are soon seen, so they are seen often.
PHOTOGRAPHS = SchedulePreset(
    new_rate=4e-3,
    known_rate=5e-4,
    new_steps=2400,
    known_steps=600,
    max_epochs=100,
    # What the network knows is soon fitted to the data.
    built_in_steps=900,
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
    start = origin(spec)
    size = options.batch_size
    if size == "auto":
        size = batch_size(num_train, spec.resources.device, preset.max_batch)
    schedule = {
        "batch_size": size,
        "epochs": epochs(num_train, size, start, preset)
        if options.epochs == "auto"
        else options.epochs,
        "learning_rate": learning_rate(preset, options.optimizer, start)
        if options.learning_rate == "auto"
        else options.learning_rate,
        "precision": choose_precision(options.precision, spec.resources.device),
    }
    resolved = options.model_copy(update={**schedule, **chosen})
    return resolve_threads(spec).model_copy(update={"options": resolved})


def origin(spec: TrainingSpec) -> Origin:
    """Return what the network of a run begins with."""
    if spec.initial_package is not None and spec.epochs_before is None:
        return "known"
    if spec.pretrained is None:
        return "new"
    cards = TASKS[spec.task].backbones
    is_built_in = any(card.has_built_in for card in cards if card.key == spec.backbone)
    return "built_in" if is_built_in else "known"


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


def epochs(num_train: int, batch: int, origin: Origin, preset: SchedulePreset) -> int:
    """Return enough epochs for a good model: fewer the more samples an epoch has."""
    steps_per_epoch = max(1, -(-num_train // batch))
    least = 4 if origin == "known" else 8
    return min(preset.max_epochs, max(least, round(preset.start(origin).steps / steps_per_epoch)))


def learning_rate(
    preset: SchedulePreset, optimizer: Literal["adamw", "sgd"], origin: Origin
) -> float:
    """Return the peak learning rate: gentle where weights are known already."""
    if optimizer == "sgd":
        return 0.01 if origin == "known" else 0.1
    return preset.start(origin).rate
