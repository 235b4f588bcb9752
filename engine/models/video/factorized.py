"""Residual networks over videos whose convolutions see space and time in turn: R(2+1)D.

Source: Tran et al., A Closer Look at Spatiotemporal Convolutions, CVPR 2018, section 3.5.
"""

# B batch, N frames, C channels, H height, W width, D feature channels, n h w feature map

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from torch import Tensor, nn


class FactorizedCnn(nn.Module):
    """Feature map (B, D, n, h, w) of videos (B, N, 3, H, W).

    Args:
        widths: channels of each stage; the stem and all stages but the first halve space.
        num_flat: the first so many stages see single frames only, which costs a third; motion is
            then seen in their features.
    """

    def __init__(self, widths: Sequence[int], num_flat: int) -> None:
        super().__init__()
        self.num_features = widths[-1]
        self.stem = _convolution(3, widths[0], (1, 5, 5), (1, 2, 2))
        before = [widths[0], *widths[:-1]]
        self.stages = nn.Sequential(
            *(
                FactorizedBlock(
                    before[stage],
                    width,
                    space=2 if stage else 1,
                    # Time is halved once, where the map is small and motion has been seen.
                    time=2 if stage == len(widths) - 1 else 1,
                    sees_time=stage >= num_flat,
                )
                for stage, width in enumerate(widths)
            )
        )

    def forward(self, videos_BNCHW: Tensor) -> Tensor:
        """Return the feature map."""
        map_BDnhw: Tensor = self.stages(self.stem(videos_BNCHW.transpose(1, 2)))
        return map_BDnhw


class FactorizedBlock(nn.Module):
    """Two convolutions over space, each with one over time, beside a shortcut."""

    def __init__(
        self, in_channels: int, out_channels: int, space: int, time: int, *, sees_time: bool
    ) -> None:
        super().__init__()
        self.first = _pair(in_channels, out_channels, space, time, sees_time=sees_time)
        second = _pair(out_channels, out_channels, 1, 1, sees_time=sees_time)
        *convolutions, last_norm, _activation = second.children()
        # The branch starts as zero, so that a new network is a shallow one and learns at once.
        nn.init.zeros_(cast(nn.BatchNorm3d, last_norm).weight)
        # The activation follows the sum.
        self.second = nn.Sequential(*convolutions, last_norm)
        self.shortcut: nn.Module = nn.Identity()
        if space != 1 or time != 1 or in_channels != out_channels:
            self.shortcut = nn.Sequential(
                nn.Conv3d(in_channels, out_channels, 1, (time, space, space), bias=False),
                nn.BatchNorm3d(out_channels),
            )
        self.activation = nn.ReLU(inplace=True)

    def forward(self, map_BDnhw: Tensor) -> Tensor:
        """Return features of the same or half the size."""
        result: Tensor = self.activation(
            self.second(self.first(map_BDnhw)) + self.shortcut(map_BDnhw)
        )
        return result


def _pair(
    in_channels: int, out_channels: int, space: int, time: int, *, sees_time: bool
) -> nn.Sequential:
    over_space = _convolution(in_channels, out_channels, (1, 3, 3), (1, space, space))
    if not sees_time:
        return over_space
    over_time = _convolution(out_channels, out_channels, (3, 1, 1), (time, 1, 1))
    return nn.Sequential(*over_space.children(), *over_time.children())


def _convolution(
    in_channels: int,
    out_channels: int,
    kernel: tuple[int, int, int],
    stride: tuple[int, int, int],
) -> nn.Sequential:
    padding = (kernel[0] // 2, kernel[1] // 2, kernel[2] // 2)
    return nn.Sequential(
        nn.Conv3d(in_channels, out_channels, kernel, stride, padding, bias=False),
        nn.BatchNorm3d(out_channels),
        nn.ReLU(inplace=True),
    )
