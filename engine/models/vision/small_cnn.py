"""A small residual network of ours for images of 8 to 64 pixels, quick on two CPU cores."""

# B batch, C channels, H height, W width

from __future__ import annotations

from torch import Tensor, nn

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


class ResidualBlock(nn.Module):
    """Two 3×3 convolutions beside a shortcut, which averages where the block strides."""

    def __init__(self, in_channels: int, out_channels: int, stride: int) -> None:
        super().__init__()
        self.first = convolution(in_channels, out_channels, stride)
        last_norm = nn.BatchNorm2d(out_channels)
        # The branch starts as zero, so that a new network is a shallow one and learns at once.
        nn.init.zeros_(last_norm.weight)
        self.second = nn.Sequential(
            nn.Conv2d(out_channels, out_channels, 3, padding=1, bias=False), last_norm
        )
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or in_channels != out_channels:
            self.shortcut = nn.Sequential(
                nn.AvgPool2d(stride, ceil_mode=True) if stride != 1 else nn.Identity(),
                nn.Conv2d(in_channels, out_channels, 1, bias=False),
                nn.BatchNorm2d(out_channels),
            )
        self.activation = nn.ReLU(inplace=True)

    def forward(self, features_BCHW: Tensor) -> Tensor:
        """Return features of the same or half the height and width."""
        branch_BCHW = self.second(self.first(features_BCHW))
        result: Tensor = self.activation(branch_BCHW + self.shortcut(features_BCHW))
        return result


def convolution(in_channels: int, out_channels: int, stride: int = 1) -> nn.Sequential:
    """Return a 3×3 convolution with its norm and a ReLU."""
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(inplace=True),
    )
