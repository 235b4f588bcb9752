"""A small residual network of ours for few photographs, without weights to begin with."""

# B batch, C channels, H height, W width

from __future__ import annotations

import itertools

from torch import Tensor, nn

from engine.models.vision.classification.residual import ResidualBlock, convolution

WIDTHS = (32, 64, 128, 256)


class PhotoCnn(nn.Module):
    """Feature map (B, 256, H/16, W/16) of images (B, 3, H, W).

    The stem strides at once: what tells kinds of things in a photograph apart is larger than a
    pixel, and of images of one size it computes a third of what ``SmallCnn`` does.
    """

    num_features = WIDTHS[-1]

    def __init__(self) -> None:
        super().__init__()
        self.stem = convolution(3, WIDTHS[0], stride=2)
        self.stages = nn.Sequential(
            ResidualBlock(WIDTHS[0], WIDTHS[0], stride=1),
            *(
                ResidualBlock(before, after, stride=2)
                for before, after in itertools.pairwise(WIDTHS)
            ),
        )

    def forward(self, images_BCHW: Tensor) -> Tensor:
        """Return the feature map."""
        features_BCHW: Tensor = self.stages(self.stem(images_BCHW))
        return features_BCHW
