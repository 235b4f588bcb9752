"""What the network of photographs that comes with the engine sees in images, with no training."""

# N images, S side, D features

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor

from engine.catalog.cards import BUILT_IN
from engine.data.image.normalization import IMAGENET
from engine.models.norms import adapt_norms
from engine.models.vision.classification.photo_cnn import WIDTHS, PhotoCnn
from engine.weights.built_in import built_in_file, load_built_in

SIDE = 96
NUM_FEATURES = sum(WIDTHS)
_BATCH = 64

Pixels = NDArray[np.uint8]


def view_of(image: Image.Image) -> Pixels:
    """Return an RGB image of any size as the network looks at it, (S, S, 3)."""
    return np.asarray(image.resize((SIDE, SIDE), Image.Resampling.BICUBIC), np.uint8)


class PhotoFeatures:
    """The means of the feature maps of all stages of a network.

    Args:
        network: by default the one with the weights that come with the engine.

    Raises:
        ResourceError: ``weights_damaged``.
    """

    def __init__(self, network: PhotoCnn | None = None) -> None:
        self._network = (network or _built_in()).eval()

    def adapt(self, views: Pixels) -> None:
        """Take the statistics of its norms from images (N, S, S, 3): it saw none but synthetic."""
        adapt_norms(self._network, _batches(views))

    def __call__(self, views: Pixels) -> NDArray[np.float32]:
        """Return features (N, D) of images (N, S, S, 3)."""
        with torch.no_grad():
            found = [self._means(batch) for batch in _batches(views)]
        if not found:
            return np.zeros((0, NUM_FEATURES), np.float32)
        features: NDArray[np.float32] = torch.cat(found).numpy()
        return features

    def _means(self, images_BCHW: Tensor) -> Tensor:
        maps = self._network.stem(images_BCHW)
        means = []
        for stage in self._network.stages:
            maps = stage(maps)
            means.append(maps.mean(dim=(2, 3)))
        return torch.cat(means, dim=1)


def _built_in() -> PhotoCnn:
    network = PhotoCnn()
    load_built_in(network, built_in_file(f"{BUILT_IN}photo_cnn"))
    return network


def _batches(views: Pixels) -> Iterator[Tensor]:
    for start in range(0, len(views), _BATCH):
        pixels = torch.from_numpy(views[start : start + _BATCH]).permute(0, 3, 1, 2).float() / 255
        mean, std = IMAGENET.tensors(pixels)
        yield (pixels - mean) / std
