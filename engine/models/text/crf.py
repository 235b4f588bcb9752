"""A linear chain of tags: its likelihood, for training.

Decoding and marginals are the runtime's (``easel.runtime.predictions``), which needs no torch.
"""

# B batch, T positions, C tags

from __future__ import annotations

import torch
from torch import Tensor


def chain_log_likelihood(
    emissions: Tensor, transitions: Tensor, tags: Tensor, mask: Tensor
) -> Tensor:
    """Return the log-likelihood (B,) of tag sequences.

    Args:
        emissions: (B, T, C) scores of each tag at each position.
        transitions: (C + 1, C) scores of a tag after another; the last row is of the first tag.
        tags: (B, T) indices; those outside the mask are ignored.
        mask: (B, T) bool, true for a prefix of each row, at least its first position.

    Source: Lafferty et al., ICML 2001; forward algorithm in log space.
    """
    between, first = transitions[:-1], transitions[-1]
    tags = torch.where(mask, tags, torch.zeros_like(tags))
    chosen = emissions.gather(2, tags.unsqueeze(2)).squeeze(2)
    steps = between[tags[:, :-1], tags[:, 1:]]
    score = (chosen * mask).sum(1) + (steps * mask[:, 1:]).sum(1) + first[tags[:, 0]]
    alpha = first + emissions[:, 0]
    for place in range(1, emissions.shape[1]):
        step = torch.logsumexp(alpha.unsqueeze(2) + between, dim=1) + emissions[:, place]
        alpha = torch.where(mask[:, place].unsqueeze(1), step, alpha)
    return score - torch.logsumexp(alpha, dim=1)
