"""Networks that say what a text as a whole is about."""

# B batch, T words, D size, K labels

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.models.text.encoders import WordEmbedding


class TextCnn(nn.Module):
    """Convolutions over neighbouring words, each filter's strongest response, then a linear map.

    Source: Kim, EMNLP 2014, section 2.
    """

    def __init__(
        self,
        num_words: int,
        num_labels: int,
        *,
        size: int = 96,
        filters: int = 96,
        widths: tuple[int, ...] = (1, 2, 3, 5),
        dropout: float = 0.3,
    ) -> None:
        super().__init__()
        self.embedding = WordEmbedding(num_words, size, dropout)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(size, filters, width, padding=width // 2) for width in widths
        )
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(filters * len(widths), num_labels)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return logits (B, K) of ids and mask (B, T)."""
        states = self.embedding(input_ids, attention_mask).transpose(1, 2)
        length = input_ids.shape[1]
        hidden = (attention_mask == 0).unsqueeze(1)
        strongest = []
        for convolution in self.convolutions:
            # A filter of even width answers at one place more than there are words.
            activations = torch.relu(convolution(states)[:, :, :length])
            # Zero is the least that ReLU answers, so padding is never the strongest.
            strongest.append(activations.masked_fill(hidden, 0.0).amax(dim=2))
        logits: Tensor = self.head(self.dropout(torch.cat(strongest, dim=1)))
        return logits


class EncoderClassifier(nn.Module):
    """An encoder, the mean of its states, and a linear map."""

    def __init__(self, encoder: nn.Module, size: int, num_labels: int, dropout: float) -> None:
        """Put a new head on an encoder.

        Args:
            encoder: ids and mask (B, T) → states (B, T, D).
            size: D.
            num_labels: K.
            dropout: of the mean state.
        """
        super().__init__()
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(size, num_labels)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return logits (B, K) of ids and mask (B, T)."""
        states = self.encoder(input_ids, attention_mask)
        logits: Tensor = self.head(self.dropout(mean_state(states, attention_mask)))
        return logits


def mean_state(states: Tensor, attention_mask: Tensor) -> Tensor:
    """Return the mean (B, D) of the states (B, T, D) that the mask shows; zero for an empty row."""
    shown = attention_mask.unsqueeze(2).to(states.dtype)
    return (states * shown).sum(dim=1) / shown.sum(dim=1).clamp(min=1)
