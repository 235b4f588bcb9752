"""Texts longer than a row: training sees one of their windows at a time, and all in turn."""

from __future__ import annotations

import torch

from engine.data.multimodal.dataset import WINDOWS, one_window
from engine.interfaces.batch import Batch


def batch() -> Batch:
    """Return three images whose texts have one, three and two windows; an id names its text."""
    ids = torch.tensor([[0], [10], [11], [12], [20], [21]])
    return Batch(
        {
            "image": torch.zeros(3, 3, 2, 2),
            "input_ids": ids,
            "attention_mask": torch.ones_like(ids),
        },
        {WINDOWS: torch.tensor([1, 3, 2])},
    )


def test_each_text_is_seen_by_one_of_its_own_windows_and_all_of_them_in_the_long_run() -> None:
    seen = set()
    for seed in range(40):
        chosen = one_window(batch(), torch.Generator().manual_seed(seed)).inputs
        ids = chosen["input_ids"][:, 0].tolist()
        assert [one // 10 for one in ids] == [0, 1, 2]
        assert chosen["attention_mask"].shape == (3, 1)
        seen.update(ids)
    assert seen == {0, 10, 11, 12, 20, 21}


def test_the_choice_depends_on_the_seed_alone() -> None:
    one, two = (one_window(batch(), torch.Generator().manual_seed(5)) for _ in range(2))
    assert torch.equal(one.inputs["input_ids"], two.inputs["input_ids"])


def test_images_alone_stay_as_they_are() -> None:
    images = Batch({"image": torch.ones(3, 3, 2, 2)}, batch().targets)
    changed = one_window(images, torch.Generator().manual_seed(0))
    assert list(changed.inputs) == ["image"]
