"""A memory of patches measures distances, covers what is normal, and grows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import torch
from easel.runtime import Context, Example
from easel.runtime.image import TENSOR
from torch import Tensor, nn

from engine.models.vision.anomaly.patch_memory import PatchMemory
from engine.training.vision.patch_memory import (
    MemoryOptions,
    fill_memory,
    grow_memory,
    measure_normal,
)

SIDE = 8


class Images:
    """Random images around a mean."""

    records = ()

    def __init__(self, count: int, seed: int, mean: float = 0.0) -> None:
        random = np.random.default_rng(seed)
        self.pixels = random.normal(mean, 1, (count, 3, SIDE, SIDE)).astype(np.float32)

    def __len__(self) -> int:
        return len(self.pixels)

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        return [Example({TENSOR: self.pixels[index : index + 1]}, Context()) for index in indices]


def _silent(done: int, total: int) -> None:
    assert done <= total


def _filled(images: Images, size: int = 50) -> PatchMemory:
    model = PatchMemory(nn.Identity(), 3, is_learnt=False).eval()
    fill_memory(model, images, range(len(images)), MemoryOptions(size, 0), _silent)  # type: ignore[arg-type]
    return model


def _places(model: PatchMemory, pixels: Tensor) -> Tensor:
    features = model.patches(pixels).flatten(2).transpose(1, 2)
    return (features - model.center) @ model.projection


def test_a_place_is_as_unusual_as_it_is_farther_from_the_memory_than_the_image_at_its_best() -> (
    None
):
    model = _filled(Images(6, 0))
    pixels = torch.from_numpy(Images(2, 1).pixels)

    _, map_Bhw = model.distances(pixels)

    nearest = torch.cdist(_places(model, pixels), model.memory[None]).amin(dim=2)
    expected = nearest - nearest.amin(dim=1, keepdim=True)
    # cdist adds squares up in another order.
    assert map_Bhw.flatten(1).numpy() == pytest.approx(expected.numpy(), abs=1e-3)


def test_what_is_remembered_whole_is_not_unusual() -> None:
    images = Images(2, 0)
    model = _filled(images, size=10_000)

    score_B, map_Bhw = model.distances(torch.from_numpy(images.pixels))

    assert float(map_Bhw.max()) < 1e-3
    assert float(score_B.max()) < 1e-3


def test_every_normal_place_is_near_a_remembered_one_as_greedy_covering_promises() -> None:
    images = Images(6, 0)
    small, large = _filled(images, 20), _filled(images, 120)
    pixels = torch.from_numpy(images.pixels)

    farthest = [
        float(torch.cdist(_places(model, pixels), model.memory[None]).amin(dim=2).max())
        for model in (small, large)
    ]

    apart = torch.cdist(small.memory, small.memory) + 1e9 * torch.eye(len(small.memory))
    # Chosen places are at least as far apart as any place is from its nearest one.
    assert float(apart.min()) >= farthest[0] - 1e-4
    assert farthest[1] < farthest[0]


def test_half_is_the_distance_that_the_wanted_share_exceeds() -> None:
    model, held_out = _filled(Images(8, 0)), Images(40, 1)

    measure_normal(model, held_out, range(40), 0.1, _silent)  # type: ignore[arg-type]

    score_B, _ = model(torch.from_numpy(held_out.pixels))
    assert int((score_B > 0.5).sum()) == 4


def test_other_images_score_higher_than_normal_ones() -> None:
    model = _filled(Images(8, 0))
    measure_normal(model, Images(8, 1), range(8), 0.05, _silent)  # type: ignore[arg-type]

    normal, other = (model(torch.from_numpy(Images(8, 2, mean).pixels))[0] for mean in (0.0, 4.0))

    assert float(other.min()) > float(normal.max())


def test_a_memory_grows_without_forgetting_and_keeps_its_scale() -> None:
    model = _filled(Images(6, 0), size=60)
    known, added = Images(6, 0), Images(6, 3, mean=4.0)
    before, projection = model.distances(torch.from_numpy(added.pixels))[0], model.projection

    grow_memory(model, added, range(6), MemoryOptions(200, 0), _silent)  # type: ignore[arg-type]

    after = model.distances(torch.from_numpy(added.pixels))[0]
    assert float(after.mean()) < 0.5 * float(before.mean())
    assert model.projection is projection
    assert float(model.distances(torch.from_numpy(known.pixels))[0].mean()) < float(before.mean())


def test_before_there_is_a_memory_the_head_answers() -> None:
    model = PatchMemory(nn.Conv2d(3, 4, 1), 4, is_learnt=True).eval()
    pixels = torch.from_numpy(Images(2, 0).pixels)

    _, map_Bhw = model.distances(pixels)

    assert torch.equal(map_Bhw, model.logits(pixels)[:, 0].sigmoid())
