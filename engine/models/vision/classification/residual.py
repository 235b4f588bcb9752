"""Parts of residual networks (He et al., CVPR 2016)."""

# B batch, C channels, H height, W width

from __future__ import annotations

from torch import Tensor, nn


class ResidualBlock(nn.Module):
    """Two 3×3 convolutions beside a shortcut, which averages where the block strides."""

    def __init__(self, in_channels: int, out_channels: int, stride: int) -> None:
        super().__init__()
        self.first = convolution(in_channels, out_channels, stride=stride)
        self.second = last_convolution(out_channels, out_channels)
        self.shortcut = shortcut(in_channels, out_channels, stride)
        self.activation = nn.ReLU(inplace=True)

    def forward(self, features_BCHW: Tensor) -> Tensor:
        """Return features of the same or half the height and width."""
        branch_BCHW = self.second(self.first(features_BCHW))
        result: Tensor = self.activation(branch_BCHW + self.shortcut(features_BCHW))
        return result


def convolution(
    in_channels: int,
    out_channels: int,
    kernel: int = 3,
    *,
    stride: int | tuple[int, int] = 1,
    groups: int = 1,
) -> nn.Sequential:
    """Return a convolution with its norm and a ReLU."""
    return nn.Sequential(
        nn.Conv2d(
            in_channels, out_channels, kernel, stride, kernel // 2, groups=groups, bias=False
        ),
        nn.BatchNorm2d(out_channels),
        nn.ReLU(inplace=True),
    )


def last_convolution(in_channels: int, out_channels: int, kernel: int = 3) -> nn.Sequential:
    """Return the end of a branch, which starts as zero.

    So a new network is a shallow one, however deep it is, and learns at once.
    """
    norm = nn.BatchNorm2d(out_channels)
    nn.init.zeros_(norm.weight)
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, kernel, padding=kernel // 2, bias=False), norm
    )


def shortcut(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """Return what goes past a branch: the features, averaged and widened where the branch does."""
    if stride == 1 and in_channels == out_channels:
        return nn.Identity()
    return nn.Sequential(
        nn.AvgPool2d(stride, ceil_mode=True) if stride != 1 else nn.Identity(),
        nn.Conv2d(in_channels, out_channels, 1, bias=False),
        nn.BatchNorm2d(out_channels),
    )
