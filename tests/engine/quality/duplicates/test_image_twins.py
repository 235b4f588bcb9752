"""Cropped, mirrored and re-encoded images are found, and what merely looks alike is not."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from engine.quality.column_store import ColumnStore
from engine.quality.duplicates.duplicates import found_groups, group, leaks
from engine.quality.samples.images import Images
from engine.specs.data import SampleRecord, Split
from engine.specs.inspection import InspectionThresholds
from tests.engine.quality.scenes import textured

NUM = 12
LIMITS = InspectionThresholds()


def scene(seed: int) -> Image.Image:
    return textured(seed, (160, 120))


def cropped(
    image: Image.Image, left: float, top: float, right: float, bottom: float
) -> Image.Image:
    width, height = image.size
    return image.crop(
        (round(left * width), round(top * height),
         round((1 - right) * width), round((1 - bottom) * height))
    )  # fmt: skip


def encoded(image: Image.Image) -> Image.Image:
    content = io.BytesIO()
    image.save(content, "jpeg", quality=60)
    return Image.open(content)


def mirrored(image: Image.Image) -> Image.Image:
    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def store_of(
    images: Sequence[Image.Image], labels: Sequence[str] = (), splits: Sequence[Split] = ()
) -> ColumnStore:
    quality = Images(LIMITS)
    store = ColumnStore(tuple(sorted({*labels})))
    for number, image in enumerate(images):
        record = SampleRecord(
            id=str(number), file="", name="", sha256="0" * 64,
            split=splits[number] if splits else Split.TRAIN,
            labels=(labels[number],) if labels else (),
        )  # fmt: skip
        pixels = np.asarray(image.convert("RGB"))
        store.add(record, quality.measure_image(pixels, turned=False, with_features=False))
    return store


def found(store: ColumnStore) -> dict[str, list[tuple[str, ...]]]:
    """Return the groups of each finding, the one that is kept first."""
    groups = group(store, Images(LIMITS), Path())
    result = {}
    for finding in found_groups(store, groups):
        members: dict[int | None, list[str]] = {}
        for one in finding.samples:
            members.setdefault(one.group, []).append(one.sample_id)
        result[finding.kind] = sorted(tuple(ids) for ids in members.values())
    return result


@pytest.mark.parametrize(
    "change",
    [
        lambda image: cropped(image, 0.04, 0.04, 0.04, 0.04),
        lambda image: cropped(image, 0.02, 0.04, 0.03, 0.01),
        lambda image: cropped(image, 0.05, 0, 0, 0),
        lambda image: cropped(encoded(image), 0.03, 0.03, 0.03, 0.03).resize((90, 66)),
        lambda image: ImageEnhance.Brightness(encoded(image)).enhance(0.9),
    ],
)
def test_a_changed_copy_of_each_image_is_found_and_no_other_pair(
    change: Callable[[Image.Image], Image.Image],
) -> None:
    images = [scene(seed) for seed in range(NUM)]
    kinds = found(store_of([*images, *map(change, images)]))
    assert kinds["near_duplicate"] == sorted((str(i), str(i + NUM)) for i in range(NUM))
    assert not kinds["mirrored"]


def test_mirror_images_have_a_finding_of_their_own() -> None:
    images = [scene(seed) for seed in range(NUM)]
    copies = [mirrored(image) for image in images[:4]]
    copies += [cropped(mirrored(image), 0.04, 0.04, 0.04, 0.04) for image in images[4:8]]
    kinds = found(store_of([*images, *copies]))
    assert kinds["mirrored"] == sorted((str(i), str(i + NUM)) for i in range(8))
    assert not kinds["near_duplicate"]


def test_mirror_images_under_two_labels_are_two_things() -> None:
    left = scene(0)
    assert not found(store_of([left, mirrored(left)], ["left hand", "right hand"]))["mirrored"]
    assert found(store_of([left, mirrored(left)], ["hand", "hand"]))["mirrored"] == [("0", "1")]


def test_one_place_photographed_twice_with_something_else_in_it_is_no_copy() -> None:
    place = scene(0).resize((320, 240), Image.Resampling.BICUBIC)
    images = []
    for seed in (1, 2):
        image = place.copy()
        image.paste(scene(seed).resize((110, 90)), (100, 70))
        images.append(image)
    assert not found(store_of(images))["near_duplicate"]


def test_a_mirror_image_of_a_training_image_leaks_into_the_test_and_is_called_so() -> None:
    images = [scene(0), mirrored(scene(0)), cropped(scene(0), 0.04, 0.04, 0.04, 0.04), scene(1)]
    store = store_of(images, splits=[Split.TRAIN, Split.TEST, Split.TEST, Split.TEST])
    leaked = leaks(store, group(store, Images(LIMITS), Path())).samples
    assert {one.sample_id: one.params.get("mirrored", False) for one in leaked} == {
        "1": True,
        "2": False,
    }


def test_a_stack_of_nearly_equal_frames_is_one_group() -> None:
    chance = np.random.default_rng(0)
    pixels = np.asarray(scene(0), dtype=np.int16)
    images = [
        Image.fromarray(np.clip(pixels + chance.integers(-4, 4, pixels.shape), 0, 255).astype("u1"))
        for _ in range(60)
    ]
    kinds = found(store_of(images))
    assert [len(members) for members in kinds["near_duplicate"]] == [60]
