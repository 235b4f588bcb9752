"""How many changed copies of real images an inspection finds, and how rightly.

Copies of photographs of groceries and of blood smears are planted: of each kind a tenth of the
images, three times. Wrong is every sample that is not with the one it was made from, and so are
originals that are called copies of each other: ``pairs_of_originals`` counts those. ``by_hash`` is
what hashes alone find within ``image_bits``, as it was before.

The speed is that of looking for pairs among 10,000 thumbnails of different parts of the images.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance

from engine.quality.column_store import ColumnStore, Measurements
from engine.quality.duplicates.duplicates import found_groups, group
from engine.quality.duplicates.neighbours import leaders
from engine.quality.hashing import grid_hash, thumbnail
from engine.quality.samples.images import Images
from engine.specs.data import SampleRecord, Split
from engine.specs.inspection import InspectionThresholds
from tests.shared import shared_data

COLLECTIONS = {"groceries": "*/*/*.jpg", "blood_cells": "JPEGImages/*.jpg"}
_SHARE, _SEEDS = 0.1, (0, 1, 2)
_SIDE, _MOST_CUT = 512, 0.06
_NUM_TIMED = 10_000
_LIMITS = InspectionThresholds()

Change = Callable[[Image.Image, np.random.Generator], Image.Image]


def run(*, quick: bool) -> dict[str, float]:
    """Return recall and precision by kind of copy, and the seconds of the search."""
    figures: dict[str, float] = {}
    everything: list[Image.Image] = []
    for name, pattern in COLLECTIONS.items():
        images = [_opened(path) for path in sorted(shared_data(name).glob(pattern))]
        everything += images
        measurements = [_measure(image) for image in images]
        seeds = _SEEDS[:1] if quick else _SEEDS
        measured = [_measured(images, measurements, np.random.default_rng(seed)) for seed in seeds]
        figures |= {
            f"{name}_{key}": float(np.mean([one[key] for one in measured])) for key in measured[0]
        }
    return figures | _timed(everything, 2000 if quick else _NUM_TIMED)


def _cut(image: Image.Image, shares: Sequence[float]) -> Image.Image:
    left, top, right, bottom = shares
    width, height = image.size
    return image.crop(
        (
            round(left * width),
            round(top * height),
            round((1 - right) * width),
            round((1 - bottom) * height),
        )
    )


def _encoded(image: Image.Image) -> Image.Image:
    content = io.BytesIO()
    image.save(content, "jpeg", quality=60)
    return Image.open(content).convert("RGB")


def _mirrored(image: Image.Image) -> Image.Image:
    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


CHANGES: Mapping[str, Change] = {
    "encoded": lambda image, chance: _encoded(image),
    "resized": lambda image, chance: image.resize((image.width // 2, image.height // 2)),
    "cropped": lambda image, chance: _cut(image, (0.04,) * 4),
    "cropped_unevenly": lambda image, chance: _cut(image, chance.uniform(0, _MOST_CUT, 4)),
    "mirrored": lambda image, chance: _mirrored(image),
    "brighter": lambda image, chance: ImageEnhance.Brightness(image).enhance(1.1),
    "darker": lambda image, chance: ImageEnhance.Brightness(image).enhance(0.9),
    "cropped_encoded": lambda image, chance: _encoded(_cut(image, (0.04,) * 4)),
    "cropped_mirrored": lambda image, chance: _mirrored(_cut(image, (0.04,) * 4)),
}
_MIRRORED = ("mirrored", "cropped_mirrored")


def _opened(path: Path) -> Image.Image:
    image = Image.open(path)
    image.draft("RGB", (_SIDE, _SIDE))
    image = image.convert("RGB")
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    return image


def _measure(image: Image.Image) -> Measurements:
    return Images(_LIMITS).measure_image(np.asarray(image), turned=False, with_features=False)


def _measured(
    images: Sequence[Image.Image], measurements: Sequence[Measurements], chance: np.random.Generator
) -> dict[str, float]:
    """Plant copies of all kinds, look for them at once, and count them kind by kind."""
    num = int(_SHARE * len(images))
    store = ColumnStore(())
    for place, one in enumerate(measurements):
        _add(store, str(place), one)
    made_of: dict[str, str] = {}
    # Each image is copied once at most: a mirrored crop is a crop of the mirrored one, too.
    drawn = chance.permutation(len(images)).tolist()
    for number, (kind, change) in enumerate(CHANGES.items()):
        for place in drawn[number * num : (number + 1) * num]:
            made_of[f"{kind}/{place}"] = str(place)
            _add(store, f"{kind}/{place}", _measure(change(images[place], chance)))
    together = _together(store)
    named = {kind: _partners(pairs) for kind, pairs in together.items()}
    figures: dict[str, float] = {}
    hashed = _by_hash(store)
    for kind in CHANGES:
        finding = "mirrored" if kind in _MIRRORED else "near_duplicate"
        copies = [one for one in made_of if one.startswith(f"{kind}/")]
        with_own = [one for one in copies if made_of[one] in named[finding].get(one, ())]
        with_any = [one for one in copies if named[finding].get(one)]
        figures[f"{kind}_recall"] = len(with_own) / len(copies)
        figures[f"{kind}_precision"] = len(with_own) / max(1, len(with_any))
        figures[f"{kind}_recall_by_hash"] = float(
            np.mean([made_of[one] in hashed.get(one, ()) for one in copies])
        )
    pairs = together["near_duplicate"] + together["mirrored"]
    wrong = [pair for pair in pairs if len({made_of.get(one, one) for one in pair}) > 1]
    figures["precision"] = 1 - len(wrong) / max(1, len(pairs))
    figures["pairs_of_originals"] = sum(not {*pair} & {*made_of} for pair in pairs)
    return figures


def _together(store: ColumnStore) -> dict[str, list[tuple[str, str]]]:
    """Return by finding which samples it says are of one image: each with the one that is kept."""
    found: dict[str, list[tuple[str, str]]] = {}
    for finding in found_groups(store, group(store, Images(_LIMITS), Path())):
        kept = {one.group: one.sample_id for one in finding.samples if one.is_kept}
        found[finding.kind] = [
            (kept[one.group], one.sample_id) for one in finding.samples if not one.is_kept
        ]
    return found


def _partners(pairs: Sequence[tuple[str, str]]) -> dict[str, set[str]]:
    """Return by sample what it was made of, of all samples of its group."""
    groups: dict[str, set[str]] = {}
    for kept, other in pairs:
        groups.setdefault(kept, {kept}).add(other)
    sources = {
        kept: {one.rpartition("/")[2] for one in members} for kept, members in groups.items()
    }
    return {one: sources[kept] for kept, members in groups.items() for one in members}


def _by_hash(store: ColumnStore) -> dict[str, set[str]]:
    hashes, hashed = store.hashes
    lead = hashed[leaders(hashes, _LIMITS.image_bits)]
    pairs = [
        (store.ids[one], store.ids[place])
        for place, one in zip(hashed.tolist(), lead.tolist(), strict=True)
        if one != place
    ]
    return _partners(pairs)


def _add(store: ColumnStore, name: str, measured: Measurements) -> None:
    record = SampleRecord(id=name, file="", name=name, sha256="0" * 64, split=Split.TRAIN)
    store.add(record, measured)


def _timed(images: Sequence[Image.Image], num: int) -> dict[str, float]:
    """Return the seconds among many different images, with hashes alone and with everything."""
    chance = np.random.default_rng(0)
    store = ColumnStore(())
    for number in range(num):
        side = chance.uniform(0.35, 0.55, 2)
        low = chance.uniform(0, 1 - side)
        shares = (low[0], low[1], 1 - low[0] - side[0], 1 - low[1] - side[1])
        part = _cut(images[number % len(images)], shares).convert("L")
        tiny = np.asarray(thumbnail(part))
        value = grid_hash(tiny.astype(np.float64))
        _add(
            store,
            str(number),
            Measurements(numbers={}, content=b"%d" % number, hash=value, thumbnail=tiny),
        )
    hashes, _ = store.hashes
    began = time.process_time()
    leaders(hashes, _LIMITS.image_bits)
    by_hash = time.process_time() - began
    began = time.process_time()
    pairs = list(Images(_LIMITS).twins(store, np.arange(num), Path()))
    return {
        "num_timed": num,
        "pairs_timed": len(pairs),
        "search_seconds": time.process_time() - began,
        "search_seconds_by_hash": by_hash,
    }
