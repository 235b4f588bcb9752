"""Build the network behind a backbone key of the speech cards."""

# B batch, T frames, M mel bands, D feature channels, N tokens

from __future__ import annotations

from pathlib import Path
from typing import Any

from torch import Tensor, nn

from engine.errors import SpecError
from engine.models.speech.audio_classifier import AudioClassifier
from engine.models.speech.sound_cnn import AudioCnn

_PATCH, _STRIDE = 16, 10


def build_audio_classifier(
    backbone: str, frames: int, num_mels: int, num_classes: int, weights: Path | None = None
) -> AudioClassifier:
    """Build a recording classifier with a new head.

    Args:
        backbone: a key of the card of sound classification.
        frames: frames of a window.
        num_mels: bands of a frame.
        num_classes: length of the logits.
        weights: a folder with pretrained weights of the backbone, ``None`` for random ones.

    Raises:
        SpecError: when there is no such backbone.
    """
    match backbone:
        case "sound_cnn_small":
            network = AudioCnn((32, 64, 128), blocks=1)
            return AudioClassifier(network, network.num_features, num_classes, dropout=0.1)
        case "sound_cnn":
            network = AudioCnn((48, 96, 192), blocks=2)
            return AudioClassifier(network, network.num_features, num_classes, dropout=0.2)
        case "ast_small" | "ast_base":
            tokens, width = _spectrogram_transformer(backbone, frames, num_mels, weights)
            return AudioClassifier(tokens, width, num_classes, normalize=True)
    raise SpecError(
        f"There is no audio backbone '{backbone}'. Choose one that the task's card lists.",
        code="backbone_unknown",
        backbone=backbone,
    )


class PatchMap(nn.Module):
    """The patch tokens of an audio spectrogram transformer as the map (B, D, t, m) of them."""

    def __init__(self, network: nn.Module, grid: tuple[int, int]) -> None:
        super().__init__()
        self.network = network
        self.grid = grid

    def forward(self, features_BTM: Tensor) -> Tensor:
        """Return the feature map; the class and distillation tokens are left out."""
        tokens_BND: Tensor = self.network(input_values=features_BTM).last_hidden_state
        patches_BDN = tokens_BND[:, 2:].transpose(1, 2)
        times, bands = self.grid
        return patches_BDN.reshape(*patches_BDN.shape[:2], bands, times).transpose(2, 3)


def _spectrogram_transformer(
    backbone: str, frames: int, num_mels: int, weights: Path | None
) -> tuple[nn.Module, int]:
    """Build an AST and return it with its number of feature channels.

    Source: Gong et al., AST: Audio Spectrogram Transformer, Interspeech 2021.
    """
    from transformers import ASTConfig, ASTModel

    if weights is not None:
        network: Any = ASTModel.from_pretrained(
            weights, local_files_only=True, use_safetensors=True
        )
    else:
        width, heads = (768, 12) if backbone == "ast_base" else (192, 3)
        config = ASTConfig(
            max_length=frames,
            num_mel_bins=num_mels,
            patch_size=_PATCH,
            frequency_stride=_STRIDE,
            time_stride=_STRIDE,
            hidden_size=width,
            num_attention_heads=heads,
            intermediate_size=4 * width,
        )
        network = ASTModel(config)
    # The library's final norm follows its own pooling, which we do not use: ours is in the head.
    network.layernorm = nn.Identity()
    grid = ((frames - _PATCH) // _STRIDE + 1, (num_mels - _PATCH) // _STRIDE + 1)
    return PatchMap(network, grid), int(network.config.hidden_size)
