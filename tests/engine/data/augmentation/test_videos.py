"""Videos are changed as a whole."""

from __future__ import annotations

import torch

from engine.data.augmentation.videos import augment_videos
from engine.data.image.normalization import IMAGENET
from engine.specs.options.image.classification import AugmentationSpec


def _augmented(videos: torch.Tensor, seed: int = 0, **options: object) -> torch.Tensor:
    chosen = AugmentationSpec.model_validate({"horizontal_flip": True, "erasing": 1.0, **options})
    return augment_videos(videos, chosen, IMAGENET, torch.Generator().manual_seed(seed))


def test_equal_frames_stay_equal_whatever_is_changed() -> None:
    still = torch.randn(4, 1, 3, 16, 16, generator=torch.Generator().manual_seed(0))

    changed = _augmented(still.repeat(1, 5, 1, 1, 1))

    assert not torch.equal(changed[:, 0], still[:, 0])
    for place in range(1, 5):
        assert torch.allclose(changed[:, place], changed[:, 0], atol=1e-6)


def test_videos_of_a_batch_are_changed_each_in_its_own_way() -> None:
    video = torch.randn(1, 4, 3, 16, 16, generator=torch.Generator().manual_seed(0))

    changed = _augmented(video.repeat(2, 1, 1, 1, 1))

    assert not torch.allclose(changed[0], changed[1])


def test_changes_depend_on_the_seed_alone() -> None:
    videos = torch.randn(2, 4, 3, 16, 16, generator=torch.Generator().manual_seed(0))

    assert torch.equal(_augmented(videos, 1), _augmented(videos, 1))
    assert not torch.equal(_augmented(videos, 1), _augmented(videos, 2))
