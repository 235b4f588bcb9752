"""Previews of augmentation show what training sees, the marks moved with the images."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from easel.runtime.run_lengths import decompress
from PIL import Image

from engine.data.preview import write_preview
from engine.events import EventSink
from engine.interfaces.task import GradientTask
from engine.specs.data import Region
from engine.specs.parse import parse_training_spec
from engine.specs.preview import AugmentedImage
from engine.specs.samples.geometry import Box, Mask
from engine.tasks.loading import load_task
from tests.engine.marked_images import Geometry, box, outline, write_marked_images

CHANNELS = {"red": 0, "blue": 2}


def previewed(
    root: Path, task: str, images: list[str], data: dict[str, object], **options: object
) -> list[AugmentedImage]:
    """Draw three variants of some images; return what is said of each."""
    spec = parse_training_spec(
        {
            "run_id": "run",
            "task": task,
            "data": data,
            "backbone": "light_nano",
            "options": {"image_size": 64, **options},
            "resources": {"num_threads": 1},
        }
    )
    loaded = cast("GradientTask[Any]", load_task(task))
    paths = [root / "files" / name for name in images]
    work = root / "work"
    work.mkdir()
    with EventSink(work / "events.jsonl") as emit:
        write_preview(loaded, spec, paths, 3, work, emit)
    lines = (work / "preview/images.jsonl").read_text().splitlines()
    return [AugmentedImage.model_validate_json(line) for line in lines]


def covered(region: Region, image: AugmentedImage) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return the pixels of the image that a region covers."""
    geometry = region.geometry
    if isinstance(geometry, Mask):
        return decompress(geometry.size, geometry.counts).mask()
    assert isinstance(geometry, Box)
    pixels = np.zeros((image.height, image.width), dtype=np.bool_)
    top, left = round(geometry.top), round(geometry.left)
    pixels[
        top : round(geometry.top + geometry.height), left : round(geometry.left + geometry.width)
    ] = True
    return pixels


@pytest.mark.parametrize(
    ("task", "geometry", "options"),
    [
        ("image.object_detection", box, {}),
        ("image.segmentation", outline, {"mode": "instance"}),
        ("image.segmentation", outline, {"mode": "semantic"}),
    ],
)
def test_marks_lie_on_their_objects_after_every_change(
    task: str, geometry: Geometry, options: dict[str, object], tmp_path: Path
) -> None:
    data = write_marked_images(tmp_path, 10, geometry)
    change = {"translation": 0.2, "scale": 0.4, "vertical_flip": True, "saturation": 0, "mosaic": 1}

    lines = previewed(
        tmp_path, task, ["0.png", "1.png", "2.png"], data, augmentation=change, **options
    )

    assert [(line.image, line.variant) for line in lines] == [
        (image, variant) for image in range(3) for variant in range(4)
    ]
    seen = 0
    for line in lines:
        with Image.open(tmp_path / "work/preview" / line.file) as opened:
            pixels = np.asarray(opened, dtype=np.float64)
        assert pixels.shape == (line.height, line.width, 3)
        for region in line.regions:
            own = CHANNELS[str(region.label)]
            inside = pixels[covered(region, line)].mean(axis=0)
            # A block is 180 brighter in its own channel than the noise around it.
            assert inside[own] > inside[2 - own] + 60
            seen += 1
    assert seen > 8
    moved = {str(line.regions) for line in lines if line.image == 0}
    assert len(moved) > 2


def test_key_points_move_with_their_object(tmp_path: Path) -> None:
    data = write_marked_images(tmp_path, 10, box)
    index = tmp_path / "samples.jsonl"
    lines = [json.loads(line) for line in Path(str(data["index"])).read_text().splitlines()]
    for line in lines:
        for region in line["regions"]:
            place = region["geometry"]
            x, y = place["left"] + place["width"] / 2, place["top"] + place["height"] / 2
            region["points"] = [{"name": "middle", "x": x, "y": y}]
    index.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    data = {**data, "index": str(index)}

    change = {"translation": 0, "scale": 0.5, "vertical_flip": True, "mosaic": 0}
    drawn = previewed(
        tmp_path, "image.object_detection", ["0.png", "1.png"], data, augmentation=change
    )

    whole = [region for line in drawn for region in line.regions if region.points]
    assert len(whole) > 4
    for region in whole:
        place, (point,) = region.geometry, region.points
        assert isinstance(place, Box)
        assert place.left < point.x < place.left + place.width
        assert place.top < point.y < place.top + place.height


def test_an_image_that_is_no_sample_is_changed_without_marks(tmp_path: Path) -> None:
    data = write_marked_images(tmp_path, 10, box)
    Image.new("RGB", (40, 30), (90, 20, 20)).save(tmp_path / "files/other.png")

    drawn = previewed(tmp_path, "image.object_detection", ["other.png", "0.png"], data)

    assert [line.file for line in drawn[:2]] == ["0-0.png", "0-1.png"]
    assert all(not line.regions for line in drawn if line.image == 0)
    assert drawn[4].regions
