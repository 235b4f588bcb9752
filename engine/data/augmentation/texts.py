"""Random changes of texts as rows of words: a window cut out, words left out, neighbours swapped.

All three choose which word of the old row stands at each place of the new one, so that whatever
belongs to a word moves with it.
"""

# B batch, T words before, N words after

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Rearrangement:
    """Which word stands where: ``places`` (B, N) in the old rows, ``valid`` (B, N) bool."""

    places: Tensor
    valid: Tensor

    def apply(self, values: Tensor) -> Tensor:
        """Return values (B, T, …) rearranged to (B, N, …), zero where no word stands."""
        shape = (*self.places.shape, *values.shape[2:])
        index = self.places.view(*self.places.shape, *[1] * (values.ndim - 2)).expand(shape)
        kept = self.valid.view(*self.valid.shape, *[1] * (values.ndim - 2))
        return values.gather(1, index) * kept

    def apply_all(self, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Return the same for several tensors."""
        return {name: self.apply(values) for name, values in tensors.items()}


def rearrange(
    attention_mask: Tensor,
    generator: torch.Generator,
    *,
    max_words: int,
    deletion: float = 0.0,
    swap: float = 0.0,
) -> Rearrangement:
    """Choose a random rearrangement.

    Args:
        attention_mask: (B, T), 1 for the words of each row, first.
        generator: of all randomness.
        max_words: longer rows are cut to a window at a random place.
        deletion: share of the words that are left out; never all of them.
        swap: share of neighbours that change places.
    """
    lengths = attention_mask.sum(dim=1, keepdim=True)
    size = min(max_words, attention_mask.shape[1])
    room = (lengths - size).clamp(min=0)
    start = (torch.rand(room.shape, generator=generator) * (room + 1)).long().clamp(max=room)
    steps = torch.arange(size).unsqueeze(0)
    valid = steps < (lengths - start).clamp(max=size)
    places = torch.where(valid, start + steps, 0)
    if deletion > 0:
        kept = valid & (torch.rand(valid.shape, generator=generator) >= deletion)
        kept[:, 0] |= valid[:, 0] & ~kept.any(dim=1)
        # Stable, so that the words that stay keep their order.
        order = torch.argsort((~kept).to(torch.uint8), dim=1, stable=True)
        places, valid = places.gather(1, order), kept.gather(1, order)
    if swap > 0 and size > 1:
        # Every other pair, so that no word is swapped twice.
        first = int(torch.randint(2, (1,), generator=generator))
        left = torch.arange(first, size - 1, 2)
        chosen = torch.rand(len(valid), len(left), generator=generator) < swap
        chosen &= valid[:, left + 1]
        before, after = places[:, left], places[:, left + 1]
        places[:, left] = torch.where(chosen, after, before)
        places[:, left + 1] = torch.where(chosen, before, after)
    return Rearrangement(places, valid)
