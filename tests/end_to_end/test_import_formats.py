"""What files are is told by the server, shown with its reason, and for people to change."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.backend.images import image
from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.end_to_end.test_seen_marks import JOB_MS, PASSWORD
from tests.site import Site

COCO = {
    "images": [{"id": 1, "file_name": "a.png", "width": 60, "height": 40}],
    "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [5, 5, 20, 20]}],
    "categories": [{"id": 1, "name": "cat"}],
}
NARROW = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


@pytest.fixture
def person(page: Page, site: Site, request: pytest.FixtureRequest) -> str:
    """Sign somebody up; return the id of their organisation."""
    name = request.node.name.split("_")[1]
    fields = {"name": "Ines", "email": f"{name}@import.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**fields, "organisation_name": "Bench"})
    return str(session["memberships"][0]["organisation"]["id"])


def open_import(page: Page, site: Site, organisation: str, task: str) -> None:
    """Open the import page of a new dataset."""
    fields: dict[str, Any] = {"organisation_id": organisation, "name": task, "task": task}
    project = call(page, site, "POST", "projects", data=fields)["id"]
    fields = {"project_id": project, "name": "Samples"}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]
    page.goto(f"/projects/{project}/data/{dataset}/import")


def choose(page: Page, folder: Path, files: Mapping[str, bytes | str]) -> None:
    """Choose a folder with some files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=re.compile("Choose a folder")).click()
    chooser.value.set_files(folder)


def look_at(page: Page, name: str) -> None:
    """Keep images of the page, wide and narrow, without anything serious to hear of it."""
    assert serious_findings(page) == []
    take_image(page, name)
    page.set_viewport_size(NARROW)
    take_image(page, f"{name}-narrow")
    page.set_viewport_size(DESKTOP)


def test_formats_are_told_from_inside_the_files(
    page: Page, site: Site, person: str, tmp_path: Path
) -> None:
    open_import(page, site, person, "image.object_detection")
    # Its name says nothing: the browser could not know it for COCO.
    choose(page, tmp_path / "set", {"a.png": image(1, size=(60, 40)), "x.json": json.dumps(COCO)})
    # Nothing else comes near, so it begins by itself; it is taken back to look at the choice.
    expect(page.get_by_text("Taken for: COCO")).to_be_visible()
    expect(page.get_by_text("1 region", exact=False)).to_be_visible(timeout=JOB_MS)
    look_at(page, "import-unasked")
    page.get_by_role("button", name="Take back and choose").click()
    coco = page.get_by_role("radio", name=re.compile("COCO"))
    expect(coco).to_be_checked()
    expect(page.get_by_role("group")).to_contain_text("list images, as COCO does: 1.")
    look_at(page, "import-format")
    page.get_by_role("radio", name=re.compile("LabelMe", re.IGNORECASE)).check()
    expect(coco).not_to_be_checked()
    coco.check()
    page.get_by_role("button", name=re.compile("Start uploading")).click()
    expect(page.get_by_text("Import finished")).to_be_visible(timeout=JOB_MS)
    expect(page.get_by_text("1 region", exact=False)).to_be_visible()


def test_detection_that_fails_leaves_the_choice_to_people(
    page: Page, site: Site, person: str, tmp_path: Path
) -> None:
    open_import(page, site, person, "image.classification")
    page.route("**/imports/detect", lambda route: route.abort())
    choose(page, tmp_path / "pets", {"cat/a.png": image(2), "dog/b.png": image(3)})
    expect(page.get_by_text("could not be told from the files")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Start uploading"))).to_be_disabled()
    page.unroute("**/imports/detect")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("2 files lie in 2 folders")).to_be_visible()
    expect(page.get_by_text("Import finished")).to_be_visible(timeout=JOB_MS)


def test_columns_are_guessed_with_reasons_and_changed_before_the_import(
    page: Page, site: Site, person: str, tmp_path: Path
) -> None:
    rows = "".join(
        f"{n};Das Zimmer Nummer {n} war ruhig und hell.;{'gut' if n % 3 else 'schlecht'};{n % 5}\n"
        for n in range(40)
    )
    open_import(page, site, person, "text.classification")
    choose(page, tmp_path / "hotel", {"gaeste.csv": "nr;kommentar;urteil;sterne\n" + rows})
    columns = page.get_by_role("region", name="What the columns are")
    expect(columns.get_by_text("Its cells are the longest texts.")).to_be_visible()
    expect(columns.get_by_role("columnheader", name="kommentar Text")).to_be_visible()
    expect(columns.get_by_role("columnheader", name="urteil Label")).to_be_visible()
    columns.scroll_into_view_if_needed()
    look_at(page, "import-columns")
    columns.get_by_role("combobox", name="Label").click()
    page.get_by_title("sterne", exact=True).click()
    expect(columns.get_by_role("columnheader", name="sterne Label")).to_be_visible()
    expect(columns.get_by_role("columnheader", name="urteil not read")).to_be_visible()
    page.get_by_role("button", name=re.compile("Start uploading")).click()
    expect(page.get_by_text("Import finished")).to_be_visible(timeout=JOB_MS)
    page.get_by_role("link", name="Look at the samples").click()
    expect(page.get_by_text("40 samples", exact=True)).to_be_visible()
    labels = call(page, site, "GET", f"datasets/{page.url.split('/')[6]}/labels")
    assert sorted(one["name"] for one in labels["results"]) == ["0", "1", "2", "3", "4"]
