"""Windows cut out of recordings, and the random changes made to them."""

from __future__ import annotations

import torch

from engine.data.augmentation.recordings import augment_recordings, cut_windows
from engine.specs.options.speech.sound_classification import AudioAugmentationSpec

OFF = {"time_shift": 0, "tempo": 0, "pitch": 0, "noise": 0, "time_mask": 0, "band_mask": 0}


def _generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_windows_of_a_long_recording_reach_all_of_it() -> None:
    features = torch.arange(30.0)[:, None]

    starts = {
        int(
            cut_windows(
                features, torch.tensor([30]), 10, pad=-1, shift=1, generator=_generator(seed)
            )[0, 0, 0]
        )
        for seed in range(300)
    }

    assert starts == set(range(21))


def test_a_short_recording_lies_whole_in_its_window() -> None:
    features = torch.arange(1.0, 9.0)[:, None]

    windows = cut_windows(features, torch.tensor([5, 3]), 8, pad=0, shift=1, generator=_generator())

    assert windows[0][windows[0] > 0].tolist() == [1, 2, 3, 4, 5]
    assert windows[1][windows[1] > 0].tolist() == [6, 7, 8]


def test_without_a_shift_a_short_recording_begins_its_window() -> None:
    windows = cut_windows(
        torch.ones(3, 1), torch.tensor([3]), 8, pad=0, shift=0, generator=_generator()
    )

    assert windows[0, :, 0].tolist() == [1, 1, 1, 0, 0, 0, 0, 0]


def test_changes_depend_on_the_seed_alone() -> None:
    windows = torch.randn(4, 32, 16, generator=_generator())
    options = AudioAugmentationSpec()

    first, again = (augment_recordings(windows, options, _generator(1)) for _ in range(2))

    assert torch.equal(first, again)
    assert not torch.equal(first, augment_recordings(windows, options, _generator(2)))


def test_what_is_switched_off_changes_nothing() -> None:
    windows = torch.randn(4, 32, 16, generator=_generator())

    assert torch.equal(
        augment_recordings(windows, AudioAugmentationSpec(**OFF), _generator()), windows
    )


def test_a_stripe_covers_whole_frames() -> None:
    options = AudioAugmentationSpec(**{**OFF, "time_mask": 0.5})

    changed = augment_recordings(torch.ones(64, 40, 8), options, _generator())

    blank = changed == 0
    assert torch.equal(blank.any(dim=2), blank.all(dim=2))
    assert 0 < int(blank.all(dim=2).sum(dim=1).max()) <= 20


def test_tempo_keeps_the_start_in_its_place() -> None:
    windows = torch.linspace(0, 1, 40)[None, :, None].expand(16, 40, 8).contiguous()
    options = AudioAugmentationSpec(**{**OFF, "tempo": 0.5})

    changed = augment_recordings(windows, options, _generator())

    assert changed[:, 0].abs().max() < 0.03
    assert changed[:, 20].std() > 0.03
