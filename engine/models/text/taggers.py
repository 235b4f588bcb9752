"""Networks that find places in a text: a chain of tags, or a score for every span."""

# B batch, T words, K types, C = 2K + 1 tags, L labels of the whole text, P relations

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.models.text.classifiers import mean_state
from engine.models.text.span_scorer import SpanScorer
from engine.models.text.token_encoders import TokenEncoder


class ChainTagger(nn.Module):
    """Tags in a chain: emissions of each word, transitions between neighbours.

    With ``num_labels`` it names the whole text too.
    """

    def __init__(self, encoder: TokenEncoder, num_types: int, num_labels: int = 0) -> None:
        super().__init__()
        # Packages hold its weights under this name.
        self.trunk = encoder
        num_tags = 2 * num_types + 1
        self.tags = nn.Linear(encoder.size, num_tags)
        self.transitions = nn.Parameter(torch.zeros(num_tags + 1, num_tags))
        self.whole = nn.Linear(encoder.size, num_labels) if num_labels else None

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, feature_ids: Tensor | None = None
    ) -> tuple[Tensor, ...]:
        """Return emissions (B, T, C), transitions (B, C + 1, C), and logits (B, L) if any."""
        states, embedded = self.trunk(input_ids, attention_mask, feature_ids)
        emissions = self.tags(states)
        if embedded is not None:
            emissions = emissions + embedded
        transitions = self.transitions.unsqueeze(0).expand(input_ids.shape[0], -1, -1)
        if self.whole is None:
            return emissions, transitions
        return emissions, transitions, self.whole(mean_state(states, attention_mask))


class PairTagger(nn.Module):
    """Scores of all spans of all types; with ``num_labels`` it names the whole text too."""

    def __init__(self, encoder: TokenEncoder, num_types: int, num_labels: int = 0) -> None:
        super().__init__()
        self.trunk = encoder
        size = encoder.size + encoder.direct_size
        self.spans = SpanScorer(size, num_types)
        self.whole = nn.Linear(encoder.size, num_labels) if num_labels else None

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, feature_ids: Tensor | None = None
    ) -> tuple[Tensor, ...]:
        """Return logits (B, K, T, T) by first and last word, and logits (B, L) if any."""
        states, embedded = self.trunk(input_ids, attention_mask, feature_ids)
        joined = states if embedded is None else torch.cat([states, embedded], dim=2)
        spans = self.spans(joined, attention_mask)
        if self.whole is None:
            return (spans,)
        return spans, self.whole(mean_state(states, attention_mask))


class RelationScorer(nn.Module):
    """Scores of all entities, and of all pairs of words that may be ends of a relation.

    Source: Su, GPLinker (kexue.fm/archives/8888): one scorer of spans, one of pairs of first
    words and one of pairs of last words, each a global pointer.
    """

    def __init__(self, encoder: TokenEncoder, num_types: int, num_relations: int) -> None:
        super().__init__()
        self.trunk = encoder
        size = encoder.size + encoder.direct_size
        self.spans = SpanScorer(size, num_types)
        self.heads = SpanScorer(size, num_relations, ordered=False)
        self.tails = SpanScorer(size, num_relations, ordered=False)

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, feature_ids: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits of spans (B, K, T, T), and of heads and tails (B, P, T, T)."""
        states, embedded = self.trunk(input_ids, attention_mask, feature_ids)
        joined = states if embedded is None else torch.cat([states, embedded], dim=2)
        return (
            self.spans(joined, attention_mask),
            self.heads(joined, attention_mask),
            self.tails(joined, attention_mask),
        )
