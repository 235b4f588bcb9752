"""Reads the picture of one line: convolutions that end in the characters of each column."""

# B batch, H height, W width, T columns, D size, K characters and the blank

from __future__ import annotations

import torch
from torch import Tensor, nn

COLUMN_WIDTH = 4
"""Pixels of a line that make one column of its answer."""


class Recognizer(nn.Module):
    """A line (B, 1, H, W) to the logits (B, T, K) of its W / 4 columns.

    The height is averaged away after four stages, so lines may have any height from 16. Then
    dilated convolutions let each column see 30 to either side, which is what a recurrence is for.

    Args:
        num_classes: K; class 0 is the blank.
        width: channels of the first stage; the later ones have two and four times as many.

    Source: after Shi et al., IEEE TPAMI 39 (2017), section 2, with convolutions as its sequence
    model.
    """

    def __init__(self, num_classes: int, width: int = 32) -> None:
        super().__init__()
        size = 4 * width
        self.features = nn.Sequential(
            _stage(1, width, pool=(2, 2)),
            _stage(width, 2 * width, pool=(2, 2)),
            _stage(2 * width, size, pool=(2, 1)),
            _stage(size, size, pool=(2, 1)),
        )
        self.sequence = nn.ModuleList(
            nn.Conv1d(size, size, 3, padding=reach, dilation=reach) for reach in (1, 2, 4, 8, 15)
        )
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(size, num_classes)

    def forward(self, line: Tensor) -> Tensor:
        """Return logits (B, T, K); named as in the package."""
        columns_BDT = self.features(line).mean(dim=2)
        for convolution in self.sequence:
            columns_BDT = columns_BDT + torch.relu(convolution(columns_BDT))
        logits_BTK: Tensor = self.head(self.dropout(columns_BDT.transpose(1, 2)))
        return logits_BTK


def _stage(in_channels: int, out_channels: int, pool: tuple[int, int]) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, 3, padding=1, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(inplace=True),
        nn.MaxPool2d(pool),
    )
