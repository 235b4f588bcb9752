"""A view that acts, and versions side by side, in a real browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.looks import excess_width, wait_until_still
from tests.end_to_end.people import Person, create_project, sign_up

IDA = Person("Ida", "ida@views.example", "Views")


def test_a_view_is_tagged_as_a_whole_frozen_and_compared(page: Page, tmp_path: Path) -> None:
    sign_up(page, IDA)
    project = create_project(page, "Tiles")
    dataset = _filled_dataset(page, project, tmp_path)
    browse = f"/projects/{project}/data/{dataset}/browse"

    page.goto(browse)
    page.get_by_role("button", name="light 6").click()
    page.get_by_role("button", name="Save as a view").click()
    page.get_by_label("Name of the view").fill("Light ones")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Light ones", exact=True)).to_be_visible()
    view = page.url.split("view=")[1].split("&")[0]

    page.goto(f"{browse}?view={view}")
    expect(page.get_by_text("6 samples", exact=True)).to_be_visible()
    page.get_by_role("button", name="Select all found").click()
    page.get_by_role("button", name="Tag", exact=True).click()
    page.get_by_label("Tag", exact=True).fill("bright")
    page.get_by_role("button", name="Tag 6 samples").click()
    expect(page.get_by_role("button", name="bright 6")).to_be_visible()

    page.get_by_role("button", name="Select all found").click()
    page.get_by_role("link", name="Freeze", exact=True).click()
    expect(page.get_by_text("Only the 6 samples")).to_be_visible()
    page.get_by_role("button", name="Freeze 6 samples").click()
    expect(page.get_by_text("of a filter")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Freeze a version", exact=True).click()
    page.get_by_role("button", name="Freeze 12 samples").click()
    expect(page.get_by_role("button", name="More to do with version 2")).to_be_visible(
        timeout=30_000
    )

    page.get_by_role("button", name="Compare").first.click()
    expect(page.get_by_role("heading", name="What is different in v2")).to_be_visible()
    expect(page.get_by_role("tab", name="Added 6")).to_be_visible()
    expect(page.get_by_text("6 samples are in both, by content.")).to_be_visible()

    page.set_viewport_size({"width": 390, "height": 844})
    wait_until_still(page)
    assert excess_width(page) == 0
    assert serious_findings(page) == []


def test_a_fork_says_where_it_comes_from(page: Page, tmp_path: Path) -> None:
    sign_up(page, Person("Ole", "ole@views.example", "Forks"))
    project = create_project(page, "Tiles")
    dataset = _filled_dataset(page, project, tmp_path)
    page.goto(f"/projects/{project}/data/{dataset}/versions?freeze=1")
    page.get_by_role("button", name="Freeze 12 samples").click()
    page.get_by_role("button", name="More to do with version 1").click(timeout=30_000)
    page.get_by_role("menuitem", name="Fork into a new dataset").click()
    page.get_by_label("Name of the new dataset").fill("Tiles, tidied")
    page.get_by_role("button", name="Fork 12 samples").click()
    expect(page.get_by_text("12 added")).to_be_visible(timeout=30_000)
    expect(page.get_by_text("Forked from Tiles v1")).to_be_visible()


def _filled_dataset(page: Page, project: str, folder: Path) -> str:
    """Bring twelve little images in, six light and six dark; return the dataset."""
    generator = np.random.default_rng(0)
    for name, low in (("light", 160), ("dark", 0)):
        (folder / "tiles" / name).mkdir(parents=True)
        for number in range(6):
            pixels = generator.integers(low, low + 90, (24, 24, 3), dtype=np.uint8)
            Image.fromarray(pixels).save(folder / "tiles" / name / f"{number}.png")
    token = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}["csrftoken"]
    headers = {"X-CSRFToken": token, "Referer": page.url}
    made = page.request.post(
        "/api/v1/datasets", data={"project_id": project, "name": "Tiles"}, headers=headers
    ).json()
    page.goto(f"/projects/{project}/data/{made['id']}/import")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a folder").click()
    chooser.value.set_files(folder / "tiles")
    expect(page.get_by_text("Import finished")).to_be_visible(timeout=30_000)
    return str(made["id"])
