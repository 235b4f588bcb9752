"""Write the numbers of a training as an event file of TensorBoard."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from easel.callbacks.tool import tool
from easel.training.callbacks import Callback, Run

if TYPE_CHECKING:
    from easel.training.model import TrainedModel


class TensorBoard(Callback):
    """Writes scalars by epoch, with the package ``tensorboard`` alone.

    Args:
        folder: of the event file; ``tensorboard`` in the folder of the run if left out.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self._writing = tool("tensorboard.summary.writer.event_file_writer")
        self._event = tool("tensorboard.compat.proto.event_pb2").Event
        self._summary = tool("tensorboard.compat.proto.summary_pb2").Summary
        self._folder = folder
        self._file: Any = None

    def on_start(self, run: Run) -> None:
        """Open the file."""
        self._file = self._writing.EventFileWriter(str(self._folder or run.work / "tensorboard"))

    def on_epoch_end(self, epoch: float, metrics: Mapping[str, float]) -> None:
        """Write the numbers of an epoch."""
        values = [
            self._summary.Value(tag=name, simple_value=value) for name, value in metrics.items()
        ]
        summary = self._summary(value=values)
        self._file.add_event(self._event(wall_time=time.time(), step=round(epoch), summary=summary))

    def on_end(self, model: TrainedModel) -> None:
        """Close the file."""
        self._file.close()

    def on_failure(self, error: BaseException) -> None:
        """Close the file."""
        self._file.close()
