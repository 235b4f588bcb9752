"""Augmentation is a pure function of options and seed, and does what its options say."""

from __future__ import annotations

import torch
from torch import Tensor

from engine.data.augmentation.images import augment_images, erase, transform_places
from engine.data.augmentation.mixing import mix
from engine.data.image.normalization import IMAGENET
from engine.specs.options.image.classification import AugmentationSpec

OFF = AugmentationSpec(
    rotation_degrees=0, translation=0, scale=0, brightness=0, contrast=0, saturation=0
)
ALL = AugmentationSpec(
    horizontal_flip=True,
    vertical_flip=True,
    rotation_degrees=30,
    saturation=0.5,
    erasing=0.5,
)


def images(num: int = 8, height: int = 12, width: int = 10) -> Tensor:
    return torch.randn(num, 3, height, width, generator=torch.Generator().manual_seed(1))


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_the_same_seed_gives_the_same_bits_and_leaves_the_input_alone() -> None:
    batch = images()
    before = batch.clone()
    torch.manual_seed(1)
    first = augment_images(batch, ALL, IMAGENET, seeded(5))
    torch.manual_seed(2)
    second = augment_images(batch, ALL, IMAGENET, seeded(5))

    assert torch.equal(first, second)
    assert torch.equal(batch, before)
    assert not torch.equal(first, augment_images(batch, ALL, IMAGENET, seeded(6)))


def test_all_options_off_changes_nothing() -> None:
    batch = images()

    assert torch.equal(augment_images(batch, OFF, IMAGENET, seeded(0)), batch)


def test_a_flip_mirrors_about_half_of_the_images() -> None:
    batch = images(200)
    flipped = transform_places(batch, OFF.model_copy(update={"horizontal_flip": True}), seeded(0))

    kept = (flipped == batch).flatten(1).all(1)
    mirrored = (flipped == batch.flip(3)).flatten(1).all(1)
    assert bool((kept | mirrored).all())
    # Binomial(200, 1/2): 70 to 130 is more than four deviations to each side.
    assert 70 < int(mirrored.sum()) < 130


def test_a_flip_together_with_a_tiny_rotation_still_mirrors() -> None:
    options = OFF.model_copy(update={"horizontal_flip": True, "rotation_degrees": 1e-4})
    batch = images(50)
    flipped = transform_places(batch, options, seeded(0))

    distance = torch.minimum(
        (flipped - batch).flatten(1).abs().amax(1),
        (flipped - batch.flip(3)).flatten(1).abs().amax(1),
    )
    assert float(distance.max()) < 1e-3


def test_a_rotation_moves_no_pixel_further_than_it_should() -> None:
    """A dot one third from the centre stays at that distance, also in an oblong image."""
    batch = torch.zeros(20, 3, 30, 60)
    batch[:, :, 15, 40] = 1.0
    options = OFF.model_copy(update={"rotation_degrees": 60.0})
    rotated = transform_places(batch, options, seeded(0))[:, 0]

    rows, columns = torch.meshgrid(torch.arange(30.0), torch.arange(60.0), indexing="ij")
    mass = rotated.sum(dim=(1, 2))
    row = (rotated * rows).sum(dim=(1, 2)) / mass
    column = (rotated * columns).sum(dim=(1, 2)) / mass
    distance = ((row - 14.5) ** 2 + (column - 29.5) ** 2).sqrt()
    # The dot is at (0.5, 10.5) from the centre; bilinear resampling moves its mass a little.
    torch.testing.assert_close(distance, torch.full((20,), 10.51), atol=0.35, rtol=0)


def test_colours_stay_within_what_a_file_can_hold() -> None:
    values = torch.rand(16, 3, 8, 8, generator=seeded(0))
    mean, std = IMAGENET.tensors(values)
    options = OFF.model_copy(update={"brightness": 1.0, "contrast": 1.0, "saturation": 1.0})

    changed = augment_images((values - mean) / std, options, IMAGENET, seeded(3)) * std + mean

    assert float(changed.min()) >= -1e-5
    assert float(changed.max()) <= 1 + 1e-5


def test_erasing_paints_rectangles_of_the_mean_colour() -> None:
    batch = images(64) + 10
    erased = erase(batch, 1.0, seeded(0))

    share = (erased == 0).float().mean(dim=(1, 2, 3))
    assert float(share.max()) < 0.35
    assert float((share > 0).float().mean()) > 0.9


def test_mixing_keeps_each_target_a_distribution() -> None:
    targets = torch.tensor([0, 1, 2, 0])
    for seed in range(20):
        mixed, soft = mix(images(4), targets, 3, mixup=0.4, cutmix=0.4, generator=seeded(seed))
        assert mixed.shape == (4, 3, 12, 10)
        torch.testing.assert_close(soft.sum(dim=1), torch.ones(4))


def test_cutmix_weighs_targets_by_the_area_it_pastes() -> None:
    batch = torch.arange(4.0).view(4, 1, 1, 1).expand(4, 3, 12, 10).contiguous()
    targets = torch.arange(4)
    for seed in range(20):
        mixed, soft = mix(batch, targets, 4, mixup=0, cutmix=1.0, generator=seeded(seed))
        for index in range(4):
            share = torch.stack([(mixed[index] == value).float().mean() for value in range(4)])
            torch.testing.assert_close(soft[index], share)


def test_no_mixing_leaves_class_indices() -> None:
    targets = torch.tensor([1, 0])
    batch = images(2)

    mixed, same = mix(batch, targets, 2, mixup=0, cutmix=0, generator=seeded(0))

    assert mixed is batch
    assert same is targets
