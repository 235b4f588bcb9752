"""Draw a map of a dataset, draw around a group, and find it in Browse, in a real browser."""

from __future__ import annotations

import io
import re
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.images import take_image
from tests.end_to_end.test_editors import call
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
JOB_MS = 60_000


def test_what_is_drawn_around_on_the_map_is_a_filter_in_browse(page: Page, site: Site) -> None:
    page.goto(f"{_make_data(page, site)}/map")
    page.get_by_role("button", name="Draw the map").click()
    canvas = page.get_by_role("application", name=re.compile("Map with 16 points"))
    expect(canvas).to_be_visible(timeout=JOB_MS)
    expect(page.get_by_role("listitem").filter(has_text="red")).to_contain_text("8")
    assert serious_findings(page) == []

    box = canvas.bounding_box()
    assert box is not None
    left, top = box["x"] + 4, box["y"] + 4
    right, middle = box["x"] + box["width"] - 4, box["y"] + box["height"] * 0.6
    page.mouse.move(left, middle)
    page.mouse.down()
    for x, y in ((left, top), (right, top), (right, middle)):
        page.mouse.move(x, y, steps=8)
    page.mouse.up()
    chosen = page.get_by_role("status").filter(has_text="chosen")
    expect(chosen).to_contain_text(re.compile(r"\d+ samples? chosen"))
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Choose what is visible").click()
    expect(chosen).to_contain_text("16 samples chosen")
    take_image(page, "map")
    page.get_by_role("link", name="Show in Browse").click()
    page.wait_for_url(re.compile("browse.*area="))
    expect(page.get_by_text("16 samples", exact=True)).to_be_visible()
    expect(
        page.get_by_role("complementary").get_by_role("button", name="Area of the map")
    ).to_have_attribute("aria-pressed", "true")


def _make_data(page: Page, site: Site) -> str:
    """Bring in images of two colours in folders of their names; return the dataset's address."""
    person = {"name": "Kim", "email": "kim@maps.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Bench"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields: dict[str, Any] = {"organisation_id": organisation, "name": "Colours"}
    project = call(page, site, "POST", "projects", data={**fields, "task": "image.classification"})
    fields = {"project_id": project["id"], "name": "Patches"}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]
    session = call(
        page, site, "POST", f"datasets/{dataset}/imports", data={"format": "image_folder"}
    )
    for name, colour in {"red": (220, 30, 30), "green": (30, 200, 60)}.items():
        for number in range(8):
            content = io.BytesIO()
            Image.new("RGB", (40 + number, 40), colour).save(content, "PNG")
            file = {
                "name": f"{name}/{number}.png",
                "mimeType": "image/png",
                "buffer": content.getvalue(),
            }
            call(page, site, "POST", f"imports/{session['id']}/files", multipart={"files": file})
    call(page, site, "POST", f"imports/{session['id']}/close")
    return f"/projects/{project['id']}/data/{dataset}"
