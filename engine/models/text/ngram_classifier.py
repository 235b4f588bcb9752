"""Linear classifiers of n-grams, as networks: what was fitted, in the form that is deployed."""

# B batch, M kinds of n-grams in a text, V vocabulary, K labels

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn


class NgramView(nn.Module):
    """Scaled n-grams on the unit sphere, then a linear map: TF-IDF and NB-SVM are both this."""

    def __init__(self, size: int, num_labels: int, *, counted: bool) -> None:
        """Make an empty view.

        Args:
            size: V.
            num_labels: K.
            counted: whether an n-gram's count matters (1 + its logarithm) or its presence alone.
        """
        super().__init__()
        self.counted = counted
        self.scale = nn.Parameter(torch.zeros(size), requires_grad=False)
        self.weight = nn.Parameter(torch.zeros(size, num_labels), requires_grad=False)

    def forward(self, ids: Tensor, counts: Tensor) -> Tensor:
        """Return logits (B, K) of ids and counts (B, M); a count of 0 is padding."""
        present = (counts > 0).to(counts.dtype)
        values = present + torch.log(torch.clamp(counts, min=1)) if self.counted else present
        values = values * self.scale[ids]
        norm = values.square().sum(dim=1, keepdim=True).sqrt()
        values = values / torch.clamp(norm, min=1e-12)
        return (values.unsqueeze(2) * self.weight[ids]).sum(dim=1)


class NgramClassifier(nn.Module):
    """The mean of the views' logits."""

    def __init__(self, size: int, num_labels: int, counted: Sequence[bool]) -> None:
        """Make an empty classifier with one view per item of ``counted``; see ``NgramView``."""
        super().__init__()
        self.views = nn.ModuleList(
            NgramView(size, num_labels, counted=of_view) for of_view in counted
        )
        self.bias = nn.Parameter(torch.zeros(num_labels), requires_grad=False)

    def forward(self, ngram_ids: Tensor, ngram_counts: Tensor) -> Tensor:
        """Return logits (B, K) of ids and counts (B, M); a count of 0 is padding."""
        logits = torch.stack([view(ngram_ids, ngram_counts) for view in self.views])
        return logits.mean(dim=0) + self.bias
