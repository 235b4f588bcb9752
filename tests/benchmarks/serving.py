"""How much of ONNX Runtime's own speed a caller of the model server gets.

``share_of_raw_binary_c32``: CPU milliseconds per image of a bare ``session.run`` loop in batches
of 16, divided by CPU milliseconds per request of the server's processes, under 32 callers with
binary tensors. ``p50_over_bare_c1``: median latency of one caller, divided by the median of a
bare ``session.run`` on one image. One thread each; the callers are one light process of their own.
Bare and served are measured in turns, since machines drift, and every figure is the median over
the turns (of the ratio at one caller: over the ratios of the pairs).

The network is a ResNet-18 of width 32 with 2.8 million parameters for 64×64 pixels; its first
convolution has stride 2, no pooling follows. In batches it costs 1.1 to 1.2 CPU milliseconds per
image on a 2.5 GHz core, alone 1.3 to 2.1.
"""

from __future__ import annotations

import http.client
import io
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import psutil
from onnx import helper
from PIL import Image

from engine.specs.serving import DeploymentSpec, ServedModel
from tests.benchmarks.serving_load import Load
from tests.sdk.tiny_package import network, write_package

SIDE = 64
CALLERS = 32
RAW_BATCH = 16
LATENCY_TURNS = 3
ROOT = Path(__file__).resolve().parents[2]


def residual_network(num_labels: int = 10, width: int = 32) -> bytes:
    """Return a ResNet-18 for small images as ONNX: 2.8 million parameters at width 32."""
    generator = np.random.default_rng(0)
    nodes = []
    weights = {}

    def convolve(
        source: str, name: str, inputs: int, outputs: int, kernel: int, stride: int
    ) -> str:
        scale = np.sqrt(2 / (inputs * kernel * kernel))
        shape = (outputs, inputs, kernel, kernel)
        weights[f"{name}.w"] = (generator.normal(size=shape) * scale).astype(np.float32)
        weights[f"{name}.b"] = np.zeros(outputs, np.float32)
        nodes.append(
            helper.make_node(
                "Conv",
                [source, f"{name}.w", f"{name}.b"],
                [name],
                kernel_shape=[kernel, kernel],
                strides=[stride, stride],
                pads=[kernel // 2] * 4,
            )
        )
        return name

    def activate(source: str) -> str:
        nodes.append(helper.make_node("Relu", [source], [f"{source}.relu"]))
        return f"{source}.relu"

    features = activate(convolve("image", "stem", 3, width, 3, 2))
    channels = width
    for stage, outputs in enumerate((width, 2 * width, 4 * width, 8 * width)):
        for block in range(2):
            name = f"s{stage}b{block}"
            stride = 2 if stage > 0 and block == 0 else 1
            inner = activate(convolve(features, f"{name}.1", channels, outputs, 3, stride))
            outer = convolve(inner, f"{name}.2", outputs, outputs, 3, 1)
            short = features
            if stride != 1 or channels != outputs:
                short = convolve(features, f"{name}.s", channels, outputs, 1, stride)
            nodes.append(helper.make_node("Add", [outer, short], [f"{name}.sum"]))
            features = activate(f"{name}.sum")
            channels = outputs
    weights["head.w"] = (generator.normal(size=(channels, num_labels)) * 0.1).astype(np.float32)
    weights["head.b"] = np.zeros(num_labels, np.float32)
    nodes.append(helper.make_node("GlobalAveragePool", [features], ["pooled"]))
    nodes.append(helper.make_node("Flatten", ["pooled"], ["flat"]))
    nodes.append(helper.make_node("Gemm", ["flat", "head.w", "head.b"], ["logits"]))
    return network(nodes, weights, inputs=(3, SIDE, SIDE), num_labels=num_labels)


def run(quick: bool) -> dict[str, float]:
    """Measure and return the two ratios, and the figures they are made of."""
    rounds, seconds = (5, 0.6) if quick else (9, 2.0)
    with tempfile.TemporaryDirectory(prefix="easel-bench-") as folder:
        work = Path(folder)
        labels = [f"class {index}" for index in range(10)]
        model = residual_network()
        package = write_package(work / "package", model=model, labels=labels, side=SIDE)
        session = _bare_session(model)
        raw, served, bare, called = [], [], [], []
        with server(package, work) as (port, pid):
            load(port, callers=CALLERS, seconds=0.5)
            for _ in range(rounds):
                raw.append(_raw_cpu_ms(session, seconds / 2))
                before = cpu_seconds(pid)
                count = load(port, callers=CALLERS, seconds=seconds)["requests"]
                served.append(1e3 * (cpu_seconds(pid) - before) / count)
                for _ in range(LATENCY_TURNS):
                    bare.append(_bare_p50_ms(session, seconds / 4))
                    called.append(load(port, callers=1, seconds=seconds / 4)["p50_ms"])
            predict_ms = _predict_p50_ms(port, seconds)
    raw_ms, served_ms = statistics.median(raw), statistics.median(served)
    bare_ms, called_ms = statistics.median(bare), statistics.median(called)
    pairs = zip(called, bare, strict=True)
    return {
        "share_of_raw_binary_c32": raw_ms / served_ms,
        "p50_over_bare_c1": statistics.median(ours / theirs for ours, theirs in pairs),
        "raw_cpu_ms": raw_ms,
        "served_cpu_ms": served_ms,
        "bare_p50_ms": bare_ms,
        "called_p50_ms": called_ms,
        "predict_p50_ms": predict_ms,
    }


def _bare_session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _raw_cpu_ms(session: onnxruntime.InferenceSession, seconds: float) -> float:
    images = np.random.default_rng(1).normal(size=(RAW_BATCH, 3, SIDE, SIDE)).astype(np.float32)
    session.run(None, {"image": images})
    count = 0
    until = time.perf_counter() + seconds
    before = time.process_time()
    while time.perf_counter() < until:
        session.run(None, {"image": images})
        count += RAW_BATCH
    return 1e3 * (time.process_time() - before) / count


def _bare_p50_ms(session: onnxruntime.InferenceSession, seconds: float) -> float:
    image = np.random.default_rng(1).normal(size=(1, 3, SIDE, SIDE)).astype(np.float32)
    latencies = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        started = time.perf_counter()
        session.run(None, {"image": image})
        latencies.append(time.perf_counter() - started)
    return 1e3 * statistics.median(latencies)


def _predict_p50_ms(port: int, seconds: float) -> float:
    """Return the median latency of one caller who sends a small PNG file to ``/predict``."""
    pixels = np.random.default_rng(1).integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    latencies = []
    connection = http.client.HTTPConnection("127.0.0.1", port)
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        started = time.perf_counter()
        connection.request("POST", "/predict", file.getvalue(), {"Content-Type": "image/png"})
        response = connection.getresponse()
        response.read()
        latencies.append(time.perf_counter() - started)
        if response.status != http.HTTPStatus.OK:
            raise RuntimeError(f"The server answered {response.status}.")
    connection.close()
    return 1e3 * statistics.median(latencies)


@contextmanager
def server(package: Path, work: Path, **changes: Any) -> Iterator[tuple[int, int]]:
    """Start a deployment of one replica and one thread; yield its port and its parent's pid."""
    fields: dict[str, Any] = {
        "deployment_id": "bench",
        "port": 0,
        "num_threads": 1,
        "models": (ServedModel(name="net", version="1", package=str(package)),),
        "access": "open",
        "audience": "bench",
        **changes,
    }
    spec = DeploymentSpec(**fields)
    path = work / "deployment.json"
    path.write_text(spec.model_dump_json(), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "engine.serving", "--spec", str(path), "--work", str(work)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'deploy/sdk/python/src'}"},
        stderr=subprocess.DEVNULL,
    )
    try:
        yield port_of(work, process), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def port_of(work: Path, process: subprocess.Popen[bytes]) -> int:
    """Wait until a server says that it is ready, and return its port."""
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        status = work / "status.json"
        if status.exists() and json.loads(status.read_text(encoding="utf-8"))["state"] == "ready":
            address = json.loads((work / "address.json").read_text(encoding="utf-8"))
            return int(address["port"])
        time.sleep(0.05)
    raise RuntimeError("The server did not become ready within 60 seconds.")


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its children."""
    parent = psutil.Process(pid)
    times = [one.cpu_times() for one in (parent, *parent.children(recursive=True))]
    return float(sum(one.user + one.system for one in times))


def load(port: int, *, callers: int, seconds: float, **more: Any) -> dict[str, float]:
    """Keep callers busy in a process of their own; return how many requests, and latencies."""
    asked = Load(port, callers, seconds, SIDE, **more)
    command = [sys.executable, str(Path(__file__).with_name("serving_load.py"))]
    arguments = [json.dumps(asdict(asked))]
    done = subprocess.run([*command, *arguments], check=True, capture_output=True, timeout=120)
    result: dict[str, float] = json.loads(done.stdout)
    return result
