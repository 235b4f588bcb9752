"""Random changes of film batches: each film is changed as a whole, so that motion stays motion."""

# B batch, N frames, C channels, H height, W width

from __future__ import annotations

import torch
from torch import Tensor

from engine.data.augmentation.images import erase, transform_colors, transform_places
from engine.data.normalization import Normalization
from engine.specs.image_classification import AugmentationSpec


def augment_films(
    films: Tensor,
    options: AugmentationSpec,
    normalization: Normalization,
    generator: torch.Generator,
) -> Tensor:
    """Change each film of a batch at random: place first, then colour, then erasing.

    Args:
        films: (B, N, 3, H, W) float32, normalised; left unchanged.
        options: how strong each change is; a zero costs nothing.
        normalization: how ``films`` was normalised, so that colour is changed in 0..1.
        generator: the only source of randomness.
    """
    num_films, num_frames, _, height, width = films.shape
    stacked = films.reshape(num_films, num_frames * 3, height, width)
    films = transform_places(stacked, options, generator).reshape(films.shape)
    # One tall picture of all frames gets one change of colour.
    tall = films.transpose(1, 2).reshape(num_films, 3, num_frames * height, width)
    tall = transform_colors(tall, options, normalization, generator)
    films = tall.reshape(num_films, 3, num_frames, height, width).transpose(1, 2)
    stacked = films.reshape(num_films, num_frames * 3, height, width)
    return erase(stacked, options.erasing, generator).reshape(films.shape)
