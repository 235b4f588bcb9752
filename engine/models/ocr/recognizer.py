"""Reads the image of one line: convolutions that end in the characters of each column."""

# B batch, C channels, H height, W width, T columns, D size, K characters and the blank

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.models.vision.classification.residual import convolution

_REACHES = (1, 2, 4)


class Recognizer(nn.Module):
    """A line (B, 1, H, W), W a multiple of 4, to the logits (B, T, K) of its W / 4 columns.

    The rows that five convolutions leave are averaged to an upper and a lower half, so lines may
    have any height from 16, and what tells a comma from an apostrophe is kept. Then dilated
    convolutions let each column see 7 to either side: little more than the neighbouring characters,
    so that words are read which were never seen. Every convolution has its norm; without norms the
    network answers nothing but blanks for the first thousands of lines.

    Args:
        num_classes: K; class 0 is the blank.
        width: channels of the first convolution; the later ones have two and four times as many,
            and the columns six times.

    Source: after Shi et al., IEEE TPAMI 39 (2017), section 2, with convolutions as its sequence
    model.
    """

    def __init__(self, num_classes: int, width: int = 16) -> None:
        super().__init__()
        size = 6 * width
        self.features = nn.Sequential(
            convolution(1, width, stride=2),
            convolution(width, 2 * width, stride=2),
            convolution(2 * width, 2 * width),
            convolution(2 * width, 4 * width, stride=(2, 1)),
            convolution(4 * width, 4 * width),
        )
        self.columns = nn.Sequential(
            nn.Conv1d(8 * width, size, 1, bias=False),
            nn.BatchNorm1d(size),
            nn.ReLU(inplace=True),
        )
        self.sequence = nn.ModuleList(
            nn.Sequential(
                nn.Conv1d(size, size, 3, padding=reach, dilation=reach, bias=False),
                nn.BatchNorm1d(size),
                nn.ReLU(inplace=True),
            )
            for reach in _REACHES
        )
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(size, num_classes)

    def forward(self, line: Tensor) -> Tensor:
        """Return logits (B, T, K); named as in the package."""
        features_BCHW = self.features(line)
        rows = features_BCHW.shape[2]
        # An odd number of rows has its middle one in both halves.
        upper, lower = features_BCHW[:, :, : (rows + 1) // 2], features_BCHW[:, :, rows // 2 :]
        columns_BDT = self.columns(torch.cat([upper.mean(dim=2), lower.mean(dim=2)], dim=1))
        for layer in self.sequence:
            columns_BDT = columns_BDT + layer(columns_BDT)
        logits_BTK: Tensor = self.head(self.dropout(columns_BDT.transpose(1, 2)))
        return logits_BTK
