"""Callbacks for ``easel.fit``, and those that write to other tools where these are installed."""

from easel.callbacks.mlflow import MLflow
from easel.callbacks.tensorboard import TensorBoard
from easel.callbacks.wandb import WandB
from easel.training.callbacks import Callback, Run, StopTraining

__all__ = ["Callback", "MLflow", "Run", "StopTraining", "TensorBoard", "WandB"]
