"""Encoders of words: from ids to a state for each, the same however much padding follows."""

# B batch, T words, F features of a word, D size

from __future__ import annotations

import torch
from torch import Tensor, nn

# Shares of the words whose identity is hidden in training, so that the unknown word is learnt.
_HIDDEN_WORDS = 0.1
_UNKNOWN = 1


class WordEmbedding(nn.Module):
    """Embeddings of words and of their features, side by side with padding at zero."""

    def __init__(self, num_words: int, size: int, dropout: float) -> None:
        super().__init__()
        self.words = nn.Embedding(num_words, size, padding_idx=0)
        nn.init.normal_(self.words.weight, std=0.1)
        self.dropout = nn.Dropout(dropout)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return (B, T, D); in training some words are read as the unknown one."""
        if self.training:
            is_hidden = torch.rand(input_ids.shape, device=input_ids.device) < _HIDDEN_WORDS
            input_ids = torch.where(is_hidden & (input_ids > _UNKNOWN), _UNKNOWN, input_ids)
        states: Tensor = self.dropout(self.words(input_ids))
        return states * attention_mask.unsqueeze(2)


class RecurrentLayer(nn.Module):
    """An LSTM in each direction, (B, T, D) → (B, T, 2H).

    The backward one reads each row turned around within its own length, and not within the
    padded one, so that padding changes nothing.
    """

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.onward = _Recurrence(size, hidden)
        self.backwards = _Recurrence(size, hidden)

    def forward(self, states: Tensor, attention_mask: Tensor) -> Tensor:
        """Return the states of both directions, zero in padding."""
        lengths = attention_mask.sum(dim=1, keepdim=True)
        places = (attention_mask.cumsum(dim=1) - 1).clamp(min=0)
        turned = (lengths - 1 - places).clamp(min=0)
        backwards = _at(self.backwards(_at(states, turned)), turned)
        # Taken by place too: the exporter knows the length of an LSTM's output no longer.
        both = torch.cat([_at(self.onward(states), places), backwards], dim=2)
        return both * attention_mask.unsqueeze(2)


def _at(states: Tensor, places: Tensor) -> Tensor:
    """Return the states (B, T, D) at places (B, T)."""
    return states.gather(1, places.unsqueeze(2).expand(-1, -1, states.shape[2]))


class _Recurrence(nn.Module):
    """One LSTM from left to right; ``nn.LSTM`` keeps lists of weights that cannot be exported."""

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        bound = hidden**-0.5
        self.from_input = nn.Parameter(torch.empty(4 * hidden, size).uniform_(-bound, bound))
        self.from_state = nn.Parameter(torch.empty(4 * hidden, hidden).uniform_(-bound, bound))
        self.input_bias = nn.Parameter(torch.empty(4 * hidden).uniform_(-bound, bound))
        self.state_bias = nn.Parameter(torch.empty(4 * hidden).uniform_(-bound, bound))

    def forward(self, states: Tensor) -> Tensor:
        start = states.new_zeros(1, states.shape[0], self.hidden)
        weights: list[Tensor] = [self.from_input, self.from_state, self.input_bias, self.state_bias]
        out: Tensor = torch.lstm(
            states, [start, start], weights, True, 1, 0.0, self.training, False, True
        )[0]
        return out
