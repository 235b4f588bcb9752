"""Write a network as one ONNX file."""

# B batch, H height, W width, K outputs per sample

from __future__ import annotations

import copy
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from torch import nn

from engine.disk import writing_to
from engine.errors import ExportError
from engine.specs.manifest import TensorSpec

OPSET = 20
INPUT_NAME, OUTPUT_NAME = "image", "logits"


def export_onnx(
    model: nn.Module, *, input_size: tuple[int, int], path: Path
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Write a network (B, 3, H, W) → (B, K) as one self-contained ONNX file of opset 20.

    The batch axis is dynamic. Batch norms are folded into the convolutions before them. The
    network itself is left as it was.

    Args:
        model: the network; exported in evaluation mode, on the CPU, in float32.
        input_size: H and W.
        path: the file to write.

    Returns:
        The inputs and the outputs of the file.

    Raises:
        ExportError: when the network has an operator or a shape that ONNX cannot express.
        ResourceError: when the disk is full.
    """
    exported = copy.deepcopy(model).eval().cpu().float()
    # Two samples: with one, the exporter takes the batch axis for a constant.
    sample = torch.zeros(2, 3, *input_size)
    program = _program(exported, sample)
    with writing_to(path):
        program.save(path, external_data=False)
    _check(path)
    with torch.inference_mode():
        outputs = exported(sample)
    return (
        (TensorSpec(name=INPUT_NAME, datatype="FP32", shape=(None, 3, *input_size)),),
        (TensorSpec(name=OUTPUT_NAME, datatype="FP32", shape=(None, *outputs.shape[1:])),),
    )


def _program(model: nn.Module, sample: torch.Tensor) -> torch.onnx.ONNXProgram:
    try:
        with _quiet():
            program = torch.onnx.export(
                model,
                (sample,),
                dynamo=True,
                opset_version=OPSET,
                dynamic_shapes=({0: torch.export.Dim("batch", min=1)},),
                input_names=[INPUT_NAME],
                output_names=[OUTPUT_NAME],
                optimize=True,
                verbose=False,
            )
    except torch.onnx.errors.OnnxExporterError as error:
        reason = _root_cause(error)
        raise ExportError(
            f"The network cannot be written as ONNX (opset {OPSET}): {reason}. Every operator "
            "must have an ONNX form and every axis but the batch a fixed size. Choose another "
            "backbone, or replace the operator in the network.",
            code="onnx_export_failed",
            reason=reason,
        ) from error
    if program is None:
        raise ExportError("The ONNX exporter gave no program.", code="onnx_export_failed")
    return program


def _check(path: Path) -> None:
    import onnx

    try:
        onnx.checker.check_model(str(path), full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        reason = str(error).strip().splitlines()[0]
        raise ExportError(
            f"The exported ONNX file is not valid: {reason}. Choose another backbone.",
            code="onnx_invalid",
            reason=reason,
        ) from error


def _root_cause(error: BaseException) -> str:
    """Return the first line of the innermost cause: it names the operator or the shape."""
    while error.__cause__ is not None:
        error = error.__cause__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".")


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence what the exporter says about absent optional libraries and its own internals."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            yield
    finally:
        logger.setLevel(level)
