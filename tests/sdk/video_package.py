"""A package that follows what is bright: its network takes frames, one a row."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnx import helper
from PIL import Image

from tests.sdk.text_package import Network, network_of, write_text_package

SIDE = 32


def zipped(frames: NDArray[np.uint8], rate: float | None = 10.0) -> bytes:
    """Return frames (N, H, W, 3) as a zip of images."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        if rate is not None:
            archive.writestr("seqinfo.ini", f"[Sequence]\nframeRate={rate}\n")
        for place, frame in enumerate(frames):
            image = io.BytesIO()
            Image.fromarray(frame).save(image, "PNG")
            archive.writestr(f"img1/{place + 1:06}.png", image.getvalue())
    return content.getvalue()


def write_video_package(folder: Path) -> Path:
    """Write a package that finds one object in the middle of every bright frame."""
    (folder / "golden").mkdir(parents=True)
    video = zipped(np.full((3, 16, 24, 3), 255, np.uint8))
    (folder / "golden" / "film.zip").write_bytes(video)
    return write_text_package(
        folder,
        [_bright()],
        [{"video": {"file": "golden/film.zip"}}],
        kind="video",
        preprocessing=[
            {"op": "every_frame", "step": 1},
            {"op": "resize", "size": [SIDE, SIDE]},
            {"op": "normalize", "mean": [0.0] * 3, "std": [1.0] * 3},
            {"op": "layout", "to": "NCHW"},
        ],
        postprocessing=[{"op": "tracks"}],
        labels=("light",),
        name="lights",
    )


def _bright() -> Network:
    """Return a network ``image`` (N, 3, 32, 32) → ``logits`` (N, 1, 1), ``boxes`` (N, 1, 4)."""
    weights = {
        "axes": np.array([1, 2, 3], np.int64),
        "flat": np.array([-1, 1, 1], np.int64),
        "half": np.array([0.5], np.float32),
        "steep": np.array([8.0], np.float32),
        "none": np.array([0.0], np.float32),
        "middle": np.array([[[0.25, 0.25, 0.75, 0.75]]], np.float32),
    }
    nodes = [
        helper.make_node("ReduceMean", ["image", "axes"], ["mean"], keepdims=0),
        helper.make_node("Reshape", ["mean", "flat"], ["means"]),
        helper.make_node("Sub", ["means", "half"], ["above"]),
        helper.make_node("Mul", ["above", "steep"], ["logits"]),
        helper.make_node("Mul", ["means", "none"], ["nothing"]),
        helper.make_node("Add", ["nothing", "middle"], ["boxes"]),
    ]
    inputs, outputs = {"image": (3, SIDE, SIDE)}, {"logits": (1, 1), "boxes": (1, 4)}
    return network_of("follower", nodes, weights, inputs, outputs)
