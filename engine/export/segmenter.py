"""Build the package of a model that segments what is clicked on, out of pretrained weights."""

# R rows, S side of the network's image, N points, M masks, h w of a mask

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import easel.runtime
import numpy as np
import torch
from easel.runtime import Tensors
from easel.runtime.comparison import array_difference
from PIL import Image, ImageDraw
from torch import Tensor, nn

from engine.disk import writing_to
from engine.events import EventSink
from engine.export.folder import replacing
from engine.export.golden import MAX_DIFFERENCE, write_case
from engine.export.manifest import write_manifest
from engine.export.requests import FilePart
from engine.export.verify import verify_package
from engine.models.vision.segmentation.sam import (
    DECODER_OUTPUTS,
    EMBEDDING,
    MODEL_TYPE,
    NOT_A_POINT,
    ImageEncoder,
    PromptDecoder,
    load_sam,
)
from engine.onnx_graphs.torch_export import DynamicAxis, export_onnx
from engine.specs.package.inputs import PromptedImageInput
from engine.specs.package.manifest import Golden, Lineage, Manifest, NetworkSpec
from engine.specs.package.ops.image import FitOp, LayoutOp, NormalizeOp, PadOp
from engine.specs.package.ops.masks import PromptedMaskOp
from engine.specs.segmenter import SegmenterSpec
from engine.version import ENGINE_VERSION

PACKAGE, TASK = "package", "image.prompted_segmentation"
ENCODER, DECODER = "encoder", "decoder"
# Of ImageNet, as the weights were trained; Kirillov et al., ICCV 2023, appendix A.
_MEAN, _STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
NUM_STEPS = 3


@dataclass(frozen=True)
class ClickNetworks:
    """The two networks of a model that segments what is clicked on.

    Attributes:
        encoder: an image ``image`` (R, 3, S, S) to its ``embedding``.
        decoder: ``embedding``, ``points`` (R, N, 2) and ``labels`` (R, N) to ``masks`` (R, M, h, w)
            and ``scores`` (R, M).
        side: S, the height and width of the network's image in pixels.
        kind: what sort of network it is.
    """

    encoder: nn.Module
    decoder: nn.Module
    side: int
    kind: str


def build_segmenter(spec: SegmenterSpec, work: Path, emit: EventSink) -> Manifest:
    """Write the folder ``work/package`` out of pretrained weights, whole or not at all.

    Args:
        spec: which weights, and what the model is called.
        work: the work folder.
        emit: is told phases, progress and the finished package.

    Raises:
        ResourceError: ``weights_unusable`` or ``disk_full``.
        ExportError: when a network cannot be exported, or the exported one answers differently.
    """
    emit.phase("export")
    network = load_sam(Path(spec.weights))
    side = network.config.vision_config.image_size
    networks = ClickNetworks(ImageEncoder(network), PromptDecoder(network), side, MODEL_TYPE)
    manifest = write_segmenter(
        networks,
        spec.name,
        work / PACKAGE,
        progress=lambda done: emit.progress("export", done, NUM_STEPS),
    )
    emit.artifact("package", PACKAGE)
    return manifest


def write_segmenter(
    networks: ClickNetworks, name: str, folder: Path, *, progress: Callable[[int], None]
) -> Manifest:
    """Write the package of two networks, which is verified before it is put in its place.

    Args:
        networks: in evaluation mode.
        name: of the model.
        folder: of the package; an older one is replaced.
        progress: is told how many of ``NUM_STEPS`` steps are done.

    Raises:
        ExportError: when a network cannot be exported, or the exported one answers differently.
        ResourceError: ``disk_full``.
    """
    with replacing(folder) as partial:
        with writing_to(partial):
            partial.mkdir(parents=True)
        images = torch.randn(
            2, 3, networks.side, networks.side, generator=torch.Generator().manual_seed(0)
        )
        encoder = _export_encoder(networks.encoder, images, partial)
        progress(1)
        with torch.inference_mode():
            embedding = networks.encoder(images)
        decoder = _export_decoder(networks, embedding, partial)
        progress(2)
        manifest = write_manifest(_described(networks, name, (encoder, decoder)), partial)
        golden = _record(partial)
        finished = write_manifest(manifest.model_copy(update={"golden": golden}), partial)
        verify_package(partial)
        progress(NUM_STEPS)
    return finished


def _export_encoder(encoder: nn.Module, images: Tensor, folder: Path) -> NetworkSpec:
    file = f"{ENCODER}.onnx"
    inputs, outputs = export_onnx(
        encoder, {"image": images}, (EMBEDDING,), path=folder / file, difference=_apart
    )
    return NetworkSpec(name=ENCODER, file=file, inputs=inputs, outputs=outputs)


def _export_decoder(networks: ClickNetworks, embedding: Tensor, folder: Path) -> NetworkSpec:
    places = torch.rand(2, 4, 2, generator=torch.Generator().manual_seed(0))
    sample = {
        # What inference made is no leaf that the exporter could trace.
        EMBEDDING: embedding.clone(),
        "points": places * networks.side,
        "labels": torch.tensor([[1, 0, 2, 3], [1, 1, 0, NOT_A_POINT]]),
    }
    num_points = DynamicAxis("num_points")
    file = f"{DECODER}.onnx"
    inputs, outputs = export_onnx(
        networks.decoder,
        sample,
        DECODER_OUTPUTS,
        path=folder / file,
        difference=_apart,
        dynamic_axes={"points": {1: num_points}, "labels": {1: num_points}},
    )
    return NetworkSpec(name=DECODER, file=file, inputs=inputs, outputs=outputs)


def _apart(expected: Tensors, given: Tensors) -> float:
    """Return the largest difference of an output, as a share of its largest value above 1."""
    return max(
        array_difference(given[name], values) / max(1.0, float(np.abs(values).max()))
        for name, values in expected.items()
    )


def _described(
    networks: ClickNetworks, name: str, files: tuple[NetworkSpec, NetworkSpec]
) -> Manifest:
    size = (networks.side, networks.side)
    return Manifest(
        name=name,
        version="1",
        task=TASK,
        multi_label=False,
        backbone=networks.kind,
        pretrained=name,
        # SPDX's form for a licence that is in no list: nobody says which one the weights have.
        licence="LicenseRef-weights",
        labels=(),
        input=PromptedImageInput(),
        preprocessing=(
            FitOp(size=size),
            NormalizeOp(mean=_MEAN, std=_STD),
            PadOp(size=size),
            LayoutOp(),
        ),
        networks=files,
        postprocessing=(PromptedMaskOp(decoder=DECODER),),
        weights_file=None,
        report_file=None,
        golden=Golden(cases=()),
        files=(),
        lineage=Lineage(
            run_id="",
            dataset_version_id=None,
            initial_model=None,
            engine_version=ENGINE_VERSION,
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        ),
    )


def _record(folder: Path) -> Golden:
    """Ask the package by a click and by a box, and write down what it says."""
    model = easel.runtime.load(folder)
    prompts = (
        {"points": [{"x": 33.5, "y": 21.5}]},
        {
            "points": [{"x": 60.0, "y": 40.5, "positive": False}],
            "box": {"left": 12.0, "top": 8.0, "width": 40.0, "height": 30.0},
        },
    )
    cases = []
    largest = 0.0
    for number, prompt in enumerate(prompts, start=1):
        request = {"image": _image(shift=number), "prompt": prompt}
        case, outputs = write_case(model, request, folder, str(number))
        cases.append(case)
        largest = max(largest, *(float(np.abs(values).max()) for values in outputs.values()))
    return Golden(cases=tuple(cases), max_abs_difference=max(MAX_DIFFERENCE, 1e-4 * largest))


def _image(*, shift: int) -> FilePart:
    """Return a drawn thing on a ground, of odd size, so that runtimes that round are told apart."""
    image = Image.new("RGB", (97, 61), (40, 90, 60))
    draw = ImageDraw.Draw(image)
    draw.ellipse((14 + shift, 9, 50 + shift, 37), fill=(220, 120, 30))
    draw.rectangle((60, 20 + shift, 90, 55), fill=(30, 40, 200))
    content = io.BytesIO()
    image.save(content, format="PNG")
    return FilePart(content.getvalue(), ".png")
