"""Masks: interpolation to the image that was sent, objects and classes of pixels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from easel.errors import BackendError, PackageError
from easel.runtime import Pipeline, PredictOptions, documents
from easel.runtime.comparison import json_differences
from easel.runtime.run_lengths import decompress, encode

LABELS = [("cat", 0.5), ("dog", 0.5)]
PREPROCESSING = [
    {"op": "letterbox", "size": [64, 64], "pad": 114},
    {"op": "normalize", "mean": [0.5, 0.5, 0.5], "std": [0.5, 0.5, 0.5]},
    {"op": "layout", "to": "NCHW"},
]


def _pipeline(op: str, **fields: Any) -> Pipeline:
    return Pipeline.from_ops(
        {"kind": "image", "color": "RGB"}, PREPROCESSING, [{"op": op, **fields}], LABELS
    )


def _instance_outputs() -> dict[str, np.ndarray]:
    """Return one sure object on the left half, whose mask is the upper half of its box."""
    prototypes = np.zeros((1, 2, 16, 16), np.float32)
    prototypes[0, 0] = np.linspace(8, -8, 16)[:, np.newaxis]
    prototypes[0, 1] = 5.0
    return {
        "logits": np.array([[[3.0, -9.0], [-9.0, -9.0]]], np.float32),
        "boxes": np.array([[[0.0, 0.0, 0.5, 1.0], [0.2, 0.2, 0.4, 0.4]]], np.float32),
        "coefficients": np.array([[[1.0, 0.0], [0.0, 1.0]]], np.float32),
        "prototypes": prototypes,
    }


def test_an_object_has_the_pixels_where_its_mix_is_above_zero_within_its_box() -> None:
    pipeline = _pipeline("instance_masks")
    example = pipeline.prepare(np.zeros((64, 64, 3), np.uint8))

    (prediction,) = documents(pipeline.postprocess(example, _instance_outputs()))

    mask = decompress((64, 64), prediction["mask"]).mask()
    expected = np.zeros((64, 64), dtype=np.bool_)
    expected[:32, :32] = True
    np.testing.assert_array_equal(mask, expected)
    assert prediction["name"] == "cat"
    assert prediction["location"] == {"left": 0, "top": 0, "width": 32, "height": 64}


def test_masks_cover_the_image_that_was_sent_and_not_the_padding() -> None:
    # 128 wide and 32 high: 16 rows of the network's 64 are the image, from row 24 on.
    pipeline = _pipeline("instance_masks")
    example = pipeline.prepare(np.zeros((32, 128, 3), np.uint8))

    (prediction,) = documents(pipeline.postprocess(example, _instance_outputs()))

    mask = decompress((32, 128), prediction["mask"]).mask()
    assert mask[:16, :64].all()
    assert not mask[16:].any()
    assert not mask[:, 64:].any()


def test_every_pixel_has_the_class_of_the_greatest_score() -> None:
    pipeline = _pipeline("semantic_masks")
    example = pipeline.prepare(np.zeros((64, 64, 3), np.uint8))
    logits = np.zeros((1, 3, 2, 2), np.float32)
    logits[0, 0] = [[9.0, 0.0], [9.0, 0.0]]
    logits[0, 2] = [[0.0, 9.0], [0.0, 9.0]]

    (prediction,) = documents(pipeline.postprocess(example, {"logits": logits}))

    mask = decompress((64, 64), prediction["mask"]).mask()
    expected = np.zeros((64, 64), dtype=np.bool_)
    expected[:, 32:] = True
    np.testing.assert_array_equal(mask, expected)
    assert prediction["name"] == "dog"
    assert prediction["location"] == {"left": 32, "top": 0, "width": 32, "height": 64}
    assert 0.9 < prediction["score"] <= 1


def test_classes_below_the_threshold_are_not_named() -> None:
    pipeline = _pipeline("semantic_masks")
    example = pipeline.prepare(np.zeros((64, 64, 3), np.uint8))
    logits = np.zeros((1, 3, 2, 2), np.float32)
    logits[0, 1] = 0.1

    assert pipeline.postprocess(example, {"logits": logits}) == []
    options = PredictOptions(threshold=0.2)
    assert len(pipeline.postprocess(example, {"logits": logits}, options)) == 1


@pytest.mark.parametrize("missing", ["coefficients", "prototypes", "logits"])
def test_outputs_that_are_not_there_are_named(missing: str) -> None:
    pipeline = _pipeline("instance_masks")
    example = pipeline.prepare(np.zeros((64, 64, 3), np.uint8))
    outputs = {name: value for name, value in _instance_outputs().items() if name != missing}

    with pytest.raises(BackendError, match=missing):
        pipeline.postprocess(example, outputs)


def test_unknown_fields_of_the_op_are_refused() -> None:
    with pytest.raises(PackageError, match="size"):
        _pipeline("semantic_masks", size=3)


def test_a_golden_mask_may_differ_in_a_few_pixels_only() -> None:
    mask = np.zeros((40, 50), dtype=np.bool_)
    mask[5:25, 5:35] = True
    near, far = mask.copy(), mask.copy()
    near[5, 5:9] = False
    far[5:8] = False

    def differences(other: np.ndarray) -> list[str]:
        given, recorded = (
            {"mask": encode(one).compressed(), "location": {"left": 5.0 + one[5, 5]}}
            for one in (other, mask)
        )
        return list(json_differences(given, recorded, "the answer"))

    assert differences(near) == []
    assert len(differences(far)) == 1
