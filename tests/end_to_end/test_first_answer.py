"""From an empty organisation and labelled data to the first answer of an endpoint, by few clicks.

The tour of `tests.tour` walks every task; this counts what its shortest way asks of somebody.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.end_to_end.clicks import Clicks
from tests.end_to_end.digits import write_digits
from tests.end_to_end.people import Person, sign_up

MOST_CLICKS = 14
IMPORT_MS, TRAINING_MS, RUNNING_MS = 60_000, 240_000, 60_000


def zip_of(folder: Path) -> Path:
    """Return a zip of all files of a folder."""
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder))
    return path


def class_folders(folder: Path) -> Path:
    """Write a zip with a folder of digits per class."""
    write_digits(folder, range(12))
    return zip_of(folder)


def coco(folder: Path) -> Path:
    """Write a zip of images with light squares, and COCO's file of where they are."""
    random = np.random.default_rng(0)
    (folder / "images").mkdir(parents=True)
    images, annotations = [], []
    for number in range(24):
        pixels = random.integers(0, 60, (64, 64, 3), dtype=np.uint8)
        x, y = (int(one) for one in random.integers(0, 40, 2))
        pixels[y : y + 20, x : x + 20] = 240
        name = f"{number:03}.png"
        Image.fromarray(pixels).save(folder / "images" / name)
        images.append({"id": number, "file_name": name, "width": 64, "height": 64})
        box = {"image_id": number, "category_id": 1, "bbox": [x, y, 20, 20]}
        annotations.append({"id": number, "iscrowd": 0, "area": 400, **box})
    categories = [{"id": 1, "name": "square"}]
    document = {"images": images, "annotations": annotations, "categories": categories}
    (folder / "instances.json").write_text(json.dumps(document))
    return zip_of(folder)


def table_of_texts(folder: Path) -> Path:
    """Write a CSV of praise and complaints."""
    folder.mkdir(parents=True)
    said = (("loud and dirty", "bad"), ("quiet and clean", "good"))
    rows = [f"The room {n} was {said[n % 2][0]},{said[n % 2][1]}\n" for n in range(120)]
    path = folder / "reviews.csv"
    path.write_text("text,label\n" + "".join(rows))
    return path


def answer(page: Page, task: str | None, data: Path) -> int:
    """Take data to an answer of an endpoint as somebody in a hurry would; return the clicks."""
    clicks = Clicks(page)
    page.get_by_role("button", name="Start from my files").click()
    expect(page.get_by_role("textbox", name="Name")).to_be_focused()
    page.keyboard.type("First")
    if task is not None:
        page.get_by_role("radio", name=task).check()
    page.get_by_role("button", name="Create project").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(data)
    summary = page.get_by_role("region", name="Import finished")
    summary.get_by_role("button", name="Train a model").click(timeout=IMPORT_MS)
    expect(page.get_by_text("was frozen as v1")).to_be_visible(timeout=IMPORT_MS)
    page.get_by_role("button", name="Start", exact=True).click(timeout=IMPORT_MS)
    page.get_by_role("link", name="Open the model").click(timeout=TRAINING_MS)
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The API key “Try it” was made")).to_be_visible(timeout=RUNNING_MS)
    console = page.get_by_role("region", name="Try it")
    offered = (
        console.get_by_text("Or use a sample of the data:")
        .locator("..")
        .get_by_role("button")
        .first
    )
    offered.click(timeout=RUNNING_MS)
    expect(console.get_by_text("responded in")).to_be_visible(timeout=RUNNING_MS)
    return clicks.num


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("task", "write"),
    [
        pytest.param(None, class_folders, id="folders"),
        pytest.param("Object detection", coco, id="coco", marks=pytest.mark.exhaustive),
        pytest.param("Text classification", table_of_texts, id="csv", marks=pytest.mark.exhaustive),
    ],
)
def test_labelled_data_is_answered_by_an_endpoint_within_few_clicks(
    page: Page, tmp_path: Path, task: str | None, write: Callable[[Path], Path]
) -> None:
    sign_up(page, Person("Uma", f"uma@{write.__name__.replace('_', '-')}.example", "In a hurry"))
    assert answer(page, task, write(tmp_path / "data")) <= MOST_CLICKS
