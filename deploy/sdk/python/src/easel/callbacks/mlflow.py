"""Write a training to MLflow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from easel.callbacks.tool import tool
from easel.training.callbacks import Callback, Run

if TYPE_CHECKING:
    from easel.training.model import TrainedModel


class MLflow(Callback):
    """Keeps settings, the numbers of each epoch, and those of the finished model with its package.

    It joins the run that is active, or makes one of its own.

    Args:
        experiment: its name, where a run is made.
        with_package: keep the package itself, too.
    """

    def __init__(self, experiment: str | None = None, *, with_package: bool = True) -> None:
        self._mlflow = tool("mlflow")
        self._experiment = experiment
        self._with_package = with_package
        self._is_own = False

    def on_start(self, run: Run) -> None:
        """Begin a run, unless one is active."""
        if self._mlflow.active_run() is None:
            if self._experiment is not None:
                self._mlflow.set_experiment(self._experiment)
            self._mlflow.start_run()
            self._is_own = True
        self._mlflow.log_params(run.settings)

    def on_epoch_end(self, epoch: float, metrics: Mapping[str, float]) -> None:
        """Write the numbers of an epoch."""
        self._mlflow.log_metrics(dict(metrics), step=round(epoch))

    def on_end(self, model: TrainedModel) -> None:
        """Write the numbers of the model, and end the run."""
        self._mlflow.log_metrics(model.metrics)
        if self._with_package:
            self._mlflow.log_artifacts(str(model.path), "package")
        self._end("FINISHED")

    def on_failure(self, error: BaseException) -> None:
        """End the run without a model."""
        self._end("KILLED" if isinstance(error, KeyboardInterrupt) else "FAILED")

    def _end(self, status: str) -> None:
        if self._is_own:
            self._mlflow.end_run(status)
