"""Write a network as one ONNX file, and prove that the file answers like the network."""

# R rows: the batch axis

from __future__ import annotations

import copy
import logging
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from easel.runtime import Tensors
from easel.runtime.backends.onnxruntime import load
from torch import Tensor, nn

from engine.disk import writing_to
from engine.errors import ExportError
from engine.garbage import uncollected
from engine.specs.package.manifest import TensorSpec

OPSET = 20
MAX_DIFFERENCE = 1e-3
DATATYPES = {
    torch.float32: "FP32",
    torch.float16: "FP16",
    torch.int64: "INT64",
    torch.int32: "INT32",
    torch.uint8: "UINT8",
}


@dataclass(frozen=True)
class DynamicAxis:
    """An axis beside the batch that may have any length, such as the tokens of a text.

    Attributes:
        name: axes of one name have the same length.
        smallest: least length that the network is given.
        largest: greatest length, ``None`` for no limit.
        multiple: lengths are multiples of it; the preprocessing pads to them.
    """

    name: str
    smallest: int = 1
    largest: int | None = None
    multiple: int = 1


Axes = Mapping[str, Mapping[int, DynamicAxis]]


def export_onnx(
    model: nn.Module,
    sample_inputs: Mapping[str, Tensor],
    output_names: Sequence[str],
    *,
    path: Path,
    difference: Callable[[Tensors, Tensors], float],
    dynamic_axes: Axes | None = None,
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Write a network as one self-contained ONNX file of opset 20.

    The batch axis, the first of every tensor, is dynamic. Batch norms are folded into the
    convolutions before them. The network itself is left as it was. The file is then run on the
    sample, on one row of it, and where axes are dynamic on other lengths of it.

    Args:
        model: the network; exported in evaluation mode, on the CPU, in float32. It takes the
            inputs by name and returns a tensor or a tuple of them.
        sample_inputs: two rows or more, by name.
        output_names: of what it returns, in order.
        path: the file to write.
        difference: how far the outputs of network and file are apart.
        dynamic_axes: by name of an input, the dynamic axes beside the batch.

    Returns:
        The inputs and the outputs of the file.

    Raises:
        ExportError: when the network has an operator or a shape that ONNX cannot express, or the
            file answers otherwise.
        ResourceError: when the disk is full.
    """
    # Gradients are of no use here, and tracing those of some operators warns.
    exported = copy.deepcopy(model).eval().cpu().float().requires_grad_(False)
    sample = {name: tensor.cpu() for name, tensor in sample_inputs.items()}
    axes = dynamic_axes or {}
    program = _program(exported, sample, output_names, axes)
    with writing_to(path):
        program.save(path, external_data=False)
    from engine.onnx_graphs.graph import require_valid

    require_valid(path)
    outputs = _run(exported, sample, output_names)
    lengthened = [_run(exported, other, output_names) for other in _other_lengths(sample, axes)]
    _compare(exported, path, sample, axes, output_names, difference)
    return (
        tuple(_describe(name, sample[name], set(axes.get(name, {}))) for name in sample),
        tuple(
            _describe(name, outputs[name], _changed(outputs[name], [o[name] for o in lengthened]))
            for name in output_names
        ),
    )


def as_tuple(outputs: Tensor | tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """Return what ``forward`` returned as a tuple."""
    return (outputs,) if isinstance(outputs, Tensor) else tuple(outputs)


def _program(
    model: nn.Module, sample: Mapping[str, Tensor], output_names: Sequence[str], axes: Axes
) -> torch.onnx.ONNXProgram:
    with uncollected():
        from engine.onnx_graphs.batch_norms import with_folded_norms
        from engine.onnx_graphs.operators import look_operators_up_once
        from engine.onnx_graphs.rewriting import begin_with_the_first_node

        look_operators_up_once()
        begin_with_the_first_node()
    try:
        with _quiet(), uncollected():
            program = torch.onnx.export(
                with_folded_norms(model, sample),
                kwargs=dict(sample),
                dynamo=True,
                opset_version=OPSET,
                dynamic_shapes=_dynamic_shapes(sample, axes),
                input_names=list(sample),
                output_names=list(output_names),
                optimize=True,
                verbose=False,
            )
    except torch.onnx.errors.OnnxExporterError as error:
        reason = _root_cause(error)
        raise ExportError(
            f"The network cannot be written as ONNX (opset {OPSET}): {reason}. Every operator "
            "must have an ONNX form and every axis that is not declared dynamic a fixed size. "
            "Choose another backbone, or replace the operator in the network.",
            code="onnx_export_failed",
            reason=reason,
        ) from error
    if program is None:
        raise ExportError("The ONNX exporter gave no program.", code="onnx_export_failed")
    return program


def _dynamic_shapes(sample: Mapping[str, Tensor], axes: Axes) -> dict[str, dict[int, Any]]:
    batch = torch.export.Dim("batch", min=1)
    named: dict[str, Any] = {}
    shapes: dict[str, dict[int, Any]] = {}
    for name in sample:
        shapes[name] = {0: batch}
        for place, axis in axes.get(name, {}).items():
            if axis.name not in named:
                least = -(-axis.smallest // axis.multiple)
                most = None if axis.largest is None else axis.largest // axis.multiple
                length = torch.export.Dim(f"{axis.name}_dim", min=least, max=most)
                named[axis.name] = length if axis.multiple == 1 else axis.multiple * length
            shapes[name][place] = named[axis.name]
    return shapes


def _other_lengths(sample: Mapping[str, Tensor], axes: Axes) -> list[dict[str, Tensor]]:
    """Return the sample with its dynamic axes cut to about half, and to twice where allowed."""
    if not axes:
        return []
    return [
        {name: _resized(tensor, axes.get(name, {}), share) for name, tensor in sample.items()}
        for share in (0.5, 2.0)
    ]


def _resized(tensor: Tensor, axes: Mapping[int, DynamicAxis], share: float) -> Tensor:
    """Return a tensor whose axes have about ``share`` of their length, as far as they may.

    Values are cut, or repeated from the start: they stay what the network may see.
    """
    for place, axis in axes.items():
        wanted = int(tensor.shape[place] * share) // axis.multiple * axis.multiple
        wanted = max(wanted, axis.multiple, -(-axis.smallest // axis.multiple) * axis.multiple)
        if axis.largest is not None:
            wanted = min(wanted, axis.largest // axis.multiple * axis.multiple)
        indices = torch.arange(wanted) % tensor.shape[place]
        tensor = tensor.index_select(place, indices)
    return tensor


@torch.inference_mode()
def _run(
    model: nn.Module, inputs: Mapping[str, Tensor], output_names: Sequence[str]
) -> dict[str, Tensor]:
    return dict(zip(output_names, as_tuple(model(**inputs)), strict=True))


def _compare(
    model: nn.Module,
    path: Path,
    sample: Mapping[str, Tensor],
    axes: Axes,
    output_names: Sequence[str],
    difference: Callable[[Tensors, Tensors], float],
) -> None:
    """Run network and file on the sample, one row of it, and its other lengths."""
    session = load(path.read_bytes(), threads=1)
    # One row shows a batch axis that tracing took for a constant.
    one_row = {name: tensor[:1] for name, tensor in sample.items()}
    for inputs in (dict(sample), one_row, *_other_lengths(sample, axes)):
        expected = {
            name: value.numpy() for name, value in _run(model, inputs, output_names).items()
        }
        arrays = {name: tensor.numpy() for name, tensor in inputs.items()}
        given = dict(zip(session.output_names, session.run(arrays), strict=True))
        apart = difference(expected, given)
        # So written, NaN differs too.
        if not apart <= MAX_DIFFERENCE:
            shapes = ", ".join(f"{name} {list(tensor.shape)}" for name, tensor in inputs.items())
            raise ExportError(
                f"The exported network answers otherwise than the trained one for the shapes "
                f"{shapes}: by {apart:.3g}, at most {MAX_DIFFERENCE} is expected. Choose another "
                "backbone, or float32 precision.",
                code="onnx_differs",
                shapes=shapes,
                # JSON has no infinity.
                difference=min(apart, 1e30),
            )


def _describe(name: str, tensor: Tensor, dynamic: set[int]) -> TensorSpec:
    if tensor.dtype not in DATATYPES:
        raise ExportError(
            f"The tensor '{name}' of the network has the type {tensor.dtype}; a package knows "
            f"{', '.join(DATATYPES.values())}. Convert it in the network.",
            code="onnx_export_failed",
            reason=f"{name}: {tensor.dtype}",
        )
    shape = tuple(
        None if place == 0 or place in dynamic else side for place, side in enumerate(tensor.shape)
    )
    return TensorSpec.model_validate(
        {"name": name, "datatype": DATATYPES[tensor.dtype], "shape": shape}
    )


def _changed(tensor: Tensor, others: Sequence[Tensor]) -> set[int]:
    """Return the axes of an output whose length follows those of the inputs."""
    return {
        place
        for other in others
        for place, (one, two) in enumerate(zip(tensor.shape, other.shape, strict=True))
        if one != two
    }


def _root_cause(error: BaseException) -> str:
    """Return the first line of the innermost cause: it names the operator or the shape."""
    while error.__cause__ is not None:
        error = error.__cause__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".")


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence what the exporter says about absent optional libraries and its own internals."""
    loggers = [logging.getLogger(name) for name in ("torch.onnx", "onnx_ir", "onnxscript")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            # Inputs that share an axis, as tokens and their mask do, are what was asked for.
            warnings.filterwarnings("ignore", "# The axis name", UserWarning)
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
