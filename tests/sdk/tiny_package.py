"""A small but whole model package, made from ONNX operators and a seed, without training."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from easel.runtime import Model, Pipeline, Tensors, documents
from easel.runtime.backends.onnxruntime import load as load_network
from easel.runtime.image import resize
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

from engine.specs.package.inputs import ImageInput
from engine.specs.package.manifest import (
    FileSpec,
    Golden,
    GoldenCase,
    LabelSpec,
    Lineage,
    Manifest,
    NetworkSpec,
    TensorSpec,
)
from engine.specs.package.ops.image import LayoutOp, NormalizeOp, ResizeOp
from engine.specs.package.ops.labels import LabelsOp, SigmoidOp, SoftmaxOp

LABELS = ("red", "green", "blue")
SIDE = 8


def colour_network(num_labels: int = 3, side: int = SIDE, bias: float = 0.0) -> bytes:
    """Return an ONNX classifier whose logits are ten times the mean of each colour plane."""
    weight = np.zeros((num_labels, 3, 1, 1), np.float32)
    for label in range(num_labels):
        weight[label, label % 3] = 10.0 / (1 + label // 3)
    shift = np.full(num_labels, bias, np.float32)
    nodes = [
        helper.make_node("Conv", ["image", "weight", "shift"], ["planes"]),
        helper.make_node("GlobalAveragePool", ["planes"], ["means"]),
        helper.make_node("Flatten", ["means"], ["logits"]),
    ]
    return network(
        nodes,
        {"weight": weight, "shift": shift},
        inputs=(3, side, side),
        num_labels=num_labels,
    )


def network(
    nodes: Sequence[onnx.NodeProto],
    weights: dict[str, NDArray[np.float32]],
    *,
    inputs: tuple[int, int, int],
    num_labels: int,
) -> bytes:
    """Wrap nodes into a checked model ``image`` (N, …) → ``logits`` (N, labels)."""
    graph = helper.make_graph(
        nodes,
        "classifier",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["N", *inputs])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["N", num_labels])],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Return pixels (H, W, 3) as a PNG file."""
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()


def plain_image(colour: tuple[int, int, int], height: int = 24, width: int = 32) -> bytes:
    """Return a PNG of one colour with a little structure."""
    pixels = np.full((height, width, 3), colour, np.uint8)
    pixels[::3, ::5] ^= 9
    return png(pixels)


def write_package(
    folder: Path,
    *,
    model: bytes | None = None,
    labels: Sequence[str] = LABELS,
    side: int = SIDE,
    multi_label: bool = False,
    name: str = "colours",
    version: str = "1",
) -> Path:
    """Write a package whose golden vectors come from the reference runtime; return its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    network_bytes = model or colour_network(len(labels), side)
    (folder / "model.onnx").write_bytes(network_bytes)
    (folder / "weights.safetensors").write_bytes(b"\x02\x00\x00\x00\x00\x00\x00\x00{}")
    (folder / "report.json").write_text("{}", encoding="utf-8")
    preprocessing = (
        ResizeOp(size=(side, side)),
        NormalizeOp(mean=(0.5, 0.5, 0.5), std=(0.25, 0.25, 0.25)),
        LayoutOp(to="NCHW"),
    )
    postprocessing = (
        SigmoidOp() if multi_label else SoftmaxOp(),
        LabelsOp(select="threshold" if multi_label else "top", top_num=6),
    )
    thresholds = tuple(LabelSpec(name=label, threshold=0.5) for label in labels)
    pipeline = Pipeline.from_ops(
        ImageInput().model_dump(),
        [op.model_dump() for op in preprocessing],
        [op.model_dump() for op in postprocessing],
        [(label, 0.5) for label in labels],
    )
    golden = _write_golden(folder, Model(pipeline, {"classifier": load_network(network_bytes)}))
    manifest = Manifest(
        name=name,
        version=version,
        task="image.classification",
        multi_label=multi_label,
        backbone="small_cnn",
        pretrained=None,
        licence="Apache-2.0",
        labels=thresholds,
        input=ImageInput(),
        preprocessing=preprocessing,
        networks=(
            NetworkSpec(
                name="classifier",
                file="model.onnx",
                inputs=(TensorSpec(name="image", datatype="FP32", shape=(None, 3, side, side)),),
                outputs=(TensorSpec(name="logits", datatype="FP32", shape=(None, len(labels))),),
            ),
        ),
        postprocessing=postprocessing,
        golden=golden,
        files=list_files(folder),
        lineage=Lineage(
            run_id="00000000-0000-0000-0000-000000000001",
            dataset_version_id=None,
            initial_model=None,
            engine_version="0.1.0",
            created_at="2026-11-21T00:00:00Z",
        ),
    )
    (folder / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    return folder


def _write_golden(folder: Path, model: Model) -> Golden:
    (folder / "golden").mkdir(exist_ok=True)
    generator = np.random.default_rng(7)
    cases = []
    for index, size in enumerate(((31, 20), (1, 1), (8, 40))):
        coarse = generator.integers(0, 256, (4, 4, 3), dtype=np.uint8)
        pixels = resize(coarse, size, interpolation="bilinear_fx11", antialias="box")
        image = f"golden/{index}.png"
        (folder / image).write_bytes(png(pixels))
        cases.append(write_case(folder, model, str(index), {"image": {"file": image}}))
    return Golden(cases=tuple(cases))


def write_case(folder: Path, model: Model, name: str, request: dict[str, Any]) -> GoldenCase:
    """Ask a model a request and write down all that it computes, as ``golden/NAME.*``."""
    parts = {
        part: (folder / value["file"]).read_bytes() if isinstance(value, dict) else value
        for part, value in request.items()
    }
    value = model.pipeline.decode(model.pipeline.source(parts))
    decoded = model.pipeline.input.recorded(value)
    example = model.pipeline.input.prepare(value)
    outputs = model.run([example])[0]
    stem = f"golden/{name}"
    (folder / "golden").mkdir(exist_ok=True)
    (folder / f"{stem}.request.json").write_text(json.dumps(request), encoding="utf-8")
    if decoded is not None:
        np.save(folder / f"{stem}.decoded.npy", np.ascontiguousarray(decoded))
    prediction = {"results": documents(model.postprocess(example, outputs))}
    (folder / f"{stem}.result.json").write_text(json.dumps(prediction), encoding="utf-8")
    return GoldenCase(
        request=f"{stem}.request.json",
        decoded=None if decoded is None else f"{stem}.decoded.npy",
        inputs=_save_tensors(folder, f"{stem}.inputs", example.tensors),
        outputs=_save_tensors(folder, f"{stem}.outputs", outputs),
        result=f"{stem}.result.json",
    )


def _save_tensors(folder: Path, stem: str, tensors: Tensors) -> dict[str, str]:
    paths = {}
    for name, rows in tensors.items():
        paths[name] = f"{stem}.{name}.npy"
        np.save(folder / paths[name], rows.astype(str) if rows.dtype == object else rows)
    return paths


def list_files(folder: Path) -> tuple[FileSpec, ...]:
    """Describe every file of a package but its manifest."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return tuple(
        FileSpec(
            path=path.relative_to(folder).as_posix(),
            sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
            bytes=path.stat().st_size,
        )
        for path in files
        if path.name != "manifest.json"
    )
