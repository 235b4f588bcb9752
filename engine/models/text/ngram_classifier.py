"""Linear classifiers of n-grams, as networks: what was fitted, in the form that is deployed."""

# B batch, M kinds of n-grams in a text, V vocabulary, K labels, W views

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional


class NgramClassifier(nn.Module):
    """The mean of the logits of several views of the same n-grams.

    A view scales the n-grams of a text, puts them on the unit sphere and maps them linearly:
    TF-IDF with a logistic regression and NB-SVM both are of this form. Nothing here is learnt by
    gradient descent: see ``engine.training.text.ngrams``.

    Attributes:
        counted: of each view, whether an n-gram's count matters (1 + its logarithm) or its
            presence alone.
        scales: (W, V).
        head: of each view the linear map, weights (K, V).
    """

    def __init__(self, size: int, num_labels: int, counted: Sequence[bool]) -> None:
        super().__init__()
        self.counted = tuple(counted)
        self.scales = nn.Parameter(torch.zeros(len(self.counted), size), requires_grad=False)
        self.head = nn.ModuleList(nn.Linear(size, num_labels) for _ in self.counted)
        for parameter in self.head.parameters():
            nn.init.zeros_(parameter).requires_grad_(False)

    @property
    def maps(self) -> list[nn.Linear]:
        """Return the linear map of each view."""
        return [linear for linear in self.head if isinstance(linear, nn.Linear)]

    def forward(self, ngram_ids: Tensor, ngram_counts: Tensor) -> Tensor:
        """Return logits (B, K) of ids and counts (B, M); a count of 0 is padding."""
        logits = [
            (values.unsqueeze(2) * weights).sum(dim=1) + linear.bias
            for (values, weights), linear in zip(
                self.parts(ngram_ids, ngram_counts), self.maps, strict=True
            )
        ]
        return torch.stack(logits).mean(dim=0)

    def parts(self, ngram_ids: Tensor, ngram_counts: Tensor) -> list[tuple[Tensor, Tensor]]:
        """Return of each view the values (B, M) of the n-grams and their weights (B, M, K)."""
        present = (ngram_counts > 0).to(ngram_counts.dtype)
        grown = present + torch.log(torch.clamp(ngram_counts, min=1)) * present
        parts = []
        for view, (is_counted, linear) in enumerate(zip(self.counted, self.maps, strict=True)):
            values = (grown if is_counted else present) * self.scales[view][ngram_ids]
            norm = values.square().sum(dim=1, keepdim=True).sqrt()
            weights = functional.embedding(ngram_ids, linear.weight.t())
            parts.append((values / torch.clamp(norm, min=1e-12), weights))
        return parts
