"""Random changes of log-mel features of speech that leave what is said as it is."""

# B batch, T frames of one recording, W frames of the longest, M mel bands

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from engine.specs.speech_recognition import SpeechAugmentationSpec

_NUM_STRIPES = 2
# Frames up to this quantile of loudness are taken for silence.
_QUIET = 0.1


def augment_speech(
    recordings: list[Tensor],
    options: SpeechAugmentationSpec,
    *,
    frame_seconds: float,
    generator: torch.Generator,
) -> list[Tensor]:
    """Change each recording at random: tempo and voice, silence, background, noise, stripes.

    Args:
        recordings: (T, M) standardised log-mel features each; left unchanged.
        options: how strong each change is; a zero costs nothing.
        frame_seconds: from one frame to the next.
        generator: the only source of randomness.

    Returns:
        Recordings of other lengths; none of what is said is cut off.
    """
    silence_frames = options.silence_seconds / frame_seconds
    changed = []
    for recording in recordings:
        recording = _warp(recording, options.tempo, options.voice, generator)
        recording = _add_silence(recording, silence_frames, generator)
        recording = _add_background(recording, options.background, generator)
        if options.noise:
            strength = _uniform(generator) * options.noise
            recording = recording + strength * torch.randn(recording.shape, generator=generator)
        for _ in range(_NUM_STRIPES):
            recording = _blank(recording, 0, options.time_mask, generator)
            recording = _blank(recording, 1, options.band_mask, generator)
        changed.append(recording)
    return changed


def lay_together(recordings: list[Tensor], multiple: int, pad: float) -> Tensor:
    """Return recordings as (B, W, M), W the next multiple of the longest, padded at the end."""
    longest = max(len(recording) for recording in recordings)
    frames = -(-longest // multiple) * multiple
    together = torch.full((len(recordings), frames, recordings[0].shape[1]), pad)
    for row, recording in zip(together, recordings, strict=True):
        row[: len(recording)] = recording
    return together


def _uniform(generator: torch.Generator) -> float:
    return float(torch.rand((), generator=generator))


def _signed(generator: torch.Generator) -> float:
    return 2 * _uniform(generator) - 1


def _warp(recording: Tensor, tempo: float, voice: float, generator: torch.Generator) -> Tensor:
    """Resample time to another length, and move and stretch the scale of pitch.

    Source: after Jaitly & Hinton, vocal tract length perturbation, ICML workshop 2013.
    """
    if not tempo and not voice:
        return recording
    frames, bands = recording.shape
    wanted = max(1, round(frames * 2.0 ** (_signed(generator) * tempo * 2)))
    stretch, move = 1 + _signed(generator) * voice, _signed(generator) * voice
    theta = torch.tensor([[[stretch, 0.0, move], [0.0, 1.0, 0.0]]])
    grid = functional.affine_grid(theta, [1, 1, wanted, bands], align_corners=False)
    warped = functional.grid_sample(
        recording[None, None], grid, padding_mode="border", align_corners=False
    )
    return warped[0, 0]


def _add_silence(recording: Tensor, most: float, generator: torch.Generator) -> Tensor:
    """Add up to so many frames at either end, drawn from the recording's own quietest ones."""
    if not most:
        return recording
    loudness = recording.mean(dim=1)
    quiet = recording[loudness <= loudness.quantile(_QUIET)]
    ends = []
    for _ in range(2):
        count = int(_uniform(generator) * (most + 1))
        ends.append(quiet[torch.randint(len(quiet), (count,), generator=generator)])
    return torch.cat((ends[0], recording, ends[1]))


def _add_background(recording: Tensor, share: float, generator: torch.Generator) -> Tensor:
    """Add to a share of recordings an even sound, up to about the loudness of the speech.

    It has one level in each band, which changes slowly along the scale of pitch. Features are
    logarithms of power, so the sum of both sounds is nearly the larger of them.
    """
    if not share or _uniform(generator) >= share:
        return recording
    level = _uniform(generator) * 1.5 - 1.5
    points = torch.randn((1, 1, 5), generator=generator) * 0.5
    colour = functional.interpolate(points, recording.shape[1], mode="linear", align_corners=True)[
        0, 0
    ]
    return torch.maximum(recording, (level + colour).expand_as(recording))


def _blank(recording: Tensor, axis: int, largest: float, generator: torch.Generator) -> Tensor:
    """Set one stripe across an axis to the mean.

    Source: Park et al., SpecAugment, Interspeech 2019, section 2.
    """
    if not largest:
        return recording
    size = recording.shape[axis]
    width = int(_uniform(generator) * largest * size)
    begin = int(_uniform(generator) * (size - width + 1))
    blanked = recording.clone()
    blanked.narrow(axis, begin, width).zero_()
    return blanked
