"""How near a batch prediction comes to decoding and running the network alone, on two cores.

The same photographs are decoded and prepared by two threads, a batch at a time, and run by a bare
ONNX Runtime session with two threads: that is the raw throughput. The engine's command does the
same from the spec to the files of predictions. Both are limited to two cores, and repeated in turn;
``share_of_raw`` is the best of the one by the best of the other, as other programs only slow down.
"""

from __future__ import annotations

import io
import os
import tempfile
import time
from argparse import Namespace
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import easel.runtime
import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import helper
from PIL import Image

from engine.commands.predict_batch import run as predict_batch
from engine.specs.predictions import BatchPredictionSpec, FolderFiles
from tests.sdk.tiny_package import LABELS, network, write_package

NUM_CORES = 2
BATCH = 32
SIDE = 224
SIZE = (640, 480)
# Channels of its layers, each of which halves the sides.
WIDTHS = (3, 24, 48, 96, 192)


def run(*, quick: bool) -> dict[str, float]:
    """Measure both in turn; return pictures a second and their ratio."""
    num = 256 if quick else 1024
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:NUM_CORES])
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            package = write_package(folder / "package", model=_network(), side=SIDE)
            (folder / "photos").mkdir()
            _write_photos(folder / "photos", num)
            raw, whole = [], []
            for attempt in range(2 if quick else 3):
                raw.append(_raw(package, sorted((folder / "photos").iterdir())))
                whole.append(_whole(package, folder / "photos", folder / f"work{attempt}"))
    finally:
        os.sched_setaffinity(0, before)
    return {
        "raw_per_second": num / min(raw),
        "batch_per_second": num / min(whole),
        "share_of_raw": min(raw) / min(whole),
    }


def _raw(package: Path, files: Sequence[Path]) -> float:
    """Return the seconds of decoding and running alone."""
    model = easel.runtime.load(package)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = NUM_CORES
    session = onnxruntime.InferenceSession((package / "model.onnx").read_bytes(), options)
    began = time.monotonic()
    with ThreadPoolExecutor(NUM_CORES) as threads:
        for start in range(0, len(files), BATCH):
            portion = files[start : start + BATCH]
            examples = threads.map(lambda file: model.prepare(file.read_bytes()), portion)
            rows = np.concatenate([one.tensors["image"] for one in examples])
            session.run(None, {"image": rows})
    return time.monotonic() - began


def _whole(package: Path, photos: Path, work: Path) -> float:
    """Return the seconds of the engine's command."""
    work.mkdir()
    spec = BatchPredictionSpec(package=str(package), source=FolderFiles(folder=str(photos)))
    (work / "spec.json").write_text(spec.model_dump_json())
    began = time.monotonic()
    assert predict_batch(Namespace(spec=work / "spec.json", work=work)) == 0
    return time.monotonic() - began


def _write_photos(folder: Path, num: int) -> None:
    generator = np.random.default_rng(0)
    for number in range(num):
        small = generator.integers(0, 256, (12, 16, 3), np.uint8)
        stream = io.BytesIO()
        Image.fromarray(small).resize(SIZE, Image.Resampling.BICUBIC).save(stream, "JPEG")
        (folder / f"{number:05}.jpg").write_bytes(stream.getvalue())


def _network() -> bytes:
    """Return a network of about the cost of a small one that is trained."""
    generator = np.random.default_rng(0)
    weights: dict[str, NDArray[np.float32]] = {}
    nodes, before = [], "image"
    for layer, (few, many) in enumerate(pairwise(WIDTHS)):
        weights[f"w{layer}"] = _random(generator, many, few, 3, 3)
        convolution = helper.make_node(
            "Conv", [before, f"w{layer}"], [f"c{layer}"], strides=[2, 2], pads=[1, 1, 1, 1]
        )
        nodes += [convolution, helper.make_node("Relu", [f"c{layer}"], [f"r{layer}"])]
        before = f"r{layer}"
    weights["head"] = _random(generator, len(LABELS), WIDTHS[-1], 1, 1)
    nodes += [
        helper.make_node("GlobalAveragePool", [before], ["means"]),
        helper.make_node("Conv", ["means", "head"], ["scores"]),
        helper.make_node("Flatten", ["scores"], ["logits"]),
    ]
    return network(nodes, weights, inputs=(3, SIDE, SIDE), num_labels=len(LABELS))


def _random(generator: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    scale = np.sqrt(2 / np.prod(shape[1:]))
    return (generator.standard_normal(shape) * scale).astype(np.float32)
