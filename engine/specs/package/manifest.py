"""``manifest.json``: what a model package holds and how any runtime must use it.

The op list is closed and versioned: ``ops_version`` 1 has exactly the ops of
``engine.specs.package.ops``, and a runtime refuses a manifest with another.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.package.inputs import InputSpec
from engine.specs.package.ops.anomaly import AnomalyOp
from engine.specs.package.ops.audio import AudioOp
from engine.specs.package.ops.boxes import BoxOp
from engine.specs.package.ops.image import ImageOp
from engine.specs.package.ops.labels import LabelOp
from engine.specs.package.ops.masks import MaskOp
from engine.specs.package.ops.matches import MatchesOp
from engine.specs.package.ops.products import ProductsOp
from engine.specs.package.ops.series import ForecastOps, SeriesOp
from engine.specs.package.ops.table import RowOp, TableOp
from engine.specs.package.ops.text import TextOp, TextPredictionOp
from engine.specs.package.ops.tracks import TracksOp
from engine.specs.package.ops.transcript import TranscriptOp
from engine.specs.package.ops.video import VideoOp
from engine.specs.package.ops.words import WordsOp
from engine.specs.spec import Spec

PreprocessingOp = Annotated[
    ImageOp | TextOp | TableOp | SeriesOp | AudioOp | VideoOp, Field(discriminator="op")
]
PostprocessingOp = Annotated[
    LabelOp
    | BoxOp
    | MaskOp
    | TracksOp
    | ProductsOp
    | AnomalyOp
    | TextPredictionOp
    | TranscriptOp
    | RowOp
    | ForecastOps
    | MatchesOp
    | WordsOp,
    Field(discriminator="op"),
]


class TensorSpec(Spec):
    """One input or output of the network; ``None`` in ``shape`` is a dynamic axis.

    The datatypes are those of the Open Inference Protocol; BYTES are strings.
    """

    name: str
    datatype: Literal["FP32", "FP16", "INT64", "INT32", "UINT8", "BYTES"]
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
    """One golden vector: a request in, tensors and answer out; all paths in the package.

    ``request`` is a JSON object by part of the input: a value, or ``{"file": path}``. ``decoded``
    is that file as a runtime decodes it (.npy; pixels uint8 height × width × 3, audio float32),
    absent where nothing is decoded. ``inputs`` and ``outputs`` (.npy) are the first network's, by
    tensor name, with the batch axis; ``result`` is the JSON answer.
    """

    request: str
    decoded: str | None
    inputs: dict[str, str]
    outputs: dict[str, str]
    result: str


class Golden(Spec):
    """The golden vectors and how closely a runtime must reproduce them.

    Inputs must be equal bit for bit when ``max_input_difference`` is 0, as it is wherever
    preprocessing is integer arithmetic.
    """

    cases: tuple[GoldenCase, ...]
    max_input_difference: float = 0.0
    max_abs_difference: float = 1e-4


class NetworkSpec(Spec):
    """One network of the package: a file and its tensors."""

    name: str
    file: str
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]


class Lineage(Spec):
    """Where the model came from."""

    run_id: str
    dataset_version_id: str | None
    initial_model: str | None
    engine_version: str
    created_at: str


class Manifest(Spec):
    """The whole of ``manifest.json``.

    The first of ``networks`` takes what ``preprocessing`` makes; ops may name the others. Ops also
    name the files they read, such as a tokenizer. ``weights_file`` is what incremental training
    starts from; ``report_file`` is absent where nothing was trained.
    """

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
    input: InputSpec
    preprocessing: tuple[PreprocessingOp, ...]
    networks: tuple[NetworkSpec, ...]
    postprocessing: tuple[PostprocessingOp, ...]
    weights_file: str | None = "weights.safetensors"
    report_file: str | None = "report.json"
    golden: Golden
    files: tuple[FileSpec, ...]
    lineage: Lineage
