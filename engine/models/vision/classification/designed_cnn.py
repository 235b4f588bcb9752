"""A convolutional network whose shape a search may choose."""

# B batch, C channels, H height, W width

from __future__ import annotations

from torch import Tensor, nn

from engine.models.vision.classification.residual import convolution, last_convolution, shortcut
from engine.specs.tuning.network_design import NetworkDesign, StageSpec

# Channels come in eights, which vector instructions like; more than this learns slower, not better.
_MULTIPLE, _MAX_WIDTH = 8, 512
_SQUEEZE = 4


class DesignedCnn(nn.Module):
    """Feature map (B, D, h, w) of images (B, 3, H, W): a stem, and two to four stages.

    ``num_features`` is D. Every block ends in an addition to its input, and its branch starts as
    zero, so that deep shapes learn as soon as shallow ones do.
    """

    def __init__(self, design: NetworkDesign) -> None:
        super().__init__()
        width = _channels(design.stem_width)
        self.stem = convolution(3, width, stride=design.stem_stride)
        blocks: list[nn.Module] = []
        for place, stage in enumerate(design.stages):
            wider = _channels(width * stage.widening)
            for depth in range(stage.depth):
                stride = 2 if place > 0 and depth == 0 else 1
                blocks.append(_block(stage, width, wider, stride))
                width = wider
        self.stages = nn.Sequential(*blocks)
        self.num_features = width

    def forward(self, images_BCHW: Tensor) -> Tensor:
        """Return the feature map."""
        features_BCHW: Tensor = self.stages(self.stem(images_BCHW))
        return features_BCHW


class PlainBlock(nn.Module):
    """Two full convolutions beside a shortcut (He et al., CVPR 2016)."""

    def __init__(self, stage: StageSpec, in_channels: int, out_channels: int, stride: int) -> None:
        super().__init__()
        self.branch = nn.Sequential(
            convolution(in_channels, out_channels, stage.kernel, stride=stride),
            last_convolution(out_channels, out_channels, stage.kernel),
        )
        self.gate = SqueezeExcite(out_channels) if stage.squeeze_excite else nn.Identity()
        self.shortcut = shortcut(in_channels, out_channels, stride)
        self.activation = nn.ReLU(inplace=True)

    def forward(self, features_BCHW: Tensor) -> Tensor:
        """Return features of the same or half the height and width."""
        branch_BCHW = self.gate(self.branch(features_BCHW))
        result: Tensor = self.activation(branch_BCHW + self.shortcut(features_BCHW))
        return result


class InvertedBlock(nn.Module):
    """Widen, look around channel by channel, and narrow again (Sandler et al., CVPR 2018)."""

    def __init__(self, stage: StageSpec, in_channels: int, out_channels: int, stride: int) -> None:
        super().__init__()
        inside = _channels(in_channels * stage.expansion, most=8 * _MAX_WIDTH)
        self.branch = nn.Sequential(
            convolution(in_channels, inside, 1),
            convolution(inside, inside, stage.kernel, stride=stride, groups=inside),
            SqueezeExcite(inside) if stage.squeeze_excite else nn.Identity(),
            last_convolution(inside, out_channels, 1),
        )
        self.shortcut = shortcut(in_channels, out_channels, stride)

    def forward(self, features_BCHW: Tensor) -> Tensor:
        """Return features of the same or half the height and width."""
        result: Tensor = self.branch(features_BCHW) + self.shortcut(features_BCHW)
        return result


class SqueezeExcite(nn.Module):
    """Weigh channels by what all places say together (Hu et al., CVPR 2018)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        inside = max(_MULTIPLE, channels // _SQUEEZE)
        self.weigh = nn.Sequential(
            nn.Conv2d(channels, inside, 1),
            nn.ReLU(inplace=True),
            nn.Conv2d(inside, channels, 1),
            nn.Hardsigmoid(),
        )

    def forward(self, features_BCHW: Tensor) -> Tensor:
        """Return the features, each channel times a share."""
        shares_BC11 = self.weigh(features_BCHW.mean(dim=(2, 3), keepdim=True))
        result: Tensor = features_BCHW * shares_BC11
        return result


def _block(stage: StageSpec, in_channels: int, out_channels: int, stride: int) -> nn.Module:
    kind = InvertedBlock if stage.block == "inverted" else PlainBlock
    return kind(stage, in_channels, out_channels, stride)


def _channels(wanted: float, most: int = _MAX_WIDTH) -> int:
    return min(most, max(_MULTIPLE, round(wanted / _MULTIPLE) * _MULTIPLE))
