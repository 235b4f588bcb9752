"""A package of shelves is given a reader of text, and answers with the prices it reads."""

from __future__ import annotations

from pathlib import Path

import easel.runtime
import numpy as np
import pytest
from easel.runtime.predictions.prices import PricedProductsDecoder

from engine.cli import main
from engine.errors import SpecError
from engine.export.price_reader import add_price_reader
from engine.export.verify import verify_package
from tests.conformance.trained import trained_package


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a package of shelves and one of text."""
    shelves = trained_package(tmp_path_factory, "retail.product_detection packages")
    return shelves, trained_package(tmp_path_factory, "ocr.text_recognition numbers")


def test_a_package_with_a_reader_is_proven_and_answers(
    packages: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf, reader = packages
    output = tmp_path / "priced"
    arguments = ["--package", str(shelf), "--reader", str(reader), "--output", str(output)]

    assert main(["add_price_reader", *arguments]) == 0

    assert "reads price tags with 4 networks" in capsys.readouterr().out.replace("\n", "")
    verify_package(output)
    model = easel.runtime.load(output)
    assert isinstance(model.pipeline.decoder, PricedProductsDecoder)
    assert len(model.manifest.golden) > 0
    photo = np.random.default_rng(0).integers(0, 255, (90, 120, 3)).astype(np.uint8)
    plain = easel.runtime.load(shelf).predict(photo, threshold=0.0)
    priced = [one for one in model.predict(photo, threshold=0.0) if hasattr(one, "layer")]
    assert [one.box for one in priced] == [one.box for one in plain]  # type: ignore[attr-defined]
    # Given again, the reader is replaced.
    again = add_price_reader(output, reader, tmp_path / "again")
    assert [one.name for one in again.networks] == [
        "model",
        "embedder",
        "tag_detector",
        "tag_recognizer",
    ]


def test_packages_of_other_tasks_are_refused(packages: tuple[Path, Path], tmp_path: Path) -> None:
    shelf, reader = packages
    with pytest.raises(SpecError) as no_shelf:
        add_price_reader(reader, reader, tmp_path / "out")
    with pytest.raises(SpecError) as no_text:
        add_price_reader(shelf, shelf, tmp_path / "out")

    assert (no_shelf.value.code, no_text.value.code) == ("no_product_library", "no_text_reader")
    assert not list(tmp_path.iterdir())
