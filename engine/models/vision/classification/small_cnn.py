"""A small residual network of ours for images of 8 to 64 pixels, quick on two CPU cores."""

# B batch, C channels, H height, W width

from __future__ import annotations

from torch import Tensor, nn

from engine.models.vision.classification.residual import ResidualBlock, convolution

WIDTHS = (32, 64, 128)


class SmallCnn(nn.Module):
    """Feature map (B, 128, H/4, W/4) of images (B, 3, H, W).

    The first stage keeps the full resolution, since a stroke of a small image is a pixel wide.
    """

    num_features = WIDTHS[-1]

    def __init__(self) -> None:
        super().__init__()
        self.stem = convolution(3, WIDTHS[0])
        self.stages = nn.Sequential(
            ResidualBlock(WIDTHS[0], WIDTHS[0], stride=1),
            ResidualBlock(WIDTHS[0], WIDTHS[1], stride=2),
            ResidualBlock(WIDTHS[1], WIDTHS[2], stride=2),
        )

    def forward(self, images_BCHW: Tensor) -> Tensor:
        """Return the feature map."""
        features_BCHW: Tensor = self.stages(self.stem(images_BCHW))
        return features_BCHW
