"""Packages around text: a classifier, a comparison, and one that asks a second network.

Their networks take strings, so nothing but ONNX operators is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from easel.runtime import Model, Pipeline
from easel.runtime.backends.onnxruntime import load as load_network
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from tests.sdk.tiny_package import list_files, write_case

MOODS = ("good", "bad")
WORDS = {"fine": 0, "lovely": 0, "awful": 1, "悪い": 1}
KNOWN = len(MOODS)
"""The code of a word that is in neither list."""

LABELS_OPS = [{"op": "softmax"}, {"op": "labels", "select": "top", "top_num": 6}]
Network = tuple[bytes, dict[str, Any]]


def moods(name: str = "classifier") -> Network:
    """Return a network ``text`` (N,) → ``logits`` (N, 2) that knows four words."""
    table = np.array([[4.0, 0.0], [0.0, 4.0], [0.0, 0.0]], np.float32)
    nodes = [
        _codes("text", "code"),
        helper.make_node("Gather", ["table", "code"], ["logits"]),
    ]
    return network_of(name, nodes, {"table": table}, {"text": _STRING}, {"logits": (len(MOODS),)})


def sameness(name: str = "classifier") -> Network:
    """Return a network ``text1``, ``text2`` → ``logits`` (N, 2): both of one mood, or not."""
    table = np.array([[0.0, 4.0], [4.0, 0.0]], np.float32)
    nodes = [
        _codes("text1", "first"),
        _codes("text2", "second"),
        helper.make_node("Equal", ["first", "second"], ["equal"]),
        helper.make_node("Cast", ["equal"], ["place"], to=TensorProto.INT64),
        helper.make_node("Gather", ["table", "place"], ["logits"]),
    ]
    inputs = {"text1": _STRING, "text2": _STRING}
    return network_of(name, nodes, {"table": table}, inputs, {"logits": (2,)})


def doubling(name: str) -> Network:
    """Return a network ``x`` (N, 2) → ``y`` (N, 2) that doubles."""
    nodes = [helper.make_node("Mul", ["x", "two"], ["y"])]
    two = np.array([2.0], np.float32)
    return network_of(name, nodes, {"two": two}, {"x": (2,)}, {"y": (2,)})


def write_text_package(
    folder: Path,
    networks: Sequence[Network],
    requests: Sequence[dict[str, Any]],
    *,
    kind: str = "text",
    preprocessing: Sequence[Mapping[str, Any]] = (),
    postprocessing: Sequence[Mapping[str, Any]] = LABELS_OPS,
    labels: Sequence[str] = MOODS,
    name: str = "moods",
) -> Path:
    """Write a package whose golden vectors come from the reference runtime; return its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for content, described in networks:
        (folder / described["file"]).write_bytes(content)
    (folder / "report.json").write_text("{}", encoding="utf-8")
    pipeline = Pipeline.from_ops(
        {"kind": kind}, preprocessing, postprocessing, [(x, 0.5) for x in labels]
    )
    model = Model(pipeline, {described["name"]: load_network(x) for x, described in networks})
    cases = [write_case(folder, model, str(n), request) for n, request in enumerate(requests)]
    document = {
        "schema_version": 1,
        "ops_version": 1,
        "name": name,
        "version": "1",
        "task": "text.classification",
        "multi_label": False,
        "backbone": "words",
        "pretrained": None,
        "licence": "Apache-2.0",
        "labels": [{"name": label, "threshold": 0.5} for label in labels],
        "input": {"kind": kind},
        "preprocessing": list(preprocessing),
        "networks": [described for _, described in networks],
        "postprocessing": list(postprocessing),
        "weights_file": None,
        "report_file": "report.json",
        "golden": {
            "cases": [case.model_dump() for case in cases],
            "max_input_difference": 0.0,
            "max_abs_difference": 1e-4,
        },
        "files": [file.model_dump() for file in list_files(folder)],
        "lineage": {
            "run_id": "00000000-0000-0000-0000-000000000002",
            "dataset_version_id": None,
            "initial_model": None,
            "engine_version": "0.1.0",
            "created_at": "2026-11-21T00:00:00Z",
        },
    }
    (folder / "manifest.json").write_text(json.dumps(document), encoding="utf-8")
    return folder


_STRING = ()
"""The shape of one row of strings."""


def _codes(text: str, code: str) -> onnx.NodeProto:
    return helper.make_node(
        "LabelEncoder",
        [text],
        [code],
        domain="ai.onnx.ml",
        keys_strings=list(WORDS),
        values_int64s=list(WORDS.values()),
        default_int64=KNOWN,
    )


def network_of(
    name: str,
    nodes: Sequence[onnx.NodeProto],
    weights: Mapping[str, NDArray[np.float32]],
    inputs: Mapping[str, tuple[int, ...]],
    outputs: Mapping[str, tuple[int, ...]],
) -> Network:
    """Wrap nodes into a checked model; inputs of the shape () are strings, all else is float32."""
    types = {
        part: TensorProto.STRING if row == _STRING else TensorProto.FLOAT
        for part, row in inputs.items()
    }
    graph = helper.make_graph(
        nodes,
        name,
        [helper.make_tensor_value_info(x, types[x], ["N", *row]) for x, row in inputs.items()],
        [
            helper.make_tensor_value_info(x, TensorProto.FLOAT, ["N", *row])
            for x, row in outputs.items()
        ],
        [numpy_helper.from_array(value, x) for x, value in weights.items()],
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    onnx.checker.check_model(model)
    described = {
        "name": name,
        "file": f"{name}.onnx",
        "inputs": [
            {"name": x, "datatype": "BYTES" if row == _STRING else "FP32", "shape": [None, *row]}
            for x, row in inputs.items()
        ],
        "outputs": [
            {"name": x, "datatype": "FP32", "shape": [None, *row]} for x, row in outputs.items()
        ],
    }
    return bytes(model.SerializeToString()), described
