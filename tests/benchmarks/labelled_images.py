"""Small labelled images on disk, as COCO and as Label Studio's tasks."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image

SIDE = 64
LABELS = 10
BOXES = 2


def write_coco(folder: Path, count: int, *, seed: int = 0) -> None:
    """Write different JPEG files of 64×64 pixels with two boxes each, and their COCO file."""
    generator = np.random.default_rng(seed)
    (folder / "images").mkdir(parents=True)
    images, annotations = [], []
    for number in range(count):
        coarse = generator.integers(0, 256, (8, 8, 3), dtype=np.uint8)
        name = f"{number:05d}.jpg"
        Image.fromarray(coarse).resize((SIDE, SIDE)).save(folder / "images" / name)
        images.append({"id": number, "file_name": name, "width": SIDE, "height": SIDE})
        annotations += [
            {
                "id": BOXES * number + box,
                "image_id": number,
                "category_id": number % LABELS + 1,
                "bbox": [4 + 20 * box, 6, 20, 30],
                "area": 600,
                "iscrowd": 0,
            }
            for box in range(BOXES)
        ]
    categories = [{"id": number + 1, "name": f"class {number}"} for number in range(LABELS)]
    document = {"images": images, "annotations": annotations, "categories": categories}
    (folder / "instances.json").write_text(json.dumps(document))


def label_studio_tasks(count: int) -> list[dict[str, object]]:
    """Return the same boxes as tasks of Label Studio that name images by address."""
    return [
        {
            "data": {"image": f"/data/local-files/?d=coco/images/{number:05d}.jpg"},
            "annotations": [{"result": [_result(number, box) for box in range(BOXES)]}],
        }
        for number in range(count)
    ]


def _result(number: int, box: int) -> dict[str, object]:
    percent = 100 / SIDE
    return {
        "id": f"{number}-{box}",
        "from_name": "label",
        "to_name": "image",
        "type": "rectanglelabels",
        "original_width": SIDE,
        "original_height": SIDE,
        "value": {
            "x": (4 + 20 * box) * percent,
            "y": 6 * percent,
            "width": 20 * percent,
            "height": 30 * percent,
            "rotation": 0,
            "rectanglelabels": [f"class {number % LABELS}"],
        },
    }
