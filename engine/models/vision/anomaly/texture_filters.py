"""Fixed filters for textures: how strong lines of each direction and width are around a place.

Nothing is learnt here. Pairs of even and odd filters (second derivatives of Gaussians and their
shifted twins) give the energy of a direction whatever its phase, on three scales and for brightness
and two colours; beside them the colours themselves. Each place also sees their means over the whole
image: an image of another material is unusual everywhere, though no single place may be.

Sources: Freeman and Adelson, TPAMI 1991 (steerable filters), section 5; Adelson and Bergen,
JOSA A 1985 (energy of a quadrature pair).
"""

# B batch, D features, O directions, H height, W width, h w of the result

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

_KERNEL, _SIGMA, _WAVELENGTH = 9, 1.6, 5.0
_NUM_DIRECTIONS = 4
_SCALES = (1, 2, 4)
# Brightness, red against green, yellow against blue.
_OPPONENTS = ((0.33, 0.34, 0.33), (0.5, -0.5, 0.0), (0.25, 0.25, -0.5))
# Keeps the logarithm of flat places from running away.
_FLOOR = 0.02


class TextureFilters(nn.Module):
    """Features (B, D, H/stride, W/stride) of normalised images (B, 3, H, W).

    Args:
        stride: pixels between places, 4 or 8; H and W are multiples of it.
    """

    num_features = 2 * len(_OPPONENTS) * (1 + len(_SCALES) * _NUM_DIRECTIONS)

    def __init__(self, stride: int) -> None:
        super().__init__()
        self.stride = stride
        opponents = torch.tensor(_OPPONENTS)[:, :, None, None]
        self.opponents = nn.Parameter(opponents, requires_grad=False)
        self.filters = nn.Parameter(_quadrature_pairs(), requires_grad=False)

    def forward(self, image: Tensor) -> Tensor:
        """Return log energies and colours of each place, then their means over the image."""
        colors = functional.conv2d(image, self.opponents)
        parts = [functional.avg_pool2d(colors, self.stride)]
        for scale in _SCALES:
            seen = functional.avg_pool2d(colors, scale) if scale > 1 else colors
            energies = self._energies(seen)
            rest = self.stride // scale
            parts.append(functional.avg_pool2d(energies, rest) if rest > 1 else energies)
        places = torch.cat(parts, dim=1)
        return torch.cat([places, places.mean(dim=(2, 3), keepdim=True).expand_as(places)], dim=1)

    def _energies(self, colors: Tensor) -> Tensor:
        """Return the log energies of each colour and direction, (B, 3 · O, H, W)."""
        edge = _KERNEL // 2
        padded = functional.pad(colors, (edge, edge, edge, edge), mode="replicate")
        one_by_one = padded.flatten(0, 1)[:, None]
        even, odd = functional.conv2d(one_by_one, self.filters).chunk(2, dim=1)
        energies = (even.square() + odd.square() + _FLOOR**2).sqrt().log()
        return energies.reshape(-1, len(_OPPONENTS) * _NUM_DIRECTIONS, *colors.shape[2:])


def _quadrature_pairs() -> Tensor:
    """Return filters (2 · O, 1, k, k): the even ones of all directions, then the odd ones."""
    at = torch.arange(_KERNEL) - _KERNEL // 2
    y, x = torch.meshgrid(at.double(), at.double(), indexing="ij")
    window = torch.exp(-(x.square() + y.square()) / (2 * _SIGMA**2))
    filters = []
    for phase in (0.0, math.pi / 2):
        for direction in range(_NUM_DIRECTIONS):
            angle = math.pi * direction / _NUM_DIRECTIONS
            across = x * math.cos(angle) + y * math.sin(angle)
            wave = window * torch.cos(2 * math.pi * across / _WAVELENGTH + phase)
            # A flat image has no lines.
            wave = wave - window * wave.sum() / window.sum()
            filters.append(wave / wave.abs().sum())
    return torch.stack(filters)[:, None].float()
