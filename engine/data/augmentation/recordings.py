"""Random changes of log-mel features in plain torch."""

# B batch, T frames of one recording, W frames of a window, M mel bands

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from engine.specs.options.speech.sound_classification import AudioAugmentationSpec


def cut_windows(
    features: Tensor,
    lengths: Tensor,
    frames: int,
    *,
    pad: float,
    shift: float,
    generator: torch.Generator,
) -> Tensor:
    """Cut a window out of each long recording, and lay each short one into a window.

    Args:
        features: (sum of T, M), recordings end to end.
        lengths: (B,) the frames of each.
        frames: W.
        pad: what is where no recording is.
        shift: largest share of the free room by which a short recording is moved from the start.
        generator: the only source of randomness.

    Returns:
        (B, W, M).
    """
    windows = torch.full((len(lengths), frames, features.shape[1]), pad)
    places = torch.rand(len(lengths), generator=generator).tolist()
    start = 0
    for row, (length, place) in enumerate(zip(lengths.tolist(), places, strict=True)):
        whole = features[start : start + length]
        if length > frames:
            begin = int(place * (length - frames + 1))
            windows[row] = whole[begin : begin + frames]
        else:
            begin = int(place * shift * (frames - length + 1))
            windows[row, begin : begin + length] = whole
        start += length
    return windows


def augment_recordings(
    windows: Tensor, options: AudioAugmentationSpec, generator: torch.Generator
) -> Tensor:
    """Change each window at random: tempo and pitch first, then noise, then blank stripes.

    Args:
        windows: (B, W, M) standardised log-mel features; left unchanged.
        options: how strong each change is; a zero costs nothing.
        generator: the only source of randomness.
    """
    windows = _warp(windows, options.tempo, options.pitch, generator)
    if options.noise:
        strength = torch.rand(len(windows), 1, 1, generator=generator) * options.noise
        windows = windows + strength * torch.randn(windows.shape, generator=generator)
    windows = _blank(windows, 1, options.time_mask, generator)
    return _blank(windows, 2, options.band_mask, generator)


def _warp(windows: Tensor, tempo: float, pitch: float, generator: torch.Generator) -> Tensor:
    """Stretch the axis of time about its start and move the axis of pitch, in one resampling."""
    if not tempo and not pitch:
        return windows
    num = len(windows)
    scale = torch.exp((torch.rand(num, generator=generator) * 2 - 1) * tempo)
    move = (torch.rand(num, generator=generator) * 2 - 1) * 2 * pitch
    theta = torch.zeros(num, 2, 3)
    theta[:, 0, 0], theta[:, 0, 2] = 1.0, move
    # In -1..1 the start is -1: it stays where it is when 1 is added, scaled and taken off.
    theta[:, 1, 1], theta[:, 1, 2] = scale, scale - 1.0
    grid = functional.affine_grid(theta, [num, 1, *windows.shape[1:]], align_corners=False)
    moved = functional.grid_sample(
        windows[:, None], grid, padding_mode="border", align_corners=False
    )
    return moved[:, 0]


def _blank(windows: Tensor, axis: int, largest: float, generator: torch.Generator) -> Tensor:
    """Set one stripe across an axis to the mean.

    Source: Park et al., SpecAugment, Interspeech 2019, section 2.
    """
    if not largest:
        return windows
    num, size = len(windows), windows.shape[axis]
    width = torch.rand(num, 1, generator=generator) * largest * size
    begin = torch.rand(num, 1, generator=generator) * (size - width)
    place = torch.arange(size)[None]
    stripe = (place >= begin) & (place < begin + width)
    shape = (num, size, 1) if axis == 1 else (num, 1, size)
    return windows.masked_fill(stripe.reshape(shape), 0.0)
