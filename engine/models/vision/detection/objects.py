"""The true objects of a batch of images, as detectors learn them."""

# B batch, G objects of an image (padded)

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Objects(NamedTuple):
    """The true objects of a batch, padded to the most that an image has.

    Attributes:
        boxes_BG4: x1 y1 x2 y2 in pixels of the network's input.
        labels_BG: class of each.
        real_BG: false for padding.
        rows_BG: where each stood when the objects stood end to end.
    """

    boxes_BG4: Tensor
    labels_BG: Tensor
    real_BG: Tensor
    rows_BG: Tensor


def pad_objects(boxes: Tensor, labels: Tensor, samples: Tensor, num_samples: int) -> Objects:
    """Lay objects (N, …) that stand end to end into rows by sample."""
    order = torch.argsort(samples, stable=True)
    counts = torch.bincount(samples, minlength=num_samples)
    most = max(1, int(counts.max()) if len(samples) else 0)
    starts = torch.cumsum(counts, dim=0) - counts
    rows = samples[order]
    columns = torch.arange(len(samples), device=samples.device) - starts[rows]
    padded_boxes = boxes.new_zeros(num_samples, most, 4)
    padded_labels = labels.new_zeros(num_samples, most)
    real = torch.zeros(num_samples, most, dtype=torch.bool, device=boxes.device)
    padded_boxes[rows, columns] = boxes[order]
    padded_labels[rows, columns] = labels[order]
    real[rows, columns] = True
    padded_rows = torch.zeros_like(padded_labels)
    padded_rows[rows, columns] = order
    return Objects(padded_boxes, padded_labels, real, padded_rows)
