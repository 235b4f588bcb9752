"""Random changes of speech, which must not cut off what is said."""

from __future__ import annotations

import torch

from engine.data.augmentation.speech import augment_speech, lay_together
from engine.specs.speech_recognition import SpeechAugmentationSpec

NONE = dict.fromkeys(SpeechAugmentationSpec.model_fields, 0.0)


def _changed(recording: torch.Tensor, seed: int = 0, **options: float) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    spec = SpeechAugmentationSpec(**{**NONE, **options})
    return augment_speech([recording], spec, frame_seconds=0.01, generator=generator)[0]


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


def test_another_tempo_changes_the_length_and_keeps_every_sound() -> None:
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
    assert changed.min() == -1.0


def test_another_voice_moves_bands_and_no_frames() -> None:
    recording = torch.zeros(50, 16)
    recording[:, 8] = 1.0

    changed = [_changed(recording, seed, voice=0.3) for seed in range(8)]

    assert all(one.shape == (50, 16) for one in changed)
    assert len({int(one[25].argmax()) for one in changed}) > 2


def test_a_background_only_fills_what_is_quieter() -> None:
    recording = _recording()
    changed = _changed(recording, 1, background=1.0)

    assert (changed >= recording).all()
    assert (changed > recording).any()


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
            frame_seconds=0.01,
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
