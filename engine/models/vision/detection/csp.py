"""Blocks of the light networks that find objects: convolution, residual stage, pyramid pooling.

Plain 3 × 3 convolutions throughout: depthwise ones need fewer multiplications, but a CPU waits for
memory on them and ends up slower.
"""

# B batch, C channels, H height, W width

from __future__ import annotations

import torch
from torch import Tensor, nn


class ConvNorm(nn.Sequential):
    """Convolution, batch norm and SiLU; the size is kept, or divided by the stride."""

    def __init__(self, in_channels: int, out_channels: int, kernel: int = 3, stride: int = 1):
        super().__init__(
            nn.Conv2d(in_channels, out_channels, kernel, stride, padding=kernel // 2, bias=False),
            # The momentum of detectors: their batches are small, and their statistics noisy.
            nn.BatchNorm2d(out_channels, eps=1e-3, momentum=0.03),
            nn.SiLU(inplace=True),
        )


class CspStage(nn.Module):
    """Residual blocks on half of the channels; every block's output is seen by the last layer.

    Source: Wang et al., CVPR Workshops 2020 (cross-stage partial networks); that all outputs are
    gathered is from Lee et al., CVPR Workshops 2019 (one-shot aggregation).
    """

    def __init__(
        self, in_channels: int, out_channels: int, num_blocks: int = 1, *, residual: bool = True
    ) -> None:
        super().__init__()
        half = out_channels // 2
        self.half_width = half
        self.residual = residual
        self.entry = ConvNorm(in_channels, 2 * half, kernel=1)
        self.blocks = nn.ModuleList(
            nn.Sequential(ConvNorm(half, half), ConvNorm(half, half)) for _ in range(num_blocks)
        )
        self.exit = ConvNorm((2 + num_blocks) * half, out_channels, kernel=1)

    def forward(self, features_BCHW: Tensor) -> Tensor:
        """Return features of the same height and width."""
        parts = list(self.entry(features_BCHW).split(self.half_width, dim=1))
        for block in self.blocks:
            change = block(parts[-1])
            parts.append(parts[-1] + change if self.residual else change)
        result: Tensor = self.exit(torch.cat(parts, dim=1))
        return result


class PyramidPooling(nn.Module):
    """Let each place see its surroundings: maxima over 5, 9 and 13 places beside the features.

    Source: He et al., TPAMI 2015, with the three windows as one window applied up to three times.
    """

    def __init__(self, in_channels: int, out_channels: int) -> None:
        super().__init__()
        half = in_channels // 2
        self.entry = ConvNorm(in_channels, half, kernel=1)
        self.pool = nn.MaxPool2d(5, stride=1, padding=2)
        self.exit = ConvNorm(4 * half, out_channels, kernel=1)

    def forward(self, features_BCHW: Tensor) -> Tensor:
        """Return features of the same height and width."""
        parts = [self.entry(features_BCHW)]
        for _ in range(3):
            parts.append(self.pool(parts[-1]))
        result: Tensor = self.exit(torch.cat(parts, dim=1))
        return result


class CspBackbone(nn.Module):
    """Feature maps at 1/8, 1/16 and 1/32 of an image (B, 3, H, W); H and W are multiples of 32.

    Args:
        width: channels of the first stage; each stage doubles them.
        depth: residual blocks of the middle stages.
    """

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        self.widths = (4 * width, 8 * width, 16 * width)
        self.stage2 = ConvNorm(3, width, stride=2)
        self.stage4 = _descend(width, 2 * width, 1)
        self.stage8 = _descend(2 * width, 4 * width, depth)
        self.stage16 = _descend(4 * width, 8 * width, depth)
        self.stage32 = nn.Sequential(
            *_descend(8 * width, 16 * width, 1), PyramidPooling(16 * width, 16 * width)
        )

    def pyramid(self, images_BCHW: Tensor) -> tuple[Tensor, ...]:
        """Return the maps at 1/2, 1/4, 1/8, 1/16 and 1/32."""
        maps = [images_BCHW]
        for stage in (self.stage2, self.stage4, self.stage8, self.stage16, self.stage32):
            maps.append(stage(maps[-1]))
        return tuple(maps[1:])

    def forward(self, images_BCHW: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the three coarse maps, the finest first."""
        _, _, at8, at16, at32 = self.pyramid(images_BCHW)
        return at8, at16, at32


class PathAggregation(nn.Module):
    """Mix three feature maps from coarse to fine and back, all to ``width`` channels.

    Source: Liu et al., CVPR 2018 (PANet), over a feature pyramid (Lin et al., CVPR 2017).
    """

    def __init__(self, in_widths: tuple[int, int, int], width: int) -> None:
        super().__init__()
        at8, at16, at32 = in_widths
        self.width = width
        self.lateral8 = ConvNorm(at8, width, kernel=1)
        self.lateral16 = ConvNorm(at16, width, kernel=1)
        self.lateral32 = ConvNorm(at32, width, kernel=1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.down16 = CspStage(2 * width, width, residual=False)
        self.down8 = CspStage(2 * width, width, residual=False)
        self.stride8 = ConvNorm(width, width, stride=2)
        self.up16 = CspStage(2 * width, width, residual=False)
        self.stride16 = ConvNorm(width, width, stride=2)
        self.up32 = CspStage(2 * width, width, residual=False)

    def forward(self, maps: tuple[Tensor, Tensor, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """Return maps of the sizes that came in, the finest first."""
        at8, at16, at32 = maps
        top32 = self.lateral32(at32)
        top16 = self.down16(torch.cat([self.lateral16(at16), self.up(top32)], dim=1))
        out8 = self.down8(torch.cat([self.lateral8(at8), self.up(top16)], dim=1))
        out16 = self.up16(torch.cat([self.stride8(out8), top16], dim=1))
        out32 = self.up32(torch.cat([self.stride16(out16), top32], dim=1))
        return out8, out16, out32


def _descend(in_channels: int, out_channels: int, depth: int) -> nn.Sequential:
    return nn.Sequential(
        ConvNorm(in_channels, out_channels, stride=2), CspStage(out_channels, out_channels, depth)
    )
