"""Shelves that are composed of cut-outs."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from easel.runtime.image import decode_image
from easel.runtime.retail.cutout import CutOut, cut_out

from engine.catalog.retail import PRODUCT_DETECTION
from engine.data.retail.shelf_composition import SIZE, paint_shelf, plan_shelf
from engine.data.retail.shelves import is_composed, open_shelves
from engine.data.samples import SampleSet, read_samples
from engine.errors import DataError
from engine.specs.data import FilesDataSpec, Split
from tests.engine.packages import package, write_packages


def _cutouts() -> dict[str, list[CutOut]]:
    return {
        product: [cut_out(package(product, seed)) for seed in range(3)]
        for product in ("cola", "soap")
    }


def _samples(root: Path, per_product: int = 5) -> SampleSet:
    data = FilesDataSpec(
        format="image_folder",
        root=str(write_packages(root, per_product)),
        validation_share=0.2,
        test_share=0.2,
    )
    return read_samples(data, PRODUCT_DETECTION)


def test_a_shelf_is_a_pure_function_of_its_seed() -> None:
    cutouts = _cutouts()
    one, two, other = (plan_shelf((0, seed), cutouts) for seed in (1, 1, 2))

    assert one == two
    assert one != other
    assert np.array_equal(paint_shelf(one, cutouts), paint_shelf(two, cutouts))


def test_every_box_of_a_shelf_lies_in_the_image_and_shows_its_product() -> None:
    cutouts = _cutouts()
    plan = plan_shelf((0, 3), cutouts)
    image = paint_shelf(plan, cutouts).astype(int)

    assert len(plan.facings) >= 4
    assert image.shape == (*SIZE, 3)
    for facing in plan.facings:
        x1, y1, x2, y2 = facing.box
        assert 0 <= x1 < x2 <= SIZE[1]
        assert 0 <= y1 < y2 <= SIZE[0]
    reds = [
        image[y1:y2, x1:x2].mean(axis=(0, 1))
        for product, (x1, y1, x2, y2) in ((one.product, one.box) for one in plan.facings)
        if product == "cola"
    ]
    assert np.median([red[0] - red[2] for red in reds]) > 20


def test_the_same_product_stands_side_by_side() -> None:
    plans = [plan_shelf((0, seed), _cutouts() | {"tea": _cutouts()["cola"]}) for seed in range(8)]
    pairs = [(one.product, two.product) for plan in plans for one, two in pairwise(plan.facings)]

    assert sum(one == two for one, two in pairs) > 0.55 * len(pairs)


def test_a_record_says_where_each_product_of_a_plan_stands() -> None:
    plan = plan_shelf((0, 1), _cutouts())
    record = plan.record("composed-train-1", Split.TRAIN)

    assert (record.height, record.width) == SIZE
    assert [region.label for region in record.regions] == [one.product for one in plan.facings]
    assert record.sha256 != plan_shelf((0, 2), _cutouts()).record("x", Split.TRAIN).sha256


def test_held_out_shelves_show_photos_that_no_training_shelf_shows(tmp_path: Path) -> None:
    shelves = open_shelves(_samples(tmp_path), 8, seed=0)

    train, test = shelves[Split.TRAIN], shelves[Split.TEST]
    assert len(train.records) == 8
    assert len(test.records) == 4
    assert all(is_composed(record) for record in test.records)
    assert test.borrowed == ()
    shown = {cutout.pixels.tobytes() for ones in train.cutouts.values() for cutout in ones}
    assert not any(
        cutout.pixels.tobytes() in shown for ones in test.cutouts.values() for cutout in ones
    )


def test_a_composed_shelf_is_an_image_like_any_other(tmp_path: Path) -> None:
    shelves = open_shelves(_samples(tmp_path), 4, seed=0)[Split.VALIDATION]
    content = shelves.files.read(shelves.records[0])

    assert decode_image(content).shape == (*SIZE, 3)
    assert shelves.files.read(shelves.records[0]) == content


def test_products_without_held_out_photos_are_named_as_borrowed(tmp_path: Path) -> None:
    samples = _samples(tmp_path)
    held = [
        record
        for record in samples.records
        if record.split is Split.TRAIN or record.labels == ("cola",)
    ]
    fewer = SampleSet(tuple(held), samples.files, samples.labels, multi_label=False)

    shelves = open_shelves(fewer, 4, seed=0)

    assert shelves[Split.TEST].borrowed == ("soap", "tea")


def test_without_photos_for_it_validation_shows_those_of_training(tmp_path: Path) -> None:
    samples = _samples(tmp_path)
    train = tuple(record for record in samples.records if record.split is Split.TRAIN)

    shelves = open_shelves(
        SampleSet(train, samples.files, samples.labels, multi_label=False), 4, seed=0
    )

    assert len(shelves[Split.VALIDATION].records) == 4
    assert shelves[Split.VALIDATION].borrowed == ("cola", "soap", "tea")
    assert shelves[Split.TEST].records == ()


def test_without_shelves_to_learn_from_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError) as refused:
        open_shelves(_samples(tmp_path), 0, seed=0)
    assert refused.value.code == "empty_split"
