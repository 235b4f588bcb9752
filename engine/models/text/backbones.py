"""The backbones of text classifiers by the keys of their cards."""

# B batch, T words or tokens, K labels

from __future__ import annotations

from pathlib import Path
from typing import Literal

from torch import nn

from engine.models.text.classifiers import EncoderClassifier, TextCnn
from engine.models.text.ngram_classifier import NgramClassifier
from engine.models.text.transformers_encoders import TransformerEncoder, open_encoder

Family = Literal["ngrams", "words", "subwords"]
FAMILIES: dict[str, Family] = {
    "nb_ngrams": "ngrams",
    "linear_ngrams": "ngrams",
    "text_cnn": "words",
}
"""How a backbone reads texts; those that are not named read subword tokens."""


def family_of(backbone: str) -> Family:
    """Return how a backbone reads texts."""
    return FAMILIES.get(backbone, "subwords")


def build_ngram_classifier(backbone: str, num_ngrams: int, num_labels: int) -> NgramClassifier:
    """Build an n-gram classifier: TF-IDF alone, or with the presence weighed by its ratio."""
    counted = (True,) if backbone == "linear_ngrams" else (True, False)
    return NgramClassifier(num_ngrams, num_labels, counted)


def build_text_classifier(
    backbone: str,
    num_ids: int,
    num_labels: int,
    *,
    max_words: int,
    dropout: float,
    weights: Path | None,
    freeze_layers: int = 0,
    layer_decay: float = 1.0,
) -> nn.Module:
    """Build a network ids and mask (B, T) → logits (B, K); its head is always new.

    Args:
        backbone: key of the card.
        num_ids: of the vocabulary.
        num_labels: K.
        max_words: longest row.
        dropout: share of what is dropped in training.
        weights: folder of the pretrained encoder, ``None`` to train from scratch.
        freeze_layers: lower layers of a pretrained encoder that are left as they are.
        layer_decay: factor of the rate for each layer that lies above.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    if family_of(backbone) == "words":
        return TextCnn(num_ids, num_labels, dropout=dropout)
    encoder = open_encoder(backbone, num_ids, max_words, weights, freeze_layers, layer_decay)
    return EncoderClassifier(encoder, encoder.size, num_labels, dropout)


def embeddings_of(model: nn.Module) -> nn.Module | None:
    """Return the module of a text classifier that embeds ids, ``None`` where none is known.

    A network of somebody's own names it ``embeddings``.
    """
    if isinstance(model, TextCnn):
        return model.embedding.words
    if isinstance(model, EncoderClassifier):
        encoder = model.encoder
        return encoder.embeddings if isinstance(encoder, TransformerEncoder) else None
    layer = getattr(model, "embeddings", None)
    return layer if isinstance(layer, nn.Module) else None
