"""Encoders of the transformers library: a small one from random weights, others pretrained."""

# B batch, T subword tokens, D size

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor, nn

from engine.weights.pretrained import unusable


class TransformerEncoder(nn.Module):
    """A model of the transformers library as ids and mask (B, T) → states (B, T, D)."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return the last hidden states."""
        states: Tensor = self.model(
            input_ids=input_ids, attention_mask=attention_mask, return_dict=False
        )[0]
        return states

    @property
    def size(self) -> int:
        """Return D."""
        config: Any = self.model.config
        return int(config.hidden_size)

    @property
    def embeddings(self) -> nn.Module:
        """Return the module that embeds ids."""
        found: nn.Module = self.model.get_input_embeddings()  # type: ignore[operator]
        return found

    def layers(self) -> list[nn.Module]:
        """Return the embeddings and then each layer, from the bottom up."""
        children = dict(self.model.named_children())
        # ModernBERT holds its layers itself, BERT in an encoder.
        stack = children.get("layers") or dict(children["encoder"].named_children())["layer"]
        return [children["embeddings"], *stack.children()]


@dataclass(frozen=True)
class _Architecture:
    """The sizes of an encoder; ``gated`` is ModernBERT, else BERT."""

    size: int
    layers: int
    heads: int
    inner: int
    gated: bool = False


_ARCHITECTURES = {
    "small_transformer": _Architecture(size=128, layers=3, heads=4, inner=256),
    "bert_mini": _Architecture(size=256, layers=4, heads=4, inner=1024),
    "bert_base_chinese": _Architecture(size=768, layers=12, heads=12, inner=3072),
    "modernbert_base": _Architecture(size=768, layers=22, heads=12, inner=1152, gated=True),
}


def new_encoder(backbone: str, num_tokens: int, max_tokens: int) -> TransformerEncoder:
    """Build the encoder of a backbone's key from random weights.

    Args:
        backbone: key of the card.
        num_tokens: ids of the vocabulary.
        max_tokens: longest row.
    """
    from transformers import BertConfig, BertModel, ModernBertConfig, ModernBertModel

    known = _ARCHITECTURES[backbone]
    shared: dict[str, Any] = {
        "vocab_size": num_tokens,
        "hidden_size": known.size,
        "num_hidden_layers": known.layers,
        "num_attention_heads": known.heads,
        "intermediate_size": known.inner,
        "max_position_embeddings": max_tokens,
        "pad_token_id": 0,
    }
    if known.gated:
        ends: dict[str, Any] = {
            "bos_token_id": 2,
            "cls_token_id": 2,
            "eos_token_id": 3,
            "sep_token_id": 3,
        }
        return TransformerEncoder(ModernBertModel(ModernBertConfig(**shared, **ends)))
    return TransformerEncoder(BertModel(BertConfig(**shared), add_pooling_layer=False))


def pretrained_encoder(folder: Path) -> TransformerEncoder:
    """Load an encoder from a local folder; its heads are left out.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    from transformers import AutoModel

    options = {"add_pooling_layer": False} if _kind(folder) == "bert" else {}
    try:
        model = AutoModel.from_pretrained(folder, local_files_only=True, **options)
    except (OSError, ValueError) as error:
        raise unusable(folder, str(error).splitlines()[0]) from error
    return TransformerEncoder(model)


def set_rates(encoder: TransformerEncoder, freeze_layers: int, layer_decay: float) -> None:
    """Freeze lower layers, and slow down those that stay in proportion to their depth.

    Args:
        encoder: changed in place; ``rate_scale`` of its parameters is read by the optimiser.
        freeze_layers: number of layers left as they are, embeddings with them; 0 for none.
        layer_decay: factor for each layer that lies above.
    """
    layers = encoder.layers()
    for depth, layer in enumerate(layers):
        is_frozen = freeze_layers > 0 and depth <= freeze_layers
        for parameter in _parameters(layer):
            parameter.requires_grad_(not is_frozen)
            parameter.rate_scale = layer_decay ** (len(layers) - depth)  # type: ignore[attr-defined]


def _parameters(module: nn.Module) -> Iterator[nn.Parameter]:
    yield from module.parameters()


def _kind(folder: Path) -> str:
    try:
        config = json.loads((folder / "config.json").read_bytes())
    except (OSError, ValueError) as error:
        raise unusable(folder, str(error)) from error
    return str(config.get("model_type"))


def open_encoder(
    backbone: str,
    num_tokens: int,
    max_tokens: int,
    weights: Path | None,
    freeze_layers: int = 0,
    layer_decay: float = 1.0,
) -> TransformerEncoder:
    """Build an encoder with random weights, or take a pretrained one.

    Args:
        backbone: key of the card.
        num_tokens: ids of the vocabulary.
        max_tokens: longest row.
        weights: folder of a pretrained encoder, ``None`` for random weights.
        freeze_layers: lower layers of a pretrained encoder that are left as they are.
        layer_decay: factor of the rate for each layer that lies above.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    if weights is None:
        return new_encoder(backbone, num_tokens, max_tokens)
    encoder = pretrained_encoder(weights)
    set_rates(encoder, freeze_layers, layer_decay)
    return encoder
