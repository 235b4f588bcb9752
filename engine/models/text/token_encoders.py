"""Encoders under taggers and span scorers: a state for every token, and features beside it."""

# B batch, T words, F features of a word, D size, S size of the features

from __future__ import annotations

from pathlib import Path
from typing import Literal

import torch
from torch import Tensor, nn

from engine.data.text.tokenizer_training import num_tokens
from engine.data.text.vocabulary import vocabulary_sizes
from engine.models.text.encoders import RecurrentLayer, WordEmbedding
from engine.models.text.sparse_features import FeatureTable
from engine.models.text.transformers_encoders import TransformerEncoder, open_encoder

EncoderKind = Literal["convolution", "recurrence"]
_FEATURE_DROPOUT = 0.3


class TokenEncoder(nn.Module):
    """Base of encoders of tokens.

    Attributes:
        size: D.
        direct_size: S, what each word's features say to the head without any layer between; 0
            where there are none.
    """

    size: int
    direct_size: int

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, feature_ids: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """Return the states (B, T, D) and what the features say (B, T, S)."""
        raise NotImplementedError


class WordEncoder(TokenEncoder):
    """Embedded words, their features, and layers that look at neighbours.

    Features feed the layers, and speak to the head directly as those of a linear tagger do.
    """

    def __init__(
        self,
        num_words: int,
        num_features: int,
        direct_size: int,
        *,
        kind: EncoderKind,
        dropout: float,
        size: int = 64,
        feature_size: int = 24,
        hidden: int = 128,
    ) -> None:
        super().__init__()
        self.size, self.direct_size = hidden, direct_size
        self.feature_size = feature_size
        self.embedding = WordEmbedding(num_words, size, dropout)
        self.features = FeatureTable(num_features, feature_size + direct_size, _FEATURE_DROPOUT)
        # The table learns from single sightings, as a linear model does.
        self.features.table.weight.rate_scale = 10.0  # type: ignore[attr-defined]
        self.dropout = nn.Dropout(dropout)
        self.layers: nn.Module = (
            ConvolutionLayers(size + feature_size, hidden, dropout)
            if kind == "convolution"
            else RecurrentLayer(size + feature_size, hidden // 2)
        )

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, feature_ids: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """Return the states (B, T, D) and what the features say (B, T, S)."""
        assert feature_ids is not None, "texts are read as words with features"
        embedded = self.features(feature_ids)
        words = self.embedding(input_ids, attention_mask)
        together = torch.cat([words, embedded[..., : self.feature_size]], dim=2)
        states = self.dropout(self.layers(together, attention_mask))
        return states, embedded[..., self.feature_size :]


class ConvolutionLayers(nn.Module):
    """Residual convolutions of width 3 whose reach doubles: 1, 2, 4 words to each side.

    Source: Strubell et al., EMNLP 2017, section 3 (iterated dilated convolutions, one block).
    """

    def __init__(self, size: int, hidden: int, dropout: float) -> None:
        super().__init__()
        self.entry = nn.Linear(size, hidden)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(hidden, hidden, 3, padding=reach, dilation=reach) for reach in (1, 2, 4)
        )
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, attention_mask: Tensor) -> Tensor:
        """Return (B, T, D) of states and mask (B, T); zero in padding."""
        shown = attention_mask.unsqueeze(1).to(states.dtype)
        values = self.entry(states).transpose(1, 2) * shown
        for convolution in self.convolutions:
            # Padding stays zero, or the last words would change with the length of the batch.
            values = (values + torch.relu(convolution(self.dropout(values)))) * shown
        out: Tensor = values.transpose(1, 2)
        return out


class SubwordEncoder(TokenEncoder):
    """A transformer over subword tokens."""

    def __init__(self, encoder: TransformerEncoder, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.size, self.direct_size = encoder.size, 0
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, feature_ids: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """Return the states (B, T, D), and nothing else."""
        return self.dropout(self.encoder(input_ids, attention_mask)), None


def build_encoder(
    backbone: str,
    vocabulary: bytes,
    *,
    direct_size: int,
    max_words: int,
    dropout: float,
    weights: Path | None,
    freeze_layers: int = 0,
    layer_decay: float = 1.0,
) -> TokenEncoder:
    """Build the encoder of a backbone's key: ``conv_tagger``, ``lstm_tagger`` or a transformer.

    Args:
        backbone: key of the card.
        vocabulary: the file that the reading names.
        direct_size: S, for encoders that have features.
        max_words: longest row.
        dropout: share of what is dropped in training.
        weights: folder of a pretrained encoder.
        freeze_layers: lower layers of a pretrained encoder that are left as they are.
        layer_decay: factor of the rate for each layer that lies above.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    if backbone in WORD_ENCODERS:
        num_words, num_features = vocabulary_sizes(vocabulary)
        kind = WORD_ENCODERS[backbone]
        return WordEncoder(num_words, num_features, direct_size, kind=kind, dropout=dropout)
    encoder = open_encoder(
        backbone, num_tokens(vocabulary), max_words, weights, freeze_layers, layer_decay
    )
    return SubwordEncoder(encoder, dropout)


WORD_ENCODERS: dict[str, EncoderKind] = {
    "conv_tagger": "convolution",
    "lstm_tagger": "recurrence",
}
"""Backbones that read words; the others read subword tokens."""
