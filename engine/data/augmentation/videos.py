"""Random changes of video batches: each video is changed as a whole, so motion stays motion."""

# B batch, N frames, C channels, H height, W width

from __future__ import annotations

import torch
from torch import Tensor

from engine.data.augmentation.images import erase, transform_colors, transform_places
from engine.data.image.normalization import Normalization
from engine.specs.options.image.classification import AugmentationSpec


def augment_videos(
    videos: Tensor,
    options: AugmentationSpec,
    normalization: Normalization,
    generator: torch.Generator,
) -> Tensor:
    """Change each video of a batch at random: place first, then colour, then erasing.

    Args:
        videos: (B, N, 3, H, W) float32, normalised; left unchanged.
        options: how strong each change is; a zero costs nothing.
        normalization: how ``videos`` was normalised, so that colour is changed in 0..1.
        generator: the only source of randomness.
    """
    num_videos, num_frames, _, height, width = videos.shape
    stacked = videos.reshape(num_videos, num_frames * 3, height, width)
    videos = transform_places(stacked, options, generator).reshape(videos.shape)
    # One tall image of all frames gets one change of colour.
    tall = videos.transpose(1, 2).reshape(num_videos, 3, num_frames * height, width)
    tall = transform_colors(tall, options, normalization, generator)
    videos = tall.reshape(num_videos, 3, num_frames, height, width).transpose(1, 2)
    stacked = videos.reshape(num_videos, num_frames * 3, height, width)
    return erase(stacked, options.erasing, generator).reshape(videos.shape)
