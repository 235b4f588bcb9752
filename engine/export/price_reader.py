"""Give a package of shelves a reader of text, so that it reads price tags: proven anew."""

from __future__ import annotations

from pathlib import Path

import easel.runtime
from easel.errors import EaselError
from easel.runtime.predictions.products import ProductsDecoder
from easel.runtime.predictions.words import ReadLinesDecoder

from engine.disk import writing_to
from engine.errors import DataError, SpecError
from engine.export.add_product import asked_before, copy_files, finish_package
from engine.export.folder import replacing
from engine.specs.package.manifest import Golden, Manifest, NetworkSpec
from engine.specs.package.ops.products import ReadPricesOp
from engine.specs.package.ops.words import ReadLinesOp

DETECTOR, RECOGNIZER, CHARACTERS = "tag_detector", "tag_recognizer", "tag_characters.json"


def add_price_reader(package: Path, reader: Path, output: Path) -> Manifest:
    """Write a package of shelves that reads the price tags below its products, too.

    No network changes: those of the reader join, and their images are the edges of the boards.
    A reader that is there already is replaced. Golden vectors are recorded anew, and the package is
    verified before it is put in its place.

    Args:
        package: folder or zip of ``retail.product_detection``.
        reader: folder or zip of ``ocr.text_recognition``.
        output: folder of the new package; an older one is replaced.

    Raises:
        DataError: when a package is missing or damaged.
        SpecError: ``no_product_library`` or ``no_text_reader`` when one is of another task.
        ExportError: when the new package fails its self-test.
        ResourceError: when the disk is full.
    """
    shelf, text = _opened(package), _opened(reader)
    assert shelf.package is not None
    if not isinstance(shelf.pipeline.decoder, ProductsDecoder):
        raise SpecError(
            f"The package '{package}' is of the task '{shelf.manifest.task}', which has no "
            "library of products. Choose a package of 'retail.product_detection'.",
            code="no_product_library",
            task=shelf.manifest.task,
        )
    manifest = Manifest.model_validate(shelf.manifest.document)
    with replacing(output) as partial:
        copy_files(shelf.package, partial)
        combined = _combined(manifest, text, reader, partial)
        return finish_package(combined, iter(asked_before(shelf)), partial)


def _opened(package: Path) -> easel.runtime.Model:
    try:
        return easel.runtime.load(package)
    except EaselError as error:
        raise DataError(error.message, code=error.code, **error.params) from error


def _combined(
    manifest: Manifest, text: easel.runtime.Model, reader: Path, folder: Path
) -> Manifest:
    """Copy the reader's networks and characters, and name them in the manifest."""
    theirs = Manifest.model_validate(text.manifest.document)
    op = theirs.postprocessing[-1]
    if not isinstance(text.pipeline.decoder, ReadLinesDecoder) or not isinstance(op, ReadLinesOp):
        raise SpecError(
            f"The package '{reader}' is of the task '{theirs.task}', which reads no text. Choose a "
            "package of 'ocr.text_recognition'.",
            code="no_text_reader",
            task=theirs.task,
        )
    assert text.package is not None
    by_name = {network.name: network for network in theirs.networks}
    networks = [one for one in manifest.networks if one.name not in (DETECTOR, RECOGNIZER)]
    files = {CHARACTERS: op.characters}
    for name, network in (
        (DETECTOR, theirs.networks[0]),
        (RECOGNIZER, by_name[op.recognizer]),
    ):
        files[f"{name}.onnx"] = network.file
        networks.append(
            NetworkSpec(
                name=name, file=f"{name}.onnx", inputs=network.inputs, outputs=network.outputs
            )
        )
    for path, source in files.items():
        with writing_to(folder / path):
            (folder / path).write_bytes(text.package.read(source))
    prices = ReadPricesOp.model_validate(
        {
            "detector": DETECTOR,
            "recognizer": RECOGNIZER,
            "characters": CHARACTERS,
            "preprocessing": theirs.preprocessing,
            "line_height": op.line_height,
            "map_threshold": op.map_threshold,
            "region_threshold": op.region_threshold,
        }
    )
    ops = [one for one in manifest.postprocessing if one.op != "read_prices"]
    made_from = f"{manifest.name}:{manifest.version}"
    return manifest.model_copy(
        update={
            "networks": tuple(networks),
            "postprocessing": (*ops, prices),
            "golden": Golden(cases=()),
            "lineage": manifest.lineage.model_copy(update={"initial_model": made_from}),
        }
    )
