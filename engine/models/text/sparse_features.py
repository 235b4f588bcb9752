"""Embed the discrete features of words, each by its own row of one table."""

# B batch, T words, F features of a word, D size

from __future__ import annotations

import torch
from torch import Tensor, nn


class FeatureTable(nn.Module):
    """Sum the rows that a word's features name; row 0 stands for none and stays zero.

    A small regularised table is the memory of a linear tagger: it learns from a single sighting,
    which networks do not.
    """

    def __init__(self, num_features: int, size: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.table = nn.Embedding(num_features, size, padding_idx=0)
        nn.init.zeros_(self.table.weight)
        self.dropout = dropout

    def forward(self, feature_ids: Tensor) -> Tensor:
        """Return (B, T, D) of ids (B, T, F); single features are dropped in training."""
        if self.training and self.dropout > 0:
            kept = torch.rand(feature_ids.shape, device=feature_ids.device) >= self.dropout
            feature_ids = feature_ids * kept
        rows: Tensor = self.table(feature_ids)
        return rows.sum(dim=2)
