"""Run a network over a dataset."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from engine.specs.data import Split
from engine.specs.training import TrainingSpec
from engine.tasks.task import Scores, Task, TaskDataset

# Enough to keep two cores or one GPU busy, and small beside the training batch with its gradients.
_BATCH_SIZE = 64


@torch.no_grad()
def score(
    model: nn.Module,
    task: Task,
    spec: TrainingSpec,
    dataset: TaskDataset,
    split: Split,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Scores:
    """Return the raw outputs of a network on all samples, in the dataset's order.

    Args:
        model: the network; its mode is restored afterwards.
        task: whose outputs these are.
        spec: of the run, without ``auto``.
        dataset: the samples.
        split: the name the scores carry.
        progress: is told after each batch how many of how many samples are done.
    """
    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    logits, targets = [], []
    size = min(_BATCH_SIZE, task.recipe(spec).batch_size)
    for start in range(0, len(dataset), size):
        inputs, expected = dataset.read(range(start, min(start + size, len(dataset))))
        tensor = torch.from_numpy(inputs)
        if tensor.ndim == 4:
            tensor = tensor.contiguous(memory_format=torch.channels_last)
        logits.append(model(tensor.to(device)).float().cpu().numpy())
        targets.append(expected)
        if progress is not None:
            progress(min(start + size, len(dataset)), len(dataset))
    model.train(was_training)
    return Scores(
        split=split,
        logits=np.concatenate(logits),
        targets=np.concatenate(targets),
        records=dataset.records,
    )
