"""The committed vectors that bind every runtime, in whatever language, to the same numbers.

``UPDATE_GOLDEN=1`` writes them anew; a change of a definition then shows up in review.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from easel.runtime import decode_image
from easel.runtime.image import Preprocessing, resize
from easel.runtime.predictions.labels import sigmoid, softmax
from numpy.typing import NDArray

from tests.sdk.tiny_package import png

FOLDER = Path(__file__).resolve().parents[2] / "deploy/sdk/vectors"
NORMALIZE: dict[str, object] = {
    "op": "normalize",
    "mean": [0.485, 0.456, 0.406],
    "std": [0.229, 0.224, 0.225],
}
NCHW: dict[str, object] = {"op": "layout", "to": "NCHW"}
NHWC: dict[str, object] = {"op": "layout", "to": "NHWC"}
SIZES = {"one": (1, 1), "digit": (8, 8), "odd": (37, 23), "wide": (31, 480), "photo": (240, 320)}
GEOMETRY: dict[str, list[dict[str, object]]] = {
    "resize": [{"op": "resize", "size": [32, 32]}],
    "resize_plain": [{"op": "resize", "size": [28, 19], "antialias": "none"}],
    "resize_nearest": [{"op": "resize", "size": [17, 50], "interpolation": "nearest"}],
    "letterbox": [{"op": "letterbox", "size": [40, 64], "pad": 114}],
    "crop": [{"op": "resize", "size": [36, 36]}, {"op": "center_crop", "size": [32, 31]}],
}
LOGITS = [[0.0, 0.0, 0.0], [1.5, -2.25, 0.125], [88.0, -88.0, 87.5], [-1000.0, 0.0, 1000.0]]


def image(size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return an image with noise, edges and gradients, from integers alone."""
    rows, columns = np.mgrid[: size[0], : size[1]].astype(np.int64)
    noise = (rows * 7919 + columns * 104_729 + rows * columns * 31) % 256
    gradient = (rows * 255 // max(1, size[0] - 1) + columns * 255 // max(1, size[1] - 1)) // 2
    edges = ((rows // 5 + columns // 7) % 2) * 255
    return np.stack([noise, gradient, edges], axis=2).astype(np.uint8)


def described(array: NDArray[Any]) -> dict[str, object]:
    little_endian = array.astype(array.dtype.newbyteorder("<"))
    return {
        "dtype": array.dtype.name,
        "shape": list(array.shape),
        "sha256": hashlib.sha256(np.ascontiguousarray(little_endian).tobytes()).hexdigest(),
    }


def compute() -> dict[str, object]:
    cases = []
    for name in SIZES:
        pixels = decode_image(FOLDER / f"{name}.png")
        for key, geometry in GEOMETRY.items():
            layout = NHWC if key == "resize_plain" else NCHW
            ops = [*geometry, NORMALIZE, layout]
            compiled = Preprocessing(ops)
            cases.append(
                {
                    "name": f"{name}.{key}",
                    "image": f"{name}.png",
                    "decoded": described(pixels),
                    "preprocessing": ops,
                    "geometry": described(compiled.geometry(pixels)),
                    "tensor": described(compiled(pixels)),
                }
            )
    return {
        "ops_version": 1,
        "preprocessing": cases,
        "scores": {
            "tolerance": 1e-9,
            "logits": LOGITS,
            "softmax": softmax(LOGITS).tolist(),
            "sigmoid": sigmoid(LOGITS).tolist(),
        },
    }


if os.environ.get("UPDATE_GOLDEN") == "1":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for image_name, image_size in SIZES.items():
        (FOLDER / f"{image_name}.png").write_bytes(png(image(image_size)))
    (FOLDER / "vectors.json").write_text(json.dumps(compute(), indent=1) + "\n")


def test_the_reference_runtime_reproduces_every_vector() -> None:
    recorded = json.loads((FOLDER / "vectors.json").read_text())
    computed = json.loads(json.dumps(compute()))
    assert computed["preprocessing"] == recorded["preprocessing"]
    for key in ("softmax", "sigmoid"):
        assert np.allclose(
            computed["scores"][key],
            recorded["scores"][key],
            rtol=0,
            atol=recorded["scores"]["tolerance"],
        )


@pytest.mark.parametrize("name", SIZES)
def test_the_images_are_made_of_integers_alone(name: str) -> None:
    assert np.array_equal(decode_image(FOLDER / f"{name}.png"), image(SIZES[name]))


def test_a_vector_is_sensitive_to_one_level_of_one_pixel() -> None:
    pixels = image(SIZES["odd"])
    before = resize(pixels, (32, 32), interpolation="bilinear_fx11", antialias="box")
    pixels[20, 11, 0] ^= 64
    after = resize(pixels, (32, 32), interpolation="bilinear_fx11", antialias="box")
    assert described(before) != described(after)


def test_the_vectors_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 300_000
