"""One training run, whole: task, data, network, options, resources, seed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny

from engine.specs.data import DataSpec
from engine.specs.paths import LocalPath
from engine.specs.spec import Spec


class TaskOptions(Spec):
    """Base of the typed options of a task; each task subclasses it once."""


class ResourceSpec(Spec):
    """What a run may use. A ``device`` that is absent is refused, never replaced."""

    device: Literal["cpu", "cuda"] = "cpu"
    num_threads: Annotated[int, Field(ge=1)] | Literal["auto"] = "auto"
    memory_bytes: Annotated[int, Field(ge=1)] | None = None
    timeout_seconds: Annotated[int, Field(ge=1)] | None = None


class PretrainedSpec(Spec):
    """Where pretrained backbone weights come from.

    ``folder`` holds one sub-folder per weights name with ``config.json`` and
    ``model.safetensors``; those that come with the engine are not looked for there, so that it may
    be left out. ``absent`` says what to do when the weights are not there: ``refuse``
    the run, or train from ``scratch`` and say so in the events and the report.
    """

    folder: LocalPath | None = None
    absent: Literal["refuse", "scratch"] = "refuse"


class PluginSpec(Spec):
    """A Python file that registers parts of the user's own, and the SHA-256 it has."""

    file: LocalPath
    sha256: str


class TrainingSpec(Spec):
    """What ``python -m engine train`` is given.

    ``options`` is validated against the options class of the task's card
    (see ``engine.specs.parse.parse_training_spec``). ``initial_package`` is a model package whose
    weights the run starts from (incremental training); layers whose label set changed start new.
    ``epochs_before`` says that the run is one interval of a longer training, and after how many
    epochs it begins: the learning rate then stays where its warm-up ends, ``auto`` is what it is
    for new weights, and the order of samples goes on.
    ``plugins`` are files that run in the engine: ``backbone`` may be a network that one of them
    registers, ``loss`` is one, and by ``metric`` the best epoch is chosen. Only who may run a
    program on the machine may name some.
    """

    schema_version: Literal[1] = 1
    run_id: str
    task: str
    data: DataSpec
    backbone: str
    options: SerializeAsAny[TaskOptions]
    pretrained: PretrainedSpec | None = None
    initial_package: LocalPath | None = None
    epochs_before: Annotated[int, Field(ge=0)] | None = None
    plugins: tuple[PluginSpec, ...] = ()
    loss: str | None = None
    metric: str | None = None
    resources: ResourceSpec = ResourceSpec()
    seed: int = 0
    model_name: str = "model"
    model_version: str = "1"
