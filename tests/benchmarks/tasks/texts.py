"""Train on texts that are given one by one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.tasks.measuring import Run, train
from tests.engine.texts import text_document, write_texts


def train_on_texts(
    task: str,
    backbone: str,
    samples: Iterable[dict[str, Any]],
    options: Mapping[str, Any] | None = None,
    **data: Any,
) -> Run:
    """Write samples as a dataset version and train on it.

    Args:
        task: key of the card.
        backbone: key of its backbone.
        samples: see ``write_texts``.
        options: of the task.
        data: further fields of the data spec.
    """
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        spec = write_texts(Path(folder), samples, **data)
        return train(text_document(task, spec, backbone, **(options or {})))
