"""Write golden vectors: real pictures with the answers that every runtime must repeat."""

# H height, W width, K outputs

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import easel.runtime
import numpy as np
from easel.runtime.ops import decode_image
from numpy.typing import NDArray
from PIL import Image

from engine.disk import writing_to
from engine.specs.manifest import Golden, GoldenCase

Pixels = NDArray[np.uint8]

MAX_SIDE = 511
MAX_CASES = 5
# Far above what runtimes differ by, so that no machine can see another best label.
CLEAR_GAP = 1e-2


def write_golden(model: easel.runtime.Model, files: Sequence[Path], folder: Path) -> Golden:
    """Write up to five cases to ``folder/golden`` and return their paths.

    Args:
        model: the exported package, whose answers are recorded.
        files: image files of held-out samples, at least one.
        folder: the package.

    Raises:
        ResourceError: when the disk is full.
    """
    candidates = [(pixels, _is_clear(model, pixels)) for pixels in _candidates(files)]
    # A model that is sure of nothing still gets its vectors: its ties then are part of it.
    clear = [pixels for pixels, is_clear in candidates if is_clear]
    chosen = (clear or [pixels for pixels, _ in candidates])[:MAX_CASES]
    return Golden(
        cases=tuple(_write(model, pixels, folder, str(n)) for n, pixels in enumerate(chosen, 1))
    )


def _candidates(files: Sequence[Path]) -> Iterator[Pixels]:
    """Yield whole pictures, then an odd-sized part and an odd-sized enlargement of the first."""
    pictures = [_middle(decode_image(file), MAX_SIDE, MAX_SIDE) for file in files]
    yield from pictures[:3]
    height, width = pictures[0].shape[:2]
    yield _middle(pictures[0], (height * 2 // 3) | 1, (width - 1) | 1)
    small = _middle(pictures[0], 100, 100)
    yield small.repeat(3, axis=0).repeat(5, axis=1)[:-1, :-2]
    yield from pictures[3:]


def _middle(pixels: Pixels, height: int, width: int) -> Pixels:
    """Return the middle of an image, at most of this size; a large file would bloat the package."""
    top = max(0, pixels.shape[0] - height) // 2
    left = max(0, pixels.shape[1] - width) // 2
    return np.ascontiguousarray(pixels[top : top + height, left : left + width])


def _is_clear(model: easel.runtime.Model, pixels: Pixels) -> bool:
    logits = np.sort(model.predict_tensor(model.preprocess(pixels)[np.newaxis])[0])
    return len(logits) < 2 or bool(logits[-1] - logits[-2] > CLEAR_GAP)


def _write(model: easel.runtime.Model, pixels: Pixels, package: Path, name: str) -> GoldenCase:
    tensor = model.preprocess(pixels)[np.newaxis]
    picture = io.BytesIO()
    Image.fromarray(pixels, "RGB").save(picture, format="PNG")
    results = [dataclasses.asdict(prediction) for prediction in model.predict(pixels)]
    contents = {
        "image.png": picture.getvalue(),
        "pixels.npy": _npy(pixels),
        "input.npy": _npy(tensor),
        "output.npy": _npy(model.predict_tensor(tensor)),
        "result.json": json.dumps({"results": results}, ensure_ascii=False).encode(),
    }
    folder = package / "golden" / name
    with writing_to(folder):
        folder.mkdir(parents=True)
        for file, content in contents.items():
            (folder / file).write_bytes(content)
    return GoldenCase(
        image=f"golden/{name}/image.png",
        pixels=f"golden/{name}/pixels.npy",
        input=f"golden/{name}/input.npy",
        output=f"golden/{name}/output.npy",
        result=f"golden/{name}/result.json",
    )


def _npy(array: NDArray[np.generic]) -> bytes:
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    return content.getvalue()
