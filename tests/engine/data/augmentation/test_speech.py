"""Random changes of speech, which must not cut off what is said."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from easel.runtime.audio.spectrum import LogMel

from engine.data.augmentation.speech import augment_speech, lay_together
from engine.specs.options.speech.recognition import SpeechAugmentationSpec
from engine.specs.package.ops.audio import LogMelOp

NONE = dict.fromkeys(SpeechAugmentationSpec.model_fields, 0.0)
RATE = 8000


def _log_mel(bands: int) -> LogMelOp:
    return LogMelOp(
        frame_length=200,
        hop_length=80,
        fft_size=512,
        num_mels=bands,
        low_hz=20.0,
        high_hz=RATE / 2,
        floor=1e-7,
    )


def _changed(recording: torch.Tensor, seed: int = 0, **options: float) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    spec = SpeechAugmentationSpec(**{**NONE, **options})
    log_mel = _log_mel(recording.shape[1])
    changed = augment_speech(
        [recording], spec, log_mel=log_mel, sample_rate=RATE, generator=generator
    )
    return changed[0]


def _recording(frames: int = 100, bands: int = 16) -> torch.Tensor:
    """Return a click in the first, the middle and the last frames over a quiet ground."""
    recording = torch.full((frames, bands), -1.0)
    for place in (0, frames // 2 - 3, frames - 6):
        recording[place : place + 6] = 3.0
    return recording


def _clicks(recording: torch.Tensor) -> int:
    loud = (recording.mean(dim=1) > 1.0).int()
    return int(loud[0]) + int((loud.diff() == 1).sum())


def test_no_change_is_asked_for_and_none_is_made() -> None:
    recording = _recording()

    assert torch.equal(_changed(recording), recording)


def test_another_tempo_changes_the_length_and_keeps_every_audio() -> None:
    lengths = set()
    for seed in range(20):
        changed = _changed(_recording(), seed, tempo=0.3)
        lengths.add(len(changed))
        assert 60 <= len(changed) <= 155
        assert _clicks(changed) == 3
    assert len(lengths) > 10


def test_silence_is_added_at_the_ends_out_of_the_quietest_frames() -> None:
    changed = _changed(_recording(), 3, silence_seconds=0.5)

    added = len(changed) - 100
    assert 0 < added <= 100
    assert _clicks(changed) == 3
    assert len(changed.unique(dim=0)) == 2


def test_another_voice_moves_bands_and_no_frames() -> None:
    recording = torch.zeros(50, 16)
    recording[:, 8] = 1.0

    changed = [_changed(recording, seed, voice=0.3) for seed in range(8)]

    assert all(one.shape == (50, 16) for one in changed)
    assert len({int(one[25].argmax()) for one in changed}) > 2


def _tone(hertz: float, bands: int = 80) -> int:
    """Return the loudest band of a tone."""
    op = _log_mel(bands).model_dump(exclude={"op"})
    time = np.arange(RATE // 4) / RATE
    features = LogMel(rate=RATE, **op)(np.sin(2 * np.pi * hertz * time).astype(np.float32))
    return int(features.mean(axis=0).argmax())


@pytest.mark.parametrize("hertz", [600.0, 1200.0, 2400.0])
def test_another_voice_multiplies_every_frequency_by_one_factor(hertz: float) -> None:
    recording = torch.zeros(4, 80)
    recording[:, _tone(hertz)] = 1.0
    loudest = [int(_changed(recording, seed, voice=0.25)[0].argmax()) for seed in range(200)]

    assert abs(min(loudest) - _tone(hertz / 1.25)) <= 1
    assert abs(max(loudest) - _tone(hertz * 1.25)) <= 1


def test_a_background_only_covers_what_is_quieter() -> None:
    recording = _recording()
    recording[20:30] = -6.0
    changed = _changed(recording, 1, background=1.0)

    assert _clicks(changed) == 3
    assert (changed[20] - changed[80]).abs().max() < 0.1


def test_what_something_was_added_to_is_standardised_again() -> None:
    changed = _changed(_recording(), 1, background=1.0, noise=0.5, silence_seconds=0.2)

    assert changed.mean(dim=0).abs().max() < 1e-5
    assert changed.std() == pytest.approx(1.0, abs=1e-4)


def test_stripes_blank_whole_frames_or_bands() -> None:
    recording = torch.ones(100, 16)

    in_time, in_pitch = _changed(recording, 2, time_mask=0.3), _changed(recording, 2, band_mask=0.5)

    assert ((in_time == 0).all(dim=1) | (in_time == 1).all(dim=1)).all()
    assert ((in_pitch == 0).all(dim=0) | (in_pitch == 1).all(dim=0)).all()
    assert (in_time == 0).any()
    assert (in_pitch == 0).any()


def test_the_same_seed_makes_the_same_change() -> None:
    options = SpeechAugmentationSpec()
    one, other = (
        augment_speech(
            [_recording(), _recording(60)],
            options,
            log_mel=_log_mel(16),
            sample_rate=RATE,
            generator=torch.Generator().manual_seed(7),
        )
        for _ in range(2)
    )

    assert all(torch.equal(a, b) for a, b in zip(one, other, strict=True))


def test_recordings_are_padded_to_a_multiple_of_the_longest() -> None:
    together = lay_together([torch.ones(5, 2), torch.ones(9, 2)], multiple=8, pad=-1.0)

    assert together.shape == (2, 16, 2)
    assert together[0, :5].eq(1).all()
    assert together[0, 5:].eq(-1).all()
