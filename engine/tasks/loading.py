"""Find a task by its key: the catalog says what exists, the import system finds it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from engine.catalog import TASKS
from engine.errors import SpecError
from engine.interfaces.task import Task
from engine.specs.training import TrainingSpec


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


def task_of(spec: TrainingSpec) -> Task[Any]:
    """Return the task of a spec, with the parts that its plugins register.

    Raises:
        SpecError: when there is no such task, or a part cannot be used.
    """
    task = load_task(spec.task)
    if not spec.plugins and spec.loss is None and spec.metric is None:
        return task
    from engine.tasks.own_parts import with_own_parts

    return with_own_parts(task, spec)
