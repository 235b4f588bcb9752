"""The one shape of all video classifiers, and the networks behind their backbone keys."""

# B batch, N frames, C channels, H height, W width, D feature channels, n h w feature map, K classes

from __future__ import annotations

from torch import Tensor, nn

from engine.errors import SpecError
from engine.models.pooled_classifier import PooledClassifier
from engine.models.video.factorized import FactorizedCnn

_TUBE_FRAMES, _PATCH = 2, 16


class VideoClassifier(PooledClassifier):
    """Classify videos; the feature map is (B, D, n, h, w)."""

    def forward(self, video: Tensor) -> Tensor:
        """Return logits (B, K) for normalised videos (B, N, 3, H, W); named as in the package."""
        return self.classify(video)


class TubeMap(nn.Module):
    """The tokens of a VideoMAE encoder, laid out as the map (B, D, n, h, w) they come from."""

    def __init__(self, network: nn.Module, grid: tuple[int, int, int]) -> None:
        super().__init__()
        self.network = network
        self.grid = grid

    def forward(self, videos_BNCHW: Tensor) -> Tensor:
        """Return the feature map."""
        tokens: Tensor = self.network(pixel_values=videos_BNCHW).last_hidden_state
        return tokens.transpose(1, 2).reshape(tokens.shape[0], -1, *self.grid)


def build_video_classifier(
    backbone: str, num_frames: int, image_size: int, num_classes: int
) -> VideoClassifier:
    """Build a video classifier with random weights.

    Args:
        backbone: a key of the card of video classification.
        num_frames: N.
        image_size: height and width of a frame.
        num_classes: length of the logits.

    Raises:
        SpecError: when there is no such backbone.
    """
    match backbone:
        case "film_cnn":
            network = FactorizedCnn((24, 48, 96), num_flat=1)
            return VideoClassifier(network, network.num_features, num_classes, dropout=0.1)
        case "r2plus1d_small":
            network = FactorizedCnn((32, 64, 128, 256), num_flat=0)
            return VideoClassifier(network, network.num_features, num_classes, dropout=0.2)
        case "videomae_small":
            tubes, width = _videomae(num_frames, image_size)
            return VideoClassifier(tubes, width, num_classes, normalize=True)
    raise SpecError(
        f"There is no video backbone '{backbone}'. Choose one that the task's card lists.",
        code="backbone_unknown",
        backbone=backbone,
    )


def _videomae(num_frames: int, image_size: int) -> tuple[nn.Module, int]:
    """Build the encoder of a small VideoMAE.

    Source: Tong et al., VideoMAE, NeurIPS 2022.
    """
    from transformers import VideoMAEConfig, VideoMAEModel

    config = VideoMAEConfig(
        image_size=image_size,
        patch_size=_PATCH,
        num_frames=num_frames,
        tubelet_size=_TUBE_FRAMES,
        hidden_size=384,
        num_attention_heads=6,
        intermediate_size=1536,
        use_mean_pooling=True,
    )
    side = image_size // _PATCH
    return TubeMap(VideoMAEModel(config), (num_frames // _TUBE_FRAMES, side, side)), 384
