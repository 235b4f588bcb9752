"""Write a training to Weights & Biases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from easel.callbacks.tool import tool
from easel.training.callbacks import Callback, Run

if TYPE_CHECKING:
    from easel.training.model import TrainedModel


class WandB(Callback):
    """Keeps settings, the numbers of each epoch and those of the finished model.

    It joins the run that is active, or makes one of its own.

    Args:
        **settings: of ``wandb.init``, such as ``project``.
    """

    def __init__(self, **settings: Any) -> None:
        self._wandb = tool("wandb")
        self._settings = settings
        self._run: Any = None
        self._is_own = False

    def on_start(self, run: Run) -> None:
        """Begin a run, unless one is active."""
        self._is_own = self._wandb.run is None
        self._run = self._wandb.init(**self._settings) if self._is_own else self._wandb.run
        self._run.config.update(run.settings)

    def on_epoch_end(self, epoch: float, metrics: Mapping[str, float]) -> None:
        """Write the numbers of an epoch."""
        self._run.log({**metrics, "epoch": epoch})

    def on_end(self, model: TrainedModel) -> None:
        """Write the numbers of the model, and end the run."""
        self._run.summary.update(model.metrics)
        self._end(0)

    def on_failure(self, error: BaseException) -> None:
        """End the run without a model."""
        self._end(1)

    def _end(self, exit_code: int) -> None:
        if self._is_own:
            self._run.finish(exit_code=exit_code)
