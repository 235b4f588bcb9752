"""Painted flaws: where they are said to be, and the same for the same seed."""

from __future__ import annotations

import torch

from engine.data.augmentation.defects import paint_defects


def _images() -> torch.Tensor:
    return torch.randn(12, 3, 48, 64, generator=torch.Generator().manual_seed(0))


def test_only_the_places_that_are_named_change() -> None:
    images = _images()

    painted, where = paint_defects(images, torch.Generator().manual_seed(1))

    untouched = (where == 0)[:, None].expand_as(images)
    assert torch.equal(painted[untouched], images[untouched])
    assert float((painted - images).abs().amax()) > 0.5


def test_some_images_stay_clean_and_no_flaw_covers_one() -> None:
    _, where = paint_defects(_images(), torch.Generator().manual_seed(1))

    shares = (where > 0).float().mean(dim=(1, 2))
    assert 0 < int((shares == 0).sum()) < 12
    assert float(shares.max()) < 0.6


def test_a_seed_paints_the_same() -> None:
    one, two = (paint_defects(_images(), torch.Generator().manual_seed(7)) for _ in range(2))

    assert torch.equal(one[0], two[0])
    assert torch.equal(one[1], two[1])
