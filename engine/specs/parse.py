"""Read specs whose options type depends on the task."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from engine.specs.training import TaskOptions, TrainingSpec

_OPTIONS = "engine.specs.options"
_KEY = re.compile(r"[a-z]+\.[a-z_]+")


def parse_options(task: str, options: Mapping[str, object]) -> TaskOptions:
    """Validate the options of a task.

    Raises:
        KeyError: when there is no such task.
        pydantic.ValidationError: when an option is unknown or out of range.
    """
    return options_class(task).model_validate(dict(options))


def options_class(task: str) -> type[TaskOptions]:
    """Return the class of a task's options: the key of the task is the path of its module.

    Raises:
        KeyError: when there is no such task.
    """
    name = f"{_OPTIONS}.{task}"
    if not _KEY.fullmatch(task):
        raise KeyError(task)
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        # Anything else that is missing is a broken installation.
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise KeyError(task) from error
    options: type[TaskOptions] = module.OPTIONS
    return options


def parse_training_spec(document: str | bytes | Mapping[str, object]) -> TrainingSpec:
    """Read a training spec from JSON text or a mapping; options take the type of their task.

    Raises:
        KeyError: when there is no such task.
        pydantic.ValidationError: when a field is missing, unknown or out of range.
        json.JSONDecodeError: when the text is not JSON.
    """
    fields: dict[str, Any] = dict(
        document if isinstance(document, Mapping) else json.loads(document)
    )
    options = fields.pop("options", {})
    if not isinstance(options, TaskOptions):
        options = parse_options(str(fields["task"]), options)
    return TrainingSpec.model_validate({**fields, "options": options})
