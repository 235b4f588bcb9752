"""Boxes and key points are drawn where samples and previews are shown, in a real browser."""

from __future__ import annotations

import io
import json
import time
import zipfile
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
JOB_MS = 90_000
NUM_IMAGES = 8
HALVES = {"kind": "random", "train": 0.5, "validation": 0.25, "test": 0.25, "seed": 0}


def test_marks_are_drawn_on_samples_and_on_both_kinds_of_preview(page: Page, site: Site) -> None:
    project, dataset = _make_data(page, site)
    data = f"/projects/{project}/data/{dataset}"
    page.goto(data)
    page.get_by_role("button", name="images/3.png").first.click()
    drawer = page.get_by_role("dialog")
    expect(drawer.get_by_title("left eye")).to_be_visible()
    expect(drawer.get_by_title("right eye")).to_be_visible()
    take_image(page, "browse-key-points")

    page.goto(f"{data}/quality?part=cleaning")
    page.get_by_role("button", name="Add a step").click()
    page.get_by_role("menuitem", name="Scale down").click()
    page.get_by_label("Longer side").fill("40")
    page.get_by_role("button", name="Preview").click()
    pair = page.get_by_role("article").first
    # Two eyes before, and two after.
    expect(pair.get_by_title("eye")).to_have_count(4, timeout=JOB_MS)
    pair.scroll_into_view_if_needed()
    take_image(page, "cleaning-key-points")

    version = call(page, site, "POST", f"datasets/{dataset}/versions", data={"split": HALVES})
    wait_until_ready(page, site, f"dataset-versions/{version['id']}")
    page.goto(f"/projects/{project}/train/new")
    page.get_by_role("button", name="Preview on my data").click()
    legend = page.get_by_role("list", name="Labels")
    expect(legend).to_be_visible(timeout=JOB_MS)
    drawn = page.get_by_role("figure").first
    expect(drawn.locator("polygon").first).to_be_visible()
    expect(drawn.get_by_title("left eye").first).to_be_attached()
    legend.scroll_into_view_if_needed()
    assert serious_findings(page) == []
    take_image(page, "augmentation-seen")


def wait_until_ready(page: Page, site: Site, path: str) -> None:
    """Wait for the job of a version."""
    deadline = time.monotonic() + JOB_MS / 1000
    while call(page, site, "GET", path)["state"] != "ready":
        assert time.monotonic() < deadline
        time.sleep(0.2)


def _make_data(page: Page, site: Site) -> tuple[str, str]:
    """Bring in faces with boxes and eyes; return the project and the dataset."""
    person = {"name": "Ida", "email": "ida@marks.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Bench"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields: dict[str, Any] = {"organisation_id": organisation, "name": "Faces"}
    fields |= {"task": "image.object_detection"}
    project = call(page, site, "POST", "projects", data=fields)["id"]
    fields = {"project_id": project, "name": "Faces"}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]
    upload = call(page, site, "POST", f"datasets/{dataset}/imports", data={"format": "coco"})["id"]
    content = _faces()
    fields = {"name": "faces.zip", "num_bytes": len(content)}
    archive = call(page, site, "POST", f"imports/{upload}/archives", data=fields)["id"]
    place, plain = f"archives/{archive}/chunks?offset=0", "application/octet-stream"
    call(page, site, "PUT", place, data=content, headers={"Content-Type": plain})
    call(page, site, "POST", f"archives/{archive}/complete")
    call(page, site, "POST", f"imports/{upload}/close")
    deadline = time.monotonic() + JOB_MS / 1000
    while call(page, site, "GET", f"datasets/{dataset}")["num_samples"] < NUM_IMAGES:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return project, dataset


def _faces() -> bytes:
    """Return a zip of images with one bright face each, and its COCO file."""
    random = np.random.default_rng(0)
    images, annotations = [], []
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for number in range(NUM_IMAGES):
            pixels = random.integers(20, 80, (96, 128, 3), dtype=np.uint8)
            left, top = (int(place) for place in random.integers(8, 48, 2))
            pixels[top : top + 40, left : left + 36] = (220, 180, 150)
            eyes = [(left + 10, top + 14), (left + 26, top + 14)]
            for x, y in eyes:
                pixels[y - 2 : y + 3, x - 2 : x + 3] = (40, 40, 120)
            file = io.BytesIO()
            Image.fromarray(pixels).save(file, format="PNG")
            archive.writestr(f"images/{number}.png", file.getvalue())
            images.append({"id": number, "file_name": f"{number}.png", "width": 128, "height": 96})
            annotations.append(
                {
                    "id": number,
                    "image_id": number,
                    "category_id": 1,
                    "bbox": [left, top, 36, 40],
                    "area": 36 * 40,
                    "iscrowd": 0,
                    "keypoints": [*eyes[0], 2, *eyes[1], 1],
                    "num_keypoints": 2,
                }
            )
        category = {"id": 1, "name": "face", "keypoints": ["left eye", "right eye"]}
        document = {"images": images, "annotations": annotations, "categories": [category]}
        archive.writestr("annotations.json", json.dumps(document))
    return content.getvalue()
