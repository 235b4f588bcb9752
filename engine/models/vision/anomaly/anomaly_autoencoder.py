"""A network that learns to draw normal images again: what it cannot draw is unusual.

Source: Bergmann et al., VISAPP 2019 (structural similarity in autoencoders).
"""

# B batch, C channels, H height, W width, h w of the map

from __future__ import annotations

from itertools import pairwise

from torch import Tensor, nn
from torch.nn import functional

from engine.models.vision.anomaly.anomaly_maps import AnomalyMapper
from engine.models.vision.detection.csp import ConvNorm

# Narrow at the bottom: a wide one would copy flaws too.
_WIDTHS, _BOTTLENECK = (16, 32, 64, 64), 16
_WINDOW = 7
# For values of about unit deviation (Wang et al., TIP 2004, eq. 13, with L = 4).
_C1, _C2 = (0.01 * 4) ** 2, (0.03 * 4) ** 2
_WORST_SHARE = 0.02


class AnomalyAutoencoder(AnomalyMapper):
    """Draws images (B, 3, H, W) again through a bottleneck of 1/16 of their height and width.

    Args:
        stride: pixels between the places of the heat map.
    """

    def __init__(self, stride: int) -> None:
        super().__init__()
        self.stride = stride
        channels = (3, *_WIDTHS)
        self.encoder = nn.Sequential(
            *(ConvNorm(a, b, stride=2) for a, b in pairwise(channels)),
            nn.Conv2d(_WIDTHS[-1], _BOTTLENECK, 1),
        )
        back = (_BOTTLENECK, *reversed(_WIDTHS))
        self.decoder = nn.Sequential(
            *(
                nn.Sequential(
                    nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False),
                    ConvNorm(a, b),
                )
                for a, b in pairwise(back)
            ),
            nn.Conv2d(_WIDTHS[0], 3, 3, padding=1),
        )

    def redraw(self, image: Tensor) -> Tensor:
        """Return the images as far as the bottleneck lets them through."""
        drawn: Tensor = self.decoder(self.encoder(image))
        return drawn

    def errors(self, image: Tensor) -> Tensor:
        """Return how badly each pixel is drawn (B, H, W): structure and squared difference."""
        drawn = self.redraw(image)
        squared = (drawn - image).square().mean(dim=1)
        return squared + (1 - structural_similarity(drawn, image).mean(dim=1)) / 2

    def distances(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return the mean error of the worst places of an image (B,), and of all (B, h, w)."""
        map_Bhw = functional.avg_pool2d(self.errors(image)[:, None], self.stride)[:, 0]
        flat = map_Bhw.flatten(1)
        worst = flat.topk(max(1, round(flat.shape[1] * _WORST_SHARE)), dim=1).values
        return worst.mean(dim=1), map_Bhw


def structural_similarity(one: Tensor, other: Tensor) -> Tensor:
    """Return how alike the surroundings of each pixel are, 1 for the same (B, C, H, W).

    Source: Wang et al., TIP 2004, eq. 13, over flat windows of 7 × 7 pixels.
    """

    def mean(values: Tensor) -> Tensor:
        padded = functional.pad(values, (_WINDOW // 2,) * 4, mode="replicate")
        return functional.avg_pool2d(padded, _WINDOW, stride=1)

    mean_one, mean_other = mean(one), mean(other)
    variance_one = mean(one.square()) - mean_one.square()
    variance_other = mean(other.square()) - mean_other.square()
    shared = mean(one * other) - mean_one * mean_other
    similarity = (2 * mean_one * mean_other + _C1) / (mean_one.square() + mean_other.square() + _C1)
    return similarity * (2 * shared + _C2) / (variance_one + variance_other + _C2)
