"""Build the package of a model that segments what is clicked on, out of pretrained weights."""

from __future__ import annotations

import io
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
import torch
from easel.runtime import Tensors
from easel.runtime.comparison import array_difference
from PIL import Image, ImageDraw

from engine.disk import writing_to
from engine.events import EventSink
from engine.export.folder import replace_folder
from engine.export.golden import MAX_DIFFERENCE, write_case
from engine.export.manifest import write_manifest
from engine.export.onnx import DynamicAxis, export_onnx
from engine.export.requests import FilePart
from engine.export.verify import verify_package
from engine.models.vision.sam import (
    DECODER_OUTPUTS,
    EMBEDDING,
    NOT_A_POINT,
    PictureEncoder,
    PromptDecoder,
    load_sam,
)
from engine.specs.inputs import PromptedImageInput
from engine.specs.manifest import Golden, Lineage, Manifest, NetworkSpec
from engine.specs.ops.image import FitOp, LayoutOp, NormalizeOp, PadOp
from engine.specs.ops.masks import PromptedMaskOp
from engine.specs.segmenter import SegmenterSpec
from engine.version import ENGINE_VERSION

PACKAGE, TASK = "package", "image.prompted_segmentation"
ENCODER, DECODER = "encoder", "decoder"
# Of ImageNet, as the weights were trained; Kirillov et al., ICCV 2023, appendix A.
_MEAN, _STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
_NUM_STEPS = 3


def build_segmenter(spec: SegmenterSpec, work: Path, emit: EventSink) -> Manifest:
    """Write the folder ``work/package`` whole, or not at all.

    Args:
        spec: which weights, and what the model is called.
        work: the work folder.
        emit: is told phases, progress and the finished package.

    Raises:
        ResourceError: ``weights_unusable`` or ``disk_full``.
        ExportError: when a network cannot be exported, or the exported one answers differently.
    """
    folder, partial = work / PACKAGE, work / f"{PACKAGE}.partial"
    shutil.rmtree(partial, ignore_errors=True)
    emit.phase("export")
    network = load_sam(Path(spec.weights))
    try:
        with writing_to(partial):
            partial.mkdir(parents=True)
        emit.progress("export", 1, _NUM_STEPS)
        encoder = _export_encoder(network, partial)
        emit.progress("export", 2, _NUM_STEPS)
        decoder = _export_decoder(network, partial)
        emit.progress("export", 3, _NUM_STEPS)
        manifest = write_manifest(_described(spec, network, (encoder, decoder)), partial)
        emit.phase("verify")
        golden = _record(partial)
        finished = write_manifest(manifest.model_copy(update={"golden": golden}), partial)
        verify_package(partial)
        replace_folder(partial, folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    emit.artifact("package", PACKAGE)
    return finished


def _export_encoder(network: Any, folder: Path) -> NetworkSpec:
    side = network.config.vision_config.image_size
    pictures = torch.randn(2, 3, side, side, generator=torch.Generator().manual_seed(0))
    file = f"{ENCODER}.onnx"
    inputs, outputs = export_onnx(
        PictureEncoder(network),
        {"image": pictures},
        (EMBEDDING,),
        path=folder / file,
        difference=_apart,
    )
    return NetworkSpec(name=ENCODER, file=file, inputs=inputs, outputs=outputs)


def _export_decoder(network: Any, folder: Path) -> NetworkSpec:
    vision = network.config.vision_config
    generator = torch.Generator().manual_seed(0)
    cells = vision.image_size // vision.patch_size
    labels = torch.tensor([[1, 0, 2, 3], [1, 1, 0, NOT_A_POINT]])
    sample = {
        EMBEDDING: torch.randn(2, vision.output_channels, cells, cells, generator=generator),
        "points": torch.rand(2, 4, 2, generator=generator) * vision.image_size,
        "labels": labels,
    }
    num_points = DynamicAxis("num_points")
    file = f"{DECODER}.onnx"
    inputs, outputs = export_onnx(
        PromptDecoder(network),
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
    spec: SegmenterSpec, network: Any, networks: tuple[NetworkSpec, NetworkSpec]
) -> Manifest:
    side = network.config.vision_config.image_size
    return Manifest(
        name=spec.name,
        version="1",
        task=TASK,
        multi_label=False,
        backbone=network.config.model_type,
        pretrained=spec.name,
        licence="LicenseRef-weights",
        labels=(),
        input=PromptedImageInput(),
        preprocessing=(
            FitOp(size=(side, side)),
            NormalizeOp(mean=_MEAN, std=_STD),
            PadOp(size=(side, side)),
            LayoutOp(),
        ),
        networks=networks,
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
        request = {"image": _picture(shift=number), "prompt": prompt}
        case, outputs = write_case(model, request, folder, str(number))
        cases.append(case)
        largest = max(largest, *(float(np.abs(values).max()) for values in outputs.values()))
    return Golden(cases=tuple(cases), max_abs_difference=max(MAX_DIFFERENCE, 1e-4 * largest))


def _picture(*, shift: int) -> FilePart:
    """Return a drawn thing on a ground, of odd size, so that runtimes that round are told apart."""
    picture = Image.new("RGB", (97, 61), (40, 90, 60))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((14 + shift, 9, 50 + shift, 37), fill=(220, 120, 30))
    draw.rectangle((60, 20 + shift, 90, 55), fill=(30, 40, 200))
    content = io.BytesIO()
    picture.save(content, format="PNG")
    return FilePart(content.getvalue(), ".png")
