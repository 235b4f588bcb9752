"""The exporter finds all operators of its library, and looks for them once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from onnxscript import TracedOnnxFunction
from torch import nn
from torch.onnx._internal.exporter import _registration

from engine.onnx_graphs import operators
from engine.onnx_graphs.torch_export import export_onnx


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Any:
    """How the library looks its operators up, whatever others did before."""
    monkeypatch.setattr(
        _registration.ONNXRegistry, "from_torchlib", _registration.ONNXRegistry.from_torchlib
    )
    operators.look_operators_up_once.cache_clear()
    yield operators._looked_up
    operators.look_operators_up_once.cache_clear()


def test_the_operators_are_those_of_the_library(looked_up: Any) -> None:
    parsed = TracedOnnxFunction.function_ir
    operators.look_operators_up_once()

    ours, theirs = _registration.ONNXRegistry.from_torchlib(), looked_up()

    assert list(ours.functions) == list(theirs.functions)
    assert ours.functions == theirs.functions
    assert TracedOnnxFunction.function_ir is parsed


def test_networks_are_exported_with_operators_that_were_looked_up_once(
    looked_up: Any, tmp_path: Path
) -> None:
    for name in ("first", "second"):
        export_onnx(
            nn.Linear(2, 1),
            {"input": torch.zeros(2, 2)},
            ["output"],
            path=tmp_path / f"{name}.onnx",
            difference=lambda expected, given: float(
                abs(expected["output"] - given["output"]).max()
            ),
        )

    kept = _registration.ONNXRegistry.from_torchlib
    assert kept() is kept()
    assert kept().functions == looked_up().functions
