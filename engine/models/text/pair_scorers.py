"""Networks that say how alike two texts are."""

# B batch, N and M words of the two texts, T words of one, D size, F features of a word

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.models.text.classifiers import mean_state
from engine.models.text.token_encoders import TokenEncoder

_UNKNOWN = 1


class AlignmentScorer(nn.Module):
    """Align each word of one text with its best counterpart in the other, and weigh what is left.

    Words are alike when they are the same, or when their embeddings (of the word and of its
    beginnings and ends) point the same way. The score looks at how much of each text is covered,
    at neighbours that are covered together, and at what stays without a counterpart. It does not
    depend on the order of the two texts.

    Source: soft alignment as in Parikh et al., EMNLP 2016, sections 3.1 and 3.3, over words
    themselves instead of a network's states.
    """

    def __init__(
        self, num_words: int, num_features: int, *, size: int = 48, dropout: float = 0.3
    ) -> None:
        super().__init__()
        self.words = nn.Embedding(num_words, size, padding_idx=0)
        self.features = nn.Embedding(num_features, size, padding_idx=0)
        self.importance = nn.Embedding(num_words, 1)
        nn.init.normal_(self.words.weight, std=0.3)
        nn.init.normal_(self.features.weight, std=0.1)
        nn.init.zeros_(self.importance.weight)
        self.dropout = nn.Dropout(dropout)
        self.hidden = nn.Linear(3 * size + 9, 64)
        self.head = nn.Linear(64, 1)

    def forward(
        self,
        input_ids_1: Tensor,
        attention_mask_1: Tensor,
        feature_ids_1: Tensor,
        input_ids_2: Tensor,
        attention_mask_2: Tensor,
        feature_ids_2: Tensor,
    ) -> Tensor:
        """Return logits (B, 1) of two texts as ids, masks (B, T) and features (B, T, F)."""
        states_1, weights_1 = self._read(input_ids_1, attention_mask_1, feature_ids_1)
        states_2, weights_2 = self._read(input_ids_2, attention_mask_2, feature_ids_2)
        same = input_ids_1.unsqueeze(2) == input_ids_2.unsqueeze(1)
        # Two unknown words are hardly ever the same one.
        known = (input_ids_1 > _UNKNOWN).unsqueeze(2)
        exact = (same & known).to(states_1.dtype)
        both = attention_mask_1.unsqueeze(2) * attention_mask_2.unsqueeze(1)
        direction_1 = functional.normalize(states_1, dim=2)
        direction_2 = functional.normalize(states_2, dim=2)
        alike = (direction_1 @ direction_2.transpose(1, 2)).clamp(min=0) * both
        alike = torch.maximum(alike, exact)
        one = self._covered(states_1, weights_1, alike.amax(dim=2), exact.amax(dim=2))
        two = self._covered(states_2, weights_2, alike.amax(dim=1), exact.amax(dim=1))
        numbers = torch.cat(
            [
                one.numbers + two.numbers,
                (one.numbers - two.numbers).abs(),
                _neighbours(exact, attention_mask_1, attention_mask_2),
            ],
            dim=1,
        )
        left = torch.cat(
            [one.left + two.left, one.left * two.left, (one.left - two.left).abs()], dim=1
        )
        hidden = torch.relu(self.hidden(torch.cat([numbers, self.dropout(left)], dim=1)))
        logits: Tensor = self.head(self.dropout(hidden))
        return logits

    def _read(
        self, input_ids: Tensor, attention_mask: Tensor, feature_ids: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return the words' embeddings (B, T, D) and their importance (B, T), zero in padding."""
        states = self.words(input_ids) + self.features(feature_ids).sum(dim=2)
        shown = attention_mask.to(states.dtype)
        importance = functional.softplus(self.importance(input_ids).squeeze(2) + 0.5)
        return states * shown.unsqueeze(2), importance * shown

    def _covered(self, states: Tensor, weights: Tensor, best: Tensor, exact: Tensor) -> _Coverage:
        total = weights.sum(dim=1).clamp(min=1e-6)
        missing = weights * (1 - best)
        numbers = torch.stack(
            [
                (weights * best).sum(dim=1) / total,
                (weights * exact).sum(dim=1) / total,
                missing.sum(dim=1) / 4,
                total / 16,
            ],
            dim=1,
        )
        return _Coverage(numbers, (missing.unsqueeze(2) * states).sum(dim=1))


class _Coverage:
    """What of a text has a counterpart: numbers (B, 4), and the sum of the words left (B, D)."""

    def __init__(self, numbers: Tensor, left: Tensor) -> None:
        self.numbers = numbers
        self.left = left


def _neighbours(exact: Tensor, mask_1: Tensor, mask_2: Tensor) -> Tensor:
    """Return the share (B, 1) of neighbouring words that stand together in both texts."""
    pairs = (exact[:, :-1, :-1] * exact[:, 1:, 1:]).sum(dim=(1, 2))
    longest = torch.maximum(mask_1.sum(dim=1), mask_2.sum(dim=1)) - 1
    return (pairs / longest.clamp(min=1)).unsqueeze(1).clamp(max=2)


class DualEncoder(nn.Module):
    """Two texts through one encoder, each to a point on the sphere; near points are alike.

    The points of many texts can be kept and searched, which no scorer of pairs allows.
    """

    def __init__(self, encoder: TokenEncoder, size: int = 128) -> None:
        super().__init__()
        self.trunk = encoder
        self.point = nn.Linear(encoder.size + encoder.direct_size, size)
        self.scale = nn.Parameter(torch.tensor(4.0))
        self.shift = nn.Parameter(torch.tensor(-1.0))

    def forward(
        self,
        input_ids_1: Tensor,
        attention_mask_1: Tensor,
        input_ids_2: Tensor,
        attention_mask_2: Tensor,
        feature_ids_1: Tensor | None = None,
        feature_ids_2: Tensor | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits (B, 1) and the points (B, D) of two texts."""
        point_1 = self._encode(input_ids_1, attention_mask_1, feature_ids_1)
        point_2 = self._encode(input_ids_2, attention_mask_2, feature_ids_2)
        cosine = (point_1 * point_2).sum(dim=1, keepdim=True)
        return cosine * self.scale + self.shift, point_1, point_2

    def _encode(self, ids: Tensor, mask: Tensor, feature_ids: Tensor | None) -> Tensor:
        states, embedded = self.trunk(ids, mask, feature_ids)
        if embedded is not None:
            states = torch.cat([states, embedded], dim=2)
        return functional.normalize(self.point(mean_state(states, mask)), dim=1)
