"""Two towers whose vectors meet: what padding, scale and bias do."""

from __future__ import annotations

import torch

from engine.models.multimodal.dual_encoder import DualEncoder, TextEncoder
from engine.models.vision.classification.backbones import build_classifier


def towers() -> DualEncoder:
    torch.manual_seed(0)
    return DualEncoder(build_classifier("small_cnn", 16, 8), TextEncoder(20, 8)).eval()


def test_padding_changes_no_text() -> None:
    model = towers()
    ids = torch.tensor([[3, 4, 5, 0, 0, 0, 0, 0]])
    mask = (ids > 0).long()
    longer = torch.nn.functional.pad(ids, (0, 8)), torch.nn.functional.pad(mask, (0, 8))
    assert torch.allclose(model.text(ids, mask), model.text(*longer), atol=1e-6)


def test_an_empty_text_has_a_vector_too() -> None:
    nothing = torch.zeros(1, 8, dtype=torch.int64)
    assert bool(torch.isfinite(towers().text(nothing, nothing)).all())


def test_the_inner_product_is_scale_times_cosine_plus_bias() -> None:
    model = towers()
    ids = torch.tensor([[3, 4, 5, 6, 0, 0, 0, 0]])
    images, texts = model(torch.rand(2, 3, 16, 16), ids, (ids > 0).long())
    cosine = torch.nn.functional.cosine_similarity(images[:, :-1], texts[:, :-1])
    assert torch.allclose((images @ texts.T)[:, 0], 10 * cosine - 10, atol=1e-5)
