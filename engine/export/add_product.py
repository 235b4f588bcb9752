"""Teach a package of shelves another product, without training: a larger library, proven anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import easel.runtime
import numpy as np
from easel.errors import EaselError
from easel.runtime import Source
from easel.runtime.image import decode_image
from easel.runtime.predictions.products import ProductsDecoder
from easel.runtime.retail.cutout import cut_out
from easel.runtime.retail.library import Library
from easel.runtime.retail.shelf import UNKNOWN
from pydantic import TypeAdapter

from engine.disk import writing_to
from engine.errors import DataError, SpecError
from engine.export.folder import replacing
from engine.export.golden import record_golden
from engine.export.manifest import write_manifest
from engine.export.model_card import model_card
from engine.export.verify import verify_package
from engine.specs.package.manifest import Golden, LabelSpec, Manifest
from engine.specs.package.report import Report
from engine.training.vision.product_library import reference_crops

_GOLDEN = "golden/"
_REPORT: TypeAdapter[Report] = TypeAdapter(Report)


def add_product(package: Path, product: str, photos: Sequence[Path], output: Path) -> Manifest:
    """Write a package that knows one more product, or a known one by more photos.

    The networks stay as they are: the embedder makes vectors of the photos, which join the library.
    Golden vectors are recorded anew, a photo of the product first, and the package is verified
    before it is put in its place. The threshold of a new product is the least of the others'.

    Args:
        package: folder or zip of a product reader.
        product: name of the product.
        photos: each shows it alone, as for training.
        output: folder of the new package; an older one is replaced.

    Raises:
        DataError: when a photo is damaged, or there is none, or the package is.
        SpecError: ``no_product_library`` when the package is of another task, ``product_name``
            when the name is empty or taken by the unknown.
        ExportError: when the new package fails its self-test.
        ResourceError: when the disk is full.
    """
    _require_name(product)
    if not photos:
        raise DataError("There is no photo of the product. Give at least one.", code="no_samples")
    try:
        model = easel.runtime.load(package)
    except EaselError as error:
        raise DataError(error.message, code=error.code, **error.params) from error
    decoder = model.pipeline.decoder
    if not isinstance(decoder, ProductsDecoder) or model.package is None:
        raise SpecError(
            f"The package '{package}' is of the task '{model.manifest.task}', which has no "
            "library of products. Choose a package of 'retail.product_detection'.",
            code="no_product_library",
            task=model.manifest.task,
        )
    manifest = Manifest.model_validate(model.manifest.document)
    crops = reference_crops([cut_out(_decoded(photo)) for photo in photos], decoder.crop_size)
    library = decoder.library.with_product(product, decoder.embed(crops, model.run_network))
    with replacing(output) as partial:
        copy_files(model.package, partial)
        _write_library(manifest, library, partial)
        return finish_package(
            _described(manifest, product), iter([photos[0], *asked_before(model)]), partial
        )


def _require_name(product: str) -> None:
    if not product.strip() or product == UNKNOWN:
        raise SpecError(
            f"'{product}' cannot be the name of a product. Choose a name; '{UNKNOWN}' is that of "
            "products that are in no library.",
            code="product_name",
            name=product,
        )


def _decoded(photo: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    try:
        return decode_image(photo)
    except EaselError as error:
        raise DataError(
            f"'{photo.name}' cannot be decoded ({error.message}). Replace or remove it.",
            code="image_unreadable",
            sample=photo.name,
            count=1,
        ) from error


def copy_files(package: easel.runtime.Package, folder: Path) -> None:
    """Copy all files but manifest and golden vectors, each checked against its hash."""
    for file in package.manifest.files:
        if not file.path.startswith(_GOLDEN):
            path = folder / file.path
            with writing_to(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(package.read(file.path))


def _write_library(manifest: Manifest, library: Library, folder: Path) -> None:
    op = next(one for one in manifest.postprocessing if one.op == "recognise_products").model_dump()
    for name, content in zip((op["library"], op["vectors"]), library.files(), strict=True):
        with writing_to(folder / name):
            (folder / name).write_bytes(content)


def _described(manifest: Manifest, product: str) -> Manifest:
    """Return the manifest with the product among its labels, as yet without golden vectors."""
    labels = manifest.labels
    if product not in {label.name for label in labels}:
        least = min(label.threshold for label in labels)
        labels = (*labels, LabelSpec(name=product, threshold=least))
    made_from = f"{manifest.name}:{manifest.version}"
    return manifest.model_copy(
        update={
            "labels": labels,
            "golden": Golden(cases=()),
            "lineage": manifest.lineage.model_copy(update={"initial_model": made_from}),
        }
    )


def asked_before(model: easel.runtime.Model) -> list[Source]:
    """Return the images that the golden vectors of a package ask about."""
    package = model.package
    assert package is not None
    cases = Manifest.model_validate(model.manifest.document).golden.cases
    requests = [json.loads(package.read(case.request)) for case in cases]
    return [package.read(request["image"]["file"]) for request in requests]


def finish_package(manifest: Manifest, questions: Iterator[Source], folder: Path) -> Manifest:
    """Describe the new package, record its golden vectors and verify the whole."""
    assert manifest.report_file is not None, "a package of a task was evaluated"
    report = _REPORT.validate_json((folder / manifest.report_file).read_bytes())
    with writing_to(folder):
        (folder / "MODEL_CARD.md").write_text(model_card(manifest, report), "utf-8")
    # Twice: the golden vectors are what the package answers, which has to load before.
    write_manifest(manifest, folder)
    golden = record_golden(easel.runtime.load(folder), questions, folder)
    finished = write_manifest(manifest.model_copy(update={"golden": golden}), folder)
    verify_package(folder)
    return finished
