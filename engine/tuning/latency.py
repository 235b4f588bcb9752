"""How long an untrained network takes to answer once it is exported."""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from easel.runtime.backends.onnxruntime import load
from torch import Tensor, nn

from engine.onnx_graphs.torch_export import OPSET

_WARM_UP_CALLS, _MIN_CALLS, _MAX_CALLS, _SECONDS = 3, 10, 100, 0.25


def measured_ms(model: nn.Module, inputs: Mapping[str, Tensor], threads: int) -> float:
    """Return the median milliseconds of one prediction on ONNX Runtime.

    Args:
        model: the network; ``forward`` takes the inputs by name.
        inputs: one row each.
        threads: of the runtime.
    """
    session = load(_as_onnx(model, inputs), threads=threads)
    arrays = {name: tensor.numpy() for name, tensor in inputs.items()}
    for _ in range(_WARM_UP_CALLS):
        session.run(arrays)
    seconds: list[float] = []
    began = time.perf_counter()
    while len(seconds) < _MAX_CALLS:
        start = time.perf_counter()
        session.run(arrays)
        seconds.append(time.perf_counter() - start)
        if len(seconds) >= _MIN_CALLS and time.perf_counter() - began > _SECONDS:
            break
    return float(np.median(seconds) * 1000)


def _as_onnx(model: nn.Module, inputs: Mapping[str, Tensor]) -> bytes:
    """Return the network as ONNX by the exporter that traces.

    Packages are written by the other one (``engine.onnx_graphs.torch_export``), which proves what
    it writes and takes twenty times as long. Here nobody reads the prediction, only the clock.
    """
    was_training = model.training
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        file = Path(folder) / "candidate.onnx"
        torch.onnx.export(
            model.eval(),
            tuple(inputs.values()),
            str(file),
            input_names=list(inputs),
            opset_version=OPSET,
            dynamo=False,
        )
        model.train(was_training)
        return file.read_bytes()
