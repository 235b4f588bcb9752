"""Random changes of log-mel features of speech that leave what is said as it is."""

# B batch, T frames of one recording, W frames of the longest, M mel bands

from __future__ import annotations

import numpy as np
import torch
from easel.runtime.audio.spectrum import mel
from torch import Tensor
from torch.nn import functional

from engine.specs.options.speech.recognition import SpeechAugmentationSpec
from engine.specs.package.ops.audio import LogMelOp

_NUM_STRIPES = 2
# Frames up to this quantile of loudness are taken for silence.
_QUIET = 0.1
_LEAST_STD = 1e-2


def augment_speech(
    recordings: list[Tensor],
    options: SpeechAugmentationSpec,
    *,
    log_mel: LogMelOp,
    sample_rate: int,
    generator: torch.Generator,
) -> list[Tensor]:
    """Change each recording at random: tempo and voice, silence, background, noise, stripes.

    Args:
        recordings: (T, M) log-mel features each, standardised by band; left unchanged.
        options: how strong each change is; a zero costs nothing.
        log_mel: how the features were made.
        sample_rate: of the recordings, in hertz.
        generator: the only source of randomness.

    Returns:
        Recordings of other lengths, standardised by band again where something was added to them;
        none of what is said is cut off.
    """
    silence_frames = options.silence_seconds * sample_rate / log_mel.hop_length
    is_added_to = bool(silence_frames or options.background or options.noise)
    changed = []
    for recording in recordings:
        recording = _warp(recording, options.tempo, options.voice, log_mel, generator)
        recording = _add_silence(recording, silence_frames, generator)
        recording = _add_background(recording, options.background, generator)
        if options.noise:
            strength = _uniform(generator) * options.noise
            recording = recording + strength * torch.randn(recording.shape, generator=generator)
        if is_added_to:
            recording = _standardized(recording)
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


def _warp(
    recording: Tensor, tempo: float, voice: float, log_mel: LogMelOp, generator: torch.Generator
) -> Tensor:
    """Resample time to another length, and multiply all frequencies by one factor.

    A vocal tract that is shorter by a share has all its resonances higher by that share.

    Source: after Jaitly & Hinton, vocal tract length perturbation, ICML workshop 2013.
    """
    if not tempo and not voice:
        return recording
    wanted = max(1, round(len(recording) * 2.0 ** (_signed(generator) * tempo * 2)))
    times = (torch.arange(wanted) + 0.5) * (2 / wanted) - 1
    bands = _band_places(log_mel, (1 + voice) ** _signed(generator))
    grid = torch.stack((bands.expand(len(times), -1), times[:, None].expand(-1, len(bands))), dim=2)
    warped = functional.grid_sample(
        recording[None, None], grid[None], padding_mode="border", align_corners=False
    )
    return warped[0, 0]


def _band_places(log_mel: LogMelOp, factor: float) -> Tensor:
    """Return where the bands' frequencies times a factor lie on the axis of bands, from -1 to 1."""
    bands = log_mel.num_mels
    low, high = mel(np.array([log_mel.low_hz, log_mel.high_hz]))
    centres = np.linspace(low, high, bands + 2)[1:-1]
    hertz = 700.0 * np.expm1(centres / 1127.0)
    moved = mel(hertz * factor)
    places = (moved - low) / (high - low) * (bands + 1) - 0.5
    return torch.from_numpy(2 * places / bands - 1).float()


def _standardized(recording: Tensor) -> Tensor:
    """Take each band's mean off, and divide by the deviation of all: as recordings are read."""
    recording = recording - recording.mean(dim=0)
    # By each band's own deviation the noise of silent bands would be as loud as speech.
    return recording / recording.std().clamp(min=_LEAST_STD)


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
    """Add to a share of recordings an even noise, up to about the loudness of the speech.

    It has one level in each band, which changes slowly along the scale of pitch. Features are
    logarithms of power, so the sum of both recordings is nearly the larger of them.
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
