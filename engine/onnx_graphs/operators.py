"""The operators that torch's exporter knows, looked up in bearable time."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from onnxscript import TracedOnnxFunction
from torch.onnx._internal.exporter._registration import ONNXRegistry


@functools.cache
def look_operators_up_once() -> None:
    """Let the exporter keep the operators that it looks up anew for each network.

    That takes longer than the rest of exporting a small network. The list is only read.
    """
    ONNXRegistry.from_torchlib = staticmethod(functools.cache(_operators))  # type: ignore[method-assign]


_looked_up = ONNXRegistry.from_torchlib


@dataclass(frozen=True)
class _Named:
    """What the look-up asks of a function of the library."""

    domain: str


def _operators(*arguments: Any, **options: Any) -> ONNXRegistry:
    """Look the operators up without parsing the source code of every function.

    onnxscript 0.7 does so only to learn the domain of each, which is that of its opset.
    """
    function: Any = TracedOnnxFunction
    parsed = function.function_ir
    function.function_ir = property(lambda one: _Named(one.opset.domain))
    try:
        return _looked_up(*arguments, **options)
    finally:
        function.function_ir = parsed
