"""Run lengths are those of pycocotools, in both directions."""

from __future__ import annotations

import numpy as np
import pytest
from easel.errors import InputError
from easel.runtime.run_lengths import decompress, encode, mask_overlaps
from pycocotools import mask as coco


def _random_masks(seed: int) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(1, 90, 2))
    noise = [random.random(shape) < share for share in (0.0, 0.02, 0.5, 1.0)]
    block = np.zeros(shape, dtype=np.bool_)
    block[shape[0] // 3 :, : shape[1] // 2 + 1] = True
    return [*noise, block]


@pytest.mark.parametrize("seed", range(6))
def test_compressed_masks_equal_those_of_pycocotools(seed: int) -> None:
    for mask in _random_masks(seed):
        reference = coco.encode(np.asfortranarray(mask.astype(np.uint8)))
        ours = encode(mask)

        assert ours.compressed() == reference["counts"].decode()
        assert ours.area == coco.area(reference)
        again = decompress(ours.size, reference["counts"].decode())
        assert again == ours
        np.testing.assert_array_equal(again.mask(), mask)


@pytest.mark.parametrize("seed", range(6))
def test_overlaps_equal_those_of_pycocotools(seed: int) -> None:
    masks = _random_masks(seed)
    reference = [coco.encode(np.asfortranarray(mask.astype(np.uint8))) for mask in masks]
    expected = coco.iou(reference, reference[1:], [0] * (len(masks) - 1))

    ours = mask_overlaps([encode(mask) for mask in masks], [encode(mask) for mask in masks[1:]])

    np.testing.assert_allclose(ours, expected, atol=1e-12)


@pytest.mark.parametrize("text", ["0", "`", "é", "999"])
def test_text_that_is_no_mask_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="COCO"):
        decompress((3, 4), text)
