"""A residual network of ours over log-mel features, for recordings of any kind."""

# B batch, T frames, M mel bands, D feature channels, t m feature map

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from engine.models.vision.classification.residual import ResidualBlock, convolution


class AudioCnn(nn.Module):
    """Feature map (B, D, t, m) of log-mel features (B, T, M).

    The position on the scale of pitch is given to the first convolution as a second channel: the
    same shape means another audio where it is higher.

    Args:
        widths: channels of each stage; the stem and all stages but the first halve both axes, so
            that three stages hear half a second at each place: a short word.
        blocks: residual blocks of each stage.
    """

    def __init__(self, widths: Sequence[int], blocks: int) -> None:
        super().__init__()
        self.num_features = widths[-1]
        self.stem = convolution(2, widths[0], 5, stride=2)
        before = [widths[0], *widths[:-1]]
        self.stages = nn.Sequential(
            *(
                ResidualBlock(
                    here if block else before[stage],
                    here,
                    stride=2 if stage and not block else 1,
                )
                for stage, here in enumerate(widths)
                for block in range(blocks)
            )
        )

    def forward(self, features_BTM: Tensor) -> Tensor:
        """Return the feature map."""
        pitch_M = torch.linspace(-1.0, 1.0, features_BTM.shape[2], device=features_BTM.device)
        pitch_BTM = pitch_M.to(features_BTM.dtype).expand_as(features_BTM)
        stacked_B2TM = torch.stack((features_BTM, pitch_BTM), dim=1)
        map_BDtm: Tensor = self.stages(self.stem(stacked_B2TM))
        return map_BDtm
