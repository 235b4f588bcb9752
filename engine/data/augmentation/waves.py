"""Random changes of samples of speech that leave what is said as it is."""

# N samples of one recording, T frames, L samples of a frame

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from engine.specs.options.speech.recognition import SpeechAugmentationSpec

_NUM_STRIPES = 2
# Of the loudness of blocks of a tenth of a second: what lies below is taken for silence.
_BLOCK, _QUIET = 1600, 0.1
_LEAST_STD = 1e-2


def augment_waves(
    recordings: list[Tensor], options: SpeechAugmentationSpec, generator: torch.Generator
) -> list[Tensor]:
    """Change each recording at random: speed, silence, background, noise, stripes.

    Speed changes tempo and voice together, by the smaller of both shares: neither is then changed
    by more than its own.

    Args:
        recordings: (T, L) samples at 16 kHz of mean 0 and deviation 1; left unchanged.
        options: how strong each change is; a zero costs nothing.
        generator: the only source of randomness.

    Returns:
        Recordings of other lengths, of mean 0 and deviation 1; none of what is said is cut off.

    Source: Ko et al., Audio Augmentation for Speech Recognition, Interspeech 2015 (speed).
    """
    return [_changed(recording, options, generator) for recording in recordings]


def _changed(
    recording: Tensor, options: SpeechAugmentationSpec, generator: torch.Generator
) -> Tensor:
    length = recording.shape[1]
    samples = recording.flatten()
    if share := min(options.tempo, options.voice):
        wanted = round(len(samples) * (1 + share) ** (2 * _uniform(generator) - 1))
        samples = functional.interpolate(
            samples[None, None], max(length, wanted), mode="linear", align_corners=False
        )[0, 0]
    if options.silence_seconds:
        samples = _with_silence(samples, round(options.silence_seconds * 16_000), generator)
    if options.background and _uniform(generator) < options.background:
        samples = samples + _uniform(generator) * 0.5 * _coloured(len(samples), generator)
    if options.noise:
        strength = _uniform(generator) * options.noise
        samples = samples + strength * torch.randn(samples.shape, generator=generator)
    samples = (samples - samples.mean()) / samples.std().clamp(min=_LEAST_STD)
    for _ in range(_NUM_STRIPES):
        samples = _blank_time(samples, options.time_mask, generator)
        samples = _blank_band(samples, options.band_mask, generator)
    num_frames = -(-len(samples) // length)
    return functional.pad(samples, (0, num_frames * length - len(samples))).view(-1, length)


def _uniform(generator: torch.Generator) -> float:
    return float(torch.rand((), generator=generator))


def _with_silence(samples: Tensor, most: int, generator: torch.Generator) -> Tensor:
    """Add hiss as loud as the quietest tenth of the recording at either end."""
    loudness = samples[: max(_BLOCK, len(samples) // _BLOCK * _BLOCK)]
    blocks = torch.split(loudness, _BLOCK)
    quiet = torch.stack([block.square().mean().sqrt() for block in blocks]).quantile(_QUIET)
    ends = [
        quiet * torch.randn(int(_uniform(generator) * (most + 1)), generator=generator)
        for _ in range(2)
    ]
    return torch.cat((ends[0], samples, ends[1]))


def _coloured(count: int, generator: torch.Generator) -> Tensor:
    """Return noise of deviation 1 whose loudness changes slowly along the scale of frequency."""
    spectrum = torch.fft.rfft(torch.randn(count, generator=generator))
    points = torch.randn((1, 1, 5), generator=generator)
    colour = functional.interpolate(points, len(spectrum), mode="linear", align_corners=True)[0, 0]
    noise = torch.fft.irfft(spectrum * colour.exp(), count)
    even: Tensor = noise / noise.std().clamp(min=_LEAST_STD)
    return even


def _blank_time(samples: Tensor, largest: float, generator: torch.Generator) -> Tensor:
    if not largest:
        return samples
    width = int(_uniform(generator) * largest * len(samples))
    begin = int(_uniform(generator) * (len(samples) - width + 1))
    blanked = samples.clone()
    blanked[begin : begin + width] = 0.0
    return blanked


def _blank_band(samples: Tensor, largest: float, generator: torch.Generator) -> Tensor:
    if not largest:
        return samples
    spectrum = torch.fft.rfft(samples)
    width = int(_uniform(generator) * largest * len(spectrum))
    begin = int(_uniform(generator) * (len(spectrum) - width + 1))
    spectrum[begin : begin + width] = 0.0
    left: Tensor = torch.fft.irfft(spectrum, len(samples))
    return left
