"""A request to stop reaches the command as what it is, wherever it comes."""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path

import lightgbm
import numpy as np
import pytest
from easel.runtime.backends import onnxruntime

from engine.commands.process import run_work
from engine.errors import Cancelled
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.onnx_graphs.graph import GraphBuilder
from engine.specs.package.manifest import TensorSpec

SIDE, PRODUCTS = 512, 60


@pytest.fixture(scope="module")
def slow_network(tmp_path_factory: pytest.TempPathFactory) -> onnxruntime.OnnxRuntimeSession:
    """A network that multiplies matrices for some tenths of a second."""
    graph = GraphBuilder()
    factor = graph.constant(np.eye(SIDE, dtype=np.float32))
    value = "matrix"
    for _ in range(PRODUCTS):
        value = graph.node("MatMul", value, factor)
    path = tmp_path_factory.mktemp("network") / "model.onnx"
    tensors = [
        TensorSpec(name=name, datatype="FP32", shape=(None, SIDE)) for name in ("matrix", "result")
    ]
    graph.save(path, tensors[:1], {value: tensors[1]})
    return onnxruntime.load(path.read_bytes(), threads=1)


def stop_soon() -> None:
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM)).start()


def test_a_stop_during_a_run_of_a_network_is_no_failure_of_it(
    slow_network: onnxruntime.OnnxRuntimeSession,
) -> None:
    matrix = np.ones((4 * SIDE, SIDE), np.float32)

    with Interrupt():
        stop_soon()
        with pytest.raises(Cancelled):
            slow_network.run({"matrix": matrix})


def test_a_stop_while_trees_grow_is_no_failure_of_them() -> None:
    random = np.random.default_rng(0)
    rows = lightgbm.Dataset(random.normal(size=(5000, 20)), random.normal(size=5000))

    with Interrupt():
        stop_soon()
        with pytest.raises(Cancelled):
            lightgbm.train({"verbosity": -1, "num_threads": 1}, rows, 2000)


def test_a_command_that_is_stopped_in_a_network_says_that_it_was_cancelled(
    slow_network: onnxruntime.OnnxRuntimeSession, tmp_path: Path
) -> None:
    def command(emit: EventSink, interrupt: Interrupt) -> None:
        stop_soon()
        slow_network.run({"matrix": np.ones((4 * SIDE, SIDE), np.float32)})

    status = run_work(tmp_path, command)

    said = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert status == 0
    assert said[-1]["status"] == "cancelled"
    assert not [event for event in said if event["kind"] == "error"]
