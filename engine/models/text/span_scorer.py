"""Score every span of a text for every type, so that spans may nest and overlap."""

# B batch, T words, K types, D size

from __future__ import annotations

import torch
from torch import Tensor, nn


class SpanScorer(nn.Module):
    """A score for each type and each pair of first and last word.

    Source: Su et al., Global Pointer, arXiv 2208.03054: the efficient form (section 3.5), one
    span scorer with rotary positions plus a bias of first and last word per type.
    """

    def __init__(self, size: int, num_types: int, head_size: int = 64, *, ordered: bool = True):
        super().__init__()
        self.ordered = ordered
        self.head_size = head_size
        self.ends = nn.Linear(size, 2 * head_size)
        self.types = nn.Linear(2 * head_size, 2 * num_types)

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        """Return logits (B, K, T, T) by first and last word, both included.

        Args:
            states: (B, T, D).
            mask: (B, T), 1 for words and 0 for padding.
        """
        ends = self.ends(states)
        first, last = ends[..., 0::2], ends[..., 1::2]
        if self.ordered:
            first, last = _rotate(first), _rotate(last)
        shared = torch.einsum("bmd,bnd->bmn", first, last) / self.head_size**0.5
        bias = self.types(ends).transpose(1, 2) / 2
        as_first, as_last = bias[:, 0::2], bias[:, 1::2]
        logits = shared.unsqueeze(1) + as_first.unsqueeze(3) + as_last.unsqueeze(2)
        valid = mask.unsqueeze(1).unsqueeze(2).bool() & mask.unsqueeze(1).unsqueeze(3).bool()
        if self.ordered:
            length = mask.shape[1]
            place = torch.arange(length, device=mask.device)
            valid = valid & (place.unsqueeze(0) >= place.unsqueeze(1))
        return torch.where(valid, logits, torch.full_like(logits, IMPOSSIBLE))


IMPOSSIBLE = -1e4
"""The logit of a span that ends before it starts, or lies in padding."""


def span_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """Return the mean loss over samples and types: every true span above 0, every other below.

    Args:
        logits: (B, K, …).
        targets: the same shape, 0 or 1.

    Source: Su et al., arXiv 2208.02955 (ZLPR), eq. 6.
    """
    logits, targets = logits.flatten(2), targets.flatten(2).bool()
    wrong = logits.masked_fill(targets, -torch.inf)
    right = (-logits).masked_fill(~targets, -torch.inf)
    zero = torch.zeros_like(logits[..., :1])
    return (
        torch.logsumexp(torch.cat([wrong, zero], -1), -1)
        + torch.logsumexp(torch.cat([right, zero], -1), -1)
    ).mean()


def _rotate(values: Tensor) -> Tensor:
    """Turn (B, T, D) by the place in the text, so that products know how far apart words are.

    Source: Su et al., RoFormer, arXiv 2104.09864, eq. 34.
    """
    length, size = values.shape[1], values.shape[2]
    # Half the precision would tell places beyond 256 apart no longer.
    half = torch.arange(0, size, 2, device=values.device, dtype=torch.float32)
    frequency = torch.pow(torch.full_like(half, 10000.0), -half / size)
    places = torch.arange(length, device=values.device, dtype=torch.float32)
    angle = places.unsqueeze(1) * frequency
    cos, sin = angle.cos().to(values.dtype), angle.sin().to(values.dtype)
    even, odd = values[..., 0::2], values[..., 1::2]
    turned = torch.stack([even * cos - odd * sin, odd * cos + even * sin], dim=-1)
    return turned.flatten(2)
