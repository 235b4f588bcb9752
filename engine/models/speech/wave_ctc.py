"""Wav2vec 2.0: samples to characters, column by column."""

# B batch, T frames, L samples of a frame, C columns (as many as frames), D size, K classes

from __future__ import annotations

import json
from math import prod
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import parametrize

from engine.errors import SpecError

FRAME_LENGTH = 320
"""Samples of 16 kHz that one column stands for, in all published networks."""


class WaveCtc(nn.Module):
    """Samples (B, T, L) to the logits (B, T, K) of characters.

    Args:
        encoder: a ``Wav2Vec2Model``.
        num_classes: K; class 0 is the blank.
        dropout: share of the encoder's features that training drops.

    Source: Baevski et al., wav2vec 2.0, NeurIPS 2020.
    """

    def __init__(self, encoder: Any, num_classes: int, dropout: float) -> None:
        super().__init__()
        config = encoder.config
        self.encoder = encoder
        self.dropout = nn.Dropout(dropout)
        self.characters = nn.Linear(int(config.hidden_size), num_classes)
        self._reach = _reach(config.conv_kernel, config.conv_stride)

    def forward(self, features: Tensor) -> Tensor:
        """Return logits (B, T, K); the input is named as in the package."""
        # Zeros behind the end give the last frame a column of its own.
        samples_BN = functional.pad(features.flatten(1), (0, self._reach - FRAME_LENGTH))
        columns_BCD: Tensor = self.encoder(samples_BN).last_hidden_state
        logits_BCK: Tensor = self.characters(self.dropout(columns_BCD))
        return logits_BCK

    @torch.no_grad()
    def add_classes(self, num_classes: int) -> None:
        """Give the last layer more classes behind those that it knows; their rows are new."""
        known = self.characters
        self.characters = nn.Linear(known.in_features, num_classes)
        self.characters.weight[: known.out_features] = known.weight
        self.characters.bias[: known.out_features] = known.bias


def build_wave_ctc(
    backbone: str, characters: tuple[str, ...], dropout: float, weights: Path | None
) -> WaveCtc:
    """Build a network, from a folder with weights or new.

    What the weights' own head knows of the characters is taken over; the convolutions over samples
    of a network that was pretrained stay as they are.

    Raises:
        SpecError: ``weights_unfit`` when the folder holds another kind of network.
    """
    from transformers import Wav2Vec2Config, Wav2Vec2Model

    # Masks are drawn by our own augmentation, from the seed of the step.
    still: dict[str, Any] = {"apply_spec_augment": False, "layerdrop": 0.0}
    if weights is None:
        sizes = {} if backbone == "wav2vec2_base" else _SMALL
        encoder: Any = Wav2Vec2Model(Wav2Vec2Config(**sizes, **still))
    else:
        config = Wav2Vec2Config.from_pretrained(weights, local_files_only=True, **still)
        if prod(config.conv_stride) != FRAME_LENGTH or config.add_adapter:
            raise SpecError(
                f"The weights in '{weights}' have {prod(config.conv_stride)} samples a column, or "
                f"an adapter; {FRAME_LENGTH} without one are expected. Take other weights.",
                code="weights_unfit",
                folder=str(weights),
            )
        encoder = Wav2Vec2Model.from_pretrained(
            weights, config=config, local_files_only=True, use_safetensors=True
        )
        encoder.feature_extractor.requires_grad_(False)
    position = encoder.encoder.pos_conv_embed.conv
    if parametrize.is_parametrized(position):
        parametrize.remove_parametrizations(position, "weight")
    model = WaveCtc(encoder, len(characters) + 1, dropout)
    if weights is not None:
        _take_over_head(model, weights, characters)
    return model


# Norms before each layer, as the published large networks have them, and of single columns rather
# than of the whole recording, which padding would change.
_SMALL: dict[str, Any] = {
    "do_stable_layer_norm": True,
    "feat_extract_norm": "layer",
    "hidden_size": 144,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 288,
    "conv_dim": (96,) * 7,
    "num_conv_pos_embeddings": 32,
    "num_conv_pos_embedding_groups": 8,
}


@torch.no_grad()
def _take_over_head(model: WaveCtc, weights: Path, characters: tuple[str, ...]) -> None:
    """Copy the rows of characters that a published head knows, in either case."""
    from safetensors import safe_open

    path = weights / "vocab.json"
    with safe_open(weights / "model.safetensors", "pt") as tensors:
        if not path.is_file() or "lm_head.weight" not in tensors.keys():  # noqa: SIM118
            return
        rows, biases = tensors.get_tensor("lm_head.weight"), tensors.get_tensor("lm_head.bias")
    places = json.loads(path.read_text("utf-8"))
    # The blank of the published networks is their padding token.
    for row, character in enumerate(("<pad>", *characters)):
        # Published vocabularies write a space as a bar, and letters in capitals.
        written = "|" if character == " " else character
        place = next((places[one] for one in (written, written.upper()) if one in places), None)
        if place is not None and place < len(rows):
            model.characters.weight[row] = rows[place]
            model.characters.bias[row] = biases[place]


def _reach(kernels: list[int], strides: list[int]) -> int:
    """Return the samples that one column is computed from."""
    reach, step = 1, 1
    for kernel, stride in zip(kernels, strides, strict=True):
        reach += (kernel - 1) * step
        step *= stride
    return reach
