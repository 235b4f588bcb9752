"""Find out what is wrong with data, fix it, and take it back, in a real browser."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import numpy as np
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.api import call
from tests.end_to_end.images import take_image
from tests.site import Site

PASSWORD = "a-quiet-workshop-1789"
JOB_MS = 60_000


def test_duplicates_are_found_opened_trashed_and_had_back(page: Page, site: Site) -> None:
    images = {f"{seed}.png": _image(seed) for seed in range(12)}
    images["copy.png"] = _image(5).resize((60, 45))
    address = _make_data(page, site, images)
    page.goto(f"{address}/quality")
    page.get_by_role("button", name="Inspect the data").click()
    expect(page.get_by_text("2 of 13 samples have a finding")).to_be_visible(timeout=JOB_MS)
    expect(page.get_by_role("heading", name="Brightness")).to_be_visible()
    assert serious_findings(page) == []
    take_image(page, "quality-report")

    card = page.get_by_role("article", name="Near duplicates")
    verb = "Keep one of each group, trash 1 sample"
    card.get_by_role("button", name=verb).click()
    page.get_by_role("dialog").get_by_role("button", name=verb).click()
    expect(card.get_by_role("status")).to_contain_text("1 sample was changed", timeout=JOB_MS)
    expect(page.get_by_role("tab", name="Trash 1")).to_be_visible()
    expect(page.get_by_text("The data has changed since")).to_be_visible()
    card.get_by_role("button", name="Undo").click()
    expect(card.get_by_role("status")).to_contain_text("Taken back", timeout=JOB_MS)

    card.get_by_role("link", name="2 samples").click()
    page.wait_for_url(re.compile("finding="))
    expect(page.get_by_text("2 samples", exact=True)).to_be_visible()
    expect(_filter(page)).to_have_attribute("aria-pressed", "true")
    _filter(page).click()
    expect(page.get_by_text("13 samples", exact=True)).to_be_visible()


def test_an_image_from_somewhere_else_is_found_and_trashed(page: Page, site: Site) -> None:
    images = {f"{seed}.png": _image(seed) for seed in range(60)}
    pixels = np.zeros((90, 120, 3), dtype=np.uint8)
    pixels[:, (np.arange(120) // 4) % 2 == 0] = (0, 255, 40)
    images["stripes.png"] = Image.fromarray(pixels)
    page.goto(f"{_make_data(page, site, images)}/quality")
    page.get_by_role("button", name="Inspect the data").click()
    card = page.get_by_role("article", name="Outliers")
    expect(card.get_by_role("link", name="1 sample", exact=True)).to_be_visible(timeout=JOB_MS)
    card.scroll_into_view_if_needed()
    take_image(page, "quality-outliers")
    verb = re.compile("trash", re.IGNORECASE)
    card.get_by_role("button", name=verb).click()
    page.get_by_role("dialog").get_by_role("button", name=verb).click()
    expect(card.get_by_role("status")).to_contain_text("1 sample was changed", timeout=JOB_MS)


def _filter(page: Page) -> Locator:
    return page.get_by_role("complementary").get_by_role("button", name="Near duplicates")


def _make_data(page: Page, site: Site, images: Mapping[str, Image.Image]) -> str:
    """Bring in images; return the address of their dataset."""
    person = {"name": "Kim", "email": f"kim@{uuid4().hex}.example", "password": PASSWORD}
    session = call(page, site, "POST", "users", data={**person, "organisation_name": "Bench"})
    organisation = session["memberships"][0]["organisation"]["id"]
    fields: dict[str, Any] = {"organisation_id": organisation, "name": "Quality"}
    project = call(page, site, "POST", "projects", data={**fields, "task": "image.classification"})
    fields = {"project_id": project["id"], "name": "Pictures"}
    dataset = call(page, site, "POST", "datasets", data=fields)["id"]
    session = call(
        page, site, "POST", f"datasets/{dataset}/imports", data={"format": "loose_files"}
    )
    for name, image in images.items():
        content = io.BytesIO()
        image.save(content, "PNG")
        file = {"name": name, "mimeType": "image/png", "buffer": content.getvalue()}
        call(page, site, "POST", f"imports/{session['id']}/files", multipart={"files": file})
    call(page, site, "POST", f"imports/{session['id']}/close")
    return f"/projects/{project['id']}/data/{dataset}"


def _image(seed: int) -> Image.Image:
    """Return an image with coarse and fine structure."""
    random = np.random.default_rng(seed)
    coarse = Image.fromarray(random.integers(0, 255, (6, 6, 3), dtype=np.uint8))
    pixels = np.asarray(coarse.resize((120, 90), Image.Resampling.BICUBIC), dtype=np.int16)
    noisy = pixels + random.integers(-25, 25, pixels.shape)
    return Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
