"""Images that came from somewhere else stand out; what is alike does not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.quality.column_store import ColumnStore, Finding, Measurements
from engine.quality.samples.appearance import appearance
from engine.quality.samples.image_outliers import MIN_SAMPLES, find_image_outliers, outlier_scores
from engine.specs.data import SampleRecord, Split
from engine.specs.inspection import InspectionThresholds, SkippedCheck
from tests.shared import shared_data

LIMITS = InspectionThresholds()


def flat(number: int) -> Image.Image:
    """Return a soft image of one of many similar colours."""
    random = np.random.default_rng(number)
    low = random.integers(90, 160, (3, 3, 3), dtype=np.uint8)
    return Image.fromarray(low).resize((128, 96), Image.Resampling.BICUBIC)


def stripes(number: int) -> Image.Image:
    """Return an image of hard stripes."""
    pixels = np.zeros((96, 128, 3), dtype=np.uint8)
    pixels[:, (np.arange(128) // (3 + number)) % 2 == 0] = (0, 255, 40)
    return Image.fromarray(pixels)


def store_of(images: list[Image.Image]) -> ColumnStore:
    store = ColumnStore(())
    for number, image in enumerate(images):
        name = f"{number}.png"
        record = SampleRecord(
            id=f"s{number}", file=name, name=name, sha256="0" * 64, split=Split.TRAIN
        )
        store.add(record, Measurements({}, str(number).encode(), appearance=appearance(image)))
    return store


def test_two_outlying_images_are_found_and_nothing_else() -> None:
    store = store_of([flat(number) for number in range(80)] + [stripes(0), stripes(1)])
    found = find_image_outliers(store, LIMITS, seed=0)
    assert isinstance(found, Finding)
    assert {one.sample_id for one in found.samples} == {"s80", "s81"}


def test_what_is_all_alike_has_no_outliers() -> None:
    same = find_image_outliers(store_of([flat(1)] * 60), LIMITS, seed=0)
    assert isinstance(same, Finding)
    assert same.samples == []


def test_so_many_outlying_images_are_another_kind_of_image() -> None:
    images = [flat(number) for number in range(80)] + [stripes(0), stripes(1)]
    limits = InspectionThresholds(image_outlier_share=0.02)
    found = find_image_outliers(store_of(images), limits, seed=0)
    assert isinstance(found, SkippedCheck)
    assert (found.reason, found.params) == ("many_kinds", {"share": 0.0244})


def test_a_handful_of_images_is_not_evaluated() -> None:
    images = [flat(number) for number in range(MIN_SAMPLES - 1)]
    assert find_image_outliers(store_of(images), LIMITS, seed=0) is None


def test_thresholds_that_were_stored_under_their_earlier_names_are_read() -> None:
    stored = {"stranger": 6.0, "stranger_share": 0.1}
    limits = InspectionThresholds.model_validate(stored)
    assert (limits.image_outlier, limits.image_outlier_share) == (6.0, 0.1)
    assert InspectionThresholds.model_validate_json(limits.model_dump_json()) == limits


def test_a_turned_image_has_the_same_texture() -> None:
    image = stripes(2).resize((96, 96))
    num_patterns = 36
    one, other = (appearance(one)[:num_patterns] for one in (image, image.rotate(90)))
    assert one == pytest.approx(other, abs=1e-6)


def features(folder: str, pattern: str, num: int) -> NDArray[np.float16]:
    """Return what some images of a collection look like."""
    paths = sorted(shared_data(folder).glob(pattern))
    return np.array(
        [appearance(Image.open(path)) for path in paths[:: max(1, len(paths) // num)]][:num],
        dtype=np.float16,
    )


def test_blood_smears_stand_out_among_groceries() -> None:
    groceries = features("groceries", "train/*/*.jpg", 105)
    blood = features("blood_cells", "JPEGImages/*.jpg", 4)
    scores = outlier_scores(np.concatenate([groceries, blood]), seed=0)
    assert set(np.argsort(-scores)[:4].tolist()) == {105, 106, 107, 108}
