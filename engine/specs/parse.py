"""Read specs whose options type depends on the task."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.catalog import TASKS
from engine.specs.training import TaskOptions, TrainingSpec


def parse_options(task: str, options: Mapping[str, object]) -> TaskOptions:
    """Validate the options of a task.

    Raises:
        KeyError: when the task is not in the catalog.
        pydantic.ValidationError: when an option is unknown or out of range.
    """
    return TASKS[task].options.model_validate(dict(options))


def parse_training_spec(document: str | bytes | Mapping[str, object]) -> TrainingSpec:
    """Read a training spec from JSON text or a mapping; options take the type of their task.

    Raises:
        KeyError: when the task is not in the catalog.
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
