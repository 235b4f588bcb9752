"""A tiny package with a reference: what its model says of photographs that are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from easel.runtime import Model, documents, load

from engine.drift.measuring.calls import call_features
from engine.drift.reference import DriftReference, make_reference, package_reference
from engine.drift.window import Window
from engine.specs.data import Split
from engine.specs.package.manifest import Manifest
from engine.specs.package.reference import REFERENCE_FILE
from tests.engine.drift.drawn_calls import NOW
from tests.sdk.tiny_package import list_files, png, write_package


def photographs(count: int, seed: int, *, inverted: bool = False) -> list[bytes]:
    """Return images of dim coarse patches, each with a brightness of its own."""
    chance = np.random.default_rng(seed)
    drawn = []
    for _ in range(count):
        level = chance.uniform(20, 100)
        patches = chance.normal(level, 12, (6, 8, 3)).clip(0, 255).astype(np.uint8)
        pixels = patches.repeat(4, axis=0).repeat(4, axis=1)
        drawn.append(png(255 - pixels if inverted else pixels))
    return drawn


def referenced_package(folder: Path, images: Sequence[bytes], **changes: Any) -> Path:
    """Write a package with the reference of these images; return its folder."""
    add_reference(write_package(folder, **changes), images)
    return folder


def add_reference(folder: Path, images: Sequence[bytes]) -> None:
    """Add the reference of these images to a package, as an export would."""
    model = load(folder)
    made = make_reference([_features(model, image) for image in images], Split.TEST)
    assert made is not None
    (folder / REFERENCE_FILE).write_text(made.model_dump_json(), encoding="utf-8")
    path = folder / "manifest.json"
    manifest = Manifest.model_validate_json(path.read_bytes())
    listed = manifest.model_copy(update={"files": list_files(folder)})
    path.write_text(listed.model_dump_json(), encoding="utf-8")


def reference_in(folder: Path) -> DriftReference:
    """Return the reference of a package."""
    package = load(folder).package
    assert package is not None
    found = package_reference(package)
    assert found is not None
    return found


def window_in(folder: Path, images: Sequence[bytes]) -> Window:
    """Return the window of calls of these images, counted without a server."""
    model, window = load(folder), Window(reference_in(folder))
    for image in images:
        window.add(_features(model, image), NOW)
    return window


def _features(model: Model, image: bytes) -> Any:
    value = model.pipeline.decode(image)
    example = model.pipeline.input.prepare(value)
    results = documents(model.postprocess(example, model.run([example])[0]))
    return call_features(model.manifest.input, value, results)[0]
