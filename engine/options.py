"""The options of a spec, as the class that a task needs."""

from __future__ import annotations

from typing import TypeVar

from engine.errors import SpecError
from engine.specs.training import TaskOptions, TrainingSpec

Options = TypeVar("Options", bound=TaskOptions)


def options_of(spec: TrainingSpec, kind: type[Options]) -> Options:
    """Return the options of a spec as the class that a task needs.

    Raises:
        SpecError: when the spec was not read for this task.
    """
    if not isinstance(spec.options, kind):
        raise SpecError(
            f"The options of task '{spec.task}' are {type(spec.options).__name__}; "
            f"{kind.__name__} are expected. Read the spec with parse_training_spec.",
            code="options_invalid",
        )
    return spec.options
