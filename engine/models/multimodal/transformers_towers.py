"""Encoders of images and texts that were trained together: CLIP and SigLIP of the library.

Sources: Radford et al., ICML 2021 (CLIP); Zhai et al., ICCV 2023 (SigLIP).
"""

# B batch, C channels, H height, W width, T subword tokens, D numbers of an embedding

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor, nn

from engine.data.image.normalization import CENTRED, CLIP, Normalization
from engine.models.multimodal.dual_encoder import DualEncoder
from engine.models.vision.classification.transformers_backbones import vit_patch_size
from engine.weights.pretrained import load_whole, unusable

# CLIP was held below 100 (section 2.5); SigLIP was not, and its published weights are above.
_LARGEST_SCALES = {"clip": 100.0, "siglip": 200.0}
# Where no bias was learnt, what CLIP says of most pairs that do not match lies below this cosine.
_USUAL_COSINE = 0.25


@dataclass(frozen=True)
class _Tower:
    """Sizes of one transformer; ``patch`` is of images alone, ``auto`` suits small ones."""

    size: int
    layers: int
    heads: int
    patch: int | Literal["auto"] = "auto"


@dataclass(frozen=True)
class Preset:
    """A pair of towers.

    Attributes:
        kind: whose architecture.
        max_tokens: longest row of subword tokens, special ones included.
        normalization: of images.
    """

    kind: Literal["clip", "siglip"]
    image: _Tower
    text: _Tower
    embedding: int
    max_tokens: int
    normalization: Normalization


PRESETS = {
    "clip_small": Preset("clip", _Tower(192, 6, 3), _Tower(192, 4, 3), 128, 77, CLIP),
    "clip_vit_b32": Preset("clip", _Tower(768, 12, 12, 32), _Tower(512, 12, 8), 512, 77, CLIP),
    "siglip_base": Preset("siglip", _Tower(768, 12, 12, 16), _Tower(768, 12, 12), 768, 64, CENTRED),
}
"""By the key of the card."""


class ImageEncoder(nn.Module):
    """A vision transformer and its projection, (B, 3, H, W) → (B, D).

    Args:
        network: of the library, with a pooled state.
        projection: from the pooled state to the embedding.
        size: height and width of the images; where the network was made for others, its
            embeddings of places are interpolated.
    """

    def __init__(self, network: Any, projection: nn.Module, size: int) -> None:
        super().__init__()
        self.network, self.projection = network, projection
        self._interpolates = size != network.config.image_size

    def forward(self, image: Tensor) -> Tensor:
        """Return (B, D) of normalised images."""
        pooled = self.network(
            pixel_values=image, interpolate_pos_encoding=self._interpolates
        ).pooler_output
        embedding_BD: Tensor = self.projection(pooled)
        return embedding_BD


class LastPieceEncoder(nn.Module):
    """CLIP's text transformer: the state of a text's last token, which saw all before it."""

    def __init__(self, network: nn.Module, projection: nn.Module) -> None:
        super().__init__()
        self.network, self.projection = network, projection

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return (B, D) of ids and mask (B, T); padding follows the last token, unseen by it."""
        states_BTC = self.network(input_ids=input_ids).last_hidden_state
        last_B = (attention_mask.sum(dim=1) - 1).clamp(min=0)
        place_B1C = last_B[:, None, None].expand(-1, 1, states_BTC.shape[2])
        embedding_BD: Tensor = self.projection(states_BTC.gather(1, place_B1C)[:, 0])
        return embedding_BD


class PaddedEncoder(nn.Module):
    """SigLIP's text transformer, which was taught to read rows of one length with their padding.

    Args:
        network: of the library.
        length: of a row.
        padding: the token that fills it up.
    """

    def __init__(self, network: nn.Module, length: int, padding: int) -> None:
        super().__init__()
        self.network = network
        self._length, self._padding = length, padding

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return (B, D) of ids and mask (B, T), T at most the length."""
        shown_BT = torch.where(attention_mask > 0, input_ids, self._padding)
        rest = torch.full_like(shown_BT[:, :1], self._padding).expand(-1, self._length)
        row_BL = torch.cat([shown_BT, rest], dim=1)[:, : self._length]
        embedding_BD: Tensor = self.network(input_ids=row_BL).pooler_output
        return embedding_BD


def build_towers(
    backbone: str, image_size: int, num_tokens: int, weights: Path | None = None
) -> DualEncoder:
    """Build the dual encoder of a preset.

    Args:
        backbone: a key of ``PRESETS``.
        image_size: height and width of the images.
        num_tokens: ids that the tokenizer gives out.
        weights: a folder with pretrained weights, ``None`` for random ones.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    import transformers

    preset = PRESETS[backbone]
    library: Any = transformers.CLIPModel if preset.kind == "clip" else transformers.SiglipModel
    if weights is None:
        return _dual_encoder(library(_config(preset, image_size, num_tokens)), preset, image_size)
    network = load_whole(library, weights)
    known = int(network.config.text_config.vocab_size)
    if num_tokens > known:
        raise unusable(weights, f"its tokenizer has {num_tokens} tokens and the network {known}")
    return _dual_encoder(network, preset, image_size, is_known=True)


def _dual_encoder(
    network: Any, preset: Preset, image_size: int, *, is_known: bool = False
) -> DualEncoder:
    """Take a model of the library apart; its scale and bias are kept where they were learnt."""
    if preset.kind == "clip":
        image = ImageEncoder(network.vision_model, network.visual_projection, image_size)
        text: nn.Module = LastPieceEncoder(network.text_model, network.text_projection)
    else:
        text_config = network.config.text_config
        image = ImageEncoder(network.vision_model, nn.Identity(), image_size)
        text = PaddedEncoder(
            network.text_model,
            int(text_config.max_position_embeddings),
            int(text_config.pad_token_id or 0),
        )
    largest = _LARGEST_SCALES[preset.kind]
    if not is_known:
        return DualEncoder(image, text, largest_scale=largest)
    scale = network.logit_scale.exp().item()
    bias = network.logit_bias.item() if preset.kind == "siglip" else -scale * _USUAL_COSINE
    return DualEncoder(image, text, scale=scale, bias=bias, largest_scale=largest)


def _config(preset: Preset, image_size: int, num_tokens: int) -> Any:
    import transformers

    patch = preset.image.patch
    image = {
        **_sizes(preset.image),
        "image_size": image_size,
        "patch_size": vit_patch_size(image_size) if patch == "auto" else patch,
    }
    text = {
        **_sizes(preset.text),
        "vocab_size": num_tokens,
        "max_position_embeddings": preset.max_tokens,
        "pad_token_id": 0,
        "bos_token_id": 2,
        "eos_token_id": 3,
    }
    if preset.kind == "siglip":
        text["projection_size"] = preset.embedding
        return transformers.SiglipConfig(text_config=text, vision_config=image)
    projection: dict[str, Any] = {"projection_dim": preset.embedding}
    return transformers.CLIPConfig(
        text_config={**text, **projection}, vision_config={**image, **projection}, **projection
    )


def _sizes(tower: _Tower) -> dict[str, int]:
    return {
        "hidden_size": tower.size,
        "intermediate_size": 4 * tower.size,
        "num_hidden_layers": tower.layers,
        "num_attention_heads": tower.heads,
    }
