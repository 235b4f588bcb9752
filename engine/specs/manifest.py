"""``manifest.json``: what a model package holds and how any runtime must use it.

The op list is closed and versioned: ``ops_version`` 1 has exactly the ops below, and a runtime
refuses a manifest with another. Exact definitions: ``docs/reference/manifest-ops.md``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class ImageInput(Spec):
    """The model takes one image, upright (EXIF applied), 8-bit RGB, height × width × 3."""

    kind: Literal["image"] = "image"
    color: Literal["RGB"] = "RGB"


class ResizeOp(Spec):
    """Stretch the image to ``size`` (height, width) in exact integer arithmetic."""

    op: Literal["resize"] = "resize"
    size: tuple[int, int]
    interpolation: Literal["bilinear_fx11", "nearest"] = "bilinear_fx11"
    antialias: Literal["box", "none"] = "box"


class LetterboxOp(Spec):
    """Resize keeping the aspect into ``size`` (height, width), centred, padded with grey."""

    op: Literal["letterbox"] = "letterbox"
    size: tuple[int, int]
    pad: Annotated[int, Field(ge=0, le=255)] = 114
    interpolation: Literal["bilinear_fx11"] = "bilinear_fx11"
    antialias: Literal["box", "none"] = "box"


class CenterCropOp(Spec):
    """Keep the middle ``size`` (height, width); the image must be at least as large."""

    op: Literal["center_crop"] = "center_crop"
    size: tuple[int, int]


class NormalizeOp(Spec):
    """``float32((value / 255 - mean) / std)`` per channel, as one float32 multiply and one add."""

    op: Literal["normalize"] = "normalize"
    mean: tuple[float, float, float]
    std: tuple[float, float, float]


class LayoutOp(Spec):
    """Order of the axes handed to the network; a batch axis is put first."""

    op: Literal["layout"] = "layout"
    to: Literal["NCHW", "NHWC"] = "NCHW"


PreprocessingOp = Annotated[
    ResizeOp | LetterboxOp | CenterCropOp | NormalizeOp | LayoutOp, Field(discriminator="op")
]


class SoftmaxOp(Spec):
    """Scores that add up to one, computed in double precision after subtracting the maximum."""

    op: Literal["softmax"] = "softmax"


class SigmoidOp(Spec):
    """Independent scores in 0..1, computed in double precision."""

    op: Literal["sigmoid"] = "sigmoid"


class LabelsOp(Spec):
    """Name the scores: descending score, ties by label order.

    ``select`` is ``top`` (the ``top_num`` best, single-label) or ``threshold`` (all labels whose
    score reaches their recommended threshold, multi-label).
    """

    op: Literal["labels"] = "labels"
    select: Literal["top", "threshold"]
    top_num: Annotated[int, Field(ge=1)] = 6


PostprocessingOp = Annotated[SoftmaxOp | SigmoidOp | LabelsOp, Field(discriminator="op")]


class TensorSpec(Spec):
    """One input or output of the network; ``None`` in ``shape`` is a dynamic axis."""

    name: str
    datatype: Literal["FP32", "FP16", "INT64", "INT32", "UINT8"]
    shape: tuple[int | None, ...]


class LabelSpec(Spec):
    """One class: its name and the threshold recommended by the evaluation."""

    name: str
    threshold: Annotated[float, Field(ge=0, le=1)]


class FileSpec(Spec):
    """One file of the package, ``path`` relative to its root."""

    path: str
    sha256: str
    bytes: int


class GoldenCase(Spec):
    """One golden vector: decoded pixels in, tensors and answer out.

    ``pixels`` (.npy, uint8 height × width × 3), ``input`` (.npy, the preprocessed tensor, equal
    bit for bit), ``output`` (.npy, the network's output) and ``result`` (JSON answer) are paths in
    the package; ``image`` is the same picture as PNG.
    """

    image: str
    pixels: str
    input: str
    output: str
    result: str


class Golden(Spec):
    """The golden vectors and how closely a runtime must reproduce the network's output."""

    cases: tuple[GoldenCase, ...]
    max_abs_difference: float = 1e-4


class Lineage(Spec):
    """Where the model came from."""

    run_id: str
    dataset_version_id: str | None
    initial_model: str | None
    engine_version: str
    created_at: str


class Manifest(Spec):
    """The whole of ``manifest.json``."""

    schema_version: Literal[1] = 1
    ops_version: Literal[1] = 1
    name: str
    version: str
    task: str
    multi_label: bool
    backbone: str
    pretrained: str | None
    licence: str
    labels: tuple[LabelSpec, ...]
    input: ImageInput
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    preprocessing: tuple[PreprocessingOp, ...]
    postprocessing: tuple[PostprocessingOp, ...]
    model_file: str = "model.onnx"
    weights_file: str = "weights.safetensors"
    report_file: str = "report.json"
    golden: Golden
    files: tuple[FileSpec, ...]
    lineage: Lineage
