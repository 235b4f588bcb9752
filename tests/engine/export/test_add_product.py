"""A package of shelves learns another product without training."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import easel.runtime
import pytest
from easel.runtime.predictions.products import ProductsDecoder

from engine.errors import DataError, SpecError
from engine.export.add_product import add_product
from engine.export.verify import verify_package
from engine.training.vision.product_library import reference_crops
from tests.conformance.trained import trained_package
from tests.engine.packages import package, write_packages

KNOWN = ("cola", "soap", "tea")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a package that knows three products."""
    return trained_package(tmp_path_factory, "retail.product_detection packages")


@pytest.fixture
def photos(tmp_path: Path) -> list[Path]:
    return sorted(write_packages(tmp_path / "photos", 4, ("flour",)).rglob("*.png"))


def _nearest(folder: Path) -> Callable[[str], str]:
    """Return what names an unseen photo of a product by the nearest vectors of a package."""
    from easel.runtime.retail.cutout import cut_out

    model = easel.runtime.load(folder)
    decoder = model.pipeline.decoder
    assert isinstance(decoder, ProductsDecoder)

    def name(product: str) -> str:
        crops = reference_crops([cut_out(package(product, 90))], decoder.crop_size)
        similarities = decoder.library.similarities(decoder.embed(crops, model.run_network), 5)
        return decoder.library.products[int(similarities[0].argmax())]

    return name


def test_an_enlarged_package_knows_the_new_product_and_still_the_old_ones(
    known: Path, photos: list[Path], tmp_path: Path
) -> None:
    manifest = add_product(known, "flour", photos, tmp_path / "larger")

    verify_package(tmp_path / "larger")
    assert [label.name for label in manifest.labels] == [*KNOWN, "flour"]
    assert easel.runtime.load(tmp_path / "larger").labels == (*KNOWN, "flour")
    before, after = _nearest(known), _nearest(tmp_path / "larger")
    assert after("flour") == "flour"
    assert [after(product) for product in KNOWN] == [before(product) for product in KNOWN]
    assert len(manifest.golden.cases) == 5
    assert manifest.lineage.initial_model == "model:1"


def test_the_first_package_stays_as_it_was(known: Path, photos: list[Path], tmp_path: Path) -> None:
    before = (known / "manifest.json").read_bytes()

    add_product(known, "flour", photos, tmp_path / "larger")

    assert (known / "manifest.json").read_bytes() == before
    verify_package(known)


def test_more_photos_of_a_known_product_make_no_new_label(
    known: Path, photos: list[Path], tmp_path: Path
) -> None:
    manifest = add_product(known, "cola", photos[:1], tmp_path / "larger")

    assert [label.name for label in manifest.labels] == list(KNOWN)


@pytest.mark.parametrize("name", ["", "  ", "unknown"])
def test_a_name_that_says_nothing_is_refused(
    known: Path, photos: list[Path], tmp_path: Path, name: str
) -> None:
    with pytest.raises(SpecError) as refused:
        add_product(known, name, photos, tmp_path / "larger")
    assert refused.value.code == "product_name"


def test_a_damaged_photo_is_named_and_leaves_nothing_behind(known: Path, tmp_path: Path) -> None:
    (tmp_path / "torn.png").write_bytes(b"no image")

    with pytest.raises(DataError, match=r"torn\.png"):
        add_product(known, "flour", [tmp_path / "torn.png"], tmp_path / "larger")
    assert not (tmp_path / "larger").exists()
    assert not (tmp_path / "larger.partial").exists()
