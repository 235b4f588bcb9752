"""A whole package of an object detector that finds the same in every image, without training."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnx
from easel.runtime import Model, Pipeline
from easel.runtime.backends.onnxruntime import load
from onnx import TensorProto, helper, numpy_helper

from engine.specs.package.manifest import Golden, Manifest, NetworkSpec, TensorSpec
from engine.specs.package.ops.boxes import BoxesOp
from engine.specs.package.ops.image import LayoutOp, LetterboxOp, NormalizeOp
from tests.sdk.tiny_package import list_files, plain_image, write_case, write_package

LABELS = ("bolt", "nut", "washer")
SIDE = 32
# A bolt on the left and a nut on the right, as shares of the image.
LOGITS = ((4.0, -9.0, -9.0), (-9.0, 3.0, -9.0))
BOXES = ((0.1, 0.25, 0.45, 0.75), (0.55, 0.25, 0.9, 0.75))


def two_boxes() -> bytes:
    """Return a network ``image`` (N, 3, H, W) → ``logits`` (N, 2, 3), ``boxes`` (N, 2, 4)."""
    answers = {"logits": np.array(LOGITS, np.float32), "boxes": np.array(BOXES, np.float32)}
    weights = {f"{name}_bias": values.ravel() for name, values in answers.items()}
    weights |= {
        f"{name}_weight": np.zeros((3, values.size), np.float32) for name, values in answers.items()
    }
    nodes = [
        helper.make_node("GlobalAveragePool", ["image"], ["means"]),
        helper.make_node("Flatten", ["means"], ["rows"]),
    ]
    for name, values in answers.items():
        inputs = ["rows", f"{name}_weight", f"{name}_bias"]
        nodes += [
            helper.make_node("Gemm", inputs, [f"{name}_rows"]),
            helper.make_node("Constant", [], [f"{name}_shape"], value_ints=[-1, *values.shape]),
            helper.make_node("Reshape", [f"{name}_rows", f"{name}_shape"], [name]),
        ]
    graph = helper.make_graph(
        nodes,
        "detector",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, ["N", 3, SIDE, SIDE])],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", *values.shape])
            for name, values in answers.items()
        ],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def write_boxes_package(folder: Path) -> Path:
    """Write a package of it, as of ``image.object_detection``; return its folder."""
    write_package(folder, labels=LABELS, name="boxes")
    like = Manifest.model_validate_json((folder / "manifest.json").read_bytes())
    (folder / "manifest.json").unlink()
    shutil.rmtree(folder / "golden")
    (folder / "model.onnx").write_bytes(two_boxes())
    (folder / "golden").mkdir()
    (folder / "golden/0.png").write_bytes(plain_image((90, 120, 60)))
    before = (
        LetterboxOp(size=(SIDE, SIDE), pad=114),
        NormalizeOp(mean=(0.5, 0.5, 0.5), std=(0.5, 0.5, 0.5)),
        LayoutOp(to="NCHW"),
    )
    pipeline = Pipeline.from_ops(
        like.input.model_dump(),
        [op.model_dump() for op in before],
        [BoxesOp().model_dump()],
        [(label, 0.5) for label in LABELS],
    )
    model = Model(pipeline, {"detector": load((folder / "model.onnx").read_bytes())})
    case = write_case(folder, model, "0", {"image": {"file": "golden/0.png"}})
    network = NetworkSpec(
        name="detector",
        file="model.onnx",
        inputs=(TensorSpec(name="image", datatype="FP32", shape=(None, 3, SIDE, SIDE)),),
        outputs=(
            TensorSpec(name="logits", datatype="FP32", shape=(None, 2, len(LABELS))),
            TensorSpec(name="boxes", datatype="FP32", shape=(None, 2, 4)),
        ),
    )
    manifest = like.model_copy(
        update={
            "task": "image.object_detection",
            "backbone": "light_nano",
            "preprocessing": before,
            "networks": (network,),
            "postprocessing": (BoxesOp(),),
            "golden": Golden(cases=(case,)),
            "files": list_files(folder),
        }
    )
    (folder / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    return folder
