"""Mask2Former: boxes that cut nothing off, a loss that needs no luck, weights from a folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from easel.runtime import Example
from easel.runtime.image.context import ImageContext, Placement
from easel.runtime.predictions.boxes import Found
from easel.runtime.predictions.masks import InstanceMasksDecoder
from easel.runtime.run_lengths import RunLengths
from torch import Tensor

from engine.errors import ResourceError
from engine.models.vision.segmentation import mask2former
from engine.models.vision.segmentation.mask2former import (
    ClassifiedPixels,
    Mask2Former,
    OutlinedObjects,
    boxes_around,
    build_mask2former,
    masks_apart,
)

# Pixels of the sent image per cell of its masks; odd, so that one lies in the middle.
CELL = 11
TINY = mask2former._Shape(16, (1, 1, 1, 1), (1, 2, 2, 4), 32, 1, 4, 64, 64)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mask2former._SHAPES, "mask2former_nano", TINY)


def network(*, has_background: bool = False, labels: int = 2) -> Mask2Former:
    torch.manual_seed(0)
    return build_mask2former("mask2former_nano", (64, 64), labels, has_background=has_background)


def squares() -> tuple[Tensor, list[Tensor], list[Tensor]]:
    """Return a bright square on the left and nothing, with their labels and masks."""
    image, masks = torch.zeros(2, 3, 64, 64), torch.zeros(1, 16, 16)
    image[0, :, 8:32, 8:28] = 2.0
    masks[0, 2:8, 2:7] = 1.0
    return image, [torch.tensor([1]), torch.zeros(0, dtype=torch.int64)], [masks, masks[:0]]


def test_a_box_ends_where_its_mask_ends_and_cuts_nothing_off() -> None:
    masks = torch.randn(1, 40, 6, 9, generator=torch.Generator().manual_seed(0)) - 1.2
    masks[0, 0] = -1
    boxes = boxes_around(masks)
    assert boxes[0, 0, 0] > boxes[0, 0, 2]
    whole = torch.tensor([0.0, 0.0, 1.0, 1.0]).expand(1, 40, 4)

    tight, loose = (found(masks, one)[1] for one in (boxes, whole))
    kept = [n for n in range(40) if bool((masks[0, n] > 0).any())]
    assert len(tight) == len(kept) < 40
    assert tight == tuple(loose[n] for n in kept)
    for box, mask in zip(found(masks, boxes)[0].boxes_N4, tight, strict=True):
        rows, columns = (np.flatnonzero(mask.mask().any(axis=axis)) for axis in (1, 0))
        drawn = np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1])
        # Rows that peak in different columns end a little before their common profile does.
        assert np.abs(box - drawn).max() <= CELL


def found(masks: Tensor, boxes: Tensor) -> tuple[Found, tuple[RunLengths, ...]]:
    """Answer for masks (1, Q, h, w) that are all of one label and sure."""
    answer = InstanceMasksDecoder({"op": "instance_masks", "iou_threshold": None}, [("cell", 0.5)])
    num_queries, rows, columns = masks.shape[1:]
    size = rows * CELL, columns * CELL
    outputs = {
        "logits": np.full((1, num_queries, 1), 9.0),
        "boxes": boxes.numpy(),
        "coefficients": np.eye(num_queries)[np.newaxis],
        "prototypes": masks.numpy(),
    }
    context = ImageContext(*size, Placement(size, 0.0, 0.0, 1.0, 1.0))
    return answer.find(Example({}, context), outputs)


def test_the_loss_of_a_batch_is_the_same_whatever_was_drawn_before_and_falls() -> None:
    model, batch = network().train(), squares()
    model.network.pixel_level_module.encoder.eval()
    first = model.loss(*batch)
    torch.rand(7)
    assert torch.equal(model.loss(*batch), first)

    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(12):
        loss = model.loss(*batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-4:]) < 0.9 * sum(losses[:4])


def test_a_batch_without_any_object_has_a_loss_too() -> None:
    image, labels, masks = squares()
    value = network().loss(image, [labels[1]] * 2, [masks[1]] * 2)
    assert bool(torch.isfinite(value))


def test_rare_labels_can_count_more() -> None:
    model, (image, labels, masks) = network().eval(), squares()
    alike = model.loss(image, labels, masks, torch.tensor([1.0, 1.0]))
    heavier = model.loss(image, labels, masks, torch.tensor([1.0, 5.0]))
    assert not torch.equal(alike, heavier)


def test_every_query_is_a_place_with_a_mask_of_its_own() -> None:
    model = OutlinedObjects(network()).eval()
    logits, boxes, coefficients, prototypes = model(torch.rand(2, 3, 64, 64))
    assert logits.shape == (2, 100, 2)
    assert boxes.shape == (2, 100, 4)
    assert prototypes.shape == (2, 100, 16, 16)
    mixed = torch.einsum("bap,bphw->bahw", coefficients, prototypes)
    assert torch.equal(mixed, prototypes)
    assert bool(((logits.sigmoid() > 0) & (logits.sigmoid() < 1)).all())


def test_classes_of_pixels_share_out_what_the_queries_say() -> None:
    model = ClassifiedPixels(network(has_background=True, labels=3)).eval()
    probabilities = model(torch.rand(2, 3, 64, 64)).softmax(dim=1)
    assert probabilities.shape == (2, 4, 16, 16)
    torch.testing.assert_close(probabilities.sum(dim=1), torch.ones(2, 16, 16))


def test_weights_come_from_a_folder_with_new_heads_and_a_slower_backbone(tmp_path: Path) -> None:
    from transformers import Mask2FormerForUniversalSegmentation

    torch.manual_seed(1)
    changed = {"num_labels": 5, "train_num_points": 64, "attn_implementation": "eager"}
    saved = Mask2FormerForUniversalSegmentation(mask2former._config(TINY, changed))
    saved.save_pretrained(tmp_path / "weights")

    model = build_mask2former(
        "mask2former_swin_t", (64, 64), 2, has_background=False, weights=tmp_path / "weights"
    )
    for name, value in saved.model.state_dict().items():
        assert torch.equal(model.network.state_dict()[name], value), name
    assert model.head.out_features == 2
    body = next(model.network.pixel_level_module.encoder.parameters())
    assert body.rate_scale == 0.1  # type: ignore[attr-defined]

    config = tmp_path / "weights" / "config.json"
    config.write_text(config.read_text().replace('"encoder_layers": 1', '"encoder_layers": 2'))
    with pytest.raises(ResourceError) as refused:
        build_mask2former(
            "mask2former_swin_t", (64, 64), 2, has_background=False, weights=tmp_path / "weights"
        )
    assert refused.value.code == "weights_unusable"


def test_answers_are_apart_by_what_is_answered() -> None:
    model = OutlinedObjects(network()).eval()
    names = ("logits", "boxes", "coefficients", "prototypes")
    said = dict(
        zip(names, (one.detach().numpy() for one in model(torch.rand(1, 3, 64, 64))), strict=True)
    )
    assert masks_apart(said, said) == 0
    other = {**said, "prototypes": -said["prototypes"]}
    assert masks_apart(said, other) > 0.01
    unsure = {**said, "logits": said["logits"] - 20}
    assert masks_apart(unsure, {**unsure, "prototypes": -said["prototypes"]}) == 0
